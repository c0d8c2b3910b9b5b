#include "output/faces.h"

#include <math.h>
#include <stdlib.h>

#include "mesh/sphere.h"
#include "output/blocks.h"
#include "output/hdf5_file.h"

const char *taub_faces_axis(enum taub_coordinates coordinates, int axis)
{
    static const char *const names[] = {"x", "y", "z"}, *const on_sphere[] = {"alpha", "beta", "radius"};
    if (coordinates == TAUB_CUBED_SPHERE)
        return on_sphere[axis];
    return axis == 2 && coordinates == TAUB_MILNE ? "eta" : names[axis];
}

enum taub_status taub_faces_copy(const struct taub_mesh *mesh, int axis, double **out, struct taub_error *error)
{
    const int count = mesh->cells[axis] + 1;
    *out = NULL;
    if (!(mesh->sphere && axis == 2) && !mesh->faces[axis])
        return TAUB_OK;
    *out = malloc((size_t)count * sizeof **out);
    if (!*out)
        return taub_fail(error, TAUB_FAILED, "No memory for the faces of cells.");
    for (int n = 0; n < count; n++)
        (*out)[n] = taub_mesh_face(mesh, axis, n);
    return TAUB_OK;
}

static bool put_panels(hid_t group)
{
    const hsize_t shape[3] = {6, 3, 3};
    int axes[6][3][3];
    for (int panel = 0; panel < 6; panel++)
        taub_sphere_axes(panel, axes[panel]);
    return taub_h5_put_dataset(group, "panels", H5T_STD_I8LE, H5T_NATIVE_INT, 3, shape, axes);
}

bool taub_faces_put(const struct taub_series *self, hid_t file)
{
    if (!self->faces[2])
        return true;
    const hid_t group = H5Gcreate2(file, TAUB_FACES, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (int a = 0; a < 3 && good; a++) {
        const hsize_t count = (hsize_t)self->cells[a] + 1;
        good = !self->faces[a] || taub_h5_put_dataset(group, taub_faces_axis(self->output->coordinates, a),
                                                      H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, 1, &count, self->faces[a]);
    }
    if (good && self->output->coordinates == TAUB_CUBED_SPHERE)
        good = put_panels(group);
    if (group >= 0)
        good = H5Gclose(group) >= 0 && good;
    return good;
}

static bool has_faces(hid_t file)
{
    return H5Lexists(file, TAUB_FACES, H5P_DEFAULT) > 0;
}

/* Reads the `count` faces along an axis; NULL if they are missing or their number differs. */
static double *read_axis(hid_t file, enum taub_coordinates coordinates, int axis, size_t count)
{
    char path[32];
    snprintf(path, sizeof path, TAUB_FACES "/%s", taub_faces_axis(coordinates, axis));
    if (H5Lexists(file, path, H5P_DEFAULT) <= 0)
        return NULL;
    size_t found;
    double *values = taub_h5_get_list(file, path, &found);
    if (values && found != count) {
        free(values);
        values = NULL;
    }
    return values;
}

/* The axis's faces in the file are those of the case; else `why` says how they differ. */
static bool is_same_axis(hid_t file, const struct taub_mesh *mesh, int axis, const double *faces, char *why,
                         size_t size)
{
    const size_t count = (size_t)mesh->cells[axis] + 1;
    const char *name = taub_faces_axis(mesh->coordinates, axis);
    double *found = read_axis(file, mesh->coordinates, axis, count);
    size_t n = 0;
    while (found && n < count && found[n] == faces[n])
        n++;
    if (found && n < count)
        snprintf(why, size, "along axis %s face %zu of the case is at %.17g, of the file at %.17g (mesh.spacing)", name,
                 n, faces[n], found[n]);
    else if (!found)
        snprintf(why, size, "the faces along axis %s cannot be read", name);
    free(found);
    return n == count;
}

bool taub_faces_same(hid_t file, const struct taub_mesh *mesh, char *why, size_t size)
{
    const bool there = has_faces(file), here = mesh->faces[2] || mesh->sphere;
    bool same = there == here;
    if (!same)
        snprintf(why, size, "the case has cells of %s widths, the file of %s widths", here ? "unequal" : "equal",
                 there ? "unequal" : "equal");
    for (int a = 0; a < 3 && same; a++) {
        double *faces;
        struct taub_error error;
        if (taub_faces_copy(mesh, a, &faces, &error) != TAUB_OK) {
            snprintf(why, size, "%s", error.message);
            return false;
        }
        same = !faces || is_same_axis(file, mesh, a, faces, why, size);
        free(faces);
    }
    return same;
}

/* ---- volumes ---- */

static void divide_by_mean(double *values, size_t count)
{
    double sum = 0;
    for (size_t n = 0; values && n < count; n++)
        sum += values[n];
    for (size_t n = 0; values && n < count; n++)
        values[n] /= sum / (double)count;
}

/* Widths of the cells along an axis of a box. */
static double *read_widths(hid_t file, enum taub_coordinates coordinates, int axis, size_t count)
{
    double *faces = read_axis(file, coordinates, axis, count + 1);
    for (size_t n = 0; faces && n < count; n++)
        faces[n] = faces[n + 1] - faces[n];
    divide_by_mean(faces, count);
    return faces;
}

static bool volumes_of_box(hid_t file, const hsize_t *shape, struct taub_volumes *volumes)
{
    const bool milne = H5Lexists(file, TAUB_FACES "/eta", H5P_DEFAULT) > 0;
    const enum taub_coordinates coordinates = milne ? TAUB_MILNE : TAUB_CARTESIAN;
    const size_t nx = (size_t)shape[2], ny = (size_t)shape[1];
    double *x = read_widths(file, coordinates, 0, nx), *y = read_widths(file, coordinates, 1, ny);
    volumes->along = read_widths(file, coordinates, 2, (size_t)shape[0]);
    volumes->across = malloc((nx * ny + 1) * sizeof *volumes->across);
    for (size_t n = 0; x && y && volumes->across && n < nx * ny; n++)
        volumes->across[n] = x[n % nx] * y[n / nx];
    const bool good = x && y && volumes->along && volumes->across;
    free(x);
    free(y);
    return good;
}

static bool volumes_of_sphere(hid_t file, const hsize_t *shape, struct taub_volumes *volumes)
{
    const size_t row = (size_t)shape[2], n = (size_t)shape[1], shells = (size_t)shape[0];
    double *r = read_axis(file, TAUB_CUBED_SPHERE, 2, shells + 1);
    volumes->along = r;
    volumes->across = malloc((row * n + 1) * sizeof *volumes->across);
    for (size_t k = 0; r && k < shells; k++)
        r[k] = (r[k + 1] - r[k]) * ((r[k] * r[k] + r[k + 1] * r[k + 1]) + r[k] * r[k + 1]);
    for (size_t c = 0; volumes->across && c < row * n; c++)
        volumes->across[c] = taub_sphere_angle((int)n, (int)(c % row % n), (int)(c / row));
    divide_by_mean(volumes->along, shells);
    divide_by_mean(volumes->across, row * n);
    return volumes->along && volumes->across;
}

/* Of blocks of several levels, whose planes lie one after the other. */
static bool volumes_of_blocks(hid_t file, const hsize_t *shape, struct taub_volumes *volumes)
{
    int count = 0;
    struct taub_leaf *blocks = taub_blocks_get(file, &count);
    const size_t planes = (size_t)shape[0], plane = (size_t)(shape[1] * shape[2]);
    const size_t each = blocks ? planes / (size_t)count : 0;
    const int axes = (shape[2] > 1) + (shape[1] > 1) + (each > 1);
    volumes->along = malloc((planes + 1) * sizeof *volumes->along);
    volumes->across = malloc((plane + 1) * sizeof *volumes->across);
    const bool good = each > 0 && planes % (size_t)count == 0 && volumes->along && volumes->across;
    for (size_t k = 0; good && k < planes; k++)
        volumes->along[k] = ldexp(1.0, -axes * blocks[k / each].level);
    for (size_t c = 0; good && c < plane; c++)
        volumes->across[c] = 1.0;
    divide_by_mean(good ? volumes->along : NULL, planes);
    free(blocks);
    return good;
}

bool taub_faces_volumes(hid_t file, int rank, const hsize_t *shape, struct taub_volumes *volumes)
{
    *volumes = (struct taub_volumes){NULL, NULL};
    if (rank == 3 && H5Lexists(file, TAUB_BLOCKS, H5P_DEFAULT) > 0)
        return volumes_of_blocks(file, shape, volumes);
    if (rank != 3 || !has_faces(file))
        return true;
    const bool sphere = H5Lexists(file, TAUB_FACES "/radius", H5P_DEFAULT) > 0;
    return sphere ? volumes_of_sphere(file, shape, volumes) : volumes_of_box(file, shape, volumes);
}

void taub_volumes_free(struct taub_volumes *volumes)
{
    free(volumes->across);
    free(volumes->along);
}

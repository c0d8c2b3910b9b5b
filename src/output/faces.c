#include "output/faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "output/hdf5_file.h"

const char *taub_faces_axis(enum taub_coordinates coordinates, int axis)
{
    static const char *const names[] = {"x", "y", "z"};
    return axis == 2 && coordinates == TAUB_MILNE ? "eta" : names[axis];
}

bool taub_faces_put(const struct taub_output *self, hid_t file)
{
    if (!self->faces[0])
        return true;
    const hid_t group = H5Gcreate2(file, TAUB_FACES, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0;
    for (int a = 0; a < 3 && good; a++) {
        const hsize_t count = (hsize_t)self->cells[a] + 1;
        const hid_t space = H5Screate_simple(1, &count, NULL);
        const hid_t dataset = H5Dcreate2(group, taub_faces_axis(self->coordinates, a), H5T_IEEE_F64LE, space,
                                         H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        good = dataset >= 0 && H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, self->faces[a]) >= 0;
        if (dataset >= 0)
            good = H5Dclose(dataset) >= 0 && good;
        if (space >= 0)
            H5Sclose(space);
    }
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

bool taub_faces_same(hid_t file, const struct taub_mesh *mesh, char *why, size_t size)
{
    const bool there = has_faces(file), here = mesh->faces[0] != NULL;
    if (there != here) {
        snprintf(why, size, "the case has cells of %s widths, the file of %s widths", here ? "unequal" : "equal",
                 there ? "unequal" : "equal");
        return false;
    }
    for (int a = 0; a < 3 && here; a++) {
        const size_t count = (size_t)mesh->cells[a] + 1;
        double *faces = read_axis(file, mesh->coordinates, a, count);
        size_t n = 0;
        while (faces && n < count && faces[n] == mesh->faces[a][n])
            n++;
        if (faces && n < count)
            snprintf(why, size, "along axis %s face %zu of the case is at %.17g, of the file at %.17g (mesh.spacing)",
                     taub_faces_axis(mesh->coordinates, a), n, mesh->faces[a][n], faces[n]);
        else if (!faces)
            snprintf(why, size, "the faces along axis %s cannot be read", taub_faces_axis(mesh->coordinates, a));
        free(faces);
        if (!faces || n < count)
            return false;
    }
    return true;
}

bool taub_faces_widths(hid_t file, int rank, const hsize_t *shape, double *widths[3])
{
    bool good = true;
    for (int s = 0; s < 3; s++)
        widths[s] = NULL;
    if (rank != 3 || !has_faces(file))
        return true;
    const bool milne = H5Lexists(file, TAUB_FACES "/eta", H5P_DEFAULT) > 0;
    for (int s = 0; s < 3; s++) {
        const size_t n = (size_t)shape[s];
        double *faces = read_axis(file, milne ? TAUB_MILNE : TAUB_CARTESIAN, 2 - s, n + 1);
        good = good && faces;
        if (faces) {
            const double mean = (faces[n] - faces[0]) / (double)n;
            for (size_t i = 0; i < n; i++)
                faces[i] = (faces[i + 1] - faces[i]) / mean;
        }
        widths[s] = faces;
    }
    return good;
}

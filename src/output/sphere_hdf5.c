/* mesh.h5: the cells of a cubed sphere as hexahedra for ParaView and VisIt, by fields.xmf.
 *
 *   nodes [(cells along the radius + 1) nodes of a sphere][3]   x, y, z
 *   cells [cells][8]                                            numbers of a cell's nodes in the order of VTK
 *
 * Cells are in the order of fields, [radius][beta][alpha]. Panels share the nodes on their sides, so that programs
 * which interpolate between cells see no seams. */
#include <stdlib.h>

#include "mesh/block.h"
#include "mesh/sphere.h"
#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"

enum { METADATA = 1 << 16 };

struct surface {
    const struct taub_sphere *sphere;
    int n;           /* cells along the side of a panel */
    int64_t nodes;   /* on a sphere */
    int64_t *number; /* [panel][j][i], with n + 1 nodes along each side */
};

static int along_of(const int a[3], const int b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* A node has the number of the cell whose lower corner it is. Where panels meet, an upper side is on a lower one, so
 * that this is a cell of one panel, and two corners of the cube are left, which get the last numbers. */
static int64_t number_of_node(int n, int panel, int i, int j)
{
    const struct taub_cube_panel *own = &taub_cube_panels[panel];
    int place[3];
    for (int c = 0; c < 3; c++)
        place[c] = n * own->corner[c] + i * own->along[0][c] + j * own->along[1][c];
    for (int q = 0; q < 6; q++) {
        const struct taub_cube_panel *p = &taub_cube_panels[q];
        int from[3], axes[3][3];
        for (int c = 0; c < 3; c++)
            from[c] = place[c] - n * p->corner[c];
        taub_sphere_axes(q, axes);
        const int a = along_of(from, axes[0]), b = along_of(from, axes[1]);
        if (along_of(from, axes[2]) == 0 && a >= 0 && a < n && b >= 0 && b < n)
            return ((int64_t)q * n + b) * n + a;
    }
    return 6 * (int64_t)n * n + (place[0] > 0);
}

/* Writes `count` rows from row `first` on. */
static bool put_rows(hid_t dataset, hid_t given, hsize_t first, hsize_t count, hsize_t length, const void *values)
{
    const hsize_t start[2] = {first, 0}, extent[2] = {count, length};
    hid_t space = H5Dget_space(dataset), memory = H5Screate_simple(2, extent, NULL);
    const bool good = space >= 0 && memory >= 0 &&
                      H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL) >= 0 &&
                      H5Dwrite(dataset, given, memory, space, H5P_DEFAULT, values) >= 0;
    taub_h5_close(memory);
    taub_h5_close(space);
    return good;
}

/* Of rows [all][length], compressed as fields are, a chunk for each sphere or layer. */
static hid_t create(const struct taub_output *self, hid_t file, const char *name, hid_t stored, hsize_t all,
                    hsize_t chunk, hsize_t length)
{
    const hsize_t shape[2] = {all, length}, part[2] = {chunk, length};
    hid_t space = H5Screate_simple(2, shape, NULL), list = H5Pcreate(H5P_DATASET_CREATE);
    const bool good = space >= 0 && list >= 0 &&
                      (self->compression == 0 || (H5Pset_chunk(list, 2, part) >= 0 && H5Pset_shuffle(list) >= 0 &&
                                                  H5Pset_deflate(list, (unsigned)self->compression) >= 0));
    const hid_t dataset = good ? H5Dcreate2(file, name, stored, space, H5P_DEFAULT, list, H5P_DEFAULT) : -1;
    taub_h5_close(list);
    taub_h5_close(space);
    return dataset;
}

static bool put_nodes(const struct taub_output *self, hid_t file, const struct surface *surface)
{
    const int n = surface->n, spheres = self->cells[2] + 1;
    const hsize_t count = (hsize_t)surface->nodes;
    double(*x)[3] = malloc((size_t)surface->nodes * sizeof *x);
    hid_t dataset =
        create(self, file, "nodes", self->single ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, (hsize_t)spheres * count, count, 3);
    bool good = x && dataset >= 0;
    for (int k = 0; k < spheres && good; k++) {
        const int64_t *number = surface->number;
        for (int panel = 0; panel < 6; panel++)
            for (int j = 0; j <= n; j++)
                for (int i = 0; i <= n; i++)
                    taub_sphere_corner(surface->sphere, panel, i, j, k, x[*number++]);
        good = put_rows(dataset, H5T_NATIVE_DOUBLE, (hsize_t)k * count, count, 3, x);
    }
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    free(x);
    return good;
}

static void nodes_of_cell(const struct surface *surface, int panel, int i, int j, int k, int64_t nodes[8])
{
    static const int order[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const int64_t row = surface->n + 1;
    for (int c = 0; c < 8; c++) {
        const int *at = order[c % 4];
        nodes[c] = (k + c / 4) * surface->nodes + surface->number[(panel * row + j + at[1]) * row + i + at[0]];
    }
}

static bool put_cells(const struct taub_output *self, hid_t file, const struct surface *surface)
{
    const int n = surface->n, row = self->cells[0], layers = self->cells[2];
    const hsize_t count = (hsize_t)row * (hsize_t)n;
    int64_t(*nodes)[8] = malloc((size_t)count * sizeof *nodes);
    hid_t dataset = create(self, file, "cells", taub_sphere_index_bytes(self) == 4 ? H5T_STD_I32LE : H5T_STD_I64LE,
                           (hsize_t)layers * count, count, 8);
    bool good = nodes && dataset >= 0;
    for (int k = 0; k < layers && good; k++) {
        for (int c = 0; c < row * n; c++)
            nodes_of_cell(surface, c % row / n, c % row % n, c / row, k, nodes[c]);
        good = put_rows(dataset, H5T_NATIVE_INT64, (hsize_t)k * count, count, 8, nodes);
    }
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    free(nodes);
    return good;
}

static bool put_all(const struct taub_output *self, hid_t file, const void *content)
{
    const struct surface *surface = content;
    return taub_faces_put(&self->fields, file) && put_nodes(self, file, surface) && put_cells(self, file, surface);
}

int64_t taub_sphere_nodes(const struct taub_output *self)
{
    return (6 * (int64_t)self->cells[1] * self->cells[1] + 2) * (self->cells[2] + 1);
}

int taub_sphere_index_bytes(const struct taub_output *self)
{
    return taub_sphere_nodes(self) > INT32_MAX ? 8 : 4;
}

enum taub_status taub_sphere_write(struct taub_output *self, const struct taub_sphere *sphere, struct taub_error *error)
{
    const int n = self->cells[1], row = n + 1;
    const size_t cells = (size_t)self->cells[0] * (size_t)n * (size_t)self->cells[2];
    const size_t bytes = 3 * (size_t)taub_sphere_nodes(self) * (self->single ? sizeof(float) : sizeof(double)) +
                         8 * cells * (size_t)taub_sphere_index_bytes(self) + METADATA;
    struct surface surface = {sphere, n, 6 * (int64_t)n * n + 2, NULL};
    surface.number = malloc(6 * (size_t)row * (size_t)row * sizeof *surface.number);
    if (!surface.number)
        return taub_fail(error, TAUB_FAILED, "No memory for the nodes of " TAUB_MESH ".");
    for (int c = 0; c < 6 * row * row; c++)
        surface.number[c] = number_of_node(n, c / (row * row), c % row, c / row % row);
    const enum taub_status status = taub_part_hdf5(self, TAUB_MESH, bytes, put_all, &surface, error);
    free(surface.number);
    return status;
}

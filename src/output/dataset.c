/* Values of all cells into a dataset: at once, or slab by slab where ranks share them. */
#include <stdlib.h>

#include "core/parallel.h"
#include "output/internal.h"

/* `type`: of the values. */
static bool write_slab(hid_t dataset, int component, const int cells[3], int first, int count, hid_t type,
                       const void *values)
{
    const int ny = cells[1], planes = count >= ny ? count / ny : 1, rows = count >= ny ? ny : count;
    const hsize_t start[4] = {(hsize_t)component, (hsize_t)(first / ny), (hsize_t)(first % ny), 0};
    const hsize_t extent[4] = {1, (hsize_t)planes, (hsize_t)rows, (hsize_t)cells[0]};
    hid_t space = H5Dget_space(dataset);
    const int rank = space < 0 ? 0 : H5Sget_simple_extent_ndims(space);
    hid_t memory = H5Screate_simple(4, extent, NULL);
    const bool good =
        (rank == 3 || rank == 4) && memory >= 0 &&
        H5Sselect_hyperslab(space, H5S_SELECT_SET, start + (4 - rank), NULL, extent + (4 - rank), NULL) >= 0 &&
        H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, values) >= 0;
    if (memory >= 0)
        H5Sclose(memory);
    if (space >= 0)
        H5Sclose(space);
    return good;
}

enum { PIECE = 1 << 18 };

struct rounding {
    const double *values;
    float *singles;
    size_t count;
};

static enum taub_status round_piece(void *user, int piece, struct taub_error *error)
{
    const struct rounding *self = user;
    const size_t first = (size_t)piece * PIECE, end = first + PIECE;
    (void)error;
    for (size_t n = first; n < end && n < self->count; n++)
        self->singles[n] = (float)self->values[n];
    return TAUB_OK;
}

static bool is_single(hid_t dataset)
{
    hid_t type = H5Dget_type(dataset);
    const bool single = type >= 0 && H5Tequal(type, H5T_NATIVE_FLOAT) > 0;
    if (type >= 0)
        H5Tclose(type);
    return single;
}

/* HDF5 rounds with one thread, several times slower than a disk takes the numbers. */
static bool write_rounded(const struct taub_output *self, hid_t dataset, const double *values, int components)
{
    const int rows = self->cells[1] * self->cells[2];
    struct rounding rounding = {.count = (size_t)rows * (size_t)self->cells[0]};
    rounding.singles = malloc((rounding.count + 1) * sizeof *rounding.singles);
    bool good = rounding.singles != NULL;
    for (int c = 0; c < components && good; c++) {
        rounding.values = values + (size_t)c * rounding.count;
        good = taub_parallel(0, (int)((rounding.count + PIECE - 1) / PIECE), round_piece, &rounding, NULL) == TAUB_OK &&
               write_slab(dataset, c, self->cells, 0, rows, H5T_NATIVE_FLOAT, rounding.singles);
    }
    free(rounding.singles);
    return good;
}

bool taub_write_values(const struct taub_output *self, hid_t dataset, const double *values, int components)
{
    const struct taub_rows *rows = self->rows;
    if (!rows && is_single(dataset))
        return write_rounded(self, dataset, values, components);
    if (!rows)
        return H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    const int count = self->cells[1] * self->cells[2];
    const int before = (int)((size_t)(values - rows->values) / taub_mesh_zones(rows->mesh));
    bool good = true;
    for (int c = 0; c < components; c++)
        for (int first = 0, some; first < count && good; first += some) {
            some = taub_rows_slab(rows->mesh, first);
            double *slab = malloc((size_t)some * (size_t)self->cells[0] * sizeof *slab);
            good = slab && taub_rows_get(rows, before + c, first, some, slab, NULL) == TAUB_OK &&
                   write_slab(dataset, c, self->cells, first, some, H5T_NATIVE_DOUBLE, slab);
            free(slab);
        }
    return good;
}

void taub_output_share(struct taub_output *self, const struct taub_rows *rows)
{
    self->rows = rows;
}

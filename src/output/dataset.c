/* Writes the values of all cells to a dataset. If the dataset is contiguous in the file, threads and ranks write their
 * parts in parallel; otherwise HDF5 writes it: at once, or slab by slab if the values are distributed over ranks. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/bulk_file.h"
#include "output/hdf5_file.h"
#include "output/internal.h"

/* Smaller datasets are left to HDF5, which buffers them and is as fast. */
enum { LEAST_PLACED = 1 << 17 };

static bool write_slab(hid_t dataset, int component, const int cells[3], int first, int count, const double *values)
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
        H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
    taub_h5_close(memory);
    taub_h5_close(space);
    return good;
}

static bool write_by_hdf5(const struct taub_rows *rows, const int cells[3], hid_t dataset, const double *values,
                          int components)
{
    if (!rows)
        return H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    const int count = cells[1] * cells[2];
    const int before = (int)((size_t)(values - rows->values) / taub_mesh_zones(rows->mesh));
    bool good = true;
    for (int c = 0; c < components; c++)
        for (int first = 0, slab_rows; first < count && good; first += slab_rows) {
            slab_rows = taub_rows_slab(rows->mesh, first);
            double *slab = malloc((size_t)slab_rows * (size_t)cells[0] * sizeof *slab);
            good = slab && taub_rows_get(rows, before + c, first, slab_rows, slab, NULL) == TAUB_OK &&
                   write_slab(dataset, c, cells, first, slab_rows, slab);
            free(slab);
        }
    return good;
}

/* Allocates the dataset when it is created, so that its offset in the file is known, and does not fill it. */
hid_t taub_placed_storage(size_t values)
{
    hid_t list = values < LEAST_PLACED ? H5P_DEFAULT : H5Pcreate(H5P_DATASET_CREATE);
    if (list <= 0 ||
        (H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY) >= 0 && H5Pset_fill_time(list, H5D_FILL_TIME_NEVER) >= 0))
        return list;
    H5Pclose(list);
    return -1;
}

/* Finds the offset of a dataset's values in its file, and their precision; false if HDF5 has to write them. */
static bool find_offset(hid_t dataset, int64_t *offset, bool *single)
{
    const haddr_t begin = H5Dget_storage_size(dataset) > 0 ? H5Dget_offset(dataset) : HADDR_UNDEF;
    hid_t type = H5Dget_type(dataset);
    *single = type >= 0 && H5Tequal(type, H5T_IEEE_F32LE) > 0;
    const bool known = type >= 0 && (*single || H5Tequal(type, H5T_IEEE_F64LE) > 0) && begin != HADDR_UNDEF &&
                       H5Tequal(H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE) > 0;
    *offset = known ? (int64_t)begin : 0;
    taub_h5_close(type);
    return known;
}

static bool write_alone(const char *path, int64_t offset, bool single, const double *values, size_t count)
{
    const size_t spans = (count + TAUB_SPAN_VALUES - 1) / TAUB_SPAN_VALUES;
    struct taub_span *list = malloc((spans + 1) * sizeof *list);
    const int fd = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    int reason = fd < 0 ? errno : list ? 0 : ENOMEM;
    for (size_t n = 0, at = 0; list && n < spans; n++, at += TAUB_SPAN_VALUES)
        list[n] = (struct taub_span){at, at, count - at < TAUB_SPAN_VALUES ? count - at : TAUB_SPAN_VALUES};
    if (!reason)
        reason = taub_bulk_write(fd, offset, single, values, list, (int)spans);
    if (fd >= 0)
        close(fd);
    free(list);
    if (reason)
        taub_h5_note(strerror(reason));
    return reason == 0;
}

/* *seen: whether all ranks can open the file; if not, nothing is written. */
static bool write_on_ranks(const struct taub_rows *rows, const int cells[3], const char *path, int64_t offset,
                           bool single, const double *values, int components, bool *seen)
{
    const size_t zones = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
    const int64_t bytes = (int64_t)(zones * (single ? sizeof(float) : sizeof(double)));
    const int before = (int)((size_t)(values - rows->values) / taub_mesh_zones(rows->mesh));
    *seen = true;
    for (int c = 0; c < components && *seen; c++) {
        struct taub_error error;
        if (taub_rows_write(rows, before + c, path, offset + c * bytes, single, seen, &error) != TAUB_OK) {
            taub_h5_note(error.message);
            return false;
        }
    }
    return true;
}

bool taub_write_values(const struct taub_rows *rows, const int cells[3], const char *path, hid_t dataset,
                       const double *values, int components)
{
    int64_t offset;
    bool single, seen = true, good = true;
    if (!find_offset(dataset, &offset, &single))
        return write_by_hdf5(rows, cells, dataset, values, components);
    if (!rows)
        return write_alone(path, offset, single, values,
                           (size_t)components * (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2]);
    good = write_on_ranks(rows, cells, path, offset, single, values, components, &seen);
    return seen ? good : write_by_hdf5(rows, cells, dataset, values, components);
}

#include "output/blocks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "output/hdf5_file.h"

/* level, place: four numbers a block. */
static int *table_of(const struct taub_mesh *mesh)
{
    const int count = mesh->grid[2];
    int *table = malloc(4 * (size_t)count * sizeof *table);
    for (int n = 0; table && n < count; n++) {
        table[n] = mesh->all[n].level;
        memcpy(table + count + 3 * (size_t)n, mesh->all[n].place, sizeof mesh->all[n].place);
    }
    return table;
}

bool taub_blocks_put(const struct taub_output *self, hid_t file)
{
    const struct taub_mesh *mesh = self->tree;
    if (!mesh)
        return true;
    const hsize_t shape[2] = {(hsize_t)mesh->grid[2], 3};
    const int64_t cells[3] = {mesh->shape.cells[0], mesh->shape.cells[1], mesh->shape.cells[2]};
    int *table = table_of(mesh);
    const hid_t group = H5Gcreate2(file, TAUB_BLOCKS, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = table && group >= 0 && taub_h5_put_integers(group, "cells", cells, 3) &&
                taub_h5_put_doubles(group, "lower", mesh->shape.lower, 3) &&
                taub_h5_put_doubles(group, "spacing", mesh->shape.spacing, 3) &&
                taub_h5_put_dataset(group, "level", H5T_STD_I32LE, H5T_NATIVE_INT, 1, shape, table) &&
                taub_h5_put_dataset(group, "place", H5T_STD_I32LE, H5T_NATIVE_INT, 2, shape, table + shape[0]);
    if (group >= 0)
        good = H5Gclose(group) >= 0 && good;
    free(table);
    return good;
}

size_t taub_blocks_bytes(const struct taub_output *self)
{
    return self->tree ? 4 * sizeof(int32_t) * (size_t)self->tree->grid[2] + 8192 : 0;
}

struct taub_leaf *taub_blocks_copy(const struct taub_output *self, int *count, bool *good)
{
    const struct taub_mesh *mesh = self->tree;
    *count = mesh ? mesh->grid[2] : 0;
    struct taub_leaf *leaves = mesh ? malloc((size_t)*count * sizeof *leaves) : NULL;
    *good = leaves || !mesh;
    for (int n = 0; leaves && n < *count; n++)
        leaves[n] = taub_block_leaf(mesh, n);
    return leaves;
}

static bool read_column(hid_t file, const char *name, int rank, hsize_t *count, int **out)
{
    const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = dataset < 0 ? -1 : H5Dget_space(dataset);
    hsize_t size[H5S_MAX_RANK] = {0};
    bool good = space >= 0 && H5Sget_simple_extent_dims(space, size, NULL) == rank && size[0] > 0 &&
                size[0] < INT32_MAX && (*count == 0 || size[0] == *count) && (rank == 1 || size[1] == 3);
    *count = size[0];
    *out = good ? malloc(3 * (size_t)size[0] * sizeof **out) : NULL;
    good = *out && H5Dread(dataset, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, *out) >= 0;
    taub_h5_close(space);
    taub_h5_close(dataset);
    return good;
}

struct taub_leaf *taub_blocks_get(hid_t file, int *count)
{
    int *levels = NULL, *places = NULL;
    int64_t cells[3] = {0, 0, 0};
    hsize_t blocks = 0;
    const hid_t group = H5Lexists(file, TAUB_BLOCKS, H5P_DEFAULT) > 0 ? H5Gopen2(file, TAUB_BLOCKS, H5P_DEFAULT) : -1;
    bool good = group >= 0 && taub_h5_get_integers(group, "cells", cells, 3) && cells[0] > 0 && cells[1] > 0 &&
                cells[2] > 0 && read_column(group, "level", 1, &blocks, &levels) &&
                read_column(group, "place", 2, &blocks, &places);
    struct taub_leaf *leaves = good ? malloc((size_t)blocks * sizeof *leaves) : NULL;
    for (hsize_t n = 0; leaves && n < blocks; n++) {
        leaves[n].level = levels[n];
        good = good && levels[n] >= 0;
        for (int a = 0; a < 3; a++) {
            leaves[n].at[a] = (int)(places[3 * n + (hsize_t)a] / cells[a]);
            good = good && places[3 * n + (hsize_t)a] >= 0;
        }
    }
    taub_h5_close(group);
    free(levels);
    free(places);
    *count = (int)blocks;
    if (!good) {
        free(leaves);
        return NULL;
    }
    return leaves;
}

static void put_component(const struct taub_series *self, FILE *file, const struct taub_iteration *iteration, int block,
                          const char *name, const char *component)
{
    const int *n = self->output->tree->shape.cells, bytes = self->output->single ? 4 : 8;
    fprintf(file,
            "          <Attribute Name=\"%s%s%s\" AttributeType=\"Scalar\" Center=\"Cell\">\n"
            "            <DataItem ItemType=\"HyperSlab\" Dimensions=\"%d %d %d\">\n"
            "              <DataItem Format=\"XML\" Dimensions=\"3 3\">%d 0 0 1 1 1 %d %d %d</DataItem>\n"
            "              <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"%d\" Dimensions=\"%d %d %d\">"
            "%s:/data/%" PRId64 "/meshes/%s%s%s</DataItem>\n"
            "            </DataItem>\n          </Attribute>\n",
            name, *component ? "_" : "", component, n[2], n[1], n[0], block * n[2], n[2], n[1], n[0], bytes,
            iteration->block_count * n[2], n[1], n[0], taub_series_name(self->name, iteration->step).text,
            iteration->step, name, *component ? "/" : "", component);
}

void taub_blocks_put_grids(const struct taub_series *self, FILE *file, const struct taub_iteration *iteration)
{
    const struct taub_mesh *mesh = self->output->tree;
    const int *n = mesh->shape.cells;
    for (int b = 0; b < iteration->block_count; b++) {
        const struct taub_leaf *leaf = &iteration->blocks[b];
        double lower[3], width[3];
        for (int a = 0; a < 3; a++) {
            width[a] = mesh->shape.spacing[a] / (mesh->active[a] ? 1 << leaf->level : 1);
            lower[a] = mesh->shape.lower[a] + (double)leaf->at[a] * n[a] * width[a];
        }
        fprintf(file,
                "        <Grid Name=\"block %d\" GridType=\"Uniform\">\n"
                "          <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"%d %d %d\"/>\n"
                "          <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
                "            <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">"
                "%.17g %.17g %.17g</DataItem>\n"
                "            <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">"
                "%.17g %.17g %.17g</DataItem>\n          </Geometry>\n",
                b, n[2] + 1, n[1] + 1, n[0] + 1, lower[2], lower[1], lower[0], width[2], width[1], width[0]);
        for (int q = 0; q < iteration->count; q++) {
            const struct taub_written_quantity *quantity = &iteration->quantities[q];
            for (int c = 0; c < quantity->components; c++)
                put_component(self, file, iteration, b, quantity->name,
                              taub_component_name(quantity->components, c, self->output->coordinates));
        }
        fputs("        </Grid>\n", file);
    }
}

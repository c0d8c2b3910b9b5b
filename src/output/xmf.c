/* fields.xmf, or view-NAME.xmf of a view: an XDMF 3 index of all outputs, for ParaView and VisIt. */
#include <inttypes.h>

#include "output/blocks.h"
#include "output/faces.h"
#include "output/internal.h"

static void put_escaped(FILE *file, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", file);
            break;
        case '<':
            fputs("&lt;", file);
            break;
        case '>':
            fputs("&gt;", file);
            break;
        case '"':
            fputs("&quot;", file);
            break;
        default:
            fputc((unsigned char)*text < 0x20 ? ' ' : *text, file);
        }
    }
}

/* Vectors are written as scalars, because readers do not agree on XDMF's functions that join components. */
static void put_attribute(const struct taub_series *self, FILE *file, int64_t step, const char *name,
                          const char *component)
{
    fprintf(file, "        <Attribute Name=\"%s%s%s\" AttributeType=\"Scalar\" Center=\"Cell\">\n", name,
            *component ? "_" : "", component);
    fprintf(file, "          <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"%d\" Dimensions=\"%d %d %d\">",
            self->output->single ? 4 : 8, self->cells[2], self->cells[1], self->cells[0]);
    fprintf(file, "%s:/data/%" PRId64 "/meshes/%s%s%s</DataItem>\n        </Attribute>\n",
            taub_series_name(self->name, step).text, step, name, *component ? "/" : "", component);
}

/* The faces along each axis, for cells of unequal widths. */
static void put_faces(const struct taub_series *self, FILE *file, int64_t step)
{
    fprintf(file, "        <Topology TopologyType=\"3DRectMesh\" Dimensions=\"%d %d %d\"/>\n", self->cells[2] + 1,
            self->cells[1] + 1, self->cells[0] + 1);
    fputs("        <Geometry GeometryType=\"VXVYVZ\">\n", file);
    for (int a = 0; a < 3; a++)
        fprintf(
            file,
            "          <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"%d\">%s:/" TAUB_FACES
            "/%s</DataItem>\n",
            self->cells[a] + 1, taub_series_name(self->name, step).text, taub_faces_axis(self->output->coordinates, a));
    fputs("        </Geometry>\n", file);
}

static void put_box(const struct taub_series *self, FILE *file)
{
    fprintf(file, "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"%d %d %d\"/>\n", self->cells[2] + 1,
            self->cells[1] + 1, self->cells[0] + 1);
    fprintf(file,
            "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
            "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">"
            "%.17g %.17g %.17g</DataItem>\n"
            "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">"
            "%.17g %.17g %.17g</DataItem>\n"
            "        </Geometry>\n",
            self->lower[2], self->lower[1], self->lower[0], self->spacing[2], self->spacing[1], self->spacing[0]);
}

/* Hexahedra, with mesh.h5: those of all cells, or of the shell of a view. */
static void put_sphere(const struct taub_series *self, FILE *file)
{
    const struct taub_output *output = self->output;
    const int64_t shell = (int64_t)self->cells[0] * self->cells[1], cells = shell * self->cells[2];
    const int64_t all = shell * output->cells[2], first = shell * (self->faces[2] - output->faces[2]);
    fprintf(file, "        <Topology TopologyType=\"Hexahedron\" NumberOfElements=\"%" PRId64 "\">\n", cells);
    if (cells < all)
        fprintf(file,
                "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRId64 " 8\">\n"
                "            <DataItem Format=\"XML\" Dimensions=\"3 2\">%" PRId64 " 0 1 1 %" PRId64 " 8</DataItem>\n",
                cells, first, cells);
    fprintf(file,
            "          <DataItem Format=\"HDF\" NumberType=\"Int\" Precision=\"%d\" Dimensions=\"%" PRId64
            " 8\">" TAUB_MESH ":/cells</DataItem>\n%s"
            "        </Topology>\n"
            "        <Geometry GeometryType=\"XYZ\">\n"
            "          <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"%d\" Dimensions=\"%" PRId64
            " 3\">" TAUB_MESH ":/nodes</DataItem>\n"
            "        </Geometry>\n",
            taub_sphere_index_bytes(output), all, cells < all ? "          </DataItem>\n" : "", output->single ? 4 : 8,
            taub_sphere_nodes(output));
}

static void put_grid(const struct taub_series *self, FILE *file, const struct taub_iteration *iteration)
{
    if (iteration->blocks) {
        fprintf(file,
                "      <Grid Name=\"step %" PRId64
                "\" GridType=\"Collection\" CollectionType=\"Spatial\">\n        <Time Value=\"%.17g\"/>\n",
                iteration->step, iteration->time);
        taub_blocks_put_grids(self, file, iteration);
        fputs("      </Grid>\n", file);
        return;
    }
    fprintf(file, "      <Grid Name=\"step %" PRId64 "\" GridType=\"Uniform\">\n        <Time Value=\"%.17g\"/>\n",
            iteration->step, iteration->time);
    if (self->output->coordinates == TAUB_CUBED_SPHERE)
        put_sphere(self, file);
    else if (self->faces[0])
        put_faces(self, file, iteration->step);
    else
        put_box(self, file);
    for (int q = 0; q < iteration->count; q++) {
        const struct taub_written_quantity *quantity = &iteration->quantities[q];
        for (int c = 0; c < quantity->components; c++)
            put_attribute(self, file, iteration->step, quantity->name,
                          taub_component_name(quantity->components, c, self->output->coordinates));
    }
    fputs("      </Grid>\n", file);
}

enum taub_status taub_xmf_write(struct taub_series *self, struct taub_error *error)
{
    char name[sizeof self->name + 8];
    if (self->iteration_count == self->indexed)
        return TAUB_OK;
    snprintf(name, sizeof name, "%s.xmf", self->name);
    FILE *file = taub_part_open(self->output, name, error);
    if (!file)
        return TAUB_FAILED;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Xdmf Version=\"3.0\">\n  <Domain>\n    <Grid Name=\"", file);
    put_escaped(file, *self->output->title ? self->output->title : "Taub");
    fputs("\" GridType=\"Collection\" CollectionType=\"Temporal\">\n", file);
    for (int i = 0; i < self->iteration_count; i++)
        put_grid(self, file, &self->iterations[i]);
    fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", file);
    enum taub_status status = taub_part_close(self->output, file, name, error);
    if (status == TAUB_OK)
        status = taub_part_keep(self->output, name, error);
    if (status == TAUB_OK)
        self->indexed = self->iteration_count;
    return status;
}

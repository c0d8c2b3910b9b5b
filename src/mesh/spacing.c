#include "mesh/spacing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text_file.h"
#include "core/try.h"
#include "geometry/spacing_table.h"

/* How far the first and last face in a file may be from the ends of the box, relative to its length: the rounding of
 * programs that write ten digits. */
#define END_TOLERANCE 1e-9

bool taub_spacing_wanted(const struct taub_config_mesh *config)
{
    for (int a = 0; a < 3 && config->coordinates != TAUB_CUBED_SPHERE; a++)
        if (config->cells[a] > 1 && config->spacing[a].kind != TAUB_SPACING_UNIFORM)
            return true;
    return false;
}

static void equal_faces(const struct taub_config_mesh *config, int axis, double *faces)
{
    const int n = config->cells[axis];
    const double spacing = (config->upper[axis] - config->lower[axis]) / n;
    for (int i = 0; i < n; i++)
        faces[i] = config->lower[axis] + i * spacing;
    faces[n] = config->upper[axis];
}

static void stretched_faces(const struct taub_config_mesh *config, int axis, double *faces)
{
    const int n = config->cells[axis];
    const double b = config->spacing[axis].strength, focus = config->spacing[axis].focus;
    const double lower = config->lower[axis], upper = config->upper[axis];
    /* exactly 0.5 for a focus in the middle, so that the mesh is symmetric up to rounding */
    const double s0 = focus == 0.5 ? 0.5 : (log1p(expm1(b) * focus) - log1p(expm1(-b) * focus)) / (2 * b);
    const double before = sinh(b * s0), after = sinh(b * (1 - s0));
    for (int i = 0; i < n; i++)
        faces[i] = lower + (upper - lower) * ((sinh(b * ((double)i / n - s0)) + before) / (before + after));
    faces[0] = lower;
    faces[n] = upper;
}

static void geometric_faces(const struct taub_config_mesh *config, int axis, double *faces)
{
    const int n = config->cells[axis];
    const double lower = config->lower[axis], upper = config->upper[axis];
    for (int i = 0; i <= n; i++)
        faces[i] = i < n ? lower * pow(upper / lower, (double)i / n) : upper;
}

/* ---- files ---- */

struct reader {
    const char *path;
    int line;
    int count, wanted;
    double *faces;
};

static enum taub_status add_face(struct reader *self, const struct taub_config_mesh *config, int axis, double face,
                                 struct taub_error *error)
{
    const double lower = config->lower[axis], upper = config->upper[axis], near = END_TOLERANCE * (upper - lower);
    const bool first = self->count == 0, last = self->count == self->wanted - 1;
    if (self->count == self->wanted)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected %d faces for the %d cells of mesh.cells[%d], got more",
                         self->path, self->line, self->wanted, self->wanted - 1, axis);
    if (face < lower - near || face > upper + near)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: expected a face between mesh.lower[%d], %.17g, and mesh.upper[%d], %.17g, got %.17g",
                         self->path, self->line, axis, lower, axis, upper, face);
    if (!first && !(face > self->faces[self->count - 1]))
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected a face above the one before, %.17g, got %.17g",
                         self->path, self->line, self->faces[self->count - 1], face);
    if (first && face > lower + near)
        return taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected the first face at mesh.lower[%d], %.17g, got %.17g",
                         self->path, self->line, axis, lower, face);
    if (last && face < upper - near)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s:%d: expected the last one of %d faces at mesh.upper[%d], %.17g, got %.17g", self->path,
                         self->line, self->wanted, axis, upper, face);
    self->faces[self->count++] = first ? lower : last ? upper : face;
    return TAUB_OK;
}

static enum taub_status read_lines(struct reader *self, const struct taub_config_mesh *config, int axis,
                                   const char *text, size_t length, struct taub_error *error)
{
    struct taub_numbers number = {0};
    enum taub_status status = TAUB_OK;
    for (const char *at = text; status == TAUB_OK && at < text + length;) {
        char bad[32];
        const char *line = at;
        number.count = 0;
        self->line++;
        const int got = taub_line_numbers(&at, text + length, &number, bad);
        if (got == -2)
            status = taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", self->path);
        else if (got == 1 && isfinite(number.values[0]))
            status = add_face(self, config, axis, number.values[0], error);
        else if (got != 0)
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected one number, the place of a face, got '%.*s'",
                               self->path, self->line, (int)strcspn(line, "\r\n"), line);
    }
    free(number.values);
    return status;
}

static enum taub_status read_faces(const struct taub_config_mesh *config, int axis, double *faces,
                                   struct taub_error *error)
{
    struct reader self = {config->spacing[axis].file, 0, 0, config->cells[axis] + 1, faces};
    char *text;
    size_t length;
    TRY(taub_file_read(self.path, &text, &length, error));
    enum taub_status status = read_lines(&self, config, axis, text, length, error);
    free(text);
    if (status == TAUB_OK && self.count < self.wanted)
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "%s:%d: expected %d faces for the %d cells of mesh.cells[%d], got %d to the end of the file",
                           self.path, self.line, self.wanted, self.wanted - 1, axis, self.count);
    return status;
}

enum taub_status taub_spacing_faces(const struct taub_config_mesh *config, int axis, double **out,
                                    struct taub_error *error)
{
    const int n = config->cells[axis];
    const enum taub_spacing kind = n > 1 ? config->spacing[axis].kind : TAUB_SPACING_UNIFORM;
    double *faces = malloc(((size_t)n + 1) * sizeof *faces);
    enum taub_status status =
        faces ? TAUB_OK : taub_fail(error, TAUB_FAILED, "mesh: out of memory for the faces of an axis");
    if (status == TAUB_OK && kind == TAUB_SPACING_FACES)
        status = read_faces(config, axis, faces, error);
    else if (status == TAUB_OK && kind == TAUB_SPACING_STRETCHED)
        stretched_faces(config, axis, faces);
    else if (status == TAUB_OK && kind == TAUB_SPACING_GEOMETRIC)
        geometric_faces(config, axis, faces);
    else if (status == TAUB_OK)
        equal_faces(config, axis, faces);
    /* a cell needs a centre, and a width that is more than rounding error of its faces */
    for (int i = 0; i < n && status == TAUB_OK; i++)
        if (!(faces[i + 1] - faces[i] > 1e-12 * fmax(fabs(faces[i]), fabs(faces[i + 1]))))
            status = taub_fail(error, TAUB_BAD_INPUT,
                               "mesh.spacing: cell %d along %c reaches from %.17g to %.17g: expected cells that are "
                               "wider than 1e-12 of their place",
                               i, "xyz"[axis], faces[i], faces[i + 1]);
    if (status != TAUB_OK) {
        free(faces);
        return status;
    }
    *out = faces;
    return TAUB_OK;
}

/* ---- for kernels ---- */

static size_t column_length(const struct taub_mesh *mesh, int axis)
{
    return (size_t)mesh->cells[axis] + 2 * SPACING_REACH;
}

size_t taub_spacing_count(const struct taub_mesh *mesh)
{
    size_t count = 0;
    for (int a = 0; a < 3 && mesh->faces[0]; a++)
        count += SPACING_COLUMNS * column_length(mesh, a);
    return count;
}

/* The cell inside the mesh that has the width of cell `n`, which may be beyond an end. */
static int image_of_cell(const struct taub_mesh *mesh, int axis, int n)
{
    const int cells = mesh->cells[axis];
    const bool periodic = mesh->boundary[axis][0] == TAUB_PERIODIC;
    while (n < 0 || n >= cells)
        n = periodic ? (n + cells) % cells : n < 0 ? -1 - n : 2 * cells - 1 - n;
    return n;
}

static double width_of(const struct taub_mesh *mesh, int axis, int n)
{
    const int cell = image_of_cell(mesh, axis, n);
    return mesh->faces[axis][cell + 1] - mesh->faces[axis][cell];
}

static void fill_axis(const struct taub_mesh *mesh, int axis, double *values)
{
    const int cells = mesh->cells[axis];
    const size_t length = column_length(mesh, axis);
    double *column[SPACING_COLUMNS];
    for (int c = 0; c < SPACING_COLUMNS; c++)
        column[c] = values + (size_t)c * length + SPACING_REACH;
    for (int n = -SPACING_REACH; n < cells + SPACING_REACH; n++) {
        const double width = width_of(mesh, axis, n);
        column[SPACING_WIDTH][n] = width;
        column[SPACING_PER_WIDTH][n] = 1 / width;
        /* from widths only, so that both sides of a periodic end have the same values */
        column[SPACING_BEHIND][n] = 2 * width / (width_of(mesh, axis, n - 1) + width);
        column[SPACING_AHEAD][n] = 2 * width / (width + width_of(mesh, axis, n + 1));
        if (n >= 0 && n < cells)
            column[SPACING_CENTRE][n] = 0.5 * (mesh->faces[axis][n] + mesh->faces[axis][n + 1]);
    }
    for (int n = 1; n <= SPACING_REACH; n++) {
        column[SPACING_CENTRE][-n] =
            column[SPACING_CENTRE][1 - n] - 0.5 * (column[SPACING_WIDTH][1 - n] + column[SPACING_WIDTH][-n]);
        const int m = cells - 1 + n;
        column[SPACING_CENTRE][m] =
            column[SPACING_CENTRE][m - 1] + 0.5 * (column[SPACING_WIDTH][m - 1] + column[SPACING_WIDTH][m]);
    }
}

void taub_spacing_table(const struct taub_mesh *mesh, double *values)
{
    for (int a = 0; a < 3 && mesh->faces[0]; a++) {
        fill_axis(mesh, a, values);
        values += SPACING_COLUMNS * column_length(mesh, a);
    }
}

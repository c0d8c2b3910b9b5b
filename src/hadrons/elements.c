#include "hadrons/elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool taub_surface_invariant(const struct taub_surface_file *surface)
{
    return surface->coordinates == TAUB_MILNE && surface->single[2];
}

enum taub_status taub_elements_check(const struct taub_surface_file *surface, double *lowest, double *highest,
                                     struct taub_error *error)
{
    *lowest = *highest = 1.0;
    if (!surface->physical)
        return taub_fail(error, TAUB_BAD_INPUT, "This surface is dimensionless: hadrons need GeV and fm.");
    if (surface->single[0] || surface->single[1])
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "This surface is of a mesh with one cell along %c: hadrons need one that extends along x and y.",
            surface->single[0] ? 'x' : 'y');
    for (int64_t n = 0; n < surface->count; n++) {
        const double *v = surface->elements[n].value, t = v[TAUB_SURFACE_TEMPERATURE], *u = v + TAUB_SURFACE_VELOCITY;
        const double norm = u[0] * u[0] - u[1] * u[1] - u[2] * u[2] - u[3] * u[3];
        bool good = t > 0 && fabs(norm - 1.0) < 1e-3 * u[0] * u[0];
        for (int c = 0; c < TAUB_SURFACE_COLUMNS; c++)
            good = good && isfinite(v[c]);
        if (!good)
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "Element %lld of the surface has a temperature of %.6g GeV and u.u = %.6g, or numbers that are "
                "none: it has no hadrons.",
                (long long)n, t, norm);
        *lowest = n == 0 || t < *lowest ? t : *lowest;
        *highest = n == 0 || t > *highest ? t : *highest;
    }
    return TAUB_OK;
}

static const int tensor[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

struct taub_moving taub_element_moving(const struct taub_surface_file *surface,
                                       const struct taub_surface_element *element)
{
    const double *v = element->value, *u = v + TAUB_SURFACE_VELOCITY, *normal = v + TAUB_SURFACE_NORMAL;
    /* u on its mass shell, also when the file holds it in single precision */
    const double time = sqrt(1.0 + (u[1] * u[1] + u[2] * u[2]) + u[3] * u[3]),
                 slow = sqrt(1.0 + u[1] * u[1] + u[2] * u[2]);
    const double c = time / slow, s = u[3] / slow; /* of the boost that stops the fluid along the beam */
    const double to[4][4] = {{c, 0, 0, -s}, {0, 1, 0, 0}, {0, 0, 1, 0}, {-s, 0, 0, c}};
    struct taub_moving out = {.u = {slow, u[1], u[2], 0.0}};
    out.rapidity = (surface->coordinates == TAUB_MILNE ? v[3] : 0.0) + asinh(s);
    out.normal[0] = c * normal[0] + s * normal[3];
    out.normal[1] = normal[1];
    out.normal[2] = normal[2];
    out.normal[3] = c * normal[3] + s * normal[0];
    for (int m = 0; m < 4; m++)
        for (int n = m; n < 4; n++)
            for (int k = 0; k < 4; k++)
                for (int l = 0; l < 4; l++)
                    out.shear[tensor[m][n]] += to[m][k] * to[n][l] * v[TAUB_SURFACE_SHEAR + tensor[k][l]];
    return out;
}

/* The columns of an element; those of the shear stress covariant and, off the diagonal, twice. */
static void fill(const struct taub_surface_file *surface, const struct taub_surface_element *element,
                 const struct taub_delta_f_table *delta_f, enum taub_delta_f kind, double row[ELEMENT_COLUMNS])
{
    static const double sign[10] = {1, -2, -2, -2, 1, 2, 2, 1, 2, 1};
    const struct taub_moving moving = taub_element_moving(surface, element);
    const double t = element->value[TAUB_SURFACE_TEMPERATURE], bulk = element->value[TAUB_SURFACE_BULK];
    struct taub_delta_f_coefficients factor = {0};
    memset(row, 0, ELEMENT_COLUMNS * sizeof *row);
    if (kind != TAUB_DELTA_F_NONE)
        factor = taub_delta_f_find(delta_f, t);
    row[ELEMENT_UP] = exp(moving.rapidity);
    row[ELEMENT_DOWN] = exp(-moving.rapidity);
    for (int m = 0; m < 4; m++)
        row[ELEMENT_NORMAL + m] = moving.normal[m];
    row[ELEMENT_TIME] = moving.u[0] / t;
    row[ELEMENT_X] = moving.u[1] / t;
    row[ELEMENT_Y] = moving.u[2] / t;
    row[ELEMENT_ALONG] = hypot(moving.u[1], moving.u[2]) / t;
    const double over = kind == TAUB_DELTA_F_RELAXATION ? 1.0 / t : 1.0; /* the kernel divides by p.u/T */
    for (int n = 0; n < 10; n++)
        row[ELEMENT_SHEAR + n] = factor.shear * over * sign[n] * moving.shear[n];
    row[ELEMENT_MASS] = factor.mass * over * bulk;
    row[ELEMENT_ENERGY] = factor.energy * over * bulk * t * t;
}

struct placed {
    double rapidity;
    int64_t index;
};

static int by_rapidity(const void *a, const void *b)
{
    const struct placed *first = a, *second = b;
    if (first->rapidity != second->rapidity)
        return first->rapidity < second->rapidity ? -1 : 1;
    return (first->index > second->index) - (first->index < second->index);
}

enum taub_status taub_elements_make(const struct taub_surface_file *surface, const struct taub_delta_f_table *delta_f,
                                    enum taub_delta_f kind, struct taub_elements *out, struct taub_error *error)
{
    *out = (struct taub_elements){.count = surface->count, .symmetric = true};
    out->length = (surface->count / 64 + 1) * 64;
    out->columns = calloc((size_t)out->length * ELEMENT_COLUMNS, sizeof *out->columns);
    struct placed *order = malloc(((size_t)surface->count + 1) * sizeof *order);
    if (!out->columns || !order) {
        free(order);
        taub_elements_free(out);
        return taub_fail(error, TAUB_FAILED, "No memory for %lld elements of the surface.", (long long)surface->count);
    }
    for (int64_t n = 0; n < surface->count; n++)
        order[n] = (struct placed){taub_element_moving(surface, &surface->elements[n]).rapidity, n};
    if (!taub_surface_invariant(surface))
        qsort(order, (size_t)surface->count, sizeof *order, by_rapidity);
    for (int64_t n = 0; n < out->length; n++) {
        double row[ELEMENT_COLUMNS] = {[ELEMENT_UP] = 1, [ELEMENT_DOWN] = 1, [ELEMENT_TIME] = 1};
        if (n < surface->count)
            fill(surface, &surface->elements[order[n].index], delta_f, kind, row);
        for (int c = 0; c < ELEMENT_COLUMNS; c++) {
            out->columns[c * out->length + n] = row[c];
            out->viscous = out->viscous || (c >= ELEMENT_SHEAR && row[c] != 0.0);
        }
        out->symmetric = out->symmetric && row[ELEMENT_NORMAL + 3] == 0.0 && row[ELEMENT_SHEAR + 3] == 0.0 &&
                         row[ELEMENT_SHEAR + 6] == 0.0 && row[ELEMENT_SHEAR + 8] == 0.0;
    }
    free(order);
    return TAUB_OK;
}

void taub_elements_free(struct taub_elements *self)
{
    free(self->columns);
    self->columns = NULL;
}

enum taub_status taub_reals_upload(const struct taub_hadron_device *device, const double *values, size_t count,
                                   struct taub_buffer **out, struct taub_error *error)
{
    const size_t size = device->single ? sizeof(float) : sizeof(double);
    enum taub_status status = taub_buffer_create(device->device, (count + 1) * size, out, error);
    if (status != TAUB_OK || count == 0)
        return status;
    if (!device->single)
        return taub_buffer_upload(*out, 0, values, count * size, error);
    float *singles = malloc(count * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "No memory for %zu numbers.", count);
    for (size_t n = 0; n < count; n++)
        singles[n] = (float)values[n];
    status = taub_buffer_upload(*out, 0, singles, count * size, error);
    free(singles);
    return status;
}

enum taub_status taub_reals_download(const struct taub_hadron_device *device, struct taub_buffer *buffer,
                                     double *values, size_t count, struct taub_error *error)
{
    if (!device->single)
        return taub_buffer_download(buffer, 0, values, count * sizeof(double), error);
    float *singles = malloc((count + 1) * sizeof *singles);
    if (!singles)
        return taub_fail(error, TAUB_FAILED, "No memory for %zu numbers.", count);
    const enum taub_status status = taub_buffer_download(buffer, 0, singles, count * sizeof(float), error);
    for (size_t n = 0; n < count && status == TAUB_OK; n++)
        values[n] = singles[n];
    free(singles);
    return status;
}

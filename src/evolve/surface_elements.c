#include "evolve/surface_elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/viscous.h"

/* As in kernels/passes/surface.h. */
enum { OUTSIDE = 100, RECORD_BEFORE = 12, GRADIENTS = 16 };

/* Behind the state in a record: temperature, pressure, and the chemical potential where there is one. */
static int values_behind(const struct taub_config *config)
{
    return taub_output_surface_has(config, TAUB_SURFACE_POTENTIAL) ? 3 : 2;
}

int taub_surface_record(const struct taub_simulation *simulation)
{
    return RECORD_BEFORE + simulation->components + values_behind(simulation->config) +
           (taub_output_surface_has(simulation->config, TAUB_SURFACE_GRADIENT) ? GRADIENTS : 0);
}

/* By the place in the lattice, z first, then the number in the cell. */
static int by_place(const void *a, const void *b)
{
    const double *x = a, *y = b;
    static const int order[4] = {2, 1, 0, 3};
    for (int n = 0; n < 4; n++)
        if (x[order[n]] != y[order[n]])
            return x[order[n]] < y[order[n]] ? -1 : 1;
    return 0;
}

static struct taub_surface_element element_of(const struct taub_simulation *simulation, const double *record)
{
    struct taub_surface_element out = {{0}};
    const double *q = record + RECORD_BEFORE, *u = q + 1;
    const struct taub_config *config = simulation->config;
    const int components = simulation->components;
    memcpy(out.value, record + 4, 8 * sizeof *record);
    out.value[TAUB_SURFACE_VELOCITY] = sqrt(1.0 + (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]));
    memcpy(out.value + TAUB_SURFACE_VELOCITY + 1, u, 3 * sizeof *u);
    out.value[TAUB_SURFACE_ENERGY] = q[0];
    out.value[TAUB_SURFACE_TEMPERATURE] = q[components];
    out.value[TAUB_SURFACE_PRESSURE] = q[components + 1];
    if (taub_output_surface_has(config, TAUB_SURFACE_POTENTIAL))
        out.value[TAUB_SURFACE_POTENTIAL] = q[components + 2];
    if (taub_output_surface_has(config, TAUB_SURFACE_DIFFUSION)) {
        const double *current = q + TAUB_VISCOUS_DIFFUSION;
        /* u.q = 0 for the interpolated u, as in the state */
        out.value[TAUB_SURFACE_DIFFUSION] =
            ((u[0] * current[0] + u[1] * current[1]) + u[2] * current[2]) / out.value[TAUB_SURFACE_VELOCITY];
        memcpy(out.value + TAUB_SURFACE_DIFFUSION + 1, current, 3 * sizeof *current);
    }
    if (taub_output_surface_has(config, TAUB_SURFACE_GRADIENT))
        memcpy(out.value + TAUB_SURFACE_GRADIENT, q + components + values_behind(config), GRADIENTS * sizeof *q);
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART) {
        memcpy(out.value + TAUB_SURFACE_SHEAR, q + TAUB_VISCOUS_TT, 11 * sizeof *q);
        out.value[TAUB_SURFACE_CHARGE] = components > TAUB_VISCOUS_CHARGE ? q[TAUB_VISCOUS_CHARGE] : 0.0;
    } else
        out.value[TAUB_SURFACE_CHARGE] = q[4];
    return out;
}

/* Splits the sorted records into elements and what leaves the mesh. */
static enum taub_status split(const struct taub_simulation *simulation, const double *numbers, size_t records,
                              struct taub_surface_elements *out, struct taub_error *error)
{
    const size_t size = (size_t)taub_surface_record(simulation);
    if (records > out->room) {
        struct taub_surface_element *grown = realloc(out->list, 2 * records * sizeof *grown);
        if (!grown)
            return taub_fail(error, TAUB_FAILED, "out of memory for the elements of the freeze-out surface");
        out->list = grown;
        out->room = 2 * records;
    }
    for (size_t n = 0; n < records; n++) {
        const double *record = numbers + n * size;
        const struct taub_surface_element element = element_of(simulation, record);
        double flux[4];
        taub_surface_flux(&element, flux);
        if (record[3] >= OUTSIDE) {
            out->sums.lost += fabs(flux[0]);
        } else {
            out->sums.through += flux[0];
            out->list[out->count++] = element;
        }
    }
    return TAUB_OK;
}

enum taub_status taub_surface_elements_make(const struct taub_simulation *simulation,
                                            struct taub_surface_records *records, struct taub_surface_elements *out,
                                            struct taub_error *error)
{
    const size_t size = (size_t)taub_surface_record(simulation), count = records->count / size;
    out->count = 0;
    if (count == 0)
        return TAUB_OK;
    qsort(records->numbers, count, size * sizeof *records->numbers, by_place);
    return split(simulation, records->numbers, count, out, error);
}

void taub_gather(void *user, const struct taub_surface_element *elements, size_t count)
{
    struct taub_gathered *self = user;
    if (self->count + count > self->room) {
        const size_t room = 2 * (self->count + count);
        struct taub_surface_element *grown = realloc(self->elements, room * sizeof *grown);
        if (!grown) {
            self->lost = true;
            return;
        }
        self->elements = grown;
        self->room = room;
    }
    if (count > 0)
        memcpy(self->elements + self->count, elements, count * sizeof *elements);
    self->count += count;
}

/* The surface in the format of JETSCAPE. */
#include <stdlib.h>

#include "output/surface.h"
#include "taub/surface.h"

/* Converts an element in the Milne frame, whose normal contains the volume element tau. */
static struct taub_surface_cell cell_of(const double *v)
{
    const double tau = v[0];
    struct taub_surface_cell cell = {.tau = (float)v[0], .x = (float)v[1], .y = (float)v[2], .eta = (float)v[3]};
    for (int m = 0; m < 4; m++) {
        /* the coordinate component along eta is tau times that of the frame */
        cell.d3sigma_mu[m] = (float)(m < 3 ? v[TAUB_SURFACE_NORMAL + m] / tau : v[TAUB_SURFACE_NORMAL + m]);
        cell.umu[m] = (float)v[TAUB_SURFACE_VELOCITY + m];
    }
    for (int n = 0; n < 10; n++)
        cell.pi[n] = (float)v[TAUB_SURFACE_SHEAR + n];
    cell.energy_density = (float)v[TAUB_SURFACE_ENERGY];
    cell.temperature = (float)v[TAUB_SURFACE_TEMPERATURE];
    cell.pressure = (float)v[TAUB_SURFACE_PRESSURE];
    const double charged = v[TAUB_SURFACE_POTENTIAL] * v[TAUB_SURFACE_CHARGE];
    cell.entropy_density =
        (float)((v[TAUB_SURFACE_ENERGY] + v[TAUB_SURFACE_PRESSURE] - charged) / v[TAUB_SURFACE_TEMPERATURE]);
    cell.baryon_density = (float)v[TAUB_SURFACE_CHARGE];
    cell.mu_B = (float)v[TAUB_SURFACE_POTENTIAL];
    cell.bulk_Pi = (float)v[TAUB_SURFACE_BULK];
    return cell;
}

static enum taub_status convert_cells(const struct taub_surface_file *surface, const char *path,
                                      struct taub_surface_cell *cells, struct taub_error *error)
{
    if (!surface->physical)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: the surface is dimensionless; cells are in GeV and fm", path);
    for (int64_t n = 0; n < surface->count; n++) {
        struct taub_surface_element element = surface->elements[n];
        if (!taub_surface_to_milne(surface, &element))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "%s: element %lld at t = %g, z = %g is outside of the light cone, where there is no tau",
                             path, (long long)n, element.value[0], element.value[3]);
        cells[n] = cell_of(element.value);
    }
    return TAUB_OK;
}

enum taub_status taub_surface_cells_read(const char *path, struct taub_surface_cell **cells, size_t *count,
                                         struct taub_error *error)
{
    struct taub_surface_file surface;
    *cells = NULL;
    *count = 0;
    enum taub_status status = taub_surface_read(path, &surface, error);
    if (status != TAUB_OK)
        return status;
    *cells = surface.count > 0 ? malloc((size_t)surface.count * sizeof **cells) : NULL;
    if (surface.count > 0 && !*cells)
        status = taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", path);
    if (status == TAUB_OK)
        status = convert_cells(&surface, path, *cells, error);
    if (status == TAUB_OK) {
        *count = (size_t)surface.count;
    } else {
        free(*cells);
        *cells = NULL;
    }
    taub_surface_free(&surface);
    return status;
}

void taub_surface_cells_free(struct taub_surface_cell *cells)
{
    free(cells);
}

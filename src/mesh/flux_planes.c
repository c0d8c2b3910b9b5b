#include "mesh/flux_planes.h"

#include <math.h>

static double width_of(const struct taub_config_mesh *mesh, int a)
{
    return (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
}

/* The face nearest to coordinate x, from 0 to the number of cells. */
static int nearest_face(const struct taub_config_mesh *mesh, int a, double x)
{
    const double place = round((x - mesh->lower[a]) / width_of(mesh, a));
    return (int)fmin(fmax(place, 0.0), mesh->cells[a]);
}

int taub_flux_sides(const struct taub_config_mesh *mesh, const struct taub_config_flux_plane *plane,
                    struct taub_flux_side sides[TAUB_FLUX_SIDES])
{
    const bool box = plane->kind == TAUB_FLUX_BOX;
    int from[3], to[3], count = 0;
    for (int a = 0; a < 3; a++) {
        const bool whole = mesh->cells[a] == 1;
        from[a] = plane->lower_given && !whole ? nearest_face(mesh, a, plane->lower[a]) : 0;
        to[a] = plane->upper_given && !whole ? nearest_face(mesh, a, plane->upper[a]) : mesh->cells[a];
    }
    for (int a = 0; a < 3; a++)
        for (int upper = 0; upper < 2; upper++) {
            struct taub_flux_side *side = &sides[count];
            if (box ? mesh->cells[a] == 1 : a != (int)plane->kind || upper == 0)
                continue;
            *side = (struct taub_flux_side){.axis = a, .sign = upper ? 1.0 : -1.0};
            side->position = box ? mesh->lower[a] + (upper ? to[a] : from[a]) * width_of(mesh, a) : plane->position;
            bool any = true;
            for (int d = 0; d < 3; d++) {
                side->from[d] = d == a ? 0 : from[d];
                side->count[d] = d == a ? 1 : to[d] - from[d];
                any = any && side->count[d] > 0;
            }
            count += any;
        }
    return count;
}

double taub_flux_bytes(const struct taub_config_mesh *mesh, const struct taub_config_fluxes *fluxes)
{
    double faces = 0.0;
    for (int n = 0; n < fluxes->planes.count; n++) {
        struct taub_flux_side sides[TAUB_FLUX_SIDES];
        const int count = taub_flux_sides(mesh, &fluxes->planes.list[n], sides);
        for (int s = 0; s < count; s++)
            faces += (double)sides[s].count[0] * sides[s].count[1] * sides[s].count[2];
    }
    return faces * 4.0 * sizeof(double) * (2.0 * fluxes->count + 1.0);
}

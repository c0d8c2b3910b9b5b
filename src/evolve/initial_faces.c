/* What stands on faces at the start, from a vector potential or as averages (kernels/passes/initial.h): which faces the
 * mesh has, and whether the field is one. */
#include <stdlib.h>

#include "core/try.h"
#include "evolve/internal.h"

/* Of one vector no field crosses a wall. With blocks of several levels the last face of a block is its own where
 * coarser cells are above, along any axis. */
unsigned taub_upper_faces(const struct taub_config *config)
{
    const int vectors = taub_face_vectors(config);
    unsigned axes = 0;
    for (int a = 0; a < 3; a++) {
        const enum taub_boundary end = config->mesh.boundary[a][1];
        const bool some =
            config->mesh.refine.levels > 0 || (end != TAUB_PERIODIC && (vectors > 1 || end != TAUB_REFLECTING));
        axes |= vectors > 0 && config->mesh.cells[a] > 1 && some ? 1u << a : 0;
    }
    return axes;
}

/* What is allowed of the largest field over the smallest width of cells: rounding, of coordinates too. */
static double tolerance(const struct taub_simulation *self)
{
    return self->config->device.precision == TAUB_DOUBLE ? 1e-9 : 1e-3;
}

int taub_magnetic_component(const struct taub_system *system)
{
    return system->faces + 3 * (system->face_vectors - 1);
}

/* Adds up what all ranks have. */
static enum taub_status share_differences(struct taub_simulation *self, struct taub_difference sums[3],
                                          struct taub_error *error)
{
    const int ranks = self->comm->size;
    struct taub_difference *all = malloc((size_t)ranks * 3 * sizeof *all);
    const enum taub_status status =
        all ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory for sums of %d ranks", ranks);
    TRY(taub_simulation_agree(self, status, error));
    taub_comm_gather_all(self->comm, sums, 3 * sizeof *sums, all);
    for (int a = 0; a < 3; a++)
        sums[a] = (struct taub_difference){0, 0, 0};
    for (int n = 0; n < 3 * ranks; n++) {
        sums[n % 3].difference += all[n].difference;
        sums[n % 3].faces += all[n].faces;
        sums[n % 3].given += all[n].given;
    }
    free(all);
    return TAUB_OK;
}

/* Means of faces and of points differ by second order of the width of cells, and by a few per cent at sharp edges; one
 * component that is lost or has the other sign by all of both. Below rounding of the whole field nothing is compared,
 * nor where `initial` gives no field at all. */
enum taub_status taub_simulation_check_potential(struct taub_simulation *self, const char *whose,
                                                 const struct taub_difference own[3], struct taub_error *error)
{
    const double most = 0.5;
    struct taub_difference sums[3] = {own[0], own[1], own[2]};
    TRY(share_differences(self, sums, error));
    const double given = sums[0].given + sums[1].given + sums[2].given;
    const double whole = given + sums[0].faces + sums[1].faces + sums[2].faces;
    for (int a = 0; a < 3; a++) {
        const double size = sums[a].faces + sums[a].given;
        if (given == 0.0 || sums[a].difference <= most * size || sums[a].difference <= tolerance(self) * whole)
            continue;
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: B_%c of `%s` (state[%d]) and of the curl of vector_potential differ by %.3g of the "
                         "sum of their sizes, over all cells (at most %g is taken for what cells do not resolve): one "
                         "is wrong by its sign or lacks something",
                         self->config->initial.file, "xyz"[a], whose, taub_magnetic_component(self->system) + a,
                         sums[a].difference / size, most);
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_check_divergence(struct taub_simulation *self, struct taub_error *error)
{
    double totals[MOST_REDUCTIONS];
    if (!self->system->face_vectors)
        return TAUB_OK;
    TRY(taub_simulation_totals(self, totals, error));
    /* maxwell: of D less the charges, and of B, behind the largest of either */
    for (int n = 0; n < self->system->face_vectors; n++) {
        const int at = taub_system_reductions(self->system, self->config) - self->system->face_vectors + n;
        const double largest = totals[at - self->system->face_vectors], divergence = totals[at];
        if (divergence <= tolerance(self) * largest || divergence == 0.0)
            continue;
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial data: the %s has a divergence of %.3g of its largest size over the smallest "
                         "width of cells (at most %g is taken for rounding). A field that is given by its values has "
                         "to be uniform along its direction, and periodic where the mesh is; one from a vector "
                         "potential has none, if the potential's curl is periodic there.",
                         n + 1 < self->system->face_vectors ? "electric displacement" : "magnetic field",
                         divergence / largest, tolerance(self));
    }
    return TAUB_OK;
}

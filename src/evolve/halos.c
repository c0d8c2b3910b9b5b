/* The lists of copies of a simulation, on the host and on its device. */
#include "core/try.h"
#include "evolve/internal.h"

bool taub_simulation_sees_corners(const struct taub_simulation *self)
{
    return self->scheme->corners || self->config->mesh.refine.levels > 0;
}

/* On a sphere the sides of panels are no copies, but interpolated (passes/ghosts.h), from zones of other ranks, too;
 * what a layer of blocks takes from the next one as it is (sphere_layers) stands beside them. */
static struct taub_halo_wish wish_of(const struct taub_simulation *self, enum taub_op_halo halo)
{
    const bool sphere = self->mesh->sphere, finer = halo >= TAUB_HALO_FINER, meeting = halo == TAUB_HALO_MEETING;
    const bool all = halo == TAUB_HALO_ALL || finer;
    /* electric fields of edges are shared across edges; other schemes compute the fluxes of finer faces anew */
    const bool edges = meeting && self->system->face_vectors;
    return (struct taub_halo_wish){.axes = sphere           ? 4u
                                           : all || meeting ? 7u
                                                            : 1u << (halo - TAUB_HALO_ALONG_X),
                                   .finer_at = finer ? 1 + (int)(halo - TAUB_HALO_FINER) : 0,
                                   .meeting = !meeting ? 0
                                              : edges  ? 1
                                                       : taub_scheme_ghosts(self->config),
                                   .corners = (all && taub_simulation_sees_corners(self)) || edges,
                                   .beside = sphere && !all,
                                   .faces = sphere ? 0u : taub_upper_faces(self->config)};
}

/* By operations of a step, or by what a scheme does once with a state from outside. */
static bool is_wanted(const struct taub_simulation *self, enum taub_op_halo halo)
{
    bool wanted = halo == TAUB_HALO_ALL || (self->mesh->sphere && halo == TAUB_HALO_ALONG_Z) ||
                  (halo >= TAUB_HALO_FINER && (int)(halo - TAUB_HALO_FINER) < self->mesh->levels);
    for (int variant = 0; variant < self->plan->variants; variant++)
        for (int o = 0; o < self->plan->steps[variant].count; o++)
            wanted = wanted || self->plan->steps[variant].ops[o].halo == halo ||
                     self->plan->steps[variant].ops[o].list == halo;
    return wanted;
}

static enum taub_status create(struct taub_simulation *self, struct taub_halo_lists *lists, enum taub_op_halo halo,
                               struct taub_error *error)
{
    const struct taub_halo_wish wish = wish_of(self, halo);
    TRY(taub_halo_create(self->mesh, &wish, &lists->halo, error));
    for (int part = 0; part < TAUB_HALO_PARTS; part++) {
        const size_t bytes = (size_t)lists->halo->count[part] * sizeof(struct taub_copy);
        if (bytes == 0)
            continue;
        TRY(taub_buffer_create(self->device, bytes, &lists->list[part], error));
        TRY(taub_buffer_upload(lists->list[part], 0, lists->halo->list[part], bytes, error));
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_create_halos(struct taub_simulation *self, struct taub_error *error)
{
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        if (is_wanted(self, halo))
            TRY(create(self, &self->halos[halo], halo, error));
    return TAUB_OK;
}

void taub_simulation_destroy_halos(struct taub_simulation *self)
{
    for (int halo = 0; halo < TAUB_HALOS; halo++) {
        taub_halo_destroy(self->halos[halo].halo);
        for (int part = 0; part < TAUB_HALO_PARTS; part++)
            taub_buffer_destroy(self->halos[halo].list[part]);
    }
}

long taub_simulation_most_zones(const struct taub_simulation *self)
{
    long most = 0;
    for (int halo = 0; halo < TAUB_HALOS; halo++)
        for (int part = TAUB_HALO_OUT; part <= TAUB_HALO_IN; part++)
            if (self->halos[halo].halo && self->halos[halo].halo->zones[part] > most)
                most = self->halos[halo].halo->zones[part];
    return most;
}

void taub_simulation_over_list(const struct taub_simulation *self, enum taub_op_halo halo, enum taub_halo_part part,
                               int slot, struct taub_launch *launch)
{
    launch->shape.blocks = 1;
    for (int a = 0; a < 3; a++)
        launch->range.lower[a] = 0;
    launch->range.upper[0] = TAUB_COPY_CELLS;
    launch->range.upper[1] = self->halos[halo].halo->count[part];
    launch->range.upper[2] = 1;
    launch->fields[slot] = self->halos[halo].list[part];
}

struct taub_launch taub_simulation_list_launch(const struct taub_simulation *self, enum taub_op_halo halo,
                                               enum taub_halo_part part)
{
    struct taub_launch launch = taub_simulation_launch(self, PASS_COPIES);
    taub_simulation_over_list(self, halo, part, 2, &launch);
    return launch;
}

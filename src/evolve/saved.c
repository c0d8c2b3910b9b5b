/* What a checkpoint keeps of a simulation, and the way back. */
#include <string.h>

#include "core/try.h"
#include "evolve/dense.h"
#include "evolve/internal.h"

/* Components of a field of the scheme's own that a checkpoint keeps beside the conserved and the primitive state. */
static int own_state(const struct taub_plan *plan, int field)
{
    return plan->fields[field].life == TAUB_LIFE_STATE ? plan->fields[field].components : 0;
}

enum taub_status taub_simulation_save(struct taub_simulation *self, double *values, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool recovered = taub_simulation_conserved_only(self);
    struct taub_buffer *const primitive =
        recovered ? taub_simulation_field(self, TAUB_FIELD_NEXT) : taub_simulation_primitive_now(self);
    struct taub_buffer *const conserved = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
    const int components = self->stored;
    TRY(taub_simulation_check_whole(self, error));
    if (recovered)
        TRY(taub_simulation_launch_pointwise(self, PASS_RECOVER, primitive, conserved, 0, error));
    TRY(taub_simulation_download_dense(self, conserved, components, 0, components, values, error));
    TRY(taub_simulation_download_dense(self, primitive, components, 0, components, values + (size_t)components * zones,
                                       error));
    values += (size_t)(2 * components) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0)
            TRY(taub_simulation_download_dense(self, taub_simulation_field(self, f), own, 0, own, values, error));
        values += (size_t)own * zones;
    }
    for (int a = 0; a < 3; a++)
        if (taub_saved_upper_faces(self->config) & 1u << a) {
            TRY(taub_simulation_download_upper(self, conserved, self->system->faces + a, a, values, error));
            values += zones;
        }
    return TAUB_OK;
}

int taub_simulation_saved_components(const struct taub_simulation *self)
{
    return taub_memory_saved_components(self->config);
}

enum taub_status taub_simulation_load(struct taub_simulation *self, const double *values, unsigned upper_faces,
                                      int64_t step, double time, double dt, double allowed,
                                      const int64_t counters[TAUB_COUNTS_SAVED], struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const double *upper = values + (size_t)taub_memory_state_components(self->config) * zones;
    taub_simulation_change_state(self);
    self->phase = (int)(step % self->plan->phases);
    memcpy(self->at, self->plan->at[self->phase], sizeof self->at);
    self->lacks_faces = upper_faces != taub_saved_upper_faces(self->config);
    enum taub_status status = taub_simulation_upload_saved(self, values, self->lacks_faces ? NULL : upper, error);
    if (status == TAUB_OK && !taub_simulation_conserved_only(self))
        status = taub_simulation_upload_dense(self, taub_simulation_primitive_now(self), self->stored,
                                              values + (size_t)self->stored * zones, error);
    self->clock.step = (long)step;
    self->clock.time = time;
    self->clock.dt = dt;
    self->clock.allowed = allowed;
    for (int n = 0; n < TAUB_COUNTS_SAVED; n++)
        self->clock.counts[n] = (long)counters[n];
    self->repeated_steps = counters[TAUB_COUNT_REPEATED_STEPS];
    self->blocks_held_back = counters[TAUB_COUNT_BLOCKS_HELD_BACK];
    self->clock.counts[TAUB_COUNT_REPEATED_STEPS] = self->clock.counts[TAUB_COUNT_BLOCKS_HELD_BACK] = 0;
    taub_simulation_assign_counters(self);
    values += (size_t)(2 * self->stored) * zones;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++) {
        const int own = own_state(self->plan, f);
        if (own > 0 && status == TAUB_OK)
            status = taub_simulation_upload_dense(self, taub_simulation_field(self, f), own, values, error);
        values += (size_t)own * zones;
    }
    if (status == TAUB_OK)
        status = taub_simulation_upload_clock(self, error);
    TRY(taub_simulation_agree(self, status, error));
    return taub_simulation_prepare(self, false, error);
}

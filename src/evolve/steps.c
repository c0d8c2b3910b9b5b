/* Steps of a simulation, and what is said and kept when one fails. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/locale.h"
#include "core/fault.h"
#include "core/try.h"
#include "evolve/regrid.h"
#include "mesh/geometry.h"

/* Steps enqueued before the host looks at the clock again; the device holds those past the end, which cost little. */
enum { BATCH = 64 };
enum { MOST_HALVINGS = 5 }; /* of a step that fails */

enum taub_status taub_simulation_download_clock(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_agree(self, taub_buffer_download(self->control, 0, &self->clock, sizeof self->clock, error),
                              error));
    self->clock.failed_cell[0] /= self->mesh->parts; /* devices count the parts of complex fields as blocks */
    return taub_simulation_share_clock(self, error);
}

enum taub_status taub_simulation_run_recorded(struct taub_simulation *self, int phase, int64_t steps,
                                              struct taub_error *error)
{
    const int phases = self->plan->phases;
    for (; steps > 0 && phase != 0; steps--, phase = (phase + 1) % phases)
        TRY(taub_sequence_run(self->step[phase], 1, error));
    if (steps >= phases)
        TRY(taub_sequence_run(self->cycle, (int)(steps / phases), error));
    for (; phase < steps % phases; phase++)
        TRY(taub_sequence_run(self->step[phase], 1, error));
    return TAUB_OK;
}

void taub_simulation_counts(const struct taub_simulation *self, int64_t counts[TAUB_COUNTS])
{
    const struct taub_control *clock = &self->clock;
    const int step[TAUB_COUNTS] = {[TAUB_COUNT_RECOVERY_FAILURES] = clock->recovery_failures,
                                   [TAUB_COUNT_FLOORED] = clock->floored,
                                   [TAUB_COUNT_REGULATED] = clock->regulated,
                                   [TAUB_COUNT_ITERATIONS_EXCEEDED] = clock->iterations_exceeded,
                                   [TAUB_COUNT_FIRST_ORDER_CELLS] = clock->first_order_cells,
                                   [TAUB_COUNT_SHOCK_CELLS] = clock->shock_cells,
                                   [TAUB_COUNT_BOUNDED_SCALARS] = clock->bounded_scalars,
                                   [TAUB_COUNT_LOW_BETA_CELLS] = clock->low_beta_cells,
                                   [TAUB_COUNT_LOST] = clock->lost,
                                   [TAUB_COUNT_LOST_ENERGY] = clock->lost_energy};
    for (int n = 0; n < TAUB_COUNTS; n++)
        counts[n] = (int64_t)clock->counts[n] + step[n];
    for (int cause = 0; cause < TAUB_CAUSES; cause++)
        counts[TAUB_COUNT_CAUSE + cause] += clock->causes[cause];
    counts[TAUB_COUNT_REPEATED_STEPS] = self->repeated_steps;
    counts[TAUB_COUNT_BLOCKS_HELD_BACK] = self->blocks_held_back;
}

static const char *failure_text(int failure)
{
    switch (failure) {
    case TAUB_FAILURE_NAN:
        return "a value is not a number";
    case TAUB_FAILURE_RECOVERY:
        return "no primitive state could be recovered from the conserved one";
    default:
        return "the time step is too short";
    }
}

/* For messages: what step the state asks for, and what it is too short for. */
static void compare_least_step(const struct taub_control *clock, char *text, size_t size)
{
    text[0] = '\0';
    if (clock->failed != TAUB_FAILURE_TIME_STEP)
        return;
    if (clock->minimum_step > 0.0 && !(clock->refused_step >= clock->minimum_step))
        snprintf(text, size, ": the state asks for %.4g, and time.minimum_step is %.4g", clock->refused_step,
                 clock->minimum_step);
    else if (!(clock->minimum_step > 0.0) && clock->refused_step < TAUB_LEAST_SHARE * clock->longest)
        snprintf(text, size, ": the state asks for %.4g, the longest step was %.4g (time.minimum_step)",
                 clock->refused_step, clock->longest);
    else
        snprintf(text, size, ": the state asks for %.4g, which does not change the time", clock->refused_step);
}

enum taub_status taub_simulation_step_bound(struct taub_simulation *self, double *bound, struct taub_error *error)
{
    struct taub_launch list[8], speed = taub_simulation_launch(self, PASS_SPEED);
    int at = 0;
    double rate = 0.0;
    float single = 0.0f;
    speed.fields[0] = self->rows[0];
    speed.fields[1] = taub_simulation_primitive_now(self);
    enum taub_status status = taub_simulation_upload_clock(self, error);
    if (status == TAUB_OK)
        status = taub_device_launch(self->device, &speed, error);
    const int count = taub_simulation_append_reduction(self, PASS_MAXIMA, list, &at);
    for (int n = 0; n < count && status == TAUB_OK; n++)
        status = taub_device_launch(self->device, &list[n], error);
    void *target = self->real_bytes == sizeof(double) ? (void *)&rate : (void *)&single;
    if (status == TAUB_OK)
        status = taub_buffer_download(self->rows[at], 0, target, self->real_bytes, error);
    TRY(taub_simulation_agree(self, status, error));
    rate = taub_simulation_share_largest(self, self->real_bytes == sizeof(double) ? rate : single);
    rate = taub_largest_rate(self->config->mesh.coordinates, rate, self->clock.time);
    *bound = rate > 0.0 && isfinite(rate) ? self->clock.cfl / rate : 0.0;
    return TAUB_OK;
}

/* For messages: "", or how a fixed step compares with its bound. */
static void compare_step(struct taub_simulation *self, char *text, size_t size)
{
    double bound = 0.0;
    text[0] = '\0';
    if (self->clock.fixed_step > 0.0 && taub_simulation_step_bound(self, &bound, NULL) == TAUB_OK && bound > 0.0 &&
        self->clock.fixed_step > bound)
        snprintf(text, size, "; time.step, %.4g, is above the bound of this state, %.4g (time.cfl %g)",
                 self->clock.fixed_step, bound, self->clock.cfl);
}

/* For messages: data of a face that hold no gas fail its cells where nothing scales them, and a state that the user's
 * source drives out of all fluids is lost with any step and mesh. */
static const char *what_may_be_why(const struct taub_simulation *self)
{
    const struct taub_config_scheme *scheme = &self->config->scheme;
    const bool godunov = scheme->kind == TAUB_SCHEME_ADER_WENO || scheme->kind == TAUB_SCHEME_RK_WENO;
    if (godunov && !scheme->positivity)
        return "; scheme.positivity: on keeps density and pressure at faces positive";
    return self->config->source.file ? "; perhaps the source leaves no fluid: it must not take more than the thermal "
                                       "energy, and a force has to "
                                       "add its work (force times velocity) to the energy"
                                     : "";
}

/* The state is what the failed step started from, or where nothing else is left, what its last whole part has made. */
static enum taub_status take_step_back(struct taub_simulation *self, struct taub_error *error)
{
    if (!taub_simulation_conserved_only(self))
        return taub_simulation_restore_primitive(self, error);
    const int held = taub_plan_state_after(self->plan, self->phase, self->clock.failed_part);
    if (held != self->at[TAUB_FIELD_CONSERVED]) {
        self->at[TAUB_FIELD_NEXT] = self->at[TAUB_FIELD_CONSERVED];
        self->at[TAUB_FIELD_CONSERVED] = held;
    }
    return TAUB_OK;
}

/* Whether steps leave this field as it was and make a new one, which takes its place at their end. */
static bool is_left(const struct taub_step *step, int field)
{
    bool left = true;
    for (int o = 0; o < step->count; o++)
        for (int n = 0; n < TAUB_MAX_FIELDS; n++)
            left = left && (step->ops[o].operand[n].field != field || step->ops[o].kind == TAUB_OP_SWAP ||
                            !taub_touch_writes(step->ops[o].operand[n].touch));
    return left;
}

/* Whether the state at the start of the failed step stands, all of it, and a shorter step may help. */
static bool may_repeat(const struct taub_simulation *self)
{
    const bool derives = !taub_simulation_conserved_only(self); /* anew, what follows from the state */
    bool stands = self->clock.failed_part == 0;
    for (int f = TAUB_FIELD_OWN; f < self->plan->field_count; f++)
        stands = stands && (self->plan->fields[f].life != TAUB_LIFE_STATE || self->plan->fields[f].components == 0 ||
                            (derives && is_left(taub_plan_step(self->plan, self->phase), f)));
    return stands && self->clock.failed == TAUB_FAILURE_RECOVERY && self->clock.fixed_step == 0.0 &&
           self->clock.halvings < MOST_HALVINGS;
}

/* The last resort before a run gives up: the same step, half as long. */
static enum taub_status repeat_step(struct taub_simulation *self, struct taub_error *error)
{
    TRY(taub_simulation_agree(self, take_step_back(self, error), error));
    taub_simulation_forget_step(self);
    self->clock.failed = TAUB_FAILURE_NONE;
    self->clock.halvings++;
    self->repeated_steps++;
    return TAUB_OK;
}

/* Half of a step that has failed is too short to be taken: the failure is that of the step before, in its cell. */
static void keep_last_halving(struct taub_simulation *self)
{
    self->clock.failed = TAUB_FAILURE_RECOVERY;
    self->clock.halvings--;
    self->repeated_steps--;
}

/* For messages: which steps were tried, and why no shorter one. */
static void tell_repeated(const struct taub_control *clock, char *text, size_t size)
{
    char tried[80] = "";
    if (clock->halvings > 0)
        snprintf(tried, sizeof tried, ", with dt and with what is %d times as long", 1 << clock->halvings);
    snprintf(text, size, "%s%s", tried,
             clock->refused_step > 0.0 ? "; half of dt is too short (time.minimum_step)" : "");
}

/* Takes the failed step back and says where and when. */
static enum taub_status report_failure(struct taub_simulation *self, struct taub_error *error)
{
    const struct taub_control clock = self->clock;
    int place[3];
    taub_mesh_stored_place(self->mesh, clock.failed_cell[0], place);
    const int at[3] = {place[0] + clock.failed_cell[3], place[1] + clock.failed_cell[2],
                       place[2] + clock.failed_cell[1]};
    double x[3];
    char step[160];
    taub_mesh_center(self->mesh, at[0], at[1], at[2], x);
    if (clock.failed == TAUB_FAILURE_RECOVERY) {
        char kept[128] = "", repeated[160];
        TRY(take_step_back(self, error));
        if (clock.failed_part > 0)
            snprintf(kept, sizeof kept,
                     "; what is kept is not the start of the step but the state after %d of its %d parts",
                     clock.failed_part, taub_plan_parts(self->plan, self->phase));
        tell_repeated(&clock, repeated, sizeof repeated);
        compare_step(self, step, sizeof step);
        /* How many have failed is not known: what has not begun when the first one does is left out, which threads,
         * ranks and parts that are computed while zones travel change. */
        return taub_fail_numerics(
            error, "step %ld at time %.8g (dt %.3g): %s in at least one cell, (%d, %d, %d) at (%g, %g, %g)%s%s%s%s",
            clock.step + 1, clock.time, clock.dt, failure_text(clock.failed), at[0], at[1], at[2], x[0], x[1], x[2],
            repeated, step, kept, what_may_be_why(self));
    }
    char least[160];
    compare_step(self, step, sizeof step);
    compare_least_step(&clock, least, sizeof least);
    return taub_fail_numerics(error, "step %ld at time %.8g (last dt %.3g): %s%s%s", clock.step + 1, clock.time,
                              clock.dt, failure_text(clock.failed), least, step);
}

/* Blocks follow the flow after so many steps; 0: never. */
static int steps_of_tree(const struct taub_simulation *self)
{
    const struct taub_config_refine *refine = &self->config->mesh.refine;
    return refine->levels > 0 ? refine->every : 0;
}

static enum taub_status follow_flow(struct taub_simulation *self, struct taub_error *error)
{
    const int every = steps_of_tree(self);
    bool changed;
    return every > 0 && self->clock.step % every == 0 ? taub_simulation_regrid(self, true, &changed, error) : TAUB_OK;
}

/* Enough steps to reach the end, as far as the last one tells. */
static int64_t batch_size(const struct taub_simulation *self, int64_t steps)
{
    const int every = steps_of_tree(self);
    steps = every > 0 && every - self->clock.step % every < steps ? every - self->clock.step % every : steps;
    const double left = fmin(self->clock.until, self->clock.pause) - self->clock.time;
    int64_t size = self->clock.dt > 0.0 ? (int64_t)fmin(ceil(left / self->clock.dt), BATCH) : 1;
    size = size < 1 ? 1 : size;
    return size < steps ? size : steps;
}

enum taub_status taub_simulation_check_whole(const struct taub_simulation *self, struct taub_error *error)
{
    return self->broken ? taub_fail(error, TAUB_FAILED,
                                    "a device or a rank failed within a step, and what it leaves is no state")
                        : TAUB_OK;
}

static enum taub_status advance(struct taub_simulation *self, int64_t steps, double until, double pause,
                                struct taub_error *error)
{
    TRY(taub_simulation_check_whole(self, error));
    if (self->clock.failed)
        return taub_fail_numerics(error, "the simulation has failed before; its last good state is at time %.8g",
                                  self->clock.time);
    while (steps > 0 && self->clock.time < fmin(until, pause)) {
        const long before = self->clock.step;
        self->clock.until = until;
        self->clock.pause = pause;
        self->clock.steps_left = (long)steps;
        self->clock.paused = 0;
        taub_simulation_change_state(self);
        TRY(taub_simulation_agree(self, taub_simulation_upload_clock(self, error), error));
        const int64_t batch = batch_size(self, steps);
        enum taub_status status = self->ranks ? taub_simulation_share_steps(self, batch, error)
                                              : taub_simulation_run_recorded(self, self->phase, batch, error);
        status = taub_simulation_agree(self, status, error);
        self->broken = status != TAUB_OK;
        TRY(status);
        TRY(taub_simulation_download_clock(self, error));
        const long done = self->clock.step - before;
        steps -= done;
        self->updates += (double)done * (double)taub_simulation_all_zones(self);
        self->phase = (int)((self->phase + done) % self->plan->phases);
        memcpy(self->at, self->plan->at[self->phase], sizeof self->at);
        if (may_repeat(self))
            TRY(repeat_step(self, error));
        else if (self->clock.failed == TAUB_FAILURE_TIME_STEP && self->clock.halvings > 0)
            keep_last_halving(self);
        if (self->clock.failed)
            return taub_simulation_tell_failure(self, report_failure(self, error), error);
        if (done > 0)
            TRY(follow_flow(self, error));
    }
    return TAUB_OK;
}

enum taub_status taub_simulation_advance_to(struct taub_simulation *self, int64_t steps, double until, double pause,
                                            struct taub_error *error)
{
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const enum taub_status status = advance(self, steps, until, pause, error);
    taub_plain_locale_end(&plain);
    return status;
}

/* Of times that callers add up the last digits differ. */
static bool is_past(double until, double now)
{
    return !(until >= now - 1e-12 * fabs(now));
}

static enum taub_status advance_from_outside(struct taub_simulation *self, int64_t steps, double until,
                                             struct taub_error *error)
{
    if (steps < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%lld steps were asked for; expected 0 or more", (long long)steps);
    if (is_past(until, self->clock.time))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "the simulation is at time %.17g and cannot go to %.17g; expected no earlier time",
                         self->clock.time, until);
    return advance(self, steps, until, HUGE_VAL, error);
}

enum taub_status taub_simulation_advance(struct taub_simulation *self, int64_t steps, double until,
                                         struct taub_error *error)
{
    TRY(taub_simulation_enter(self, error));
    return taub_simulation_leave(self, advance_from_outside(self, steps, until, error));
}

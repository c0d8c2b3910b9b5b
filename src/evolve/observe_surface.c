/* The freeze-out surface of a run: found while it goes on, written behind it, kept in checkpoints. */
#include <math.h>
#include <stdio.h>

#include "core/clock.h"
#include "core/try.h"
#include "evolve/runner.h"

static enum taub_status deliver_elements(void *user, const struct taub_surface_element *elements, size_t count,
                                         struct taub_error *error)
{
    struct runner *run = user;
    run->surface_elements += (int64_t)count;
    if (run->options->surface)
        run->options->surface(run->options->surface_user, elements, count);
    return run->output ? taub_output_surface(run->output, elements, count, error) : TAUB_OK;
}

enum taub_status taub_surface_prepare(struct runner *run, struct taub_error *error)
{
    if (!taub_surface_wanted(run->config))
        return TAUB_OK;
    TRY(taub_surface_create(run->simulation, &run->surface, error));
    /* ranks agree after each look whether it was written */
    if (run->comm->size == 1 && !run->silent)
        TRY(taub_surface_drain_create(run->surface, deliver_elements, run, &run->drain, error));
    if (run->restored.size > 0)
        return taub_runner_agree(run, taub_surface_load(run->surface, &run->restored, error), error);
    return taub_surface_begin(run->surface, error);
}

enum taub_status taub_surface_append(struct runner *run, struct taub_error *error)
{
    if (!run->surface || run->restored.size == 0 || !run->appends)
        return TAUB_OK;
    const enum taub_status status =
        run->output ? taub_output_surface_keep(run->output, run->restored.elements, error) : TAUB_OK;
    return taub_runner_agree(run, status, error);
}

enum taub_status taub_write_surface(struct runner *run, struct taub_error *error)
{
    const struct taub_surface_element *elements;
    size_t count;
    if (!run->surface)
        return TAUB_OK;
    const double before = taub_seconds();
    enum taub_status status;
    if (run->drain) {
        status = taub_surface_drain_look(run->drain, error);
    } else {
        TRY(taub_surface_look(run->surface, &elements, &count, error));
        status = taub_runner_agree(run, deliver_elements(run, elements, count, error), error);
    }
    run->surface_seconds += taub_seconds() - before;
    return status;
}

/* Of the energy that leaves the hot matter: what is told to the user. */
#define SHARE_TOLD 1e-6

enum taub_status taub_surface_end(struct runner *run, struct taub_error *error)
{
    char text[320];
    int64_t count = 0;
    if (!run->surface)
        return TAUB_OK;
    enum taub_status status = taub_write_surface(run, error);
    const enum taub_status drained = taub_surface_drain_wait(run->drain, status == TAUB_OK ? error : NULL);
    status = status == TAUB_OK ? drained : status;
    if (!run->output && !run->silent) /* that of another rank */
        return status;
    const enum taub_status flushed =
        run->silent ? TAUB_OK : taub_output_surface_flush(run->output, &count, status == TAUB_OK ? error : NULL);
    if (run->silent)
        count = run->surface_elements;
    const struct taub_surface_sums sums = taub_surface_sums(run->surface);
    const double all = fabs(sums.through) + sums.lost, share = all > 0.0 ? sums.lost / all : 0.0;
    run->result->surface = (struct taub_result_surface){true, count, sums.through, share, run->surface_seconds};
    if (!run->silent) {
        taub_output_summary_number(run->output, "surface.elements", (double)count);
        taub_output_summary_number(run->output, "surface.energy", sums.through);
        taub_output_summary_number(run->output, "surface.lost_share", share);
        taub_output_summary_number(run->output, "surface.seconds", run->surface_seconds);
    }
    if (share > SHARE_TOLD && run->options->notice) {
        snprintf(
            text, sizeof text,
            "surface.h5: the freeze-out surface reaches the outside of the mesh; %.3g %% of the energy that leaves "
            "the matter above it does so there and is not in the file. A larger mesh keeps it.",
            100.0 * share);
        run->options->notice(run->options->user, text);
    }
    return status == TAUB_OK ? flushed : status;
}

enum taub_status taub_surface_hold(struct runner *run, struct taub_error *error)
{
    struct taub_checkpoint_surface *held = &run->held;
    if (!run->surface || held->values)
        return TAUB_OK;
    /* a run whose elements cannot be written has its last checkpoint all the same */
    const enum taub_status drained = taub_surface_drain_wait(run->drain, error);
    enum taub_status status = taub_surface_save(run->surface, held, drained == TAUB_OK ? error : NULL);
    if (status == TAUB_OK && run->output)
        status = taub_output_surface_flush(run->output, &held->elements, drained == TAUB_OK ? error : NULL);
    return taub_runner_agree(run, drained == TAUB_OK ? status : drained, error);
}

/* taub sample: hadrons drawn from a freeze-out surface, for afterburners. */
#include "hadron_options.h"
#include "hadrons/oscar_write.h"

void cli_sample_print(const struct taub_sample_summary *summary, int events, const char *path)
{
    printf("%lld hadrons in %d events (%.6g each), from %lld candidates; drawn in %.3f s; in %s\n",
           (long long)summary->hadrons, events, (double)summary->hadrons / events, (long long)summary->candidates,
           summary->seconds, path);
}

int cli_sample(const struct cli_options *options)
{
    struct cli_hadron_inputs inputs;
    struct taub_oscar_writer *writer = NULL;
    struct taub_sample_summary summary;
    struct taub_error error;
    enum taub_status status = cli_hadrons_open(options, "hadrons.oscar", &inputs);
    if (status != TAUB_OK)
        return status;
    const struct taub_sample_config config = {.delta_f = inputs.config.delta_f,
                                              .rapidity_max = inputs.config.rapidity_max,
                                              .seed = options->seed_given ? (uint64_t)options->seed : 1,
                                              .events = options->events ? (int)options->events : 1};
    status = taub_oscar_create(inputs.output, &inputs.list, &writer, &error);
    if (status == TAUB_OK) {
        struct taub_error finish;
        status = taub_sample_surface(&inputs.device, &inputs.surface, &inputs.list, &config, taub_oscar_take, writer,
                                     &summary, &error);
        const enum taub_status finished = taub_oscar_finish(writer, status == TAUB_OK, &finish);
        if (status == TAUB_OK && finished != TAUB_OK) {
            status = finished;
            error = finish;
        }
    }
    if (status == TAUB_OK && !options->quiet)
        cli_sample_print(&summary, config.events, inputs.output);
    cli_hadrons_close(&inputs);
    return status == TAUB_OK ? (int)status : cli_report(&error);
}

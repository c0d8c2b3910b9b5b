/* taub batch: many events of one case. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli.h"
#include "batch/study.h"
#include "core/parallel.h"

struct progress_line {
    bool quiet, terminal, drawn;
    double shown; /* events done */
};

static void end_line(struct progress_line *self)
{
    if (self->drawn)
        fputc('\n', stderr);
    self->drawn = false;
}

static void show_progress(void *user, const struct taub_batch_progress *progress)
{
    struct progress_line *self = user;
    struct winsize size;
    char line[256];
    /* if this is not a terminal, one line per hundredth of the events */
    const bool last = progress->done == progress->total;
    if (self->quiet ||
        (!self->terminal && !last && (double)progress->done - self->shown < 0.01 * (double)progress->total) ||
        !cli_stderr_ready(0))
        return;
    self->shown = (double)progress->done;
    int used = snprintf(line, sizeof line, "event %lld/%lld", (long long)progress->done, (long long)progress->total);
    if (progress->failed > 0)
        used += snprintf(line + used, sizeof line - (size_t)used, "  %lld failed", (long long)progress->failed);
    used += snprintf(line + used, sizeof line - (size_t)used, "  %.3g events/s  %s zone updates/s",
                     progress->events_per_second, cli_rate(progress->zone_updates_per_second).text);
    if (progress->seconds_left >= 0 && !last)
        snprintf(line + used, sizeof line - (size_t)used, "  %s left", cli_duration(progress->seconds_left).text);
    const int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
    if (self->terminal)
        fprintf(stderr, "\r\033[K%.*s", columns - 1, line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
    self->drawn = self->terminal;
}

static void show_failed(void *user, int64_t event, const char *reason)
{
    end_line(user);
    if (!cli_stderr_ready(0))
        return;
    fprintf(stderr, "event %lld failed: ", (long long)event);
    cli_print_text(stderr, reason);
    fputc('\n', stderr);
}

static void show_start(void *user, const char *text)
{
    const struct progress_line *self = user;
    cli_stepping(true);
    if (!self->quiet && cli_stderr_ready(0))
        fprintf(stderr, "device   %s\n", text);
}

/* out/NAME, where NAME is the name of the study's file without its ending. */
static void default_folder(const char *path, char *folder, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *ending = strrchr(name, '.');
    const bool yaml = ending && ending != name && (!strcmp(ending, ".yaml") || !strcmp(ending, ".yml"));
    snprintf(folder, size, "out/%.*s", yaml ? (int)(ending - name) : (int)strlen(name), name);
}

/* What the workers, which compute the events, spent their time on. */
static void print_parts(const struct taub_batch_progress *done)
{
    static const char *const names[TAUB_BATCH_PARTS] = {"preparing events", "steps", "the surface", "hadrons",
                                                        "the rest"};
    double all = 0.0;
    for (int n = 0; n < TAUB_BATCH_PARTS; n++)
        all += done->seconds[n];
    if (!(all > 0.0))
        return;
    printf("workers  %s in all:", cli_duration(all).text);
    for (int n = 0; n < TAUB_BATCH_PARTS; n++)
        if (done->seconds[n] > 0.0)
            printf("%s %.1f %% %s", n > 0 ? "," : "", 100.0 * done->seconds[n] / all, names[n]);
    putchar('\n');
}

int cli_batch(const struct cli_options *options)
{
    struct taub_error error;
    struct taub_batch_progress done;
    char folder[4096];
    struct progress_line line = {options->quiet, isatty(STDERR_FILENO), false, 0};
    if (options->output)
        snprintf(folder, sizeof folder, "%s", options->output);
    else
        default_folder(options->input[0], folder, sizeof folder);
    const struct taub_batch_options batch = {.folder = folder,
                                             .overrides = options->overrides,
                                             .override_count = options->override_count,
                                             .again = options->again,
                                             .progress = show_progress,
                                             .failed = show_failed,
                                             .started = show_start,
                                             .user = &line,
                                             .interrupt = cli_catch_signals()};
    const enum taub_status status = taub_batch_run(options->input[0], &batch, &done, &error);
    cli_stepping(false);
    end_line(&line);
    if (status != TAUB_OK)
        cli_report(&error);
    if (status != TAUB_BAD_INPUT && !options->quiet)
        print_parts(&done);
    if (status != TAUB_BAD_INPUT && !options->quiet)
        printf("events   %lld of %lld, %lld failed\nresults  %s/results.h5\n", (long long)done.done,
               (long long)done.total, (long long)done.failed, folder);
    return status;
}

/* taub check STUDY: the part about the study; the part about its first case follows. */
static void print_study(const struct cli_options *options, const struct taub_study *study)
{
    int64_t design = study->design_axes > 0 ? study->axes[0].count : 0;
    printf("study     ");
    cli_print_text(stdout, study->title ? study->title : options->input[0]);
    printf(": valid, %lld events\n", (long long)study->count);
    if (design > 0)
        printf("design    %lld rows of %d keys\n", (long long)design, study->design_axes);
    for (int n = study->design_axes; n < study->axis_count; n++)
        printf("key       %s: %d value%s\n", study->axes[n].key, study->axes[n].count,
               study->axes[n].count == 1 ? "" : "s");
}

static enum taub_status load(const struct cli_options *options, struct taub_case **out)
{
    struct taub_error error;
    struct taub_study *study = NULL;
    enum taub_status status =
        taub_study_load(options->case_path, options->overrides, options->override_count, &study, &error);
    if (status == TAUB_OK)
        status = taub_study_case(study, 0, NULL, 0, out, &error);
    if (status == TAUB_OK)
        print_study(options, study);
    else
        cli_report(&error);
    taub_study_destroy(study);
    return status;
}

const struct cli_wing cli_wing_batch = {.is_input = taub_study_is_one, .load = load};

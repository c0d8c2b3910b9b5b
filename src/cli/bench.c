/* taub bench: timed steps, compared with the bandwidth of the device. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "evolve/run.h"

#define DEFAULT_REPEATS 5

static void print_bench(const struct taub_config *config, const struct taub_bench *bench)
{
    const double rate = bench->zone_updates_per_second, bandwidth = rate * bench->bytes_per_zone;
    double total = 0;
    printf("device     %s:%d %s\n", cli_device_name(bench->device.kind), bench->device.index, bench->device.name);
    printf("cells      %s, %s precision, %s\n", cli_mesh(config).text, cli_precision_name(config->device.precision),
           cli_reproducible_name(config->device.reproducible));
    printf("speed      %.4g zone updates/s (median; %.4g slowest, %.4g fastest), %.4g s a step\n", rate, bench->slowest,
           bench->fastest, (double)bench->zones / rate);
    printf("timed      %lld steps in %s\n", (long long)bench->steps, cli_duration(bench->seconds).text);
    printf("a zone     %.0f bytes, %.0f flops an update; %.0f bytes of memory\n", bench->bytes_per_zone,
           bench->flops_per_zone, bench->memory_per_zone);
    const char *per_rank = bench->ranks > 1 ? " a rank" : "";
    printf("bandwidth  %s/s%s, %.0f%% of the %s/s of a copy\n", cli_bytes(bandwidth / bench->ranks).text, per_rank,
           100 * bandwidth / bench->ranks / bench->copy_bandwidth, cli_bytes(bench->copy_bandwidth).text);
    printf("compute    %s flops/s\n", cli_rate(rate * bench->flops_per_zone).text);
    for (int i = 0; i < bench->pass_count; i++)
        total += bench->passes[i].seconds;
    if (bench->pass_count)
        printf("\n%-24s %10s %14s %8s\n", "pass", "launches", "us a launch", "share");
    for (int i = 0; i < bench->pass_count; i++) {
        const struct taub_pass_time *pass = &bench->passes[i];
        printf("%-24s %10ld %14.2f %7.1f%%\n", pass->name, pass->launches,
               pass->launches ? 1e6 * pass->seconds / (double)pass->launches : 0.0,
               total > 0 ? 100 * pass->seconds / total : 0.0);
    }
}

/* Times of each rank, which show whether ranks wait for the slowest one or for their messages. */
static void print_ranks(const struct taub_bench *bench)
{
    if (!bench->per_rank)
        return;
    printf("\nranks      %d, ghost zones %s\n", bench->ranks, bench->exchange);
    printf("%-6s %-24s %6s %16s %17s %8s\n", "rank", "host", "device", "compute ms/step", "exchange ms/step", "share");
    for (int n = 0; n < bench->ranks; n++) {
        const struct taub_bench_rank *rank = &bench->per_rank[n];
        const double both = rank->compute + rank->exchange;
        printf("%-6d %-24s %6d %16.3f %17.3f %7.1f%%\n", n, rank->host, rank->device, 1e3 * rank->compute,
               1e3 * rank->exchange, both > 0 ? 100 * rank->exchange / both : 0.0);
    }
}

static void write_ranks(struct cli_json *json, const struct taub_bench *bench)
{
    cli_json_integer(json, "ranks", bench->ranks);
    if (!bench->per_rank)
        return;
    cli_json_string(json, "exchange", bench->exchange);
    cli_json_begin(json, "per_rank", '[');
    for (int n = 0; n < bench->ranks; n++) {
        const struct taub_bench_rank *rank = &bench->per_rank[n];
        cli_json_begin(json, NULL, '{');
        cli_json_string(json, "host", rank->host);
        cli_json_integer(json, "device", rank->device);
        cli_json_number(json, "compute_seconds_a_step", rank->compute);
        cli_json_number(json, "exchange_seconds_a_step", rank->exchange);
        cli_json_end(json, '}');
    }
    cli_json_end(json, ']');
}

static void write_device(struct cli_json *json, const struct taub_config *config, const struct taub_bench *bench)
{
    cli_json_begin(json, "device", '{');
    cli_json_string(json, "kind", cli_device_name(bench->device.kind));
    cli_json_integer(json, "index", bench->device.index);
    cli_json_string(json, "name", bench->device.name);
    cli_json_string(json, "detail", bench->device.detail);
    cli_json_integer(json, "threads_asked", config->device.threads);
    cli_json_end(json, '}');
}

static void write_passes(struct cli_json *json, const struct taub_bench *bench)
{
    cli_json_begin(json, "passes", '[');
    for (int i = 0; i < bench->pass_count; i++) {
        cli_json_begin(json, NULL, '{');
        cli_json_string(json, "name", bench->passes[i].name);
        cli_json_integer(json, "launches", bench->passes[i].launches);
        cli_json_number(json, "seconds", bench->passes[i].seconds);
        cli_json_end(json, '}');
    }
    cli_json_end(json, ']');
}

static bool write_json(const struct cli_options *options, const struct taub_config *config,
                       const struct taub_bench *bench, int repeats)
{
    struct cli_json json;
    const double rate = bench->zone_updates_per_second;
    if (!cli_json_open(&json, options->json))
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_string(&json, "version", TAUB_VERSION);
    cli_json_string(&json, "title", config->title ? config->title : "");
    write_device(&json, config, bench);
    cli_json_string(&json, "precision", cli_precision_name(config->device.precision));
    cli_json_string(&json, "reproducible", cli_reproducible_name(config->device.reproducible));
    cli_json_begin(&json, "cells", '[');
    for (int axis = 0; axis < 3; axis++)
        cli_json_integer(&json, NULL, config->mesh.cells[axis]);
    cli_json_end(&json, ']');
    cli_json_integer(&json, "zones", bench->zones);
    cli_json_integer(&json, "steps", bench->steps);
    cli_json_integer(&json, "repeats", repeats);
    cli_json_number(&json, "seconds", bench->seconds);
    cli_json_begin(&json, "zone_updates_per_second", '{');
    cli_json_number(&json, "median", rate);
    cli_json_number(&json, "slowest", bench->slowest);
    cli_json_number(&json, "fastest", bench->fastest);
    cli_json_end(&json, '}');
    cli_json_number(&json, "bytes_per_zone", bench->bytes_per_zone);
    cli_json_number(&json, "flops_per_zone", bench->flops_per_zone);
    cli_json_number(&json, "memory_per_zone", bench->memory_per_zone);
    cli_json_number(&json, "copy_bandwidth", bench->copy_bandwidth);
    const double bandwidth = rate * bench->bytes_per_zone / bench->ranks;
    cli_json_number(&json, "bandwidth", bandwidth);
    cli_json_number(&json, "share_of_copy_bandwidth", bandwidth / bench->copy_bandwidth);
    cli_json_number(&json, "flops_per_second", rate * bench->flops_per_zone);
    write_ranks(&json, bench);
    write_passes(&json, bench);
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

/* With several ranks, only the first one prints. */
static int bench_on(const struct taub_comm *comm, const struct cli_options *options, struct taub_case *run_case)
{
    struct taub_error error;
    struct taub_bench bench = {0};
    const bool prints = comm->rank == 0;
    const int repeats = options->repeats ? (int)options->repeats : DEFAULT_REPEATS;
    const struct taub_compile_watch watch = {.compiling = prints ? cli_compiling : NULL};
    enum taub_status status = taub_bench(run_case, comm, options->steps, repeats, &watch, &bench, &error);
    if (status != TAUB_OK && prints)
        cli_report(&error);
    if (status == TAUB_OK && prints) {
        if (!options->json || strcmp(options->json, "-")) {
            print_bench(taub_case_config(run_case), &bench);
            print_ranks(&bench);
        }
        if (options->json && !write_json(options, taub_case_config(run_case), &bench, repeats))
            status = TAUB_FAILED;
    }
    free(bench.per_rank);
    return status;
}

int cli_bench(const struct cli_options *options)
{
    return cli_on_ranks(options, bench_on);
}

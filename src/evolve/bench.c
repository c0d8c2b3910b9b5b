/* Timed steps, estimates, and filling the kernel cache. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/locale.h"
#include "core/try.h"
#include "evolve/droplets.h"
#include "evolve/fluxes.h"
#include "evolve/media.h"
#include "evolve/start.h"
#include "jit/cache.h"
#include "mesh/geometry.h"
#include "mesh/tree.h"

enum { MOST_REPEATS = 32 };

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the slowest rank. */
static enum taub_status timed(struct taub_simulation *simulation, int64_t steps, double *seconds,
                              struct taub_error *error)
{
    TRY(taub_simulation_agree(simulation, taub_device_finish(simulation->device, error), error));
    const double start = taub_seconds();
    TRY(taub_simulation_advance(simulation, steps, HUGE_VAL, error));
    TRY(taub_simulation_agree(simulation, taub_device_finish(simulation->device, error), error));
    *seconds = taub_seconds() - start;
    taub_comm_maximum(simulation->comm, seconds, 1);
    return TAUB_OK;
}

/* Every pass by itself. */
static enum taub_status time_passes(struct taub_simulation *simulation, int64_t steps, struct taub_bench *out,
                                    struct taub_bench_rank *rank, struct taub_error *error)
{
    const struct taub_comm *comm = simulation->comm;
    const double before = taub_simulation_exchange_seconds(simulation, NULL, 0);
    taub_device_timing(simulation->device, true);
    TRY(taub_simulation_advance(simulation, steps, HUGE_VAL, error));
    out->pass_count = taub_device_times(simulation->device, out->passes, sizeof out->passes / sizeof *out->passes);
    rank->exchange = taub_simulation_exchange_seconds(simulation, out->passes, out->pass_count) - before;
    taub_device_timing(simulation->device, false);
    for (int n = 0; n < out->pass_count; n++)
        rank->compute += taub_simulation_exchanges(simulation, out->passes[n].name) ? 0.0 : out->passes[n].seconds;
    rank->compute /= (double)steps;
    rank->exchange /= (double)steps;
    rank->device = out->device.index;
    snprintf(rank->host, sizeof rank->host, "%s", comm->host);
    return TAUB_OK;
}

static enum taub_status bench(struct taub_simulation *simulation, int64_t steps, int repeats, struct taub_bench *out,
                              struct taub_error *error)
{
    double seconds[MOST_REPEATS], once = 0.0;
    struct taub_bench_rank rank = {0};
    repeats = repeats < 1 ? 1 : repeats > MOST_REPEATS ? MOST_REPEATS : repeats;
    TRY(timed(simulation, 2, &once, error));
    TRY(timed(simulation, 2, &once, error));
    if (steps <= 0)
        steps = (int64_t)fmin(fmax(ceil(2.0 / fmax(once, 1e-9)), 2.0), 100000.0);
    for (int r = 0; r < repeats; r++)
        TRY(timed(simulation, steps, &seconds[r], error));
    qsort(seconds, (size_t)repeats, sizeof *seconds, by_size);
    out->steps = steps;
    out->seconds = repeats % 2 ? seconds[repeats / 2] : 0.5 * (seconds[repeats / 2] + seconds[repeats / 2 - 1]);
    const double updates = (double)out->zones * (double)steps;
    out->zone_updates_per_second = updates / out->seconds;
    out->fastest = updates / seconds[0];
    out->slowest = updates / seconds[repeats - 1];
    TRY(time_passes(simulation, steps < 10 ? steps : 10, out, &rank, error));
    if (out->per_rank)
        taub_comm_gather_all(simulation->comm, &rank, sizeof rank, out->per_rank);
    return taub_simulation_agree(simulation,
                                 taub_device_copy_bandwidth(simulation->device, &out->copy_bandwidth, error), error);
}

enum taub_status taub_bench(const struct taub_case *run_case, const struct taub_comm *comm, int64_t steps, int repeats,
                            const struct taub_compile_watch *watch, struct taub_bench *out, struct taub_error *error)
{
    struct taub_simulation *simulation = NULL;
    memset(out, 0, sizeof *out);
    comm = comm ? comm : taub_comm_alone();
    TRY(taub_ranks_check_sameness(comm, run_case, NULL, error));
    TRY(taub_simulation_create_for(run_case, comm, TAUB_FOR_STEPS, watch, &simulation, error));
    const struct taub_config *config = simulation->config;
    const struct taub_scheme *scheme = taub_scheme_find(config);
    taub_device_describe(simulation->device, &out->device);
    out->ranks = comm->size;
    snprintf(out->exchange, sizeof out->exchange, "%s", taub_simulation_exchange(simulation));
    out->zones = taub_simulation_all_zones(simulation);
    out->bytes_per_zone = taub_plan_values_per_zone(simulation->plan) * (double)simulation->real_bytes;
    out->flops_per_zone = scheme->flops_per_zone(config, simulation->mesh->active);
    out->memory_per_zone = taub_simulation_memory(simulation) / (double)taub_simulation_zones(simulation);
    enum taub_status status = TAUB_OK;
    if (comm->size > 1) {
        out->per_rank = calloc((size_t)comm->size, sizeof *out->per_rank);
        status = taub_simulation_agree(simulation,
                                       out->per_rank ? TAUB_OK : taub_fail(error, TAUB_FAILED, "out of memory"), error);
    }
    struct taub_plain_locale plain = taub_plain_locale_begin();
    if (status == TAUB_OK)
        status = bench(simulation, steps, repeats, out, error);
    taub_plain_locale_end(&plain);
    taub_simulation_destroy(simulation);
    return status;
}

/* Cells that are looked at before a run, at most; the run itself looks at all. */
enum { MOST_LOOKS = 1 << 20 };

/* Strides along the axes that leave no more cells than that. */
static void choose_strides(const struct taub_mesh *mesh, int stride[3])
{
    double looks = 1.0;
    for (int a = 0; a < 3; a++) {
        stride[a] = 1;
        looks *= mesh->cells[a];
    }
    while (looks > MOST_LOOKS) {
        int longest = 0;
        for (int a = 1; a < 3; a++)
            if (mesh->cells[a] / stride[a] > mesh->cells[longest] / stride[longest])
                longest = a;
        stride[longest] *= 2;
        looks /= 2.0;
    }
}

/* Looks at the cells of the initial state: may a run start from it, and what is the largest rate, cfl over the step, as
 * the device's clock finds it? */
static enum taub_status look_at_start(const struct taub_config *config, const struct taub_mesh *mesh,
                                      const struct taub_eos *eos, const struct taub_problem *problem,
                                      const struct taub_media *media, const int stride[3], double *rate,
                                      struct taub_error *error)
{
    const struct taub_system *system = taub_system_find(config->system);
    const enum taub_coordinates coordinates = config->mesh.coordinates;
    double lowest = HUGE_VAL, highest = 0.0;
    for (int k = 0; k < mesh->cells[2]; k += stride[2])
        for (int j = 0; j < mesh->cells[1]; j += stride[1])
            for (int i = 0; i < mesh->cells[0]; i += stride[0]) {
                double x[3], width[3], q[TAUB_MOST_COMPONENTS] = {0.0}, speeds[3], sum = 0.0;
                taub_mesh_center(mesh, i, j, k, x);
                taub_mesh_widths(mesh, i, j, k, width);
                TRY(taub_problem_state(problem, x, config->time.start, q, error));
                if (media)
                    media->methods->complete(media, x, width, q);
                system->speeds(config, eos, q, speeds);
                lowest = fmin(lowest, q[0]);
                highest = fmax(highest, q[0]);
                for (int a = 0; a < 3; a++) {
                    const double size = taub_proper_length(coordinates, a, width[a], config->time.start);
                    if (mesh->active[a]) {
                        *rate = fmax(*rate, speeds[a] / size);
                        sum += speeds[a] / size;
                    }
                }
                *rate = fmax(*rate, sum * config->time.cfl / taub_scheme_find(config)->sum_limit(config));
            }
    *rate = taub_largest_rate(coordinates, *rate, config->time.start);
    return system->check_start ? system->check_start(config, eos, lowest, highest, "initial data", error) : TAUB_OK;
}

/* What the device and the host would say to a run of this size. */
static void ask_device(const struct taub_config *config, const struct taub_memory *memory, struct taub_estimate *out)
{
    struct taub_error why;
    if (out->device_found && taub_memory_check(config, memory, &out->device, &why) != TAUB_OK)
        snprintf(out->refusal, sizeof out->refusal, "%.511s", why.message);
}

static bool find_device(const struct taub_config_device *config, struct taub_device_report *report)
{
    struct taub_device_config choice = taub_device_wanted(config);
    choice.threads = 1;
    struct taub_device *device = NULL;
    if (taub_device_open(&choice, &device, NULL) != TAUB_OK)
        return false;
    taub_device_describe(device, report);
    taub_device_close(device);
    return true;
}

/* The largest number of blocks that a tree may come to have, and why there are no more. */
static int64_t most_blocks(const struct taub_config_mesh *config, const struct taub_mesh *mesh, char *why, size_t size)
{
    const struct taub_config_refine *refine = &config->refine;
    double all = 1.0;
    for (int a = 0; a < 3; a++)
        all *= ldexp(config->blocks[a], mesh->active[a] ? refine->levels : 0);
    snprintf(why, size, "all of level %d", refine->levels);
    if (refine->every == 0) {
        snprintf(why, size, "the blocks stay as they begin");
        return mesh->shape.blocks;
    }
    if (refine->most_blocks > 0 && refine->most_blocks < all) {
        snprintf(why, size, "mesh.refine.most_blocks");
        all = refine->most_blocks;
    }
    if (all > TAUB_MOST_BLOCKS_OF_TREE) {
        snprintf(why, size, "no more can be counted");
        all = TAUB_MOST_BLOCKS_OF_TREE;
    }
    return (int64_t)all;
}

/* Memory is planned by how many blocks there are. While a tree follows another one, the state of that is there, too. */
static void look_at_limit(const struct taub_config *config, const struct taub_mesh *mesh, const struct taub_eos *eos,
                          bool on_host, bool exact, struct taub_estimate *out)
{
    struct taub_memory memory;
    struct taub_mesh largest = *mesh;
    struct taub_error why;
    out->limit.blocks = most_blocks(&config->mesh, mesh, out->limit_by, sizeof out->limit_by);
    largest.shape.blocks = largest.grid[2] = (int)out->limit.blocks;
    largest.cells[2] = mesh->shape.cells[2] * largest.grid[2];
    taub_memory_plan(config, &largest, eos, on_host, TAUB_FOR_RUN, exact, &memory);
    if (config->mesh.refine.every > 0)
        memory.device += (double)memory.fields[TAUB_FIELD_CONSERVED] +
                         (taub_scheme_conserved_only(config) ? 0.0 : (double)memory.fields[TAUB_FIELD_PRIMITIVE]);
    out->limit.device_bytes = memory.device;
    out->limit.host_bytes = memory.host;
    if (out->device_found && taub_memory_check(config, &memory, &out->device, &why) != TAUB_OK)
        snprintf(out->limit_refusal, sizeof out->limit_refusal, "%.511s", why.message);
}

/* What is needed for parts of a mesh, `ranks` of which share it. */
struct sharing {
    const struct taub_config *config;
    const struct taub_eos *eos;
    bool on_host, exact;
    int ranks;
};

/* The most that one of them has: of this tree, or where there is none of equal blocks. */
static enum taub_status find_largest(const struct sharing *self, const struct taub_mesh *mesh,
                                     struct taub_tree_size *out, struct taub_error *error)
{
    const struct taub_config_mesh *config = &self->config->mesh;
    const int count = mesh->levels ? taub_mesh_all_blocks(mesh) : 0;
    struct taub_leaf *leaves = malloc(((size_t)count + 1) * sizeof *leaves);
    if (!leaves)
        return taub_fail(error, TAUB_FAILED, "out of memory for the tree of blocks");
    for (int b = 0; b < count; b++)
        leaves[b] = taub_block_leaf(mesh, b);
    const struct taub_tree_wish wish = {leaves, count};
    enum taub_status status = TAUB_OK;
    for (int rank = 0; rank < self->ranks && status == TAUB_OK; rank++) {
        struct taub_mesh *part = NULL;
        struct taub_memory memory;
        status = taub_mesh_create_tree(config, taub_scheme_ghosts(self->config), rank, self->ranks,
                                       count > 0 ? &wish : NULL, &part, error);
        if (status != TAUB_OK)
            break;
        taub_memory_plan(self->config, part, self->eos, self->on_host, TAUB_FOR_RUN, self->exact, &memory);
        const int blocks = taub_mesh_stored_blocks(part);
        out->blocks = blocks > out->blocks ? blocks : out->blocks;
        out->device_bytes = fmax(out->device_bytes, memory.device);
        out->host_bytes = fmax(out->host_bytes, memory.host);
        taub_mesh_destroy(part);
    }
    free(leaves);
    return status;
}

enum taub_status taub_estimate_start(const struct taub_case *run_case, int ranks,
                                     const struct taub_compile_watch *watch, struct taub_tree_size *out,
                                     struct taub_tree_size *rank, struct taub_error *error)
{
    struct taub_simulation *simulation = NULL;
    struct taub_memory memory;
    TRY(taub_simulation_create_for(run_case, taub_comm_alone(), TAUB_FOR_RUN, watch, &simulation, error));
    const bool exact = simulation->problem && taub_problem_has_exact(simulation->problem);
    taub_memory_plan(simulation->config, simulation->mesh, simulation->eos, taub_simulation_on_host(simulation),
                     TAUB_FOR_RUN, exact, &memory);
    *out = (struct taub_tree_size){simulation->mesh->shape.blocks, memory.device, memory.host};
    const struct sharing sharing = {simulation->config, simulation->eos, taub_simulation_on_host(simulation), exact,
                                    ranks};
    const enum taub_status status = ranks > 1 ? find_largest(&sharing, simulation->mesh, rank, error) : TAUB_OK;
    taub_simulation_destroy(simulation);
    return status;
}

static enum taub_status estimate(const struct taub_config *config, int ranks, const struct taub_mesh *mesh,
                                 const struct taub_eos *eos, struct taub_problem **problem, struct taub_estimate *out,
                                 struct taub_error *error)
{
    struct taub_memory memory;
    int stride[3];
    double rate = 0.0;
    out->device_found = find_device(&config->device, &out->device);
    const bool on_host =
        out->device_found ? out->device.kind == TAUB_DEVICE_HOST : config->device.kind == TAUB_DEVICE_HOST;
    taub_memory_plan(config, mesh, eos, on_host, TAUB_FOR_RUN, false, &memory);
    ask_device(config, &memory, out);
    choose_strides(mesh, stride);
    out->steps_sampled = stride[0] * stride[1] * stride[2] > 1;
    /* densities of particles are as large as the mesh: they are not made where the run would be refused */
    const bool particles = config->initial.kind == TAUB_INITIAL_PARTICLES;
    if (config->initial.kind != TAUB_INITIAL_CODE && !(particles && *out->refusal)) {
        TRY(taub_problem_create(config, eos, problem, error));
        taub_memory_plan(config, mesh, eos, on_host, TAUB_FOR_RUN, taub_problem_has_exact(*problem), &memory);
        if (!particles)
            ask_device(config, &memory, out);
    }
    const bool exact = *problem && taub_problem_has_exact(*problem);
    const struct sharing sharing = {config, eos, on_host, exact, ranks};
    if (mesh->levels > 0)
        look_at_limit(config, mesh, eos, on_host, exact, out);
    else if (ranks > 1)
        TRY(find_largest(&sharing, mesh, &out->rank, error));
    if (*problem && config->eos.kind != TAUB_EOS_CODE) {
        struct taub_media *media;
        TRY(taub_media_create(config, &media, error));
        enum taub_status status = media ? media->methods->check(media, error) : TAUB_OK;
        if (status == TAUB_OK)
            status = look_at_start(config, mesh, eos, *problem, media, stride, &rate, error);
        taub_media_destroy(media);
        TRY(status);
    }
    const double duration = config->time.end - config->time.start;
    out->zones = (int64_t)mesh->cells[0] * mesh->cells[1] * mesh->cells[2];
    out->device_bytes = memory.device;
    out->host_bytes = memory.host;
    out->bound = rate > 0.0 ? config->time.cfl / rate : 0.0;
    out->steps = config->time.step > 0.0 ? ceil(duration / config->time.step)
                 : rate > 0.0            ? ceil(duration * rate / config->time.cfl)
                                         : 0.0;
    return TAUB_OK;
}

enum taub_status taub_check_start(const struct taub_case *run_case, struct taub_error *error)
{
    const struct taub_config *config = taub_case_config(run_case);
    struct taub_mesh *mesh = NULL;
    struct taub_eos *eos = NULL;
    struct taub_problem *problem = NULL;
    int stride[3];
    double rate = 0.0;
    if (!taub_system_find(config->system)->check_start || config->eos.kind == TAUB_EOS_CODE ||
        config->initial.kind == TAUB_INITIAL_CODE || config->initial.kind == TAUB_INITIAL_PARTICLES)
        return TAUB_OK;
    struct taub_plain_locale plain = taub_plain_locale_begin();
    enum taub_status status = taub_mesh_create(&config->mesh, taub_scheme_ghosts(config), &mesh, error);
    if (status == TAUB_OK)
        status = taub_eos_create(&config->eos, &eos, error);
    if (status == TAUB_OK)
        status = taub_problem_create(config, eos, &problem, error);
    if (status == TAUB_OK) {
        choose_strides(mesh, stride);
        status = look_at_start(config, mesh, eos, problem, NULL, stride, &rate, error);
    }
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    taub_mesh_destroy(mesh);
    taub_plain_locale_end(&plain);
    return status;
}

enum taub_status taub_estimate(const struct taub_case *run_case, int ranks, struct taub_estimate *out,
                               struct taub_error *error)
{
    const struct taub_config *config = taub_case_config(run_case);
    struct taub_mesh *mesh = NULL;
    struct taub_eos *eos = NULL;
    struct taub_problem *problem = NULL;
    memset(out, 0, sizeof *out);
    struct taub_plain_locale plain = taub_plain_locale_begin();
    enum taub_status status = taub_mesh_create(&config->mesh, taub_scheme_ghosts(config), &mesh, error);
    if (status == TAUB_OK)
        status = taub_near_fields_check(config, mesh, error);
    if (status == TAUB_OK)
        status = taub_eos_create(&config->eos, &eos, error);
    if (status == TAUB_OK) {
        snprintf(out->note, sizeof out->note, "%s", taub_eos_note(eos));
        status = estimate(config, ranks, mesh, eos, &problem, out, error);
    }
    struct taub_droplets *droplets = NULL;
    if (status == TAUB_OK && taub_droplets_wanted(config))
        status = taub_droplets_create(config, mesh, &droplets, error);
    taub_droplets_destroy(droplets);
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    taub_mesh_destroy(mesh);
    taub_plain_locale_end(&plain);
    return status;
}

enum taub_status taub_compile(const struct taub_case *run_case, const struct taub_compile_watch *watch,
                              bool *was_cached, double *seconds, struct taub_error *error)
{
    const struct taub_config_device *config = &taub_case_config(run_case)->device;
    const struct taub_device_config choice = taub_device_wanted(config);
    struct taub_eos *eos = NULL;
    struct taub_bundle *bundles[2] = {NULL, NULL}; /* of the run, of initial data */
    struct taub_device *device = NULL;
    char reason[512];
    if (taub_cache_refused(reason, sizeof reason))
        return taub_fail(error, TAUB_BAD_INPUT, "The kernel cache cannot be used: %s.", reason);
    struct taub_plain_locale plain = taub_plain_locale_begin();
    enum taub_status status = taub_eos_create(&taub_case_config(run_case)->eos, &eos, error);
    if (status == TAUB_OK)
        status = taub_program_bundle(taub_case_config(run_case), eos, &bundles[0], error);
    if (status == TAUB_OK)
        status = taub_start_bundle(taub_case_config(run_case), eos, &bundles[1], error);
    if (status == TAUB_OK)
        status = taub_device_open(&choice, &device, error);
    if (status == TAUB_OK)
        taub_device_watch(device, watch);
    *was_cached = true;
    *seconds = 0.0;
    for (int n = 0; n < 2 && status == TAUB_OK; n++) {
        struct taub_program *program = NULL;
        status = taub_program_create(device, bundles[n], &program, error);
        if (status != TAUB_OK)
            break;
        *was_cached = *was_cached && taub_program_was_cached(program);
        *seconds += taub_program_compile_seconds(program);
        taub_program_destroy(program);
    }
    for (int n = 0; n < 2; n++)
        taub_bundle_destroy(bundles[n]);
    taub_device_close(device);
    taub_eos_destroy(eos);
    taub_plain_locale_end(&plain);
    return status;
}

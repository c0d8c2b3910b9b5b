#include "evolve/link.h"

#include <stddef.h>
#include <string.h>

#include "core/clock.h"
#include "core/try.h"

static const struct taub_pass_name passes[LINK_PASSES] = {LINK_PASS_LIST(TAUB_PASS_ROW)};

bool taub_simulation_exchanges(const struct taub_simulation *self, const char *pass)
{
    bool any = strcmp(pass, taub_nccl_carrying) == 0 || strcmp(pass, taub_nccl_reducing) == 0;
    for (int n = 0; n < LINK_PASSES; n++)
        any = any || strcmp(pass, passes[n].name) == 0;
    return self->ranks && any;
}

/* ---- memory, passes ---- */

enum taub_status taub_link_create_memory(struct taub_link *self, const void *agreement, size_t bytes,
                                         struct taub_error *error)
{
    struct taub_device *device = self->simulation->device;
    TRY(taub_buffer_create(device, sizeof(double), &self->greatest, error));
    if (bytes == 0)
        return TAUB_OK;
    TRY(taub_buffer_create(device, bytes, &self->agreement, error));
    return taub_buffer_upload(self->agreement, 0, agreement, bytes, error);
}

enum taub_status taub_link_create_program(struct taub_link *self, const char *file, int count, struct taub_error *error)
{
    return taub_simulation_small_program(self->simulation, file, passes, count, &self->program, self->passes, error);
}

void taub_link_destroy_common(struct taub_link *self)
{
    taub_buffer_destroy(self->agreement);
    taub_buffer_destroy(self->greatest);
    taub_program_destroy(self->program);
}

enum taub_status taub_link_cast_greeting(struct taub_link *self, struct taub_error *error)
{
    const int rank = self->simulation->comm->rank;
    const double own[TAUB_VOTE_VALUES] = {rank, -rank, 0.0};
    return taub_buffer_upload(self->agreement, offsetof(struct taub_agreement, value), own, sizeof own, error);
}

enum taub_status taub_link_check_greeting(const struct taub_link *self, struct taub_error *error)
{
    double all[TAUB_VOTE_VALUES] = {0.0};
    TRY(taub_buffer_download(self->agreement, offsetof(struct taub_agreement, value), all, sizeof all, error));
    return all[0] == self->simulation->comm->size - 1 && all[1] == 0.0
               ? TAUB_OK
               : taub_fail(error, TAUB_FAILED, "a greeting between the devices did not arrive");
}

enum taub_status taub_link_begin(struct taub_link *self, struct taub_error *error)
{
    static const int nothing[3] = {0, 0, 0};
    _Static_assert(offsetof(struct taub_agreement, refill) ==
                       offsetof(struct taub_agreement, stopped) + 2 * sizeof(int),
                   "one transfer for three");
    return taub_buffer_upload(self->agreement, offsetof(struct taub_agreement, stopped), nothing, sizeof nothing,
                              error);
}

/* ---- launches ---- */

void taub_walk_launch(struct taub_walk *walk, const struct taub_launch *launch)
{
    if (walk->list)
        walk->list[walk->count++] = *launch;
    else if (walk->status == TAUB_OK)
        walk->status = taub_device_launch(walk->link->simulation->device, launch, walk->error);
}

struct taub_launch taub_link_single(const struct taub_link *self, enum link_pass pass)
{
    struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_BEGIN);
    launch.pass = self->passes[pass];
    launch.fields[4] = self->agreement;
    for (int a = 0; a < 3; a++)
        launch.range.upper[a] = 1;
    return launch;
}

struct taub_launch taub_link_zones(const struct taub_link *self, const struct taub_cut *cut, bool in,
                                   struct taub_buffer *message)
{
    struct taub_launch launch = taub_link_single(self, in ? LINK_UNPACK : LINK_PACK);
    taub_simulation_over_list(self->simulation, cut->halo, in ? TAUB_HALO_IN : TAUB_HALO_OUT, 3, &launch);
    launch.fields[0] = message;
    for (int n = 0; n < 2; n++) {
        launch.fields[1 + n] = cut->fields[n];
        launch.range.option[n] = cut->components[n];
    }
    launch.range.option[2] = cut->troubled;
    launch.range.option[3] = cut->refill;
    return launch;
}

struct taub_buffer *taub_link_greatest(struct taub_walk *walk, const struct taub_cut *cut)
{
    if (cut->count == 1)
        return cut->fields[0];
    struct taub_launch launch = taub_link_single(walk->link, LINK_GREATEST);
    launch.fields[0] = walk->link->greatest;
    launch.fields[1] = cut->fields[0];
    launch.shape.blocks = 1;
    launch.range.upper[0] = cut->count;
    taub_walk_launch(walk, &launch);
    return walk->link->greatest;
}

/* ---- steps ---- */

void taub_link_walk(struct taub_walk *walk, const struct taub_launch *list, int count, const struct taub_cuts *cuts)
{
    const struct taub_link_way *way = walk->link->way;
    struct taub_ranks *ranks = walk->link->simulation->ranks;
    const struct taub_cut *open = NULL; /* whose zones travel while inner cells are computed */
    ranks->agreed.stopped = 0;
    for (int n = 0, c = 0; n <= count; n++) {
        const double start = taub_seconds();
        if (open && open->before + open->hidden == n) {
            way->wait(walk, open);
            open = NULL;
        }
        for (; c < cuts->count && cuts->list[c].before == n; c++) {
            const struct taub_cut *cut = &cuts->list[c];
            (cut->kind == TAUB_CUT_AGREE     ? way->vote
             : cut->kind == TAUB_CUT_LARGEST ? way->largest
                                             : way->post)(walk, cut);
            if (cut->kind == TAUB_CUT_EXCHANGE && cut->hidden == 0)
                way->wait(walk, cut);
            else if (cut->kind == TAUB_CUT_EXCHANGE)
                open = cut;
            if (ranks->agreed.stopped)
                return;
        }
        ranks->seconds += taub_seconds() - start;
        if (n < count)
            taub_walk_launch(walk, &list[n]);
    }
}

static int launches_of_phase(const struct taub_simulation *simulation, int phase, struct taub_launch *list)
{
    const struct shared_step *step = &simulation->ranks->step[phase];
    struct taub_walk walk = {.link = simulation->ranks->link, .list = list, .in_step = true};
    taub_link_walk(&walk, step->list, step->count, &step->cuts);
    return walk.count;
}

enum taub_status taub_link_record(struct taub_link *self, struct taub_error *error)
{
    enum { LAUNCHES_A_CUT = 4 };
    struct taub_simulation *simulation = self->simulation;
    int cuts = 0;
    for (int phase = 0; phase < simulation->plan->phases; phase++)
        cuts = simulation->ranks->step[phase].cuts.count > cuts ? simulation->ranks->step[phase].cuts.count : cuts;
    const int most = taub_simulation_step_room(simulation) + LAUNCHES_A_CUT * cuts;
    simulation->ranks->link = self;
    return taub_simulation_agree(simulation, taub_simulation_record(simulation, launches_of_phase, most, error), error);
}

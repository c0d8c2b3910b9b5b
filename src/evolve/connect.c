/* How ghost zones go between the ranks of a run: by which of the ways that their devices have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/module.h"
#include "core/try.h"
#include "evolve/link.h"

#define PATIENCE_SECONDS 30.0 /* a rank that has not answered for so long does not answer any more */
#define MOST_SECONDS 1e8

double taub_simulation_patience(void)
{
    const char *text = getenv("TAUB_PATIENCE");
    const double seconds = text ? strtod(text, NULL) : 0.0;
    return seconds > 0.0 && seconds < MOST_SECONDS ? seconds : PATIENCE_SECONDS;
}

/* In the order in which they are tried. */
enum way { WAY_PEERS = 1, WAY_NCCL = 2, WAY_MPI = 4, WAY_HOST = 8 };
static const struct wish {
    const char *word;
    unsigned ways;
} wishes[] = {{"auto", WAY_PEERS | WAY_NCCL | WAY_MPI | WAY_HOST},
              {"host", WAY_HOST},
              {"peers", WAY_PEERS},
              {"device", WAY_NCCL | WAY_MPI},
              {"nccl", WAY_NCCL},
              {"mpi", WAY_MPI}};
enum { WISHES = sizeof wishes / sizeof *wishes };

/* TAUB_EXCHANGE of this rank; hosts have no devices of their own, and OpenCL's cannot be reached by others. */
static enum taub_status find_wish(const struct taub_simulation *self, int *number, unsigned *ways,
                                  struct taub_error *error)
{
    const char *word = getenv("TAUB_EXCHANGE");
    struct taub_device_report device;
    taub_device_describe(self->device, &device);
    *number = 0;
    while (word && *word && *number < WISHES && strcmp(word, wishes[*number].word) != 0)
        ++*number;
    if (*number == WISHES)
        return taub_fail(error, TAUB_BAD_INPUT, "TAUB_EXCHANGE is %s; expected auto, host, peers, device, nccl or mpi",
                         word);
    *ways = wishes[*number].ways;
    if (*number == 0 && device.kind != TAUB_DEVICE_CUDA)
        *ways = WAY_HOST;
    return TAUB_OK;
}

/* mpirun hands the environment on to other hosts only when it is told to. */
static enum taub_status same_wish(const struct taub_simulation *self, int number, struct taub_error *error)
{
    int first = number;
    taub_comm_broadcast(self->comm, 0, &first, sizeof first);
    const enum taub_status status =
        first == number
            ? TAUB_OK
            : taub_fail(error, TAUB_BAD_INPUT,
                        "TAUB_EXCHANGE is %s for this rank, and %s for rank 0; mpirun -x TAUB_EXCHANGE (Open "
                        "MPI) hands it to all hosts",
                        wishes[number].word, wishes[first].word);
    return taub_simulation_agree(self, status, error);
}

/* ---- steps ---- */

/* TAUB_OVERLAP: whether cells are computed while ghost zones travel. That costs more launches, and thin ones, so of
 * itself it is done for GPUs of several hosts only, and where zones of GPUs go through hosts (go_by_hosts). */
enum overlap { OVERLAP_AUTO, OVERLAP_OFF, OVERLAP_ON, OVERLAP_WORDS };

static enum taub_status choose_hiding(struct taub_simulation *self, enum overlap *out, struct taub_error *error)
{
    static const char *const words[OVERLAP_WORDS] = {"auto", "off", "on"};
    const char *word = getenv("TAUB_OVERLAP");
    int wish = 0;
    while (word && *word && wish < OVERLAP_WORDS && strcmp(word, words[wish]) != 0)
        wish++;
    enum taub_status status = TAUB_OK;
    if (wish == OVERLAP_WORDS)
        status = taub_fail(error, TAUB_BAD_INPUT, "TAUB_OVERLAP is %s; expected auto, on or off", word);
    else if (wish == OVERLAP_ON && self->mesh->levels > 0)
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "TAUB_OVERLAP is on; with mesh.refine nothing is computed while zones travel: expected auto "
                           "or off");
    TRY(taub_simulation_agree(self, status, error));
    double most[2] = {self->comm->local_size != self->comm->size, wish};
    taub_comm_maximum(self->comm, most, 2);
    *out = (enum overlap)most[1];
    self->ranks->hides =
        *out == OVERLAP_ON || (*out == OVERLAP_AUTO && most[0] > 0.0 && !taub_simulation_on_host(self));
    return TAUB_OK;
}

static enum taub_status list_steps(struct taub_simulation *self, struct taub_error *error)
{
    for (int phase = 0; phase < self->plan->phases; phase++) {
        struct shared_step *step = &self->ranks->step[phase];
        const int cuts = taub_simulation_cut_room(taub_plan_step(self->plan, phase));
        free(step->list);
        free(step->cuts.list);
        step->list = malloc((size_t)taub_simulation_step_room(self) * sizeof *step->list);
        step->cuts = (struct taub_cuts){.list = malloc((size_t)cuts * sizeof *step->cuts.list)};
        if (!step->list || !step->cuts.list)
            return taub_fail(error, TAUB_FAILED, "out of memory");
        step->count = taub_simulation_step_launches(self, phase, step->list, &step->cuts);
    }
    return TAUB_OK;
}

/* ---- the ways ---- */

static enum taub_status try_peers(struct taub_simulation *self, char *reason, size_t size, struct taub_error *error)
{
    struct taub_ranks *ranks = self->ranks;
    struct taub_link *peers;
    TRY(taub_peers_create(self, &peers, reason, size, error));
    if (!peers)
        return TAUB_OK;
    snprintf(ranks->way, sizeof ranks->way, "%s, recorded with the step",
             taub_simulation_on_host(self) ? "through shared memory" : "from device to device");
    return taub_link_record(peers, error);
}

static enum taub_status try_nccl(struct taub_simulation *self, char *reason, size_t size, struct taub_error *error)
{
    struct taub_ranks *ranks = self->ranks;
    struct taub_link *nccl;
    struct taub_error refusal;
    struct taub_device_report device;
    taub_device_describe(self->device, &device);
    if (device.kind == TAUB_DEVICE_OPENCL) {
        snprintf(reason, size, "NCCL is for NVIDIA GPUs, by CUDA");
        return TAUB_OK;
    }
    TRY(taub_nccl_link_create(self, &nccl, reason, size, error));
    if (!nccl)
        return TAUB_OK;
    if (taub_link_record(nccl, &refusal) == TAUB_OK) {
        snprintf(ranks->way, sizeof ranks->way, "%s", taub_nccl_link_way(nccl));
        return TAUB_OK;
    }
    snprintf(reason, size, "a step with NCCL was not recorded: %.*s", (int)size - 40, refusal.message);
    taub_simulation_forget_record(self);
    nccl->way->destroy(nccl);
    ranks->link = ranks->host;
    return TAUB_OK;
}

/* Whether the MPI takes the memory of the devices; that of hosts any does. */
static enum taub_status try_mpi(struct taub_simulation *self, char *reason, size_t size, struct taub_error *error)
{
    struct taub_ranks *ranks = self->ranks;
    struct taub_device_report device;
    taub_device_describe(self->device, &device);
    const char *why = device.kind == TAUB_DEVICE_OPENCL ? "OpenCL has no memory that MPI could take"
                      : device.kind == TAUB_DEVICE_HOST ? NULL
                                                        : taub_comm_refuses_device_memory(self->comm);
    struct taub_error refusal;
    enum taub_status status = why ? taub_fail(&refusal, TAUB_FAILED, "%s", why) : TAUB_OK;
    if (taub_simulation_agree(self, status, &refusal) != TAUB_OK) {
        snprintf(reason, size, "%.*s", (int)size - 1, refusal.message);
        return TAUB_OK;
    }
    taub_host_link_go_directly(ranks->host);
    snprintf(ranks->way, sizeof ranks->way, "from device to device by %s", self->comm->module->family);
    return TAUB_OK;
}

static const struct {
    enum way way;
    enum taub_status (*try)(struct taub_simulation *self, char *reason, size_t size, struct taub_error *error);
} ways_tried[] = {{WAY_PEERS, try_peers}, {WAY_NCCL, try_nccl}, {WAY_MPI, try_mpi}};

/* Zones of GPUs then take longer than their thinner launches: on two H100 most steps with overlap are 1.1 to 1.8 times
 * as fast (docs/guide/many-ranks.md). */
static enum taub_status go_by_hosts(struct taub_simulation *self, enum overlap overlap, struct taub_error *error)
{
    struct taub_ranks *ranks = self->ranks;
    struct taub_device_report device;
    snprintf(ranks->way, sizeof ranks->way, "%s%s",
             taub_simulation_on_host(self) ? "by " : "through the memory of hosts, by ", self->comm->module->family);
    taub_device_describe(self->device, &device);
    double on_hosts = device.host_memory;
    taub_comm_maximum(self->comm, &on_hosts, 1);
    if (ranks->hides || overlap != OVERLAP_AUTO || on_hosts > 0.0)
        return TAUB_OK;
    ranks->hides = true;
    return taub_simulation_agree(self, list_steps(self, error), error);
}

/* Adds to the way what hides it, and the reasons against those that were tried before. */
static void complete_way(struct taub_ranks *ranks, const char *reasons)
{
    const struct taub_cuts *cuts = &ranks->step[0].cuts;
    const size_t length = strlen(ranks->way);
    bool hidden = false;
    for (int c = 0; c < cuts->count; c++)
        hidden = hidden || cuts->list[c].hidden > 0;
    snprintf(ranks->way + length, sizeof ranks->way - length, "%s%s%s",
             hidden ? ", while inner cells are computed" : "", *reasons ? ": " : "", reasons);
}

enum taub_status taub_simulation_connect_ranks(struct taub_simulation *self, struct taub_error *error)
{
    char reasons[500] = "", reason[160];
    unsigned ways = 0;
    enum overlap overlap;
    int number = 0;
    size_t length = 0;
    if (!self->ranks)
        return TAUB_OK;
    TRY(taub_simulation_agree(self, find_wish(self, &number, &ways, error), error));
    TRY(same_wish(self, number, error));
    TRY(choose_hiding(self, &overlap, error));
    TRY(taub_simulation_agree(self, list_steps(self, error), error));
    for (size_t n = 0; n < sizeof ways_tried / sizeof *ways_tried; n++) {
        if (!(ways & ways_tried[n].way))
            continue;
        *reason = '\0';
        TRY(ways_tried[n].try(self, reason, sizeof reason, error));
        if (*self->ranks->way)
            break;
        length += (size_t)snprintf(reasons + length, sizeof reasons - length, "%s%s", length ? "; " : "", reason);
        length = length < sizeof reasons ? length : sizeof reasons - 1;
    }
    if (!*self->ranks->way && !(ways & WAY_HOST))
        return taub_fail(error, TAUB_BAD_INPUT, "TAUB_EXCHANGE is %s, and %s", wishes[number].word, reasons);
    if (!*self->ranks->way)
        TRY(go_by_hosts(self, overlap, error));
    complete_way(self->ranks, reasons);
    return TAUB_OK;
}

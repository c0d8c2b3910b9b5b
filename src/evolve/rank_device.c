/* Which device a rank computes on, and whether all were given the same. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case.h"
#include "case/difference.h"
#include "core/commit.h"
#include "core/limits.h"
#include "core/parallel.h"
#include "core/try.h"
#include "evolve/internal.h"
#include "jit/cache.h"
#include "taub/taub.h"

static int devices_of(enum taub_device_kind kind)
{
    struct taub_device_report reports[32];
    const int count = taub_device_survey(reports, 32);
    int usable = 0;
    for (int n = 0; n < count; n++)
        usable += reports[n].kind == kind && reports[n].usable;
    return usable;
}

/* Ranks that are bound to processors of their own use these; others share those of the host. */
static int threads_of(const struct taub_comm *comm)
{
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int usable = taub_usable_threads(), processors = taub_processors();
    if (getenv("OMP_NUM_THREADS") || (long)processors * comm->local_size <= online)
        return usable;
    return usable / comm->local_size > 1 ? usable / comm->local_size : 1;
}

/* Where the case leaves device.index at 0 ranks of a host take one device each, in turn. */
void taub_simulation_choose_device(const struct taub_comm *comm, struct taub_device_config *device)
{
    if (comm->size == 1)
        return;
    if (device->threads == 0)
        device->threads = threads_of(comm);
    if (device->index > 0 || device->kind == TAUB_DEVICE_HOST)
        return;
    enum taub_device_kind kind = device->kind;
    if (kind == TAUB_DEVICE_AUTO && devices_of(TAUB_DEVICE_CUDA) > 0)
        kind = TAUB_DEVICE_CUDA;
    const int count = kind == TAUB_DEVICE_AUTO ? 0 : devices_of(kind);
    if (count > 0) {
        device->kind = kind;
        device->index = comm->local_rank % count;
    }
}

enum taub_status taub_simulation_same_devices(const struct taub_simulation *self, struct taub_error *error)
{
    struct taub_device_report report;
    if (self->comm->size == 1)
        return TAUB_OK;
    taub_device_describe(self->device, &report);
    int first = (int)report.kind;
    taub_comm_broadcast(self->comm, 0, &first, sizeof first);
    const enum taub_status status =
        first == (int)report.kind
            ? TAUB_OK
            : taub_fail(error, TAUB_BAD_INPUT,
                        "device.kind: this rank found %s, and rank 0 %s; name the one that all have with --device",
                        taub_word("device.kind", (int)report.kind), taub_word("device.kind", first));
    return taub_comm_agree(self->comm, status, error);
}

/* Ranks with another case, or another Taub, would wait for each other for ever. */
enum taub_status taub_ranks_check_sameness(const struct taub_comm *comm, const struct taub_case *run_case,
                                           const char *restart, struct taub_error *error)
{
    char *text = NULL;
    if (comm->size == 1)
        return TAUB_OK;
    TRY(taub_comm_agree(comm, taub_case_text(run_case, &text, error), error));
    const char *const commit = taub_build_commit();
    restart = restart ? restart : "";
    const struct taub_key_part program[] = {{TAUB_VERSION, strlen(TAUB_VERSION)}, {commit, strlen(commit)}};
    const struct taub_key_part given[] = {{text, strlen(text)}, {restart, strlen(restart)}};
    struct taub_key own[2] = {taub_key_of(program, 2), taub_key_of(given, 2)}, first[2];
    memcpy(first, own, sizeof own);
    taub_comm_broadcast(comm, 0, first, sizeof first);
    free(text);
    enum taub_status status = TAUB_OK;
    if (memcmp(&own[0], &first[0], sizeof own[0]) != 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "this rank runs another build of Taub than rank 0 does");
    else if (memcmp(&own[1], &first[1], sizeof own[1]) != 0)
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "this rank was given another case, or another checkpoint to go on from, than rank 0");
    return taub_comm_agree(comm, status, error);
}

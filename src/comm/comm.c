#include "comm/comm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comm/local.h"

const struct taub_comm *taub_comm_alone(void)
{
    static const struct taub_comm alone = {.size = 1, .local_size = 1};
    return &alone;
}

void taub_comm_stop(const struct taub_comm *self)
{
    if (self->module)
        self->module->stop();
}

void taub_comm_abort(const struct taub_comm *self, int code)
{
    if (self->module)
        self->module->abort(code);
    exit(code);
}

/* MPI_MAX may drop a NaN, so a flag for NaN is reduced together with each value. */
void taub_comm_maximum(const struct taub_comm *self, double *values, int count)
{
    enum { MOST = 16 };
    double both[2 * MOST];
    if (self->size == 1)
        return;
    for (; count > 0; values += MOST, count -= MOST) {
        const int n = count < MOST ? count : MOST;
        for (int i = 0; i < n; i++) {
            both[i] = isnan(values[i]) ? -HUGE_VAL : values[i];
            both[n + i] = isnan(values[i]);
        }
        self->module->maximum(both, 2 * n);
        for (int i = 0; i < n; i++)
            values[i] = both[n + i] > 0.0 ? NAN : both[i];
    }
}

void taub_comm_gather_all(const struct taub_comm *self, const void *mine, size_t bytes, void *all)
{
    if (self->size == 1)
        memcpy(all, mine, bytes);
    else
        self->module->gather_all(mine, bytes, all);
}

int64_t taub_comm_sum(const struct taub_comm *self, int64_t value)
{
    if (self->size == 1)
        return value;
    int64_t *all = malloc((size_t)self->size * sizeof *all), sum = 0;
    if (!all)
        taub_comm_abort(self, TAUB_FAILED);
    taub_comm_gather_all(self, &value, sizeof value, all);
    for (int rank = 0; rank < self->size; rank++)
        sum += all[rank];
    free(all);
    return sum;
}

void taub_comm_broadcast(const struct taub_comm *self, int root, void *data, size_t bytes)
{
    if (self->size > 1)
        self->module->broadcast(root, data, bytes);
}

void taub_comm_send(const struct taub_comm *self, int peer, const void *data, size_t bytes)
{
    if (self->size > 1)
        self->module->send(peer, data, bytes);
}

void taub_comm_receive(const struct taub_comm *self, int peer, void *data, size_t bytes)
{
    if (self->size > 1)
        self->module->receive(peer, data, bytes);
}

void taub_comm_exchange(const struct taub_comm *self, const struct taub_message *messages, int count)
{
    if (self->size > 1)
        self->module->exchange(messages, count);
}

void taub_comm_begin_exchange(const struct taub_comm *self, const struct taub_message *messages, int count)
{
    if (self->size > 1)
        self->module->begin_exchange(messages, count);
}

void taub_comm_end_exchange(const struct taub_comm *self, const struct taub_message *messages, int count)
{
    if (self->size > 1)
        self->module->end_exchange(messages, count);
}

const char *taub_comm_refuses_device_memory(const struct taub_comm *self)
{
    const char *setting = getenv("TAUB_GPU_AWARE_MPI");
    if (!self->module || self->module == &taub_local_module)
        return "the ranks communicate without MPI";
    if (setting && strcmp(setting, "yes") == 0)
        return NULL;
    if (setting && strcmp(setting, "no") == 0)
        return "TAUB_GPU_AWARE_MPI is no";
    if (setting && *setting)
        return "TAUB_GPU_AWARE_MPI is neither yes nor no";
    return self->module->takes_device_memory() ? NULL
                                               : "this MPI does not report support for memory of CUDA devices (set "
                                                 "TAUB_GPU_AWARE_MPI=yes if it has it)";
}

enum taub_status taub_comm_agree(const struct taub_comm *self, enum taub_status status, struct taub_error *error)
{
    if (self->size == 1)
        return status;
    /* the first vote is largest on the lowest rank that failed; the second tells whether any rank succeeded */
    double votes[2] = {status == TAUB_OK ? -1.0 : self->size - self->rank, status == TAUB_OK};
    taub_comm_maximum(self, votes, 2);
    if (votes[0] < 0.0)
        return TAUB_OK;
    struct taub_error agreed;
    memset(&agreed, 0, sizeof agreed);
    const int root = self->size - (int)votes[0];
    if (root == self->rank) {
        const char *message = error ? error->message : "failed";
        agreed.status = status;
        agreed.machine = error && error->machine;
        if (votes[1] > 0.0)
            snprintf(agreed.message, sizeof agreed.message, "rank %d on %s: %.3900s", self->rank, self->host, message);
        else /* all ranks failed, for the same reason */
            snprintf(agreed.message, sizeof agreed.message, "%s", message);
    }
    taub_comm_broadcast(self, root, &agreed, sizeof agreed);
    if (error)
        *error = agreed;
    return agreed.status;
}

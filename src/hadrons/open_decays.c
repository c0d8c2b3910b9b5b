/* Which decays are kinematically allowed. If the pole masses close a channel, its widest resonance is replaced by that
 * resonance's decay products, since it may be lighter than its pole mass: omega -> rho pi becomes omega -> 3 pi by
 * three-body phase space. Channels that stay closed are dropped and counted. */
#include "hadrons/open_decays.h"

#include <stdlib.h>

#include "core/try.h"
#include "hadrons/internal.h"

/* GeV; narrower particles decay electromagnetically or weakly and stay on their mass shell. */
#define LEAST_WIDTH 1e-5

static bool is_open(const struct taub_decay *decay, double mass)
{
    for (int p = 0; p < decay->count; p++)
        mass -= decay->mass[p];
    return mass > 0;
}

static bool is_strong(const struct taub_decay *decay)
{
    for (int p = 0; p < decay->count; p++)
        if (decay->daughter[p] < 0)
            return false;
    return decay->share > 0;
}

/* Position of the widest resonance among the daughters; -1 if there is none. */
static int widest_of(const struct taub_hadrons *list, const struct taub_decay *decay)
{
    double width = LEAST_WIDTH;
    int widest = -1;
    for (int p = 0; p < decay->count; p++) {
        const struct taub_hadron *daughter = decay->daughter[p] < 0 ? NULL : &list->list[decay->daughter[p]];
        if (daughter && daughter->width > width && daughter->decay_count > 0) {
            width = daughter->width;
            widest = p;
        }
    }
    return widest;
}

static void add_daughter(struct taub_decay *to, const struct taub_decay *from, int p)
{
    const int at = to->count++;
    to->daughter[at] = from->daughter[p];
    to->code[at] = from->code[p];
    to->mass[at] = from->mass[p];
}

/* `decay` with its daughter p replaced by the products of the decay `by`. */
static struct taub_decay with_daughter_decayed(const struct taub_decay *decay, int p, const struct taub_decay *by)
{
    struct taub_decay out = {.share = decay->share * by->share, .line = decay->line};
    for (int n = 0; n < decay->count; n++)
        if (n != p)
            add_daughter(&out, decay, n);
    for (int n = 0; n < by->count; n++)
        add_daughter(&out, by, n);
    return out;
}

/* Sorts the daughters by code, so that equal final states are recognised and get equal energies. */
static struct taub_decay sorted(const struct taub_decay *decay)
{
    struct taub_decay out = {.share = decay->share, .line = decay->line};
    bool taken[TAUB_MAX_DAUGHTERS] = {false};
    while (out.count < decay->count) {
        int next = -1;
        for (int p = 0; p < decay->count; p++)
            if (!taken[p] && (next < 0 || decay->code[p] < decay->code[next]))
                next = p;
        taken[next] = true;
        add_daughter(&out, decay, next);
    }
    return out;
}

static bool is_same(const struct taub_decay *a, const struct taub_decay *b)
{
    bool same = a->count == b->count;
    for (int p = 0; same && p < a->count; p++)
        same = a->code[p] == b->code[p];
    return same;
}

static enum taub_status add_open(const struct taub_decay *decay, struct taub_hadron *out, struct taub_error *error)
{
    struct taub_decay *place = taub_hadron_add_decay(out);
    if (!place)
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", out->name);
    *place = sorted(decay);
    return TAUB_OK;
}

/* Adds the allowed part of a channel to `out`. If its widest resonance has to decay, the branching ratios of the
 * allowed decays are rescaled to that of the channel. *open: whether anything was added. */
static enum taub_status add_open_channels(const struct taub_hadrons *list, const struct taub_decay *decay,
                                          struct taub_hadron *out, bool *open, struct taub_error *error)
{
    *open = is_open(decay, out->mass);
    if (*open)
        return add_open(decay, out, error);
    const int widest = widest_of(list, decay);
    if (widest < 0)
        return TAUB_OK;
    const struct taub_hadron *resonance = &list->list[decay->daughter[widest]];
    const int first = out->decay_count;
    for (int d = 0; d < resonance->decay_count; d++) {
        const struct taub_decay *by = &resonance->decays[d];
        bool here = false;
        if (!is_strong(by) || decay->count - 1 + by->count > TAUB_MAX_DAUGHTERS)
            continue;
        const struct taub_decay longer = with_daughter_decayed(decay, widest, by);
        TRY(add_open_channels(list, &longer, out, &here, error));
        *open = *open || here;
    }
    double sum = 0.0;
    for (int d = first; d < out->decay_count; d++)
        sum += out->decays[d].share;
    for (int d = first; d < out->decay_count; d++)
        out->decays[d].share *= decay->share / sum;
    return TAUB_OK;
}

static void merge_equal_decays(struct taub_hadron *hadron)
{
    int count = 0;
    for (int d = 0; d < hadron->decay_count; d++) {
        int same = 0;
        while (same < count && !is_same(&hadron->decays[same], &hadron->decays[d]))
            same++;
        if (same < count)
            hadron->decays[same].share += hadron->decays[d].share;
        else
            hadron->decays[count++] = hadron->decays[d];
    }
    hadron->decay_count = count;
}

/* Adds the open decays of a hadron to `out`, a copy of it without decays; branching ratios sum to 1. */
static enum taub_status keep_open_decays(const struct taub_hadrons *list, const struct taub_hadron *given,
                                         struct taub_hadron *out, int *closed, struct taub_error *error)
{
    double sum = 0.0, lost = 0.0;
    for (int d = 0; d < given->decay_count; d++) {
        bool open = false;
        if (!(given->decays[d].share > 0))
            continue;
        TRY(add_open_channels(list, &given->decays[d], out, &open, error));
        *(open ? &sum : &lost) += given->decays[d].share;
        *closed += !open;
    }
    for (int d = 0; d < out->decay_count; d++)
        out->decays[d].share /= sum;
    out->closed = lost > 0 ? lost / (sum + lost) : 0.0;
    merge_equal_decays(out);
    return TAUB_OK;
}

enum taub_status taub_hadrons_keep_open_decays(struct taub_hadrons *self, struct taub_error *error)
{
    struct taub_hadrons open = {.list = malloc((size_t)self->count * sizeof *open.list), .count = self->count};
    if (!open.list)
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %d hadrons.", self->count);
    for (int n = 0; n < self->count; n++) {
        open.list[n] = self->list[n];
        open.list[n].decays = NULL;
        open.list[n].decay_count = 0;
    }
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < self->count && status == TAUB_OK; n++)
        status = keep_open_decays(self, &self->list[n], &open.list[n], &self->closed, error);
    for (int n = 0; n < self->count && status == TAUB_OK; n++) {
        struct taub_hadron given = self->list[n];
        self->list[n] = open.list[n];
        open.list[n] = given;
    }
    taub_hadrons_free(&open);
    return status;
}

/* ---- yields that depend on closed decays ---- */

enum taub_status taub_closed_yields(const struct taub_hadrons *list, double temperature, double potential, double width,
                                    double *shares, struct taub_error *error)
{
    double *number = malloc((size_t)list->count * sizeof *number);
    if (!number)
        return taub_fail(error, TAUB_FAILED, "No memory for the yields of %d hadrons.", list->count);
    for (int h = 0; h < list->count; h++) {
        struct taub_hadrons alone = {.list = &list->list[h], .count = 1};
        number[h] = taub_thermal_sum(&alone, temperature, potential).number;
        shares[h] = 0.0; /* number densities during the loop, fractions after it */
    }
    for (int h = list->count - 1; h >= 0; h--) { /* from heavy to light: daughters are lighter than parents */
        const struct taub_hadron *parent = &list->list[h];
        const double doubtful = shares[h] + parent->closed * (number[h] - shares[h]);
        for (int d = 0; d < parent->decay_count && parent->width > width; d++)
            for (int p = 0; p < parent->decays[d].count; p++) {
                const int daughter = parent->decays[d].daughter[p];
                if (daughter < 0)
                    continue;
                number[daughter] += parent->decays[d].share * number[h];
                shares[daughter] += parent->decays[d].share * doubtful;
            }
        shares[h] = number[h] > 0 ? shares[h] / number[h] : 0.0;
    }
    free(number);
    return TAUB_OK;
}

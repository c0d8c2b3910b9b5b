#include "hadrons/feeds.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "hadrons/phase_space.h"

int taub_particle_of(const struct taub_hadrons *list, int hadron)
{
    const int64_t code = list->list[hadron].code;
    const int other = code < 0 ? taub_hadrons_find(list, -code) : -1;
    return other >= 0 ? other : hadron;
}

/* Appends a feed, or adds its share to the one after `first` with the same daughter and energy. */
static bool add_feed(struct taub_feeds *self, int first, struct taub_feed feed)
{
    for (int n = first; n < self->count; n++)
        if (self->list[n].daughter == feed.daughter && self->list[n].energy == feed.energy) {
            self->list[n].share += feed.share;
            return true;
        }
    if (self->count == self->capacity) {
        const int capacity = self->capacity ? 2 * self->capacity : 64;
        struct taub_feed *larger = realloc(self->list, (size_t)capacity * sizeof *larger);
        if (!larger)
            return false;
        self->list = larger;
        self->capacity = capacity;
    }
    self->list[self->count++] = feed;
    return true;
}

/* Contributions of one hadron's decays to particles; antiparticles are skipped unless they are their own. */
static bool add_decays(const struct taub_hadrons *list, const struct taub_hadron *parent, double sign, int first,
                       struct taub_feeds *feeds)
{
    double energies[TAUB_PHASE_SPACE_NODES], shares[TAUB_PHASE_SPACE_NODES];
    for (int c = 0; c < parent->decay_count; c++) {
        const struct taub_decay *decay = &parent->decays[c];
        for (int p = 0; p < decay->count; p++) {
            const int daughter = decay->daughter[p];
            if (daughter < 0 || taub_particle_of(list, daughter) != daughter)
                continue;
            const int nodes = taub_phase_space(parent->mass, decay->mass, decay->count, p, energies, shares);
            for (int n = 0; n < nodes; n++)
                if (!add_feed(
                        feeds, first,
                        (struct taub_feed){daughter, decay->mass[p], energies[n], sign * decay->share * shares[n]}))
                    return false;
        }
    }
    return true;
}

enum taub_status taub_feeds_of(const struct taub_hadrons *list, int parent, double width, enum taub_decays_of of,
                               struct taub_feeds *feeds, struct taub_error *error)
{
    const struct taub_hadron *hadron = &list->list[parent];
    if (!(hadron->width > width))
        return TAUB_OK;
    const int other = taub_hadrons_find(list, -hadron->code), first = feeds->count;
    const double sign = of == TAUB_DECAYS_OF_DIFFERENCES ? -1.0 : 1.0;
    /* a particle that is its own antiparticle has no difference */
    if (other < 0 && of == TAUB_DECAYS_OF_DIFFERENCES)
        return TAUB_OK;
    if (!add_decays(list, hadron, 1.0, first, feeds) ||
        (other >= 0 && !add_decays(list, &list->list[other], sign, first, feeds)))
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", hadron->name);
    return TAUB_OK;
}

void taub_gauss_legendre(int count, double *out)
{
    static const double pi = 3.14159265358979323846;
    for (int n = 0; n < count; n++) {
        double x = cos(pi * (n + 0.75) / (count + 0.5)), slope = 1.0;
        for (int round = 0; round < 12; round++) {
            double before = 1.0, value = x;
            for (int k = 2; k <= count; k++) {
                const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
                before = value;
                value = next;
            }
            slope = count * (x * value - before) / (x * x - 1.0);
            x -= value / slope;
        }
        out[2 * n] = 0.5 * (1.0 - x);
        out[2 * n + 1] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
}

void taub_decay_nodes(double out[2 * TAUB_DECAY_NODES])
{
    taub_gauss_legendre(TAUB_DECAY_NODES_Y, out);
    taub_gauss_legendre(TAUB_DECAY_NODES_ZETA, out + 2 * TAUB_DECAY_NODES_Y);
}

/* Spectra of a surface: elements, Cooper-Frye sums, resonance decays, selection of the requested species. */
#include "hadrons/spectra.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/parallel.h"
#include "core/try.h"
#include "hadrons/decay_map.h"
#include "hadrons/elements.h"
#include "hadrons/feed_down.h"
#include "hadrons/grid.h"
#include "hadrons/open_decays.h"
#include "hadrons/sums.h"

struct taub_spectra_config taub_spectra_defaults(void)
{
    return (struct taub_spectra_config){.delta_f = TAUB_DELTA_F_GRAD,
                                        .decays = true,
                                        .decay_width = 1e-8,
                                        .pt_max = 4.0,
                                        .pt_count = 32,
                                        .directions = 32,
                                        .rapidity_max = 4.0,
                                        .rapidities = 17};
}

void taub_spectra_free(struct taub_spectra *self)
{
    free(self->hadron);
    free(self->pt);
    free(self->pt_weight);
    free(self->phi);
    free(self->rapidity);
    free(self->closed);
    free(self->values);
    memset(self, 0, sizeof *self);
}

/* The requested species; all of them in the list's order if none are named. */
static enum taub_status select_species(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                       struct taub_spectra *out, struct taub_error *error)
{
    out->species = config->species ? config->species_count : list->count;
    out->hadron = calloc((size_t)out->species + 1, sizeof *out->hadron);
    if (!out->hadron)
        return taub_fail(error, TAUB_FAILED, "No memory for %d species.", out->species);
    for (int s = 0; s < out->species; s++)
        out->hadron[s] = config->species ? taub_hadrons_find(list, config->species[s]) : s;
    return TAUB_OK;
}

struct means {
    const struct taub_surface_file *surface;
    double (*sums)[6]; /* one for each piece: u.dSigma, then its products with temperature, energy density, pressure,
                          mu_B, baryon density */
};

static enum taub_status add_piece(void *user, int piece, struct taub_error *error)
{
    const struct means *self = user;
    const int64_t first = (int64_t)piece * TAUB_ELEMENTS_PIECE, end = first + TAUB_ELEMENTS_PIECE;
    double *sums = self->sums[piece];
    for (int64_t n = first; n < end && n < self->surface->count; n++) {
        const double *v = self->surface->elements[n].value, *u = v + TAUB_SURFACE_VELOCITY,
                     *s = v + TAUB_SURFACE_NORMAL;
        const double part = u[0] * s[0] + u[1] * s[1] + u[2] * s[2] + u[3] * s[3];
        sums[0] += part;
        sums[1] += part * v[TAUB_SURFACE_TEMPERATURE];
        sums[2] += part * v[TAUB_SURFACE_ENERGY];
        sums[3] += part * v[TAUB_SURFACE_PRESSURE];
        sums[4] += part * v[TAUB_SURFACE_POTENTIAL];
        sums[5] += part * v[TAUB_SURFACE_CHARGE];
    }
    return TAUB_OK;
}

/* Means over the surface, weighted by u.dSigma. */
static enum taub_status average_surface(const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                        struct taub_spectra *out, struct taub_error *error)
{
    const int pieces = taub_elements_pieces(surface->count);
    double all[6] = {0.0};
    struct means means = {surface, calloc((size_t)pieces + 1, sizeof *means.sums)};
    if (!means.sums)
        return taub_fail(error, TAUB_FAILED, "No memory for %lld elements of the surface.", (long long)surface->count);
    const enum taub_status status = taub_parallel(0, pieces, add_piece, &means, error);
    for (int n = 0; n < pieces; n++)
        for (int c = 0; c < 6; c++)
            all[c] += means.sums[n][c];
    free(means.sums);
    if (status != TAUB_OK || !(all[0] > 0))
        return status;
    out->temperature = all[1] / all[0];
    out->surface_energy = all[2] / all[0];
    out->surface_pressure = all[3] / all[0];
    out->potential = all[4] / all[0];
    out->surface_charge = all[5] / all[0];
    out->hadrons = taub_thermal_sum(list, out->temperature, out->potential);
    return TAUB_OK;
}

/* Fractions of yields that depend on closed decays, for a gas at the mean temperature of the surface. */
static enum taub_status find_closed(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                    struct taub_spectra *out, struct taub_error *error)
{
    double *shares = malloc((size_t)list->count * sizeof *shares);
    out->closed = calloc((size_t)out->species + 1, sizeof *out->closed);
    enum taub_status status =
        shares && out->closed ? TAUB_OK : taub_fail(error, TAUB_FAILED, "No memory for %d hadrons.", list->count);
    if (status == TAUB_OK && config->decays && out->temperature > 0) {
        status = taub_closed_yields(list, out->temperature, out->potential, config->decay_width, shares, error);
        for (int s = 0; s < out->species && status == TAUB_OK; s++)
            out->closed[s] = shares[out->hadron[s]];
    }
    free(shares);
    return status;
}

/* Copies the spectrum of each group to its hadrons, times their degeneracy. */
static double *expand_groups(const struct taub_hadrons *list, const struct taub_groups *groups, const double *values,
                             size_t size)
{
    double *all = calloc((size_t)list->count * size, sizeof *all);
    for (int h = 0; h < list->count && all; h++)
        for (size_t n = 0; n < size && groups->of[h] >= 0; n++)
            all[h * size + n] = list->list[h].degeneracy * values[groups->of[h] * size + n];
    return all;
}

/* Boost-invariant spectra use the decay map, others the decay kernels on the device. */
static enum taub_status feed_down(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                  const struct taub_spectra_config *config, enum taub_decays_of of,
                                  struct taub_spectra *out, double *all, struct taub_error *error)
{
    if (!out->invariant)
        return taub_feed_down(device, list, config, of, out, all, error);
    const bool given = config->decay_map && of == TAUB_DECAYS_OF_MEANS;
    struct taub_decay_map *made = NULL;
    const double begin = taub_seconds();
    if (!given)
        TRY(taub_decay_map_create(list, config, of, false, config->threads, &made, error));
    const enum taub_status status = taub_decay_map_apply(made ? made : config->decay_map, config->threads, all, error);
    taub_decay_map_destroy(made);
    out->decay_seconds += taub_seconds() - begin;
    return status;
}

/* With a chemical potential, particles and antiparticles differ. Decays are linear: the map without potential applies
 * to the mean of both, a second map to half their difference. */
static enum taub_status feed_down_charged(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                                          const struct taub_spectra_config *config, struct taub_spectra *out,
                                          size_t size, double *all, struct taub_error *error)
{
    double *odd = calloc((size_t)list->count * size, sizeof *odd);
    if (!odd)
        return taub_fail(error, TAUB_FAILED, "No memory for the spectra of %d hadrons.", list->count);
    for (int h = 0; h < list->count; h++) {
        const int particle = taub_particle_of(list, h);
        for (size_t n = 0; n < size && particle != h; n++) {
            double *of = all + (size_t)particle * size + n, *anti = all + (size_t)h * size + n;
            const double difference = 0.5 * (*of - *anti), mean = 0.5 * (*of + *anti);
            odd[(size_t)particle * size + n] = difference;
            *of = *anti = mean;
        }
    }
    enum taub_status status = feed_down(device, list, config, TAUB_DECAYS_OF_MEANS, out, all, error);
    if (status == TAUB_OK)
        status = feed_down(device, list, config, TAUB_DECAYS_OF_DIFFERENCES, out, odd, error);
    for (int h = 0; h < list->count && status == TAUB_OK; h++) {
        const int particle = taub_particle_of(list, h);
        for (size_t n = 0; n < size && particle != h; n++) {
            const double difference = odd[(size_t)particle * size + n];
            all[(size_t)h * size + n] -= difference;
            all[(size_t)particle * size + n] += difference;
        }
    }
    free(odd);
    return status;
}

static enum taub_status fill(const struct taub_hadron_device *device, const struct taub_hadrons *list,
                             const struct taub_spectra_config *config, const struct taub_elements *elements,
                             const struct taub_groups *groups, struct taub_spectra *out, struct taub_error *error)
{
    const size_t size = (size_t)out->rapidities * (size_t)out->momenta * (size_t)out->directions;
    double *values = malloc((size_t)groups->count * size * sizeof *values), *all = NULL;
    out->values = malloc((size_t)out->species * size * sizeof *out->values);
    enum taub_status status = TAUB_OK;
    if (!values || !out->values)
        status = taub_fail(error, TAUB_FAILED, "No memory for the spectra of %d species.", groups->count);
    if (status == TAUB_OK)
        status = taub_sums(device, elements, groups, config, out, values, error);
    if (status == TAUB_OK && !(all = expand_groups(list, groups, values, size)))
        status = taub_fail(error, TAUB_FAILED, "No memory for the spectra of %d hadrons.", list->count);
    free(values);
    if (status == TAUB_OK && config->decays)
        status = elements->charged ? feed_down_charged(device, list, config, out, size, all, error)
                                   : feed_down(device, list, config, TAUB_DECAYS_OF_MEANS, out, all, error);
    for (int s = 0; s < out->species && status == TAUB_OK; s++)
        memcpy(out->values + s * size, all + (size_t)out->hadron[s] * size, size * sizeof *all);
    free(all);
    return status;
}

static enum taub_status make(const struct taub_hadron_device *device, const struct taub_surface_file *surface,
                             const struct taub_hadrons *list, const struct taub_spectra_config *config,
                             struct taub_spectra *out, struct taub_error *error)
{
    struct taub_thermal_range range;
    struct taub_delta_f_table delta_f;
    struct taub_elements elements;
    struct taub_groups groups;
    TRY(taub_elements_check(surface, &range, error));
    TRY(select_species(list, config, out, error));
    TRY(taub_grid_make(config, taub_surface_invariant(surface), out, error));
    bool *wanted = malloc((size_t)list->count * sizeof *wanted);
    if (!wanted)
        return taub_fail(error, TAUB_FAILED, "No memory for %d hadrons.", list->count);
    for (int h = 0; h < list->count; h++)
        wanted[h] = config->decays;
    for (int s = 0; s < out->species; s++)
        wanted[out->hadron[s]] = true;
    enum taub_status status = taub_groups_make(list, wanted, range.charged, &groups, error);
    free(wanted);
    TRY(status);
    out->elements = surface->count;
    status = taub_delta_f_tabulate(&delta_f, list, config->delta_f, &range, error);
    if (status == TAUB_OK)
        status = average_surface(surface, list, out, error);
    if (status == TAUB_OK)
        status = find_closed(list, config, out, error);
    if (status == TAUB_OK)
        status = taub_elements_make(surface, &delta_f, config->delta_f, range.charged, &elements, error);
    if (status == TAUB_OK) {
        status = fill(device, list, config, &elements, &groups, out, error);
        taub_elements_free(&elements);
    }
    taub_groups_free(&groups);
    return status;
}

enum taub_status taub_spectra_check(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                    bool invariant, struct taub_error *error)
{
    if (!(config->pt_max > 0) || config->pt_count < 10 || config->directions < 8 || config->directions % 8 ||
        config->rapidities < 1 || !(config->rapidity_max >= 0))
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "Spectra need a largest pT above 0, at least 10 momenta, a multiple of 8 directions and at least "
            "one rapidity.");
    if (config->decays && !invariant && config->rapidities < 4)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "Decays need at least 4 rapidities, since parents are interpolated between them; there are %d.",
            config->rapidities);
    for (int s = 0; config->species && s < config->species_count; s++)
        if (taub_hadrons_find(list, config->species[s]) < 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: particle %lld is not in this list.", list->path,
                             (long long)config->species[s]);
    return TAUB_OK;
}

enum taub_status taub_spectra_of_surface(const struct taub_hadron_device *device,
                                         const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                         const struct taub_spectra_config *config, struct taub_spectra *out,
                                         struct taub_error *error)
{
    memset(out, 0, sizeof *out);
    TRY(taub_spectra_check(list, config, taub_surface_invariant(surface), error));
    const enum taub_status status = make(device, surface, list, config, out, error);
    if (status != TAUB_OK)
        taub_spectra_free(out);
    return status;
}

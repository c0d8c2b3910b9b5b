#include "batch/hadrons.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "evolve/surface.h"
#include "systems/system.h"

const char *const taub_hadron_names[TAUB_HADRON_NUMBERS] = {"dN_dy", "mean_pt", "v2",   "v3",
                                                            "v4",    "psi2",    "psi3", "psi4"};
const char *const taub_hadron_units[TAUB_HADRON_NUMBERS] = {"1", "GeV", "1", "1", "1", "rad", "rad", "rad"};

static bool is_physical(const struct taub_config *config)
{
    return taub_system_find(config->system)->heavy_ion_units(config);
}

enum taub_status taub_batch_hadrons_read(const struct taub_study *study, const struct taub_config *config,
                                         struct taub_hadrons *out, struct taub_error *error)
{
    memset(out, 0, sizeof *out);
    if (!study->hadrons)
        return TAUB_OK;
    if (!taub_surface_wanted(config) || !is_physical(config))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: spectra: hadrons come from a freeze-out surface in GeV and fm: the case needs "
                         "output.surface, say output.surface.temperature: 0.155",
                         study->path);
    TRY(taub_hadrons_read(study->hadrons, study->decays, out, error));
    for (int n = 0; n < study->species_count; n++)
        if (taub_hadrons_find(out, study->species[n]) < 0)
            return taub_fail(error, TAUB_BAD_INPUT, "%s: spectra.species: %s has no particle with the number %lld",
                             study->path, study->hadrons, (long long)study->species[n]);
    return TAUB_OK;
}

static struct taub_spectra_config spectra_of(const struct taub_study *study)
{
    struct taub_spectra_config wanted = taub_spectra_defaults();
    wanted.decays = study->feed_down;
    wanted.species = study->species;
    wanted.species_count = study->species_count;
    wanted.threads = 1; /* other events run at the same time */
    return wanted;
}

enum taub_status taub_batch_decays(const struct taub_study *study, const struct taub_config *config,
                                   const struct taub_hadrons *list, struct taub_decay_map **out,
                                   struct taub_error *error)
{
    const struct taub_spectra_config wanted = spectra_of(study);
    const bool invariant = config->mesh.coordinates == TAUB_MILNE && config->mesh.cells[2] == 1;
    *out = NULL;
    return study->hadrons && study->feed_down && invariant
               ? taub_decay_map_create(list, &wanted, TAUB_DECAYS_OF_MEANS, true, 0, out, error)
               : TAUB_OK;
}

enum taub_status taub_batch_hadrons_find(const struct taub_study *study, const struct taub_hadrons *list,
                                         const struct taub_decay_map *decays, const struct taub_config *config,
                                         struct taub_device *device, const struct taub_gathered *gathered,
                                         double *numbers, struct taub_error *error)
{
    const struct taub_hadron_device place = {device, config->device.precision == TAUB_SINGLE,
                                             config->device.reproducible == TAUB_STRICT};
    struct taub_surface_file surface = {.coordinates = config->mesh.coordinates,
                                        .physical = is_physical(config),
                                        .count = (int64_t)gathered->count,
                                        .elements = gathered->elements};
    struct taub_spectra_config wanted = spectra_of(study);
    struct taub_spectra spectra;
    if (gathered->lost)
        return taub_fail(error, TAUB_FAILED, "out of memory for the elements of the freeze-out surface");
    for (int a = 0; a < 3; a++)
        surface.single[a] = config->mesh.cells[a] == 1;
    wanted.decay_map = decays;
    TRY(taub_spectra_of_surface(&place, &surface, list, &wanted, &spectra, error));
    for (int s = 0; s < spectra.species; s++) {
        struct taub_flow flow;
        taub_spectra_flow(&spectra, s, spectra.rapidities / 2, &flow);
        /* numbers are stored in the order of the study */
        for (int n = 0; n < study->species_count; n++) {
            if (list->list[spectra.hadron[s]].code != study->species[n])
                continue;
            double *to = numbers + n * TAUB_HADRON_NUMBERS;
            to[0] = flow.yield;
            to[1] = flow.mean_pt;
            for (int h = 2; h <= 4; h++) {
                to[h] = flow.v[h];
                to[h + 3] = flow.angle[h];
            }
        }
    }
    taub_spectra_free(&spectra);
    return TAUB_OK;
}

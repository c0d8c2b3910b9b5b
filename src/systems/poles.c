#include "systems/poles.h"

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "systems/medium.h"

static bool oscillates(const struct taub_config_pole *pole)
{
    return pole->kind != TAUB_POLE_DEBYE;
}

static struct taub_pole constants_of(const struct taub_config_pole *pole)
{
    const double frequency = pole->kind == TAUB_POLE_LORENTZ ? pole->frequency : 0;
    return (struct taub_pole){oscillates(pole) ? pole->damping : 1 / pole->time, frequency * frequency};
}

/* Relative to the vacuum. */
static double strength_of(const struct taub_config_pole *pole)
{
    return pole->kind == TAUB_POLE_DRUDE     ? pole->plasma_frequency * pole->plasma_frequency
           : pole->kind == TAUB_POLE_LORENTZ ? pole->strength * (pole->frequency * pole->frequency)
                                             : pole->strength;
}

static int number_of(const struct taub_pole_set *set, const struct taub_config_pole *pole)
{
    const struct taub_pole wanted = constants_of(pole);
    for (int n = oscillates(pole) ? 0 : set->oscillators; n < (oscillates(pole) ? set->oscillators : set->count); n++)
        if (set->poles[n].damping == wanted.damping && set->poles[n].square == wanted.square)
            return n;
    return -1;
}

static void add(struct taub_pole_set *set, const struct taub_poles *list, bool oscillators)
{
    for (int n = 0; n < list->count; n++) {
        const struct taub_config_pole *pole = &list->list[n];
        if (oscillates(pole) != oscillators || number_of(set, pole) >= 0)
            continue;
        if (set->count == TAUB_MOST_POLES) {
            set->too_many = true;
            continue;
        }
        set->poles[set->count++] = constants_of(pole);
        set->oscillators += oscillators;
    }
}

void taub_poles_find(const struct taub_config *config, struct taub_pole_set *set)
{
    const struct taub_config_medium *medium = &config->medium;
    memset(set, 0, sizeof *set);
    for (int relaxations = 0; relaxations < 2; relaxations++) {
        add(set, &medium->poles, !relaxations);
        for (int n = 0; n < medium->inclusions.count; n++)
            add(set, &medium->inclusions.list[n].poles, !relaxations);
    }
}

int taub_poles_count(const struct taub_config *config)
{
    struct taub_pole_set set;
    taub_poles_find(config, &set);
    return set.count;
}

int taub_poles_face_vectors(const struct taub_config *config)
{
    struct taub_pole_set set;
    taub_poles_find(config, &set);
    return 2 + set.count + set.oscillators;
}

/* What a list of poles adds to the strengths of each. */
static void add_strengths(const struct taub_pole_set *set, const struct taub_poles *list, double scale, double *out)
{
    for (int n = 0; n < list->count; n++) {
        const int number = number_of(set, &list->list[n]);
        if (number >= 0)
            out[number] += scale * strength_of(&list->list[n]);
    }
}

void taub_poles_of_cell(const struct taub_config *config, const struct taub_pole_set *set, const double center[3],
                        const double spacing[3], const bool active[3], const struct taub_metal *metal,
                        double out[TAUB_MOST_POLES])
{
    const int n[3] = {active[0] ? TAUB_MEDIUM_POINTS : 1, active[1] ? TAUB_MEDIUM_POINTS : 1,
                      active[2] ? TAUB_MEDIUM_POINTS : 1};
    const struct taub_poles *first = NULL;
    double permittivity, permeability, sum[TAUB_MOST_POLES] = {0};
    bool same = true;
    int count = 0;
    taub_medium_vacuum(config, &permittivity, &permeability);
    memset(out, 0, TAUB_MOST_POLES * sizeof *out);
    if (taub_medium_is_uniform(config, center, spacing, active)) {
        add_strengths(set, taub_medium_poles_at(config, center), permittivity, out);
        return;
    }
    for (int k = 0; k < n[2]; k++)
        for (int j = 0; j < n[1]; j++)
            for (int i = 0; i < n[0]; i++) {
                const int at[3] = {i, j, k};
                double x[3];
                if (metal->surface && metal->is[i + n[0] * (j + n[1] * k)])
                    continue;
                for (int a = 0; a < 3; a++)
                    x[a] = center[a] + ((at[a] + 0.5) / n[a] - 0.5) * (active[a] ? spacing[a] : 0);
                const struct taub_poles *here = taub_medium_poles_at(config, x);
                first = first ? first : here;
                same = same && here == first;
                add_strengths(set, here, permittivity, sum);
                count++;
            }
    if (same && first)
        add_strengths(set, first, permittivity, out);
    for (int p = 0; p < set->count && !same; p++)
        out[p] = sum[p] / count;
    const double share = (double)count / (n[0] * n[1] * n[2]);
    for (int p = 0; p < set->count && metal->surface; p++)
        out[p] /= share;
}

enum taub_status taub_poles_define(const struct taub_config *config, struct taub_bundle *bundle,
                                   struct taub_error *error)
{
    struct taub_pole_set set;
    double permittivity, permeability, strengths[TAUB_MOST_POLES] = {0};
    taub_poles_find(config, &set);
    taub_medium_vacuum(config, &permittivity, &permeability);
    add_strengths(&set, &config->medium.poles, permittivity, strengths);
    const struct taub_constant counts[] = {
        {"TAUB_POLES", set.count}, {"TAUB_OSCILLATORS", set.oscillators}, {NULL, 0.0}};
    TRY(taub_bundle_define_all(bundle, counts, error));
    for (int n = 0; n < TAUB_MOST_POLES && set.count > 0; n++) {
        char names[3][32];
        snprintf(names[0], sizeof names[0], "TAUB_POLE_STRENGTH_%d", n);
        snprintf(names[1], sizeof names[1], "TAUB_POLE_DAMPING_%d", n);
        snprintf(names[2], sizeof names[2], "TAUB_POLE_SQUARE_%d", n);
        const struct taub_constant constants[] = {
            {names[0], strengths[n]}, {names[1], set.poles[n].damping}, {names[2], set.poles[n].square}, {NULL, 0.0}};
        TRY(taub_bundle_define_all(bundle, constants, error));
    }
    return TAUB_OK;
}

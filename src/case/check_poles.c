/* Checks of the poles of dispersive media. */
#include <stdio.h>

#include "case/check.h"
#include "systems/poles.h"

static void check_pole(struct taub_check *self, const char *path, const struct taub_config_pole *pole)
{
    const bool drude = pole->kind == TAUB_POLE_DRUDE, lorentz = pole->kind == TAUB_POLE_LORENTZ;
    const struct {
        const char *key, *of;
        bool given, taken, needed;
    } keys[] = {{"plasma_frequency", "drude", pole->plasma_frequency_given, drude, true},
                {"strength", "lorentz and debye", pole->strength_given, !drude, true},
                {"frequency", "lorentz", pole->frequency_given, lorentz, true},
                {"damping", "drude and lorentz", pole->damping_given, drude || lorentz, false},
                {"time", "debye", pole->time_given, !drude && !lorentz, true}};
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        char full[128];
        snprintf(full, sizeof full, "%s.%s", path, keys[n].key);
        if (keys[n].given && !keys[n].taken)
            taub_check_complain(self, full, -1, "this key belongs to poles of kind %s", keys[n].of);
        else if (keys[n].taken && keys[n].needed && !keys[n].given)
            taub_check_complain(self, full, -1, "this key is missing; a pole of kind %s needs it",
                                drude     ? "drude"
                                : lorentz ? "lorentz"
                                          : "debye");
    }
}

static void check_list(struct taub_check *self, const char *path, const struct taub_poles *poles)
{
    for (int n = 0; n < poles->count; n++) {
        char full[96];
        snprintf(full, sizeof full, "%s[%d]", path, n);
        check_pole(self, full, &poles->list[n]);
    }
}

void taub_check_poles(struct taub_check *self)
{
    const struct taub_config_medium *medium = &self->config->medium;
    struct taub_pole_set set;
    check_list(self, "medium.poles", &medium->poles);
    for (int n = 0; n < medium->inclusions.count; n++) {
        char path[64];
        snprintf(path, sizeof path, "medium.inclusions[%d].poles", n);
        check_list(self, path, &medium->inclusions.list[n].poles);
    }
    taub_poles_find(self->config, &set);
    if (set.too_many)
        taub_check_complain(self, medium->poles.count > 0 ? "medium.poles" : "medium.inclusions", -1,
                            "expected at most %d poles that differ in more than their strength", TAUB_MOST_POLES);
}

#include "output/units.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct base {
    const char *name;
    double si;
    int length, mass, time;
};

static const struct base *base_named(const char *text, size_t length)
{
    static const struct base bases[] = {
        {"GeV", TAUB_GEV_SI, 2, 1, -2}, {"fm", TAUB_FM_SI, 1, 0, 0}, {"c", 299792458.0, 1, 0, -1}, {"1", 1, 0, 0, 0}};
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        if (strlen(bases[i].name) == length && memcmp(bases[i].name, text, length) == 0)
            return &bases[i];
    return NULL;
}

bool taub_unit_parse(const char *text, struct taub_unit *unit)
{
    *unit = (struct taub_unit){.si = 1};
    int sign = 1, factors = 0;
    while (*text) {
        const size_t length = strcspn(text, " */^");
        const struct base *base = base_named(text, length);
        if (!base)
            return false;
        text += length;
        long power = 1;
        if (*text == '^') {
            char *end;
            power = strtol(text + 1, &end, 10);
            if (end == text + 1)
                return false;
            text = end;
        }
        power *= sign;
        unit->si *= pow(base->si, (double)power);
        unit->dimension[0] += (double)(power * base->length);
        unit->dimension[1] += (double)(power * base->mass);
        unit->dimension[2] += (double)(power * base->time);
        factors++;
        if (!*text)
            break;
        if (!strchr(" */", *text) || !text[1])
            return false;
        sign = *text++ == '/' ? -1 : 1;
    }
    return factors > 0;
}

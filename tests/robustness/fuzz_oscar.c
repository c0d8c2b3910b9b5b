/* libFuzzer target: the reader of particle lists. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "problems/oscar.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taub_particles list;
    struct taub_error error = {.message = ""};
    const enum taub_status status = taub_oscar_parse((const char *)data, size, "fuzz", 0, 0, &list, &error);
    if (status != TAUB_OK) {
        if (list.list || error.message[0] == '\0')
            abort();
        return 0;
    }
    if (list.events < 1 || list.test_particles < 1)
        abort();
    for (size_t i = 0; i < list.count; i++) {
        const struct taub_particle *particle = &list.list[i];
        const double *p = particle->momentum;
        for (int c = 0; c < 4; c++)
            if (!isfinite(particle->position[c]) || !isfinite(p[c]))
                abort();
        if (!(p[0] > 0) || !(p[0] >= hypot(hypot(p[1], p[2]), p[3]) * (1 - 1e-12)) || !(particle->mass >= 0) ||
            particle->line < 1)
            abort();
    }
    taub_particles_free(&list);
    return 0;
}

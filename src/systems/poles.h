/* Poles of the permittivity: what the kernels know of them (kernels/systems/maxwell.h). */
#ifndef TAUB_POLES_H
#define TAUB_POLES_H

#include <stdbool.h>

#include "jit/bundle.h"
#include "systems/medium_metal.h"
#include "taub/config.h"

enum { TAUB_MOST_POLES = 4 };

/* Of an oscillator dJ/dt = strength E - damping J - square P, of a relaxation dP/dt = damping (strength E - P). Poles
 * that differ in strength only are one, which then varies in space. */
struct taub_pole {
    double damping, square;
};

struct taub_pole_set {
    int count, oscillators; /* which come first */
    bool too_many;          /* more than TAUB_MOST_POLES: the others are left out */
    struct taub_pole poles[TAUB_MOST_POLES];
};

void taub_poles_find(const struct taub_config *config, struct taub_pole_set *set);
int taub_poles_count(const struct taub_config *config);
/* Vectors that stand on faces: D, B, of each pole P, of each oscillator J. */
int taub_poles_face_vectors(const struct taub_config *config);
/* Strengths of a cell, absolute: means over the cell, as of the medium; `metal`: what
 * taub_medium_of_cell found of the cell. */
void taub_poles_of_cell(const struct taub_config *config, const struct taub_pole_set *set, const double center[3],
                        const double spacing[3], const bool active[3], const struct taub_metal *metal,
                        double out[TAUB_MOST_POLES]);
enum taub_status taub_poles_define(const struct taub_config *config, struct taub_bundle *bundle,
                                   struct taub_error *error);

#endif

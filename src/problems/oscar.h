/* Particle lists of transport models, as text.
 *
 * OSCAR 1997A, final_id_p_x:
 *   OSC1997A
 *   final_id_p_x
 *   code version (A, Z)+(A, Z) frame beam-energy test-particles
 *   event particles b phi            one line per event, followed by one line per particle:
 *   id pdg px py pz p0 mass x y z t
 * OSCAR 2013, its extended form, and the format of SMASH since 2025:
 *   #!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge       (OSCAR2013Extended, ASCII; SMASH_IC)
 *   # Units: fm fm fm fm GeV GeV GeV GeV GeV none none e
 *   # any comment
 *   # event 0 out 2                  or "event 0 ensemble 0 out 2", "in" for "out", or "event 0 start" without a number
 *   200 1.2 2.4 66.6 0.938 0.969 -0.006 -0.068 0.234 2112 0 0
 *   # event 0 end ...
 * The first line names the columns in their order: t x y z p0 px py pz pdg are required, mass and baryon_number are
 * used if present, others are ignored. Each event has one list. Lengths in fm, energies in GeV. A line "event N end ...
 * scattering_projectile_target no" without a list is an event that the writer omitted; it is not counted.
 *
 * Text that begins with a number is read as partons of AMPT (ampt.h). */
#ifndef TAUB_OSCAR_H
#define TAUB_OSCAR_H

#include <stddef.h>

#include "taub/error.h"

struct taub_particle {
    double position[4];   /* t x y z, fm */
    double momentum[4];   /* p0 px py pz, GeV; p0 >= |p| */
    double mass;          /* GeV; from the list, otherwise sqrt(p0^2 - p^2) */
    double baryon_number; /* from the PDG code; thirds for quarks, from ampt.h only */
    int line;             /* line of the file */
};

struct taub_particles {
    int events;
    int test_particles; /* test particles per particle: 1 unless an OSCAR 1997A file says otherwise */
    size_t count;
    struct taub_particle *list; /* particles of all requested events */
};

/* Reads `events` events (0: all) from number `first`, counted from 0. All other events are checked, too. Text in
 * memory; `name` is used in messages. Errors in the text are TAUB_BAD_INPUT with name:line. */
enum taub_status taub_oscar_parse(const char *text, size_t length, const char *name, int first, int events,
                                  struct taub_particles *out, struct taub_error *error);
enum taub_status taub_oscar_read(const char *path, int first, int events, struct taub_particles *out,
                                 struct taub_error *error);
void taub_particles_free(struct taub_particles *self);

#endif

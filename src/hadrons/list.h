/* A list of hadrons: masses, spins, quantum numbers and decays, read from the user's file.
 *
 * Two formats are read (docs/guide/hadrons.md):
 *   pdg.dat of iSS, MUSIC, iEBE, iS3D and ancestors of Thermal-FIST: for each particle a line of 12 columns
 *     number name mass width spin-degeneracy baryon strangeness charm bottom isospin-degeneracy charge decays
 *   followed by one line of 8 columns for each decay: number, particles, branching ratio, five numbers (0: none).
 *   particles.txt and decaymodes.txt of SMASH: isospin multiplets; decays of their states are weighted by squared
 *   Clebsch-Gordan coefficients.
 * Antiparticles missing in the file are added, with conjugate decays. Photons and leptons may be daughters, but are not
 * species of the list. */
#ifndef TAUB_HADRONS_LIST_H
#define TAUB_HADRONS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "taub/error.h"

enum { TAUB_MAX_DAUGHTERS = 5 };

struct taub_decay {
    double share; /* branching ratio; those of a parent sum to 1 */
    int count;
    int daughter[TAUB_MAX_DAUGHTERS]; /* index into the list; -1 for photons and leptons */
    int64_t code[TAUB_MAX_DAUGHTERS];
    double mass[TAUB_MAX_DAUGHTERS];
    int line;
};

struct taub_hadron {
    int64_t code; /* Particle Data Group code */
    char name[48];
    double mass, width; /* GeV */
    int degeneracy;     /* 2 J + 1 */
    int baryon, strange, charge;
    int line; /* in the file; an antiparticle that was added has the line of its particle */
    struct taub_decay *decays;
    int decay_count; /* 0: stable */
    double closed;   /* total branching ratio of closed decays in the file; the open ones are rescaled to sum to 1 */
};

struct taub_hadrons {
    struct taub_hadron *list; /* sorted by mass, then by code */
    int count;
    int closed; /* decays dropped because even the final decay products are heavier than the parent */
    char path[4096];
};

/* `decays`: path of decaymodes.txt for the SMASH format; NULL: in the folder of `path`. Errors in the files return
 * TAUB_BAD_INPUT with file:line. */
enum taub_status taub_hadrons_read(const char *path, const char *decays, struct taub_hadrons *out,
                                   struct taub_error *error);
void taub_hadrons_free(struct taub_hadrons *self);
/* The index of the hadron with this code; -1 if there is none. */
int taub_hadrons_find(const struct taub_hadrons *self, int64_t code);

/* Quantum numbers encoded in a particle's code (Particle Data Group, "Monte Carlo particle numbering scheme"). */
int taub_code_degeneracy(int64_t code);
int taub_code_charge(int64_t code); /* in units of e; also for leptons and photons */
int taub_code_strangeness(int64_t code);
bool taub_code_has_antiparticle(int64_t code);
bool taub_code_is_hadron(int64_t code);
/* Mass of a photon or lepton in GeV; negative for all other codes. */
double taub_code_light_mass(int64_t code);

#endif

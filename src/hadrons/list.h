/* A list of hadrons: masses, spins, quantum numbers and decays, as the user's own file has them.
 *
 * Two layouts are read (docs/guide/hadrons.md):
 *   pdg.dat of iSS, MUSIC, iEBE, iS3D, Thermal-FIST's ancestors: for each particle a line of 12 columns
 *     number name mass width spin-degeneracy baryon strangeness charm bottom isospin-degeneracy charge decays
 *   and below it as many lines of decays, of 8 columns: number, particles, branching ratio, five numbers (0: none).
 *   particles.txt and decaymodes.txt of SMASH: isospin multiplets, whose states share a decay by the squares of
 *   Clebsch-Gordan coefficients.
 * Antiparticles that the file does not have are added, with the conjugate decays. Photons and leptons may be daughters;
 * they are no species. */
#ifndef TAUB_HADRONS_LIST_H
#define TAUB_HADRONS_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "taub/error.h"

enum { TAUB_MAX_DAUGHTERS = 5 };

struct taub_decay {
    double share; /* of all decays of its parent: they add up to 1 */
    int count;
    int daughter[TAUB_MAX_DAUGHTERS]; /* index into the list; -1 for photons and leptons */
    int64_t code[TAUB_MAX_DAUGHTERS];
    double mass[TAUB_MAX_DAUGHTERS];
    int line;
};

struct taub_hadron {
    int64_t code; /* Particle Data Group's number */
    char name[48];
    double mass, width; /* GeV */
    int degeneracy;     /* 2 J + 1 */
    int baryon, strange, charge;
    int line; /* of the file; an antiparticle that was added has its particle's */
    struct taub_decay *decays;
    int decay_count; /* 0: stable */
    double closed;   /* share of the decays in the file that the masses do not allow; the others share what they had */
};

struct taub_hadrons {
    struct taub_hadron *list; /* by mass, then by number */
    int count;
    int closed; /* decays left out because even what the daughters decay into weighs more than the parent */
    char path[4096];
};

/* `decays` names decaymodes.txt for the layout of SMASH; NULL: the one beside it. Every failure of the text is
 * TAUB_BAD_INPUT with file:line. */
enum taub_status taub_hadrons_read(const char *path, const char *decays, struct taub_hadrons *out,
                                   struct taub_error *error);
void taub_hadrons_free(struct taub_hadrons *self);
/* The index of a number; -1 when there is none. */
int taub_hadrons_find(const struct taub_hadrons *self, int64_t code);

/* What a particle's number says (Particle Data Group, "Monte Carlo particle numbering scheme"). */
int taub_code_degeneracy(int64_t code);
int taub_code_charge(int64_t code); /* in units of e; leptons and photons too */
int taub_code_strangeness(int64_t code);
bool taub_code_has_antiparticle(int64_t code);
bool taub_code_is_hadron(int64_t code);
/* Of a photon or lepton in GeV; negative for every other number. */
double taub_code_light_mass(int64_t code);

#endif

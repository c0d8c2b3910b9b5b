/* Quantum numbers encoded in particle codes: Particle Data Group, "Monte Carlo particle numbering scheme". */
#ifndef TAUB_PDG_H
#define TAUB_PDG_H

#include <stdint.h>

/* Baryon number: +-1 for baryons (three quark digits), +-A for nuclei (10LZZZAAAI), 0 for everything else. */
int taub_pdg_baryon_number(int64_t code);
/* Three times the baryon number, with +-1 for quarks. */
int taub_pdg_baryon_thirds(int64_t code);

#endif

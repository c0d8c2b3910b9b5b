/* Random numbers that are the same on all machines for a given seed: xoshiro256** seeded by splitmix64.
 *
 * D. Blackman, S. Vigna, ACM Trans. Math. Softw. 47 (2021) 36; G. Steele, D. Lea, C. Flood, OOPSLA 2014. Only integer
 * operations and + - * / sqrt are used; positions also use cos and sin, which differ by at most one rounding between C
 * libraries. */
#ifndef TAUB_RANDOM_H
#define TAUB_RANDOM_H

#include <stdint.h>

struct taub_random {
    uint64_t state[4];
};

void taub_random_seed(struct taub_random *self, uint64_t seed);
uint64_t taub_random_bits(struct taub_random *self);
double taub_random_uniform(struct taub_random *self); /* in [0, 1), 53 bits */

#endif

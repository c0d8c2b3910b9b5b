#include "problems/random.h"

static uint64_t rotate(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

void taub_random_seed(struct taub_random *self, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t mixed = (seed ^ (seed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
        self->state[i] = mixed ^ (mixed >> 31);
    }
}

uint64_t taub_random_bits(struct taub_random *self)
{
    uint64_t *s = self->state;
    const uint64_t result = rotate(5 * s[1], 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

double taub_random_uniform(struct taub_random *self)
{
    return (double)(taub_random_bits(self) >> 11) * 0x1p-53;
}

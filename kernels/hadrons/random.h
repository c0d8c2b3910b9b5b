/* Philox 4x32-10: random numbers that are a function of a counter and a key, so that each thread has its own and all
 * devices the same (J. Salmon, M. Moraes, R. Dror, D. Shaw, SC'11, 16). Words are held in longs: OpenCL, CUDA and C
 * agree on their products. */
#ifndef TAUB_HADRONS_RANDOM_H
#define TAUB_HADRONS_RANDOM_H

#include "dialect.h"

#define WORD 0xFFFFFFFFL

/* The high and the low half of a product of two words of 32 bits: through halves, since a long has a sign. */
INLINE void multiply_words(long a, long b, long *high, long *low)
{
    const long part = (a & 0xFFFFL) * b; /* below 2^48 */
    const long sum = (a >> 16) * b + (part >> 16);
    *high = sum >> 16;
    *low = ((sum & 0xFFFFL) << 16) | (part & 0xFFFFL);
}

INLINE void philox(const long counter[4], long key_0, long key_1, long word[4])
{
    long c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    EACH (round, 10) {
        long high_0, low_0, high_1, low_1;
        multiply_words(0xD2511F53L, c0, &high_0, &low_0);
        multiply_words(0xCD9E8D57L, c2, &high_1, &low_1);
        const long n0 = high_1 ^ c1 ^ key_0, n2 = high_0 ^ c3 ^ key_1;
        c0 = n0;
        c1 = low_1;
        c2 = n2;
        c3 = low_0;
        key_0 = (key_0 + 0x9E3779B9L) & WORD;
        key_1 = (key_1 + 0xBB67AE85L) & WORD;
    }
    word[0] = c0;
    word[1] = c1;
    word[2] = c2;
    word[3] = c3;
}

/* In (0, 1), of the middle of 2^32 (in single precision 2^23) equal parts. */
INLINE real uniform(long word)
{
#if TAUB_SINGLE
    return ((real)(word >> 9) + R(0.5)) * R(1.1920928955078125e-07);
#else
    return ((real)word + R(0.5)) * R(2.3283064365386963e-10);
#endif
}

#endif

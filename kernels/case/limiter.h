/* Filled by the case: what scheme.limiter names, a file of reconstruct/. */
#ifndef TAUB_CASE_LIMITER_H
#define TAUB_CASE_LIMITER_H
#endif

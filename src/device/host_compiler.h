/* The host's C compiler: found on PATH, run by posix_spawn (never fork: MPI may be running). */
#ifndef TAUB_HOST_COMPILER_H
#define TAUB_HOST_COMPILER_H

#include <stdatomic.h>

#include "device/device.h"
#include "jit/text.h"

struct taub_host_compiler {
    char *program;  /* path */
    char *words;    /* further words of TAUB_CC, say for "ccache gcc" */
    char *identity; /* what it says to --version */
    char name[96];  /* first line of that */
};

/* Fills *out with the candidate of this number, counted from 0: $TAUB_CC where it is set, else those of gcc, clang and
 * cc that are on PATH. False: there is none of that number. */
bool taub_host_compiler_find(int candidate, struct taub_host_compiler *out);
void taub_host_compiler_free(struct taub_host_compiler *self);
/* Why there is no candidate 0. */
const char *taub_host_compiler_missing(void);

/* What may be left out for compilers that refuse it; and the optimisation, for a build that is ready in a second. */
enum taub_host_without { TAUB_WITHOUT_TUNING = 1, TAUB_WITHOUT_FREEDOM = 2, TAUB_WITHOUT_OPTIMIZATION = 4 };

/* Appends the options in their order, separated by spaces, $TAUB_CFLAGS included. */
bool taub_host_compiler_options(const struct taub_device_config *config, unsigned without, struct taub_text *out);

/* Who may end the compiler: a handler of signals, another thread. Each may be NULL. */
struct taub_host_stop {
    const volatile sig_atomic_t *signalled;
    const atomic_bool *asked;
};

/* Compiled: the shared library is there. Ended: by a signal, or by `stop` (may be NULL); the log then says only that.
 */
enum taub_host_outcome { TAUB_HOST_COMPILED, TAUB_HOST_FAILED, TAUB_HOST_ENDED };

/* Compiles a file to a shared library. The log gets what the compiler printed. */
enum taub_host_outcome taub_host_compiler_run(const struct taub_host_compiler *self, const char *options,
                                              const char *source, const char *target, const struct taub_host_stop *stop,
                                              struct taub_text *log);

#endif

/* The host's C compiler: found on PATH, run by posix_spawn (never fork: MPI may be running). */
#ifndef TAUB_HOST_COMPILER_H
#define TAUB_HOST_COMPILER_H

#include <stdatomic.h>

#include "device/device.h"
#include "jit/text.h"

struct taub_host_compiler {
    char *program;  /* path of the program */
    char *words;    /* further words of TAUB_CC, say for "ccache gcc" */
    char *identity; /* output of --version */
    char name[96];  /* first line of `identity` */
};

/* Fills *out with candidate number `candidate`, counted from 0: $TAUB_CC if set, else those of gcc, clang and cc that
 * are on PATH. False if there is no such candidate. */
bool taub_host_compiler_find(int candidate, struct taub_host_compiler *out);
void taub_host_compiler_free(struct taub_host_compiler *self);
/* Why there is no candidate 0. */
const char *taub_host_compiler_missing(void);

/* Options that can be dropped for compilers that reject them; and the optimisation, for a build that is ready within a
 * second. Of a brief program (bundle.h) the user's options are others. */
enum taub_host_without {
    TAUB_WITHOUT_TUNING = 1,
    TAUB_WITHOUT_EXTRAS = 2,
    TAUB_WITHOUT_OPTIMIZATION = 4,
    TAUB_FOR_BRIEF = 8
};

/* Appends the options, separated by spaces, including $TAUB_CFLAGS; for brief programs $TAUB_BRIEF_CFLAGS if it is set.
 */
bool taub_host_compiler_options(const struct taub_device_config *config, unsigned without, struct taub_text *out);

/* What may stop the compiler: a flag set by a signal handler, or by another thread. Either may be NULL. */
struct taub_host_stop {
    const volatile sig_atomic_t *signalled;
    const atomic_bool *asked;
};

/* Compiled: the shared library exists. Ended: by a signal, or by `stop` (may be NULL); the log then says only that. */
enum taub_host_outcome { TAUB_HOST_COMPILED, TAUB_HOST_FAILED, TAUB_HOST_ENDED };

/* Compiles a file to a shared library. `log` receives what the compiler prints. */
enum taub_host_outcome taub_host_compiler_run(const struct taub_host_compiler *self, const char *options,
                                              const char *source, const char *target, const struct taub_host_stop *stop,
                                              struct taub_text *log);

#endif

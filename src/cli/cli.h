/* The program `taub`: what its verbs share. Only this folder of the library prints. */
#ifndef TAUB_CLI_H
#define TAUB_CLI_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "case/case.h"
#include "taub/taub.h"

/* One bit per verb, so that the table of options can list the verbs of an option. */
enum cli_verb_bit {
    CLI_RUN = 1,
    CLI_CHECK = 2,
    CLI_COMPILE = 4,
    CLI_BENCH = 8,
    CLI_CONVERGE = 16,
    CLI_COMPARE = 32,
    CLI_DEVICES = 64,
    CLI_REFERENCE = 128,
    CLI_MANUAL = 256,
    CLI_COMPLETION = 512,
    CLI_DOCTOR = 1024,
    CLI_SURFACE = 2048,
    CLI_BATCH = 4096,
    CLI_SPECTRA = 8192,
    CLI_SAMPLE = 16384,
    CLI_PLOT = 32768, /* from here to CLI_MOVIE: verbs of the Python package */
    CLI_FLOW = 65536,
    CLI_WATCH = 131072,
    CLI_INFO = 1 << 18,
    CLI_PROFILE = 1 << 19,
    CLI_SPACETIME = 1 << 20,
    CLI_MOVIE = 1 << 21,
    CLI_EXAMPLES = 1 << 22, /* from here on: verbs of this program again */
    CLI_LIST = 1 << 23,
    CLI_CITE = 1 << 24,
    CLI_VERSION = 1 << 25,
    CLI_EVOLUTION = 1 << 26 /* of the Python package */
};

struct cli_options;                                     /* below */
typedef int cli_act(const struct cli_options *options); /* returns the exit code */

struct cli_verb {
    const char *name;
    enum cli_verb_bit bit;
    int inputs;          /* CASE, or A and B */
    const char *usage;   /* the arguments; if it begins with `[`, inputs are optional */
    const char *summary; /* one line */
    const char *more;    /* the rest of its help */
    cli_act *act;        /* NULL: cli_front */
};

#define CLI_MAX_RESOLUTIONS 16

struct cli_options {
    const struct cli_verb *verb;
    const char *input[2];   /* CASE, or A and B; NULL: not given */
    char case_path[4096];   /* input[0], or the case.yaml in it if it is a folder */
    const char **overrides; /* key=value in the given order, then those that options stand for */
    int override_count;
    char **owned; /* overrides allocated by the parser */
    int owned_count;
    const char *output;  /* -o, or NULL */
    const char *to;      /* surface: the layout, or NULL */
    const char *restart; /* NULL: from the initial data */
    bool force_restart;
    const char *json; /* file, "-" for standard output, or NULL */
    int devices;      /* number of devices, with a process for each; 0: not given */
    bool all_devices;
    bool quiet;
    bool again;    /* batch: try failed events again */
    bool quick;    /* doctor: no timings */
    bool examples; /* compile: all examples */
    bool bibtex;   /* cite */
    bool tolerance_given;
    double tolerance;
    bool all, time_given; /* compare: every output, or that at `time` */
    double time;
    int resolutions[CLI_MAX_RESOLUTIONS];
    int resolution_count;
    int64_t steps, repeats; /* 0: not given */
    bool help;
    bool spectra;   /* run: also compute spectra */
    int64_t sample; /* run: number of events to sample; 0: not given */
    /* spectra, sample and run; NULL: not given */
    const char *hadrons, *decays, *species, *delta_f, *negative, *polarization, *pt, *azimuths, *rapidity;
    bool no_decays, bounded;
    int64_t events, seed; /* sample; 0: not given */
    bool seed_given;
};

/* To be called first: opens descriptors 0 to 2 if the parent has closed them, and makes failed writes errors instead of
 * signals. */
void cli_process_prepare(void);
/* Discards standard error until it is restored. */
int cli_silence_errors(void);
void cli_restore_errors(int kept);
/* mpirun kills all ranks when one of them exits with an error, so a rank that does not print the error waits a second.
 */
void cli_let_first_rank_speak(void);
/* ranks.c: calls `act` on each of the ranks that the program was started with, or that --devices asks for; returns the
 * exit code. `act` gets the case, and is not called if the case cannot be loaded. */
struct taub_comm;
int cli_on_ranks(const struct cli_options *options,
                 int (*act)(const struct taub_comm *comm, const struct cli_options *options,
                            struct taub_case *run_case));
/* Whether a line can be written to standard error within `patience` milliseconds. Writing to a full pipe would stop the
 * program; a broken pipe is never ready. */
bool cli_stderr_ready(int patience);
/* From now on, signals that would end the program set the returned flag instead. */
const volatile sig_atomic_t *cli_catch_signals(void);
/* While the program is stepping, a signal prints that the step will be finished and results written. After the run it
 * prints nothing, because mpirun sends SIGTERM to the remaining ranks once one has exited with an error. */
void cli_stepping(bool now);

/* front.c: replaces this process by Python with the package's verb of that name; returns the exit code if that fails.
 */
int cli_front(const char *verb, int count, char **arguments);

/* Parses the arguments after the verb. Prints what is wrong and returns false if they are invalid. */
bool cli_options_parse(const struct cli_verb *verb, int count, char **arguments, struct cli_options *out);
void cli_options_free(struct cli_options *self);
/* Whether there is one for the hadrons of a run. */
bool cli_wants_hadrons(const struct cli_options *options);
/* Prints the options of a verb, one per line, for its help. */
void cli_options_help(const struct cli_verb *verb, FILE *file);

cli_act cli_run, cli_batch, cli_check, cli_compile, cli_bench, cli_converge, cli_compare, cli_devices, cli_doctor,
    cli_surface, cli_spectra, cli_sample, cli_reference, cli_manual, cli_completion, cli_examples, cli_list, cli_cite;

/* The tables, for the man pages and the completion. */
const struct cli_verb *cli_verbs(int *count);
struct cli_option_info {
    char letter; /* 0: long form only */
    const char *name;
    const char *value; /* NULL: takes none */
    unsigned verbs;
    const char *help;
};
bool cli_option_at(int index, struct cli_option_info *out); /* false past the last */

/* What a wing adds to other verbs. Both parts may be missing; what goes wrong is printed. */
struct taub_run_options;
struct cli_wing {
    /* check: whether a file is something else than a case, and the case that is looked at for it. */
    bool (*is_input)(const char *path);
    enum taub_status (*load)(const struct cli_options *options, struct taub_case **out);
    /* run: before it starts, *out is NULL where nothing is wanted; what the run delivers; after it has ended with
     * `status`, returns the status of both. */
    enum taub_status (*open)(const struct cli_options *options, const struct taub_config *config, const char *folder,
                             void **out);
    void (*attach)(void *self, struct taub_run_options *options);
    enum taub_status (*close)(void *self, enum taub_status status);
};
extern const struct cli_wing *const cli_wings[]; /* all, then NULL: cmake/wings.cmake */

/* Prints "taub: MESSAGE" on standard error and returns the status as exit code. */
int cli_report(const struct taub_error *error);
/* The body of a verb whose wing is not built. */
int cli_absent(const char *wing);
/* Loads the case that the options name, with an extra override after the user's unless it is NULL. Prints what is
 * wrong. */
enum taub_status cli_load_case(const struct cli_options *options, const char *extra_override, struct taub_case **out);
/* The two parts of cli_load_case: loading without printing, and printing the error. */
enum taub_status cli_read_case(const struct cli_options *options, const char *extra_override, struct taub_case **out,
                               struct taub_error *error);
void cli_report_case(const struct cli_options *options, const struct taub_error *error);

/* text.c: numbers and names for people. The texts are returned by value, so that several fit in one printf. */
struct cli_text {
    char text[64];
};
struct cli_text cli_bytes(double bytes);      /* "1.50 GB" */
struct cli_text cli_rate(double per_second);  /* "1.20e+09" style with a prefix: "1.20 G" */
struct cli_text cli_duration(double seconds); /* "0.25 s", "3 min 12 s", "2 h 05 min" */
struct cli_text cli_cells(const int cells[3]);
struct cli_text cli_mesh(const struct taub_config *config); /* all cells */
#define cli_device_name(value) taub_word("device.kind", (int)(value))
#define cli_precision_name(value) taub_word("device.precision", (int)(value))
#define cli_reproducible_name(value) taub_word("device.reproducible", (int)(value))
/* The candidate most similar to what was typed, or NULL if none is similar. */
const char *cli_nearest(const char *typed, const char *const *candidates, int count);
/* Prints " (did you mean NAME?)" with it to standard error, or nothing; `dashes` come before the name. */
void cli_suggest(const char *typed, const char *const *candidates, int count, const char *dashes);
/* Prints "expected A, B or C" with the suggestion to standard error, and ends the line. */
void cli_print_expected(const char *typed, const char *const *choices, int count);

/* Prints text from outside (titles, files, compilers) so that it cannot control the terminal: control characters become
 * '?', except line ends and tabs. */
void cli_print_text(FILE *file, const char *text);
/* Prints to standard error that kernels are being compiled; for taub_compile_watch. `user` is not used. */
void cli_compiling(void *user, const char *device, const char *compiler);

/* paths.c: for a path that does not exist, the most similar case in the same folder or in examples/. */
bool cli_nearest_case(const char *typed, char *out, size_t size);
/* The first of `folders` that contains the file `probe`. Folders are relative to the one above the program's; NULL ends
 * the list. */
bool cli_program_folder(const char *const *folders, const char *probe, char *out, size_t size);
/* The folder of examples: of the source tree in which the program was built, or of the prefix where it is installed. */
bool cli_examples_folder(char *out, size_t size);
/* The same, with the sorted names of its entries. Returns their number, or -1 after printing an error. The caller frees
 * the names and the list. */
struct dirent;
int cli_examples_names(char *folder, size_t size, struct dirent ***out);

/* json.c: a small JSON writer. Values that are not finite become null. */
struct cli_json {
    FILE *file;
    char path[4096], temporary[4100];
    int depth;
    bool first[16];
};
bool cli_json_open(struct cli_json *self, const char *path); /* prints the reason if it fails */
bool cli_json_close(struct cli_json *self);
void cli_json_begin(struct cli_json *self, const char *key, char bracket); /* '{' or '['; key NULL inside lists */
void cli_json_end(struct cli_json *self, char bracket);
void cli_json_number(struct cli_json *self, const char *key, double value);
void cli_json_integer(struct cli_json *self, const char *key, int64_t value);
void cli_json_string(struct cli_json *self, const char *key, const char *value);

#endif

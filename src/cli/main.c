/* taub: the table of verbs, help, and dispatch. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "comm/comm.h"
#include "core/wings.h"

static int cli_version(const struct cli_options *options)
{
    printf("taub " TAUB_VERSION "\n");
    return TAUB_OK;
}

static const struct cli_verb verbs[] = {
    {"run", CLI_RUN, 1, "CASE [key=value]... [options]", "run a case and write its results",
     "CASE is a case file, or a folder with a case.yaml in it. Any key can be overridden by its path, as in\n"
     "mesh.cells=[256,256,64]; `taub reference` lists the keys. Progress goes to standard error. SIGINT, SIGTERM\n"
     "and other signals of batch systems finish the step, write everything and exit; --restart DIR continues "
     "from\nthere with the same bits.\n",
     cli_run},
    {"batch", CLI_BATCH, 1, "STUDY [key=value]... [options]",
     "run the events of a study, as many at a time as fill the device",
     "STUDY is a file that names a case and the values that make events of it (docs/reference/study-file.md). "
     "Overrides are\n"
     "the case's, or batch.at_once, batch.devices, batch.folders. The same command continues a batch that was killed.\n"
     "Exit codes: 0 all events done, 1 one failed or a signal came, 2 the study is wrong.\n",
     cli_batch},
    {"check", CLI_CHECK, 1, "CASE [key=value]... [options]", "say whether a case is valid, and how large it is",
     "CASE may be a study, too. Prints cells, device memory and the estimated number of steps. Nothing is written.\n"
     "With mesh.refine it compiles the case's kernels and makes the blocks that a run starts with.\n",
     cli_check},
    {"compile", CLI_COMPILE, 1, "CASE|--examples [key=value]... [options]", "fill the kernel cache for a case",
     "For machines whose compute nodes have no compiler, or to start a run with optimised kernels.\n"
     "--examples compiles all examples that came with the program, as many at a time as there are cores.\n"
     "The cache is in TAUB_CACHE, or ~/.cache/taub.\n",
     cli_compile},
    {"bench", CLI_BENCH, 1, "CASE [key=value]... [options]", "time steps after a warm-up",
     "Prints zone updates per second (one cell advanced by one full time step), bytes and flops per zone update,\n"
     "and the share of the copy bandwidth measured on the same device.\n",
     cli_bench},
    {"converge", CLI_CONVERGE, 1, "CASE --cells N,N,... [key=value]... [options]",
     "errors against the exact solution, and orders",
     "Runs the case at each resolution. The numbers replace the cells of the first axis that has more than one;\n"
     "the other axes follow in proportion.\n",
     cli_converge},
    {"compare", CLI_COMPARE, 2, "A B [options]", "norms of the difference of two results",
     "A and B are folders of runs, or files of outputs. The last output of A is compared with the last output of B, "
     "which\nmust be at the same time; --time T compares the outputs at T, --all all outputs.\n"
     "Exit codes: 0 compared, 1 a tolerance is exceeded, 2 nothing to compare, since times or meshes differ.\n",
     cli_compare},
    {"surface", CLI_SURFACE, 2, "convert PATH --to FORMAT -o FILE",
     "write a freeze-out surface as another program reads it",
     "PATH is the folder of a run whose case has output.surface, or its surface.h5. Formats: music (MUSIC and iSS, "
     "binary),\n"
     "is3d (iS3D, text), smash (SMASH-hadron-sampler and vHLLE, text), frzout (binary, boost-invariant "
     "surfaces);\nwith output.surface.gradients: music-vorticity (MUSIC, binary), hydro-foil (beta.dat of vHLLE, "
     "text).\n",
     cli_surface},
    {"spectra", CLI_SPECTRA, 1, "SURFACE --hadrons LIST [options]", "hadrons of a freeze-out surface: spectra and flow",
     "SURFACE is the folder of a run whose case has output.surface, or its surface.h5. LIST is the user's own: pdg.dat "
     "of\niSS and MUSIC, or particles.txt of SMASH with decaymodes.txt in the same folder. Writes spectra.h5 with\n"
     "d2N/(pT dpT dphi dy), dN/dy, mean pT, v_n and event planes; taub plot draws it.\nWith --polarization also "
     "polarization.h5.\n",
     cli_spectra},
    {"sample", CLI_SAMPLE, 1, "SURFACE --hadrons LIST --events N [options]",
     "hadrons of a freeze-out surface, drawn one by one",
     "SURFACE and LIST as for `taub spectra`. Writes OSCAR 2013, which SMASH (modus List) and UrQMD's converters "
     "read.\n"
     "Event n of a seed does not depend on the number of events.\n",
     cli_sample},
    {"plot", CLI_PLOT, 1, "DIR... [options]", "pictures of a run, by the Python package",
     "Fields, history, spectra or surface of the folder of a run; several folders: the runs in one\n"
     "figure for each field. Needs python3 with numpy, h5py and matplotlib.\n",
     NULL},
    {"info", CLI_INFO, 1, "DIR [options]", "what a run is and how it ended, by the Python package",
     "Prints cells, outputs, ranges of all fields and the end of the run. Needs python3 with numpy and h5py.\n", NULL},
    {"profile", CLI_PROFILE, 1, "DIR [options]", "lines of a field along an axis, by the Python package",
     "One picture of the field at several times. Needs python3 with numpy, h5py and matplotlib.\n", NULL},
    {"spacetime", CLI_SPACETIME, 1, "DIR [options]", "a field along an axis against time, by the Python package",
     "One picture, with isotherms where there is a temperature. Needs python3 with numpy, h5py and matplotlib.\n",
     NULL},
    {"movie", CLI_MOVIE, 1, "DIR [options]", "a film of a field, by the Python package",
     "All outputs one after the other: .mp4 where ffmpeg is installed, else .gif. Needs python3 with numpy, h5py,\n"
     "matplotlib and, for a .gif, pillow.\n",
     NULL},
    {"evolution", CLI_EVOLUTION, 1, "DIR --to FORMAT -o FILE [options]",
     "the medium in space and time for jet and photon codes, by the Python package",
     "The outputs of a run, or of one of its views, at equal intervals of time. Formats: music "
     "(evolution_all_xyeta.dat, which\nMUSIC writes and JETSCAPE reads), jetscape (JetData.h5, boost-invariant). "
     "Needs python3 with numpy and h5py.\n",
     NULL},
    {"flow", CLI_FLOW, 1, "DIR [options]", "flow over the events of a batch, by the Python package",
     "v_n{2}, v_n{4}, v_n{6}, v_n along event planes, mean pT and its fluctuation, with statistical errors, of the "
     "hadrons "
     "in\n"
     "the results of `taub batch`. Needs python3 with numpy and h5py.\n",
     NULL},
    {"watch", CLI_WATCH, 1, "DIR [options]", "a page that follows a run, by the Python package",
     "Serves a page at http://127.0.0.1:8017/, only to this machine, that follows the run in DIR while it writes: a "
     "plane\nof a field, curves of the history, speed and counts. Needs python3 with numpy, h5py and matplotlib.\n",
     NULL},
    {"examples", CLI_EXAMPLES, 2, "[NAME [FOLDER]]", "the examples that came with the program, or a copy of one",
     "Without NAME prints them by field, a line each. With NAME copies that example into FOLDER\n"
     "(default: NAME), which must not exist yet.\n",
     cli_examples},
    {"list", CLI_LIST, 1, "[KEY]", "the words of the case file, and what goes with what",
     "Without KEY the words of the main keys: systems, schemes, Riemann solvers, initial data, boundaries and so on.\n"
     "With KEY those of one key, as in taub list scheme.limiter. A word that goes with some systems only is followed\n"
     "by these in brackets.\n",
     cli_list},
    {"cite", CLI_CITE, 1, "CASE [key=value]... [options]", "the papers of the methods that a case uses",
     "Those of its system, scheme, Riemann solver, equation of state, initial data and transport coefficients, with\n"
     "Taub itself.\n",
     cli_cite},
    {"devices", CLI_DEVICES, 0, "", "the devices found, and why others are missing", "", cli_devices},
    {"doctor", CLI_DOCTOR, 0, "[options]", "check which devices work, with equal bits, and how fast",
     "Runs three small built-in cases in strict mode on every device and compares all quantities bit for bit, "
     "then\ntimes a copy and a step and compares them with recorded times. Takes about a minute if kernels must be "
     "compiled.\n"
     "Exit codes: 0 everything that was found works, 1 bits differ or a device fails, whatever the speed.\n",
     cli_doctor},
    {"reference", CLI_REFERENCE, 0, "", "every key of the case file, as Markdown", "", cli_reference},
    {"manual", CLI_MANUAL, 1, "DIR", "write the man pages into a folder",
     "An installed Taub has them in place: man taub, man taub-run.\n", cli_manual},
    {"completion", CLI_COMPLETION, 1, "[bash|zsh|fish]", "the completion for a shell, on standard output",
     "The default is bash. An installed Taub has them all in place; otherwise, in bash:\n"
     "source <(taub completion); in zsh, after compinit: source <(taub completion zsh); in fish:\n"
     "taub completion fish | source\n",
     cli_completion},
    {"version", CLI_VERSION, 0, "", "the version of the program", "As --version and -v.\n", cli_version},
};
#define VERB_COUNT ((int)(sizeof verbs / sizeof verbs[0]))

const struct cli_verb *cli_verbs(int *count)
{
    *count = VERB_COUNT;
    return verbs;
}

static void print_help(FILE *file)
{
    fprintf(file, "taub " TAUB_VERSION ": hyperbolic conservation laws on CPUs and GPUs\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(file, "  taub %-10s %s\n", verbs[i].name, verbs[i].summary);
    fprintf(file, "\n"
                  "Examples:\n"
                  "  taub examples shock-tube my-run           a copy of an example\n"
                  "  taub run examples/shock-tube              results in out/shock-tube\n"
                  "  taub run case.yaml mesh.cells=[256,256,64] --device cuda --precision single\n"
                  "  taub converge examples/gubser-ideal --cells 100,200,400\n"
                  "  taub bench case.yaml --device opencl:1 --json bench.json\n"
                  "\n"
                  "`taub VERB --help` lists a verb's options, `taub reference` the keys of a case file.\n"
                  "Exit codes: 0 done, 1 the run failed, 2 the input is wrong.\n");
}

static int print_verb_help(const struct cli_verb *verb)
{
    printf("usage: taub %s %s\n\n%c%s.\n", verb->name, verb->usage, verb->summary[0] - 'a' + 'A', verb->summary + 1);
    printf("%s\noptions:\n", verb->more);
    cli_options_help(verb, stdout);
    return TAUB_OK;
}

static int unknown_verb(const char *typed)
{
    const char *names[VERB_COUNT + 2];
    for (int i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i].name;
    names[VERB_COUNT] = "--help";
    names[VERB_COUNT + 1] = "--version";
    fprintf(stderr, "taub: unknown verb %s", typed);
    cli_suggest(typed, names, VERB_COUNT + 2, "");
    fprintf(stderr, "\n`taub --help` lists the verbs.\n");
    return TAUB_BAD_INPUT;
}

int cli_report(const struct taub_error *error)
{
    if (!cli_stderr_ready(1000))
        return error->status;
    fprintf(stderr, "taub: ");
    cli_print_text(stderr, error->message);
    fputc('\n', stderr);
    return error->status;
}

int cli_absent(const char *wing)
{
    fprintf(stderr, "taub: " TAUB_BUILT_WITHOUT "\n", wing);
    return TAUB_BAD_INPUT;
}

enum taub_status cli_read_case(const struct cli_options *options, const char *extra_override, struct taub_case **out,
                               struct taub_error *error)
{
    const int count = options->override_count + (extra_override != NULL);
    const char **overrides = calloc((size_t)count + 1, sizeof *overrides);
    if (!overrides)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    for (int i = 0; i < options->override_count; i++)
        overrides[i] = options->overrides[i];
    if (extra_override)
        overrides[count - 1] = extra_override;
    const enum taub_status status = taub_case_load(options->case_path, overrides, count, out, error);
    free(overrides);
    return status;
}

void cli_report_case(const struct cli_options *options, const struct taub_error *error)
{
    char nearest[4096];
    cli_report(error);
    if (cli_nearest_case(options->input[0], nearest, sizeof nearest))
        fprintf(stderr, "Did you mean %s?\n", nearest);
}

enum taub_status cli_load_case(const struct cli_options *options, const char *extra_override, struct taub_case **out)
{
    struct taub_error error;
    const enum taub_status status = cli_read_case(options, extra_override, out, &error);
    if (status != TAUB_OK)
        cli_report_case(options, &error);
    return status;
}

static bool asks_for_help(int count, char **arguments)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(arguments[i], "--help") || !strcmp(arguments[i], "-h"))
            return true;
    return false;
}

static int act(const struct cli_verb *verb, int count, char **arguments)
{
    if (!verb->act)
        return asks_for_help(count, arguments) ? print_verb_help(verb) : cli_front(verb->name, count, arguments);
    struct cli_options options;
    int code = TAUB_BAD_INPUT;
    /* all ranks have the same arguments, so that one of them is enough to report errors */
    const int silenced = taub_comm_started_rank() > 0 ? cli_silence_errors() : -1;
    const bool parsed = cli_options_parse(verb, count, arguments, &options);
    cli_restore_errors(silenced);
    if (!parsed && silenced >= 0)
        cli_let_first_rank_speak();
    if (parsed)
        code = options.help ? print_verb_help(verb) : verb->act(&options);
    cli_options_free(&options);
    return code;
}

/* Reports it as a failure if standard output could not be written, because of a full disk or a closed pipe. */
static int flush_output(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "taub: cannot write to standard output: %s\n", strerror(errno));
    return code == TAUB_OK ? TAUB_FAILED : code;
}

static int dispatch(int count, char **arguments)
{
    if (count < 2 || !strcmp(arguments[1], "--help") || !strcmp(arguments[1], "-h")) {
        print_help(stdout);
        return TAUB_OK;
    }
    if (!strcmp(arguments[1], "--version") || !strcmp(arguments[1], "-v"))
        return cli_version(NULL);
    for (int i = 0; i < VERB_COUNT; i++)
        if (!strcmp(arguments[1], verbs[i].name))
            return act(&verbs[i], count - 2, arguments + 2);
    if (!strcmp(arguments[1], "help")) { /* taub help, taub help VERB */
        for (int i = 0; count > 2 && i < VERB_COUNT; i++)
            if (!strcmp(arguments[2], verbs[i].name))
                return print_verb_help(&verbs[i]);
        print_help(stdout);
        return TAUB_OK;
    }
    return unknown_verb(arguments[1]);
}

int main(int count, char **arguments)
{
    cli_process_prepare();
    return flush_output(dispatch(count, arguments));
}

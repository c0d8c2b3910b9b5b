/* The table of options, and access to it for help, man pages and completion. */
#include "option_table.h"

#define CLI_HADRONS (CLI_SPECTRA | CLI_SAMPLE)
#define CLI_WITH_DEVICE ((CLI_WITH_CASE & ~CLI_CITE) | CLI_HADRONS)
#define CLI_ONE_FIELD (CLI_PROFILE | CLI_SPACETIME | CLI_MOVIE)
#define CLI_MAKES_HADRONS (CLI_HADRONS | CLI_RUN)
#define CLI_MAKES_SPECTRA (CLI_SPECTRA | CLI_RUN)

#define FLAG(member) OPTION_FLAG, offsetof(struct cli_options, member)
#define TEXT(member) OPTION_TEXT, offsetof(struct cli_options, member)
#define COUNT(member) OPTION_COUNT, offsetof(struct cli_options, member)
#define OTHER(name) OPTION_##name, 0

const struct option cli_option_table[] = {
    {OTHER(OUTPUT), 'o', "output", "DIR", CLI_RUN,
     "where the results go (default: out/NAME; with --restart the folder of the checkpoint)"},
    {OTHER(OUTPUT), 'o', "output", "DIR", CLI_BATCH, "where the results go (default: out/NAME)"},
    {FLAG(again), 0, "again", NULL, CLI_BATCH, "try events again that failed in an earlier part of the batch"},
    {TEXT(to), 0, "to", "music|is3d|smash|frzout|music-vorticity|hydro-foil", CLI_SURFACE,
     "the program that will read the file"},
    {OTHER(OUTPUT), 'o', "output", "FILE", CLI_SURFACE, "the file to write"},
    {OTHER(OUTPUT), 'o', "output", "FILE", CLI_SPECTRA,
     "the file to write (default: spectra.h5 in the folder of the surface)"},
    {FLAG(spectra), 0, "spectra", NULL, CLI_RUN, "spectra.h5 of the freeze-out surface, as `taub spectra`"},
    {COUNT(sample), 0, "sample", "N", CLI_RUN, "N events of hadrons drawn from the surface, as `taub sample`"},
    {TEXT(hadrons), 0, "hadrons", "FILE", CLI_MAKES_HADRONS,
     "the list: pdg.dat of iSS and MUSIC, or particles.txt of SMASH"},
    {TEXT(decays), 0, "decays", "FILE", CLI_MAKES_HADRONS,
     "decaymodes.txt of SMASH (default: the one in the folder of the list)"},
    {TEXT(species), 0, "species", "N,N,...|all", CLI_MAKES_SPECTRA,
     "numbers of the Particle Data Group (default: those identified)"},
    {TEXT(delta_f), 0, "delta-f", "grad|chapman-enskog|none", CLI_MAKES_HADRONS, "viscous corrections (default: grad)"},
    {TEXT(negative), 0, "negative", "subtract|drop", CLI_MAKES_SPECTRA,
     "particles that move inwards, p.dSigma < 0 (default: subtract)"},
    {FLAG(bounded), 0, "bounded", NULL, CLI_MAKES_SPECTRA,
     "viscous corrections between -1 and 1 times the ideal distribution"},
    {TEXT(polarization), 0, "polarization", "thermal|isothermal", CLI_MAKES_SPECTRA,
     "polarization.h5 with mean spins of baryons; isothermal: without gradients of T"},
    {FLAG(no_decays), 0, "no-decays", NULL, CLI_MAKES_SPECTRA, "thermal hadrons only"},
    {TEXT(pt), 0, "pt", "MAX,N", CLI_MAKES_SPECTRA, "largest pT in GeV, and number of values (default: 4,32)"},
    {TEXT(azimuths), 0, "phi", "N", CLI_MAKES_SPECTRA, "azimuths, a multiple of 8 (default: 32)"},
    {OTHER(OUTPUT), 'o', "output", "FILE", CLI_SAMPLE,
     "the file to write (default: hadrons.oscar in the folder of the surface)"},
    {COUNT(events), 0, "events", "N", CLI_SAMPLE, "events to draw (default: 1)"},
    {OTHER(SEED), 0, "seed", "N", CLI_SAMPLE | CLI_RUN, "seed of the random numbers (default: 1)"},
    {TEXT(rapidity), 0, "rapidity", "MAX", CLI_SAMPLE,
     "boost-invariant surfaces: space-time rapidities from -MAX to MAX (default: 4)"},
    {TEXT(rapidity), 0, "rapidity", "MAX,N", CLI_MAKES_SPECTRA,
     "rapidities from -MAX to MAX, and their number (default: 4,17; not for boost-invariant surfaces)"},
    {OTHER(DEVICE), 0, "device", "auto|host|cuda|opencl[:N]", CLI_WITH_DEVICE, "the device to use, as device.kind"},
    {OTHER(DEVICES), 0, "devices", "N|all", CLI_RUN | CLI_BENCH,
     "use this many devices of the machine, with a process for each"},
    {OTHER(DEVICES), 0, "devices", "N", CLI_CHECK, "also tell what each of so many devices would need"},
    {OTHER(PRECISION), 0, "precision", "single|double|mixed", CLI_WITH_DEVICE, "as device.precision"},
    {OTHER(REPRODUCIBLE), 0, "reproducible", "strict|fast", CLI_WITH_DEVICE, "strict: the same bits on every device"},
    {OTHER(THREADS), 0, "threads", "N", CLI_WITH_DEVICE & ~CLI_BATCH,
     "host threads (default: all that the process may use)"},
    {TEXT(restart), 0, "restart", "PATH", CLI_RUN, "continue from a checkpoint.hdf or a run's folder"},
    {FLAG(force_restart), 0, "force-restart", NULL, CLI_RUN,
     "continue even if system, mesh or others differ from the checkpoint's"},
    {OTHER(CELLS), 0, "cells", "N,N,...", CLI_CONVERGE,
     "cells along the first axis with more than one; other axes in proportion"},
    {COUNT(steps), 0, "steps", "N", CLI_BENCH, "timed steps per repeat (default: as many as take a second)"},
    {COUNT(repeats), 0, "repeats", "N", CLI_BENCH, "repeats; the median is printed (default: 5)"},
    {OTHER(TOLERANCE), 0, "tolerance", "X", CLI_COMPARE, "exit 1 when max |a - b| > X max |a| for any quantity"},
    {FLAG(all), 0, "all", NULL, CLI_COMPARE, "every output; both runs must have the same times"},
    {OTHER(TIME), 0, "time", "T", CLI_COMPARE, "the outputs at that time (default: the last of both)"},
    {OTHER(JSON), 0, "json", "FILE", CLI_BENCH | CLI_CONVERGE | CLI_COMPARE | CLI_DOCTOR | CLI_SPECTRA,
     "also write the numbers; - for stdout"},
    {FLAG(quiet), 'q', "quiet", NULL, CLI_RUN | CLI_CONVERGE | CLI_COMPILE | CLI_BATCH | CLI_HADRONS,
     "print nothing but errors and tables"},
    {FLAG(quick), 0, "quick", NULL, CLI_DOCTOR, "do not time anything"},
    /* These are read by the Python package (cli_front). */
    {OTHER(OF_PYTHON), 0, "field", "NAME", CLI_PLOT, "a field, say energy_density or velocity/x; may be repeated"},
    {OTHER(OF_PYTHON), 0, "field", "NAME", CLI_ONE_FIELD, "the field (default: energy_density)"},
    {OTHER(OF_PYTHON), 0, "time", "T", CLI_PLOT | CLI_PROFILE, "the output nearest to it; may be repeated"},
    {OTHER(OF_PYTHON), 0, "axis", "NAME", CLI_PROFILE | CLI_SPACETIME,
     "x, y, z or eta (default: the first with more than one cell)"},
    {OTHER(OF_PYTHON), 0, "slice", "AXIS=PLACE", CLI_PLOT | CLI_MOVIE,
     "the plane across an axis, say z=0, or z for the middle; plot: may be repeated"},
    {OTHER(OF_PYTHON), 0, "streamlines", NULL, CLI_PLOT | CLI_MOVIE, "lines along the velocity, or the vector drawn"},
    {OTHER(OF_PYTHON), 0, "isotherm", "GEV", CLI_PLOT | CLI_SPACETIME | CLI_MOVIE,
     "a temperature whose contour is drawn; may be repeated"},
    {OTHER(OF_PYTHON), 0, "exact", NULL, CLI_PLOT | CLI_PROFILE,
     "the exact solution with profiles, where the case has one"},
    {OTHER(OF_PYTHON), 0, "rate", "N", CLI_MOVIE, "outputs a second (default: 8)"},
    {OTHER(OF_PYTHON), 0, "view", "NAME", CLI_PLOT | CLI_ONE_FIELD | CLI_INFO | CLI_EVOLUTION,
     "a view of output.views instead of the whole fields"},
    {OTHER(OF_PYTHON), 0, "to", "music|jetscape", CLI_EVOLUTION, "the layout of the file"},
    {OTHER(OF_PYTHON), 0, "above", "E", CLI_EVOLUTION,
     "music: only cells with an energy density above this, in GeV/fm^3"},
    {OTHER(OF_PYTHON), 'o', "output", "FILE", CLI_EVOLUTION, "the file to write"},
    {OTHER(OF_PYTHON), 0, "spectra", NULL, CLI_PLOT, "only the hadrons of spectra.h5"},
    {OTHER(OF_PYTHON), 0, "surface", NULL, CLI_PLOT, "only the freeze-out surface"},
    {OTHER(OF_PYTHON), 'o', "output", "DIR", CLI_PLOT, "folder of the pictures (default: DIR/plots)"},
    {OTHER(OF_PYTHON), 'o', "output", "FILE", CLI_ONE_FIELD, "the file to write (default: in DIR/plots)"},
    {OTHER(OF_PYTHON), 0, "species", "PDG,...", CLI_FLOW, "hadrons to combine (default: all of the study)"},
    {OTHER(OF_PYTHON), 0, "weights", "events|particles", CLI_FLOW,
     "equal weights of events, or by number of particles as in measurements (default: events)"},
    {OTHER(OF_PYTHON), 0, "port", "N", CLI_WATCH, "port of the page (default: 8017); 0: any free port"},
    {OTHER(OF_PYTHON), 0, "every", "SECONDS", CLI_WATCH, "seconds between updates (default: 2)"},
    {FLAG(bibtex), 0, "bibtex", NULL, CLI_CITE, "as BibTeX entries"},
    {FLAG(examples), 0, "examples", NULL, CLI_COMPILE, "instead of CASE: all examples that came with the program"},
    {FLAG(help), 'h', "help", NULL, ~0u, "this text"},
};
const int cli_option_count = (int)(sizeof cli_option_table / sizeof cli_option_table[0]);

void cli_options_help(const struct cli_verb *verb, FILE *file)
{
    for (int i = 0; i < cli_option_count; i++) {
        const struct option *option = &cli_option_table[i];
        char left[64];
        if (!(option->verbs & verb->bit))
            continue;
        char letter[8] = "";
        if (option->letter)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        fprintf(file, "  %-36s %s\n", left, option->help);
    }
}

bool cli_option_at(int index, struct cli_option_info *out)
{
    if (index >= cli_option_count)
        return false;
    const struct option *option = &cli_option_table[index];
    *out = (struct cli_option_info){option->letter, option->name, option->value, option->verbs, option->help};
    return true;
}

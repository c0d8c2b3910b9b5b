#include "evolve/regrid.h"
#include "mesh/tree.h"
#include "evolve/restart.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case/difference.h"
#include "core/try.h"
#include "output/output.h"
#include "evolve/media.h"

enum { COUNTERS = TAUB_COUNTS_SAVED };

/* ---- the case of the checkpoint ---- */

/* What a checkpoint's numbers are: a case that differs in one of these cannot go on with them. */
static bool gives_meaning(const char *path)
{
    static const char *const keys[] = {"system",     "scalars",    "mesh.coordinates", "mesh.cells",
                                       "mesh.lower", "mesh.upper", "mesh.bloch",       "transport.shear_components",
                                       NULL};
    for (int n = 0; keys[n]; n++)
        if (strcmp(path, keys[n]) == 0)
            return true;
    /* what is in a file of faces is looked at with the state */
    const bool spacing = strncmp(path, "mesh.spacing.", 13) == 0 && !strstr(path, ".file");
    return spacing || strncmp(path, "eos.", 4) == 0;
}

/* Which numbers of a state are of which pole, and its polarisation, come from the lists of poles. Strengths of cells
 * would be those of the checkpoint and frequencies those of the case: a medium of neither, so nothing forces that. */
static bool changes_poles(const char *path, const char *before, const char *after)
{
    return strcmp(path, "medium.poles") == 0 ||
           (strcmp(path, "medium.inclusions") == 0 && (strstr(before, "poles:") || strstr(after, "poles:")));
}

/* A medium that is not the same everywhere is numbers of cells, which come from the checkpoint. */
static bool is_of_cells(const struct taub_config *config, const char *path)
{
    const struct taub_medium_methods *medium = taub_system_find(config->system)->medium;
    return medium && strncmp(path, "medium.", 7) == 0 && medium->varies(config);
}

/* What transforms of fluxes are of; --force-restart begins them anew where the checkpoint has none. */
static bool changes_fluxes(const char *path)
{
    return strncmp(path, "output.fluxes", 13) == 0 && strcmp(path, "output.fluxes.every") != 0 &&
           strcmp(path, "output.fluxes.near_fields") != 0;
}

/* What the elements of a surface are: those that follow must be the same. A surface may begin with a restart. */
static bool changes_surface(const char *path, const char *before)
{
    static const char *const keys[] = {"output.surface.temperature", "output.surface.energy_density",
                                       "output.surface.stride", NULL};
    for (int n = 0; keys[n]; n++)
        if (strcmp(path, keys[n]) == 0)
            return strcmp(before, "none") != 0;
    return false;
}

/* What the state of a scheme is beside the conserved densities of cells: nothing, averages of order 3 and more, or
 * slopes too. */
static const char *kind_of_state(const char *text)
{
    char *kind = taub_case_text_value(text, "scheme.kind"), *order = taub_case_text_value(text, "scheme.order");
    const bool godunov = kind && (strcmp(kind, "ader-weno") == 0 || strcmp(kind, "rk-weno") == 0);
    const char *state = kind && strcmp(kind, "cese") == 0            ? "states with slopes (cese)"
                        : godunov && order && strcmp(order, "2") > 0 ? "averages of cells (scheme.order above 2)"
                                                                     : "states at cell centres";
    free(kind);
    free(order);
    return state;
}

struct differences {
    const struct taub_run_options *options;
    const struct taub_config *config;
    bool looking; /* for what is refused; else the rest is told */
    int refused;
    bool poles;      /* are among the refused */
    char text[2048]; /* the refused ones, a line each */
};

static void note(struct differences *self, bool refused, const char *what, const char *before, const char *after)
{
    char line[1024];
    if (self->looking && refused) {
        const size_t used = strlen(self->text);
        snprintf(self->text + used, sizeof self->text - used, "\n  %s: %.200s there, %.200s in this case", what, before,
                 after);
        self->refused++;
    } else if (!self->looking && !refused && self->options->notice) {
        const bool stays = is_of_cells(self->config, what);
        snprintf(line, sizeof line,
                 stays ? "%s: %.300s in the checkpoint, whose medium stays; %.300s in this case"
                       : "%s: %.300s in the checkpoint, now %.300s",
                 what, before, after);
        self->options->notice(self->options->user, line);
    }
}

static void found(void *user, const char *path, const char *before, const char *after)
{
    struct differences *self = user;
    const bool poles = changes_poles(path, before, after);
    const bool meaning =
        gives_meaning(path) || changes_surface(path, before) || changes_fluxes(path) || is_of_cells(self->config, path);
    self->poles = self->poles || poles;
    note(self, poles || (meaning && !self->options->force_restart), path, before, after);
}

static enum taub_status compare_texts(const char *kept, const char *now, struct differences *differences,
                                      struct taub_error *error)
{
    const char *before = kind_of_state(kept), *after = kind_of_state(now);
    TRY(taub_case_difference(kept, now, found, differences, error));
    if (strcmp(before, after) != 0)
        note(differences, !differences->options->force_restart, "the values of cells", before, after);
    return TAUB_OK;
}

void taub_restart_path(const struct taub_run_options *options, char path[4096])
{
    char *located = taub_checkpoint_locate(options->restart);
    snprintf(path, 4096, "%s", located ? located : options->restart);
    free(located);
}

enum taub_status taub_restart_check(const struct taub_case *run_case, const struct taub_run_options *options,
                                    struct taub_error *error)
{
    struct differences differences = {.options = options, .config = taub_case_config(run_case), .looking = true};
    char path[4096], *kept = NULL, *now = NULL;
    taub_restart_path(options, path);
    TRY(taub_checkpoint_case(path, &kept, error));
    if (!kept)
        return options->force_restart
                   ? TAUB_OK
                   : taub_fail(error, TAUB_BAD_INPUT,
                               "%s: neither this checkpoint nor a case.yaml beside it tells what it was made with; "
                               "--force-restart takes it as one of this case",
                               path);
    enum taub_status status = taub_case_text(run_case, &now, error);
    if (status == TAUB_OK)
        status = compare_texts(kept, now, &differences, error);
    if (status == TAUB_OK && differences.refused > 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: its numbers mean something else in this case:%s\n%s", path,
                           differences.text,
                           differences.poles ? "No restart changes poles, with --force-restart neither"
                                             : "--force-restart goes on all the same");
    differences.looking = false;
    if (status == TAUB_OK)
        status = compare_texts(kept, now, &differences, error);
    free(kept);
    free(now);
    return status;
}

/* ---- the state ---- */

/* That of another version may have other numbers: it begins anew. */
static void take_balance(const struct taub_run_options *options, const struct taub_checkpoint_list *kept,
                         const char *path, struct taub_balance *balance)
{
    if (kept->size == TAUB_BALANCE_NUMBERS)
        memcpy(balance, kept->values, sizeof *balance);
    else if (kept->size > 0 && options->notice) {
        char line[4352];
        snprintf(line, sizeof line,
                 "%s: its balance of energy has %zu numbers, expected %d; the balance begins anew here", path,
                 (size_t)kept->size, (int)TAUB_BALANCE_NUMBERS);
        options->notice(options->user, line);
    }
}

/* With mesh.refine, the blocks that the checkpoint has. */
static enum taub_status read_blocks(const struct taub_simulation *simulation, const char *path, struct taub_mesh **out,
                                    struct taub_error *error)
{
    const struct taub_config *config = simulation->config;
    const int most = config->mesh.refine.most_blocks;
    struct taub_leaf *leaves = NULL;
    int count = 0;
    TRY(taub_checkpoint_blocks(path, &leaves, &count, error));
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < count && status == TAUB_OK; n++)
        if (leaves[n].level > config->mesh.refine.levels)
            status = taub_fail(error, TAUB_BAD_INPUT,
                               "mesh.refine.levels: expected at least %d, the level of a block of %s, got %d",
                               leaves[n].level, path, config->mesh.refine.levels);
    if (status == TAUB_OK && most > 0 && count > most)
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "mesh.refine.most_blocks: expected at least %d, the number of blocks of %s, got %d", count,
                           path, most);
    const struct taub_tree_wish wish = {leaves, count};
    if (status == TAUB_OK)
        status = taub_mesh_create_tree(&config->mesh, taub_scheme_ghosts(config), simulation->comm->rank,
                                       simulation->comm->size, &wish, out, error);
    free(leaves);
    return status;
}

static enum taub_status take_blocks(struct taub_simulation *simulation, const char *path, struct taub_error *error)
{
    struct taub_mesh *mesh = NULL;
    if (simulation->mesh->levels == 0)
        return TAUB_OK;
    const enum taub_status status =
        taub_simulation_agree(simulation, read_blocks(simulation, path, &mesh, error), error);
    if (status == TAUB_OK)
        return taub_simulation_take_mesh(simulation, mesh, false, error);
    taub_mesh_destroy(mesh);
    return status;
}

enum taub_status taub_restart(struct taub_simulation *simulation, const struct taub_run_options *options, bool ends,
                              struct taub_checkpoint_surface *surface, struct taub_checkpoint_list *fluxes,
                              struct taub_balance *balance, struct taub_error *error)
{
    const int components = taub_memory_state_components(simulation->config);
    struct taub_checkpoint checkpoint;
    char path[4096];
    taub_restart_path(options, path);
    TRY(take_blocks(simulation, path, error));
    enum taub_status status =
        taub_checkpoint_read(path, simulation->mesh, components, COUNTERS, options->force_restart, &checkpoint, error);
    TRY(taub_simulation_agree(simulation, status, error));
    const double end = simulation->config->time.end;
    if (!(checkpoint.time < end) && !(ends && checkpoint.time == end))
        status = taub_fail(error, TAUB_BAD_INPUT, "time.end: %g is not after the checkpoint's time %g (%s)", end,
                           checkpoint.time, path);
    else if (!options->force_restart)
        status = taub_at_rest_compare(simulation, checkpoint.at_rest, path, error);
    if (status == TAUB_OK)
        status = taub_simulation_load(simulation, checkpoint.values, (unsigned)checkpoint.upper_faces, checkpoint.step,
                                      checkpoint.time, checkpoint.dt, checkpoint.allowed, checkpoint.counters, error);
    *surface = checkpoint.surface; /* its values go to the caller */
    *fluxes = checkpoint.fluxes;
    checkpoint.surface.values = checkpoint.fluxes.values = NULL;
    /* a run without a history has no balance, and one that follows it begins anew */
    if (simulation->config->output.history > 0)
        take_balance(options, &checkpoint.balance, path, balance);
    taub_checkpoint_free(&checkpoint);
    return status;
}

bool taub_restart_appends(const struct taub_run_options *options)
{
    struct stat from, to;
    char path[4096];
    if (!options->restart)
        return false;
    taub_restart_path(options, path);
    char *slash = strrchr(path, '/');
    slash = slash ? slash + 1 : path;
    snprintf(slash, sizeof path - (size_t)(slash - path), ".");
    return stat(path, &from) == 0 && stat(options->folder, &to) == 0 && from.st_dev == to.st_dev &&
           from.st_ino == to.st_ino;
}

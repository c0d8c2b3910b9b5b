/* Checks of diagnostics: names, limits, and whether the C file has the functions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/check.h"
#include "case/nearest.h"
#include "case/value.h"
#include "core/text_file.h"
#include "systems/system.h"

#define PREFIX "diagnostic_"

enum { LONGEST_NAME = 31 }; /* of a column, in results of runs */

static void check_own_name(struct taub_check *self, const char *path, const struct taub_diagnostics *all, int n)
{
    static const char *const first[] = {"step", "time", "dt"};
    const char *name = all->list[n].name;
    const struct taub_system *system = taub_system_find(self->config->system);
    struct taub_column columns[TAUB_MOST_COLUMNS];
    const int ends = system->columns(self->config, columns);
    const int count = ends + taub_shell_columns(self->config, columns + ends);
    bool taken = false;
    if (!taub_is_identifier(name) || strlen(name) > LONGEST_NAME) {
        taub_check_complain(self, path, -1,
                            "expected at most %d letters, digits and underscores that do not start with a digit, got "
                            "'%.80s'",
                            LONGEST_NAME, name);
        return;
    }
    for (int m = 0; m < count; m++)
        taken = taken || strcmp(columns[m].name, name) == 0;
    for (int m = 0; m < TAUB_COUNTERS; m++)
        taken = taken || strcmp(taub_counters[m].name, name) == 0;
    for (int m = 0; m < 3; m++)
        taken = taken || strcmp(first[m], name) == 0;
    if (taken)
        taub_check_complain(self, path, -1, "history.csv has a column %s already; expected another name", name);
    else if (taub_system_quantity(system, name))
        taub_check_complain(self, path, -1, "system %s has a quantity %s already; expected another name", system->name,
                            name);
    for (int m = 0; m < n; m++)
        if (strcmp(all->list[m].name, name) == 0)
            taub_check_complain(self, path, -1, "another diagnostic has this name; expected each name once");
}

static void check_limits(struct taub_check *self, const char *path, const struct taub_config_diagnostic *one)
{
    char full[96];
    snprintf(full, sizeof full, "%s.%s", path, one->stop_above_given ? "stop_above" : "stop_below");
    if (one->column == TAUB_NO_COLUMN && (one->stop_above_given || one->stop_below_given))
        taub_check_complain(self, full, -1, "limits are those of columns: expected column: sum, minimum or maximum");
    else if (one->stop_above_given && one->stop_below_given && one->stop_below > one->stop_above)
        taub_check_complain(self, full, -1, "expected at least stop_below, %.10g, got %.10g", one->stop_below,
                            one->stop_above);
}

/* The next identifier in a C file that begins with PREFIX, without it, NULL at the end; *at moves behind it. */
static const char *next_function(const char **at, struct taub_arena *arena)
{
    for (const char *found = *at; (found = strstr(found, PREFIX));) {
        const bool begins = found == *at || !(isalnum((unsigned char)found[-1]) || found[-1] == '_');
        const char *name = found += sizeof PREFIX - 1;
        while (isalnum((unsigned char)*found) || *found == '_')
            found++;
        *at = found;
        if (begins)
            return taub_arena_text(arena, name, (size_t)(found - name));
    }
    return NULL;
}

/* A file that includes others may have its functions there: the compiler finds out. */
static void check_functions(struct taub_check *self, const struct taub_config_diagnostics *all)
{
    struct taub_error error = {0};
    char *text = NULL;
    size_t length = 0;
    if (taub_file_read(all->file, &text, &length, &error) != TAUB_OK) {
        taub_check_complain(self, "diagnostics.file", -1, "%s", error.message);
        return;
    }
    for (int n = 0; n < all->quantities.count && !strstr(text, "#include"); n++) {
        const char *wanted = all->quantities.list[n].name, *at = text, *name;
        struct taub_nearest nearest;
        bool found = false;
        char path[96];
        taub_nearest_start(&nearest, wanted);
        while (!found && (name = next_function(&at, self->complaints->arena))) {
            taub_nearest_offer(&nearest, name);
            found = strcmp(name, wanted) == 0;
        }
        snprintf(path, sizeof path, "diagnostics.quantities[%d].name", n);
        if (!found)
            taub_check_complain(self, path, -1, "%s has no function " PREFIX "%s%s%s%s", all->file, wanted,
                                nearest.best ? "; did you mean " PREFIX : "", nearest.best ? nearest.best : "",
                                nearest.best ? "?" : "");
    }
    free(text);
}

void taub_check_diagnostics(struct taub_check *self)
{
    const struct taub_config_diagnostics *all = &self->config->diagnostics;
    const struct taub_diagnostics *quantities = &all->quantities;
    if (quantities->count == 0)
        return;
    if (quantities->count > TAUB_MOST_DIAGNOSTICS) {
        taub_check_complain(self, "diagnostics.quantities", -1, "expected at most %d diagnostics, got %d",
                            TAUB_MOST_DIAGNOSTICS, quantities->count);
        return;
    }
    if (self->config->mesh.bloch_given)
        taub_check_complain(self, "diagnostics", -1,
                            "diagnostics are not available with mesh.bloch, since their functions see one part of the "
                            "complex fields only");
    for (int n = 0; n < quantities->count; n++) {
        char path[64], full[96];
        snprintf(path, sizeof path, "diagnostics.quantities[%d]", n);
        snprintf(full, sizeof full, "%s.name", path);
        check_own_name(self, full, quantities, n);
        check_limits(self, path, &quantities->list[n]);
    }
    if (!self->complaints->count)
        check_functions(self, all);
}

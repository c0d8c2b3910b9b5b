/* Writes the reference of the case file from the schema. */
#include <errno.h>
#include <string.h>

#include "core/locale.h"
#include "case/value.h"
#include "taub/case.h"

static void write_default(const struct taub_key *key, FILE *file)
{
    if (key->presence == TAUB_PRESENCE_REQUIRED) {
        fprintf(file, "required");
        if (key->instead)
            fprintf(file, " unless `%s` is given", key->instead);
    } else if (key->standard && key->count > 1) {
        fputs("`[", file);
        for (int i = 0; i < key->count; ++i)
            fprintf(file, "%s%s", i ? ", " : "", key->standard);
        fputs("]`", file);
    } else if (key->standard) {
        fprintf(file, "`%s`", *key->standard ? key->standard : "\"\"");
    } else if (key->type == TAUB_KEY_NAMES) {
        fputs("the system's", file);
    } else {
        fputs("none", file);
    }
}

void taub_key_write_conditions(const struct taub_key *key, const struct taub_map_schema *maps, const char *quote,
                               FILE *file)
{
    bool first = true;
    for (int i = 0; i < TAUB_CONDITIONS; ++i) {
        if (!key->when[i].mask)
            continue;
        const struct taub_key *selector = taub_key_selector(maps, key->when[i].selector);
        fprintf(file, "%s%s%s%s: ", first ? "" : "; ", quote, selector->path, quote);
        first = false;
        const char *separator = "";
        for (const struct taub_enum_name *names = selector->enum_names; names->name; ++names)
            if (key->when[i].mask & 1u << names->value) {
                fprintf(file, "%s%s", separator, names->name);
                separator = ", ";
            }
    }
    if (first)
        fputs("always", file);
}

/* A vertical bar would end the table cell. */
static void write_cell(const char *text, FILE *file)
{
    for (; *text; ++text)
        fprintf(file, "%s%c", *text == '|' ? "\\" : "", *text);
}

static void write_row(const struct taub_key *key, const struct taub_map_schema *maps, FILE *file)
{
    char expected[512];
    if (key->type == TAUB_KEY_ENUM)
        snprintf(expected, sizeof expected, "a word, see below");
    else if (key->type == TAUB_KEY_MAPS && taub_key_holds_keys(key))
        snprintf(expected, sizeof expected, "a map of keys, or a list of such maps");
    else
        taub_value_expected(key->type, &key->bounds, key->enum_names, key->count, expected, sizeof expected);
    fprintf(file, "| `%s` | %s | %s | ", key->path, expected, key->unit ? key->unit : "");
    write_default(key, file);
    fputs(" | ", file);
    taub_key_write_conditions(key, maps, "`", file);
    fputs(" | ", file);
    write_cell(key->doc, file);
    if (key->instead)
        fprintf(file, "; not together with `%s`", key->instead);
    fputs(" |\n", file);
}

static void write_enum_names(const struct taub_key *key, FILE *file)
{
    fprintf(file, "\n`%s`%s:\n\n", key->path, key->type == TAUB_KEY_NAMES ? " may name" : "");
    for (const struct taub_enum_name *word = key->enum_names; word->name; ++word)
        fprintf(file, "- `%s`: %s\n", word->name, word->doc);
}

static bool starts_with_map(const char *path, const struct taub_key *map)
{
    size_t length = strlen(map->path);
    return !strncmp(path, map->path, length) && path[length] == '.';
}

static const char table_head[] = "| key | value | unit | default | applies to | meaning |\n"
                                 "|---|---|---|---|---|---|\n";

static void write_map(const struct taub_key *keys, int count, const struct taub_key *map, FILE *file)
{
    fprintf(file, "\n## %s\n\n%s%s\n\n%s", map->path, map->doc,
            map->presence == TAUB_PRESENCE_REQUIRED ? "" : " It may be left out.", table_head);
    for (int k = 0; k < count; ++k)
        if (starts_with_map(keys[k].path, map))
            write_row(&keys[k], NULL, file);
    for (int k = 0; k < count; ++k)
        if (starts_with_map(keys[k].path, map) && keys[k].enum_names)
            write_enum_names(&keys[k], file);
}

static void write_states(FILE *file)
{
    fputs(
        "\n## States\n\n"
        "A state is a map of quantities. srhd: exactly one of energy_density, pressure and temperature fixes the\n"
        "thermodynamics, together with charge_density; velocity or four_velocity, at most one of them, sets the\n"
        "velocity, at rest if neither is given. A speed must be below 1. euler: density and pressure, and velocity.\n\n"
        "| quantity | value | unit | meaning |\n|---|---|---|---|\n",
        file);
    int count;
    const struct taub_state_key *keys = taub_state_schema(&count);
    for (int k = 0; k < count; ++k) {
        char expected[128];
        taub_value_expected(TAUB_KEY_REAL, &keys[k].bounds, NULL, keys[k].count, expected, sizeof expected);
        fprintf(file, "| `%s` | %s | %s | %s |\n", keys[k].name, expected, keys[k].unit, keys[k].doc);
    }
}

static void write_maps(const struct taub_map_schema *maps, const char *text, FILE *file)
{
    fputs(text, file);
    fputs(table_head, file);
    for (int k = 0; k < maps->count; ++k)
        write_row(&maps->keys[k], maps, file);
}

static void write_lists_of_maps(FILE *file)
{
    write_maps(&taub_view_schema,
               "\n## Views\n\n"
               "`output.views` is a list of maps: parts of the fields, such as coarser grids, planes or lines, each "
               "written\nto a folder `view-NAME` at its own times, independently of outputs of all fields "
               "(`docs/guide/outputs.md`).\nCell centres of a view are cell centres of the mesh. Keys of one map:\n\n",
               file);
    write_maps(&taub_flux_plane_schema,
               "\n## Planes of fluxes\n\n"
               "`output.fluxes.planes` is a list of maps: planes and boxes through which the energy flux is measured "
               "(`docs/guide/fluxes.md`).\nKeys of one map:\n\n",
               file);
    write_enum_names(&taub_flux_plane_schema.keys[1], file);
    write_maps(
        &taub_inclusion_schema,
        "\n## Inclusions\n\n"
        "`medium.inclusions` is a list of maps: bodies embedded in the medium of the other keys (`system: maxwell`), "
        "later ones over\nearlier ones. Metal is a body with a large `conductivity`. A cell that is cut by a surface "
        "has "
        "the mean over 8 points\nalong each axis; if thick metal fills part of it, the mean over the rest, extended to "
        "the whole cell\n(`docs/theory/maxwell.md`, \"Metal\"), also in outputs. Keys of one map:\n\n",
        file);
    write_enum_names(&taub_inclusion_schema.keys[0], file);
    write_maps(&taub_region_schema,
               "\n## Regions\n\n"
               "`mesh.refine.regions` is a list of maps: bodies that begin with finer blocks, and keep them "
               "(`docs/guide/refinement.md`). A block\nthat a body touches is of its level. Keys of one map:\n\n",
               file);
    write_maps(&taub_criterion_schema,
               "\n## Criteria\n\n"
               "`mesh.refine.criteria` is a list of maps: a block is refined where one of them asks for it, and "
               "coarsened where all of them\nallow it (`docs/guide/refinement.md`). Keys of one map:\n\n",
               file);
    write_enum_names(&taub_criterion_schema.keys[0], file);
    write_maps(&taub_pole_schema,
               "\n## Poles\n\n"
               "`medium.poles` and `poles` of an inclusion are lists of maps: parts of the relative permittivity that "
               "depend on the\nangular frequency (`docs/theory/maxwell.md`); `permittivity` is that of the highest "
               "frequencies. A case has at\nmost four that differ in more than `plasma_frequency` (drude) or "
               "`strength`. Keys of one map:\n\n",
               file);
    write_enum_names(&taub_pole_schema.keys[0], file);
    write_maps(&taub_diagnostic_schema,
               "\n## Quantities of diagnostics\n\n"
               "`diagnostics.quantities` is a list of maps: the user's own quantities of cells "
               "(`docs/guide/user-code.md`). Each can be a\ncolumn of `history.csv`, end the run, and be named in "
               "`output.fields` and other lists of fields. Keys of one map:\n\n",
               file);
    write_enum_names(&taub_diagnostic_schema.keys[1], file);
}

enum taub_status taub_case_write_reference(FILE *file, struct taub_error *error)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    struct taub_plain_locale plain = taub_plain_locale_begin();
    fputs("# The case file\n\n"
          "A case is one YAML file: a map of the keys below, in any order. This page is generated from the table "
          "that\ndefines the keys. Every key can be overridden on the command line by its path, "
          "`mesh.cells=[256,256,64]`; an\n"
          "override with no value, `time.cfl=`, removes the key, and `[]` empties a list. File names are relative to "
          "the\nfolder of the case file, in an override to the current folder. Text files named in a case may begin "
          "with a byte\norder mark and contain numbers in Fortran notation, `1.0D-02`. Anchors, aliases and tags of "
          "YAML are not\nsupported.\n\n"
          "`taub: 0.2` in a case says for which version of Taub it was written; an older Taub refuses it and names "
          "that\nversion, before it complains of keys that it does not know.\n\n"
          "Units are those of heavy-ion cases; other cases are dimensionless. All numbers must be finite.\n\n"
          "## Top level\n\n",
          file);
    fputs(table_head, file);
    for (int k = 0; k < count; ++k)
        if (!strchr(keys[k].path, '.'))
            write_row(&keys[k], NULL, file);
    for (int k = 0; k < count; ++k)
        if (!strchr(keys[k].path, '.') && keys[k].enum_names)
            write_enum_names(&keys[k], file);
    for (int k = 0; k < count; ++k)
        if (taub_key_holds_keys(&keys[k]) && !strchr(keys[k].path, '.'))
            write_map(keys, count, &keys[k], file);
    write_states(file);
    write_lists_of_maps(file);
    taub_plain_locale_end(&plain);
    if (fflush(file) || ferror(file))
        return taub_fail(error, TAUB_FAILED, "The reference could not be written: %s", strerror(errno));
    return TAUB_OK;
}

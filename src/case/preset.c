#include "case/preset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/value.h"
#include "core/locale.h"

/* A set is a word here and its keys in `texts`. Numbers are those of the source; relaxation times are those of MUSIC
 * and osu-hydro, with which they were found. */
const struct taub_enum_name taub_preset_names[] = {
    {"none", 0, "no set"},
    {"duke-2019-map", 1,
     "J. E. Bernhard, J. S. Moreland, S. A. Bass, Nature Phys. 15 (2019) 1113: maximum of the posterior, as in "
     "JETSCAPE's file for MUSIC, where the formula of eta/s goes on below T_c"},
    {"jetscape-2021-grad-map", 2,
     "D. Everett et al. (JETSCAPE), Phys. Rev. C 103 (2021) 054904: maximum of the posterior with Grad's corrections"},
    {"ip-glasma-2020", 3, "B. Schenke, C. Shen, P. Tribedy, Phys. Rev. C 102 (2020) 044905: IP-Glasma + MUSIC"},
    {"ip-glasma-kompost-2022", 4,
     "C. Gale, J.-F. Paquet, B. Schenke, C. Shen, Phys. Rev. C 105 (2022) 014909: IP-Glasma + KoMPoST + MUSIC"},
    {"ip-glasma-2024", 5, "arXiv:2409.19064: IP-Glasma + MUSIC"},
    {"ip-glasma-jimwlk-2025", 6, "arXiv:2502.05138: IP-Glasma with JIMWLK evolution + MUSIC"},
    {"3d-glauber-bes-2024-map", 7,
     "S. A. Jahan, H. Roch, C. Shen, arXiv:2408.00537: 3D Glauber + MUSIC, maximum of the posterior of the beam energy "
     "scan; with `eos.kind: table-2d`"},
    {NULL, 0, NULL},
};

#define MUSIC_TIMES "shear_relaxation: 5, bulk_relaxation: 14.55"
#define SWITCH_AT(keys) "output: {surface: {" keys "}}\n"

/* clang-format off */
static const char *const texts[] = {
    [1] = "transport:\n"
          "  {shear_viscosity: {kind: duke, minimum: 0.081, slope: 1.11, curvature: -0.48, temperature: 0.154, floor: 0},\n"
          "  bulk_viscosity: {kind: cauchy, maximum: 0.052, temperature: 0.183, width: 0.022},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("temperature: 0.151"),
    [2] = "transport:\n"
          "  {shear_viscosity: {kind: jetscape, at_kink: 0.096, kink_temperature: 0.223, low_slope: -0.776, high_slope: "
          "0.37, floor: 0},\n"
          "  bulk_viscosity: {kind: cauchy, maximum: 0.133, temperature: 0.12, width: 0.072, skew: -0.122},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("temperature: 0.136"),
    [3] = "transport:\n"
          "  {shear_viscosity: {kind: constant, value: 0.12},\n"
          "  bulk_viscosity: {kind: gaussian, maximum: 0.13, temperature: 0.16, width_below: 0.01, width_above: 0.12},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("energy_density: 0.18"),
    [4] = "transport:\n"
          "  {shear_viscosity: {kind: constant, value: 0.12},\n"
          "  bulk_viscosity: {kind: gaussian, maximum: 0.175, temperature: 0.16, width_below: 0.01, width_above: 0.12},\n"
          "  " MUSIC_TIMES "}\n",
    [5] = "transport:\n"
          "  {shear_viscosity: {kind: jetscape, at_kink: 0.12, kink_temperature: 0.18, low_slope: -4, high_slope: 0, "
          "floor: 0},\n"
          "  bulk_viscosity: {kind: gaussian, maximum: 0.12, temperature: 0.18, width_below: 0.025, width_above: 0.12},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("energy_density: 0.18"),
    [6] = "transport:\n"
          "  {shear_viscosity: {kind: jetscape, at_kink: 0.14, kink_temperature: 0.18, low_slope: -4, high_slope: 0, "
          "floor: 0},\n"
          "  bulk_viscosity: {kind: cauchy, maximum: 0.123, temperature: 0.18, width: 0.05, skew: -0.12},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("energy_density: 0.18"),
    [7] = "transport:\n"
          "  {shear_viscosity: {kind: constant, value: 0.045, potential_factor: nodes, factor_200: 6.222, factor_400: "
          "6.378},\n"
          "  bulk_viscosity: {kind: gaussian, maximum: 0.148, temperature: 0.214, width_below: 0.04, width_above: 0.018, "
          "potential_curvature: -0.15},\n"
          "  " MUSIC_TIMES "}\n" SWITCH_AT("energy_density: 0.35"),
};
/* clang-format on */

static struct taub_node *parse(struct taub_arena *arena, int preset, struct taub_complaints *complaints)
{
    struct taub_source *source = taub_arena_take(arena, sizeof *source);
    struct taub_node *root = NULL;
    if (source) {
        *source = (struct taub_source){
            taub_arena_format(arena, "preset %s", taub_enum_name_by_value(taub_preset_names, preset)->name), "/",
            TAUB_COMPLAINTS_KEPT, true};
        taub_tree_parse(arena, source, texts[preset], strlen(texts[preset]), complaints, &root);
    }
    return root;
}

static struct taub_node *child(const struct taub_node *map, const char *name)
{
    return taub_node_child(map, name, strlen(name));
}

static bool has_text(const struct taub_node *node, const char *text)
{
    return node && node->kind == TAUB_NODE_SCALAR && strcmp(node->text, text) == 0;
}

/* Whether a word of the case excludes the key. */
static bool is_excluded(struct taub_node *root, const struct taub_key *key)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    for (int i = 0; i < TAUB_CONDITIONS; i++)
        for (int k = 0; key->when[i].mask && k < count; k++) {
            struct taub_node *deepest;
            if (keys[k].type != TAUB_KEY_ENUM || keys[k].offset != key->when[i].selector)
                continue;
            const struct taub_node *given = taub_node_find(root, keys[k].path, &deepest);
            const struct taub_enum_name *word = given && given->kind == TAUB_NODE_SCALAR
                                                    ? taub_enum_name_by_text(keys[k].enum_names, given->text)
                                                    : NULL;
            if (word && !(key->when[i].mask & 1u << word->value))
                return true;
        }
    return false;
}

static void fill(struct taub_node *root, struct taub_node *map, const char *path, const struct taub_node *set)
{
    const struct taub_node *kind = child(map, "kind"), *own_kind = child(set, "kind");
    if (kind && own_kind && !has_text(kind, own_kind->text))
        return;
    for (struct taub_node *node = set->first, *next; node; node = next) {
        struct taub_node *given = child(map, node->name), *deepest;
        char inner[128];
        next = node->next;
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", node->name);
        const struct taub_key *key = taub_schema_find(inner);
        if (given && given->kind == TAUB_NODE_MAP && node->kind == TAUB_NODE_MAP)
            fill(root, given, inner, node);
        else if (!given && (node->kind != TAUB_NODE_MAP || strncmp(inner, "transport", 9) == 0) &&
                 !(key->instead && taub_node_find(root, key->instead, &deepest)) && !is_excluded(root, key))
            taub_node_append(map, node);
    }
}

void taub_preset_fill(struct taub_arena *arena, struct taub_node *root, struct taub_complaints *complaints)
{
    const struct taub_node *given = child(root, "preset");
    const struct taub_enum_name *word =
        given && given->kind == TAUB_NODE_SCALAR ? taub_enum_name_by_text(taub_preset_names, given->text) : NULL;
    if (!word || !word->value || !has_text(child(root, "system"), "israel-stewart"))
        return;
    struct taub_node *set = parse(arena, word->value, complaints);
    if (set)
        fill(root, root, "", set);
}

/* Whether two texts are the same word or number. */
static bool same_value(const char *a, const char *b)
{
    char *end_a, *end_b;
    const double left = strtod(a, &end_a), right = strtod(b, &end_b);
    return strcmp(a, b) == 0 || (end_a > a && end_b > b && !*end_a && !*end_b && left == right);
}

struct teller {
    const struct taub_config *config;
    void (*tell)(void *user, const char *path, const char *value);
    void *user;
};

static void tell_map(const struct teller *self, const struct taub_node *map, const char *path)
{
    for (const struct taub_node *node = map->first; node; node = node->next) {
        char inner[128], *text = NULL;
        size_t length;
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", node->name);
        if (node->kind == TAUB_NODE_MAP) {
            tell_map(self, node, inner);
            continue;
        }
        const struct taub_key *key = taub_schema_find(inner);
        FILE *file = taub_key_applies(key, self->config) ? open_memstream(&text, &length) : NULL;
        if (!file)
            continue;
        taub_value_write(key, self->config, file);
        if (fclose(file) == 0 && same_value(text, node->text))
            self->tell(self->user, inner, text);
        free(text);
    }
}

const char *taub_preset_values(const struct taub_config *config,
                               void (*tell)(void *user, const char *path, const char *value), void *user)
{
    const struct taub_enum_name *word = taub_enum_name_by_value(taub_preset_names, config->preset);
    if (!word || !word->value)
        return NULL;
    struct taub_arena arena = {0};
    struct taub_complaints complaints = {.arena = &arena};
    const struct teller teller = {config, tell, user};
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const struct taub_node *set = tell ? parse(&arena, word->value, &complaints) : NULL;
    if (set)
        tell_map(&teller, set, "");
    taub_plain_locale_end(&plain);
    taub_arena_free(&arena);
    return word->doc;
}

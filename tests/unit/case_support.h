/* What the tests of the case file share: a folder with the files that cases name, cases of every kind, comparison. */
#ifndef TAUB_TEST_CASE_SUPPORT_H
#define TAUB_TEST_CASE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "taub/case.h"

/* Lines 1 to 5 of the case that tests change line by line. */
#define LINE_SYSTEM "system: srhd\n"
#define LINE_EOS "eos: {kind: conformal}\n"
#define LINE_MESH "mesh: {cells: [8, 4, 2], lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
#define LINE_TIME "time: {start: 0.5, end: 2}\n"
#define LINE_INITIAL "initial: {kind: ball, radius: 1, inside: {energy_density: 2}, outside: {energy_density: 1}}\n"
#define MILNE_MESH "mesh: {coordinates: milne, cells: [8, 4, 2], lower: [-1, -1, -1], upper: [1, 1, 1]}\n"
#define IDEAL_GAS "eos: {kind: ideal-gas}\n"
#define COMMON LINE_SYSTEM LINE_EOS LINE_MESH LINE_TIME
#define MILNE LINE_SYSTEM LINE_EOS MILNE_MESH LINE_TIME

/* Every kind of everything. The files table.txt, user.c and event.dat are beside the case. */
static const char *const good_cases[] = {
    COMMON LINE_INITIAL,
    LINE_SYSTEM "eos: {kind: ideal-gas, gamma: 1.4, mass: 0.938}\n" LINE_MESH LINE_TIME LINE_INITIAL,
    LINE_SYSTEM "eos: {kind: conformal, colours: 2, flavours: 2.5}\n" LINE_MESH LINE_TIME LINE_INITIAL,
    LINE_SYSTEM "eos: {kind: lattice-wb}\n" LINE_MESH LINE_TIME LINE_INITIAL,
    LINE_SYSTEM "eos: {kind: table, file: table.txt}\n" LINE_MESH LINE_TIME LINE_INITIAL,
    LINE_SYSTEM "eos: {kind: code, file: user.c, parameters: {a: 1, b_2: -0.1}}\n" LINE_MESH LINE_TIME LINE_INITIAL,
    COMMON "initial: {kind: gaussian, peak: {pressure: 1, velocity: [0.1, 0, -0.1]}, background: {pressure: 0.1},\n"
           "  center: [0.1, 0.2, 0.3], width: [1, 2, 0]}\n",
    COMMON "initial: {kind: gaussian, peak: {energy_density: 1, charge_density: 0.5}, width: [1, 1, 1]}\n",
    COMMON "initial: {kind: riemann, left: {temperature: 0.3}, right: {temperature: 0.2, four_velocity: [3, 0, 0]}}\n",
    COMMON "initial: {kind: riemann, axis: z, position: 0.25, left: {pressure: 1}, right: {energy_density: 2}}\n",
    COMMON "initial: {kind: riemann, axis: diagonal, left: {pressure: 1}, right: {pressure: 2}}\n",
    COMMON "initial: {kind: riemann, axis: cylinder, position: 1, left: {pressure: 1}, right: {pressure: 2}}\n",
    COMMON "initial: {kind: ball, norm: 1, radius: 1, inside: {pressure: 1}, outside: {pressure: 2}}\n",
    COMMON "initial: {kind: ball, norm: infinity, radius: 1, inside: {pressure: 1}, outside: {pressure: 2}}\n",
    MILNE "initial: {kind: bjorken, state: {energy_density: 10.123456789012345, charge_density: 1}}\n",
    MILNE "initial: {kind: gubser, q: 1.0000000000000002, temperature: 0.2367924}\n",
    MILNE "initial: {kind: glauber, nuclei: [Au, Au], collision_energy: 200, impact_parameter: 7}\n",
    MILNE
    "initial: {kind: glauber, model: optical, nuclei: [Pb, Cu], cross_section: 6.4, centrality: [0, 5], scale: 2,\n"
    "  mixing: 0.2, longitudinal: {plateau: 1.5, sigma: 2}, background: {energy_density: 0.001}}\n",
    COMMON
    "initial: {kind: glauber, nuclei: [U, p], cross_section: 6.4, impact_parameter: 0, seed: 18446744073709551615,\n"
    "  nucleon_width: 0.5, minimum_distance: 0, longitudinal: {sigma: 2}}\n",
    MILNE "initial: {kind: trento, file: event.dat, spacing: 0.2, event: 3, scale: 10}\n",
    COMMON "initial: {kind: code, file: user.c, parameters: {width: 0.33333333333333331, n: 3}}\n",
    COMMON LINE_INITIAL "source: {file: user.c, parameters: {rate: 1e-3}}\n"
                        "title: \"Au + Au: 'b' = 7 \\x27\\x27\\x27\\x27\\x27\\x27\\x27\\x27\\x27 \\\"fm\\\" # no "
                        "comment \\t \\x85 \\u2028 \\U0001F600 \xc3\xa9\"\n",
    COMMON LINE_INITIAL
    "scheme: {kind: kurganov-tadmor, theta: 2, reconstruct: conserved, flux: rusanov, integrator: rk3,\n"
    "  energy_floor: 1e-7}\n"
    "output: {every: 0.1, fields: [pressure, four_velocity, momentum], history: 0, checkpoint: 0.3}\n"
    "device: {kind: opencl, index: 1, precision: single, reproducible: strict, threads: 2}\n",
    COMMON LINE_INITIAL
    "output: {views: [{name: mid-plane_1, fields: [pressure, velocity], every: 0.1, from: 0.7, until: 1.5,\n"
    "  stride: [2, 3, 1], slice: {z: 0}}, {name: all, every: 1}, {name: line, every: 0.1, slice: {x: 0, y: -1}}]}\n",
    COMMON LINE_INITIAL "diagnostics: {file: user.c, parameters: {a: 2}, quantities: [{name: first, column: sum,\n"
                        "  stop_above: 1e-3, stop_below: -1}, {name: second}, {name: third, column: minimum}]}\n"
                        "output: {fields: [second, pressure], probes: {points: [[0, 0, 0]], fields: [second]},\n"
                        "  views: [{name: own, every: 1, fields: [third]}]}\n",
    LINE_SYSTEM LINE_EOS
    "mesh: {cells: [8, 4, 2], lower: [-0.1, -1, -1e-30], upper: [0.3, 1e300, 1], blocks: [4, 2, 1],\n"
    "  boundary: {x: periodic, z: [reflecting, outflow]}}\n"
    "time: {start: -0.1, end: 1e3, step: 0.005, minimum_step: 1e-5, max_steps: 123456789012}\n" LINE_INITIAL,
};
enum { GOOD_CASES = sizeof good_cases / sizeof good_cases[0] };

struct scene {
    char folder[64];
    char name[96]; /* FOLDER/case.yaml, which is not on disk unless a test writes it */
};

static inline void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static inline int make_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return -1;
    strcpy(scene->folder, "/tmp/taub-test-case-XXXXXX");
    if (!mkdtemp(scene->folder))
        return -1;
    snprintf(scene->name, sizeof scene->name, "%s/case.yaml", scene->folder);
    write_file(scene->folder, "table.txt", "1 2 3\n");
    write_file(scene->folder, "user.c", "/* diagnostic_first diagnostic_second diagnostic_third */\n");
    write_file(scene->folder, "event.dat", "1\n");
    *state = scene;
    return 0;
}

static inline int clear_scene(void **state)
{
    static const char *const names[] = {"table.txt", "user.c", "event.dat", "case.yaml"};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", scene->folder, names[i]);
        unlink(path);
    }
    rmdir(scene->folder);
    free(scene);
    return 0;
}

static inline struct taub_case *load_good(const char *name, const char *text, const char *const *overrides, int count)
{
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    if (taub_case_load_text(name, text, strlen(text), overrides, count, &loaded, &error))
        fail_msg("%s\nin\n%s", error.message, text);
    assert_non_null(loaded);
    return loaded;
}

static inline void assert_same_parameters(const struct taub_parameters *a, const struct taub_parameters *b)
{
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; ++i) {
        assert_string_equal(a->list[i].name, b->list[i].name);
        assert_memory_equal(&a->list[i].value, &b->list[i].value, sizeof(double));
    }
}

static inline void assert_same_reals(const struct taub_reals *a, const struct taub_reals *b)
{
    assert_int_equal(a->count, b->count);
    if (a->count)
        assert_memory_equal(a->list, b->list, (size_t)a->count * sizeof *a->list);
}

static inline void assert_same_text(const char *a, const char *b)
{
    if (!a || !b)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

static inline void assert_same_medium(const struct taub_config_medium *a, const struct taub_config_medium *b)
{
    for (int axis = 0; axis < 3; ++axis)
        assert_same_reals(&a->cuts[axis], &b->cuts[axis]);
    assert_same_reals(&a->permittivities, &b->permittivities);
    assert_same_reals(&a->permeabilities, &b->permeabilities);
    assert_same_reals(&a->conductivities, &b->conductivities);
    assert_same_text(a->array.file, b->array.file);
    assert_same_text(a->array.permittivity, b->array.permittivity);
    assert_same_text(a->array.permeability, b->array.permeability);
    assert_same_text(a->array.conductivity, b->array.conductivity);
    assert_int_equal(a->inclusions.count, b->inclusions.count);
    for (int n = 0; n < a->inclusions.count; ++n)
        assert_memory_equal(&a->inclusions.list[n], &b->inclusions.list[n], sizeof *a->inclusions.list);
}

static inline void assert_same_pieces(const struct taub_config_initial *a, const struct taub_config_initial *b)
{
    assert_int_equal(a->states.count, b->states.count);
    if (a->states.count)
        assert_memory_equal(a->states.list, b->states.list, (size_t)a->states.count * sizeof *a->states.list);
    for (int axis = 0; axis < 3; ++axis)
        assert_same_reals(&a->cuts[axis], &b->cuts[axis]);
}

static inline void assert_same_views(const struct taub_views *a, const struct taub_views *b)
{
    assert_int_equal(a->count, b->count);
    for (int n = 0; n < a->count; ++n) {
        struct taub_config_view left = a->list[n], right = b->list[n];
        assert_string_equal(left.name, right.name);
        assert_int_equal(left.field_count, right.field_count);
        for (int i = 0; i < left.field_count; ++i)
            assert_string_equal(left.fields[i], right.fields[i]);
        left.name = right.name = NULL;
        left.fields = right.fields = NULL;
        assert_memory_equal(&left, &right, sizeof left);
    }
}

static inline void assert_same_flux_planes(const struct taub_flux_planes *a, const struct taub_flux_planes *b)
{
    assert_int_equal(a->count, b->count);
    for (int n = 0; n < a->count; ++n) {
        struct taub_config_flux_plane left = a->list[n], right = b->list[n];
        assert_string_equal(left.name, right.name);
        left.name = right.name = NULL;
        assert_memory_equal(&left, &right, sizeof left);
    }
}

static inline void assert_same_diagnostics(const struct taub_config_diagnostics *a,
                                           const struct taub_config_diagnostics *b)
{
    assert_same_text(a->file, b->file);
    assert_same_parameters(&a->parameters, &b->parameters);
    assert_int_equal(a->quantities.count, b->quantities.count);
    for (int n = 0; n < a->quantities.count; ++n) {
        struct taub_config_diagnostic left = a->quantities.list[n], right = b->quantities.list[n];
        assert_string_equal(left.name, right.name);
        left.name = right.name = NULL;
        assert_memory_equal(&left, &right, sizeof left);
    }
}

static inline void forget_pointers(struct taub_config *config)
{
    config->title = config->eos.file = config->initial.file = config->source.file = config->boundary.file = NULL;
    config->source.table = NULL;
    config->initial.nuclei[0] = config->initial.nuclei[1] = NULL;
    config->output.fields = config->output.probes.fields = NULL;
    config->output.probes.points.list = NULL;
    config->output.views.list = NULL;
    config->output.fluxes.planes.list = NULL;
    config->mesh.refine.criteria.list = NULL;
    config->eos.parameters.list = config->initial.parameters.list = config->source.parameters.list = NULL;
    config->boundary.parameters.list = config->diagnostics.parameters.list = NULL;
    config->diagnostics.file = NULL;
    config->diagnostics.quantities.list = NULL;
    config->initial.states.list = NULL;
    for (int axis = 0; axis < 3; ++axis)
        config->initial.cuts[axis].list = config->medium.cuts[axis].list = NULL;
    config->medium.permittivities.list = config->medium.permeabilities.list = NULL;
    config->medium.conductivities.list = NULL;
    config->medium.inclusions.list = NULL;
    config->sources.list = NULL;
    config->medium.array.file = config->medium.array.permittivity = NULL;
    config->medium.array.permeability = config->medium.array.conductivity = NULL;
}

static inline void assert_same_criteria(const struct taub_criteria *a, const struct taub_criteria *b)
{
    assert_int_equal(a->count, b->count);
    for (int n = 0; n < a->count; ++n) {
        const struct taub_config_criterion *left = &a->list[n], *right = &b->list[n];
        assert_int_equal(left->kind, right->kind);
        assert_true(left->above == right->above && left->below == right->below && left->scale == right->scale);
        assert_int_equal(left->field_count, right->field_count);
        for (int i = 0; i < left->field_count; ++i)
            assert_string_equal(left->fields[i], right->fields[i]);
    }
}

static inline void assert_same_sources(const struct taub_sources *a, const struct taub_sources *b)
{
    assert_int_equal(a->count, b->count);
    for (int n = 0; n < a->count; ++n) {
        struct taub_config_source left = a->list[n], right = b->list[n];
        assert_same_text(left.file, right.file);
        assert_same_text(left.table, right.table);
        assert_same_parameters(&left.parameters, &right.parameters);
        left.file = right.file = left.table = right.table = NULL;
        left.parameters.list = right.parameters.list = NULL;
        assert_memory_equal(&left, &right, sizeof left);
    }
}

/* Every member, to the bit; strings and lists by what they hold. */
static inline void assert_same_config(const struct taub_config *a, const struct taub_config *b)
{
    assert_same_text(a->title, b->title);
    assert_same_text(a->eos.file, b->eos.file);
    assert_same_text(a->initial.file, b->initial.file);
    assert_same_text(a->source.file, b->source.file);
    assert_same_text(a->source.table, b->source.table);
    assert_same_text(a->boundary.file, b->boundary.file);
    for (int i = 0; i < 2; ++i)
        assert_same_text(a->initial.nuclei[i], b->initial.nuclei[i]);
    assert_same_parameters(&a->eos.parameters, &b->eos.parameters);
    assert_same_parameters(&a->initial.parameters, &b->initial.parameters);
    assert_same_parameters(&a->source.parameters, &b->source.parameters);
    assert_same_parameters(&a->boundary.parameters, &b->boundary.parameters);
    assert_same_diagnostics(&a->diagnostics, &b->diagnostics);
    assert_same_pieces(&a->initial, &b->initial);
    assert_same_medium(&a->medium, &b->medium);
    assert_same_sources(&a->sources, &b->sources);
    assert_int_equal(a->output.field_count, b->output.field_count);
    for (int i = 0; i < a->output.field_count; ++i)
        assert_string_equal(a->output.fields[i], b->output.fields[i]);
    assert_same_reals(&a->output.probes.points, &b->output.probes.points);
    assert_int_equal(a->output.probes.field_count, b->output.probes.field_count);
    for (int i = 0; i < a->output.probes.field_count; ++i)
        assert_string_equal(a->output.probes.fields[i], b->output.probes.fields[i]);
    assert_same_views(&a->output.views, &b->output.views);
    assert_same_flux_planes(&a->output.fluxes.planes, &b->output.fluxes.planes);
    assert_same_criteria(&a->mesh.refine.criteria, &b->mesh.refine.criteria);
    struct taub_config left = *a, right = *b;
    forget_pointers(&left);
    forget_pointers(&right);
    assert_memory_equal(&left, &right, sizeof left);
}

/* The resolved case as text; free it. */
static inline char *echo_of(const struct taub_case *self)
{
    char *text = NULL;
    size_t length = 0;
    struct taub_error error = {0};
    FILE *file = open_memstream(&text, &length);
    assert_non_null(file);
    assert_int_equal(taub_case_write(self, file, &error), TAUB_OK);
    assert_int_equal(fclose(file), 0);
    return text;
}

/* Says what is missing in a message, so that one run shows all that is wrong with a table. */
static inline int misses(const char *message, const char *start, const char *const *words, const char *text)
{
    const char *line = message;
    while (line && strncmp(line, start, strlen(start)))
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    if (!line) {
        print_error("no line starts with\n%s\nin\n%s\nfor\n%s\n", start, message, text);
        return 1;
    }
    const char *end = strchrnul(line, '\n');
    int count = 0;
    for (int i = 0; i < 3 && words[i]; ++i) {
        const char *found = strstr(line, words[i]);
        if (!found || found > end) {
            print_error("'%s' is missing in\n%s\nfor\n%s\n", words[i], message, text);
            ++count;
        }
    }
    return count;
}

#endif

/* Cases that are wrong: each must be refused with its place, its key and words that help. */
#include "case_support.h"

#include "taub/taub.h"

/* The five lines of the case; one of them is replaced, and `more` is added behind. */
struct wrong {
    int line;          /* 1 system, 2 eos, 3 mesh, 4 time, 5 initial; 0 none */
    const char *text;  /* the line, without its end */
    const char *place; /* LINE:COLUMN: and what follows must start a line of the message */
    const char *words[3];
};

/* Milne and other variations set two lines at once: the second one by `more`, a line 6. */
static const struct wrong wrong_lines[] = {
    /* unknown keys */
    {0, "tittle: a", "6:1: tittle: ", {"unknown key", "did you mean title?"}},
    {0, "cells: [1, 1, 1]", "6:1: cells: ", {"unknown key", "did you mean mesh.cells?"}},
    {0, "zzz: 1", "6:1: zzz: ", {"unknown key", "expected one of title, system, eos"}},
    {3, "mesh: {cels: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:8: mesh.cels: ", {"did you mean cells?"}},
    {3, "mesh: {cels: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:1: mesh.cells: ", {"missing"}},
    {0, "scheme: {Theta: 1}", "6:10: scheme.Theta: ", {"did you mean theta?"}},
    {0, "output: {check-point: 1}", "6:10: output.check-point: ", {"did you mean checkpoint?"}},
    {0, "a.b: 1", "6:1: a.b: ", {"unknown key"}},
    {0, "mesh.cells: [1, 1, 1]", "6:1: mesh.cells: ", {"unknown key"}},
    {0, "? [a]\n: 1", "6:3: ", {"name of a key", "list"}},
    /* versions */
    {0, "taub: new", "6:7: taub: ", {"expected a version such as 0.2, got", "'new'"}},
    {0, "taub: 1", "6:7: taub: ", {"expected a version"}},
    {0, "taub: 0.1.", "6:7: taub: ", {"expected a version"}},
    {0, "taub: [0, 2]", "6:7: taub: ", {"expected a version"}},
    /* wrong types */
    {0, "title: [a]", "6:8: title: ", {"expected a text", "a list of 1"}},
    {0, "title:", "6:1: title: ", {"expected a text", "no value"}},
    {0, "scheme: 5", "6:9: scheme: ", {"expected a map of keys", "'5'"}},
    {0, "scheme: {theta: steep}", "6:17: scheme.theta: ", {"expected a number", "'steep'"}},
    {0, "scheme: {theta: \"1.5\"}", "6:17: scheme.theta: ", {"expected a number", "\"1.5\""}},
    {0, "scheme: {theta: 1.5x}", "6:17: scheme.theta: ", {"expected a number"}},
    {0, "scheme: {theta: 0x1}", "6:17: scheme.theta: ", {"expected a number"}},
    {0, "scheme: {theta: 1e}", "6:17: scheme.theta: ", {"expected a number"}},
    {0, "scheme: {theta: .}", "6:17: scheme.theta: ", {"expected a number"}},
    {0, "output: {history: 1.5}", "6:19: output.history: ", {"expected a whole number", "'1.5'"}},
    {0, "output: {history: 99999999999}", "6:19: output.history: ", {"at most 2147483647"}},
    {0, "output: {history: +}", "6:19: output.history: ", {"a whole number"}},
    {0, "output: {fields: pressure}", "6:18: output.fields: ", {"a list of at least one name"}},
    {0, "output: {fields: []}", "6:18: output.fields: ", {"a list of at least one name"}},
    {0, "output: {fields: [presure]}", "6:19: output.fields[0]: ", {"did you mean pressure?"}},
    {0, "output: {fields: [pressure, [pressure]]}", "6:29: output.fields: ", {"expected one of"}},
    {3, "mesh: {cells: 8, lower: [0, 0, 0], upper: [1, 1, 1]}", "3:15: mesh.cells: ", {"three whole numbers", "'8'"}},
    {3, "mesh: {cells: [8, 4], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:15: mesh.cells: ", {"a list of 2"}},
    {3, "mesh: {cells: [8, 4.5, 2], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:19: mesh.cells: ", {"'4.5'"}},
    {1, "system: {a: b}", "1:9: system: ", {"expected one of srhd, euler", "a map"}},
    {1, "system: [srhd]", "1:9: system: ", {"a list of 1"}},
    /* words */
    {1, "system: srdh", "1:9: system: ", {"expected one of srhd, euler", "did you mean srhd?"}},
    {2, "eos: {kind: ideal_gas}", "2:13: eos.kind: ", {"did you mean ideal-gas?"}},
    {2, "eos: {kind: wax}", "2:13: eos.kind: ", {"one of ideal-gas, conformal, lattice-wb, table, code", "'wax'"}},
    {0, "device: {kind: gpu}", "6:16: device.kind: ", {"one of auto, host, cuda, opencl"}},
    {0, "device: {precision: duoble}", "6:21: device.precision: ", {"did you mean double?"}},
    {5,
     "initial: {kind: ball, norm: 3, radius: 1, inside: {pressure: 1}, outside: {pressure: 1}}",
     "5:29: initial.norm: ",
     {"one of 1, 2, infinity"}},
    /* missing keys */
    {1, "title: none", "1:1: system: ", {"missing", "srhd"}},
    {2, "eos: {gamma: 1.4}", "2:1: eos.kind: ", {"missing", "ideal-gas"}},
    {4, "title: a", "1:1: time: ", {"missing"}},
    {4, "time: {start: 1}", "4:1: time.end: ", {"missing", "a number"}},
    {5, "initial: {kind: ball, inside: {pressure: 1}, outside: {pressure: 1}}", "5:1: initial.radius: ", {"missing"}},
    {5, "initial: {kind: trento, file: event.dat}", "5:1: initial.spacing: ", {"missing", "above 0"}},
    {5, "initial: {kind: trento, spacing: 1}", "5:1: initial.file: ", {"missing"}},
    {5,
     "initial: {kind: glauber, nuclei: [Au, Au], impact_parameter: 1}",
     "5:1: initial.collision_energy: ",
     {"missing", "instead initial.cross_section"}},
    {5,
     "initial: {kind: glauber, nuclei: [Au, Au], cross_section: 6}",
     "5:1: initial.impact_parameter: ",
     {"missing", "instead initial.centrality"}},
    {5,
     "initial: {kind: trento, file: event.dat, spacing: 1, longitudinal: {plateau: 1}}",
     "5:54: initial.longitudinal.sigma: ",
     {"missing"}},
    {0, "source: {parameters: {a: 1}}", "6:1: source.file: ", {"missing"}},
    {2, "eos: {kind: table}", "2:1: eos.file: ", {"missing"}},
    /* keys of another kind */
    {2,
     "eos: {kind: conformal, gamma: 1.4}",
     "2:24: eos.gamma: ",
     {"does not apply to eos.kind: conformal", "ideal-gas"}},
    {0, "eos: {kind: conformal}", "6:1: eos: ", {"given twice", "line 2"}},
    {5,
     "initial: {kind: gubser, q: 1, temperature: 1, radius: 2}",
     "5:47: initial.radius: ",
     {"does not apply to initial.kind: gubser", "ball"}},
    {5,
     "initial: {kind: glauber, model: optical, nuclei: [p, p], cross_section: 6, impact_parameter: 1, "
     "minimum_distance: 1}",
     "5:97: initial.minimum_distance: ",
     {"does not apply to initial.model: optical", "monte-carlo"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: 1}, outside: {pressure: 1}, longitudinal: {sigma: 1}}",
     "5:81: initial.longitudinal: ",
     {"does not apply"}},
    /* given twice, or two that exclude each other */
    {4, "time: {end: 1, end: 2}", "4:16: end: ", {"given twice"}},
    {4, "time: {end: 1, cfl: 0.1, step: 0.1}", "4:26: time.step: ", {"time.cfl or time.step", "both"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, impact_parameter: 1, centrality: [0, 5]}",
     "5:81: initial.centrality: ",
     {"both"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, collision_energy: 200, impact_parameter: 1}",
     "5:42: initial.cross_section: ",
     {"both"}},
    {0, "output: {fields: [pressure, velocity, pressure]}", "6:39: output.fields[2]: ", {"given twice"}},
    /* numbers out of range */
    {3, "mesh: {cells: [8, -4, 2], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:19: mesh.cells[1]: ", {"between 1", "-4"}},
    {3,
     "mesh: {cells: [8, 0, 2], lower: [0, 0, 0], upper: [1, 1, 1]}",
     "3:19: mesh.cells[1]: ",
     {"between 1", "got 0"}},
    {3, "mesh: {cells: [8, 4, 2], lower: [0, 0, .nan], upper: [1, 1, 1]}", "3:40: mesh.lower: ", {"a finite number"}},
    {3, "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, -.inf, 1]}", "3:55: mesh.upper: ", {"a finite number"}},
    {0, "scheme: {theta: 0.9}", "6:17: scheme.theta: ", {"between 1 and 2", "0.9"}},
    {0, "scheme: {theta: 2.0000000000000004}", "6:17: scheme.theta: ", {"between 1 and 2", "got 2.0000000000000004"}},
    {0, "scheme: {theta: 1e999}", "6:17: scheme.theta: ", {"a finite number"}},
    {0, "scheme: {energy_floor: -1}", "6:24: scheme.energy_floor: ", {"at least 0"}},
    {0, "device: {index: -1}", "6:17: device.index: ", {"at least 0"}},
    {0, "device: {threads: -2}", "6:19: device.threads: ", {"at least 0"}},
    {0, "output: {every: -1}", "6:17: output.every: ", {"at least 0"}},
    {2, "eos: {kind: ideal-gas, gamma: 1}", "2:31: eos.gamma: ", {"above 1 and at most 2", "got 1"}},
    {2, "eos: {kind: ideal-gas, mass: -1}", "2:30: eos.mass: ", {"at least 0"}},
    {2, "eos: {kind: conformal, colours: 0}", "2:33: eos.colours: ", {"at least 1"}},
    {4, "time: {end: 1, cfl: 0}", "4:21: time.cfl: ", {"above 0"}},
    {4, "time: {end: 1, cfl: 1.5}", "4:21: time.cfl: ", {"at most 1"}},
    {4, "time: {end: 1, step: -1}", "4:22: time.step: ", {"above 0"}},
    {4, "time: {end: 1, max_steps: -1}", "4:27: time.max_steps: ", {"at least 0"}},
    {4, "time: {end: 1, max_steps: 9223372036854775808}", "4:27: time.max_steps: ", {"at most 9223372036854775807"}},
    {5,
     "initial: {kind: ball, radius: 0, inside: {pressure: 1}, outside: {pressure: 1}}",
     "5:31: initial.radius: ",
     {"above 0"}},
    {5, "initial: {kind: trento, file: event.dat, spacing: 0}", "5:51: initial.spacing: ", {"above 0"}},
    {5, "initial: {kind: trento, file: event.dat, spacing: 1, event: -1}", "5:61: initial.event: ", {"at least 0"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, centrality: [0, 101]}",
     "5:76: initial.centrality[1]: ",
     {"between 0 and 100"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, centrality: [5, 5]}",
     "5:76: initial.centrality[1]: ",
     {"above the lower end"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, impact_parameter: 1, seed: -1}",
     "5:87: initial.seed: ",
     {"from 0 to 18446744073709551615"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, p], cross_section: 6, impact_parameter: 1, mixing: 1.1}",
     "5:89: initial.mixing: ",
     {"between 0 and 1"}},
    {5,
     "initial: {kind: glauber, nuclei: [p], cross_section: 6, impact_parameter: 1}",
     "5:34: initial.nuclei: ",
     {"a list of 2 texts"}},
    {5,
     "initial: {kind: glauber, nuclei: [p, \"\"], cross_section: 6, impact_parameter: 1}",
     "5:38: initial.nuclei[1]: ",
     {"not empty"}},
    /* mesh */
    {3, "mesh: {cells: [8, 4, 2], lower: [0, 1, 0], upper: [1, 1, 1]}", "3:55: mesh.upper[1]: ", {"above mesh.lower"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], blocks: [3, 1, 1]}",
     "3:71: mesh.blocks[0]: ",
     {"divisor of the 8 cells", "got 3"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], blocks: [8, 1, 1]}",
     "3:71: mesh.blocks[0]: ",
     {"at least 2 cells"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], blocks: [0, 1, 1]}",
     "3:71: mesh.blocks[0]: ",
     {"at least 1"}},
    {3, "mesh: {cells: [99999, 99999, 99999], lower: [0, 0, 0], upper: [1, 1, 1]}", "3:15: mesh.cells: ", {"or fewer"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [-1e308, 0, 0], upper: [1e308, 1, 1]}",
     "3:57: mesh.upper[0]: ",
     {"overflows"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [1e16, 0, 0], upper: [1.0000000000000002e16, 1, 1]}",
     "3:55: mesh.upper[0]: ",
     {"smaller than the spacing"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], boundary: {x: [periodic, outflow]}}",
     "3:76: mesh.boundary.x: ",
     {"both sides"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], boundary: {w: periodic}}",
     "3:73: mesh.boundary.w: ",
     {"one of x, y, z"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], boundary: [periodic]}",
     "3:72: mesh.boundary: ",
     {"one word, or a map"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], boundary: {x: [outflow]}}",
     "3:76: mesh.boundary.x: ",
     {"a list of two"}},
    {3,
     "mesh: {cells: [8, 4, 2], lower: [0, 0, 0], upper: [1, 1, 1], boundary: outfow}",
     "3:72: mesh.boundary: ",
     {"did you mean outflow?"}},
    /* time */
    {4, "time: {start: 2, end: 2}", "4:23: time.end: ", {"above time.start"}},
    {4, "time: {start: 2, end: 3, minimum_step: 2}", "4:40: time.minimum_step: ", {"at most time.end - time.start"}},
    {4, "time: {end: 3, step: 0.1, minimum_step: 0.2}", "4:41: time.minimum_step: ", {"at most time.step"}},
    /* states */
    {5,
     "initial: {kind: ball, radius: 1, inside: 5, outside: {pressure: 1}}",
     "5:42: initial.inside: ",
     {"a map of quantities"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {}, outside: {pressure: 1}}",
     "5:42: initial.inside: ",
     {"none of them"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: 1, temperature: 1}, outside: {pressure: 1}}",
     "5:42: initial.inside: ",
     {"more than one"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {presure: 1}, outside: {pressure: 1}}",
     "5:43: initial.inside.presure: ",
     {"unknown quantity", "did you mean pressure?"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: -1}, outside: {pressure: 1}}",
     "5:53: initial.inside.pressure: ",
     {"at least 0", "-1"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: .nan}, outside: {pressure: 1}}",
     "5:53: initial.inside.pressure: ",
     {"a finite number"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: 1, velocity: [0.8, 0.6, 0]}, outside: {pressure: 1}}",
     "5:66: initial.inside.velocity: ",
     {"below that of light"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: 1, velocity: 0.5}, outside: {pressure: 1}}",
     "5:66: initial.inside.velocity: ",
     {"a list of three numbers"}},
    {5,
     "initial: {kind: ball, radius: 1, inside: {pressure: 1, velocity: [0, 0, 0], four_velocity: [0, 0, 0]}, outside: "
     "{pressure: 1}}",
     "5:42: initial.inside: ",
     {"velocity or four_velocity", "both"}},
    {5,
     "initial: {kind: gaussian, peak: {pressure: 1}, background: {energy_density: 1}, width: [1, 1, 1]}",
     "5:60: initial.background: ",
     {"the same quantity"}},
    {5,
     "initial: {kind: gaussian, peak: {pressure: 1, velocity: [0, 0, 0]}, background: {four_velocity: [0, 0, 0]}, "
     "width: [1, 1, 1]}",
     "5:81: initial.background: ",
     {"the same quantity (velocity or four_velocity)"}},
    {5,
     "initial: {kind: trento, file: event.dat, spacing: 1, background: {pressure: 1}}",
     "5:66: initial.background: ",
     {"energy_density alone"}},
    /* kinds that need something */
    {5,
     "initial: {kind: bjorken, state: {pressure: 1}}",
     "5:17: initial.kind: ",
     {"bjorken needs mesh.coordinates: milne"}},
    {5,
     "initial: {kind: gubser, q: 1, temperature: 1}",
     "5:17: initial.kind: ",
     {"gubser needs mesh.coordinates: milne"}},
    {5,
     "initial: {kind: riemann, axis: cylinder, left: {pressure: 1}, right: {pressure: 1}}",
     "5:1: initial.position: ",
     {"radius of the cylinder"}},
    /* files */
    {5,
     "initial: {kind: trento, file: nothing.dat, spacing: 1}",
     "5:31: initial.file: ",
     {"'nothing.dat'", "No such file"}},
    {5, "initial: {kind: code, file: /tmp}", "5:29: initial.file: ", {"not a regular file"}},
    {5, "initial: {kind: code, file: \"\"}", "5:29: initial.file: ", {"empty"}},
    {2, "eos: {kind: code, file: none.c}", "2:25: eos.file: ", {"No such file"}},
    {0, "source: {file: none.c}", "6:16: source.file: ", {"No such file"}},
    /* parameters */
    {0, "source: {file: user.c, parameters: [1]}", "6:36: source.parameters: ", {"a map of names and numbers"}},
    {0, "source: {file: user.c, parameters: {1a: 1}}", "6:41: source.parameters.1a: ", {"does not start with a digit"}},
    {0, "source: {file: user.c, parameters: {a: b}}", "6:40: source.parameters.a: ", {"a number"}},
    /* YAML itself */
    {0, "title: \"open", "", {"not valid YAML"}},
    {0, "title: [a, b", "", {"not valid YAML"}},
    {0, "title: a: b", "6:", {"not valid YAML"}},
    {0, "\ttitle: a", "", {"not valid YAML"}},
    {0, "title: a\xff", "6:9: ", {"UTF-8"}},
    {0, "title: a\x01", "6:9: ", {"control characters"}},
    {0, "title: 'a''''''''b'", "6:15: ", {"apostrophes in a row"}},
    {0, "%YAML 1.2", "6:1: ", {"directives"}},
    {0, "title: &a b", "6:8: ", {"anchors"}},
    {0, "title: *a", "6:8: ", {"aliases"}},
    {0, "title: !!str b", "6:8: ", {"tags"}},
    {0, "---\ntitle: a", "6:1: ", {"second document"}},
    {0, "title: [[[[[[[[[[[[[[[[[[a]]]]]]]]]]]]]]]]]]", "6:", {"nested"}},
};

static void wrong_lines_are_refused_at_their_place(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    static const char *const lines[] = {LINE_SYSTEM, LINE_EOS, LINE_MESH, LINE_TIME, LINE_INITIAL};
    for (size_t i = 0; i < sizeof wrong_lines / sizeof wrong_lines[0]; ++i) {
        const struct wrong *wrong = &wrong_lines[i];
        char text[2048] = "", start[256];
        for (int line = 1; line <= 5; ++line)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s",
                     line == wrong->line ? wrong->text : lines[line - 1], line == wrong->line ? "\n" : "");
        if (!wrong->line)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", wrong->text);
        snprintf(start, sizeof start, "%s:%s", scene->name, wrong->place);
        struct taub_case *loaded = (struct taub_case *)&start;
        struct taub_error error = {0};
        assert_int_equal(taub_case_load_text(scene->name, text, strlen(text), NULL, 0, &loaded, &error),
                         TAUB_BAD_INPUT);
        assert_null(loaded);
        assert_int_equal(error.status, TAUB_BAD_INPUT);
        missing += misses(error.message, start, wrong->words, text);
    }
    assert_int_equal(missing, 0);
}

/* Whole cases, for what needs more than one line. */
static const struct wrong wrong_cases[] = {
    {0, "", "1:1: ", {"expected a map of keys", "nothing"}},
    {0, "# only a comment\n", "1:1: ", {"expected a map of keys"}},
    {0, "- a\n- b\n", "1:1: ", {"expected a map of keys", "a list of 2"}},
    {0, "just words\n", "1:1: ", {"expected a map of keys", "'just words'"}},
    {0, LINE_SYSTEM LINE_EOS MILNE_MESH "time: {end: 1}\n" LINE_INITIAL, "4:1: time.start: ", {"above 0 in Milne"}},
    {0, LINE_SYSTEM LINE_EOS MILNE_MESH "time: {start: -1, end: 1}\n" LINE_INITIAL, "4:15: time.start: ", {"Milne"}},
    {0,
     LINE_SYSTEM IDEAL_GAS MILNE_MESH LINE_TIME "initial: {kind: gubser, q: 1, temperature: 1}\n",
     "5:17: initial.kind: ",
     {"gubser needs eos.kind: conformal"}},
    {0,
     MILNE "initial: {kind: bjorken, state: {pressure: 1, velocity: [0, 0, 0.1]}}\n",
     "5:33: initial.state: ",
     {"at rest"}},
    {0,
     LINE_SYSTEM LINE_EOS "mesh: {cells: [8, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n" LINE_TIME
                          "initial: {kind: riemann, axis: y, left: {pressure: 1}, right: {pressure: 1}}\n",
     "5:32: initial.axis: ",
     {"more than one cell along y"}},
    {0,
     LINE_SYSTEM LINE_EOS "mesh: {cells: [8, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n" LINE_TIME
                          "initial: {kind: riemann, axis: diagonal, left: {pressure: 1}, right: {pressure: 1}}\n",
     "5:32: initial.axis: ",
     {"more than one cell along x and y"}},
    {0,
     LINE_SYSTEM IDEAL_GAS LINE_MESH LINE_TIME
     "initial: {kind: ball, radius: 1, inside: {temperature: 1}, outside: {pressure: 1}}\n",
     "5:56: initial.inside.temperature: ",
     {"charge_density above 0"}},
    {0,
     LINE_SYSTEM IDEAL_GAS LINE_MESH LINE_TIME
     "initial: {kind: ball, radius: 1, inside: {energy_density: 1, charge_density: 2}, outside: {pressure: 1}}\n",
     "5:59: initial.inside.energy_density: ",
     {"rest energy", "2"}},
    {0,
     LINE_SYSTEM IDEAL_GAS LINE_MESH LINE_TIME
     "initial: {kind: ball, radius: 1, inside: {pressure: 1, charge_density: -2}, outside: {pressure: 1}}\n",
     "5:72: initial.inside.charge_density: ",
     {"0 or a positive normal"}},
    {0,
     LINE_SYSTEM "eos: {kind: code, file: user.c}\n" LINE_MESH LINE_TIME
                 "initial: {kind: ball, radius: 1, inside: {pressure: 1}, outside: {energy_density: 1}}\n",
     "5:42: initial.inside: ",
     {"expected energy_density", "code"}},
    /* everything wrong is told at once, in the order of the file */
    {0,
     "system: srdh\neos: {kind: conformal, gamma: 1}\nmesh: {cells: [0, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n"
     "time: {end: x}\ninitial: {kind: ball}\n",
     "1:9: system: ",
     {NULL}},
    {0,
     "system: srdh\neos: {kind: conformal, gamma: 1}\nmesh: {cells: [0, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n"
     "time: {end: x}\ninitial: {kind: ball}\n",
     "4:13: time.end: ",
     {NULL}},
    {0,
     "system: srdh\neos: {kind: conformal, gamma: 1}\nmesh: {cells: [0, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1]}\n"
     "time: {end: x}\ninitial: {kind: ball}\n",
     "5:1: initial.outside: ",
     {"missing"}},
};

static void wrong_cases_are_refused_at_their_place(void **state)
{
    const struct scene *scene = *state;
    int missing = 0;
    for (size_t i = 0; i < sizeof wrong_cases / sizeof wrong_cases[0]; ++i) {
        const struct wrong *wrong = &wrong_cases[i];
        char start[256];
        snprintf(start, sizeof start, "%s:%s", scene->name, wrong->place);
        struct taub_case *loaded = NULL;
        struct taub_error error = {0};
        assert_int_equal(taub_case_load_text(scene->name, wrong->text, strlen(wrong->text), NULL, 0, &loaded, &error),
                         TAUB_BAD_INPUT);
        missing += misses(error.message, start, wrong->words, wrong->text);
    }
    assert_int_equal(missing, 0);
}

/* A newer file may hold keys that are not known here: nothing is said of them. */
static void versions(void **state)
{
    const struct scene *scene = *state;
    static const char *const known[] = {"0.1", "0.0.7", TAUB_VERSION}, *const newer[] = {"99.1", "0.99",
                                                                                         TAUB_VERSION "9"};
    char text[1024];
    struct taub_case *loaded = NULL;
    struct taub_error error = {0};
    for (int i = 0; i < 3; i++) {
        snprintf(text, sizeof text, "taub: %s\n" COMMON LINE_INITIAL, known[i]);
        assert_int_equal(taub_case_load_text(scene->name, text, strlen(text), NULL, 0, &loaded, &error), TAUB_OK);
        taub_case_destroy(loaded);
        snprintf(text, sizeof text, COMMON LINE_INITIAL "taub: %s\nfuture: 1\n", newer[i]);
        assert_int_equal(taub_case_load_text(scene->name, text, strlen(text), NULL, 0, &loaded, &error),
                         TAUB_BAD_INPUT);
        assert_non_null(strstr(error.message, ":6:7: taub: this file is for Taub "));
        assert_null(strstr(error.message, "future"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_lines_are_refused_at_their_place),
        cmocka_unit_test(wrong_cases_are_refused_at_their_place),
        cmocka_unit_test(versions),
    };
    return cmocka_run_group_tests_name("case errors", tests, make_scene, clear_scene);
}

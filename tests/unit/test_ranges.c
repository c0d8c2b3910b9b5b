/* Ranges of passes as they follow from what passes read (src/evolve/reach.c), of every scheme with every system, order
 * and set of axes. Only plans are made: nothing is compiled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "case/case.h"
#include "device/internal.h"
#include "evolve/internal.h"

static const char *const systems[][2] = {
    {"srhd", "system: srhd\neos: {kind: ideal-gas}\ninitial: {kind: ball, radius: 1, inside: {pressure: 2, "
             "charge_density: 1}, outside: {pressure: 1, charge_density: 1}}\n"},
    {"euler", "system: euler\neos: {kind: ideal-gas}\ninitial: {kind: ball, radius: 1, inside: {pressure: 2, density: "
              "1}, outside: {pressure: 1, density: 1}}\n"},
    {"israel-stewart", "system: israel-stewart\neos: {kind: conformal}\ntransport: {shear_viscosity: {value: 0.1}}\n"
                       "initial: {kind: ball, radius: 1, inside: {energy_density: 2}, outside: {energy_density: 1}}\n"},
    {"mhd", "system: mhd\neos: {kind: ideal-gas}\ninitial: {kind: ball, radius: 1, inside: {pressure: 2, density: 1}, "
            "outside: {pressure: 1, density: 1}}\n"},
    {"srmhd", "system: srmhd\neos: {kind: ideal-gas}\ninitial: {kind: ball, radius: 1, inside: {pressure: 2, density: "
              "1}, outside: {pressure: 1, density: 1}}\n"},
    {"maxwell", "system: maxwell\ninitial: {kind: empty}\n"}};

struct entry {
    const char *systems, *options[3];
};
#define SOURCE "source={file: " TAUB_SOURCE_DIR "/kernels/dialect.h}" /* only looked for */
#define DIPOLE                                                                                                       \
    "source={kind: dipole, polarization: [1, 0, 0], position: [0, 0, 0], radius: 0.5, frequency: 1, duration: 0.4, " \
    "start: 0.3}"
static const struct entry entries[] = {
    {"srhd euler israel-stewart", {"scheme.kind=kurganov-tadmor"}},
    {"srhd euler israel-stewart", {"scheme.kind=kurganov-tadmor", "scheme.integrator=rk3"}},
    {"srhd euler", {"scheme.kind=musta"}},
    {"srhd euler", {"scheme.kind=cese"}},
    {"srhd", {"scheme.kind=shasta"}},
    {"srhd", {"scheme.kind=shasta", "scheme.splitting=symmetric"}},
    {"srhd", {"scheme.kind=shasta", "scheme.splitting=none"}},
    {"srhd", {"scheme.kind=shasta", "scheme.splitting=strang"}},
    {"srhd euler mhd srmhd maxwell", {"scheme.kind=ader-weno", "scheme.order=2"}},
    {"srhd euler mhd srmhd maxwell", {"scheme.kind=ader-weno", "scheme.order=3"}},
    {"srhd euler mhd srmhd maxwell", {"scheme.kind=ader-weno", "scheme.order=4"}},
    {"srhd euler mhd srmhd", {"scheme.kind=ader-weno", "scheme.order=3", "scheme.positivity=off"}},
    {"srhd euler mhd srmhd", {"scheme.kind=ader-weno", "scheme.order=2", "scheme.limiter=parabolic"}},
    {"srhd euler mhd srmhd", {"scheme.kind=rk-weno", "scheme.order=2"}},
    {"srhd euler mhd srmhd", {"scheme.kind=rk-weno", "scheme.order=3"}},
    {"srhd euler mhd srmhd", {"scheme.kind=rk-weno", "scheme.order=4"}},
    {"srhd euler mhd srmhd", {"scheme.kind=ader-weno", "scheme.order=3", SOURCE}},
    {"srhd euler mhd srmhd", {"scheme.kind=rk-weno", "scheme.order=2", SOURCE}},
    {"srhd euler mhd srmhd", {"scheme.kind=ader-weno", "scheme.equilibrium=initial", SOURCE}},
    {"srhd euler mhd srmhd", {"scheme.kind=rk-weno", "scheme.order=4", "scheme.equilibrium=initial"}},
    {"srhd", {"scheme.kind=shasta", SOURCE}},
    {"mhd", {"scheme.kind=ader-weno", "scheme.order=2", "transport={resistivity: 0.1}"}},
    {"mhd", {"scheme.kind=rk-weno", "scheme.order=3", "transport={resistivity: 0.1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=3", DIPOLE}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", DIPOLE}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", "medium={permittivity: 2, conductivity: 1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=2", "medium={conductivity: 1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", "medium={cuts: {x: [0.3]}, permittivities: [1, 4]}"}},
    {"maxwell", {"scheme.kind=symmetric"}},
    {"maxwell", {"scheme.kind=symmetric", DIPOLE}},
    {"maxwell", {"scheme.kind=symmetric", "medium={cuts: {x: [0.3]}, permittivities: [1, 4]}"}},
    {"maxwell",
     {"scheme.kind=ader-weno", "scheme.order=3", "medium={poles: [{kind: debye, strength: 0.5, time: 0.3}]}"}},
};
static const char *const meshes[] = {"mesh.cells=[32,1,1]", "mesh.cells=[1,32,1]", "mesh.cells=[32,30,1]",
                                     "mesh.cells=[1,30,28]", "mesh.cells=[32,30,28]"};
static const char *const boundaries[] = {"mesh.boundary=periodic", "mesh.boundary=outflow", "mesh.boundary=reflecting",
                                         "mesh.boundary=matched-layer"};

/* How far the range of a pass goes beyond the cells of the block, below and above along each active axis, whatever the
 * order; those that are not here: nowhere. As they were made by hand before they were derived. */
enum { ENDS = 9 }; /* to the last faces, along axes that have them */
static const struct extent {
    const char *system, *pass;
    int below, above;
} extents[] = {{"euler", "face_states", 1, 1},
               {"srhd", "face_states", 1, 1},
               {"mhd", "field_means", 2, 2}, /* one more where reconstructions see more */
               {"mhd", "states", 1, 1},
               {"mhd", "shocks", 1, 1},
               {"mhd", "fluxes", 1, 1},
               {"mhd", "fluxes_x", 1, 1}, /* along x as below */
               {"mhd", "fluxes_y", 1, 1},
               {"mhd", "fluxes_z", 1, 1},
               {"mhd", "electric", 0, 1},
               {"mhd", "march", 0, 1},
               {"mhd", "first_order", 0, 1},
               {"maxwell", "field_means", 2, 2},
               {"maxwell", "states", 1, 1},
               {"maxwell", "fit_lines", 2, 2},
               {"maxwell", "states_at_jumps", 1, 1},
               {"maxwell", "find_jumps", 2, 2},
               {"maxwell", "edges", 0, 1},
               {"maxwell", "find_sources", 2, 2}, /* symmetric: without send_currents */
               {"maxwell", "send_currents", 1, 2},
               {"maxwell", "send_edges", 0, 1},
               {"maxwell", "send_faces", 0, 1},
               {"maxwell", "advance", 0, ENDS},
               {"maxwell", "polarize", 0, ENDS},
               {"maxwell", "open_faces", 0, ENDS},
               {"maxwell", "absorb of upper faces", 0, ENDS},
               {"maxwell", "roots", 5, 6},
               {"maxwell", "hodge", 3, 4}, /* with one axis as far above as below */
               {"maxwell", "kick", 0, ENDS},
               {"maxwell", "circulate", 0, ENDS},
               {"maxwell", "circulate_kept", 0, ENDS},
               {"maxwell", "circulate_again", 0, ENDS},
               {"maxwell", "circulate_last", 0, ENDS}};

static struct extent extent_of(const struct taub_simulation *self, const struct taub_step *step,
                               const struct taub_op *op, int axis)
{
    const char *pass = self->scheme->passes[op->pass].name;
    const char *system = self->config->system == TAUB_SYSTEM_SRMHD ? "mhd" : self->system->name;
    struct extent out = {system, pass, 0, 0};
    const int axes = step->active[0] + step->active[1] + step->active[2];
    if (strcmp(pass, "absorb") == 0 && op->range.option[0] == 1)
        pass = "absorb of upper faces";
    if (strcmp(pass, "cese_march") == 0 && axes == 3 && op->range.option[0] == 0)
        out.above = 1; /* corners */
    for (size_t n = 0; n < sizeof extents / sizeof *extents; n++)
        if (strcmp(extents[n].pass, pass) == 0 && strcmp(extents[n].system, system) == 0)
            out = extents[n];
    if (strcmp(pass, "field_means") == 0 && step->ghosts > 3)
        out.below = out.above = 3;
    if ((strncmp(pass, "fluxes_", 7) == 0 && pass[7] - 'x' == axis) || (strcmp(pass, "fluxes") == 0 && axes == 1))
        out.below = 0;
    if (self->config->scheme.kind == TAUB_SCHEME_SYMMETRIC) {
        /* from faces to middles along an axis, then to edges along the others; along an axis of one cell there are
         * no faces */
        const int o = op->range.option[0];
        if (strcmp(pass, "shift") == 0) {
            const int to = op->range.option[1] ? op->range.option[3] : o;
            out.below = !op->range.option[1] && axis != to ? 3 : 0;
            out.above = op->range.option[1] ? axis != to : out.below;
        } else if (strncmp(pass, "edges_", 6) == 0) {
            out.above = axis != pass[6] - 'x';
        } else if (strcmp(pass, "find_sources") == 0) {
            out.below = out.above = 1;
        } else if (axes == 1 && strcmp(pass, "hodge") == 0) {
            out.above = 3;
        }
    }
    if (out.above == ENDS)
        out.above = (int)(step->ends >> axis & 1u);
    out.below *= step->active[axis];
    out.above *= step->active[axis];
    return out;
}

static int cases;

static void check_ranges(const struct taub_simulation *self, const struct taub_step *step, const char *name)
{
    for (int o = 0; o < step->count; o++)
        for (int axis = 0; axis < 3 && step->ops[o].kind == TAUB_OP_PASS; axis++) {
            const struct taub_op *op = &step->ops[o];
            const struct extent extent = extent_of(self, step, op, axis);
            bool fills = op->blocks > 0;
            for (int n = 0; n < TAUB_MAX_FIELDS; n++)
                fills = fills || TAUB_USE(op->operand[n].touch) == TAUB_FILLS;
            if (!fills &&
                (-op->range.lower[axis] != extent.below || op->range.upper[axis] - step->cells[axis] != extent.above))
                fail_msg("%s: %s along axis %d: %d and %d more cells, expected %d and %d", name, extent.pass, axis,
                         -op->range.lower[axis], op->range.upper[axis] - step->cells[axis], extent.below, extent.above);
        }
}

static void check_lists(struct taub_simulation *self, const char *name)
{
    static struct taub_step step;
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    struct taub_needs needs;
    const int count = self->scheme->fields(self->config, taub_simulation_on_host(self), fields);
    taub_simulation_start_list(self, &step);
    self->scheme->step(self, 0, &step);
    const int layers = taub_steps_derive(&step, 1, fields, count, &needs);
    check_ranges(self, &step, name);
    /* means in the outermost zones have no face beyond, and are not read along their axis; ends that hold a force want
     * a layer more, and so do those of srmhd */
    const bool means = self->config->scheme.kind != TAUB_SCHEME_SYMMETRIC;
    const int most = step.ghosts + (self->system->face_vectors > 0 && self->config->scheme.order > 2 && means);
    const bool further = self->config->source.file || self->config->system == TAUB_SYSTEM_SRMHD;
    assert_int_equal(layers, most - (layers < most && further));
    for (int fresh = 0; fresh < 2 && self->scheme->prepare; fresh++) {
        struct taub_needs before = needs;
        taub_simulation_start_list(self, &step);
        self->scheme->prepare(self, fresh, &step);
        taub_step_derive(&step, &before);
        check_ranges(self, &step, name);
    }
}

static void check(const char *text, const char *const *options, int count, bool host)
{
    struct taub_case *run_case = NULL;
    struct taub_error error;
    static struct taub_simulation self;
    static struct taub_device device;
    char name[400] = "";
    if (taub_case_load_text("case", text, strlen(text), options, count, &run_case, &error) != TAUB_OK) {
        if (!strstr(error.message, "boundary") && !strstr(error.message, "matched"))
            fail_msg("%s", error.message);
        return;
    }
    snprintf(name, sizeof name, "%.20s", text);
    for (int n = 0; n < count; n++)
        snprintf(name + strlen(name), sizeof name - strlen(name), " %s", options[n]);
    strcat(name, host ? " host" : " gpu");
    if (strchr(name, 0x0a))
        *strchr(name, 0x0a) = 0x20;
    memset(&self, 0, sizeof self);
    memset(&device, 0, sizeof device);
    device.report.kind = host ? TAUB_DEVICE_HOST : TAUB_DEVICE_CUDA;
    device.threads = 1;
    self.device = &device;
    self.run_case = run_case;
    self.config = taub_case_config(run_case);
    self.system = taub_system_find(self.config->system);
    self.scheme = taub_scheme_find(self.config);
    assert_int_equal(taub_mesh_create(&self.config->mesh, taub_scheme_ghosts(self.config), &self.mesh, &error),
                     TAUB_OK);
    cases++;
    check_lists(&self, name);
    taub_mesh_destroy(self.mesh);
    taub_case_destroy(run_case);
}

static void check_entry(const struct entry *entry, int system)
{
    char text[1000];
    const char *options[5];
    int count = 0;
    if (!strstr(entry->systems, systems[system][0]) ||
        (strcmp(systems[system][0], "mhd") == 0 && !strstr(entry->systems, " mhd") &&
         strncmp(entry->systems, "mhd", 3)))
        return;
    snprintf(text, sizeof text,
             "%smesh: {cells: [8, 4, 2], lower: [-1, -1, -1], upper: [1, 1, 1]}\ntime: {start: 0, end: 1}\n",
             systems[system][1]);
    for (; count < 3 && entry->options[count]; count++)
        options[count] = entry->options[count];
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; m++)
        for (size_t b = 0; b < sizeof boundaries / sizeof *boundaries; b++)
            for (int host = 0; host < 2; host++) {
                options[count] = meshes[m];
                options[count + 1] = boundaries[b];
                check(text, options, count + 2, host);
            }
}

static void derived_ranges_are_those_of_schemes(void **state)
{
    (void)state;
    for (size_t e = 0; e < sizeof entries / sizeof *entries; e++)
        for (size_t s = 0; s < sizeof systems / sizeof *systems; s++)
            check_entry(&entries[e], (int)s);
    assert_true(cases > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derived_ranges_are_those_of_schemes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

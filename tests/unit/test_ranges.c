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
    {"srhd", {"scheme.kind=shasta", SOURCE}},
    {"mhd", {"scheme.kind=ader-weno", "scheme.order=2", "transport={resistivity: 0.1}"}},
    {"mhd", {"scheme.kind=rk-weno", "scheme.order=3", "transport={resistivity: 0.1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=3", DIPOLE}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", DIPOLE}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", "medium={permittivity: 2, conductivity: 1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=2", "medium={conductivity: 1}"}},
    {"maxwell", {"scheme.kind=ader-weno", "scheme.order=4", "medium={cuts: {x: [0.3]}, permittivities: [1, 4]}"}},
    {"maxwell",
     {"scheme.kind=ader-weno", "scheme.order=3", "medium={poles: [{kind: debye, strength: 0.5, time: 0.3}]}"}},
};
static const char *const meshes[] = {"mesh.cells=[32,1,1]", "mesh.cells=[1,32,1]", "mesh.cells=[32,30,1]",
                                     "mesh.cells=[1,30,28]", "mesh.cells=[32,30,28]"};
static const char *const boundaries[] = {"mesh.boundary=periodic", "mesh.boundary=outflow", "mesh.boundary=reflecting",
                                         "mesh.boundary=matched-layer"};

static int wrong, cases;

/* Passes whose ranges were made by hand to go one layer further than anybody reads: first_order below, and the fluxes
 * of one axis, which leave that layer out by themselves. */
static bool was_too_wide(const struct taub_simulation *self, const struct taub_op *a, const struct taub_op *b)
{
    const char *name = self->scheme->passes[a->pass].name;
    bool inside = strcmp(name, "first_order") == 0 || strcmp(name, "fluxes") == 0;
    for (int axis = 0; axis < 3; axis++)
        inside = inside && b->range.lower[axis] - a->range.lower[axis] <= 1 &&
                 b->range.lower[axis] >= a->range.lower[axis] && b->range.upper[axis] == a->range.upper[axis];
    return inside;
}

static void compare(const struct taub_simulation *self, const struct taub_step *hand, const struct taub_step *derived,
                    const char *name)
{
    for (int o = 0; o < hand->count; o++) {
        const struct taub_op *a = &hand->ops[o], *b = &derived->ops[o];
        if (memcmp(a->range.lower, b->range.lower, sizeof a->range.lower) == 0 &&
            memcmp(a->range.upper, b->range.upper, sizeof a->range.upper) == 0)
            continue;
        if (was_too_wide(self, a, b))
            continue;
        wrong++;
        printf("%s: op %d %s: [%d %d) [%d %d) [%d %d), derived [%d %d) [%d %d) [%d %d)\n", name, o,
               self->scheme->passes[a->pass].name, a->range.lower[0], a->range.upper[0], a->range.lower[1],
               a->range.upper[1], a->range.lower[2], a->range.upper[2], b->range.lower[0], b->range.upper[0],
               b->range.lower[1], b->range.upper[1], b->range.lower[2], b->range.upper[2]);
    }
}

static struct taub_step hand, derived;

static void check_lists(struct taub_simulation *self, const char *name)
{
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    struct taub_needs needs;
    const int count = self->scheme->fields(self->config, taub_simulation_on_host(self), fields);
    taub_simulation_start_list(self, &hand);
    self->scheme->step(self, 0, &hand);
    derived = hand;
    taub_needs_start(&needs, &derived, fields, count);
    taub_step_derive(&derived, &needs);
    const int layers = taub_step_derive(&derived, &needs);
    compare(self, &hand, &derived, name);
    /* means in the outermost zones have no face beyond, and are not read along their axis; ends that hold a force want
     * a layer more */
    const int most = hand.ghosts + (self->system->face_vectors > 0 && self->config->scheme.order > 2);
    assert_int_equal(layers, most - (layers < most && self->config->source.file));
    for (int fresh = 0; fresh < 2 && self->scheme->prepare; fresh++) {
        struct taub_needs before = needs;
        taub_simulation_start_list(self, &hand);
        self->scheme->prepare(self, fresh, &hand);
        derived = hand;
        taub_step_derive(&derived, &before);
        compare(self, &hand, &derived, name);
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
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derived_ranges_are_those_of_schemes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

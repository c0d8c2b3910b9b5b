/* What passes say that they read (struct taub_operand) against what they do read: each is launched over a few cells a
 * second time, with NaN in all that it should not look at, and gives the same bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "device/internal.h"
#include "evolve/launches.h"
#include "taub/taub.h"

#define MESH_2D "mesh: {cells: [20, 18, 1], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: outflow}\n"
#define MESH_3D "mesh: {cells: [14, 12, 13], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: outflow}\n"
#define WALLED_2D "mesh: {cells: [20, 18, 1], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: reflecting}\n"
#define WALLED_3D "mesh: {cells: [20, 18, 17], lower: [-1, -1, -1], upper: [1, 1, 1], boundary: reflecting}\n"
#define TIME "time: {start: 0, end: 1}\ndevice: {kind: host, threads: 1, reproducible: strict}\n"
#define FLUID(name) "system: " name "\neos: {kind: ideal-gas}\n" TIME
#define SRHD                                                                                     \
    FLUID("srhd")                                                                                \
    "initial: {kind: gaussian, peak: {pressure: 2, charge_density: 1}, width: [0.4, 0.5, 0.6], " \
    "background: {pressure: 0.5, charge_density: 1, velocity: [0.2, 0.1, 0.3]}}\n"
#define GAS(name)                                                                               \
    FLUID(name)                                                                                 \
    "initial: {kind: pieces, cuts: {x: [0.1], y: [-0.1]}, states: [{pressure: 2, density: 1}, " \
    "{pressure: 1, density: 0.5, velocity: [0.1, 0.2, 0.3]}, {pressure: 0.7, density: 1}, "     \
    "{pressure: 1, density: 0.6}]}\n"
#define MAGNETIC(name)                                                                              \
    FLUID(name)                                                                                     \
    "initial: {kind: pieces, cuts: {x: [0.1]}, states: [{pressure: 2, density: 1, magnetic_field: " \
    "[0.3, 0.2, 0.1]}, {pressure: 1, density: 0.5, velocity: [0.1, 0.2, 0.3], magnetic_field: "     \
    "[0.3, -0.4, 0.5]}]}\n"
#define VISCOUS                                                                                                  \
    "system: israel-stewart\neos: {kind: conformal}\ntransport: {shear_viscosity: {value: 0.1}}\n" TIME          \
    "initial: {kind: gaussian, peak: {energy_density: 2}, width: [0.4, 0.5, 0.6], background: {energy_density: " \
    "0.5, velocity: [0.2, 0.1, 0.3]}}\n"
#define LIGHT(signal)                                                                                              \
    "system: maxwell\ninitial: {kind: empty}\nsource: {kind: dipole, polarization: [1, 0.5, -2], position: [0.1, " \
    "0.05, 0], radius: 0.4, " signal "duration: 0.4, start: 0}\n" TIME
#define SCHEME(words) "scheme: {kind: " words "}\n"

static const char *const cases[] = {
    SRHD MESH_3D SCHEME("kurganov-tadmor"),
    VISCOUS MESH_3D SCHEME("kurganov-tadmor, integrator: rk3"),
    GAS("euler") MESH_3D SCHEME("musta"),
    SRHD MESH_3D SCHEME("shasta"),
    GAS("euler") MESH_2D SCHEME("cese"),
    GAS("euler") MESH_3D SCHEME("cese"),
    GAS("euler") MESH_3D SCHEME("ader-weno, order: 2"),
    GAS("euler") MESH_3D SCHEME("ader-weno, order: 2, limiter: parabolic"),
    GAS("euler") MESH_2D SCHEME("ader-weno, order: 4"),
    SRHD MESH_3D SCHEME("rk-weno, order: 3"),
    MAGNETIC("mhd") MESH_3D SCHEME("ader-weno, order: 2"),
    MAGNETIC("mhd") MESH_2D SCHEME("ader-weno, order: 2, limiter: parabolic"),
    MAGNETIC("mhd") MESH_2D SCHEME("rk-weno, order: 4"),
    MAGNETIC("srmhd") MESH_2D SCHEME("ader-weno, order: 3"),
    MAGNETIC("mhd") MESH_2D SCHEME("ader-weno, order: 2") "transport: {resistivity: 0.1, kinematic_viscosity: 0.1}\n",
    LIGHT("") MESH_3D SCHEME("ader-weno, order: 2") "medium: {conductivity: 1}\n",
    LIGHT("frequency: 0.7, ")
        MESH_2D SCHEME("ader-weno, order: 4") "medium: {cuts: {x: [0.3]}, permittivities: [1, 4]}\n",
    LIGHT("frequency: 0.7, ") MESH_2D SCHEME(
        "ader-weno, order: 3") "medium: {conductivity: 0.1, poles: [{kind: debye, strength: 0.5, time: 0.3}]}\n",
    LIGHT("frequency: 0.7, ") WALLED_2D SCHEME("symmetric") "medium: {cuts: {x: [0.3]}, permittivities: [1, 4]}\n",
    LIGHT("") WALLED_3D SCHEME("symmetric"),
};

/* With passes that only GPUs have; with TAUB_LONG_TESTS, since an OpenCL device of processors compiles for minutes. */
static const char *const gpu_cases[] = {
    GAS("euler") MESH_2D SCHEME("ader-weno, order: 3"),
    MAGNETIC("mhd") MESH_2D SCHEME("ader-weno, order: 2"),
    MAGNETIC("mhd") MESH_2D SCHEME("ader-weno, order: 3"),
    VISCOUS MESH_2D SCHEME("kurganov-tadmor"),
    LIGHT("") MESH_2D SCHEME("ader-weno, order: 2") "medium: {conductivity: 1}\n",
};

struct setting {
    struct taub_case *run_case;
    struct taub_simulation *simulation;
    int at[TAUB_MOST_FIELDS];
    /* of each buffer: before a pass, behind it, behind it where the rest was NaN */
    char *before[TAUB_MOST_FIELDS], *after[TAUB_MOST_FIELDS], *again[TAUB_MOST_FIELDS];
    int launched;
};

static void must(enum taub_status status, const struct taub_error *error)
{
    if (status != TAUB_OK)
        fail_msg("%s", error->message);
}

static void transfer(struct setting *self, char **values, bool up)
{
    struct taub_error error;
    for (int f = 0; f < self->simulation->plan->field_count; f++) {
        struct taub_buffer *buffer = self->simulation->buffers[f];
        if (buffer)
            must(up ? taub_buffer_upload(buffer, 0, values[f], buffer->bytes, &error)
                    : taub_buffer_download(buffer, 0, values[f], buffer->bytes, &error),
                 &error);
    }
}

static bool is_in(const struct taub_box *box, const int at[3])
{
    bool in = true;
    for (int a = 0; a < 3; a++)
        in = in && at[a] >= box->lower[a] && at[a] < box->upper[a];
    return in;
}

/* Calls `act` with each value of a field in a cell, ghost zones included. */
typedef void visit(struct setting *self, int f, const int at[3], double *value, size_t place, const void *user);
static void each_value(struct setting *self, int f, char *values, visit *act, const void *user)
{
    const struct taub_simulation *simulation = self->simulation;
    const struct taub_shape *shape = &simulation->mesh->shape;
    const int components = simulation->plan->fields[f].components;
    int at[3];
    for (int c = 0; c < components; c++)
        for (at[2] = -shape->ghosts[2]; at[2] < shape->cells[2] + shape->ghosts[2]; at[2]++)
            for (at[1] = -shape->ghosts[1]; at[1] < shape->cells[1] + shape->ghosts[1]; at[1]++)
                for (at[0] = -shape->ghosts[0]; at[0] < shape->cells[0] + shape->ghosts[0]; at[0]++) {
                    const size_t place =
                        (size_t)(c * shape->component_stride + (at[2] + shape->ghosts[2]) * shape->plane_stride +
                                 (at[1] + shape->ghosts[1]) * (long)shape->row_stride + at[0] + shape->row_offset);
                    act(self, f, at, (double *)(void *)values + place, place, user);
                }
}

static void poison(struct setting *self, int f, const int at[3], double *value, size_t place, const void *user)
{
    const struct taub_needs *reads = user;
    bool seen = false;
    (void)self;
    (void)place;
    for (int part = 0; part < TAUB_PARTS; part++)
        seen = seen || is_in(&reads->of[f][part], at);
    if (!seen)
        memset(value, 0xff, sizeof *value); /* a NaN */
}

static void compare(struct setting *self, int f, const int at[3], double *value, size_t place, const void *user)
{
    const struct taub_launch *launch = user;
    const struct taub_range *range = &launch->range;
    const int buffer = self->at[f];
    for (int a = 0; a < 3; a++)
        if (at[a] < range->lower[a] || at[a] >= range->upper[a])
            return;
    const double after = ((double *)(void *)self->after[buffer])[place];
    const double before = ((double *)(void *)self->before[buffer])[place];
    const bool left = memcmp(&before, &after, sizeof before) == 0 && isnan(*value); /* as it was: not all are written */
    if (memcmp(value, &after, sizeof after) != 0 && !left)
        fail_msg("%s reads more than it says: %s of cell (%d, %d, %d) in [%d, %d) x [%d, %d) x [%d, %d) is %g, not %g",
                 self->simulation->scheme->passes[self->launched].name, self->simulation->plan->fields[f].name, at[0],
                 at[1], at[2], range->lower[0], range->upper[0], range->lower[1], range->upper[1], range->lower[2],
                 range->upper[2], *value, after);
}

static void launch_again(struct setting *self, const struct taub_step *step, const struct taub_op *op,
                         const struct taub_launch *launch)
{
    struct taub_simulation *simulation = self->simulation;
    struct taub_error error;
    struct taub_needs reads;
    struct taub_box range;
    struct taub_control first, second;
    memcpy(range.lower, launch->range.lower, sizeof range.lower);
    memcpy(range.upper, launch->range.upper, sizeof range.upper);
    taub_op_reads(step, op, &range, &reads);
    must(taub_simulation_upload_clock(simulation, &error), &error);
    must(taub_device_launch(simulation->device, launch, &error), &error);
    transfer(self, self->after, false);
    must(taub_buffer_download(simulation->control, 0, &first, sizeof first, &error), &error);
    for (int f = 0; f < simulation->plan->field_count; f++)
        if (simulation->buffers[self->at[f]]) {
            const struct taub_buffer *buffer = simulation->buffers[self->at[f]];
            memcpy(self->again[self->at[f]], self->before[self->at[f]], buffer->bytes);
            each_value(self, f, self->again[self->at[f]], poison, &reads);
        }
    transfer(self, self->again, true);
    must(taub_simulation_upload_clock(simulation, &error), &error);
    must(taub_device_launch(simulation->device, launch, &error), &error);
    transfer(self, self->again, false);
    must(taub_buffer_download(simulation->control, 0, &second, sizeof second, &error), &error);
    self->launched = op->pass;
    for (int n = 0; n < TAUB_MAX_FIELDS; n++)
        if (TAUB_USE(op->operand[n].touch) == TAUB_WRITES || TAUB_USE(op->operand[n].touch) == TAUB_UPDATES)
            each_value(self, op->operand[n].field, self->again[self->at[op->operand[n].field]], compare, launch);
    if (memcmp(&first, &second, sizeof first) != 0)
        fail_msg("%s finds other cells to fail or to correct where the rest is not known",
                 simulation->scheme->passes[op->pass].name);
}

/* Lines of fit_lines go two cells along the axis of a jump, but not in those of its cells that others want from rows
 * beside theirs, and no other axis has any: as far as all of its range is concerned it reads one. */
static bool is_launched_whole(const struct setting *self, const struct taub_op *op)
{
    return op->grain[0] > 0 || strcmp(self->simulation->scheme->passes[op->pass].name, "fit_lines") == 0;
}

/* A few cells in the middle, and all: beyond those are the ghost zones only. */
static void check_pass(struct setting *self, const struct taub_step *step, const struct taub_op *op)
{
    const struct taub_launches launches = {.simulation = self->simulation, .step = step, .at = self->at};
    const int gates = self->simulation->clock.troubled;
    struct taub_launch launch = taub_launches_pass(&launches, op);
    if (op->gate > 0)
        self->simulation->clock.troubled = 1 << 20;
    launch.few = false;
    transfer(self, self->before, false);
    for (int whole = is_launched_whole(self, op); whole < 2; whole++) {
        launch.range = op->range;
        for (int a = 0; a < 3 && !whole; a++)
            if (step->active[a]) {
                launch.range.lower[a] = step->cells[a] / 2 - 1;
                launch.range.upper[a] = step->cells[a] / 2 + 2;
            }
        transfer(self, self->before, true);
        launch_again(self, step, op, &launch);
    }
    self->simulation->clock.troubled = gates;
    transfer(self, op->gate > 0 ? self->before : self->after, true);
}

static void run_op(struct setting *self, const struct taub_step *step, const struct taub_op *op)
{
    static struct taub_step one;
    struct taub_simulation *simulation = self->simulation;
    struct taub_launch list[64];
    struct taub_error error;
    one = *step;
    one.ops[0] = *op;
    one.count = 1;
    const int count = taub_simulation_launches(simulation, &one, self->at, list, NULL);
    must(taub_simulation_upload_clock(simulation, &error), &error);
    for (int n = 0; n < count; n++)
        must(taub_device_launch(simulation->device, &list[n], &error), &error);
    must(taub_buffer_download(simulation->control, 0, &simulation->clock, sizeof simulation->clock, &error), &error);
}

static void check_case(const char *text, const char *device)
{
    struct taub_error error;
    struct setting self;
    memset(&self, 0, sizeof self);
    must(taub_case_load_text("case", text, strlen(text), &device, 1, &self.run_case, &error), &error);
    must(taub_simulation_create(self.run_case, &self.simulation, &error), &error);
    must(taub_simulation_advance(self.simulation, 2, 1.0, &error), &error);
    struct taub_simulation *simulation = self.simulation;
    for (int f = 0; f < simulation->plan->field_count; f++)
        if (simulation->buffers[f]) {
            self.before[f] = malloc(simulation->buffers[f]->bytes);
            self.after[f] = malloc(simulation->buffers[f]->bytes);
            self.again[f] = malloc(simulation->buffers[f]->bytes);
        }
    memcpy(self.at, simulation->at, sizeof self.at);
    simulation->clock.paused = 0;
    simulation->clock.steps_left = 1;
    const struct taub_step *step = taub_plan_step(simulation->plan, simulation->phase);
    for (int o = 0; o < step->count; o++)
        if (step->ops[o].kind == TAUB_OP_PASS && step->ops[o].blocks == 0)
            check_pass(&self, step, &step->ops[o]);
        else
            run_op(&self, step, &step->ops[o]);
    for (int f = 0; f < TAUB_MOST_FIELDS; f++) {
        free(self.before[f]);
        free(self.after[f]);
        free(self.again[f]);
    }
    taub_simulation_destroy(simulation);
    taub_case_destroy(self.run_case);
}

static void passes_read_no_more_than_they_say(void **state)
{
    (void)state;
    setenv("TAUB_CFLAGS", "-O0", 0); /* compiling is what takes time here */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)
        check_case(cases[n], "device.kind=host");
}

static void nor_do_those_of_gpus(void **state)
{
    (void)state;
    if (!getenv("TAUB_LONG_TESTS"))
        skip();
    for (size_t n = 0; n < sizeof gpu_cases / sizeof *gpu_cases; n++)
        check_case(gpu_cases[n], "device.kind=opencl");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_read_no_more_than_they_say),
                                       cmocka_unit_test(nor_do_those_of_gpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

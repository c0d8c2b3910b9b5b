/* Shared by the tests of particles as initial data: lists of toy particles, problems made of them, totals over cells.
 */
#ifndef TAUB_TEST_PARTICLE_SUPPORT_H
#define TAUB_TEST_PARTICLE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "metadata.h"
#include "problems/problem.h"

struct toy {
    double x[4], p[3], mass;
    int pdg, baryons;
};

static inline double energy_of(const struct toy *toy)
{
    return sqrt(toy->mass * toy->mass + toy->p[0] * toy->p[0] + toy->p[1] * toy->p[1] + toy->p[2] * toy->p[2]);
}

static char path[64];

static inline void write_list(const struct toy *toys, int count, int events)
{
    strcpy(path, "/tmp/taub-particles-XXXXXX");
    FILE *file = fdopen(mkstemp(path), "w");
    assert_non_null(file);
    fprintf(file, "#!OSCAR2013 particle_lists t x y z mass p0 px py pz pdg ID charge\n"
                  "# Units: fm fm fm fm GeV GeV GeV GeV GeV none none e\n# toy\n");
    for (int event = 0; event < events; event++) {
        const int first = count * event / events, last = count * (event + 1) / events;
        fprintf(file, "# event %d out %d\n", event, last - first);
        for (int i = first; i < last; i++) {
            const struct toy *t = &toys[i];
            fprintf(file, "%.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %d %d 0\n", t->x[0], t->x[1], t->x[2],
                    t->x[3], t->mass, energy_of(t), t->p[0], t->p[1], t->p[2], t->pdg, i);
        }
        fprintf(file, "# event %d end 0 impact 0 scattering_projectile_target yes\n", event);
    }
    assert_int_equal(fclose(file), 0);
}

static inline struct taub_config cartesian(int nx, int ny, int nz, double half)
{
    struct taub_config config = {.eos = {.kind = TAUB_EOS_CONFORMAL, .colours = 3, .flavours = 3}};
    const int cells[3] = {nx, ny, nz};
    for (int i = 0; i < 3; i++) {
        config.mesh.cells[i] = cells[i];
        config.mesh.lower[i] = -half;
        config.mesh.upper[i] = half;
    }
    config.time.start = 2;
    config.time.end = 3;
    config.initial.kind = TAUB_INITIAL_PARTICLES;
    config.initial.file = path;
    config.initial.sigma = 1;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 1e-3};
    return config;
}

static inline struct taub_problem *create(const struct taub_config *config, struct taub_eos **eos)
{
    struct taub_problem *problem = NULL;
    struct taub_error error = {.message = ""};
    if (taub_eos_create(&config->eos, eos, &error) != TAUB_OK ||
        taub_problem_create(config, *eos, &problem, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return problem;
}

static inline void destroy(struct taub_problem *problem, struct taub_eos *eos)
{
    taub_problem_destroy(problem);
    taub_eos_destroy(eos);
    unlink(path);
}

static inline double pressure_of(const struct taub_config *config, const struct taub_eos *eos, double e, double n)
{
    if (config->eos.kind == TAUB_EOS_CONFORMAL)
        return e / 3;
    if (config->eos.kind == TAUB_EOS_IDEAL_GAS)
        return (config->eos.gamma - 1) * (e - config->eos.mass * n);
    double speed_squared;
    return taub_eos_device_pressure(eos, e, n, &speed_squared);
}

/* A visit to every cell with the conserved densities, T^{0 mu} and N^0, of its state. */
typedef void visitor(void *user, const double x[3], const double conserved[5], const double state[5], double volume);

static inline void visit_cells(const struct taub_config *config, const struct taub_problem *problem,
                               const struct taub_eos *eos, visitor *visit, void *user)
{
    const struct taub_config_mesh *mesh = &config->mesh;
    double step[3], volume = mesh->coordinates == TAUB_MILNE ? config->time.start : 1;
    for (int a = 0; a < 3; a++) {
        step[a] = (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
        volume *= step[a];
    }
    for (int k = 0; k < mesh->cells[2]; k++)
        for (int j = 0; j < mesh->cells[1]; j++)
            for (int i = 0; i < mesh->cells[0]; i++) {
                const double x[3] = {mesh->lower[0] + (i + 0.5) * step[0], mesh->lower[1] + (j + 0.5) * step[1],
                                     mesh->lower[2] + (k + 0.5) * step[2]};
                double q[5], u[5];
                assert_int_equal(taub_problem_state(problem, x, config->time.start, q, NULL), TAUB_OK);
                const double p = pressure_of(config, eos, q[0], q[4]);
                const double w = sqrt(1 + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
                u[0] = (q[0] + p) * w * w - p;
                for (int c = 1; c < 4; c++)
                    u[c] = (q[0] + p) * w * q[c];
                u[4] = q[4] * w;
                visit(user, x, u, q, volume);
            }
}

static inline void add_totals(void *user, const double x[3], const double conserved[5], const double state[5],
                              double volume)
{
    (void)x, (void)state;
    for (int c = 0; c < 5; c++)
        ((long double *)user)[c] += (long double)conserved[c] * volume;
}

static inline void near(double value, double expected, double tolerance, const char *what)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%s: %.17g is not %.17g within %g", what, value, expected, tolerance);
}

static inline void expect_totals(const struct taub_config *config, const struct toy *toys, int count, int events,
                                 double volume, const char *what)
{
    struct taub_eos *eos;
    struct taub_problem *problem = create(config, &eos);
    long double found[5] = {0};
    double expected[5] = {0}, charges = 0;
    for (int i = 0; i < count; i++) {
        const bool milne = config->mesh.coordinates == TAUB_MILNE;
        const double eta = milne ? asinh(toys[i].x[3] / config->time.start) : 0, energy = energy_of(&toys[i]);
        expected[0] += (energy * cosh(eta) - toys[i].p[2] * sinh(eta)) / events;
        expected[1] += toys[i].p[0] / events;
        expected[2] += toys[i].p[1] / events;
        expected[3] += (toys[i].p[2] * cosh(eta) - energy * sinh(eta)) / events;
        expected[4] += (double)toys[i].baryons / events;
        charges += fabs((double)toys[i].baryons) / events;
    }
    visit_cells(config, problem, eos, add_totals, found);
    const double background = config->initial.background.energy_density * volume;
    near((double)found[0] - background, expected[0], 1e-10 * expected[0], what);
    for (int c = 1; c < 4; c++)
        near((double)found[c], expected[c], 1e-10 * expected[0], what);
    near((double)found[4], expected[4], 1e-10 * charges, what);
    static const char *const names[5] = {"energy", "momentum_x", "momentum_y", "momentum_z", "baryon_number"};
    for (int c = 0; c < 5; c++)
        near(metadatum(problem, names[c]), expected[c], 1e-12 * (c < 4 ? expected[0] : charges), names[c]);
    near(metadatum(problem, "background_energy"), background, 1e-12 * background, "background_energy");
    assert_true(metadatum(problem, "particles_off_grid") == 0 && metadatum(problem, "events") == events);
    assert_true(metadatum(problem, "conservation_error") < 1e-12);
    destroy(problem, eos);
}

#endif

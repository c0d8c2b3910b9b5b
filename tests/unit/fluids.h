/* The equations of state that tests of relativistic kernels run over, each with its kernels, constants and table, in
 * both precisions; and states over their whole range. */
#ifndef TAUB_TEST_FLUIDS_H
#define TAUB_TEST_FLUIDS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "eos/eos.h"
#include "kernels/pointwise.h"

/* One equation of state under test: its kernels, constants and table. */
struct fluid {
    const char *name;
    const struct pointwise *kernels;
    double gamma, mass; /* ideal gas */
    const void *tables;
    const struct taub_eos_table *table;
    double lowest, highest; /* energy densities to be tried */
};

static struct taub_eos *lattice, *tabulated;
static float *lattice_singles, *tabulated_singles;

static void choose(const struct fluid *fluid)
{
    pointwise_constants = (struct pointwise_constants){
        .theta = 1.5, .gamma = fluid->gamma, .mass = fluid->mass, .temperature_factor = 0.2};
    if (fluid->table) {
        pointwise_constants.table_bits = fluid->table->bits;
        pointwise_constants.table_first = fluid->table->first_octave;
        pointwise_constants.table_octaves = fluid->table->octaves;
    }
}

static float *singles_of(const struct taub_eos_table *table)
{
    float *values = malloc(table->count * sizeof *values);
    for (size_t n = 0; values && n < table->count; n++)
        values[n] = (float)table->values[n];
    return values;
}

/* A crossover, 200 rows from e = 1e-4 to 1e4. */
static int write_table(char *path)
{
    const int file = mkstemp(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    if (!stream)
        return -1;
    double log_temperature = log(0.15 * pow(1e-4, 0.2));
    for (int n = 0; n < 200; n++) {
        const double e = 1e-4 * pow(1e8, n / 199.0), x = e / (1 + e);
        fprintf(stream, "%.17g %.17g %.17g\n", e, e * (0.16 + 0.16 * x), exp(log_temperature));
        for (int part = 0; part < 64; part++) { /* de = T ds gives dT/T = dp/(e + p) */
            const double at = 1e-4 * pow(1e8, (n + (part + 0.5) / 64) / 199.0), y = at / (1 + at);
            const double slope = 0.16 + 0.16 * (y + at / ((1 + at) * (1 + at))), pressure = at * (0.16 + 0.16 * y);
            log_temperature += at * slope / (at + pressure) * log(1e8) / 199.0 / 64;
        }
    }
    return fclose(stream);
}

static int set_up(void **state)
{
    struct taub_error error;
    struct taub_config_eos config = {.kind = TAUB_EOS_LATTICE_WB};
    char path[] = "/tmp/taub-eos-XXXXXX";
    (void)state;
    if (taub_eos_create(&config, &lattice, &error) != TAUB_OK || write_table(path) != 0)
        return -1;
    config = (struct taub_config_eos){.kind = TAUB_EOS_TABLE, .file = path};
    const enum taub_status status = taub_eos_create(&config, &tabulated, &error);
    unlink(path);
    if (status != TAUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        return -1;
    }
    lattice_singles = singles_of(taub_eos_device_table(lattice));
    tabulated_singles = singles_of(taub_eos_device_table(tabulated));
    return lattice_singles && tabulated_singles ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(lattice_singles);
    free(tabulated_singles);
    taub_eos_destroy(lattice);
    taub_eos_destroy(tabulated);
    return 0;
}

enum { FLUIDS = 20 };

static int fluids(struct fluid list[FLUIDS])
{
    const struct taub_eos_table *wb = taub_eos_device_table(lattice), *own = taub_eos_device_table(tabulated);
    const double gammas[] = {4.0 / 3.0, 5.0 / 3.0, 2.0};
    int n = 0;
    for (int single = 0; single < 2; single++) {
        const struct pointwise *gas = single ? &pointwise_ideal_gas_single : &pointwise_ideal_gas_double;
        const struct pointwise *table = single ? &pointwise_tabulated_single : &pointwise_tabulated_double;
        const void *wb_values = single ? (const void *)lattice_singles : wb->values;
        const void *own_values = single ? (const void *)tabulated_singles : own->values;
        list[n++] = (struct fluid){"conformal", single ? &pointwise_conformal_single : &pointwise_conformal_double,
                                   .lowest = 1e-10, .highest = 1e6};
        for (int g = 0; g < 3; g++)
            for (int mass = 0; mass < 2; mass++)
                list[n++] = (struct fluid){
                    mass ? "ideal gas with mass" : "ideal gas", gas, gammas[g], mass, .lowest = 1e-10, .highest = 1e6};
        list[n++] =
            (struct fluid){"lattice-wb", table, .tables = wb_values, .table = wb, .lowest = 1e-10, .highest = 1e6};
        list[n++] = (struct fluid){"table", table, .tables = own_values, .table = own, .lowest = 1e-10, .highest = 1e6};
        list[n++] = (struct fluid){"code", single ? &pointwise_code_single : &pointwise_code_double, .lowest = 1e-10,
                                   .highest = 1e6};
    }
    return n;
}

/* All signs and sizes of the direction cosines: 26 directions. */
static int directions(double list[26][3])
{
    int n = 0;
    for (int d = 0; d < 27; d++) {
        const double v[3] = {d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1};
        const double size = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
        if (size == 0)
            continue;
        for (int a = 0; a < 3; a++)
            list[n][a] = v[a] / size;
        n++;
    }
    return n;
}

/* Charge densities that make sense at energy density e: for a gas with mass, temperatures p/rho from 1e-6 to 1e3. */
enum { CHARGES = 5 };
static double charge_at(const struct fluid *fluid, double e, int n)
{
    const double heats[CHARGES] = {1e-6, 1e-3, 0.1, 1, 1e3};
    const double shares[CHARGES] = {0, 1e-6, 0.01, 0.5, 2};
    return fluid->mass > 0 ? e / (1 + heats[n] / (fluid->gamma - 1)) : shares[n] * e;
}

static void state_of(double e, double lorentz_factor, const double direction[3], double n, double q[5])
{
    const double u = sqrt((lorentz_factor - 1) * (lorentz_factor + 1));
    q[0] = e;
    for (int a = 0; a < 3; a++)
        q[1 + a] = u * direction[a];
    q[4] = n;
}

#endif

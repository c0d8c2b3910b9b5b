/* A program that embeds Taub: a fast parton crosses a hot medium and loses energy to it.
 *
 * A transport model would do the same: hand Taub a state, let it advance, read the fields where its partons are, put
 * their energy back into the fluid, and go on. Prints time, energy put in so far, and the energy the fluid has. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "taub/taub.h"

#define CELLS 96
#define BOX 8.0      /* fm, from -BOX to BOX in x and y */
#define SMEARING 0.4 /* fm */
#define LOSS 5.0     /* GeV/fm per fm/c: energy per length of the z axis and time */
#define BETWEEN 0.1  /* fm/c between two deposits */
#define DEPOSITS 60

static const double cell = 2 * BOX / CELLS;

/* The medium: a Gaussian fireball at rest, in a periodic box so that the energy can be checked. */
static enum taub_status make_case(struct taub_case **out, struct taub_error *error)
{
    struct taub_config config;
    taub_config_default(&config);
    config.title = "a jet in a fireball";
    config.system = TAUB_SYSTEM_SRHD;
    config.eos.kind = TAUB_EOS_CONFORMAL;
    config.mesh.coordinates = TAUB_CARTESIAN;
    for (int axis = 0; axis < 3; axis++) {
        config.mesh.cells[axis] = axis < 2 ? CELLS : 1;
        config.mesh.lower[axis] = axis < 2 ? -BOX : 0;
        config.mesh.upper[axis] = axis < 2 ? BOX : 1;
        config.mesh.boundary[axis][0] = config.mesh.boundary[axis][1] = TAUB_PERIODIC;
    }
    config.time.start = 0;
    config.time.end = BETWEEN * DEPOSITS;
    config.initial.kind = TAUB_INITIAL_GAUSSIAN;
    config.initial.background = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 0.5};
    config.initial.peak = (struct taub_state){.given = TAUB_GIVEN_ENERGY_DENSITY, .energy_density = 10};
    config.initial.width[0] = config.initial.width[1] = 2;
    return taub_case_create(&config, out, error);
}

/* Adds LOSS x BETWEEN of lab-frame energy around (x, y), leaving the fluid's velocity as it is. For e = 3p the
 * lab-frame energy density is e (4 gamma^2 - 1)/3. */
static void deposit(double *state, double x, double y)
{
    const size_t zones = (size_t)CELLS * CELLS;
    double weights = 0;
    for (int pass = 0; pass < 2; pass++) /* the first finds the sum of weights, so that the energy comes out exactly */
        for (int j = 0; j < CELLS; j++)
            for (int i = 0; i < CELLS; i++) {
                const size_t n = (size_t)j * CELLS + (size_t)i;
                const double dx = -BOX + (i + 0.5) * cell - x, dy = -BOX + (j + 0.5) * cell - y;
                const double weight = exp(-(dx * dx + dy * dy) / (2 * SMEARING * SMEARING));
                const double ux = state[zones + n], uy = state[2 * zones + n], uz = state[3 * zones + n];
                const double lorentz_squared = 1 + ux * ux + uy * uy + uz * uz;
                if (pass == 0)
                    weights += weight * cell * cell;
                else
                    state[n] += LOSS * BETWEEN * weight / weights * 3 / (4 * lorentz_squared - 1);
            }
}

static enum taub_status read_state(struct taub_simulation *simulation, double *state, struct taub_error *error)
{
    const size_t zones = (size_t)CELLS * CELLS;
    enum taub_status status = taub_simulation_read(simulation, "energy_density", state, zones, error);
    if (status == TAUB_OK)
        status = taub_simulation_read(simulation, "four_velocity", state + zones, 3 * zones, error);
    if (status == TAUB_OK)
        status = taub_simulation_read(simulation, "charge_density", state + 4 * zones, zones, error);
    return status;
}

/* Energy of the fluid per length of the z axis, GeV/fm. */
static enum taub_status total_energy(struct taub_simulation *simulation, double *work, double *energy,
                                     struct taub_error *error)
{
    const size_t zones = (size_t)CELLS * CELLS;
    const enum taub_status status = taub_simulation_read(simulation, "conserved_energy", work, zones, error);
    *energy = 0;
    for (size_t n = 0; status == TAUB_OK && n < zones; n++)
        *energy += work[n] * cell * cell;
    return status;
}

static enum taub_status fly(struct taub_simulation *simulation, double *state, struct taub_error *error)
{
    double start, now;
    enum taub_status status = total_energy(simulation, state, &start, error);
    printf("%6s %8s %16s %16s\n", "time", "steps", "put in, GeV/fm", "gained, GeV/fm");
    for (int k = 0; k < DEPOSITS && status == TAUB_OK; k++) {
        const double x =
            -5 + taub_simulation_time(simulation); /* at the speed of light along x, a little off the centre */
        status = read_state(simulation, state, error);
        if (status == TAUB_OK) {
            deposit(state, x, 0.5);
            status = taub_simulation_write_state(simulation, state, (size_t)5 * CELLS * CELLS, error);
        }
        if (status == TAUB_OK)
            status = taub_simulation_advance(simulation, INT64_MAX, BETWEEN * (k + 1), error);
        if (status == TAUB_OK)
            status = total_energy(simulation, state, &now, error);
        if (status == TAUB_OK && (k + 1) % 10 == 0)
            printf("%6.2f %8lld %16.10f %16.10f\n", taub_simulation_time(simulation),
                   (long long)taub_simulation_steps(simulation), LOSS * BETWEEN * (k + 1), now - start);
    }
    return status;
}

int main(void)
{
    struct taub_error error = {0};
    struct taub_case *fireball = NULL;
    struct taub_simulation *simulation = NULL;
    double *state = malloc(5 * sizeof *state * CELLS * CELLS);
    enum taub_status status = state ? TAUB_OK : taub_fail(&error, TAUB_FAILED, "Out of memory.");
    if (status == TAUB_OK)
        status = make_case(&fireball, &error);
    if (status == TAUB_OK)
        status = taub_simulation_create(fireball, &simulation, &error);
    if (status == TAUB_OK)
        status = fly(simulation, state, &error);
    if (status != TAUB_OK)
        fprintf(stderr, "jet: %s\n", error.message);
    taub_simulation_destroy(simulation);
    taub_case_destroy(fireball);
    free(state);
    return status;
}

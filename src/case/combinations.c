/* Checks of combinations of keys. */
#include <math.h>

#include "case/check.h"
#include "mesh/mesh.h"

/* Blocks with fewer cells cannot fill the ghost zones of their neighbours. */
enum { FEWEST_CELLS = 2 };
/* Keeps sizes in bytes, with all fields and ghost zones, far below 2^63. */
static const double most_cells = 17592186044416.0; /* 2^44 */

static void check_mesh(struct taub_check *self)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    double total = 1;
    for (int axis = 0; axis < 3; ++axis) {
        int cells = mesh->cells[axis], blocks = mesh->blocks[axis];
        double lower = mesh->lower[axis], upper = mesh->upper[axis];
        if (cells % blocks)
            taub_check_complain(self, "mesh.blocks", axis, "expected a divisor of the %d cells, got %d", cells, blocks);
        else if (cells > 1 && cells / blocks < FEWEST_CELLS)
            taub_check_complain(self, "mesh.blocks", axis, "expected blocks of at least %d cells, got %d cells in %d",
                                FEWEST_CELLS, cells, blocks);
        if (!(upper > lower))
            taub_check_complain(self, "mesh.upper", axis, "expected a number above mesh.lower, %.10g, got %.10g", lower,
                                upper);
        else if (!isfinite(upper - lower))
            taub_check_complain(self, "mesh.upper", axis, "the length of the box overflows double precision");
        else if (!(lower + (upper - lower) / cells > lower) || !(upper - (upper - lower) / cells < upper))
            taub_check_complain(self, "mesh.upper", axis,
                                "the cells are smaller than the spacing of double precision numbers at %.10g", upper);
        total *= (double)(cells / blocks + 8) * blocks; /* 8: ghost zones of the widest schemes */
    }
    if (total > most_cells)
        taub_check_complain(self, "mesh.cells", -1,
                            "the mesh has %.3g cells with their ghost zones; expected %.3g or "
                            "fewer",
                            total, most_cells);
}

static void check_time(struct taub_check *self)
{
    const struct taub_config_time *time = &self->config->time;
    if (self->config->mesh.coordinates == TAUB_MILNE && !(time->start > 0))
        taub_check_complain(self, "time.start", -1, "expected a number above 0 in Milne coordinates, got %.10g",
                            time->start);
    if (!(time->end > time->start))
        taub_check_complain(self, "time.end", -1, "expected a number above time.start, %.10g, got %.10g", time->start,
                            time->end);
    else if (!isfinite(time->end - time->start))
        taub_check_complain(self, "time.end", -1, "the length of the run overflows double precision");
    else if (time->minimum_step > (time->step > 0 ? time->step : time->end - time->start))
        taub_check_complain(self, "time.minimum_step", -1, "expected at most %s, %.10g, got %.10g",
                            time->step > 0 ? "time.step" : "time.end - time.start",
                            time->step > 0 ? time->step : time->end - time->start, time->minimum_step);
}

/* Words that several schemes share; what one of them needs it checks itself. */
static void check_scheme(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    taub_scheme_check(self);
    const bool godunov = config->scheme.kind == TAUB_SCHEME_ADER_WENO || config->scheme.kind == TAUB_SCHEME_RK_WENO;
    if (!godunov && config->scheme.kind != TAUB_SCHEME_KURGANOV_TADMOR &&
        config->scheme.limiter == TAUB_LIMITER_PARABOLIC)
        taub_check_complain(self, "scheme.limiter", -1,
                            "parabolic reconstructs parabolas, not slopes: it needs scheme.kind: kurganov-tadmor, "
                            "ader-weno or rk-weno");
    if (!godunov && config->scheme.limiter == TAUB_LIMITER_MC_SMOOTH)
        taub_check_complain(self, "scheme.limiter", -1,
                            "mc-smooth uses five cells: it needs scheme.kind: ader-weno or rk-weno");
    if (config->scheme.kind != TAUB_SCHEME_SHASTA && config->device.precision == TAUB_MIXED)
        taub_check_complain(self, "device.precision", -1,
                            "expected single or double: mixed goes with scheme.kind: shasta only");
}

/* Inflow faces need a state, and faces by code a file; states and files without such faces are errors. */
static void check_boundaries(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    bool code = false;
    for (int face = 0; face < 6; ++face) {
        const struct taub_state *state = &config->inflow.face[face / 2][face % 2];
        const char *path = taub_inflow_key(&config->mesh, face);
        const enum taub_boundary boundary = config->mesh.boundary[face / 2][face % 2];
        code = code || boundary == TAUB_BOUNDARY_CODE;
        if (boundary == TAUB_INFLOW && !state->given)
            taub_check_complain(self, path, -1, "this state is missing: mesh.boundary is inflow here");
        else if (boundary == TAUB_INFLOW)
            taub_check_state(self, path, state);
        else if (state->given)
            taub_check_complain(self, path, -1, "mesh.boundary is not inflow here");
    }
    if (code && !config->boundary.file)
        taub_check_complain(self, "boundary.file", -1, "this key is missing: mesh.boundary has code");
    else if (!code && config->boundary.file)
        taub_check_complain(self, "boundary.file", -1, "mesh.boundary has no face with code");
}

void taub_check_combinations(struct taub_check *self)
{
    taub_check_system(self);
    check_mesh(self);
    taub_check_spacing(self);
    taub_check_sphere(self);
    taub_check_refine(self);
    check_time(self);
    taub_check_transport(self);
    taub_check_diffusion(self);
    check_scheme(self);
    taub_check_equilibrium(self);
    taub_problem_check(self);
    check_boundaries(self);
}

/* Checks of combinations of keys. */
#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* What the conservation element scheme supports. */
static void check_cese(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const int *cells = config->mesh.cells;
    const int axes = (cells[0] > 1) + (cells[1] > 1) + (cells[2] > 1);
    if (axes < 1)
        taub_check_complain(self, "mesh.cells", -1, "expected an axis with more than one cell with scheme.kind: cese");
    if (config->mesh.coordinates != TAUB_CARTESIAN)
        taub_check_complain(self, "mesh.coordinates", -1, "scheme.kind: cese needs cartesian coordinates");
    if (config->source.file && config->source.kind == TAUB_SOURCE_CODE)
        taub_check_complain(self, "source.file", -1, "scheme.kind: cese does not support sources");
    if (config->scheme.alpha != floor(config->scheme.alpha))
        taub_check_complain(self, "scheme.alpha", -1, "expected a whole number with scheme.kind: cese, got %.10g",
                            config->scheme.alpha);
}

/* SHASTA needs a Courant number of at most 0.5, and is the only scheme with mixed precision. */
static void check_scheme(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    if (config->scheme.kind == TAUB_SCHEME_MUSTA && config->scheme.alpha < 1)
        taub_check_complain(self, "scheme.alpha", -1, "expected at least 1 with scheme.kind: musta, got %.10g",
                            config->scheme.alpha);
    if (config->scheme.kind == TAUB_SCHEME_CESE)
        check_cese(self);
    if (config->scheme.kind == TAUB_SCHEME_SHASTA && config->time.step == 0 && config->time.cfl > 0.5)
        taub_check_complain(self, "time.cfl", -1, "expected at most 0.5 with scheme.kind: shasta, got %.10g",
                            config->time.cfl);
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

static void check_gaussian(struct taub_check *self)
{
    const struct taub_config_initial *initial = &self->config->initial;
    unsigned peak = initial->peak.given, background = initial->background.given;
    taub_check_state(self, "initial.peak", &initial->peak);
    taub_check_motion(self, "initial.background", &initial->background);
    if (background & TAUB_GIVEN_THERMODYNAMIC & ~peak)
        taub_check_complain(self, "initial.background", -1,
                            "expected the same quantity (energy_density, pressure or temperature) as in initial.peak");
    else if (background & TAUB_GIVEN_THERMODYNAMIC && self->config->eos.kind == TAUB_EOS_IDEAL_GAS)
        taub_check_ideal_gas(self, "initial.background", &initial->background);
    if (background & TAUB_GIVEN_MOTION && peak & TAUB_GIVEN_MOTION &&
        (background & TAUB_GIVEN_MOTION) != (peak & TAUB_GIVEN_MOTION))
        taub_check_complain(self, "initial.background", -1,
                            "expected the same quantity (velocity or four_velocity) as in initial.peak");
}

/* Heavy-ion initial data: the background is an energy density only. */
static void check_background(struct taub_check *self)
{
    if (self->config->initial.background.given & ~(unsigned)TAUB_GIVEN_ENERGY_DENSITY)
        taub_check_complain(self, "initial.background", -1,
                            "expected energy_density alone: it is added to the deposited energy");
}

/* What a thickness is taken for. */
static void check_deposit(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const char *path = "initial.quantity";
    const enum taub_deposited quantity = config->initial.quantity;
    const bool entropy = quantity == TAUB_DEPOSIT_ENTROPY || quantity == TAUB_DEPOSIT_ENTROPY_RAPIDITY;
    if ((quantity == TAUB_DEPOSIT_ENERGY_RAPIDITY || quantity == TAUB_DEPOSIT_ENTROPY_RAPIDITY) &&
        config->mesh.coordinates != TAUB_MILNE)
        taub_check_complain(self, path, -1, "per rapidity needs mesh.coordinates: milne; expected energy or entropy");
    if (entropy && (config->eos.kind == TAUB_EOS_CODE || config->eos.kind == TAUB_EOS_IDEAL_GAS))
        taub_check_complain(self, path, -1,
                            "an entropy needs an equation of state with an entropy that is known before the run: "
                            "expected energy, or eos.kind conformal, lattice-wb, table or table-2d");
    if (entropy && config->initial.kind == TAUB_INITIAL_TRENTO && config->initial.free_stream.given)
        taub_check_complain(self, path, -1, "what streams freely is energy: expected energy or energy-per-rapidity");
}

/* Free streaming in the transverse plane. */
static void check_stream(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    if (!config->initial.free_stream.given)
        return;
    if (config->mesh.coordinates != TAUB_MILNE || config->mesh.cells[2] > 1)
        taub_check_complain(self, "initial.free_stream", -1,
                            "expected milne coordinates and one cell along eta: the streaming is boost-invariant");
    else if (config->initial.free_stream.time > config->time.start)
        taub_check_complain(self, "initial.free_stream.time", -1, "expected at most time.start, %.10g, got %.10g",
                            config->time.start, config->initial.free_stream.time);
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.initial_stress.kind != TAUB_STRESS_ZERO)
        taub_check_complain(
            self, "transport.initial_stress.kind", -1,
            "expected zero: with initial.free_stream the stress comes from the free-streaming particles");
}

static void check_grid(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const enum taub_grid_format format = config->initial.format;
    const bool stress = taub_key_conditions_hold(taub_schema_find("initial.stress"), config) &&
                        config->initial.stress != TAUB_GRID_STRESS_NONE;
    check_background(self);
    if (format != TAUB_GRID_STRESS_ENERGY && config->mesh.coordinates != TAUB_MILNE)
        taub_check_complain(self, "initial.format", -1, "expected mesh.coordinates: milne: the file uses eta");
    if (config->eos.kind == TAUB_EOS_CODE)
        taub_check_complain(self, "eos.kind", -1,
                            "initial.kind grid needs the pressure before the run, which a user's equation of state "
                            "does not give; use kind table");
    if (config->system == TAUB_SYSTEM_ISRAEL_STEWART && stress &&
        config->transport.initial_stress.kind != TAUB_STRESS_ZERO)
        taub_check_complain(self, "transport.initial_stress.kind", -1,
                            "expected zero, because the stress comes from the file; or initial.stress: none");
}

static void check_riemann(struct taub_check *self)
{
    static const char *const names[] = {"x", "y", "z", "diagonal", "cylinder"};
    const struct taub_config_initial *initial = &self->config->initial;
    const int *cells = self->config->mesh.cells;
    taub_check_state(self, "initial.left", &initial->left);
    taub_check_state(self, "initial.right", &initial->right);
    if (initial->axis <= TAUB_RIEMANN_Z &&
        initial->left.magnetic_field[initial->axis] != initial->right.magnetic_field[initial->axis])
        taub_check_complain(
            self, "initial.right.magnetic_field", (int)initial->axis,
            "expected the same normal field as in initial.left, %.10g, got %.10g: the field must be free of divergence",
            initial->left.magnetic_field[initial->axis], initial->right.magnetic_field[initial->axis]);
    const bool magnetic = self->config->system == TAUB_SYSTEM_MHD || self->config->system == TAUB_SYSTEM_SRMHD;
    if (magnetic && initial->axis > TAUB_RIEMANN_Z)
        taub_check_complain(self, "initial.axis", -1, "expected x, y or z with system %s",
                            self->config->system == TAUB_SYSTEM_MHD ? "mhd" : "srmhd");
    bool plane = initial->axis <= TAUB_RIEMANN_Z;
    bool active = plane ? cells[initial->axis] > 1 : cells[0] > 1 && cells[1] > 1;
    if (!active)
        taub_check_complain(self, "initial.axis", -1, "%s needs more than one cell along %s in mesh.cells",
                            names[initial->axis], plane ? names[initial->axis] : "x and y");
    if (initial->axis == TAUB_RIEMANN_CYLINDER && !(initial->position > 0))
        taub_check_complain(self, "initial.position", -1, "expected the radius of the cylinder, above 0, got %.10g",
                            initial->position);
}

static void need_milne(struct taub_check *self, const char *kind)
{
    if (self->config->mesh.coordinates != TAUB_MILNE)
        taub_check_complain(self, "initial.kind", -1, "%s needs mesh.coordinates: milne", kind);
}

static void check_bjorken(struct taub_check *self)
{
    const struct taub_state *state = &self->config->initial.state;
    need_milne(self, "bjorken");
    taub_check_state(self, "initial.state", state);
    for (int axis = 0; axis < 3; ++axis)
        if (state->velocity[axis] != 0 || state->four_velocity[axis] != 0) {
            taub_check_complain(self, "initial.state", -1,
                                "expected a state at rest: Bjorken flow has no velocity in Milne coordinates");
            break;
        }
}

static void check_glauber(struct taub_check *self)
{
    const struct taub_config_initial *initial = &self->config->initial;
    if (initial->longitudinal.beam_rapidity > 0 &&
        (self->config->mesh.coordinates != TAUB_MILNE || !initial->longitudinal.given))
        taub_check_complain(self, "initial.longitudinal.beam_rapidity", -1,
                            "expected 0: only a profile along eta (mesh.coordinates: milne) is shifted");
    if (initial->model == TAUB_GLAUBER_MONTE_CARLO && initial->constituents > 1 &&
        initial->constituent_width > initial->nucleon_width)
        taub_check_complain(self, "initial.constituent_width", -1,
                            "expected at most initial.nucleon_width, %.10g, got %.10g", initial->nucleon_width,
                            initial->constituent_width);
    check_background(self);
    if (initial->centrality_given && !(initial->centrality[1] > initial->centrality[0]))
        taub_check_complain(self, "initial.centrality", 1, "expected a number above the lower end, %.10g, got %.10g",
                            initial->centrality[0], initial->centrality[1]);
}

static void check_particles(struct taub_check *self)
{
    check_background(self);
    if (!(self->config->initial.background.energy_density > 0))
        taub_check_complain(self, "initial.background", -1,
                            "expected an energy_density above 0, for cells that no particle reaches");
    if (self->config->eos.kind == TAUB_EOS_CODE)
        taub_check_complain(self, "initial.kind", -1,
                            "particles need the pressure before the run, which a user's equation of state does not "
                            "give; eos.kind table does");
}

/* Increasing cuts, and one state for each piece. */
static void check_pieces(struct taub_check *self)
{
    static const char *const paths[3] = {"initial.cuts.x", "initial.cuts.y", "initial.cuts.z"};
    const struct taub_config_initial *initial = &self->config->initial;
    double pieces = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const struct taub_reals *cuts = &initial->cuts[axis];
        pieces *= cuts->count + 1.0;
        for (int n = 1; n < cuts->count; ++n)
            if (!(cuts->list[n] > cuts->list[n - 1]))
                taub_check_complain(self, paths[axis], n, "expected a number above the previous one, %.10g, got %.10g",
                                    cuts->list[n - 1], cuts->list[n]);
        if (cuts->count && self->config->mesh.cells[axis] == 1)
            taub_check_complain(self, paths[axis], -1, "expected more than one cell along this axis in mesh.cells");
    }
    if (pieces > TAUB_MOST_PIECES)
        taub_check_complain(self, "initial.cuts", -1, "expected cuts into at most %d pieces, got %.0f",
                            TAUB_MOST_PIECES, pieces);
    else if (initial->states.count != (int)pieces)
        taub_check_complain(self, "initial.states", -1, "expected one state for each of the %.0f pieces, got %d",
                            pieces, initial->states.count);
    for (int n = 0; n < initial->states.count; ++n) {
        char path[64];
        snprintf(path, sizeof path, "initial.states[%d]", n);
        taub_check_state(self, path, &initial->states.list[n]);
    }
}

/* Initial data defined by a single state: a density wave in srhd needs charge; the others belong to gas dynamics. */
static void check_flow(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_state *state = &config->initial.state;
    const bool moving = state->velocity[0] != 0 || state->velocity[1] != 0 || state->velocity[2] != 0;
    if (config->initial.kind != TAUB_INITIAL_ORSZAG_TANG)
        taub_check_state(self, "initial.state", state);
    if (config->initial.kind == TAUB_INITIAL_WAVE && config->system == TAUB_SYSTEM_SRHD &&
        config->eos.kind != TAUB_EOS_IDEAL_GAS)
        taub_check_complain(self, "initial.kind", -1, "wave needs eos.kind: ideal-gas");
    if ((config->initial.kind == TAUB_INITIAL_SEDOV || config->initial.kind == TAUB_INITIAL_NOH) && moving)
        taub_check_complain(self, "initial.state", -1, "expected a state at rest");
    if (config->system == TAUB_SYSTEM_SRMHD && config->initial.kind == TAUB_INITIAL_ALFVEN_WAVE &&
        state->given & TAUB_GIVEN_MOTION)
        taub_check_complain(self, "initial.state", -1, "expected a state at rest, for which the wave is known");
    if ((config->system == TAUB_SYSTEM_MHD || config->system == TAUB_SYSTEM_SRMHD) &&
        config->initial.kind != TAUB_INITIAL_VORTEX && config->initial.kind != TAUB_INITIAL_LINEAR_WAVE &&
        state->given & TAUB_GIVEN_MAGNETIC_FIELD)
        taub_check_complain(self, "initial.state", -1, "expected no magnetic_field: this kind uses `field`");
    if ((config->initial.kind == TAUB_INITIAL_ALFVEN_WAVE || config->initial.kind == TAUB_INITIAL_LINEAR_WAVE) &&
        ((config->mesh.cells[0] == 1 || config->initial.waves[0] == 0) &&
         (config->mesh.cells[1] == 1 || config->initial.waves[1] == 0) &&
         (config->mesh.cells[2] == 1 || config->initial.waves[2] == 0)))
        taub_check_complain(self, "initial.waves", -1, "expected a wave along an axis with more than one cell");
    if (config->initial.kind == TAUB_INITIAL_FIELD_LOOP || config->initial.kind == TAUB_INITIAL_ROTOR ||
        config->initial.kind == TAUB_INITIAL_ORSZAG_TANG)
        for (int axis = 0; axis < 2; ++axis)
            if (config->mesh.cells[axis] == 1)
                taub_check_complain(self, "mesh.cells", axis, "expected more than one cell along x and y");
    if (config->initial.kind == TAUB_INITIAL_VORTEX) {
        const double pi = 3.14159265358979323846, gamma = config->eos.gamma, strength = config->initial.strength;
        const int axis = (int)config->initial.axis;
        if (axis > 2)
            taub_check_complain(self, "initial.axis", -1, "expected x, y or z for a vortex");
        else if (config->mesh.cells[(axis + 1) % 3] == 1 || config->mesh.cells[(axis + 2) % 3] == 1)
            taub_check_complain(self, "initial.axis", -1, "expected more than one cell along the other two axes");
        const bool magnetic = config->system == TAUB_SYSTEM_MHD;
        if (!magnetic && !((gamma - 1) * strength * strength / (8 * gamma * pi * pi) * exp(1) < 1))
            taub_check_complain(self, "initial.strength", -1, "expected a weaker vortex: its centre would be empty");
    }
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

static void check_initial(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    switch (config->initial.kind) {
    case TAUB_INITIAL_GAUSSIAN:
        check_gaussian(self);
        break;
    case TAUB_INITIAL_RIEMANN:
        check_riemann(self);
        break;
    case TAUB_INITIAL_BALL:
        taub_check_state(self, "initial.inside", &config->initial.inside);
        taub_check_state(self, "initial.outside", &config->initial.outside);
        break;
    case TAUB_INITIAL_BJORKEN:
        check_bjorken(self);
        break;
    case TAUB_INITIAL_GUBSER:
        need_milne(self, "gubser");
        if (config->eos.kind != TAUB_EOS_CONFORMAL)
            taub_check_complain(self, "initial.kind", -1, "gubser needs eos.kind: conformal");
        break;
    case TAUB_INITIAL_GLAUBER:
        check_glauber(self);
        check_deposit(self);
        break;
    case TAUB_INITIAL_TRENTO:
        check_background(self);
        check_deposit(self);
        check_stream(self);
        break;
    case TAUB_INITIAL_GRID:
        check_grid(self);
        break;
    case TAUB_INITIAL_PARTICLES:
        check_particles(self);
        break;
    case TAUB_INITIAL_PIECES:
        check_pieces(self);
        break;
    case TAUB_INITIAL_WAVE:
    case TAUB_INITIAL_VORTEX:
    case TAUB_INITIAL_SEDOV:
    case TAUB_INITIAL_NOH:
    case TAUB_INITIAL_ALFVEN_WAVE:
    case TAUB_INITIAL_LINEAR_WAVE:
    case TAUB_INITIAL_ORSZAG_TANG:
    case TAUB_INITIAL_FIELD_LOOP:
    case TAUB_INITIAL_ROTOR:
        check_flow(self);
        break;
    case TAUB_INITIAL_PLANE_WAVE:
    case TAUB_INITIAL_BOX_MODE:
    case TAUB_INITIAL_PULSE: /* checked by taub_check_maxwell */
    case TAUB_INITIAL_EMPTY:
    case TAUB_INITIAL_CODE:
        break;
    }
}

void taub_check_combinations(struct taub_check *self)
{
    taub_check_system(self);
    check_mesh(self);
    taub_check_spacing(self);
    taub_check_sphere(self);
    check_time(self);
    taub_check_transport(self);
    taub_check_diffusion(self);
    check_scheme(self);
    check_initial(self);
    check_boundaries(self);
}

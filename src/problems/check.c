/* Checks that kinds of initial data share. */
#include "problems/problem_kind.h"

void taub_problem_check_milne(struct taub_check *self, const char *kind)
{
    if (self->config->mesh.coordinates != TAUB_MILNE)
        taub_check_complain(self, "initial.kind", -1, "%s needs mesh.coordinates: milne", kind);
}

/* Heavy-ion initial data: the background is an energy density only. */
void taub_problem_check_background(struct taub_check *self)
{
    if (self->config->initial.background.given & ~(unsigned)TAUB_GIVEN_ENERGY_DENSITY)
        taub_check_complain(self, "initial.background", -1,
                            "expected energy_density alone: it is added to the deposited energy");
}

/* What a thickness is taken for. */
void taub_problem_check_deposit(struct taub_check *self)
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

void taub_problem_check_flow(struct taub_check *self)
{
    taub_check_state(self, "initial.state", &self->config->initial.state);
}

void taub_problem_check_no_field(struct taub_check *self)
{
    if (self->config->initial.state.given & TAUB_GIVEN_MAGNETIC_FIELD)
        taub_check_complain(self, "initial.state", -1, "expected no magnetic_field: this kind uses `field`");
}

void taub_problem_check_waves(struct taub_check *self)
{
    bool waves = false;
    for (int axis = 0; axis < 3; ++axis)
        waves = waves || (self->config->mesh.cells[axis] > 1 && self->config->initial.waves[axis] != 0);
    if (!waves)
        taub_check_complain(self, "initial.waves", -1, "expected a wave along an axis with more than one cell");
}

void taub_problem_check_plane(struct taub_check *self)
{
    taub_problem_check_no_field(self);
    for (int axis = 0; axis < 2; ++axis)
        if (self->config->mesh.cells[axis] == 1)
            taub_check_complain(self, "mesh.cells", axis, "expected more than one cell along x and y");
}

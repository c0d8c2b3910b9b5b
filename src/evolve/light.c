#include "evolve/light.h"

#include <math.h>

#include "systems/medium.h"
#include "systems/poles.h"

/* Cells between open ends or layers and the box of the balance of energy: what the stencils there spoil. */
enum { INSET = 12 };

int taub_light_is_open(const struct taub_config *config, int axis)
{
    return config->mesh.cells[axis] > 1 && config->mesh.boundary[axis][1] != TAUB_PERIODIC;
}

unsigned taub_light_cells_and_ends(const struct taub_config *config)
{
    return TAUB_AT(TAUB_CELLS | taub_upper_faces(config) << TAUB_FACE_X);
}

int taub_light_open_axes(const struct taub_config *config)
{
    return taub_light_is_open(config, 0) + taub_light_is_open(config, 1) + taub_light_is_open(config, 2);
}

int taub_light_ends(const struct taub_config *config, enum taub_boundary kind)
{
    int faces = 0;
    for (int face = 0; face < 6; face++)
        if (config->mesh.cells[face / 2] > 1 && config->mesh.boundary[face / 2][face % 2] == kind)
            faces |= 1 << face;
    return faces;
}

struct taub_field_spec taub_light_upper_faces(const struct taub_config *config)
{
    return (struct taub_field_spec){"upper_faces", TAUB_CELL,
                                    taub_poles_face_vectors(config) * taub_light_open_axes(config), TAUB_LIFE_STATE};
}

void taub_light_begin(const struct taub_simulation *simulation, const struct taub_light_places *places, bool fresh,
                      struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const unsigned ends = taub_light_cells_and_ends(config);
    if (taub_light_open_axes(config) > 0) {
        const struct taub_operand faces[] = {{TAUB_UPDATES | ends, TAUB_FIELD_CONSERVED},
                                             {(fresh ? TAUB_WRITES : TAUB_READS) | ends, places->upper_faces},
                                             {TAUB_READS, TAUB_FIELD_NEXT}};
        taub_step_pass(step, places->open_faces, faces, 3)->range.option[0] = fresh;
    }
    taub_step_fill(step, TAUB_FIELD_CONSERVED, 0.0);
    if (fresh && taub_light_ends(config, TAUB_MATCHED_LAYER)) {
        const struct taub_operand absorb[] = {{TAUB_UNUSED, 0}, {TAUB_UNUSED, 0}, {TAUB_WRITES, places->layer_memory}};
        taub_step_pass(step, places->absorb, absorb, 3)->range.option[0] = 2;
    }
    if (taub_medium_has_source(config)) {
        const struct taub_operand near = {TAUB_WRITES, places->sources};
        taub_step_pass(step, places->find_sources, &near, 1);
    }
    if (fresh && taub_medium_conducts(config)) {
        const struct taub_operand state = {TAUB_UPDATES | TAUB_SEES(TAUB_FACES), TAUB_FIELD_CONSERVED};
        taub_step_pass(step, places->find_charge, &state, 1);
        taub_step_fill(step, TAUB_FIELD_CONSERVED, 0.0);
    }
}

void taub_light_send(const struct taub_simulation *simulation, const struct taub_light_places *places, double from,
                     double until, struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const unsigned ends = taub_light_cells_and_ends(config);
    const struct taub_operand send[] = {
        {TAUB_READS | TAUB_REACH(1), TAUB_FIELD_CONSERVED},
        {TAUB_UPDATES | ends, TAUB_FIELD_NEXT},
        {TAUB_WRITES | TAUB_AT(TAUB_FACES), places->sent},
        {taub_light_open_axes(config) > 0 ? TAUB_UPDATES | ends : TAUB_UNUSED, places->upper_faces},
        {TAUB_READS, places->sources}};
    const struct taub_operand charges[] = {{TAUB_UPDATES, TAUB_FIELD_NEXT},
                                           {TAUB_READS | TAUB_AT(TAUB_FACES), places->sent},
                                           {TAUB_READS, places->sources}};
    if (!taub_medium_has_source(config))
        return;
    struct taub_op *op = taub_step_pass(step, places->send_faces, send, 5);
    op->range.time[0] = from;
    op->range.time[1] = until;
    op->few = true;
    taub_step_pass(step, places->send_charges, charges, 3)->few = true;
}

void taub_light_end(const struct taub_simulation *simulation, const struct taub_light_places *places,
                    struct taub_step *step)
{
    const struct taub_config *config = simulation->config;
    const struct taub_operand next = {TAUB_FILLS, TAUB_FIELD_NEXT}, judge = {TAUB_READS, TAUB_FIELD_NEXT};
    taub_step_fill(step, TAUB_FIELD_NEXT, 1.0);
    if (taub_light_ends(config, TAUB_MATCHED_LAYER) && taub_medium_conducts(config)) /* points are made of two more */
        taub_op_widen(step, taub_step_pass(step, places->layer_charges, &next, 1), 2);
    taub_step_pass(step, places->judge, &judge, 1);
    taub_step_swap(step, TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT);
    taub_step_sure_but(step, 1u << places->judge);
}

/* Numbers that matched layers remember of a cell: kernels/passes/maxwell_depth.h. */
static int layer_memory(const struct taub_config *config)
{
    const int faces = taub_light_ends(config, TAUB_MATCHED_LAYER);
    const bool x = faces & 3, y = faces & 12, z = faces & 48;
    return 4 * (x + y + z);
}

struct taub_field_spec taub_light_layer_memory(const struct taub_config *config)
{
    return (struct taub_field_spec){"layer_memory", TAUB_CELL, layer_memory(config), TAUB_LIFE_STATE};
}

struct taub_field_spec taub_light_sources(const struct taub_config *config)
{
    return (struct taub_field_spec){"sources", TAUB_CELL, taub_medium_has_source(config), TAUB_LIFE_DERIVED};
}

/* sigma at the end of layers along an axis, where it grows with the square of the depth: what goes through and back
 * has fallen to mesh.layer.reflection. */
static double layer_rate(const struct taub_config *config, int axis)
{
    double permittivity, permeability;
    taub_medium_vacuum(config, &permittivity, &permeability);
    const double width = (config->mesh.upper[axis] - config->mesh.lower[axis]) / config->mesh.cells[axis];
    double relative[3];
    taub_medium_permittivity(&config->medium, relative);
    /* of the faster polarisation: the other one is swallowed better */
    const double least = fmin(relative[(axis + 1) % 3], relative[(axis + 2) % 3]);
    const double light = 1 / sqrt(permittivity * permeability * least * config->medium.permeability);
    return taub_light_ends(config, TAUB_MATCHED_LAYER) >> (2 * axis) & 3
               ? 3 * light * -log(config->mesh.layer.reflection) / (2 * config->mesh.layer.cells * width)
               : 0.0;
}

enum taub_status taub_light_define(const struct taub_config *config, struct taub_bundle *bundle,
                                   struct taub_error *error)
{
    const int layers = taub_light_ends(config, TAUB_MATCHED_LAYER);
    const struct taub_constant constants[] = {{"TAUB_OPEN_X", taub_light_is_open(config, 0)},
                                              {"TAUB_OPEN_Y", taub_light_is_open(config, 1)},
                                              {"TAUB_OPEN_Z", taub_light_is_open(config, 2)},
                                              {"TAUB_LAYERS", layers},
                                              {"TAUB_LEAVING", layers | taub_light_ends(config, TAUB_OUTFLOW)},
                                              {"TAUB_INSET", INSET},
                                              {"TAUB_LAYER_CELLS", config->mesh.layer.cells},
                                              {"TAUB_LAYER_RATE_X", layer_rate(config, 0)},
                                              {"TAUB_LAYER_RATE_Y", layer_rate(config, 1)},
                                              {"TAUB_LAYER_RATE_Z", layer_rate(config, 2)},
                                              {NULL, 0.0}};
    return taub_bundle_define_all(bundle, constants, error);
}

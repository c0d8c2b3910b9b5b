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

void taub_light_open(const struct taub_simulation *simulation, int pass, int upper_faces, bool fresh,
                     struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    const struct taub_operand faces[] = {{TAUB_UPDATES | ends, TAUB_FIELD_CONSERVED},
                                         {(fresh ? TAUB_WRITES : TAUB_READS) | ends, upper_faces},
                                         {TAUB_READS, TAUB_FIELD_NEXT}};
    if (taub_light_open_axes(simulation->config) > 0)
        taub_step_pass(step, pass, faces, 3)->range.option[0] = fresh;
}

void taub_light_keep(const struct taub_simulation *simulation, int pass, int upper_faces, struct taub_step *step)
{
    const unsigned ends = taub_light_cells_and_ends(simulation->config);
    const struct taub_operand faces[] = {{TAUB_UPDATES | ends, TAUB_FIELD_NEXT}, {TAUB_UPDATES | ends, upper_faces}};
    if (taub_light_open_axes(simulation->config) == 0)
        return;
    struct taub_op *op = taub_step_pass(step, pass, faces, 2);
    op->range.option[0] = 2;
    op->few = true;
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

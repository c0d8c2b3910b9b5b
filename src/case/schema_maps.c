/* Keys of maps in lists: views, planes of fluxes, inclusions, poles, diagnostics. */
#include "case/schema.h"
#include "case/schema_lines.h"

/* clang-format off */
#define IN_VIEW(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_view, member)
#define VIEW_FLAG(member) .flag = offsetof(struct taub_config_view, member)

static const struct taub_key view_keys[] = {
    {"name", IN_VIEW(TEXT, 1, name), REQUIRED, DOC("of the folder: view-NAME; letters, digits, - and _")},
    {"fields", IN_VIEW(NAMES, 1, fields), .enum_names = field_names, .count_offset = offsetof(struct taub_config_view, field_count), OPTIONAL, DOC("quantities to write, words of `output.fields`; if not given: those of output.fields")},
    {"every", IN_VIEW(REAL, 1, every), REQUIRED, ABOVE(0), UNIT("fm/c"), DOC("time between its outputs: at from, from + every, ... up to until")},
    {"from", IN_VIEW(REAL, 1, from), VIEW_FLAG(from_given), OPTIONAL, UNIT("fm/c"), DOC("time of the first output; if not given, time.start")},
    {"until", IN_VIEW(REAL, 1, until), VIEW_FLAG(until_given), OPTIONAL, UNIT("fm/c"), DOC("no outputs after this time; if not given, time.end")},
    {"stride", IN_VIEW(INT, 3, stride), DEFAULT("1"), AT_LEAST(1), DOC("every stride-th cell along each axis, starting with the first")},
    {"slice", .type = TAUB_KEY_MAP, OPTIONAL, DOC("a map of axes, `{z: 0}`: only the cell that contains this position")},
    {"slice.x", IN_VIEW(REAL, 1, slice[0]), VIEW_FLAG(slice_given[0]), OPTIONAL, DOC("position along x; at a face the lower cell")},
    {"slice.y", IN_VIEW(REAL, 1, slice[1]), VIEW_FLAG(slice_given[1]), OPTIONAL, DOC("likewise")},
    {"slice.z", IN_VIEW(REAL, 1, slice[2]), VIEW_FLAG(slice_given[2]), OPTIONAL, DOC("likewise; in Milne coordinates eta")},
};

#define IN_PLANE(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_flux_plane, member)
#define PLANE_FLAG(member) .flag = offsetof(struct taub_config_flux_plane, member)

static const struct taub_key flux_plane_keys[] = {
    {"name", IN_PLANE(TEXT, 1, name), REQUIRED, DOC("of its columns; letters, digits, - and _")},
    {"kind", IN_PLANE(ENUM, 1, kind), .enum_names = flux_plane_names, REQUIRED, DOC("the axis normal to the plane, or a box")},
    {"position", IN_PLANE(REAL, 1, position), PLANE_FLAG(position_given), OPTIONAL, DOC("position of a plane along its axis")},
    {"lower", IN_PLANE(REAL, 3, lower), PLANE_FLAG(lower_given), OPTIONAL, DOC("lower corner of a box, or of a finite plane; if not given, planes extend to the ends of the mesh")},
    {"upper", IN_PLANE(REAL, 3, upper), PLANE_FLAG(upper_given), OPTIONAL, DOC("likewise; both are moved to the nearest faces of cells")},
};

#define IN_INCLUSION(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_inclusion, member)
#define INCLUSION_FLAG(member) .flag = offsetof(struct taub_config_inclusion, member)

static const struct taub_key inclusion_keys[] = {
    {"kind", IN_INCLUSION(ENUM, 1, kind), .enum_names = listed_inclusion_names, REQUIRED, DOC("its shape")},
    {"center", IN_INCLUSION(REAL, 3, center), DEFAULT("0"), DOC("its centre, or a point on its axis; not for a box")},
    {"radius", IN_INCLUSION(REAL, 1, radius), ABOVE(0), INCLUSION_FLAG(radius_given), OPTIONAL, DOC("required for a ball or a cylinder")},
    {"lower", IN_INCLUSION(REAL, 3, lower), INCLUSION_FLAG(lower_given), OPTIONAL, DOC("lower limits of the body; if not given, none")},
    {"upper", IN_INCLUSION(REAL, 3, upper), INCLUSION_FLAG(upper_given), OPTIONAL, DOC("likewise, upper limits")},
    {"permittivity", IN_INCLUSION(REAL, 1, permittivity), DEFAULT("1"), ABOVE(0), DOC("inside")},
    {"permittivity_axes", IN_INCLUSION(REAL, 3, permittivity_axes), ABOVE(0), INCLUSION_FLAG(axes_given), OPTIONAL, DOC("inside, along x, y and z, instead of permittivity")},
    {"permeability", IN_INCLUSION(REAL, 1, permeability), DEFAULT("1"), ABOVE(0), DOC("inside")},
    {"conductivity", IN_INCLUSION(REAL, 1, conductivity), DEFAULT("0"), AT_LEAST(0), UNIT("S/m"), DOC("inside")},
    {"poles", IN_INCLUSION(MAPS, 1, poles), .maps = &taub_pole_schema, OPTIONAL, DOC("inside: see [Poles](#poles)")},
};

#define IN_POLE(member) .type = TAUB_KEY_REAL, .count = 1, .offset = offsetof(struct taub_config_pole, member)
#define POLE_FLAG(member) .flag = offsetof(struct taub_config_pole, member)

static const struct taub_key pole_keys[] = {
    {"kind", .type = TAUB_KEY_ENUM, .count = 1, .offset = offsetof(struct taub_config_pole, kind), .enum_names = pole_names, REQUIRED, DOC("kind of dispersion")},
    {"plasma_frequency", IN_POLE(plasma_frequency), ABOVE(0), POLE_FLAG(plasma_frequency_given), OPTIONAL, UNIT("rad/s"), DOC("drude: plasma frequency")},
    {"strength", IN_POLE(strength), ABOVE(0), POLE_FLAG(strength_given), OPTIONAL, DOC("lorentz, debye: contribution to the relative permittivity at frequency 0")},
    {"frequency", IN_POLE(frequency), ABOVE(0), POLE_FLAG(frequency_given), OPTIONAL, UNIT("rad/s"), DOC("lorentz: resonance frequency")},
    {"damping", IN_POLE(damping), AT_LEAST(0), POLE_FLAG(damping_given), OPTIONAL, UNIT("rad/s"), DOC("drude, lorentz; if not given, none")},
    {"time", IN_POLE(time), ABOVE(0), POLE_FLAG(time_given), OPTIONAL, UNIT("s"), DOC("debye: relaxation time")},
};

#define IN_DIAGNOSTIC(kind, member) \
    .type = TAUB_KEY_##kind, .count = 1, .offset = offsetof(struct taub_config_diagnostic, member)
#define DIAGNOSTIC_FLAG(member) .flag = offsetof(struct taub_config_diagnostic, member)

static const struct taub_key diagnostic_keys[] = {
    {"name", IN_DIAGNOSTIC(TEXT, name), REQUIRED, DOC("of the column and of the field; its function in the C file is diagnostic_NAME")},
    {"column", IN_DIAGNOSTIC(ENUM, column), .enum_names = diagnostic_column_names, DEFAULT("none"), DOC("what history.csv has of it, in the column NAME")},
    {"stop_above", IN_DIAGNOSTIC(REAL, stop_above), DIAGNOSTIC_FLAG(stop_above_given), OPTIONAL, DOC("the run is done when the column is above this")},
    {"stop_below", IN_DIAGNOSTIC(REAL, stop_below), DIAGNOSTIC_FLAG(stop_below_given), OPTIONAL, DOC("the run is done when the column is below this")},
};
/* clang-format on */

const struct taub_map_schema taub_view_schema = {"view", "{name: midplane, every: 0.5, slice: {z: 0}}",
                                                 sizeof(struct taub_config_view),
                                                 (int)(sizeof view_keys / sizeof view_keys[0]), view_keys};
const struct taub_map_schema taub_flux_plane_schema = {
    "plane", "{name: right, kind: x, position: 2}", sizeof(struct taub_config_flux_plane),
    (int)(sizeof flux_plane_keys / sizeof flux_plane_keys[0]), flux_plane_keys};

const struct taub_map_schema taub_inclusion_schema = {
    "inclusion", "{kind: ball, radius: 0.5, permittivity: 4}", sizeof(struct taub_config_inclusion),
    (int)(sizeof inclusion_keys / sizeof inclusion_keys[0]), inclusion_keys};

const struct taub_map_schema taub_pole_schema = {"pole", "{kind: drude, plasma_frequency: 2}",
                                                 sizeof(struct taub_config_pole),
                                                 (int)(sizeof pole_keys / sizeof pole_keys[0]), pole_keys};

const struct taub_map_schema taub_diagnostic_schema = {
    "diagnostic", "{name: kinetic_energy, column: sum}", sizeof(struct taub_config_diagnostic),
    (int)(sizeof diagnostic_keys / sizeof diagnostic_keys[0]), diagnostic_keys};

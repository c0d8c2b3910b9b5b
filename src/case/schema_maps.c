/* Keys of maps in lists: views, planes of fluxes, bodies, inclusions, criteria, poles, diagnostics, sources. */
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
    {"level", IN_VIEW(INT, 1, level), VIEW_FLAG(level_given), OPTIONAL, AT_LEAST(0), DOC("with `mesh.refine`: the view has cells of this level; coarser cells are repeated, finer ones averaged. If not given, the finest, `mesh.refine.levels`")},
    {"stride", IN_VIEW(INT, 3, stride), DEFAULT("1"), AT_LEAST(1), DOC("every stride-th cell along each axis, starting with the first")},
    {"slice", .type = TAUB_KEY_MAP, OPTIONAL, DOC("a map of axes, `{z: 0}`: only the cell that contains this position; cubed sphere: `{radius: 1.5}`, a shell of cells")},
    {"slice.x", IN_VIEW(REAL, 1, slice[0]), VIEW_FLAG(slice_given[0]), OPTIONAL, DOC("position along x; at a face the lower cell")},
    {"slice.y", IN_VIEW(REAL, 1, slice[1]), VIEW_FLAG(slice_given[1]), OPTIONAL, DOC("likewise")},
    {"slice.z", IN_VIEW(REAL, 1, slice[2]), VIEW_FLAG(slice_given[2]), OPTIONAL, DOC("likewise; in Milne coordinates eta")},
    {"slice.radius", IN_VIEW(REAL, 1, slice[3]), VIEW_FLAG(slice_given[3]), OPTIONAL, DOC("likewise, of a cubed sphere")},
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

#define IN_BODY(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_body, member)
#define BODY_FLAG(member) .flag = offsetof(struct taub_config_body, member)
#define SHAPE(name) BIT(TAUB_BODY_##name)
#define OF_SHAPES(bits) .when = {{offsetof(struct taub_config_body, kind), bits}}
#define ALONG_MESH (SHAPE(CYLINDER_X) | SHAPE(CYLINDER_Y) | SHAPE(CYLINDER_Z))
#define ROUND (SHAPE(CYLINDER) | SHAPE(CONE) | SHAPE(TORUS))
#define TURNED (SHAPE(BLOCK) | SHAPE(ELLIPSOID) | SHAPE(STL))

#define BODY_KEYS                                                                                                      \
    {"kind", IN_BODY(ENUM, 1, kind), .enum_names = body_names, REQUIRED, DOC("its shape")},                            \
    {"center", IN_BODY(REAL, 3, center), DEFAULT("0"), DOC("its centre, or a point on its axis or plane; a prism: where its vertices count from")}, \
    {"radius", IN_BODY(REAL, 1, radius), ABOVE(0), REQUIRED, OF_SHAPES(SHAPE(BALL) | ALONG_MESH | ROUND), DOC("its radius; cone: at the lower end; torus: of the circle in the middle of the tube")}, \
    {"tip_radius", IN_BODY(REAL, 1, tip_radius), AT_LEAST(0), DEFAULT("0"), OF_SHAPES(SHAPE(CONE)), DOC("at the upper end, towards which `axis` points")}, \
    {"tube_radius", IN_BODY(REAL, 1, tube_radius), ABOVE(0), REQUIRED, OF_SHAPES(SHAPE(TORUS)), DOC("radius of the tube")}, \
    {"height", IN_BODY(REAL, 1, height), BODY_FLAG(height_given), ABOVE(0), OPTIONAL, OF_SHAPES(SHAPE(CYLINDER) | SHAPE(PRISM) | SHAPE(CONE)), DOC("length along `axis`, half of it on each side of the centre; cylinder and prism: if not given, without ends; cone: required")}, \
    {"size", IN_BODY(REAL, 3, size), ABOVE(0), REQUIRED, OF_SHAPES(SHAPE(BLOCK) | SHAPE(ELLIPSOID)), DOC("lengths along its own axes")}, \
    {"vertices", IN_BODY(REALS, 3, vertices), REQUIRED, OF_SHAPES(SHAPE(PRISM)), DOC("corners of the polygon in order, [x, y, z] from the centre; only their positions across `axis` count")}, \
    {"axis", IN_BODY(REAL, 3, axis), BODY_FLAG(axis_given), OPTIONAL, OF_SHAPES(TURNED | ROUND | SHAPE(PRISM) | SHAPE(HALF_SPACE)), DOC("direction, of any length, of its own z axis; own x and y are turned with it the shortest way; if not given, z")}, \
    {"angle", IN_BODY(REAL, 1, angle), DEFAULT("0"), UNIT("degrees"), OF_SHAPES(TURNED), DOC("then it is turned by this angle about `axis`, x towards y")}, \
    {"file", IN_BODY(STL, 1, file), REQUIRED, OF_SHAPES(SHAPE(STL)), DOC("STL, binary or text: closed surfaces; their origin is at the centre")}, \
    {"scale", IN_BODY(REAL, 1, scale), ABOVE(0), DEFAULT("1"), OF_SHAPES(SHAPE(STL)), DOC("length of a unit of the file")}, \
    {"lower", IN_BODY(REAL, 3, lower), BODY_FLAG(lower_given), OPTIONAL, DOC("only what lies above these limits along x, y and z is part of the body; if not given, no limits")}, \
    {"upper", IN_BODY(REAL, 3, upper), BODY_FLAG(upper_given), OPTIONAL, DOC("likewise, upper limits")}, \
    {"within", IN_BODY(MAPS, 1, within), .maps = &taub_body_schema, OPTIONAL, DOC("bodies: only what lies in all of them is part of this one. Keys as here, without those of the medium")}, \
    {"without", IN_BODY(MAPS, 1, without), .maps = &taub_body_schema, OPTIONAL, DOC("bodies that are taken away, likewise")}

static const struct taub_key body_keys[] = {BODY_KEYS};

/* the body is its first member */
#define IN_INCLUSION(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_inclusion, member)
#define INCLUSION_FLAG(member) .flag = offsetof(struct taub_config_inclusion, member)

static const struct taub_key inclusion_keys[] = {
    BODY_KEYS,
    {"permittivity", IN_INCLUSION(REAL, 1, permittivity), DEFAULT("1"), ABOVE(0), DOC("inside")},
    {"permittivity_axes", IN_INCLUSION(REAL, 3, permittivity_axes), ABOVE(0), INCLUSION_FLAG(axes_given), OPTIONAL, DOC("inside, along x, y and z, instead of permittivity")},
    {"permeability", IN_INCLUSION(REAL, 1, permeability), DEFAULT("1"), ABOVE(0), DOC("inside")},
    {"conductivity", IN_INCLUSION(REAL, 1, conductivity), DEFAULT("0"), AT_LEAST(0), UNIT("S/m"), DOC("inside")},
    {"poles", IN_INCLUSION(MAPS, 1, poles), .maps = &taub_pole_schema, OPTIONAL, DOC("inside: see [Poles](#poles)")},
};

#define IN_REGION(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_region, member)

static const struct taub_key region_keys[] = {
    BODY_KEYS,
    {"level", IN_REGION(INT, 1, level), BETWEEN(0, TAUB_FINEST_LEVEL), DEFAULT("0"), DOC("level of the blocks that it touches; 0: the finest, mesh.refine.levels")},
};

#define IN_CRITERION(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_criterion, member)
#define DIFFERENCES \
    .when = {{offsetof(struct taub_config_criterion, kind), BIT(TAUB_SECOND_DIFFERENCE) | BIT(TAUB_JUMP)}}

static const struct taub_key criterion_keys[] = {
    {"kind", IN_CRITERION(ENUM, 1, kind), .enum_names = criterion_names, REQUIRED, DOC("what is measured of the fields")},
    {"fields", IN_CRITERION(NAMES, 1, fields), .enum_names = field_names, .count_offset = offsetof(struct taub_config_criterion, field_count), OPTIONAL, DOC("words of `output.fields`, also names of `diagnostics`: the criterion looks at each of them, and at each component of vectors. If not given, with second-difference and jump: density and pressure (srhd and israel-stewart: energy_density and charge_density)")},
    {"above", IN_CRITERION(REAL, 1, above), REQUIRED, DOC("a block is refined where the measure is above this in one of its cells, or in one next to it; high and low: in units of the field")},
    {"below", IN_CRITERION(REAL, 1, below), REQUIRED, DOC("blocks may be coarsened where it is below this in all cells of a block of the coarser level")},
    {"scale", IN_CRITERION(REAL, 1, scale), DEFAULT("0"), AT_LEAST(0), DIFFERENCES, DOC("values smaller than this count as having this size when differences are compared with them, in units of the field. For fields that go through 0, such as a velocity")},
};

#define IN_POLE(member) .type = TAUB_KEY_REAL, .count = 1, .offset = offsetof(struct taub_config_pole, member)
#define OF_POLES(bits) .when = {{offsetof(struct taub_config_pole, kind), bits}}
#define DRUDE BIT(TAUB_POLE_DRUDE)
#define LORENTZ BIT(TAUB_POLE_LORENTZ)
#define DEBYE BIT(TAUB_POLE_DEBYE)

static const struct taub_key pole_keys[] = {
    {"kind", .type = TAUB_KEY_ENUM, .count = 1, .offset = offsetof(struct taub_config_pole, kind), .enum_names = pole_names, REQUIRED, DOC("kind of dispersion")},
    {"plasma_frequency", IN_POLE(plasma_frequency), ABOVE(0), REQUIRED, OF_POLES(DRUDE), UNIT("rad/s"), DOC("plasma frequency")},
    {"strength", IN_POLE(strength), ABOVE(0), REQUIRED, OF_POLES(LORENTZ | DEBYE), DOC("contribution to the relative permittivity at frequency 0")},
    {"frequency", IN_POLE(frequency), ABOVE(0), REQUIRED, OF_POLES(LORENTZ), UNIT("rad/s"), DOC("resonance frequency")},
    {"damping", IN_POLE(damping), AT_LEAST(0), OPTIONAL, OF_POLES(DRUDE | LORENTZ), UNIT("rad/s"), DOC("damping; if not given, none")},
    {"time", IN_POLE(time), ABOVE(0), REQUIRED, OF_POLES(DEBYE), UNIT("s"), DOC("relaxation time")},
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

static const struct taub_key source_keys[] = {
    {"kind", .type = TAUB_KEY_ENUM, .count = 1, .offset = IN_SOURCE(kind), .enum_names = source_names, DEFAULT("code"), DOC("which currents; not droplets")},
    {"file", .type = TAUB_KEY_FILE, .count = 1, .offset = IN_SOURCE(file), REQUIRED, KIND_IN_SOURCE(BIT(TAUB_SOURCE_CODE)), DOC("code: defines `void current(const real x[3], real t, real j[3])`, the current density; one source of a list may be code")},
    {"parameters", .type = TAUB_KEY_PARAMETERS, .count = 1, .offset = IN_SOURCE(parameters), OPTIONAL, KIND_IN_SOURCE(BIT(TAUB_SOURCE_CODE)), DOC("numbers for the C file: PARAMETER(name) there")},
    SOURCE_KEYS("", IN_SOURCE, KIND_IN_SOURCE, SIGNAL_IN_SOURCE),
};
/* clang-format on */

const struct taub_map_schema taub_view_schema = {"view", "{name: midplane, every: 0.5, slice: {z: 0}}",
                                                 sizeof(struct taub_config_view),
                                                 (int)(sizeof view_keys / sizeof view_keys[0]), view_keys};
const struct taub_map_schema taub_flux_plane_schema = {
    "plane", "{name: right, kind: x, position: 2}", sizeof(struct taub_config_flux_plane),
    (int)(sizeof flux_plane_keys / sizeof flux_plane_keys[0]), flux_plane_keys};

const struct taub_map_schema taub_body_schema = {"body", "{kind: ball, radius: 0.5}", sizeof(struct taub_config_body),
                                                 (int)(sizeof body_keys / sizeof body_keys[0]), body_keys};

const struct taub_map_schema taub_inclusion_schema = {
    "inclusion", "{kind: ball, radius: 0.5, permittivity: 4}", sizeof(struct taub_config_inclusion),
    (int)(sizeof inclusion_keys / sizeof inclusion_keys[0]), inclusion_keys};

const struct taub_map_schema taub_region_schema = {"region", "{kind: ball, radius: 0.5}",
                                                   sizeof(struct taub_config_region),
                                                   (int)(sizeof region_keys / sizeof region_keys[0]), region_keys};

const struct taub_map_schema taub_criterion_schema = {
    "criterion", "{kind: jump, fields: [pressure], above: 0.2, below: 0.1}", sizeof(struct taub_config_criterion),
    (int)(sizeof criterion_keys / sizeof criterion_keys[0]), criterion_keys};

const struct taub_map_schema taub_pole_schema = {"pole", "{kind: drude, plasma_frequency: 2}",
                                                 sizeof(struct taub_config_pole),
                                                 (int)(sizeof pole_keys / sizeof pole_keys[0]), pole_keys};

const struct taub_map_schema taub_diagnostic_schema = {
    "diagnostic", "{name: kinetic_energy, column: sum}", sizeof(struct taub_config_diagnostic),
    (int)(sizeof diagnostic_keys / sizeof diagnostic_keys[0]), diagnostic_keys};

const struct taub_map_schema taub_source_schema = {
    "source", "{kind: dipole, polarization: [0, 0, 1], frequency: 1, duration: 1}", sizeof(struct taub_config_source),
    (int)(sizeof source_keys / sizeof source_keys[0]), source_keys};

#include "case/schema.h"
#include "case/schema_names.h"

#define MEMBER(member) .offset = offsetof(struct taub_config, member)
#define TYPE(kind, number, member) .type = TAUB_KEY_##kind, .count = number, MEMBER(member)
#define MAP .type = TAUB_KEY_MAP
#define TEXT(member) TYPE(TEXT, 1, member)
#define TEXTS(number, member) TYPE(TEXT, number, member)
#define FILE_NAME(member) TYPE(FILE, 1, member)
#define ENUM(list, member) TYPE(ENUM, 1, member), .enum_names = list
#define INT(member) TYPE(INT, 1, member)
#define INT3(member) TYPE(INT, 3, member)
#define INT64(member) TYPE(INT64, 1, member)
#define UINT64(member) TYPE(UINT64, 1, member)
#define REAL(member) TYPE(REAL, 1, member)
#define REAL2(member) TYPE(REAL, 2, member)
#define REAL3(member) TYPE(REAL, 3, member)
#define STATE(member) TYPE(STATE, 1, member)
#define STATES(member) TYPE(STATES, 1, member)
#define REALS(member) TYPE(REALS, 1, member)
#define POINTS(member) TYPE(REALS, 3, member)
#define PARAMETERS(member) TYPE(PARAMETERS, 1, member)
#define NAMES(list, member, counter) \
    TYPE(NAMES, 1, member), .enum_names = list, .count_offset = offsetof(struct taub_config, counter)
#define BOUNDARY(list, member) TYPE(BOUNDARY, 1, member), .enum_names = list
#define FLAG(member) .flag = offsetof(struct taub_config, member)

#define REQUIRED .presence = TAUB_PRESENCE_REQUIRED
#define OPTIONAL .presence = TAUB_PRESENCE_OPTIONAL
#define DEFAULT(text) .presence = TAUB_PRESENCE_DEFAULT, .standard = text
#define AT_LEAST(a) .bounds = {true, false, false, false, a, 0}
#define AT_MOST(a) .bounds = {false, true, false, false, 0, a}
#define ABOVE(a) .bounds = {true, false, true, false, a, 0}
#define BETWEEN(a, b) .bounds = {true, true, false, false, a, b}
#define ABOVE_TO(a, b) .bounds = {true, true, true, false, a, b}

#define ANY_NUMBER                       \
    {                                    \
        false, false, false, false, 0, 0 \
    }
#define NOT_NEGATIVE                    \
    {                                   \
        true, false, false, false, 0, 0 \
    }

#define BIT(value) (1u << (value))
#define IF(member, bits)                           \
    {                                              \
        offsetof(struct taub_config, member), bits \
    }
#define MATTER IF(system, ~BIT(TAUB_SYSTEM_MAXWELL))
#define MAXWELL .when = {IF(system, BIT(TAUB_SYSTEM_MAXWELL))}
#define RADIATES(bits) .when = {IF(source.kind, bits)}
#define CURRENTS(bits) .when = {IF(system, BIT(TAUB_SYSTEM_MAXWELL)), IF(source.kind, bits)}
#define SIGNAL(bits) \
    .when = {IF(system, BIT(TAUB_SYSTEM_MAXWELL)), IF(source.kind, ~BIT(TAUB_SOURCE_CODE)), IF(source.signal, bits)}
#define EOS(bits) .when = {IF(eos.kind, bits), MATTER}
#define INITIAL(bits) .when = {IF(initial.kind, bits)}
#define MONTE_CARLO \
    .when = {IF(initial.kind, BIT(TAUB_INITIAL_GLAUBER)), IF(initial.model, BIT(TAUB_GLAUBER_MONTE_CARLO))}
#define VISCOUS IF(system, BIT(TAUB_SYSTEM_ISRAEL_STEWART))
#define TRANSPORT .when = {VISCOUS}
#define SHEAR(bits) .when = {VISCOUS, IF(transport.shear_viscosity.kind, bits)}
#define BULK(value) .when = {VISCOUS, IF(transport.bulk_viscosity.kind, BIT(TAUB_BULK_##value))}
#define DIFFUSES(bits) .when = {VISCOUS, IF(transport.baryon_diffusion.kind, bits)}
#define REGULATED .when = {VISCOUS, IF(transport.regulator.kind, BIT(TAUB_REGULATOR_TANH))}
#define RELATIVISTIC .when = {IF(system, BIT(TAUB_SYSTEM_SRHD) | BIT(TAUB_SYSTEM_ISRAEL_STEWART))}
#define SCHEME(bits) .when = {IF(scheme.kind, bits)}
#define CENTRAL BIT(TAUB_SCHEME_KURGANOV_TADMOR)
#define SHASTA BIT(TAUB_SCHEME_SHASTA)
#define MUSTA BIT(TAUB_SCHEME_MUSTA)
#define CESE BIT(TAUB_SCHEME_CESE)
#define GODUNOV (BIT(TAUB_SCHEME_ADER_WENO) | BIT(TAUB_SCHEME_RK_WENO))
#define COMPRESSED                                                                                                     \
    .when = {IF(scheme.kind, GODUNOV),                                                                                 \
             IF(scheme.limiter, BIT(TAUB_LIMITER_MINMOD) | BIT(TAUB_LIMITER_PARABOLIC) | BIT(TAUB_LIMITER_MC_SMOOTH)), \
             MATTER}
#define GAUSSIAN BIT(TAUB_INITIAL_GAUSSIAN)
#define RIEMANN BIT(TAUB_INITIAL_RIEMANN)
#define BALL BIT(TAUB_INITIAL_BALL)
#define BJORKEN BIT(TAUB_INITIAL_BJORKEN)
#define GUBSER BIT(TAUB_INITIAL_GUBSER)
#define GLAUBER BIT(TAUB_INITIAL_GLAUBER)
#define TRENTO BIT(TAUB_INITIAL_TRENTO)
#define CODE BIT(TAUB_INITIAL_CODE)
#define GRID BIT(TAUB_INITIAL_GRID)
#define OF_TRENTO_3D .when = {IF(initial.kind, GRID), IF(initial.format, BIT(TAUB_GRID_TRENTO_3D))}
#define PARTICLES BIT(TAUB_INITIAL_PARTICLES)
#define PIECES BIT(TAUB_INITIAL_PIECES)
#define WAVE BIT(TAUB_INITIAL_WAVE)
#define VORTEX BIT(TAUB_INITIAL_VORTEX)
#define SEDOV BIT(TAUB_INITIAL_SEDOV)
#define NOH BIT(TAUB_INITIAL_NOH)
#define ALFVEN BIT(TAUB_INITIAL_ALFVEN_WAVE)
#define LINEAR BIT(TAUB_INITIAL_LINEAR_WAVE)
#define LOOP BIT(TAUB_INITIAL_FIELD_LOOP)
#define ROTOR BIT(TAUB_INITIAL_ROTOR)
#define PLANE BIT(TAUB_INITIAL_PLANE_WAVE)
#define BOX BIT(TAUB_INITIAL_BOX_MODE)
#define PULSE BIT(TAUB_INITIAL_PULSE)
#define CARTESIAN IF(mesh.coordinates, BIT(TAUB_CARTESIAN))
#define MILNE IF(mesh.coordinates, BIT(TAUB_MILNE))
#define ALWAYS IF(system, 0)
#define SPACED(axis, value) IF(mesh.spacing[axis].kind, BIT(TAUB_SPACING_##value))
/* The keys of one axis; a condition with no bits holds always. */
#define SPACING_OF(name, axis, condition)                                                                              \
    {"mesh.spacing." name, MAP, OPTIONAL, .when = {condition}, DOC("along " name)},                                    \
        {"mesh.spacing." name ".kind", ENUM(spacing_names, mesh.spacing[axis].kind), OPTIONAL, .when = {condition},    \
         DOC("how the faces of cells are placed")},                                                                    \
        {"mesh.spacing." name ".strength",                                                                             \
         REAL(mesh.spacing[axis].strength),                                                                            \
         DEFAULT("2"),                                                                                                 \
         ABOVE_TO(0, 20),                                                                                              \
         .when = {SPACED(axis, STRETCHED), condition},                                                                 \
         DOC("b of the map: with the focus in the middle the outermost cells are cosh(b/2) times wider than the "      \
             "finest")},                                                                                               \
        {"mesh.spacing." name ".focus",                                                                                \
         REAL(mesh.spacing[axis].focus),                                                                               \
         DEFAULT("0.5"),                                                                                               \
         BETWEEN(0, 1),                                                                                                \
         .when = {SPACED(axis, STRETCHED), condition},                                                                 \
         DOC("where cells are finest: 0 at mesh.lower, 1 at mesh.upper")},                                             \
    {                                                                                                                  \
        "mesh.spacing." name ".file", FILE_NAME(mesh.spacing[axis].file), REQUIRED,                                    \
            .when = {SPACED(axis, FACES), condition},                                                                  \
            DOC("text: the places of all faces from mesh.lower to mesh.upper, rising, one a line; # begins a comment") \
    }
#define MAGNETIC .when = {IF(system, BIT(TAUB_SYSTEM_MHD))}
#define GAS (BIT(TAUB_SYSTEM_EULER) | BIT(TAUB_SYSTEM_MHD) | BIT(TAUB_SYSTEM_SRMHD))
#define INSTEAD(path) .instead = path
#define UNIT(text) .unit = text
#define DOC(text) .doc = text

/* One line per key. */
/* clang-format off */
static const struct taub_key keys[] = {
    {"title", TEXT(title), DEFAULT(""), DOC("shown in logs and pictures")},
    {"system", ENUM(system_names, system), REQUIRED, DOC("the equations")},
    {"scalars", INT(scalars), DEFAULT("0"), BETWEEN(0, 8), .when = {IF(system, GAS)}, DOC("quantities scalar_1, scalar_2, ... that the flow carries along and that do nothing to it")},

    {"eos", MAP, REQUIRED, .when = {MATTER}, DOC("The equation of state. Heavy-ion cases use GeV and fm; with `ideal-gas` everything is dimensionless.")},
    {"eos.kind", ENUM(eos_names, eos.kind), REQUIRED, .when = {MATTER}, DOC("which one")},
    {"eos.gamma", REAL(eos.gamma), DEFAULT("1.6666666666666667"), ABOVE_TO(1, 2), EOS(BIT(TAUB_EOS_IDEAL_GAS)), DOC("adiabatic index; the default is 5/3")},
    {"eos.mass", REAL(eos.mass), DEFAULT("1"), AT_LEAST(0), EOS(BIT(TAUB_EOS_IDEAL_GAS)), DOC("rest mass per charge; with 1, charge_density is the rest-mass density")},
    {"eos.colours", INT(eos.colours), DEFAULT("3"), AT_LEAST(1), EOS(BIT(TAUB_EOS_CONFORMAL)), DOC("N_c; only the temperature depends on it")},
    {"eos.flavours", REAL(eos.flavours), DEFAULT("3"), AT_LEAST(0), EOS(BIT(TAUB_EOS_CONFORMAL)), DOC("N_f of massless quarks, not necessarily whole")},
    {"eos.file", FILE_NAME(eos.file), REQUIRED, EOS(BIT(TAUB_EOS_TABLE) | BIT(TAUB_EOS_TABLE_2D) | BIT(TAUB_EOS_CODE)), DOC("the table, or the C file; for `table-2d` the pressure of the first level, NAME1_p.dat, beside NAME1_t.dat, NAME1_mub.dat and those of levels 2, 3, ...")},
    {"eos.tolerance", REAL(eos.tolerance), DEFAULT("0.02"), ABOVE(0), EOS(BIT(TAUB_EOS_TABLE) | BIT(TAUB_EOS_TABLE_2D)), DOC("how well the table's columns must fit each other: T to this share of what de = T ds makes of e and p, cs2 to this difference from dp/de, T s to this share of e + p; of `table-2d` ds to this share of (de - mu dn)/T")},
    {"eos.parameters", PARAMETERS(eos.parameters), OPTIONAL, EOS(BIT(TAUB_EOS_CODE)), DOC("numbers for the C file: PARAMETER(name) there")},

    {"medium", MAP, OPTIONAL, MAXWELL, DOC("The medium of `system: maxwell`: relative permittivity and permeability, and conductivity.")},
    {"medium.units", ENUM(unit_names, medium.units), DEFAULT("natural"), MAXWELL, DOC("of all numbers of the case and of its outputs; permittivity and permeability are relative ones in both")},
    {"medium.permittivity", REAL(medium.permittivity), DEFAULT("1"), ABOVE(0), MAXWELL, INSTEAD("medium.permittivity_axes"), DOC("of the whole mesh, or where no piece or inclusion has its own")},
    {"medium.permittivity_axes", REAL3(medium.permittivity_axes), OPTIONAL, ABOVE(0), MAXWELL, FLAG(medium.axes_given), INSTEAD("medium.permittivity"), DOC("of a crystal, along x, y and z: E_a = D_a/eps_a")},
    {"medium.averaging", ENUM(averaging_names, medium.averaging), DEFAULT("volume"), MAXWELL, DOC("of the permittivity in cells that surfaces cut")},
    {"medium.permeability", REAL(medium.permeability), DEFAULT("1"), ABOVE(0), MAXWELL, DOC("likewise")},
    {"medium.conductivity", REAL(medium.conductivity), DEFAULT("0"), AT_LEAST(0), MAXWELL, UNIT("S/m"), DOC("likewise; any size: the time step does not depend on it")},
    {"medium.poles", TYPE(MAPS, 1, medium.poles), .maps = &taub_pole_schema, OPTIONAL, MAXWELL, DOC("what the permittivity gains with the frequency, everywhere but in inclusions: see [Poles](#poles)")},
    {"medium.cuts", MAP, OPTIONAL, MAXWELL, DOC("Planes that cut the mesh into pieces: half spaces, layers, boxes.")},
    {"medium.cuts.x", REALS(medium.cuts[0]), OPTIONAL, MAXWELL, DOC("places along x, growing; n cuts make n + 1 pieces")},
    {"medium.cuts.y", REALS(medium.cuts[1]), OPTIONAL, MAXWELL, DOC("places along y")},
    {"medium.cuts.z", REALS(medium.cuts[2]), OPTIONAL, MAXWELL, DOC("places along z")},
    {"medium.permittivities", REALS(medium.permittivities), OPTIONAL, MAXWELL, DOC("one for each piece, along x first, then y, then z; `permittivity` everywhere when not given")},
    {"medium.permeabilities", REALS(medium.permeabilities), OPTIONAL, MAXWELL, DOC("likewise")},
    {"medium.conductivities", REALS(medium.conductivities), OPTIONAL, MAXWELL, UNIT("S/m"), DOC("likewise")},
    {"medium.array", MAP, OPTIONAL, MAXWELL, DOC("Numbers from an HDF5 file, in place of those of the keys above: samples that divide the box of the mesh into equal parts, as many along each axis as the dataset has (1: the same all along it). A cell has the mean of the samples over it where they are as fine as cells or finer, else the line between the two samples around its centre.")},
    {"medium.array.file", FILE_NAME(medium.array.file), REQUIRED, MAXWELL, DOC("the file")},
    {"medium.array.permittivity", TEXT(medium.array.permittivity), OPTIONAL, MAXWELL, DOC("name of the dataset; at least one of the three")},
    {"medium.array.permeability", TEXT(medium.array.permeability), OPTIONAL, MAXWELL, DOC("likewise")},
    {"medium.array.conductivity", TEXT(medium.array.conductivity), OPTIONAL, MAXWELL, UNIT("S/m"), DOC("likewise")},
    {"medium.array.axes", ENUM(array_axes_names, medium.array.axes), DEFAULT("xyz"), MAXWELL, DOC("which index is which; datasets of fewer dimensions leave out axes with one cell")},
    {"medium.inclusion", MAP, OPTIONAL, MAXWELL, DOC("A ball or a cylinder in what the other keys say.")},
    {"medium.inclusion.kind", ENUM(inclusion_names, medium.inclusion.kind), REQUIRED, MAXWELL, FLAG(medium.inclusion.radius_given), DOC("its form")},
    {"medium.inclusion.center", REAL3(medium.inclusion.center), DEFAULT("0"), MAXWELL, DOC("its centre, or a point of its axis")},
    {"medium.inclusion.radius", REAL(medium.inclusion.radius), REQUIRED, ABOVE(0), MAXWELL, FLAG(medium.inclusion.radius_given), DOC("its radius")},
    {"medium.inclusion.permittivity", REAL(medium.inclusion.permittivity), DEFAULT("1"), ABOVE(0), MAXWELL, DOC("in it")},
    {"medium.inclusion.permittivity_axes", REAL3(medium.inclusion.permittivity_axes), OPTIONAL, ABOVE(0), MAXWELL, FLAG(medium.inclusion.axes_given), DOC("in it, along x, y and z, in place of permittivity")},
    {"medium.inclusion.permeability", REAL(medium.inclusion.permeability), DEFAULT("1"), ABOVE(0), MAXWELL, DOC("in it")},
    {"medium.inclusion.conductivity", REAL(medium.inclusion.conductivity), DEFAULT("0"), AT_LEAST(0), MAXWELL, UNIT("S/m"), DOC("in it")},
    {"medium.inclusions", TYPE(MAPS, 1, medium.inclusions), .maps = &taub_inclusion_schema, OPTIONAL, MAXWELL, DOC("balls, cylinders and boxes, later ones over earlier ones and over all else: see [Inclusions](#inclusions)")},

    {"transport", MAP, OPTIONAL, .when = {IF(system, BIT(TAUB_SYSTEM_ISRAEL_STEWART) | BIT(TAUB_SYSTEM_MHD))}, DOC("Viscosities and relaxation, with `system: israel-stewart`; resistivity, viscosity and conduction, with `system: mhd`.")},
    {"transport.resistivity", REAL(transport.resistivity), DEFAULT("0"), AT_LEAST(0), MAGNETIC, DOC("eta of the electric field eta curl B, which heats by eta J^2")},
    {"transport.kinematic_viscosity", REAL(transport.kinematic_viscosity), DEFAULT("0"), AT_LEAST(0), MAGNETIC, DOC("nu of the stress rho nu (d_i v_j + d_j v_i - 2/3 delta_ij div v)")},
    {"transport.thermal_diffusivity", REAL(transport.thermal_diffusivity), DEFAULT("0"), AT_LEAST(0), MAGNETIC, DOC("kappa of the heat flux -rho kappa grad(p/rho); p/rho spreads by (gamma - 1) kappa")},
    {"transport.shear_viscosity", MAP, OPTIONAL, TRANSPORT, DOC("eta/s; eta T/(e + p) where there is a net charge")},
    {"transport.shear_viscosity.kind", ENUM(shear_names, transport.shear_viscosity.kind), DEFAULT("constant"), TRANSPORT, DOC("which one")},
    {"transport.shear_viscosity.value", REAL(transport.shear_viscosity.value), DEFAULT("0.08"), AT_LEAST(0), SHEAR(BIT(TAUB_SHEAR_CONSTANT) | BIT(TAUB_SHEAR_PIECEWISE)), DOC("eta/s; piecewise: at minimum_temperature")},
    {"transport.shear_viscosity.minimum_temperature", REAL(transport.shear_viscosity.minimum_temperature), DEFAULT("0.154"), ABOVE(0), SHEAR(BIT(TAUB_SHEAR_PIECEWISE)), UNIT("GeV"), DOC("where eta/s is smallest")},
    {"transport.shear_viscosity.slope_below", REAL(transport.shear_viscosity.slope_below), DEFAULT("0"), AT_MOST(0), SHEAR(BIT(TAUB_SHEAR_PIECEWISE)), UNIT("1/GeV"), DOC("d(eta/s)/dT below minimum_temperature")},
    {"transport.shear_viscosity.slope_above", REAL(transport.shear_viscosity.slope_above), DEFAULT("0"), AT_LEAST(0), SHEAR(BIT(TAUB_SHEAR_PIECEWISE)), UNIT("1/GeV"), DOC("d(eta/s)/dT above minimum_temperature")},
    {"transport.bulk_viscosity", MAP, OPTIONAL, TRANSPORT, DOC("zeta/s; zeta T/(e + p) where there is a net charge")},
    {"transport.bulk_viscosity.kind", ENUM(bulk_names, transport.bulk_viscosity.kind), DEFAULT("none"), TRANSPORT, DOC("which one")},
    {"transport.bulk_viscosity.value", REAL(transport.bulk_viscosity.value), REQUIRED, AT_LEAST(0), BULK(CONSTANT), DOC("zeta/s")},
    {"transport.bulk_viscosity.norm", REAL(transport.bulk_viscosity.norm), DEFAULT("1"), AT_LEAST(0), BULK(DENICOL), DOC("multiplies zeta/s")},
    {"transport.bulk_viscosity.critical_temperature", REAL(transport.bulk_viscosity.critical_temperature), DEFAULT("0.18"), ABOVE(0), BULK(DENICOL), UNIT("GeV"), DOC("T_c; x = T/T_c")},
    {"transport.bulk_viscosity.A0", REAL(transport.bulk_viscosity.A[0]), DEFAULT("-13.45"), BULK(DENICOL), DOC("of A0 + A1 x + A2 x^2 for 0.995 <= x <= 1.05")},
    {"transport.bulk_viscosity.A1", REAL(transport.bulk_viscosity.A[1]), DEFAULT("27.55"), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.A2", REAL(transport.bulk_viscosity.A[2]), DEFAULT("-13.77"), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.lambda1", REAL(transport.bulk_viscosity.lambda[0]), DEFAULT("0.9"), AT_LEAST(0), BULK(DENICOL), DOC("of lambda1 exp(-(x - 1)/sigma1) for x > 1.05")},
    {"transport.bulk_viscosity.sigma1", REAL(transport.bulk_viscosity.sigma[0]), DEFAULT("0.025"), ABOVE(0), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.lambda2", REAL(transport.bulk_viscosity.lambda[1]), DEFAULT("0.25"), AT_LEAST(0), BULK(DENICOL), DOC("of lambda2 exp(-(x - 1)/sigma2) for x > 1.05")},
    {"transport.bulk_viscosity.sigma2", REAL(transport.bulk_viscosity.sigma[1]), DEFAULT("0.13"), ABOVE(0), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.lambda3", REAL(transport.bulk_viscosity.lambda[2]), DEFAULT("0.9"), AT_LEAST(0), BULK(DENICOL), DOC("of lambda3 exp((x - 1)/sigma3) for x < 0.995")},
    {"transport.bulk_viscosity.sigma3", REAL(transport.bulk_viscosity.sigma[2]), DEFAULT("0.0025"), ABOVE(0), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.lambda4", REAL(transport.bulk_viscosity.lambda[3]), DEFAULT("0.22"), AT_LEAST(0), BULK(DENICOL), DOC("of lambda4 exp((x - 1)/sigma4) for x < 0.995")},
    {"transport.bulk_viscosity.sigma4", REAL(transport.bulk_viscosity.sigma[3]), DEFAULT("0.022"), ABOVE(0), BULK(DENICOL), DOC("of the same")},
    {"transport.bulk_viscosity.offset_above", REAL(transport.bulk_viscosity.offset[0]), DEFAULT("0.001"), AT_LEAST(0), BULK(DENICOL), DOC("added for x > 1.05")},
    {"transport.bulk_viscosity.offset_below", REAL(transport.bulk_viscosity.offset[1]), DEFAULT("0.03"), AT_LEAST(0), BULK(DENICOL), DOC("added for x < 0.995")},
    {"transport.bulk_viscosity.maximum", REAL(transport.bulk_viscosity.maximum), REQUIRED, AT_LEAST(0), BULK(CAUCHY), DOC("the largest zeta/s")},
    {"transport.bulk_viscosity.width", REAL(transport.bulk_viscosity.width), REQUIRED, ABOVE(0), BULK(CAUCHY), UNIT("GeV"), DOC("where it has fallen to half")},
    {"transport.bulk_viscosity.temperature", REAL(transport.bulk_viscosity.temperature), REQUIRED, ABOVE(0), BULK(CAUCHY), UNIT("GeV"), DOC("where zeta/s is largest")},
    {"transport.baryon_diffusion", MAP, OPTIONAL, TRANSPORT, DOC("The diffusion current q^mu of the charge; with `eos.kind: table-2d`.")},
    {"transport.baryon_diffusion.kind", ENUM(baryon_diffusion_names, transport.baryon_diffusion.kind), DEFAULT("none"), TRANSPORT, DOC("which kappa_B")},
    {"transport.baryon_diffusion.value", REAL(transport.baryon_diffusion.value), REQUIRED, AT_LEAST(0), DIFFUSES(BIT(TAUB_DIFFUSION_CONSTANT)), DOC("kappa_B/T^2, a pure number with T in 1/fm and kappa_B in 1/fm^2")},
    {"transport.baryon_diffusion.relaxation", REAL(transport.baryon_diffusion.relaxation), DEFAULT("0.4"), ABOVE(0), DIFFUSES(BIT(TAUB_DIFFUSION_CONSTANT) | BIT(TAUB_DIFFUSION_KINETIC)), DOC("C of tau_q = C/T; kinetic: of kappa_B, too")},
    {"transport.baryon_diffusion.delta_qq", REAL(transport.baryon_diffusion.delta_qq), DEFAULT("1"), AT_LEAST(0), DIFFUSES(BIT(TAUB_DIFFUSION_CONSTANT) | BIT(TAUB_DIFFUSION_KINETIC)), DOC("delta_qq over tau_q; 0: off")},
    {"transport.baryon_diffusion.lambda_qq", REAL(transport.baryon_diffusion.lambda_qq), DEFAULT("1"), AT_LEAST(0), DIFFUSES(BIT(TAUB_DIFFUSION_CONSTANT) | BIT(TAUB_DIFFUSION_KINETIC)), DOC("lambda_qq over 3/5 tau_q; 0: off")},
    {"transport.code", MAP, OPTIONAL, TRANSPORT, DOC("The user's C file, for viscosities of kind code.")},
    {"transport.code.file", FILE_NAME(transport.code.file), REQUIRED, TRANSPORT, DOC("defines `real shear_viscosity(real temperature)` (eta/s), `real bulk_viscosity(real temperature)` (zeta/s), or both")},
    {"transport.code.parameters", PARAMETERS(transport.code.parameters), OPTIONAL, TRANSPORT, DOC("numbers for the C file: PARAMETER(name) there")},
    {"transport.delta_bulk_bulk", REAL(transport.delta_bulk_bulk), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("delta_PiPi over 2/3 tau_Pi; 0: off")},
    {"transport.lambda_bulk_shear", REAL(transport.lambda_bulk_shear), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("lambda_Pipi over 8/5 (1/3 - cs2) tau_Pi; 0: off")},
    {"transport.delta_shear_shear", REAL(transport.delta_shear_shear), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("delta_pipi over 4/3 tau_pi; 0: off")},
    {"transport.tau_shear_shear", REAL(transport.tau_shear_shear), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("tau_pipi over 10/7 tau_pi; 0: off")},
    {"transport.lambda_shear_bulk", REAL(transport.lambda_shear_bulk), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("lambda_piPi over 6/5 tau_pi; 0: off")},
    {"transport.phi_7", REAL(transport.phi_7), DEFAULT("0"), AT_LEAST(0), TRANSPORT, DOC("phi_7 of the term pi_lambda^<mu pi^nu>lambda over 9/70 tau_pi/P; 1: the full second order; 0: off")},
    {"transport.vorticity", REAL(transport.vorticity), DEFAULT("1"), AT_LEAST(0), TRANSPORT, DOC("factor of 2 tau_pi pi_lambda^<mu omega^nu>lambda; 0: off")},
    {"transport.shear_relaxation", REAL(transport.shear_relaxation), DEFAULT("5"), ABOVE(0), TRANSPORT, DOC("tau_pi = shear_relaxation eta/(e + p)")},
    {"transport.bulk_relaxation", REAL(transport.bulk_relaxation), DEFAULT("15"), ABOVE(0), TRANSPORT, DOC("zeta/tau_Pi = bulk_relaxation (1/3 - cs2)^2 (e + p)")},
    {"transport.initial_stress", MAP, OPTIONAL, TRANSPORT, DOC("Shear stress and bulk pressure at time.start.")},
    {"transport.initial_stress.kind", ENUM(stress_names, transport.initial_stress.kind), DEFAULT("zero"), TRANSPORT, DOC("which")},
    {"transport.initial_stress.file", FILE_NAME(transport.initial_stress.file), REQUIRED, .when = {VISCOUS, IF(transport.initial_stress.kind, BIT(TAUB_STRESS_READ))}, DOC("fields.h5 of a run on the same cells; its last output is taken")},
    {"transport.shear_components", ENUM(component_names, transport.shear_components), DEFAULT("ten"), TRANSPORT, DOC("which components of the shear stress are advanced")},
    {"transport.form", ENUM(form_names, transport.form), DEFAULT("flux"), TRANSPORT, DOC("of the Kurganov-Tadmor scheme")},
    {"transport.regulator", MAP, OPTIONAL, TRANSPORT, DOC("Keeps the stresses below the ideal part where gradients are too steep for the theory.")},
    {"transport.regulator.kind", ENUM(regulator_names, transport.regulator.kind), DEFAULT("tanh"), TRANSPORT, DOC("which one")},
    {"transport.regulator.xi_0", REAL(transport.regulator.xi_0), DEFAULT("0.1"), ABOVE(0), REGULATED, DOC("tolerated share of trace and u.pi in the shear stress")},
    {"transport.regulator.rho_max", REAL(transport.regulator.rho_max), DEFAULT("1"), ABOVE(0), REGULATED, DOC("stress over ideal pressure and energy density that is tolerated")},

    {"mesh", MAP, REQUIRED, DOC("The box of cells. An axis with one cell has no variation along it and costs nothing.")},
    {"mesh.coordinates", ENUM(coordinates_names, mesh.coordinates), DEFAULT("cartesian"), DOC("in Milne coordinates the third axis is eta and the time is tau")},
    {"mesh.cells", INT3(mesh.cells), REQUIRED, BETWEEN(1, 1073741824), DOC("number along x, y, z")},
    {"mesh.lower", REAL3(mesh.lower), REQUIRED, UNIT("fm (eta: 1)"), DOC("lower corner of the box")},
    {"mesh.upper", REAL3(mesh.upper), REQUIRED, UNIT("fm (eta: 1)"), DOC("upper corner of the box")},
    {"mesh.spacing", MAP, OPTIONAL, DOC("Cells of unequal widths along an axis, for `system: srhd` and `euler` with `scheme.kind: kurganov-tadmor`.")},
    SPACING_OF("x", 0, ALWAYS),
    SPACING_OF("y", 1, ALWAYS),
    SPACING_OF("z", 2, CARTESIAN),
    SPACING_OF("eta", 2, MILNE),
    {"mesh.blocks", INT3(mesh.blocks), DEFAULT("1"), AT_LEAST(1), DOC("equal blocks along x, y, z; each number divides the cells; of 1, 1, 1 several ranks choose others")},
    {"mesh.boundary", BOUNDARY(boundary_names, mesh.boundary), DEFAULT("outflow"), DOC("one word for all faces, or a map of axes, `{x: periodic, y: [reflecting, outflow]}`: one word, or one for the lower and one for the upper face; axes left out are outflow")},
    {"mesh.bloch", REAL3(mesh.bloch), OPTIONAL, MAXWELL, FLAG(mesh.bloch_given), UNIT("1/m"), DOC("wave vector k of Bloch-periodic fields: across periodic faces they gain exp(i k_a L_a), L_a the length of the mesh. Fields are then complex, and quantities have an `_imaginary` part")},
    {"mesh.layer", MAP, OPTIONAL, MAXWELL, DOC("The layers of faces with `matched-layer`.")},
    {"mesh.layer.cells", INT(mesh.layer.cells), DEFAULT("10"), AT_LEAST(4), MAXWELL, DOC("how thick they are; part of the mesh")},
    {"mesh.layer.reflection", REAL(mesh.layer.reflection), DEFAULT("1e-10"), ABOVE_TO(0, 0.1), MAXWELL, DOC("share of the electric field that comes back from behind at right angles; at an angle its power of the cosine: what the layer itself reflects is measured in the theory page")},

    {"scheme", MAP, OPTIONAL, DOC("How the system is advanced.")},
    {"scheme.kind", ENUM(scheme_names, scheme.kind), DEFAULT("kurganov-tadmor"), DOC("which one")},
    {"scheme.limiter", ENUM(limiter_names, scheme.limiter), DEFAULT("minmod"), .when = {IF(scheme.kind, CENTRAL | MUSTA | GODUNOV), MATTER}, DOC("of linear data; kurganov-tadmor takes parabolic when it is not given, but for system: euler and with mesh.spacing")},
    {"scheme.theta", REAL(scheme.theta), DEFAULT("1.5"), BETWEEN(1, 2), .when = {IF(scheme.kind, CENTRAL | MUSTA | GODUNOV), IF(scheme.limiter, BIT(TAUB_LIMITER_MINMOD) | BIT(TAUB_LIMITER_PARABOLIC)), MATTER}, DOC("of the generalised minmod limiter: 1 most diffusive, 2 least")},
    {"scheme.compression", MAP, OPTIONAL, COMPRESSED, DOC("How steep the limiter lets each variable be at `order: 2`, like theta: 1 most diffusive, 2 least. Where a number is not given it is `theta` with minmod and parabolic, 2 with mc-smooth.")},
    {"scheme.compression.density", REAL(scheme.compression.density), OPTIONAL, BETWEEN(1, 2), COMPRESSED, DOC("of the density, or of contact waves (`variables: characteristic`)")},
    {"scheme.compression.velocity", REAL(scheme.compression.velocity), OPTIONAL, BETWEEN(1, 2), COMPRESSED, DOC("of momentum or velocity, or of shear waves")},
    {"scheme.compression.pressure", REAL(scheme.compression.pressure), OPTIONAL, BETWEEN(1, 2), COMPRESSED, DOC("of energy or pressure, or of sound waves")},
    {"scheme.compression.scalars", REAL(scheme.compression.scalars), OPTIONAL, BETWEEN(1, 2), COMPRESSED, DOC("of scalars")},
    {"scheme.reconstruct", ENUM(reconstruct_names, scheme.reconstruct), DEFAULT("primitive"), SCHEME(CENTRAL), DOC("the variables that are reconstructed; israel-stewart: primitive only")},
    {"scheme.flux", ENUM(flux_names, scheme.flux), DEFAULT("central-upwind"), SCHEME(CENTRAL), DOC("the numerical flux")},
    {"scheme.integrator", ENUM(integrator_names, scheme.integrator), DEFAULT("rk2"), SCHEME(CENTRAL), DOC("in time")},
    {"scheme.order", INT(scheme.order), DEFAULT("3"), BETWEEN(2, 4), SCHEME(GODUNOV), DOC("in space and time; 2: limited slopes, 3 and 4: WENO with adaptive order")},
    {"scheme.riemann", ENUM(riemann_names, scheme.riemann), DEFAULT("hllc"), .when = {IF(scheme.kind, GODUNOV), MATTER}, DOC("the Riemann solver of faces; when not given hlld with system: mhd, and hll with srmhd")},
    {"scheme.variables", ENUM(variables_names, scheme.variables), DEFAULT("conserved"), .when = {IF(scheme.kind, GODUNOV), MATTER}, DOC("the variables in which data are limited, or their smoothness judged; when not given, euler, mhd and srmhd take primitive at order 2")},
    {"scheme.positivity", ENUM(switch_names, scheme.positivity), DEFAULT("on"), .when = {IF(scheme.kind, GODUNOV), MATTER}, DOC("density and pressure stay positive: data are scaled towards the cell's mean, fluxes blended with Rusanov's of first order; both are counted")},
    {"scheme.shock_fix", ENUM(shock_fix_names, scheme.shock_fix), DEFAULT("hll"), .when = {IF(system, BIT(TAUB_SYSTEM_EULER)), IF(scheme.kind, GODUNOV), IF(scheme.riemann, BIT(TAUB_SOLVER_HLLC) | BIT(TAUB_SOLVER_HLLI))}, DOC("against carbuncles in two and three dimensions; cells where it acts are counted as `shock_cells`")},
    {"scheme.scalars", ENUM(scalars_names, scheme.scalars), DEFAULT("bounded"), .when = {IF(system, BIT(TAUB_SYSTEM_EULER)), IF(scheme.kind, GODUNOV)}, DOC("passive scalars at faces; cells whose data is drawn back are counted as `bounded_scalars`")},
    {"scheme.antidiffusion", REAL(scheme.antidiffusion), DEFAULT("1"), BETWEEN(0, 1), SCHEME(SHASTA), DOC("share of the diffusion that is taken back; 1: all of it")},
    {"scheme.neighbour_share", REAL(scheme.neighbour_share), DEFAULT("0.5"), BETWEEN(0, 1), SCHEME(SHASTA), DOC("of a neighbouring difference that anti-diffusion may take; 0.5: no new extremum, 1: as Boris and Book")},
    {"scheme.phoenical", ENUM(phoenical_names, scheme.phoenical), DEFAULT("phoenical"), SCHEME(SHASTA), DOC("what the anti-diffusion is made of")},
    {"scheme.splitting", ENUM(splitting_names, scheme.splitting), DEFAULT("permuting"), SCHEME(SHASTA), DOC("in which order the axes are swept")},
    {"scheme.stages", INT(scheme.stages), DEFAULT("4"), BETWEEN(0, 16), SCHEME(MUSTA), DOC("predictor-corrector stages of a face; 0: the flux FORCE")},
    {"scheme.alpha", REAL(scheme.alpha), DEFAULT("3"), BETWEEN(1, 6), SCHEME(MUSTA | CESE), DOC("musta: of FORCE; below the number of axes with more than one cell time steps get short. cese: the power of the weights of one-sided slopes, whole, 2 when not given")},
    {"scheme.variant", ENUM(variant_names, scheme.variant), DEFAULT("a-alpha"), SCHEME(CESE), DOC("how slopes are found")},
    {"scheme.sigma", REAL(scheme.sigma), DEFAULT("1"), BETWEEN(0, 100), .when = {IF(scheme.kind, CESE), IF(scheme.variant, BIT(TAUB_CESE_C_TAU))}, DOC("how strictly the smaller one-sided slope is preferred; 0: not at all")},
    {"scheme.diffusion", ENUM(diffusion_names, scheme.diffusion), DEFAULT("rkl2"), MAGNETIC, DOC("how `transport` is advanced, in half steps before and behind the ideal equations")},
    {"scheme.diffusion_stages", INT(scheme.diffusion_stages), DEFAULT("7"), BETWEEN(3, 15), .when = {IF(system, BIT(TAUB_SYSTEM_MHD)), IF(scheme.diffusion, BIT(TAUB_DIFFUSION_RKL2))}, DOC("at most so many in each half, an odd number s: the half step is at most (s^2 + s - 2)/8 of the longest explicit one of an even density")},
    {"scheme.energy_floor", REAL(scheme.energy_floor), DEFAULT("0"), AT_LEAST(0), UNIT("GeV/fm^3"), DOC("a recovered energy density below it is raised to it, and counted; 0: off")},

    {"time", MAP, REQUIRED, DOC("From when to when, in which steps.")},
    {"time.start", REAL(time.start), DEFAULT("0"), UNIT("fm/c"), DOC("must be above 0 in Milne coordinates")},
    {"time.end", REAL(time.end), REQUIRED, UNIT("fm/c"), DOC("the last step ends there exactly")},
    {"time.cfl", REAL(time.cfl), DEFAULT("0.4"), ABOVE_TO(0, 1), INSTEAD("time.step"), DOC("share of the time a signal needs to cross a cell")},
    {"time.step", REAL(time.step), OPTIONAL, ABOVE(0), UNIT("fm/c"), INSTEAD("time.cfl"), DOC("a fixed time step")},
    {"time.growth", REAL(time.growth), DEFAULT("2"), ABOVE(1), DOC("a step is at most this much longer than the one before; with `time.cfl`")},
    {"time.first_step", REAL(time.first_step), DEFAULT("0.1"), ABOVE_TO(0, 1), DOC("the share of the bound by `time.cfl` that the first step takes where a boundary is inflow or code, or where the pressures of neighbouring cells of an ideal gas differ by more than a factor of 10")},
    {"time.minimum_step", REAL(time.minimum_step), DEFAULT("0"), AT_LEAST(0), UNIT("fm/c"), DOC("the run fails when the step falls below it; 0: 1e-12 (end - start)")},
    {"time.max_steps", INT64(time.max_steps), DEFAULT("0"), AT_LEAST(0), DOC("the run ends after so many steps; 0: no limit")},
    {"time.freeze_out", REAL(time.freeze_out), DEFAULT("0"), AT_LEAST(0), TRANSPORT, UNIT("GeV"), DOC("the run ends when the temperature is below it in every cell; 0: off")},

    {"initial", MAP, REQUIRED, DOC("The state at time.start.")},
    {"initial.kind", ENUM(initial_names, initial.kind), REQUIRED, DOC("which one")},
    {"initial.file", FILE_NAME(initial.file), REQUIRED, INITIAL(TRENTO | PARTICLES | GRID | CODE), DOC("TRENTo's grid, the file of `initial.format`, the list of particles, or the C file with `void initial(const real x[3], real t, real state[])`")},
    {"initial.format", ENUM(grid_format_names, initial.format), REQUIRED, INITIAL(GRID), DOC("what the file holds")},
    {"initial.stress", ENUM(grid_stress_names, initial.stress), DEFAULT("full"), .when = {IF(initial.kind, GRID), VISCOUS, IF(initial.format, BIT(TAUB_GRID_STRESS_ENERGY) | BIT(TAUB_GRID_MUSIC))}, DOC("what of the file's stress the fluid begins with")},
    {"initial.grid_spacing", REAL2(initial.grid_spacing), REQUIRED, ABOVE(0), OF_TRENTO_3D, UNIT("fm, 1"), DOC("steps of the grid in the plane and along eta; the files do not carry them")},
    {"initial.eta_first", REAL(initial.eta_first), OPTIONAL, FLAG(initial.eta_first_given), OF_TRENTO_3D, DOC("eta of the first layer; when not given layers lie around 0")},
    {"initial.parameters", PARAMETERS(initial.parameters), OPTIONAL, INITIAL(CODE), DOC("numbers for the C file: PARAMETER(name) there")},
    {"initial.peak", STATE(initial.peak), REQUIRED, INITIAL(GAUSSIAN), DOC("the state at the centre")},
    {"initial.background", STATE(initial.background), OPTIONAL, INITIAL(GAUSSIAN | GLAUBER | TRENTO | PARTICLES | GRID), DOC("gaussian: the state far away; its energy density, or pressure or temperature, has to be above 0 and other quantities are 0 when not given; glauber, trento, particles: an energy_density that is added everywhere; particles need one")},
    {"initial.center", REAL3(initial.center), DEFAULT("0"), INITIAL(GAUSSIAN | VORTEX | SEDOV | NOH | LOOP | ROTOR), UNIT("fm (eta: 1)"), DOC("where the peak, the vortex, the explosion, the meeting point, the loop, the disc is at the start")},
    {"initial.width", REAL3(initial.width), REQUIRED, AT_LEAST(0), INITIAL(GAUSSIAN), UNIT("fm (eta: 1)"), DOC("standard deviation along each axis; 0: no variation along it")},
    {"initial.axis", ENUM(axis_names, initial.axis), DEFAULT("x"), INITIAL(RIEMANN | VORTEX | PULSE), DOC("riemann: what separates the two states; vortex: x, y or z, what it turns about; pulse: what it travels up")},
    {"initial.position", REAL(initial.position), DEFAULT("0"), INITIAL(RIEMANN | PULSE), UNIT("fm (eta: 1)"), DOC("of the separating plane, or radius of the cylinder; of the pulse's middle")},
    {"initial.transition", REAL(initial.transition), DEFAULT("0"), AT_LEAST(0), INITIAL(RIEMANN | BALL), UNIT("fm (eta: 1)"), DOC("the states go over into each other by tanh(distance/transition), which spares the dip that a sharp jump leaves behind; 0: a sharp jump")},
    {"initial.left", STATE(initial.left), REQUIRED, INITIAL(RIEMANN), DOC("below the plane, or inside the cylinder")},
    {"initial.right", STATE(initial.right), REQUIRED, INITIAL(RIEMANN), DOC("above the plane, or outside the cylinder")},
    {"initial.radius", REAL(initial.radius), REQUIRED, ABOVE(0), INITIAL(BALL | VORTEX | SEDOV | LOOP | ROTOR), UNIT("fm"), DOC("of the ball, of the vortex (1 in Balsara and Shu), of the ball that holds the energy at the start, of the loop, of the disc")},
    {"initial.norm", ENUM(norm_names, initial.norm), DEFAULT("2"), INITIAL(BALL), DOC("the norm of (x, y, z) that defines the ball")},
    {"initial.inside", STATE(initial.inside), REQUIRED, INITIAL(BALL), DOC("in the ball")},
    {"initial.outside", STATE(initial.outside), REQUIRED, INITIAL(BALL), DOC("around the ball")},
    {"initial.state", STATE(initial.state), REQUIRED, INITIAL(BJORKEN | WAVE | VORTEX | SEDOV | NOH | ALFVEN | LINEAR | LOOP | ROTOR), DOC("bjorken: at time.start, at rest; wave, alfven-wave, linear-wave, vortex, field-loop: the flow without them; sedov, noh, rotor: the gas around, ahead of the flow")},
    {"initial.states", STATES(initial.states), REQUIRED, INITIAL(PIECES), DOC("one for each piece: along x first, then y, then z")},
    {"initial.cuts", MAP, OPTIONAL, INITIAL(PIECES), DOC("Planes that cut the mesh into pieces.")},
    {"initial.cuts.x", REALS(initial.cuts[0]), OPTIONAL, INITIAL(PIECES), DOC("places along x, growing; n cuts make n + 1 pieces")},
    {"initial.cuts.y", REALS(initial.cuts[1]), OPTIONAL, INITIAL(PIECES), DOC("places along y")},
    {"initial.cuts.z", REALS(initial.cuts[2]), OPTIONAL, INITIAL(PIECES), DOC("places along z")},
    {"initial.waves", INT3(initial.waves), DEFAULT("1"), INITIAL(WAVE | ALFVEN | LINEAR | PLANE | BOX), DOC("periods along each axis of the mesh; one on an axis with one cell is no variation; box-mode: half periods; plane-wave: beside the phase of mesh.bloch")},
    {"initial.amplitude", REAL(initial.amplitude), REQUIRED, BETWEEN(-0.999, 0.999), INITIAL(WAVE | ALFVEN | LINEAR), DOC("of the density, relative; alfven-wave: of the field across the direction of the wave, over `field`; linear-wave alfven: of the field, over its size")},
    {"initial.wave", ENUM(linear_wave_names, initial.wave), DEFAULT("fast"), INITIAL(LINEAR), DOC("which of the waves; all move along the direction of `waves`, with the flow")},
    {"initial.size", REAL(initial.size), DEFAULT("1"), ABOVE(0), INITIAL(PLANE | BOX | PULSE), DOC("the electric field's amplitude; plane-wave in a conductor: of B times the speed of light there")},
    {"initial.polarization", REAL3(initial.polarization), REQUIRED, INITIAL(PLANE | BOX | PULSE), DOC("direction of the electric field, of any length; what is along the wave is left out. box-mode: amplitudes of E_x, E_y, E_z in the same way")},
    {"initial.wavelength", REAL(initial.wavelength), DEFAULT("0"), AT_LEAST(0), INITIAL(PULSE), DOC("of the carrier; 0: none")},
    {"initial.extent", REAL(initial.extent), REQUIRED, ABOVE(0), INITIAL(PULSE), DOC("standard deviation of the pulse along its axis")},
    {"initial.strength", REAL(initial.strength), DEFAULT("5"), INITIAL(VORTEX), DOC("2 pi times the largest velocity over sqrt(p/rho) of the flow around")},
    {"initial.energy", REAL(initial.energy), REQUIRED, ABOVE(0), INITIAL(SEDOV), DOC("of the explosion in the whole space, also when mirrors leave a part of it; per length or area in two or one dimensions")},
    {"initial.speed", REAL(initial.speed), DEFAULT("1"), ABOVE(0), INITIAL(NOH | ROTOR), DOC("of the gas towards the middle; rotor: at the edge of the disc")},
    {"initial.field", REAL(initial.field), DEFAULT("1"), .when = {IF(system, BIT(TAUB_SYSTEM_MHD) | BIT(TAUB_SYSTEM_SRMHD)), IF(initial.kind, ALFVEN | VORTEX | LOOP | ROTOR)}, DOC("alfven-wave: along the direction of the wave; vortex: 2 pi times the largest of its own field; field-loop: in the loop; rotor: along x")},
    {"initial.q", REAL(initial.q), REQUIRED, ABOVE(0), INITIAL(GUBSER), UNIT("1/fm"), DOC("inverse transverse size")},
    {"initial.temperature", REAL(initial.temperature), REQUIRED, ABOVE(0), INITIAL(GUBSER), UNIT("GeV"), DOC("at tau = 1/q on the axis")},
    {"initial.charge_density", REAL(initial.charge_density), DEFAULT("0"), .when = {IF(initial.kind, GUBSER), IF(system, BIT(TAUB_SYSTEM_SRHD))}, UNIT("1/fm^3"), DOC("at tau = 1/q on the axis; carried along, it goes as T^3")},
    {"initial.model", ENUM(model_names, initial.model), DEFAULT("monte-carlo"), INITIAL(GLAUBER), DOC("how the nuclei are described")},
    {"initial.nuclei", TEXTS(2, initial.nuclei), REQUIRED, INITIAL(GLAUBER), DOC("names of projectile and target, say `[Au, Au]`")},
    {"initial.collision_energy", REAL(initial.collision_energy), REQUIRED, ABOVE(1.88), INITIAL(GLAUBER), INSTEAD("initial.cross_section"), UNIT("GeV"), DOC("sqrt(s_NN); gives the cross-section")},
    {"initial.cross_section", REAL(initial.cross_section), OPTIONAL, ABOVE(0), INITIAL(GLAUBER), INSTEAD("initial.collision_energy"), UNIT("fm^2"), DOC("inelastic, nucleon on nucleon")},
    {"initial.impact_parameter", REAL(initial.impact_parameter), REQUIRED, AT_LEAST(0), INITIAL(GLAUBER), INSTEAD("initial.centrality"), UNIT("fm"), DOC("distance of the nuclei's centres, along x")},
    {"initial.centrality", REAL2(initial.centrality), OPTIONAL, FLAG(initial.centrality_given), BETWEEN(0, 100), INITIAL(GLAUBER), INSTEAD("initial.impact_parameter"), UNIT("per cent"), DOC("lower and upper end of the class")},
    {"initial.mixing", REAL(initial.mixing), DEFAULT("0.14"), BETWEEN(0, 1), INITIAL(GLAUBER), DOC("share of binary collisions: (1 - mixing)/2 N_part + mixing N_coll")},
    {"initial.nucleon_width", REAL(initial.nucleon_width), DEFAULT("0.4"), ABOVE(0), INITIAL(GLAUBER), UNIT("fm"), DOC("of the Gaussian of a nucleon; in the optical model only a proton's thickness uses it")},
    {"initial.minimum_distance", REAL(initial.minimum_distance), DEFAULT("0.9"), AT_LEAST(0), MONTE_CARLO, UNIT("fm"), DOC("between the centres of nucleons in a nucleus")},
    {"initial.seed", UINT64(initial.seed), DEFAULT("1"), INITIAL(GLAUBER), DOC("of the random numbers")},
    {"initial.event", INT(initial.event), DEFAULT("0"), AT_LEAST(0), INITIAL(TRENTO | PARTICLES | GRID), DOC("trento, trento-3d, HDF5: the dataset event_N; particles: the first event that is taken, counted from 0")},
    {"initial.events", INT(initial.events), DEFAULT("0"), AT_LEAST(0), INITIAL(PARTICLES), DOC("how many events of the list are averaged; 0: all")},
    {"initial.sigma", REAL(initial.sigma), DEFAULT("1"), ABOVE(0), INITIAL(PARTICLES), UNIT("fm"), DOC("width of the Gaussian that a particle at rest is smeared with; contracted along its momentum; at least half a cell")},
    {"initial.spacing", REAL(initial.spacing), REQUIRED, ABOVE(0), INITIAL(TRENTO), UNIT("fm"), DOC("step of the grid; TRENTo's files do not carry it")},
    {"initial.scale", REAL(initial.scale), DEFAULT("1"), ABOVE(0), INITIAL(GLAUBER | TRENTO | GRID), UNIT("GeV/fm (grid: 1)"), DOC("energy density over deposited density (1/fm^2) or reduced thickness; grid: factor of all that the file holds; trento-3d: 1/fm, say 1/time.start")},
    {"initial.rotation", REAL(initial.rotation), DEFAULT("0"), INITIAL(TRENTO), UNIT("rad"), DOC("turns the event about the beam, from x towards y")},
    {"initial.free_stream", MAP, OPTIONAL, INITIAL(TRENTO), DOC("The event's energy streams freely, as massless particles without interaction, before the fluid begins with its energy-momentum tensor. Boost-invariant Milne meshes.")},
    {"initial.free_stream.time", REAL(initial.free_stream.time), REQUIRED, ABOVE(0), INITIAL(TRENTO), FLAG(initial.free_stream.given), UNIT("fm/c"), DOC("how long, up to time.start; at most time.start")},
    {"initial.longitudinal", MAP, OPTIONAL, INITIAL(GLAUBER | TRENTO), DOC("Profile along z or eta: exp(-max(0, |eta| - plateau)^2/(2 sigma^2)). Without it there is none.")},
    {"initial.longitudinal.plateau", REAL(initial.longitudinal.plateau), DEFAULT("0"), AT_LEAST(0), INITIAL(GLAUBER | TRENTO), FLAG(initial.longitudinal.given), UNIT("1 (z: fm)"), DOC("half-width of the flat part")},
    {"initial.longitudinal.sigma", REAL(initial.longitudinal.sigma), REQUIRED, ABOVE(0), INITIAL(GLAUBER | TRENTO), FLAG(initial.longitudinal.given), UNIT("1 (z: fm)"), DOC("of the Gaussian flanks")},

    {"source", MAP, OPTIONAL, DOC("A source term from a C file, added to the right-hand side; maxwell: currents.")},
    {"source.kind", ENUM(source_names, source.kind), DEFAULT("code"), MAXWELL, DOC("which currents")},
    {"source.file", FILE_NAME(source.file), REQUIRED, RADIATES(BIT(TAUB_SOURCE_CODE)), DOC("defines `void source(const real x[3], real t, const real state[], real rate[])`; mhd, srmhd: what it says of the magnetic field is not used; maxwell: `void current(const real x[3], real t, real j[3])`, the density of currents")},
    {"source.parameters", PARAMETERS(source.parameters), OPTIONAL, RADIATES(BIT(TAUB_SOURCE_CODE)), DOC("numbers for the C file: PARAMETER(name) there")},
    {"source.position", REAL3(source.position), DEFAULT("0"), CURRENTS(~BIT(TAUB_SOURCE_CODE)), DOC("of the ball's middle; of a place in the middle of a sheet; of a beam's axis where it begins; where a plane wave has the signal as it is")},
    {"source.polarization", REAL3(source.polarization), REQUIRED, CURRENTS(~BIT(TAUB_SOURCE_CODE)), FLAG(source.given), DOC("direction, of any length: dipole, sheet: of the current; plane-wave, beam: of the electric field")},
    {"source.size", REAL(source.size), DEFAULT("1"), ABOVE(0), CURRENTS(~BIT(TAUB_SOURCE_CODE)), DOC("dipole: current times length (per length of axes with one cell); sheet: current per length; plane-wave, beam: the electric field")},
    {"source.radius", REAL(source.radius), REQUIRED, ABOVE(0), CURRENTS(BIT(TAUB_SOURCE_DIPOLE)), DOC("of the ball, which has most of the current within half of it")},
    {"source.axis", ENUM(axis_names, source.axis), DEFAULT("x"), CURRENTS(BIT(TAUB_SOURCE_SHEET) | BIT(TAUB_SOURCE_BEAM)), DOC("x, y or z: what the layer lies across")},
    {"source.propagation", REAL3(source.propagation), REQUIRED, CURRENTS(BIT(TAUB_SOURCE_PLANE_WAVE) | BIT(TAUB_SOURCE_BEAM)), DOC("direction of the wave, of any length")},
    {"source.thickness", REAL(source.thickness), REQUIRED, ABOVE(0), CURRENTS(~(BIT(TAUB_SOURCE_CODE) | BIT(TAUB_SOURCE_DIPOLE))), DOC("of the layer in which currents flow; plane-wave: outside the box; eight cells and more keep the order")},
    {"source.lower", REAL3(source.lower), REQUIRED, CURRENTS(BIT(TAUB_SOURCE_PLANE_WAVE)), DOC("of the box with the total field; beyond the mesh by more than the thickness where it has no such face")},
    {"source.upper", REAL3(source.upper), REQUIRED, CURRENTS(BIT(TAUB_SOURCE_PLANE_WAVE)), DOC("likewise")},
    {"source.waist", REAL(source.waist), REQUIRED, ABOVE(0), CURRENTS(BIT(TAUB_SOURCE_BEAM)), DOC("distance from the axis at which the electric field has fallen to 1/e")},
    {"source.signal", ENUM(signal_names, source.signal), DEFAULT("pulse"), CURRENTS(~BIT(TAUB_SOURCE_CODE)), DOC("how it depends on the time")},
    {"source.frequency", REAL(source.frequency), DEFAULT("0"), AT_LEAST(0), SIGNAL(BIT(TAUB_SIGNAL_PULSE) | BIT(TAUB_SIGNAL_CONTINUOUS)), DOC("periods per time")},
    {"source.phase", REAL(source.phase), DEFAULT("0"), SIGNAL(BIT(TAUB_SIGNAL_PULSE) | BIT(TAUB_SIGNAL_CONTINUOUS)), UNIT("rad"), DOC("at `start`")},
    {"source.start", REAL(source.start), DEFAULT("0"), SIGNAL(BIT(TAUB_SIGNAL_PULSE) | BIT(TAUB_SIGNAL_CONTINUOUS)), DOC("pulse: time of its middle; continuous: when it begins")},
    {"source.duration", REAL(source.duration), REQUIRED, ABOVE(0), SIGNAL(BIT(TAUB_SIGNAL_PULSE) | BIT(TAUB_SIGNAL_CONTINUOUS)), DOC("pulse: standard deviation; continuous: of the beginning")},
    {"source.table", FILE_NAME(source.table), REQUIRED, SIGNAL(BIT(TAUB_SIGNAL_FILE)), DOC("the text file, its times growing")},

    {"inflow", MAP, OPTIONAL, DOC("States of the faces whose boundary is `inflow`.")},
    {"inflow.x_lower", STATE(inflow.face[0][0]), OPTIONAL, DOC("at the lower end of x")},
    {"inflow.x_upper", STATE(inflow.face[0][1]), OPTIONAL, DOC("at the upper end of x")},
    {"inflow.y_lower", STATE(inflow.face[1][0]), OPTIONAL, DOC("at the lower end of y")},
    {"inflow.y_upper", STATE(inflow.face[1][1]), OPTIONAL, DOC("at the upper end of y")},
    {"inflow.z_lower", STATE(inflow.face[2][0]), OPTIONAL, DOC("at the lower end of z")},
    {"inflow.z_upper", STATE(inflow.face[2][1]), OPTIONAL, DOC("at the upper end of z")},

    {"boundary", MAP, OPTIONAL, DOC("The faces whose boundary is `code`.")},
    {"boundary.file", FILE_NAME(boundary.file), REQUIRED, DOC("defines `void boundary(const real x[3], real t, const real inside[], real state[])`")},
    {"boundary.parameters", PARAMETERS(boundary.parameters), OPTIONAL, DOC("numbers for the C file: PARAMETER(name) there")},

    {"output", MAP, OPTIONAL, DOC("What is written, and how often.")},
    {"output.every", REAL(output.every), DEFAULT("0"), AT_LEAST(0), UNIT("fm/c"), DOC("time between outputs of the fields; 0: only start and end")},
    {"output.exact", ENUM(truth_names, output.exact), DEFAULT("true"), DOC("true: the last steps before an output are made equal, so that one ends at its time; false: outputs do nothing to the steps and are written at the end of the first one that reaches their time")},
    {"output.fields", NAMES(field_names, output.fields, output.field_count), OPTIONAL, DOC("which quantities; when not given: energy_density and velocity; with euler density, velocity and pressure, with mhd and srmhd magnetic_field besides")},
    {"output.precision", ENUM(field_precision_names, output.single), DEFAULT("computed"), DOC("of fields.h5; what is computed, and checkpoints, do not change")},
    {"output.compression", INT(output.compression), DEFAULT("0"), BETWEEN(0, 9), DOC("of fields.h5 by deflate behind shuffle, which every HDF5 reads: 0 none, 1 fast, 9 small")},
    {"output.history", INT(output.history), DEFAULT("1"), AT_LEAST(0), DOC("steps between lines of history.csv; 0: none")},
    {"output.checkpoint", REAL(output.checkpoint), DEFAULT("0"), AT_LEAST(0), UNIT("fm/c"), DOC("time between checkpoints; 0: only at the end, on failure and on a signal")},
    {"output.checkpoint_at_end", ENUM(truth_names, output.checkpoint_at_end), DEFAULT("true"), DOC("whether a run that is done leaves a checkpoint, which is several times an output of all fields; false: only output.checkpoint, failures and signals make one")},
    {"output.surface", MAP, OPTIONAL, RELATIVISTIC, DOC("The freeze-out surface, written to surface.h5 while the run goes on (`docs/guide/freeze-out.md`).")},
    {"output.surface.temperature", REAL(output.surface.temperature), REQUIRED, ABOVE(0), RELATIVISTIC, FLAG(output.surface.temperature_given), INSTEAD("output.surface.energy_density"), UNIT("GeV"), DOC("the temperature on the surface")},
    {"output.surface.energy_density", REAL(output.surface.energy_density), OPTIONAL, ABOVE(0), RELATIVISTIC, FLAG(output.surface.energy_density_given), INSTEAD("output.surface.temperature"), UNIT("GeV/fm^3"), DOC("the energy density on the surface")},
    {"output.surface.every", INT(output.surface.every), DEFAULT("5"), AT_LEAST(1), RELATIVISTIC, DOC("steps between looks: the length in time of the cells in which elements are found")},
    {"output.surface.stride", INT3(output.surface.stride), DEFAULT("1"), AT_LEAST(1), RELATIVISTIC, DOC("cells of the mesh, along each axis, in one of these cells")},
    {"output.surface.precision", ENUM(stored_names, output.surface.single), DEFAULT("double"), RELATIVISTIC, DOC("of surface.h5")},
    {"output.probes", MAP, OPTIONAL, DOC("Quantities at points, in time: a line of probes.csv for a step (`docs/guide/probes.md`).")},
    {"output.probes.points", POINTS(output.probes.points), REQUIRED, DOC("places inside the mesh, `[[x, y, z], ...]`")},
    {"output.probes.fields", NAMES(field_names, output.probes.fields, output.probes.field_count), OPTIONAL, DOC("which quantities; when not given: those of output.fields")},
    {"output.probes.every", INT(output.probes.every), DEFAULT("1"), AT_LEAST(1), DOC("steps between lines")},

    {"output.views", TYPE(MAPS, 1, output.views), .maps = &taub_view_schema, OPTIONAL, DOC("parts of the fields, each in a file view-NAME.h5 with a rhythm of its own: see [Views](#views)")},
    {"output.fluxes", MAP, OPTIONAL, MAXWELL, DOC("Energy through planes and boxes, in time (fluxes.csv) and by frequency (flux_spectra.csv): `docs/guide/fluxes.md`.")},
    {"output.fluxes.planes", TYPE(MAPS, 1, output.fluxes.planes), .maps = &taub_flux_plane_schema, REQUIRED, MAXWELL, DOC("where: see [Planes of fluxes](#planes-of-fluxes)")},
    {"output.fluxes.frequencies", REAL2(output.fluxes.frequencies), DEFAULT("0"), AT_LEAST(0), MAXWELL, DOC("the first and the last one, periods per time")},
    {"output.fluxes.count", INT(output.fluxes.count), DEFAULT("0"), BETWEEN(0, 10000), MAXWELL, DOC("how many frequencies, evenly spaced; 0: no spectra")},
    {"output.fluxes.every", INT(output.fluxes.every), DEFAULT("0"), AT_LEAST(0), MAXWELL, DOC("steps between looks; 0: 40 looks in a period of the highest frequency, and every step without frequencies")},

    {"device", MAP, OPTIONAL, DOC("Where it is computed.")},
    {"device.kind", ENUM(device_names, device.kind), DEFAULT("auto"), DOC("which kind")},
    {"device.index", INT(device.index), DEFAULT("0"), AT_LEAST(0), DOC("which one of that kind, from 0")},
    {"device.precision", ENUM(precision_names, device.precision), DEFAULT("double"), DOC("of the fields and of all arithmetic")},
    {"device.reproducible", ENUM(reproducible_names, device.reproducible), DEFAULT("fast"), DOC("whether bits may differ between devices")},
    {"device.threads", INT(device.threads), DEFAULT("0"), AT_LEAST(0), DOC("host: how many, at most four on each processor that the process may use; 0: one on each")},
};

#define IN_VIEW(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_view, member)
#define VIEW_FLAG(member) .flag = offsetof(struct taub_config_view, member)

static const struct taub_key view_keys[] = {
    {"name", IN_VIEW(TEXT, 1, name), REQUIRED, DOC("of the file: view-NAME.h5; letters, digits, - and _")},
    {"fields", IN_VIEW(NAMES, 1, fields), .enum_names = field_names, .count_offset = offsetof(struct taub_config_view, field_count), OPTIONAL, DOC("which quantities, words of `output.fields`; when not given: those of output.fields")},
    {"every", IN_VIEW(REAL, 1, every), REQUIRED, ABOVE(0), UNIT("fm/c"), DOC("time between its outputs: at from, from + every, ... up to until")},
    {"from", IN_VIEW(REAL, 1, from), VIEW_FLAG(from_given), OPTIONAL, UNIT("fm/c"), DOC("time of the first one; time.start when not given")},
    {"until", IN_VIEW(REAL, 1, until), VIEW_FLAG(until_given), OPTIONAL, UNIT("fm/c"), DOC("none later than this; time.end when not given")},
    {"stride", IN_VIEW(INT, 3, stride), DEFAULT("1"), AT_LEAST(1), DOC("along each axis every so many-th cell is taken, from the first one on")},
    {"slice", .type = TAUB_KEY_MAP, OPTIONAL, DOC("a map of axes, `{z: 0}`: of such an axis only the cell that holds this place")},
    {"slice.x", IN_VIEW(REAL, 1, slice[0]), VIEW_FLAG(slice_given[0]), OPTIONAL, DOC("place along x; between two cells the lower one")},
    {"slice.y", IN_VIEW(REAL, 1, slice[1]), VIEW_FLAG(slice_given[1]), OPTIONAL, DOC("likewise")},
    {"slice.z", IN_VIEW(REAL, 1, slice[2]), VIEW_FLAG(slice_given[2]), OPTIONAL, DOC("likewise; in Milne coordinates eta")},
};

#define IN_PLANE(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_flux_plane, member)
#define PLANE_FLAG(member) .flag = offsetof(struct taub_config_flux_plane, member)

static const struct taub_key flux_plane_keys[] = {
    {"name", IN_PLANE(TEXT, 1, name), REQUIRED, DOC("of its columns; letters, digits, - and _")},
    {"kind", IN_PLANE(ENUM, 1, kind), .enum_names = flux_plane_names, REQUIRED, DOC("what it lies across, or a box")},
    {"position", IN_PLANE(REAL, 1, position), PLANE_FLAG(position_given), OPTIONAL, DOC("a plane's place along its axis")},
    {"lower", IN_PLANE(REAL, 3, lower), PLANE_FLAG(lower_given), OPTIONAL, DOC("lower corner of a box; of a plane where it begins along the other axes, at the ends of the mesh when not given")},
    {"upper", IN_PLANE(REAL, 3, upper), PLANE_FLAG(upper_given), OPTIONAL, DOC("likewise; at the nearest faces of cells")},
};

#define IN_INCLUSION(kind, number, member) \
    .type = TAUB_KEY_##kind, .count = number, .offset = offsetof(struct taub_config_inclusion, member)
#define INCLUSION_FLAG(member) .flag = offsetof(struct taub_config_inclusion, member)

static const struct taub_key inclusion_keys[] = {
    {"kind", IN_INCLUSION(ENUM, 1, kind), .enum_names = listed_inclusion_names, REQUIRED, DOC("what it is")},
    {"center", IN_INCLUSION(REAL, 3, center), DEFAULT("0"), DOC("its centre, or a point of its axis; not of a box")},
    {"radius", IN_INCLUSION(REAL, 1, radius), ABOVE(0), INCLUSION_FLAG(radius_given), OPTIONAL, DOC("of a ball or a cylinder, which need it")},
    {"lower", IN_INCLUSION(REAL, 3, lower), INCLUSION_FLAG(lower_given), OPTIONAL, DOC("only what is above belongs to it; all when not given")},
    {"upper", IN_INCLUSION(REAL, 3, upper), INCLUSION_FLAG(upper_given), OPTIONAL, DOC("likewise, below")},
    {"permittivity", IN_INCLUSION(REAL, 1, permittivity), DEFAULT("1"), ABOVE(0), DOC("in it")},
    {"permittivity_axes", IN_INCLUSION(REAL, 3, permittivity_axes), ABOVE(0), INCLUSION_FLAG(axes_given), OPTIONAL, DOC("in it, along x, y and z, in place of permittivity")},
    {"permeability", IN_INCLUSION(REAL, 1, permeability), DEFAULT("1"), ABOVE(0), DOC("in it")},
    {"conductivity", IN_INCLUSION(REAL, 1, conductivity), DEFAULT("0"), AT_LEAST(0), UNIT("S/m"), DOC("in it")},
    {"poles", IN_INCLUSION(MAPS, 1, poles), .maps = &taub_pole_schema, OPTIONAL, DOC("in it: see [Poles](#poles)")},
};

#define IN_POLE(member) .type = TAUB_KEY_REAL, .count = 1, .offset = offsetof(struct taub_config_pole, member)
#define POLE_FLAG(member) .flag = offsetof(struct taub_config_pole, member)

static const struct taub_key pole_keys[] = {
    {"kind", .type = TAUB_KEY_ENUM, .count = 1, .offset = offsetof(struct taub_config_pole, kind), .enum_names = pole_names, REQUIRED, DOC("which")},
    {"plasma_frequency", IN_POLE(plasma_frequency), ABOVE(0), POLE_FLAG(plasma_frequency_given), OPTIONAL, UNIT("rad/s"), DOC("drude")},
    {"strength", IN_POLE(strength), ABOVE(0), POLE_FLAG(strength_given), OPTIONAL, DOC("lorentz, debye: what it adds to the relative permittivity at frequency 0")},
    {"frequency", IN_POLE(frequency), ABOVE(0), POLE_FLAG(frequency_given), OPTIONAL, UNIT("rad/s"), DOC("lorentz: of the resonance")},
    {"damping", IN_POLE(damping), AT_LEAST(0), POLE_FLAG(damping_given), OPTIONAL, UNIT("rad/s"), DOC("drude, lorentz; none when not given")},
    {"time", IN_POLE(time), ABOVE(0), POLE_FLAG(time_given), OPTIONAL, UNIT("s"), DOC("debye: of relaxation")},
};

static const struct taub_state_key state_keys[] = {
    {"energy_density", TAUB_GIVEN_ENERGY_DENSITY, offsetof(struct taub_state, energy_density), 1, NOT_NEGATIVE, "GeV/fm^3", "e in the rest frame"},
    {"density", TAUB_GIVEN_DENSITY, offsetof(struct taub_state, density), 1, NOT_NEGATIVE, "1", "rho; euler"},
    {"charge_density", TAUB_GIVEN_CHARGE_DENSITY, offsetof(struct taub_state, charge_density), 1, ANY_NUMBER, "1/fm^3", "n in the rest frame; 0 when not given"},
    {"pressure", TAUB_GIVEN_PRESSURE, offsetof(struct taub_state, pressure), 1, NOT_NEGATIVE, "GeV/fm^3", "p"},
    {"temperature", TAUB_GIVEN_TEMPERATURE, offsetof(struct taub_state, temperature), 1, NOT_NEGATIVE, "GeV", "T"},
    {"velocity", TAUB_GIVEN_VELOCITY, offsetof(struct taub_state, velocity), 3, ANY_NUMBER, "c", "v^x, v^y, v^z; in Milne coordinates the last is tau u^eta / u^tau"},
    {"four_velocity", TAUB_GIVEN_FOUR_VELOCITY, offsetof(struct taub_state, four_velocity), 3, ANY_NUMBER, "c", "u^x, u^y, u^z; in Milne coordinates the last is tau u^eta"},
    {"scalar_1", TAUB_GIVEN_SCALAR << 0, offsetof(struct taub_state, scalars[0]), 1, ANY_NUMBER, "1", "euler: the first carried quantity; 0 when not given"},
    {"scalar_2", TAUB_GIVEN_SCALAR << 1, offsetof(struct taub_state, scalars[1]), 1, ANY_NUMBER, "1", "euler: the second carried quantity; 0 when not given"},
    {"scalar_3", TAUB_GIVEN_SCALAR << 2, offsetof(struct taub_state, scalars[2]), 1, ANY_NUMBER, "1", "euler: the third carried quantity; 0 when not given"},
    {"scalar_4", TAUB_GIVEN_SCALAR << 3, offsetof(struct taub_state, scalars[3]), 1, ANY_NUMBER, "1", "euler: the fourth carried quantity; 0 when not given"},
    {"scalar_5", TAUB_GIVEN_SCALAR << 4, offsetof(struct taub_state, scalars[4]), 1, ANY_NUMBER, "1", "euler: the fifth carried quantity; 0 when not given"},
    {"scalar_6", TAUB_GIVEN_SCALAR << 5, offsetof(struct taub_state, scalars[5]), 1, ANY_NUMBER, "1", "euler: the sixth carried quantity; 0 when not given"},
    {"scalar_7", TAUB_GIVEN_SCALAR << 6, offsetof(struct taub_state, scalars[6]), 1, ANY_NUMBER, "1", "euler: the seventh carried quantity; 0 when not given"},
    {"scalar_8", TAUB_GIVEN_SCALAR << 7, offsetof(struct taub_state, scalars[7]), 1, ANY_NUMBER, "1", "euler: the eighth carried quantity; 0 when not given"},
    {"magnetic_field", TAUB_GIVEN_MAGNETIC_FIELD, offsetof(struct taub_state, magnetic_field), 3, ANY_NUMBER, "1", "mhd, srmhd: B, in units with magnetic pressure B^2/2; 0 when not given"},
};
/* clang-format on */

const struct taub_key *taub_schema(int *count)
{
    *count = (int)(sizeof keys / sizeof keys[0]);
    return keys;
}

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

const struct taub_state_key *taub_state_schema(int *count)
{
    *count = (int)(sizeof state_keys / sizeof state_keys[0]);
    return state_keys;
}

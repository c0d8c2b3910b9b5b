/* Macros for the lines of the tables of keys: types, ranges, conditions. */
#ifndef TAUB_CASE_SCHEMA_LINES_H
#define TAUB_CASE_SCHEMA_LINES_H

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
#define DESCRIBED \
    (BIT(TAUB_SOURCE_DIPOLE) | BIT(TAUB_SOURCE_SHEET) | BIT(TAUB_SOURCE_PLANE_WAVE) | BIT(TAUB_SOURCE_BEAM))
#define CURRENTS(bits) .when = {IF(system, BIT(TAUB_SYSTEM_MAXWELL)), IF(source.kind, bits)}
#define SIGNAL(bits) .when = {IF(system, BIT(TAUB_SYSTEM_MAXWELL)), IF(source.kind, DESCRIBED), IF(source.signal, bits)}
#define EOS(bits) .when = {IF(eos.kind, bits), MATTER}
#define INITIAL(bits) .when = {IF(initial.kind, bits)}
#define MONTE_CARLO \
    .when = {IF(initial.kind, BIT(TAUB_INITIAL_GLAUBER)), IF(initial.model, BIT(TAUB_GLAUBER_MONTE_CARLO))}
#define VISCOUS IF(system, BIT(TAUB_SYSTEM_ISRAEL_STEWART))
#define TRANSPORT .when = {VISCOUS}
#define SHEAR(bits) .when = {VISCOUS, IF(transport.shear_viscosity.kind, bits)}
#define BULK(value) .when = {VISCOUS, IF(transport.bulk_viscosity.kind, BIT(TAUB_BULK_##value))}
#define PEAK .when = {VISCOUS, IF(transport.bulk_viscosity.kind, BIT(TAUB_BULK_CAUCHY) | BIT(TAUB_BULK_GAUSSIAN))}
#define FACTOR(value)                                                            \
    .when = {VISCOUS, IF(transport.shear_viscosity.kind, ~BIT(TAUB_SHEAR_NONE)), \
             IF(transport.shear_viscosity.potential_factor, BIT(TAUB_POTENTIAL_##value))}
#define BULK_TIME(bits) .when = {VISCOUS, IF(transport.bulk_relaxation_time.kind, bits)}
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
#define SPHERE IF(mesh.coordinates, BIT(TAUB_CUBED_SPHERE))
#define BOX_OF_CELLS IF(mesh.coordinates, ~BIT(TAUB_CUBED_SPHERE))
#define ALWAYS IF(system, 0)
#define SPACED(axis, value) IF(mesh.spacing[axis].kind, BIT(TAUB_SPACING_##value))
/* Keys of one axis. A condition with no bits always holds. */
#define SPACING_OF(name, axis, condition)                                                                           \
    {"mesh.spacing." name, MAP, OPTIONAL, .when = {condition}, DOC("along " name)},                                 \
        {"mesh.spacing." name ".kind", ENUM(spacing_names, mesh.spacing[axis].kind), OPTIONAL, .when = {condition}, \
         DOC("positions of cell faces")},                                                                           \
        {"mesh.spacing." name ".strength",                                                                          \
         REAL(mesh.spacing[axis].strength),                                                                         \
         DEFAULT("2"),                                                                                              \
         ABOVE_TO(0, 20),                                                                                           \
         .when = {SPACED(axis, STRETCHED), condition},                                                              \
         DOC("b in the map: with the focus in the middle the outermost cells are cosh(b/2) times wider than the "   \
             "finest")},                                                                                            \
        {"mesh.spacing." name ".focus",                                                                             \
         REAL(mesh.spacing[axis].focus),                                                                            \
         DEFAULT("0.5"),                                                                                            \
         BETWEEN(0, 1),                                                                                             \
         .when = {SPACED(axis, STRETCHED), condition},                                                              \
         DOC("where cells are finest: 0 at mesh.lower, 1 at mesh.upper")},                                          \
    {                                                                                                               \
        "mesh.spacing." name ".file", FILE_NAME(mesh.spacing[axis].file), REQUIRED,                                 \
            .when = {SPACED(axis, FACES), condition},                                                               \
            DOC("text: positions of all faces from mesh.lower to mesh.upper, increasing, one per line; # begins a " \
                "comment")                                                                                          \
    }
#define MAGNETIC .when = {IF(system, BIT(TAUB_SYSTEM_MHD))}
#define DIFFUSIVE IF(system, BIT(TAUB_SYSTEM_EULER) | BIT(TAUB_SYSTEM_MHD)), IF(scheme.kind, GODUNOV)
#define GAS (BIT(TAUB_SYSTEM_EULER) | BIT(TAUB_SYSTEM_MHD) | BIT(TAUB_SYSTEM_SRMHD))
#define INSTEAD(path) .instead = path
#define UNIT(text) .unit = text
#define DOC(text) .doc = text

/* Keys of a source that describes currents, in `source` and in the maps of a list of sources. AT(member): its offset;
 * KINDS(bits), SIGNALS(bits): conditions. */
#define OF_SOURCE(member) offsetof(struct taub_config, source.member)
#define IN_SOURCE(member) offsetof(struct taub_config_source, member)
#define KIND_IN_SOURCE(bits) .when = {{IN_SOURCE(kind), bits}}
#define SIGNAL_IN_SOURCE(bits) .when = {{IN_SOURCE(kind), DESCRIBED}, {IN_SOURCE(signal), bits}}
#define CARRIED (BIT(TAUB_SIGNAL_PULSE) | BIT(TAUB_SIGNAL_CONTINUOUS))
#define TIMED (CARRIED | BIT(TAUB_SIGNAL_GAUSSIAN) | BIT(TAUB_SIGNAL_RICKER))
/* clang-format off */
#define SOURCE_KEYS(prefix, AT, KINDS, SIGNALS)                                                                        \
    {prefix "position", .type = TAUB_KEY_REAL, .count = 3, .offset = AT(position), DEFAULT("0"), KINDS(DESCRIBED), DOC("centre of the dipole; a point in the midplane of a sheet; start of the beam's axis; where a plane wave has exactly the given signal")}, \
    {prefix "polarization", .type = TAUB_KEY_REAL, .count = 3, .offset = AT(polarization), .flag = AT(given), REQUIRED, KINDS(DESCRIBED), DOC("direction, of any length: dipole, sheet: of the current; plane-wave, beam: of the electric field")}, \
    {prefix "size", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(size), DEFAULT("1"), ABOVE(0), KINDS(DESCRIBED), DOC("dipole: current times length (per length of axes with one cell); sheet: current per length; plane-wave, beam: the electric field")}, \
    {prefix "radius", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(radius), DEFAULT("0"), AT_LEAST(0), KINDS(BIT(TAUB_SOURCE_DIPOLE)), DOC("0: a point, whose current is spread over four cells around it so that it radiates as a point does. Else of the ball, which has most of the current within half of it; at least one cell. The total current is `size` for any cell size")}, \
    {prefix "axis", .type = TAUB_KEY_ENUM, .count = 1, .offset = AT(axis), .enum_names = axis_names, DEFAULT("x"), KINDS(BIT(TAUB_SOURCE_SHEET) | BIT(TAUB_SOURCE_BEAM)), DOC("x, y or z: normal of the layer")}, \
    {prefix "propagation", .type = TAUB_KEY_REAL, .count = 3, .offset = AT(propagation), REQUIRED, KINDS(BIT(TAUB_SOURCE_PLANE_WAVE) | BIT(TAUB_SOURCE_BEAM)), DOC("direction of the wave, of any length")}, \
    {prefix "thickness", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(thickness), REQUIRED, ABOVE(0), KINDS(DESCRIBED & ~BIT(TAUB_SOURCE_DIPOLE)), DOC("of the layer in which currents flow; plane-wave: outside the box; eight or more cells keep the order of the scheme; sheet: at least two cells; plane-wave, beam: three")}, \
    {prefix "lower", .type = TAUB_KEY_REAL, .count = 3, .offset = AT(lower), REQUIRED, KINDS(BIT(TAUB_SOURCE_PLANE_WAVE)), DOC("of the total-field box; place it outside the mesh by more than the thickness to omit a face")}, \
    {prefix "upper", .type = TAUB_KEY_REAL, .count = 3, .offset = AT(upper), REQUIRED, KINDS(BIT(TAUB_SOURCE_PLANE_WAVE)), DOC("likewise")}, \
    {prefix "waist", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(waist), REQUIRED, ABOVE(0), KINDS(BIT(TAUB_SOURCE_BEAM)), DOC("distance from the axis at which the electric field has fallen to 1/e")}, \
    {prefix "signal", .type = TAUB_KEY_ENUM, .count = 1, .offset = AT(signal), .enum_names = signal_names, DEFAULT("pulse"), KINDS(DESCRIBED), DOC("time dependence")}, \
    {prefix "frequency", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(frequency), DEFAULT("0"), AT_LEAST(0), SIGNALS(CARRIED), DOC("periods per time; at most the frequency of a wave of two cells")}, \
    {prefix "phase", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(phase), DEFAULT("0"), SIGNALS(CARRIED), UNIT("rad"), DOC("at `start`")}, \
    {prefix "start", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(start), DEFAULT("0"), SIGNALS(TIMED), DOC("continuous: when it begins; else the time of the pulse's centre")}, \
    {prefix "duration", .type = TAUB_KEY_REAL, .count = 1, .offset = AT(duration), REQUIRED, ABOVE(0), SIGNALS(TIMED), DOC("continuous: length of the smooth start; else the standard deviation of the pulse")}, \
    {prefix "table", .type = TAUB_KEY_FILE, .count = 1, .offset = AT(table), REQUIRED, SIGNALS(BIT(TAUB_SIGNAL_FILE)), DOC("the text file, with increasing times")}
/* clang-format on */

#endif

/* Words that keys of the case file may have, with their meaning. Included by schema.c and schema_maps.c. */
#ifndef TAUB_SCHEMA_NAMES_H
#define TAUB_SCHEMA_NAMES_H

#include "case/schema.h"

static const struct taub_enum_name system_names[] = {
    {"srhd", TAUB_SYSTEM_SRHD, "ideal relativistic hydrodynamics"},
    {"euler", TAUB_SYSTEM_EULER, "gas dynamics of an ideal gas"},
    {"israel-stewart", TAUB_SYSTEM_ISRAEL_STEWART,
     "relativistic hydrodynamics with shear stress and bulk pressure, second order"},
    {"mhd", TAUB_SYSTEM_MHD, "ideal magnetohydrodynamics of an ideal gas, with a divergence-free field on faces"},
    {"srmhd", TAUB_SYSTEM_SRMHD,
     "relativistic ideal magnetohydrodynamics of an ideal gas, with a divergence-free field on faces"},
    {"maxwell", TAUB_SYSTEM_MAXWELL, "electrodynamics in media that may conduct, with D and B on faces"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name eos_names[] = {
    {"ideal-gas", TAUB_EOS_IDEAL_GAS, "p = (gamma - 1)(e - mass n)"},
    {"conformal", TAUB_EOS_CONFORMAL, "e = 3 p, massless quarks and gluons"},
    {"lattice-wb", TAUB_EOS_LATTICE_WB, "lattice QCD, trace anomaly of Borsanyi et al. 2010"},
    {"table", TAUB_EOS_TABLE, "columns e, p, T and optionally cs2, s of a text or HDF5 file"},
    {"code", TAUB_EOS_CODE, "the user's C file"},
    {"table-2d", TAUB_EOS_TABLE_2D, "p, T and mu_B of (e, n_B), grids as NEOS is published"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name shear_names[] = {
    {"constant", TAUB_SHEAR_CONSTANT, "eta/s = value"},
    {"piecewise", TAUB_SHEAR_PIECEWISE, "eta/s piecewise linear in T on both sides of a minimum"},
    {"jetscape", TAUB_SHEAR_JETSCAPE,
     "eta/s = max(at_kink + slope (T - kink_temperature), floor), with low_slope or high_slope of any sign, Everett et "
     "al. 2021 (JETSCAPE-SIMS)"},
    {"duke", TAUB_SHEAR_DUKE,
     "eta/s = minimum + slope (T - temperature) (T/temperature)^curvature, Bernhard et al. 2019; also Trajectum's"},
    {"code", TAUB_SHEAR_CODE, "`shear_viscosity` of the user's C file"},
    {"none", TAUB_SHEAR_NONE, "no shear stress"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name potential_factor_names[] = {
    {"none", TAUB_POTENTIAL_NONE, "1"},
    {"power", TAUB_POTENTIAL_POWER,
     "1 + potential_slope (|mu_B|/potential_scale)^potential_power, Shen and Schenke 2022"},
    {"nodes", TAUB_POTENTIAL_NODES,
     "linear through 1, factor_200 and factor_400, constant above 0.4 GeV, Jahan et al. 2024"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name bulk_names[] = {
    {"none", TAUB_BULK_NONE, "no bulk pressure"},
    {"constant", TAUB_BULK_CONSTANT, "zeta/s = value"},
    {"denicol", TAUB_BULK_DENICOL, "zeta/s with a peak at T_c, Denicol et al. 2009"},
    {"cauchy", TAUB_BULK_CAUCHY,
     "zeta/s = maximum/(1 + ((T - temperature)/width)^2), Bernhard et al. 2019; with `skew` Everett et al. 2021 "
     "(JETSCAPE-SIMS)"},
    {"gaussian", TAUB_BULK_GAUSSIAN,
     "zeta/s = maximum exp(-((T - temperature)/width)^2), with two widths and no 1/2 in the exponent, Schenke et al. "
     "2020 (IP-Glasma + MUSIC)"},
    {"code", TAUB_BULK_CODE, "`bulk_viscosity` of the user's C file"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name bulk_time_names[] = {
    {"anomaly", TAUB_BULK_TIME_ANOMALY, "tau_Pi = zeta/(bulk_relaxation (1/3 - cs2)^2 (e + p))"},
    {"enthalpy", TAUB_BULK_TIME_ENTHALPY, "tau_Pi = constant zeta/(e + p)"},
    {"temperature", TAUB_BULK_TIME_TEMPERATURE, "tau_Pi = constant/T, say 1.5/(2 pi)"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name baryon_diffusion_names[] = {
    {"none", TAUB_DIFFUSION_NONE, "the charge moves with the fluid"},
    {"constant", TAUB_DIFFUSION_CONSTANT, "kappa_B = value T^2"},
    {"kinetic", TAUB_DIFFUSION_KINETIC, "kappa_B = C/T n (coth(mu_B/T)/3 - n T/(e + p)), Denicol et al. 2018"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name stress_names[] = {
    {"zero", TAUB_STRESS_ZERO, "zero, unless the initial data provide them (gubser, code)"},
    {"navier-stokes", TAUB_STRESS_NAVIER_STOKES, "2 eta sigma and -zeta theta of the initial flow"},
    {"read", TAUB_STRESS_READ, "shear_stress and bulk_pressure of an output"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name component_names[] = {
    {"ten", TAUB_SHEAR_TEN, "all components are evolved"},
    {"five", TAUB_SHEAR_FIVE, "xx, xy, xz, yy, yz; the others follow from u.pi = 0 and tracelessness"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name form_names[] = {
    {"flux", TAUB_FORM_FLUX, "the full flux with the true signal speed"},
    {"paper", TAUB_FORM_PAPER, "flux v q with speed |v|; pressure and dissipative gradients are centred sources"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name regulator_names[] = {
    {"tanh", TAUB_REGULATOR_TANH,
     "a stress of relative size rho above 0.9 of the tolerance is reduced to 0.9 + 0.1 tanh((rho - 0.9)/0.1), and "
     "counted"},
    {"off", TAUB_REGULATOR_OFF,
     "large stresses are kept; only stresses without a causal fluid state are reduced, and counted"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name coordinates_names[] = {
    {"cartesian", TAUB_CARTESIAN, "t, x, y, z"},
    {"milne", TAUB_MILNE, "tau, x, y, eta with metric diag(1, -1, -1, -tau^2)"},
    {"cubed-sphere", TAUB_CUBED_SPHERE,
     "the space between two spheres around the origin, in six panels without poles; vectors keep their components "
     "along "
     "x, y, z"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name spacing_names[] = {
    {"uniform", TAUB_SPACING_UNIFORM, "equal widths"},
    {"stretched", TAUB_SPACING_STRETCHED,
     "a smooth map x(s) = lower + (upper - lower) (sinh(b (s - s0)) + sinh(b s0))/(sinh(b (1 - s0)) + sinh(b s0)), s "
     "from 0 to 1 over the cells, finest at the focus x(s0)"},
    {"faces", TAUB_SPACING_FACES, "positions from a file"},
    {"geometric", TAUB_SPACING_GEOMETRIC,
     "a cubed sphere's radius: each cell is wider than the one below by the same factor, so that cells have one shape"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name boundary_names[] = {
    {"outflow", TAUB_OUTFLOW, "ghost cells copy the last cell"},
    {"periodic", TAUB_PERIODIC, "the other side of the mesh"},
    {"reflecting", TAUB_REFLECTING, "a mirror: the normal velocity changes sign; mhd and maxwell: a perfect conductor"},
    {"no-slip", TAUB_NO_SLIP,
     "euler with viscosity: a wall at rest, along which the gas does not slip; no heat goes through"},
    {"extrapolated", TAUB_EXTRAPOLATED,
     "ghost cells continue the limited gradient of the last cells: second order where a smooth flow leaves; like "
     "outflow where this would give an inadmissible state"},
    {"inflow", TAUB_INFLOW, "a fixed state, given in `inflow` for this face"},
    {"code", TAUB_BOUNDARY_CODE, "the user's C file, see `boundary`"},
    {"magnetic-wall", TAUB_MAGNETIC_WALL,
     "maxwell: a perfect magnetic conductor, the symmetry plane of fields that are even in B"},
    {"matched-layer", TAUB_MATCHED_LAYER,
     "maxwell: a perfectly matched layer of `layer.cells` cells, which absorbs waves of any direction almost without "
     "reflection"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name scheme_names[] = {
    {"kurganov-tadmor", TAUB_SCHEME_KURGANOV_TADMOR, "semi-discrete central scheme with limited linear reconstruction"},
    {"musta", TAUB_SCHEME_MUSTA, "MUSCL-Hancock with the multi-stage flux MUSTA-FORCE"},
    {"shasta", TAUB_SCHEME_SHASTA, "flux-corrected transport, dimensionally split"},
    {"cese", TAUB_SCHEME_CESE, "space-time conservation elements and solution elements"},
    {"ader-weno", TAUB_SCHEME_ADER_WENO,
     "WENO reconstruction with a local predictor, one Riemann problem per face and step"},
    {"rk-weno", TAUB_SCHEME_RK_WENO, "WENO reconstruction with a strong-stability-preserving Runge-Kutta method"},
    {"symmetric", TAUB_SCHEME_SYMMETRIC,
     "maxwell: symmetric differences and a symplectic step without loss; not with what conducts"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name riemann_names[] = {
    {"rusanov", TAUB_SOLVER_RUSANOV, "a single signal speed"},
    {"hll", TAUB_SOLVER_HLL, "two waves"},
    {"hllc", TAUB_SOLVER_HLLC, "two waves and the contact; exact for contacts at rest"},
    {"hlli", TAUB_SOLVER_HLLI,
     "two waves, and between them, from their eigenvectors, contact and shear waves (euler) or contact, Alfven and "
     "slow waves (mhd)"},
    {"hlld", TAUB_SOLVER_HLLD, "two fast waves, two Alfven waves and the contact; mhd and srmhd, the default there"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name variables_names[] = {
    {"conserved", TAUB_VARIABLES_CONSERVED,
     "conserved densities: at order 2 each by itself, at orders 3 and 4 all with one set of weights"},
    {"primitive", TAUB_VARIABLES_PRIMITIVE,
     "density, velocity, pressure, linearised about the cell average; at orders 3 and 4 within bounds (on a cubed "
     "sphere by WENO)"},
    {"characteristic", TAUB_VARIABLES_CHARACTERISTIC,
     "wave amplitudes along each axis; at orders 3 and 4 within bounds"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name switch_names[] = {
    {"on", 1, "yes"},
    {"off", 0, "no"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name truth_names[] = {
    {"true", 1, "yes"},
    {"false", 0, "no"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name shock_fix_names[] = {
    {"hll", 1, "the diffusion of HLL at faces next to strong grid-aligned shocks"},
    {"off", 0, "no correction"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name scalars_names[] = {
    {"bounded", 1, "between 0 and 1, or within neighbouring values that are outside this range"},
    {"free", 0, "unlimited: they may overshoot at jumps"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name equilibrium_names[] = {
    {"none", TAUB_EQUILIBRIUM_NONE, "no state is kept"},
    {"initial", TAUB_EQUILIBRIUM_INITIAL, "the state that the run begins with"},
    {"code", TAUB_EQUILIBRIUM_CODE, "`void equilibrium(const real x[3], real t, real state[])` of `initial.file`"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name phoenical_names[] = {
    {"phoenical", TAUB_ANTIDIFFUSION_PHOENICAL, "no diffusion remains where the fluid is at rest"},
    {"explicit", TAUB_ANTIDIFFUSION_EXPLICIT, "from differences of the transported values"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name variant_names[] = {
    {"a-alpha", TAUB_CESE_A_ALPHA,
     "slopes from the old cell centres; diffusive where the local Courant number is small"},
    {"c-tau", TAUB_CESE_C_TAU, "slopes from points that depend on the local Courant number: insensitive to it"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name diffusion_names[] = {
    {"rkl2", TAUB_DIFFUSION_RKL2, "Runge-Kutta-Legendre, with as many stages as the time step needs"},
    {"explicit", TAUB_DIFFUSION_EXPLICIT, "two stages; time steps are limited by the explicit stability bound"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name splitting_names[] = {
    {"permuting", TAUB_SPLITTING_PERMUTING, "cycles through all orders of the axes, one per step"},
    {"strang", TAUB_SPLITTING_STRANG, "x/2 y/2 z y/2 x/2 in every step"},
    {"fixed", TAUB_SPLITTING_FIXED, "x y z in every step"},
    {"symmetric", TAUB_SPLITTING_SYMMETRIC,
     "the mean over all orders in every step: symmetric under exchange of axes up to rounding, at five times the "
     "sweeps in 3D, twice in 2D"},
    {"none", TAUB_SPLITTING_NONE,
     "unsplit, in two Runge-Kutta stages: symmetric under exchange of axes, at twice the sweeps and no additional "
     "memory"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name reconstruct_names[] = {
    {"primitive", TAUB_RECONSTRUCT_PRIMITIVE, "energy density, four-velocity, charge density"},
    {"conserved", TAUB_RECONSTRUCT_CONSERVED, "the conserved densities"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name flux_names[] = {
    {"central-upwind", TAUB_FLUX_CENTRAL_UPWIND, "largest signal speeds to the left and to the right"},
    {"rusanov", TAUB_FLUX_RUSANOV, "largest signal speed in either direction"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name integrator_names[] = {
    {"rk2", TAUB_RK2, "strong-stability-preserving Runge-Kutta, two stages, second order"},
    {"rk3", TAUB_RK3, "strong-stability-preserving Runge-Kutta, three stages, third order"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name limiter_names[] = {
    {"minmod", TAUB_LIMITER_MINMOD, "generalised minmod, with `theta`"},
    {"none", TAUB_LIMITER_NONE, "no slopes: first order in space"},
    {"centred", TAUB_LIMITER_CENTRED,
     "the mean of the two differences, unlimited: for smooth flows, overshoots at jumps"},
    {"minbee", TAUB_LIMITER_MINBEE, "minmod of the two differences, the most diffusive"},
    {"superbee", TAUB_LIMITER_SUPERBEE, "the least diffusive; steepens smooth waves into squares"},
    {"van-leer", TAUB_LIMITER_VAN_LEER, "harmonic mean of the two differences"},
    {"mc", TAUB_LIMITER_MC, "monotonised central, minmod with theta = 2"},
    {"parabolic", TAUB_LIMITER_PARABOLIC,
     "third-order parabolas that preserve smooth extrema, elsewhere limited with `theta` like minmod (kurganov-tadmor, "
     "ader-weno and rk-weno)"},
    {"mc-smooth", TAUB_LIMITER_MC_SMOOTH,
     "MC on a five-cell stencil that preserves smooth extrema (ader-weno and rk-weno)"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name initial_names[] = {
    {"gaussian", TAUB_INITIAL_GAUSSIAN, "background + (peak - background) exp(-sum ((x - center)/width)^2/2)"},
    {"riemann", TAUB_INITIAL_RIEMANN, "two constant states"},
    {"ball", TAUB_INITIAL_BALL, "one state inside a ball about the origin, another outside"},
    {"bjorken", TAUB_INITIAL_BJORKEN, "one state everywhere in Milne coordinates"},
    {"gubser", TAUB_INITIAL_GUBSER, "Gubser flow: conformal, in Milne coordinates"},
    {"glauber", TAUB_INITIAL_GLAUBER, "colliding nuclei by the Glauber model"},
    {"trento", TAUB_INITIAL_TRENTO, "a grid written by TRENTo, text or HDF5"},
    {"particles", TAUB_INITIAL_PARTICLES,
     "particles of a transport model: OSCAR 1997A, OSCAR 2013, SMASH, partons of AMPT"},
    {"pieces", TAUB_INITIAL_PIECES, "constant states in boxes between planes: layers, quadrants"},
    {"wave", TAUB_INITIAL_WAVE, "a sine wave of the density at constant velocity and pressure"},
    {"vortex", TAUB_INITIAL_VORTEX, "euler, mhd: an advected vortex; isentropic, or with a field of the same shape"},
    {"sedov", TAUB_INITIAL_SEDOV, "euler: an explosion from a small ball, cylinder or slab"},
    {"noh", TAUB_INITIAL_NOH, "euler: gas that falls onto a point, a line or a plane"},
    {"alfven-wave", TAUB_INITIAL_ALFVEN_WAVE, "mhd, srmhd: a circularly polarized Alfven wave along any direction"},
    {"linear-wave", TAUB_INITIAL_LINEAR_WAVE, "mhd: a plane wave of small amplitude along any direction"},
    {"orszag-tang", TAUB_INITIAL_ORSZAG_TANG, "mhd: Orszag-Tang vortex, in x and y"},
    {"field-loop", TAUB_INITIAL_FIELD_LOOP, "mhd, srmhd: a weak magnetic loop, advected by the flow"},
    {"rotor", TAUB_INITIAL_ROTOR, "mhd: a dense disc that rotates in a uniform field"},
    {"plane-wave", TAUB_INITIAL_PLANE_WAVE,
     "maxwell: a plane wave along any direction, damped where the medium conducts"},
    {"box-mode", TAUB_INITIAL_BOX_MODE, "maxwell: a standing wave in a box with conducting walls"},
    {"pulse", TAUB_INITIAL_PULSE, "maxwell: a Gaussian pulse that travels up an axis, with a carrier or without"},
    {"empty", TAUB_INITIAL_EMPTY, "maxwell: zero fields, for use with a source"},
    {"grid", TAUB_INITIAL_GRID,
     "a fluid or its energy-momentum tensor on the grid of a file: IP-Glasma, MUSIC, TRENTo 3D"},
    {"code", TAUB_INITIAL_CODE, "the user's C file"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name grid_format_names[] = {
    {"stress-energy", TAUB_GRID_STRESS_ENERGY,
     "lines x y z (or eta) and T^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz in GeV/fm^3, orthonormal"},
    {"music", TAUB_GRID_MUSIC,
     "written by IP-Glasma for MUSIC: lines eta x y, e in GeV/fm^3, u^tau u^x u^y u^eta in 1 and 1/fm, ten pi in "
     "1/fm^4"},
    {"music-densities", TAUB_GRID_MUSIC_DENSITIES,
     "lines eta x y, net baryon density in 1/fm^3, energy density in GeV/fm^3, at rest"},
    {"kompost", TAUB_GRID_KOMPOST,
     "written by KoMPoST (its T^{mu nu}; its file for MUSIC is `music`): lines x y and ten components in GeV/fm^3"},
    {"trento-3d", TAUB_GRID_TRENTO_3D, "a grid written by TRENTo 3D, text or HDF5, at rest"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name grid_stress_names[] = {
    {"full", TAUB_GRID_STRESS_FULL, "shear stress and bulk pressure: T^{mu nu} is that of the file"},
    {"shear", TAUB_GRID_STRESS_SHEAR, "shear stress alone"},
    {"none", TAUB_GRID_STRESS_NONE, "energy density and velocity alone; stresses by transport.initial_stress"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name linear_wave_names[] = {
    {"fast", TAUB_WAVE_FAST, "fast magnetosonic"},
    {"slow", TAUB_WAVE_SLOW, "slow magnetosonic"},
    {"alfven", TAUB_WAVE_ALFVEN, "transverse to the wave and to the background field"},
    {"entropy", TAUB_WAVE_ENTROPY, "of the density, moving with the flow"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name axis_names[] = {
    {"x", TAUB_RIEMANN_X, "plane x = position"},
    {"y", TAUB_RIEMANN_Y, "plane y = position"},
    {"z", TAUB_RIEMANN_Z, "plane z = position"},
    {"diagonal", TAUB_RIEMANN_DIAGONAL, "plane (x + y)/sqrt 2 = position"},
    {"cylinder", TAUB_RIEMANN_CYLINDER, "cylinder about the z axis of radius position, with the left state inside"},
    {NULL, 0, NULL},
};

static const struct taub_enum_name criterion_names[] = {
    {"second-difference", TAUB_SECOND_DIFFERENCE,
     "Loehner's indicator, the second difference over the first ones: 0 in smooth flow, 1 at fronts"},
    {"jump", TAUB_JUMP,
     "the largest difference from a neighbouring cell, relative to the larger of both sizes: 0.2 where one value is a "
     "fifth below the other, up to 2 where signs differ"},
    {"high", TAUB_HIGH, "the value itself: fine blocks where it is high"},
    {"low", TAUB_LOW,
     "the value itself: fine blocks where it is low. A block is refined where it is below `below`, coarsened where it "
     "is above `above` everywhere"},
    {NULL, 0, NULL},
};

static const struct taub_enum_name diagnostic_column_names[] = {
    {"none", TAUB_NO_COLUMN, "no column; the quantity is for lists of fields"},
    {"sum", TAUB_COLUMN_SUM, "its integral over the mesh, in Milne coordinates with the volume element tau"},
    {"minimum", TAUB_COLUMN_MINIMUM, "its smallest value"},
    {"maximum", TAUB_COLUMN_MAXIMUM, "its largest value"},
    {NULL, 0, NULL},
};

static const struct taub_enum_name flux_plane_names[] = {
    {"x", TAUB_FLUX_PLANE_X, "a plane normal to x; flux in the direction of x is positive"},
    {"y", TAUB_FLUX_PLANE_Y, "likewise"},
    {"z", TAUB_FLUX_PLANE_Z, "likewise"},
    {"box", TAUB_FLUX_BOX, "the faces of a box; flux out of it is positive"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name averaging_names[] = {
    {"volume", TAUB_AVERAGING_VOLUME, "the mean over the cell"},
    {"axes", TAUB_AVERAGING_AXES,
     "one value for each axis: harmonic means along lines parallel to the axis, averaged over the lines, so that a "
     "plane interface gives the harmonic mean for its normal and the arithmetic mean for the tangential axes"},
    {NULL, 0, NULL}};
static const struct taub_enum_name unit_names[] = {
    {"natural", TAUB_UNITS_NATURAL, "permittivity and permeability of the vacuum are 1"},
    {"si", TAUB_UNITS_SI, "SI: m, s, V/m, T, S/m"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name array_axes_names[] = {
    {"xyz", TAUB_ARRAY_XYZ, "a[x][y][z], as in Meep's files"},
    {"zyx", TAUB_ARRAY_ZYX, "a[z][y][x], as in Taub's outputs"},
    {NULL, 0, NULL},
};
#define ROUND_BODIES                                                                                                  \
    {"ball", TAUB_BODY_BALL, "about the centre"}, {"cylinder-x", TAUB_BODY_CYLINDER_X, "along x through the centre"}, \
        {"cylinder-y", TAUB_BODY_CYLINDER_Y, "along y"},                                                              \
    {                                                                                                                 \
        "cylinder-z", TAUB_BODY_CYLINDER_Z, "along z"                                                                 \
    }
static const struct taub_enum_name pole_names[] = {
    {"drude", TAUB_POLE_DRUDE, "free electrons: `plasma_frequency`, `damping`"},
    {"lorentz", TAUB_POLE_LORENTZ, "bound electrons: `strength`, `frequency`, `damping`"},
    {"debye", TAUB_POLE_DEBYE, "rotating dipoles: `strength`, `time`"},
    {NULL, 0, NULL}};
static const struct taub_enum_name inclusion_names[] = {ROUND_BODIES, {NULL, 0, NULL}};
static const struct taub_enum_name body_names[] = {
    ROUND_BODIES,
    {"cylinder", TAUB_BODY_CYLINDER, "along `axis`"},
    {"box", TAUB_BODY_BOX, "from `lower` to `upper`"},
    {"block", TAUB_BODY_BLOCK, "a box of lengths `size` about the centre, along its own axes"},
    {"ellipsoid", TAUB_BODY_ELLIPSOID, "of diameters `size` along its own axes"},
    {"half-space", TAUB_BODY_HALF_SPACE, "behind the plane through the centre whose normal, `axis`, points out of it"},
    {"prism", TAUB_BODY_PRISM, "a polygon that is extended along `axis`"},
    {"cone", TAUB_BODY_CONE,
     "between two planes normal to `axis`: `radius` at the lower end, `tip_radius` at the upper one"},
    {"torus", TAUB_BODY_TORUS, "a tube of `tube_radius` around a circle of `radius` normal to `axis`"},
    {"stl", TAUB_BODY_STL, "what a closed surface of triangles encloses"},
    {NULL, 0, NULL}};
static const struct taub_enum_name norm_names[] = {
    {"1", 1, "octahedron"},
    {"2", 2, "sphere"},
    {"infinity", 0, "cube"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name deposit_names[] = {
    {"energy", TAUB_DEPOSIT_ENERGY, "the energy density at time.start"},
    {"energy-per-rapidity", TAUB_DEPOSIT_ENERGY_RAPIDITY,
     "dE/(d eta dx dy) at tau -> 0, the energy density times time.start: norms of JETSCAPE, Duke and Trajectum; Milne"},
    {"entropy", TAUB_DEPOSIT_ENTROPY, "the entropy density at time.start"},
    {"entropy-per-rapidity", TAUB_DEPOSIT_ENTROPY_RAPIDITY,
     "dS/(d eta dx dy), the entropy density times time.start; Milne"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name model_names[] = {
    {"optical", TAUB_GLAUBER_OPTICAL, "smooth thickness functions"},
    {"monte-carlo", TAUB_GLAUBER_MONTE_CARLO, "sampled nucleons"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name source_names[] = {
    {"code", TAUB_SOURCE_CODE, "the user's C file"},
    {"dipole", TAUB_SOURCE_DIPOLE,
     "a current in a small ball (in two dimensions a line, in one a sheet) with the profile (1 - r^2/radius^2)^6; "
     "without a radius in a point"},
    {"sheet", TAUB_SOURCE_SHEET, "a uniform current in a thin layer normal to an axis"},
    {"plane-wave", TAUB_SOURCE_PLANE_WAVE,
     "currents around a box that produce a plane wave inside and no field outside: total-field/scattered-field"},
    {"beam", TAUB_SOURCE_BEAM, "currents in a thin layer normal to an axis that emit a Gaussian beam to one side"},
    {"droplets", TAUB_SOURCE_DROPLETS,
     "energy, momentum and charge that enter at their own times and places: strings, jets"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name signal_names[] = {
    {"pulse", TAUB_SIGNAL_PULSE,
     "d/dt of exp(-s^2/2) sin(2 pi frequency s duration + phase)/(2 pi frequency), s = (t - start)/duration: a pulse "
     "without a mean; frequency 0: -s exp((1 - s^2)/2)"},
    {"continuous", TAUB_SIGNAL_CONTINUOUS,
     "a sine that begins smoothly at `start` and reaches full amplitude after `duration`"},
    {"gaussian", TAUB_SIGNAL_GAUSSIAN, "exp(-s^2/2): dipole, sheet"},
    {"ricker", TAUB_SIGNAL_RICKER, "(1 - s^2) exp(-s^2/2)"},
    {"file", TAUB_SIGNAL_FILE, "a natural cubic spline through the lines `time value` of a text file, 0 outside"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name field_names[] = {
    {"energy_density", 0, "e in the rest frame; maxwell: of both fields"},
    {"pressure", 0, "p"},
    {"temperature", 0, "T"},
    {"velocity", 0, "v^x, v^y, v^z (Milne: tau u^eta / u^tau as the last)"},
    {"four_velocity", 0, "u^x, u^y, u^z (Milne: tau u^eta as the last)"},
    {"charge_density", 0, "n in the rest frame; maxwell: rho"},
    {"lorentz_factor", 0, "u^t (Milne: u^tau)"},
    {"entropy_density", 0, "s in the rest frame"},
    {"sound_speed_squared", 0, "cs^2"},
    {"momentum", 0, "conserved momentum density M"},
    {"conserved_energy", 0, "conserved energy density E"},
    {"conserved_charge", 0, "conserved charge density R"},
    {"chemical_potential", 0, "chemical potential of the charge in the rest frame; 0 except with `eos.kind: table-2d`"},
    {"diffusion_current", 0,
     "q^t, q^x, q^y, q^z of the charge, with `transport.baryon_diffusion` (Milne: t is tau, z the orthonormal eta)"},
    {"diffusion_coefficient", 0, "kappa_B"},
    {"diffusion_relaxation_time", 0, "tau_q"},
    {"density", 0, "euler: mass density rho; srmhd: in the rest frame"},
    {"entropy", 0, "euler: log(p/rho^gamma)"},
    {"mach_number", 0, "euler: |v| over the speed of sound"},
    {"shear_stress", 0,
     "pi^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz (Milne: z is the orthonormal eta: zz = tau^2 pi^{eta eta})"},
    {"bulk_pressure", 0, "Pi"},
    {"expansion_rate", 0, "theta, the divergence of u"},
    {"shear_tensor", 0, "sigma^tt ... zz, the traceless gradient of u"},
    {"shear_relaxation_time", 0, "tau_pi"},
    {"bulk_relaxation_time", 0, "tau_Pi"},
    {"knudsen_shear", 0, "tau_pi |theta|"},
    {"knudsen_bulk", 0, "tau_Pi |theta|"},
    {"inverse_reynolds_shear", 0, "sqrt(pi:pi)/P"},
    {"inverse_reynolds_bulk", 0, "|Pi|/P"},
    {"second_order_reynolds_shear", 0, "size of the second-order terms of pi over that of 2 eta sigma"},
    {"second_order_reynolds_bulk", 0, "size of the second-order terms of Pi over that of zeta theta"},
    {"regulation", 0, "fraction of pi or Pi removed by the regulator"},
    {"norm_deviation", 0, "u.u - 1"},
    {"transverse_deviation", 0, "largest |u_mu pi^{mu nu}| over sqrt(pi:pi)"},
    {"trace_deviation", 0, "pi^mu_mu over sqrt(pi:pi)"},
    {"magnetic_field", 0, "mhd, srmhd, maxwell: B, cell averages to the order of the scheme"},
    {"electric_field", 0, "maxwell: E = D/eps, with poles (D - P)/eps"},
    {"electric_displacement", 0, "maxwell: D, with the polarisation of poles"},
    {"electric_flux", 0, "maxwell: D_x, D_y, D_z, averages over the lower x, y, z faces of cells"},
    {"polarization", 0, "maxwell: P_x, P_y, P_z, of the poles of dispersive media"},
    {"magnetic_strength", 0, "maxwell: H = B/mu"},
    {"current_density", 0, "maxwell: J = sigma E"},
    {"heating_density", 0,
     "maxwell: heating power of conductors and poles, sigma E^2 and the losses of poles; its integral is the heating "
     "of the history"},
    {"energy_flux", 0, "maxwell: Poynting vector E x H"},
    {"permittivity", 0, "maxwell: eps; in a crystal the mean over the axes"},
    {"permittivity_axes", 0, "maxwell: eps along x, y and z"},
    {"permeability", 0, "maxwell: mu"},
    {"conductivity", 0, "maxwell: sigma"},
    {"magnetic_flux", 0, "mhd, srmhd, maxwell: B_x, B_y, B_z, averages over the lower x, y, z faces of cells"},
    {"electric_field_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"electric_displacement_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"electric_flux_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"polarization_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"magnetic_field_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"magnetic_strength_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"magnetic_flux_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"current_density_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"charge_density_imaginary", 0, "maxwell with mesh.bloch: of complex fields"},
    {"magnetic_pressure", 0, "mhd: B^2/2; srmhd: b^2/2, in the rest frame"},
    {"scalar_1", 0, "euler: the first passive scalar"},
    {"scalar_2", 0, "euler: the second passive scalar"},
    {"scalar_3", 0, "euler: the third passive scalar"},
    {"scalar_4", 0, "euler: the fourth passive scalar"},
    {"scalar_5", 0, "euler: the fifth passive scalar"},
    {"scalar_6", 0, "euler: the sixth passive scalar"},
    {"scalar_7", 0, "euler: the seventh passive scalar"},
    {"scalar_8", 0, "euler: the eighth passive scalar"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name device_names[] = {
    {"auto", TAUB_DEVICE_AUTO, "the fastest one present: cuda, opencl on a GPU, host"},
    {"host", TAUB_DEVICE_HOST, "the processor"},
    {"cuda", TAUB_DEVICE_CUDA, "an NVIDIA GPU"},
    {"opencl", TAUB_DEVICE_OPENCL, "anything with an OpenCL driver"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name precision_names[] = {
    {"double", TAUB_DOUBLE, "64 bits"},
    {"single", TAUB_SINGLE, "32 bits"},
    {"mixed", TAUB_MIXED, "fields and transport in 32 bits, recovery and boost in 64 (scheme.kind: shasta)"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name value_names[] = {
    {"points", 0,
     "point values at cell centres at order 3 and 4; at lower orders cell averages, which agree to the order of the "
     "scheme"},
    {"means", 1, "cell averages of the densities"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name field_precision_names[] = {
    {"computed", 0, "as computed: 64 bits with device.precision double, otherwise 32"},
    {"single", 1, "32 bits"},
    {NULL, 0, NULL},
};

static const struct taub_enum_name stored_names[] = {
    {"double", 0, "64 bits"},
    {"single", 1, "32 bits"},
    {NULL, 0, NULL},
};
static const struct taub_enum_name reproducible_names[] = {
    {"fast", TAUB_FAST, "the compiler may contract a*b + c"},
    {"strict", TAUB_STRICT, "the same bits on every device"},
    {NULL, 0, NULL},
};

#endif

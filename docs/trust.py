#!/usr/bin/env python3
"""Writes docs/trust.md: what is known of every scheme with every system, and which test holds it.

    python3 docs/trust.py          writes the page
    python3 docs/trust.py --check  exits with 1 when the page is not what this script writes

No number stands here. Errors, orders and the figures of other codes are cells of tables and sentences of the pages named
beside them, taken as they are; the script stops when such a table, row, sentence or test is no longer there.
"""
import ast
import collections
import pathlib
import re
import sys

DOCS = pathlib.Path(__file__).resolve().parent
ROOT = DOCS.parent
PAGE = DOCS / "trust.md"


class Gone(Exception):
    """Something that the page quotes is no longer there."""


def anchor(heading):
    """As GitHub makes it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def tables(page):
    """{heading: [(column names, rows)]} of a page."""
    found, heading, lines = collections.defaultdict(list), "", (DOCS / page).read_text().splitlines()
    for i, line in enumerate(lines):
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if re.match(r"\|[-|: ]+\|$", line):
            def cells(row):
                return [cell.strip() for cell in row.strip().strip("|").split("|")]
            rows = []
            for row in lines[i + 1:]:
                if not row.startswith("|"):
                    break
                rows.append(cells(row))
            found[heading].append((cells(lines[i - 1]), rows))
    return found


def table(page, heading, first, row, columns):
    """'column: cell; ...' of the row that begins with the cells `row`, in the table below the heading that has the
    column `first`; and the link."""
    for title, all_tables in tables(page).items():
        if not title.startswith(heading):
            continue
        for names, rows in all_tables:
            if first not in names:
                continue
            for cells in rows:
                if cells[:len(row)] == list(row):
                    chosen, at = [], -1
                    for name in columns:  # each to the right of the one before: names may come twice
                        if name not in names[at + 1:]:
                            raise Gone(f"{page}, {heading}: no column {name!r} behind {names[at]!r}")
                        at = names.index(name, at + 1)
                        chosen.append((name, cells[at]))
                    text = "; ".join(f"{name}: {cell}" for name, cell in chosen)
                    return f"[{text}]({page}#{anchor(title)})"
    raise Gone(f"{page}, {heading}: no row {row} in a table with the column {first}")


def sentence(page, words):
    """The sentence of a page that has these words; and where."""
    heading = ""
    for paragraph in re.split(r"\n\n+", (DOCS / page).read_text()):
        if paragraph.startswith("#"):
            heading = paragraph.splitlines()[0].lstrip("# ")
        if words in paragraph:
            flat = " ".join(paragraph.split())
            for part in re.split(r"(?<=[.:]) (?=[A-Z])", flat):
                if words in part:
                    return part, f"{page}#{anchor(heading)}"
    raise Gone(f"{page}: no sentence with {words!r}")


def functions(path):
    return {node.name: node.lineno for node in ast.parse((ROOT / path).read_text()).body
            if isinstance(node, ast.FunctionDef)}


def test(name):
    """The link of 'exact/test_flows.py::test_gubser_temperature'."""
    path, function = name.split("::")
    path = f"tests/{path}"
    if not (ROOT / path).exists() or function not in functions(path):
        raise Gone(f"{name}: no such test")
    return f"[{function}](../{path} \"{path}\")"


MARTI, TUBE, ACCURACY, GODUNOV, GAS = ("theory/schemes-compared.md", "theory/schemes-compared.md", "theory/accuracy.md",
                                       "theory/godunov.md", "theory/gas-dynamics.md")
CESE, VISCOUS, MHD = "theory/cese.md", "theory/israel-stewart.md", "theory/mhd.md"
LIGHT, RELATIVISTIC_MHD, SPHERE = "theory/maxwell.md", "theory/srmhd.md", "theory/cubed-sphere.md"
TUBE_CELLS, PROBLEMS = ["100", "200", "400", "800", "1600"], ["1: n", "1: p", "1: v", "2: n", "2: p", "2: v"]


def tube(row):
    return table(TUBE, "Schemes against each other", "error at equal cost", [row], TUBE_CELLS)


def marti(row):
    return table(MARTI, "Strong shocks", "1: n", [row], PROBLEMS)


def rows_of(system):
    """(scheme, flow, exact solution, measured, tests)"""
    conformal = ("shock tube, conformal, L1(e)/e_left at t = 3 fm/c", "ideal Riemann problem")
    blast = ("Marti and Muller's problems 1 and 2, 400 cells, L1", "Riemann problem of a relativistic gas")
    gubser = ("Gubser flow, mean error of T", "Gubser (2010)")
    if system == "srhd":
        yield ("kurganov-tadmor", *conformal, tube("kurganov-tadmor, minmod 1.5, rk2"),
               ["exact/test_shock_tube.py::test_error", "convergence/test_orders.py::test_shock_tube"])
        yield ("kurganov-tadmor", *blast, marti("kurganov-tadmor, minmod 1.5, rk2"),
               ["exact/test_marti_muller.py::test_errors", "convergence/test_orders.py::test_marti_muller_1",
                "convergence/test_orders.py::test_marti_muller_2"])
        for cells in ("200 x 200", "400 x 400"):
            yield ("kurganov-tadmor", f"{gubser[0]}, {cells}", gubser[1],
                   table(ACCURACY, "Gubser flow", "`extrapolated` boundary", [cells], ["`extrapolated` boundary", "order"]),
                   ["exact/test_flows.py::test_gubser_temperature", "convergence/test_orders.py::test_gubser_inside"])
        yield ("kurganov-tadmor", "Bjorken flow, orders 2 and 3 in the step", "e tau^(4/3) = const", "",
               ["exact/test_flows.py::test_bjorken_conformal", "exact/test_flows.py::test_bjorken_order_in_time"])
        yield ("kurganov-tadmor", "smooth pulse, order by differences of meshes", "", "",
               ["convergence/test_orders.py::test_smooth_flow"])
        yield ("shasta", *conformal, tube("shasta"), ["exact/test_shasta.py::test_shock_tube"])
        yield ("shasta", *blast, marti("shasta"), ["exact/test_shasta.py::test_marti_muller"])
        yield ("shasta", "Bjorken flow, order 2 in the step; Gubser flow", "both", "",
               ["exact/test_shasta.py::test_bjorken_converges_with_order_two", "exact/test_shasta.py::test_gubser_converges"])
        yield ("musta", *conformal, tube("musta 2, minmod 1.5"), ["exact/test_musta.py::test_tube"])
        yield ("musta", *blast, marti("musta 2, minmod 1.5"), ["exact/test_musta.py::test_marti_muller"])
        yield ("musta", "smooth wave, order by differences of meshes; Bjorken flow", "Bjorken flow", "",
               ["exact/test_musta.py::test_second_order", "exact/test_musta.py::test_milne"])
        for variant in ("a-alpha", "c-tau"):
            yield (f"cese, {variant}", *conformal, tube(f"cese, {variant}"), ["exact/test_cese.py::test_relativistic_tubes"])
        yield ("cese", "wave of the charge, order 2", "carried along", "",
               ["convergence/test_orders.py::test_conservation_elements_of_another_system"])
        for kind in ("ader-weno", "rk-weno"):
            for order in (2, 3, 4):
                yield (f"{kind} {order}", "oblique wave of the charge at 0.80 of the speed of light, H200", "carried along",
                       table(GODUNOV, "Relativistic gas", "order", [f"{kind} {order}"], ["32", "64", "128", "order"]),
                       ["convergence/test_godunov.py::test_relativistic_wave"])
        for kind in ("ader-weno", "rk-weno"):
            for order in (2, 3, 4):
                yield (f"{kind} {order}", *blast,
                       table(GODUNOV, "Relativistic gas", "1: n", [f"{kind} {order}"], PROBLEMS),
                       ["exact/test_srhd_godunov.py::test_blast_waves"])
        yield ("rk-weno 2", "cubed sphere: a wind, mean error of the charge density", "constants along the radius",
               table(SPHERE, "Relativistic gas", "flow, error", ["wind, charge density, order 2, $6^3$ and $12^3$ cells a panel"],
                     ["coarse", "finer", "order"]), ["exact/test_sphere_relativistic.py::test_wind"])
        yield ("rk-weno 3", "cubed sphere: a bump of charge over a corner, mean error", "carried along",
               table(SPHERE, "Relativistic gas", "flow, error", ["the same on 10 and 20 cells, order 3"], ["coarse", "finer", "order"]),
               ["exact/test_sphere_relativistic.py::test_bump_over_a_corner"])
        yield ("rk-weno", "cubed sphere: a blast between walls, cold gas that parts, other equations of state", "totals; gas everywhere", "",
               ["exact/test_sphere_relativistic.py::test_blast_between_walls", "exact/test_sphere_relativistic.py::test_cold_gas_that_parts",
                "exact/test_sphere_relativistic.py::test_other_equations_of_state"])
    elif system == "israel-stewart":
        scheme = "kurganov-tadmor"
        yield (scheme, "Bjorken flow, conformal, Navier-Stokes start", "ordinary differential equations (GSL)",
               table(VISCOUS, "Bjorken flow", "step", ["conformal, Navier-Stokes start"], ["step", "$e$", "$\\phi$"]),
               ["exact/test_viscous.py::test_bjorken_shear"])
        yield (scheme, "Bjorken flow with bulk pressure", "the same",
               table(VISCOUS, "Bjorken flow", "step", ["`lattice-wb` and $\\zeta/s$ of Denicol et al., start without stress"],
                     ["step", "$e$", "$\\phi$", "$\\Pi$"]),
               ["exact/test_viscous.py::test_bjorken_bulk", "exact/test_viscous.py::test_bjorken_through_the_crossover"])
        yield (scheme, "Gubser flow, 200 x 200 cells", "Marrochio et al. (2015)",
               table(ACCURACY, "Viscous flows", "error", ["[Gubser](../../examples/gubser-viscous/README.md) at tau = 3 fm/c, "
                                                          "200 x 200 cells"], ["error", ""]),
               ["exact/test_viscous.py::test_gubser_errors", "exact/test_viscous.py::test_gubser_order"])
        for bulk in ("Denicol et al.", "Cauchy, 0.1 at 0.18 GeV, width 0.03 GeV"):
            yield (scheme, f"smooth event, zeta/s: {bulk}, H200", "the same at dx = 0.05 fm",
                   table(VISCOUS, "Smooth events", "limiter", [bulk, "parabolic"],
                         ["e, dx = 0.4 fm", "0.2 fm", "0.1 fm"]),
                   ["exact/test_viscous_events.py::test_smooth_event_converges"])
        yield (scheme, "an event without viscosity", "system srhd", "", ["exact/test_viscous_events.py::test_ideal_limit"])
    elif system == "mhd":
        for order in ("3", "4"):
            for solver in ("HLL", "HLLD"):
                yield (f"ader-weno {order}", f"magnetized vortex, {solver}, mean error of B_x", "carried along",
                       table(MHD, "Measured", "order", [f"order {order}, {solver}"], ["32", "64", "order"]),
                       ["convergence/test_mhd.py::test_vortex"])
        yield ("ader-weno", "Alfven waves oblique in a square and in a cube", "Toth (2000)", "",
               ["convergence/test_mhd.py::test_oblique_alfven_wave",
                "convergence/test_mhd.py::test_alfven_wave_along_the_diagonal_of_a_cube",
                "convergence/test_mhd.py::test_linear_waves_across_a_box", "exact/test_examples.py::test_alfven_wave",
                "exact/test_examples.py::test_linear_waves"])
        yield ("ader-weno 2", "accretion along a radial field, between ends that say it", "Bondi (1952)", "",
               ["exact/test_examples.py::test_accretion"])
        yield ("ader-weno", "contact, tangential and Alfven discontinuities at rest, hlld", "they stay", "",
               ["exact/test_mhd.py::test_discontinuities_at_rest_stay"])
        yield ("ader-weno", "tubes in two dimensions", "the same in one", "",
               ["exact/test_mhd.py::test_plane_flows_are_those_of_one_axis"])
        yield ("ader-weno", "Brio and Wu's tube", "3200 cells", "", ["exact/test_mhd.py::test_brio_wu"])
        yield ("ader-weno", "tubes 1a, 2a and 4d of Ryu and Jones, HLLC, HLLD and HLLI", "1600 cells", "", ["exact/test_mhd.py::test_ryu_jones"])
        yield ("rk-weno 2", "cubed sphere: an oblique Alfven wave, hlld, L1 of B", "carried along",
               table(SPHERE, "Measured", "solver, error", ["hlld, L1 of B"], ["8 x 8", "16 x 8", "24 x 11", "last order"]),
               ["convergence/test_sphere.py::test_alfven_wave"])
        yield ("ader-weno 2", "cubed sphere: the same wave", "carried along",
               table(SPHERE, "Measured", "solver, error", ["ader-weno, hlld, L1 of B"], ["8 x 8", "16 x 8", "24 x 11", "last order"]),
               ["convergence/test_sphere.py::test_alfven_wave"])
        yield ("rk-weno 3", "cubed sphere: the same wave", "carried along",
               table(SPHERE, "Orders 3 and 4, a field", "order, error", ["order 3, L1 of B"],
                     ["8 x 8", "16 x 8", "24 x 11", "last order"]), ["convergence/test_sphere.py::test_alfven_wave"])
        yield ("rk-weno 3", "cubed sphere: a twist along a monopole; the field at points and its rate", "exact to first order; the wave",
               "", ["convergence/test_sphere.py::test_twist_along_a_monopole",
                    "convergence/test_sphere.py::test_field_at_points_and_its_rate"])
        yield ("rk-weno 3, 4", "cubed sphere: a blast in a field over a corner", "gas everywhere", "",
               ["exact/test_sphere_flows.py::test_strong_blast_in_a_field"])
        yield ("rk-weno 2", "cubed sphere: a dipole in uniform pressure, mean speed", "at rest",
               table(SPHERE, "Measured", "what rests", ["dipole in uniform pressure, mean speed at t = 0.5, 6 and 12 cells"],
                     ["coarse", "twice as fine", "order"]),
               ["exact/test_sphere.py::test_fields_at_rest"])
        yield ("rk-weno 2", "cubed sphere: uniform flow and field, totals, div B, rotations", "they stay", "",
               ["exact/test_sphere.py::test_free_stream", "exact/test_sphere.py::test_totals_between_walls",
                "exact/test_sphere.py::test_divergence_between_ends", "exact/test_sphere.py::test_rotations_of_the_cube"])
    elif system == "srmhd":
        yield ("rk-weno 2", "cubed sphere: an oblique Alfven wave, hlld, L1 of B", "Del Zanna et al. (2007)",
               table(SPHERE, "Relativistic gas", "solver, error", ["srmhd, hlld, L1 of B"], ["8 x 8", "16 x 8", "24 x 11", "last order"]),
               ["convergence/test_sphere.py::test_relativistic_alfven_wave"])
        yield ("rk-weno 2", "cubed sphere: a blast in a field between walls", "totals; gas everywhere", "",
               ["exact/test_sphere_relativistic.py::test_blast_in_a_field"])
        for scheme in ("rk-weno 2", "ader-weno 2", "rk-weno 3", "rk-weno 4"):
            yield (scheme, "oblique Alfven wave of amplitude 0.9, mean error of B_x", "Del Zanna et al. (2007)",
                   table(RELATIVISTIC_MHD, "Measured", "order", [scheme], ["16 x 8", "32 x 16", "64 x 32", "order"]),
                   ["convergence/test_srmhd.py::test_oblique_alfven_wave"])
        yield ("rk-weno", "Balsara's five tubes", "800 or 1600 cells", "",
               ["exact/test_srmhd.py::test_tubes_of_balsara", "exact/test_srmhd.py::test_order_3_takes_the_tubes"])
        yield ("rk-weno, ader-weno", "Balsara's tubes 2 and 5, HLL, HLLC and HLLD", "exact solution (Giacomazzo and Rezzolla 2006)",
               "", ["exact/test_srmhd.py::test_exact_solutions"])
        yield ("rk-weno 2, ader-weno 2", "contact, tangential and Alfven discontinuities at rest, hlld", "they stay", "",
               ["exact/test_srmhd.py::test_discontinuities_at_rest_stay"])
        yield ("rk-weno 2", "two streams that collide at 0.999 of light", "what flows in", "",
               ["exact/test_srmhd.py::test_streams_that_collide"])
        yield ("rk-weno", "without a field; at 1e-3 of light", "`srhd`; `mhd`", "",
               ["exact/test_srmhd.py::test_without_a_field_it_is_hydrodynamics",
                "exact/test_srmhd.py::test_slow_flows_are_those_of_mhd"])
        yield ("rk-weno", "tubes in two dimensions", "the same in one", "",
               ["exact/test_srmhd.py::test_plane_flows_are_those_of_one_axis"])
    elif system == "maxwell":
        yield ("ader-weno", "plane wave along (1, 0, 1), 16 cells, mean error of B", "carried along",
               table(LIGHT, "Measured", "plane wave", ["along (1, 0, 1), t = 0.3, cfl 0.3"],
                     ["order 2", "order 3", "order 4"]),
               ["convergence/test_maxwell.py::test_oblique_plane_wave",
                "convergence/test_maxwell.py::test_plane_wave_along_the_diagonal_of_a_cube"])
        yield ("ader-weno", "damped waves, sigma dt/eps from 6e-3 to 1e4", "dispersion relation", "",
               ["convergence/test_maxwell.py::test_damped_wave"])
        yield ("ader-weno", "standing wave between conducting walls", "the mode", "",
               ["convergence/test_maxwell.py::test_standing_wave_between_conducting_walls"])
        yield ("ader-weno", "pulse on a dielectric half space, decay of charges, skin of a conductor",
               "Fresnel; exp(-sigma t/eps); the wave number in the conductor", "",
               ["exact/test_maxwell.py::test_pulse_on_a_dielectric_half_space",
                "exact/test_maxwell.py::test_charges_of_a_conductor_decay", "exact/test_maxwell.py::test_skin_depth",
                "exact/test_maxwell.py::test_skin_depth_at_20_cells_a_wavelength"])
        yield ("ader-weno", "modes of a metal box; half space and wave with losses; near field of a dipole; a beam on a disk; "
               "lightning above metal, SI units", "frequencies; dispersion relation; Hertz; Mie's series of the beam's waves; images",
               "", ["exact/test_examples.py::test_modes_of_a_metal_box", "exact/test_examples.py::test_conducting_half_space",
                    "exact/test_examples.py::test_lossy_wave", "exact/test_examples.py::test_hertzian_dipole",
                    "exact/test_examples.py::test_beam_is_refracted", "exact/test_examples.py::test_lightning_current_on_metal"])
        yield ("ader-weno", "waves in media that vary smoothly: second order", "a medium that reflects nothing; meshes", "",
               ["convergence/test_maxwell_media.py::test_a_wave_that_nothing_reflects",
                "convergence/test_maxwell_media.py::test_permittivity_alone"])
        yield ("ader-weno", "crystals: waves of both polarisations, conductors with two rates",
               "the wave's equation; the exponential of its matrix", "",
               ["exact/test_crystals.py::test_plane_waves", "exact/test_crystals.py::test_a_conductor_with_two_rates"])
        yield ("ader-weno", "currents: sheet, Hertz's dipole, plane wave in a box", "retarded potentials; the wave, and nothing",
               "", ["exact/test_maxwell_sources.py::test_current_sheet",
                    "exact/test_maxwell_sources.py::test_dipole_in_free_space",
                    "exact/test_maxwell_sources.py::test_total_and_scattered_field"])
        yield ("ader-weno, symmetric", "lists of currents: the sum of single ones; two lines, an array of eight; the power of a point "
               "anywhere in its cell", "linearity, to rounding; Hankel functions; Larmor", "",
               ["exact/test_maxwell_sources.py::test_sources_of_a_list_add",
                "exact/test_maxwell_sources.py::test_two_lines_interfere",
                "exact/test_examples.py::test_phased_array",
                "exact/test_maxwell_sources.py::test_power_of_a_line_current",
                "exact/test_maxwell_sources.py::test_power_of_a_point_dipole"])
        yield ("ader-weno", "energy by frequency: half spaces, layers, radiating currents, a cylinder",
               "Fresnel; transfer matrices; Larmor; Mie's series", "",
               ["exact/test_fluxes.py::test_fresnel", "exact/test_fluxes.py::test_conductors_reflect",
                "exact/test_fluxes.py::test_layer_of_glass", "exact/test_fluxes.py::test_line_current_radiates",
                "exact/test_fluxes.py::test_dipole_radiates_in_three_dimensions",
                "exact/test_fluxes.py::test_mirror_of_layers", "exact/test_fluxes.py::test_scattering_of_a_cylinder"])
        yield ("ader-weno", "matched layers", "a longer mesh", "",
               ["exact/test_maxwell_sources.py::test_layers_swallow_waves_at_right_angles"])
    else:
        yield ("rk-weno 2", "cubed sphere: a bump carried around over a corner, mean error of the density", "carried along",
               table(SPHERE, "Measured", "error of the density", ["L1"], ["16", "32", "order"]),
               ["convergence/test_sphere.py::test_around_the_sphere", "convergence/test_sphere.py::test_bump_over_a_corner"])
        for flow in ("wind", "accretion"):
            yield ("rk-weno 2", f"cubed sphere: transonic {flow}, mean error of the mass flux", "Bernoulli's equation",
                   table(SPHERE, "Measured", "flow, error", [f"{flow}, mass flux"], ["n = 4", "n = 8"]),
                   ["exact/test_sphere_flows.py::test_transonic_flows"])
        yield ("rk-weno 2", "cubed sphere: a blast over a corner", "one dimension; a box", "",
               ["exact/test_sphere_flows.py::test_blast_over_a_corner"])
        shocks = ["Sod", "Toro 1", "2", "3", "4", "5", "LeBlanc"]
        for kind in ("ader-weno", "rk-weno"):
            for order in ("2", "3", "4"):
                yield (f"{kind} {order}", "tubes, hllc, mean error of the density", "Riemann problem (Toro 2009)",
                       table(GAS, "Shocks", "Sod", [kind, order, "hllc"], shocks),
                       [] if (kind, order) in (("rk-weno", "2"), ("rk-weno", "4")) else
                       ["exact/test_gas_dynamics.py::test_error"])
        for kind in ("ader-weno", "rk-weno"):
            for order in ("2", "3", "4"):
                yield (f"{kind} {order}", "Noh and Sedov, hllc", "Noh (1987), Sedov (1959)",
                       table(GAS, "In two and three dimensions", "Noh 2D", [kind, order, "hllc"],
                             ["Noh 2D", "Noh 3D", "Sedov 3D"]),
                       [])
        yield ("kurganov-tadmor", "Noh, 2D: plateau and what is ahead; Sedov, 1D (ader-weno 3) to 3D: energy and front",
               "Noh (1987), Sedov (1959)", "",
               ["exact/test_gas_blasts.py::test_noh", "exact/test_gas_blasts.py::test_sedov"])
        for row in ("ader-weno 2, mc", "ader-weno 3", "ader-weno 4", "rk-weno 2, mc", "rk-weno 3", "rk-weno 4"):
            yield (row, "wave across a cube, 32 to 128 cells, H200", "carried along",
                   table(GODUNOV, "What it does", "vortex 48", [row], ["wave 32", "64", "96", "128"]),
                   ["convergence/test_godunov.py::test_oblique_wave"])
        for row in ("ader-weno 2", "ader-weno 3", "ader-weno 4", "rk-weno 2", "rk-weno 3", "rk-weno 4"):
            yield (row, "vortex", "carried along", table(GODUNOV, "What it does", "32", [row], ["32", "64", "128"]),
                   ["convergence/test_godunov.py::test_vortex"])
        for row in ("ader-weno 2", "rk-weno 3", "ader-weno 4"):
            yield (row, "viscous shock at Mach 2, mean error of the density", "Becker (1922)",
                   table(GODUNOV, "Viscosity and conduction", "64", [row], ["64", "128", "256"]),
                   ["convergence/test_navier_stokes.py::test_beckers_shock"])
        yield ("ader-weno, rk-weno", "sound, shear and heat with viscosity and conduction; walls that hold the gas",
               "linear equations; Poiseuille's flow", "",
               ["convergence/test_navier_stokes.py::test_sound_shear_and_heat_decay_at_their_rates",
                "convergence/test_navier_stokes.py::test_poiseuilles_flow"])
        yield ("kurganov-tadmor", "vortex", "carried along",
               table(GAS, "Smooth flow", "order", ["kurganov-tadmor, minmod 1.5"], ["32", "64", "order"]),
               ["exact/test_gas_dynamics.py::test_error"])
        for row in ("kurganov-tadmor", "musta", "cese a-alpha", "cese c-tau"):
            yield (row, "tubes, 400 cells", "Sod, rarefaction: Riemann problem; others: 12800 cells",
                   table(CESE, "Measured", "Sod", [row], ["Sod", "rarefaction", "blast waves", "Shu and Osher"]),
                   ["exact/test_cese.py::test_tubes", "exact/test_cese.py::test_against_a_finer_mesh"]
                   if row.startswith("cese") else [] if row == "musta" else ["exact/test_gas_dynamics.py::test_error"])
        for cells in ("256", "128 x 128"):
            yield ("cese", f"wave, {cells}", "carried along",
                   table(CESE, "Measured", "a-alpha", [cells], ["a-alpha", "order", "c-tau", "order"]),
                   ["convergence/test_orders.py::test_conservation_elements"])


PEERS = [("../bench/beside.md", "In the mean over these tubes"), ("../bench/beside.md", "In two dimensions the errors"),
         ("theory/gas-dynamics.md", "Athena++ with PPM"), ("theory/godunov.md", "in Athena++ gives"),
         ("theory/godunov.md", "Balsara et al. (2023) print"), ("theory/israel-stewart.md", "MUSIC's figures")]

# What is kept, mirrored, refused, counted: the claim and the tests that hold it.
CLAIMS = [
    ("Totals of energy, momentum and charge stay to rounding in a closed box",
     ["exact/test_conservation.py::test_totals_stay", "exact/test_musta.py::test_totals_stay",
      "exact/test_shasta.py::test_conservation", "exact/test_cese.py::test_conservation",
      "exact/test_srhd_godunov.py::test_conservation", "exact/test_srmhd.py::test_conservation_and_divergence"]),
    ("Mirror images and exchanged axes have the same bits in strict mode",
     ["exact/test_symmetry.py::test_turned_problem", "exact/test_musta.py::test_mirror_images",
      "exact/test_cese.py::test_symmetry", "exact/test_srhd_godunov.py::test_mirror_images",
      "exact/test_viscous_symmetry.py::test_mirror_images", "exact/test_viscous_symmetry.py::test_exchange_of_axes",
      "exact/test_mhd.py::test_mirror_images", "exact/test_srmhd.py::test_mirror_images"]),
    ("Threads, blocks and compilers do not change a bit in strict mode",
     ["parity/test_runs.py::test_threads_give_the_same_bits_as_one", "parity/test_runs.py::test_blocks_do_not_change_bits",
      "parity/test_runs.py::test_compilers_give_the_same_bits"]),
    ("A restarted run has the bits of one that was not interrupted",
     ["parity/test_runs.py::test_a_restarted_run_gives_the_same_bits", "robustness/test_restarts.py::test_the_same_bits_in_pieces"]),
    ("What was hot flows through the freeze-out surface; closed surfaces are closed",
     ["exact/test_surface.py::test_energy_and_momentum", "exact/test_surface.py::test_gubser",
      "exact/test_surface.py::test_closed_surface", "cli/test_surface_files.py::test_restart", "cli/test_surface_files.py::test_devices"]),
    ("Net baryon number flows through it, with the diffusion current; hadrons know its chemical potential",
     ["exact/test_surface_charge.py::test_charge_through_the_surface", "exact/test_surface_charge.py::test_charge_through_gubsers_surface",
      "exact/test_surface_charge.py::test_gubsers_flow_with_diffusion", "exact/test_hadrons_charge.py::test_numbers_of_a_still_cell",
      "exact/test_hadrons_charge.py::test_currents", "exact/test_hadrons_charge.py::test_decays"]),
    ("The divergence of a magnetic field stays at rounding, and a field that has one is refused",
     ["exact/test_mhd.py::test_divergence_stays_at_rounding", "exact/test_mhd.py::test_divergence_over_many_steps",
      "exact/test_mhd.py::test_a_field_with_a_divergence_is_refused"]),
    ("Divergences of light: B none, D that of the charges, with media, conductors and walls",
     ["exact/test_maxwell.py::test_divergence_and_charge",
      "exact/test_maxwell_sources.py::test_divergence_and_charge_with_currents",
      "exact/test_maxwell_divergence.py::test_divergences_between_ends",
      "exact/test_maxwell_divergence.py::test_divergences_in_a_box", "robustness/test_random_combinations.py::test_light"]),
    ("A table of p, T and mu of (e, n) gives the flow of its formulas, and a charge is carried along",
     ["exact/test_table_2d.py::test_bjorken_flow_with_a_charge", "exact/test_table_2d.py::test_the_table_converges",
      "exact/test_table_2d.py::test_the_table_of_a_conformal_gas_gives_the_conformal_flow",
      "exact/test_table_2d.py::test_gubser_flow_with_a_charge", "exact/test_viscous_charge.py::test_bjorken_flow",
      "exact/test_viscous_charge.py::test_sound_waves", "exact/test_viscous_charge.py::test_the_ideal_limit"]),
    ("The diffusion current of a charge is that of the linear theory, of closed forms and of an independent solution along the beam",
     ["exact/test_baryon_diffusion.py::test_telegraph_equation", "exact/test_baryon_diffusion.py::test_modes",
      "exact/test_baryon_diffusion.py::test_bjorken_flow", "exact/test_baryon_diffusion.py::test_expansion_along_the_beam",
      "exact/test_baryon_diffusion.py::test_what_is_limited_is_counted"]),
    ("Fast mode stays within rounding of strict mode", ["parity/test_runs.py::test_fast_mode_stays_near_strict_mode"]),
    ("What is floored, limited or regulated is counted in summary.json",
     ["robustness/test_hard_flows.py::test_the_floor_is_counted", "exact/test_musta.py::test_fallen_cells_are_counted",
      "exact/test_viscous.py::test_bjorken_regulated_start_is_counted", "exact/test_marti_muller.py::test_no_help_was_needed",
      "exact/test_examples.py::test_regulated_share",
      "exact/test_table_2d.py::test_where_published_tables_repeat_their_last_values"]),
    ("Density and pressure stay positive in random Riemann problems",
     ["robustness/test_gas_positivity.py::test_random_riemann_problems", "exact/test_srhd_godunov.py::test_random_riemann_problems",
      "robustness/test_hard_flows.py::test_random_riemann_problems", "robustness/test_mhd_positivity.py::test_random_tubes",
      "robustness/test_srmhd_positivity.py::test_random_tubes"]),
    ("A value that is no number stops the run and leaves a state to go on from",
     ["robustness/test_hard_flows.py::test_not_a_number_stops_the_run_and_leaves_a_state_to_go_on_from"]),
    ("Every example runs, is valid and has its page",
     ["exact/test_examples.py::test_runs", "exact/test_examples.py::test_valid", "exact/test_examples.py::test_readme"]),
    ("This machine works: `taub doctor`", ["cli/test_doctor.py::test_this_machine_works",
                                           "cli/test_doctor.py::test_other_bits_are_found"]),
]


def parity():
    """(system, scheme): number of cases and of pairs case and precision that devices are compared on."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/parity")]
    from device_cases import CASES
    found = collections.defaultdict(lambda: [0, 0])
    for entry in CASES.values():
        pair = found[entry["case"]["system"], entry["case"]["scheme"]["kind"]]
        pair[0] += 1
        pair[1] += len(entry["precisions"])
    return found


PARITY_FILE = {"srhd": ["srhd", "shasta_musta"], "israel-stewart": ["viscous"], "euler": ["gas"], "mhd": ["mhd"],
               "srmhd": ["mhd"],
               "maxwell": ["maxwell"]}
HEADINGS = {"srhd": "Ideal relativistic hydrodynamics", "israel-stewart": "Dissipative relativistic hydrodynamics",
            "euler": "Gas dynamics", "mhd": "Magnetohydrodynamics",
            "srmhd": "Relativistic magnetohydrodynamics", "maxwell": "Electrodynamics"}


def page():
    lines = ["# Trust", "",
             "What is known of every scheme with every system, and the test that holds it. Made by `./dev trust` "
             "(docs/trust.py) from the tables of the pages that",
             "the figures link to, and from the tests; those pages say how and on which hardware each figure was "
             "measured. Double precision unless said; errors do not depend on the hardware beyond rounding, speeds do: "
             "[benchmarks](../bench/README.md). *Measured only* means that no test repeats the figure.", ""]
    for system, heading in HEADINGS.items():
        lines += [f"## {heading} (`{system}`)", "", "| scheme | flow | exact solution | measured | held by |",
                  "|---|---|---|---|---|"]
        for scheme, flow, exact, measured, tests in rows_of(system):
            lines.append(f"| {scheme} | {flow} | {exact} | {measured} | "
                         f"{', '.join(map(test, tests)) or 'measured only'} |")
        lines.append("")
    lines += ["## The same bits on every device", "",
              "Cases that run on host, CUDA and OpenCL in strict mode and are compared bit for bit, all fields at all outputs "
              "([what is compared](../tests/parity/run_on_gpu.py)).", "",
              "| system | scheme | cases | with their precisions | held by |", "|---|---|---|---|---|"]
    for (system, scheme), (cases, runs) in sorted(parity().items()):
        group = PARITY_FILE[system][scheme in ("shasta", "musta") and system == "srhd"]
        lines.append(f"| {system} | {scheme} | {cases} | {runs} | "
                     f"{test(f'parity/test_devices_{group}.py::test_devices_give_the_same_bits')} |")
    lines += ["", "## What else is held", "", "| claim | held by |", "|---|---|"]
    lines += [f"| {claim} | {', '.join(map(test, tests))} |" for claim, tests in CLAIMS]
    lines += ["", "## Figures of other codes", "", "As the pages have them, with where.", ""]
    for where, words in PEERS:
        text, link = sentence(where, words)
        lines.append(f"- {text} ([there]({link}))")
    lines += ["", "## Counts", "", "| folder | files | test functions |", "|---|---|---|"]
    for folder in ("exact", "convergence", "parity", "robustness", "cli", "tree"):
        files = sorted((ROOT / "tests" / folder).glob("test_*.py"))
        count = sum(name.startswith("test_") for path in files for name in functions(path.relative_to(ROOT)))
        lines.append(f"| [tests/{folder}](../tests/{folder}) | {len(files)} | {count} |")
    files = sorted((ROOT / "tests/unit").glob("test_*.c"))
    count = sum(len(re.findall(r"cmocka_unit_test\w*\(", path.read_text())) for path in files)
    lines.append(f"| [tests/unit](../tests/unit) | {len(files)} | {count} |")
    return "\n".join(lines) + "\n"


def without_counts(text):
    """Numbers of tests change with every new one; that does not make the page wrong enough to fail."""
    return text.split("\n## Counts")[0]


def main():
    try:
        text = page()
    except Gone as error:
        sys.exit(f"docs/trust.py: {error}")
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or without_counts(PAGE.read_text()) != without_counts(text):
            sys.exit("docs/trust.md is not what docs/trust.py writes: ./dev trust")
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()

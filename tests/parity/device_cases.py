"""Cases that run on every device in strict mode (run_on_gpu.py, test_devices_*.py, test_ranks.py): each scheme with each system,
boundaries of all kinds, users' code. CASES[name] has the case, as JSON, and the precisions that it runs in."""
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from device_codes import (AIR, DRIVEN, GAS_BOUNDARY, GAS_INITIAL, GAS_SOURCE, LIGHT_INITIAL, MHD_INITIAL, MHD_SOURCE, USER_EOS,
                          USER_INITIAL, USER_SOURCE, VISCOSITIES, WEIGHT)  # noqa: E402
import quark_gas  # noqa: E402

EVENT = str(pathlib.Path(__file__).resolve().parent.parent / "data" / "pbpb-2760-central-0.dat")
FIELDS = ["energy_density", "four_velocity", "velocity", "charge_density", "pressure", "temperature", "lorentz_factor",
          "entropy_density", "sound_speed_squared", "chemical_potential", "momentum", "conserved_energy",
          "conserved_charge"]


GAUSSIAN = {"kind": "gaussian", "peak": {"energy_density": 5, "charge_density": 0.3},
            "background": {"energy_density": 0.02, "velocity": [0.3, -0.2, 0.1]}, "center": [0.2, -0.3, 0.1],
            "width": [0.8, 1, 0.7]}
GAS = {"kind": "riemann", "axis": "diagonal", "left": {"pressure": 13.33, "charge_density": 10, "velocity": [0.2, 0, 0.1]},
       "right": {"pressure": 0.01, "charge_density": 1}}
TUBE = {"kind": "riemann", "axis": "x", "left": {"energy_density": 2.46}, "right": {"energy_density": 0.015}}
SPHERE = {**GAUSSIAN, "peak": {"energy_density": 5}}
MIXED = {"x": "periodic", "y": ["reflecting", "outflow"], "z": "reflecting"}


def case(eos, cells, initial, precisions, steps=20, coordinates="cartesian", boundary="outflow", source=None, time=None,
         **scheme):
    half = [3, 3, 3]
    result = {"system": "srhd", "eos": eos,
              "mesh": {"coordinates": coordinates, "cells": cells, "lower": [-x for x in half], "upper": half,
                       "boundary": boundary},
              "scheme": {"kind": "kurganov-tadmor", **scheme},
              "time": {"start": 0, "end": 100, "max_steps": steps, **(time or {})},
              "initial": initial, "output": {"fields": FIELDS, "history": 1},
              "device": {"threads": 1, "reproducible": "strict"}}
    if source:
        result["source"] = source
    return {"case": result, "precisions": precisions}


GAS_FIELDS = ["density", "pressure", "velocity", "temperature", "entropy", "mach_number", "momentum",
              "conserved_energy", "scalar_1", "scalar_2"]
EXPLOSION = {"kind": "code", "file": "gas_initial.c", "parameters": {"density": 2.5}}
QUADRANTS = {"kind": "pieces", "cuts": {"x": [0.31], "y": [0.12]},
             "states": [{"density": 0.138, "velocity": [1.206, 1.206, 0], "pressure": 0.029, "scalar_1": 1},
                        {"density": 0.5323, "velocity": [0, 1.206, 0], "pressure": 0.3, "scalar_2": 0.5},
                        {"density": 0.5323, "velocity": [1.206, 0, 0], "pressure": 0.3}, {"density": 1.5, "pressure": 1.5}]}
QUADRANTS_1D = {**QUADRANTS, "cuts": {"y": [0.12]}, "states": [{"density": 1e-3, "pressure": 1e-4, "scalar_1": 1},
                                                               {"density": 5, "pressure": 800, "velocity": [1, -2, 0]}]}
EDGES = {"x": ["inflow", "outflow"], "y": ["reflecting", "code"]}
STICKY = {**EDGES, "y": ["no-slip", "code"]}


WAVE = {"kind": "code", "file": "air.c", "parameters": {"wave": 0.3}}


def gas(cells, initial, precisions, boundary="outflow", source=None, transport=None, **more):
    """Gas dynamics with two scalars."""
    result = case({"kind": "ideal-gas", "gamma": 1.4}, cells, initial, precisions, boundary=boundary, source=source,
                  **more)
    view = {"name": "some", "fields": ["density", "velocity", "scalar_2"], "every": 1e-6, "stride": [min(2, cells[0]), 1, 1]}
    result["case"].update(system="euler", scalars=2, output={"fields": GAS_FIELDS, "history": 1, "exact": False, "views": [view]})
    if transport:
        result["case"]["transport"] = transport
    if boundary in (EDGES, STICKY):
        result["case"].update(boundary={"file": "gas_boundary.c"},
                              inflow={"x_lower": {"density": 1.1, "pressure": 1.3, "velocity": [0.4, 0.1, 0],
                                                  "scalar_1": 0.7}})
    return result


MHD_FIELDS = ["density", "pressure", "velocity", "magnetic_field", "magnetic_flux", "magnetic_pressure", "entropy",
              "conserved_energy", "scalar_1"]
FAST_STREAM = {"kind": "riemann", "axis": "z",
               "left": {"density": 0.737, "pressure": 0.107, "velocity": [-0.0214, 0.0284, -0.119], "magnetic_field": [-0.0142, -0.00543, -0.0115]},
               "right": {"density": 1.32, "pressure": 19.9, "velocity": [171, -209, -10.8], "magnetic_field": [-340, 339, -0.0115], "scalar_1": 1}}
TWISTED = {"kind": "code", "file": "mhd_initial.c", "parameters": {"density": 2.5, "pressure": 0.01}}
MILD = {**TWISTED, "parameters": {"density": 1.5, "pressure": 1.5}}  # needs no positivity
LIGHT_FIELDS = ["electric_field", "electric_flux", "magnetic_field", "magnetic_flux", "magnetic_strength", "energy_flux",
                "energy_density", "current_density", "heating_density", "charge_density", "permittivity", "permittivity_axes", "conductivity", "polarization"]
CHARGED = {"kind": "code", "file": "light_initial.c", "parameters": {"charge": 2.5}}
PLANE_WAVE = {"kind": "plane-wave", "waves": [1, 1, 1], "polarization": [1, 0.5, -2]}
PULSE = {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.6, "wavelength": 1}
WALLS = {"x": ["outflow", "outflow"], "y": ["reflecting", "reflecting"], "z": ["magnetic-wall", "outflow"]}
OPEN = {"x": "outflow", "y": ["outflow", "magnetic-wall"]}
LAYERS = {"cuts": {"x": [0.31], "y": [0.12]}, "permittivities": [1, 4, 2, 1], "conductivities": [0, 3, 1e4, 0],
          "inclusion": {"kind": "ball", "radius": 1.1, "permittivity": 3, "conductivity": 2}}


# layers whose surface is a face of 33 cells along x
THICK = {"cuts": {"x": [-3 + 6 * 16 / 33]}, "permittivities": [1, 4], "permeabilities": [1.5, 1]}
SWALLOW = {"x": "matched-layer", "y": ["reflecting", "matched-layer"], "z": ["magnetic-wall", "reflecting"]}
EMPTY = {"kind": "empty"}
DIPOLE = {"kind": "dipole", "polarization": [1, 0.5, -2], "position": [0.2, 0.1, 0], "radius": 1.3, "frequency": 0.7,
          "duration": 0.4, "start": 0.3}
SHEET = {"kind": "sheet", "axis": "y", "polarization": [1, 0, 0.5], "position": [0.2, 0.1, 0], "thickness": 1.5, "duration": 0.4,
         "start": 0.3}
BEAM = {"kind": "beam", "axis": "x", "propagation": [1, 0.4, 0], "polarization": [-0.4, 1, 0.7], "position": [-1.5, -0.3, 0],
        "thickness": 1, "waist": 0.8, "signal": "continuous", "frequency": 0.7, "duration": 0.3, "start": 1.5}
BOX = {"kind": "plane-wave", "propagation": [1, 0.5, 0], "polarization": [1, -2, 1], "lower": [-1, -1, -99],
       "upper": [1, 1, 99], "thickness": 0.8, "signal": "continuous", "frequency": 0.7, "duration": 0.5, "start": 2.6}
POINT = {"kind": "dipole", "polarization": [1, 0.5, -2], "position": [0.7, 0.1, 0], "signal": "ricker", "duration": 0.4,
         "start": 0.3}


POLES = {"poles": [{"kind": "debye", "strength": 0.5, "time": 0.3}], "inclusions": [
    {"kind": "ball", "radius": 1.3, "permittivity": 2, "conductivity": 1, "poles": [
        {"kind": "drude", "plasma_frequency": 4, "damping": 0.3}, {"kind": "lorentz", "strength": 2, "frequency": 3, "damping": 0.2}]},
    {"kind": "box", "lower": [1.2, -9, -9], "upper": [9, 9, 9], "poles": [{"kind": "drude", "plasma_frequency": 2, "damping": 0.3}]}]}
CRYSTALS = {"permittivity_axes": [2, 3, 1.5], "conductivity": 0.3, "averaging": "axes", "inclusions": [
    {"kind": "ball", "radius": 1.3, "permittivity_axes": [4, 1.2, 2], "conductivity": 1e3},
    {"kind": "box", "lower": [1.25, -9, -9], "upper": [9, 9, 9], "permittivity": 2, "poles": [{"kind": "drude", "plasma_frequency": 2}]}]}
METAL = {"averaging": "axes", "poles": [{"kind": "debye", "strength": 0.5, "time": 0.3}], "inclusions": [
    {"kind": "ball", "radius": 1.3, "conductivity": 1e6},
    {"kind": "box", "lower": [1.25, -9, -9], "upper": [9, 0.3, 9], "permittivity": 2, "conductivity": 1e3}]}
FLUXES = {"frequencies": [0.5, 1.2], "count": 4, "every": 2, "planes": [
    {"name": "up", "kind": "x", "position": 0.7}, {"name": "part", "kind": "y", "position": -0.4, "lower": [-1, 0, -1], "upper": [1, 0, 1]},
    {"name": "around", "kind": "box", "lower": [-1.5, -1.4, -1.3], "upper": [1.4, 1.5, 1.2]}]}


LOSSLESS = {"permittivity_axes": [2, 3, 1.5], "permeability": 1.2, "averaging": "axes", "inclusions": [
    {"kind": "ball", "radius": 1.3, "permittivity_axes": [4, 1.2, 2]}, {"kind": "box", "lower": [1.25, -9, -9], "upper": [9, 9, 9], "permittivity": 2}]}
BLOCH = {"x": "periodic", "y": "periodic", "z": ["magnetic-wall", "matched-layer"]}


def light(cells, initial, precisions, medium=None, fluxes=None, bloch=None, kind="ader-weno", **more):
    """Electrodynamics; with mesh.bloch, of complex fields."""
    result = case({}, cells, initial, precisions, kind=kind, **more)
    if more.get("boundary") in (SWALLOW, BLOCH):
        result["case"]["mesh"]["layer"] = {"cells": 4}
    if bloch:
        result["case"]["mesh"]["bloch"] = bloch
    probes = {"points": [[-2.95, -2.9, -3], [0.3, 0.1, 0.2], [3, 2.9, 2.95]], "fields": ["electric_field", "energy_flux"]}
    result["case"].update(system="maxwell", output={"fields": LIGHT_FIELDS, "history": 1, "probes": probes}, medium=medium or {})
    if bloch:
        parts = [f"{name}_imaginary" for name in LIGHT_FIELDS
                 if not name.startswith(("energy", "heating", "permittivity", "conductivity"))]
        result["case"]["output"].update(fields=LIGHT_FIELDS + parts)
        probes["fields"] = ["electric_field", "electric_field_imaginary", "energy_flux"]
    if fluxes:
        result["case"]["output"]["fluxes"] = fluxes
    del result["case"]["eos"]
    return result


MAGNETIC_TUBE = {"kind": "riemann", "axis": "y",
                 "left": {"density": 1, "pressure": 20, "velocity": [0.2, 10, 0], "magnetic_field": [1.4, 1.4, 0.2]},
                 "right": {"density": 1, "pressure": 0.01, "velocity": [0, -10, 0.1], "magnetic_field": [1.4, 1.4, 0.2],
                           "scalar_1": 1}}


def mhd(cells, initial, precisions, system="mhd", transport=None, **more):
    """Magnetohydrodynamics with a scalar."""
    result = case({"kind": "ideal-gas", "gamma": 1.4}, cells, initial, precisions, **{"kind": "ader-weno", "steps": 8, **more})
    result["case"].update(system=system, scalars=1, output={"fields": MHD_FIELDS, "history": 1})
    if transport:
        result["case"].update(transport=transport)
    if more.get("boundary") == EDGES:
        result["case"].update(boundary={"file": "gas_boundary.c"},
                              inflow={"x_lower": {"density": 1.1, "pressure": 1.3, "velocity": [0.4, 0.1, 0],
                                                  "magnetic_field": [0.7, 0.1, 0.4], "scalar_1": 0.7}})
    return result


def event(precisions, **more):
    """A lead-lead event in Milne coordinates."""
    result = case({"kind": "lattice-wb"}, [36, 34, 18],
                  {"kind": "trento", "file": EVENT, "spacing": 0.2, "scale": 30,
                   "background": {"energy_density": 1e-4}, "longitudinal": {"plateau": 1, "sigma": 0.7}},
                  precisions, steps=24, coordinates="milne", time={"start": 0.5}, **more)
    result["case"]["mesh"].update(lower=[-9, -9, -4], upper=[9, 9, 4])
    return result


VISCOUS_FIELDS = ["energy_density", "four_velocity", "velocity", "temperature", "momentum", "conserved_energy", "shear_stress",
                  "bulk_pressure", "expansion_rate", "shear_tensor", "knudsen_shear", "knudsen_bulk",
                  "inverse_reynolds_shear", "second_order_reynolds_shear", "second_order_reynolds_bulk", "regulation",
                  "norm_deviation", "transverse_deviation", "trace_deviation"]
OF_DIFFERENCES = ["expansion_rate", "shear_tensor", "knudsen_shear", "knudsen_bulk", "second_order_reynolds_shear",
                  "second_order_reynolds_bulk"]  # between cells, which probes do not have
SHEAR_AND_BULK = {"shear_viscosity": {"value": 0.16}, "bulk_viscosity": {"kind": "denicol"},
                  "initial_stress": {"kind": "navier-stokes"}}


def frozen(like, **surface):
    """The same with a freeze-out surface."""
    like["case"]["output"] = {**like["case"]["output"], "surface": surface}
    return like


def viscous(like, transport, **more):
    """The same flow as a dissipative fluid."""
    like["case"].update(system="israel-stewart", transport=transport, **more,
                        output={"fields": VISCOUS_FIELDS, "history": 1})
    return like


def diffusing(like):
    """As a dissipative fluid whose charge has a diffusion current."""
    like = viscous(like, {**SHEAR_AND_BULK, "baryon_diffusion": {"kind": "kinetic"}})
    like["case"]["output"]["fields"] = [*VISCOUS_FIELDS, "charge_density", "diffusion_current", "diffusion_coefficient"]
    return like


def spaced(like, **axes):
    """The same on cells of unequal widths; without views, which need equal ones."""
    like["case"]["mesh"]["spacing"] = axes
    like["case"]["output"].pop("views", None)
    return like


def sphere(like):
    """The same outside a sphere, with points; without views."""
    mesh = {"coordinates": "cubed-sphere", "cells": like["case"]["mesh"]["cells"], "radius": [0.8, 2], "spacing": {"radius": {"kind": "geometric"}},
            "boundary": {"inner": "reflecting", "outer": "outflow"}}
    like["case"].update(mesh=mesh, output={"fields": in_cells(like), "history": 1, "probes": {"points": [[0.9, 0.3, 0.2], [-0.8, 1, -1], [0, 0, -1.9]]}})
    return like


def in_cells(like):
    """Its fields, but for those of faces, which probes and trees do not have."""
    return [name for name in like["case"]["output"]["fields"] if name != "magnetic_flux"]


def resting(like):
    """The same beside a state at rest (scheme.equilibrium), without scalars."""
    like["case"]["scheme"]["equilibrium"] = "code"
    like["case"]["source"] = {"file": "weight.c"}
    like["case"]["output"]["fields"] = [name for name in like["case"]["output"]["fields"] if not name.startswith("scalar")]
    like["case"]["output"].pop("views", None)
    del like["case"]["scalars"]
    return like


def refined(like, blocks, **refine):
    """The same on blocks of several levels that follow the flow every second step, with points all over the mesh and views of
    the finest and the coarsest cells."""
    mesh, output = like["case"]["mesh"], like["case"]["output"]
    mesh.update(blocks=blocks, refine={"levels": 2, "every": 2, **refine})
    output["fields"] = in_cells(like)
    output["probes"] = {"points": [[round(low + (high - low) * (n * share % 1), 6) for low, high, share in
                                    zip(mesh["lower"], mesh["upper"], (0.618034, 0.414214, 0.732051))] for n in range(24)],
                        "fields": [name for name in output["fields"] if name not in OF_DIFFERENCES]}
    output["views"] = output.get("views", []) + [{"name": "coarse", "every": 0.01, "level": 0}]
    return like


def hot(field, above):
    """Blocks are refined where a field is high."""
    return [{"kind": "high", "fields": [field], "above": above, "below": 0.95 * above}]


def write_faces(path, cells, lower, upper):
    """Widths that grow and fall by a tenth and more from cell to cell, with no symmetry."""
    widths = [1 + 0.4 * math.sin(0.9 * n) + 0.01 * n for n in range(cells)]
    faces = [lower + (upper - lower) * sum(widths[:n]) / sum(widths) for n in range(cells)] + [upper]
    path.write_text("# faces\n" + "\n".join(map(repr, faces)) + "\n")


STRETCHED, OFF_CENTRE = {"kind": "stretched"}, {"kind": "stretched", "strength": 3, "focus": 0.3}
FACES = {"kind": "faces", "file": "faces.txt"}
CONSERVED, RUSANOV, RK3 = {"reconstruct": "conserved"}, {"flux": "rusanov"}, {"integrator": "rk3"}
USER = {"kind": "code", "file": "eos.c", "parameters": {"factor": 0.27}}
# two levels; a charge that leaves them at the edge of the peak
CHARGED_TABLE = {"kind": "table-2d", "file": "gas1_p.dat"}
BARYONS = {**GAUSSIAN, "peak": {"energy_density": 5, "charge_density": 0.7},
           "background": {**GAUSSIAN["background"], "energy_density": 0.12}}

def droplets(like):
    """With what enters at its own times, near all kinds of ends, and charge where the fluid has some."""
    like["case"]["source"] = {"kind": "droplets", "file": "droplets.csv"}
    return like


def write_droplets(path, start, charge, milne):
    """Forty in all of the box of `case`, some at once; no two alike."""
    lines = ["tau x y eta E px py pz B sigma_tau sigma_xy sigma_eta" if milne else "t x y z E px py pz B sigma_t sigma_xy sigma_z"]
    for n in range(40):
        place = [2.9 * math.sin(k * (n + 1)) for k in (1.3, 2.1, 3.7)]
        momentum = [0.4 * math.cos(k * n) for k in (1.1, 1.7, 0.6)]
        sigma = 0.1 * (n % 4)
        values = [start + 0.01 + 3 * sigma + 0.9 * n / 40, *place, 1 + 0.3 * math.sin(n), *momentum, charge * (n % 3 - 1), sigma,
                  0.6 + 0.01 * n, 0.6 + 0.02 * (n % 7)]
        lines.append(" ".join(map(repr, values)))
    path.write_text("\n".join(lines) + "\n")


# Every equation of state, 1D to 3D, all precisions, reconstructions, fluxes and integrators; sizes that leave
# incomplete strips and tiles on every device.
CASES = {
    "musta-1d": case({"kind": "ideal-gas"}, [300, 1, 1], {**GAS, "axis": "x"}, ["double", "single"], steps=60,
                     kind="musta", stages=3, limiter="superbee"),
    "musta-2d": case({"kind": "ideal-gas", "gamma": 4 / 3}, [70, 37, 1], GAS, ["double"], kind="musta", stages=1,
                     limiter="van-leer"),
    "musta-3d": case({"kind": "conformal"}, [37, 19, 35], GAUSSIAN, ["double", "single"], boundary=MIXED, kind="musta",
                     stages=2, limiter="mc"),
    "musta-event": event(["double"], kind="musta", stages=2),
    "shasta-1d": case({"kind": "ideal-gas"}, [1, 1, 300], {**GAS, "axis": "z"}, ["double", "single"], steps=60,
                      kind="shasta"),
    "shasta-2d": case({"kind": "ideal-gas", "gamma": 4 / 3}, [70, 37, 1], GAS, ["double"], kind="shasta",
                      splitting="fixed", antidiffusion=0.7, neighbour_share=1),
    "shasta-3d": case({"kind": "conformal"}, [37, 19, 35], GAUSSIAN, ["double", "single", "mixed"], boundary=MIXED,
                      kind="shasta"),
    "shasta-strang": case({"kind": "lattice-wb"}, [24, 18, 20], GAUSSIAN, ["single"], kind="shasta", splitting="strang",
                          phoenical="explicit"),
    "shasta-symmetric": case({"kind": "ideal-gas"}, [23, 19, 17], GAUSSIAN, ["double", "mixed"], boundary="periodic",
                             kind="shasta", splitting="symmetric"),
    "shasta-unsplit": case({"kind": "ideal-gas"}, [23, 19, 17], GAUSSIAN, ["double", "mixed"], boundary=MIXED,
                           kind="shasta", splitting="none"),
    "shasta-event": frozen(event(["double", "mixed"], kind="shasta"), temperature=0.2, every=5),
    "shasta-event-unsplit": event(["single"], kind="shasta", splitting="none"),
    "shasta-event-2d": case({"kind": "conformal"}, [40, 36, 1], GAUSSIAN, ["double"], coordinates="milne",
                            time={"start": 0.6}, boundary="extrapolated", kind="shasta", splitting="symmetric"),
    "conformal-1d": case({"kind": "conformal"}, [300, 1, 1], TUBE, ["double", "single"], steps=60),
    "conformal-2d": case({"kind": "conformal"}, [140, 37, 1], GAUSSIAN, ["double", "single"], boundary=MIXED,
                         **CONSERVED, **RK3),
    "conformal-3d": case({"kind": "conformal"}, [37, 19, 35], GAUSSIAN, ["double", "single"], boundary="periodic",
                         **RUSANOV),
    "ideal-gas-1d": case({"kind": "ideal-gas"}, [300, 1, 1], {**GAS, "axis": "x"}, ["double", "single"], steps=60,
                         theta=2, **CONSERVED, **RUSANOV),
    "ideal-gas-2d": case({"kind": "ideal-gas", "gamma": 4 / 3}, [70, 37, 1], GAS, ["double", "single"], **RK3),
    "ideal-gas-3d": case({"kind": "ideal-gas", "mass": 0}, [33, 18, 17], GAUSSIAN, ["double"], boundary=MIXED,
                         **CONSERVED),
    "lattice-wb-1d": case({"kind": "lattice-wb"}, [1, 1, 90], {**TUBE, "axis": "z"}, ["double", "single"], steps=40,
                          **RK3),
    "lattice-wb-2d": case({"kind": "lattice-wb"}, [70, 37, 1], {**GAUSSIAN}, ["double"], **CONSERVED),
    "lattice-wb-3d": case({"kind": "lattice-wb"}, [33, 18, 20], {**GAUSSIAN}, ["double", "single"], **RUSANOV),
    "event": frozen(event(["double", "single"]), energy_density=2, every=5, stride=[1, 2, 1], gradients=True),
    "event-rk3": event(["double"], **CONSERVED, **RK3),
    "droplets": droplets(case({"kind": "conformal"}, [33, 18, 17], GAUSSIAN, ["double", "single"], coordinates="milne",
                              time={"start": 0.6}, boundary={"x": "periodic", "y": ["reflecting", "outflow"]})),
    "gas-1d": gas([300, 1, 1], EXPLOSION, ["double", "single"], steps=60),
    "gas-2d": gas([70, 37, 1], EXPLOSION, ["double", "single"], boundary=EDGES, source={"file": "gas_source.c"}, **RK3),
    "gas-musta": gas([70, 37, 1], QUADRANTS, ["double"], boundary=EDGES, kind="musta", stages=1),
    "gas-3d": gas([33, 18, 17], EXPLOSION, ["double", "single"], boundary=MIXED),
    "cese-1d": gas([1, 300, 1], EXPLOSION, ["double", "single"], steps=60, boundary={"y": ["reflecting", "outflow"]},
                   kind="cese"),
    "cese-2d": gas([140, 67, 1], EXPLOSION, ["double"], boundary=EDGES, kind="cese", alpha=1),
    "cese-tau-2d": gas([140, 67, 1], QUADRANTS, ["double", "single"], boundary=MIXED, kind="cese", variant="c-tau"),
    "cese-3d": gas([21, 18, 17], EXPLOSION, ["double"], boundary=MIXED, kind="cese"),
    "cese-srhd-2d": case({"kind": "ideal-gas"}, [70, 37, 1], GAS, ["double"], boundary="extrapolated", kind="cese"),
    "cese-code-2d": case(USER, [31, 18, 1], GAUSSIAN, ["double"], steps=5, boundary=MIXED, kind="cese"),
    "ader-1d": gas([1, 300, 1], QUADRANTS_1D, ["double"], steps=40, boundary={"y": ["reflecting", "outflow"]},
                   kind="ader-weno", order=4, riemann="hlli"),
    "ader-2d": gas([70, 37, 1], QUADRANTS, ["double"], boundary=EDGES, kind="ader-weno", order=3, riemann="hll"),
    "ader-3d": gas([33, 18, 17], EXPLOSION, ["double", "single"], boundary=MIXED, steps=6,
                   source={"file": "gas_source.c"}, kind="ader-weno", order=4),
    "ader-order-2": gas([70, 37, 1], EXPLOSION, ["double", "single"], boundary=EDGES, kind="ader-weno", order=2,
                        variables="primitive", riemann="rusanov"),
    "ader-parabolas": gas([33, 18, 17], EXPLOSION, ["double", "single"], boundary=MIXED, steps=6, kind="ader-weno", order=2,
                          limiter="parabolic", compression={"pressure": 1.25}),
    "rk-parabolas": gas([70, 37, 1], QUADRANTS, ["double"], boundary=EDGES, kind="rk-weno", order=2, limiter="parabolic",
                        theta=2, variables="characteristic"),
    "rk-2d": gas([70, 37, 1], QUADRANTS, ["double"], boundary=EDGES, source={"file": "gas_source.c"}, kind="rk-weno",
                 order=4, variables="characteristic"),
    "rk-3d": gas([33, 18, 17], EXPLOSION, ["double"], boundary=MIXED, steps=6, kind="rk-weno", order=3),
    "gas-diffusion": gas([40, 27, 1], EXPLOSION, ["double", "single"], boundary=STICKY, source={"file": "gas_source.c"},
                         transport={"kinematic_viscosity": 0.03, "thermal_diffusivity": 0.05}, kind="ader-weno", order=3),
    "mhd-1d": mhd([1, 300, 1], MAGNETIC_TUBE, ["double", "single"], steps=60, order=4, variables="conserved"),
    "mhd-2d": mhd([70, 37, 1], TWISTED, ["double"], order=3, variables="conserved"),
    "mhd-order-2": mhd([70, 37, 1], TWISTED, ["double", "single"], order=2, riemann="rusanov",
                       boundary=EDGES),
    "mhd-hlli": mhd([70, 37, 1], TWISTED, ["double", "single"], order=2, riemann="hlli", limiter="parabolic"),
    "mhd-hllc": mhd([70, 37, 1], TWISTED, ["double", "single"], order=3, riemann="hllc"),
    "mhd-waves": mhd([70, 37, 1], MILD, ["double", "single"], order=3, variables="characteristic", positivity="off"),
    "mhd-waves-order-2": mhd([70, 37, 1], TWISTED, ["double"], order=2, limiter="mc-smooth", variables="characteristic"),
    "mhd-waves-3d": mhd([19, 18, 17], TWISTED, ["double"], steps=3, order=4, variables="characteristic"),
    "mhd-3d": mhd([33, 18, 17], TWISTED, ["double", "single"], steps=6, order=2, limiter="mc-smooth"),
    # first-order flux correction in planes beyond those that have a group of their own (FEW_GROUPS of device/launch.c)
    "mhd-first-order": mhd([1, 8, 1100], FAST_STREAM, ["double"], steps=12, order=3, variables="conserved", shock_fix="off", time={"cfl": 0.9}),
    "mhd-3d-order-4": mhd([19, 18, 17], TWISTED, ["double"], steps=3, order=4, variables="conserved", riemann="hll"),
    "mhd-sources": mhd([70, 37, 1], TWISTED, ["double"], order=4, boundary=EDGES, source={"file": "mhd_source.c"}),
    "mhd-rk-2d": mhd([70, 37, 1], TWISTED, ["double"], kind="rk-weno", order=3, boundary=EDGES,
                     source={"file": "mhd_source.c"}),
    "mhd-diffusion": mhd([40, 27, 1], TWISTED, ["double", "single"], order=2, boundary=EDGES,
                         transport={"resistivity": 0.02, "kinematic_viscosity": 0.03, "thermal_diffusivity": 0.05}),
    "mhd-diffusion-3d": mhd([19, 18, 17], TWISTED, ["double"], steps=3, order=3,
                            transport={"resistivity": 0.02, "kinematic_viscosity": 0.03, "thermal_diffusivity": 0.05}),
    "mhd-rk-3d": mhd([19, 18, 17], TWISTED, ["double"], steps=3, kind="rk-weno", order=4),
    "srmhd-2d": mhd([70, 37, 1], TWISTED, ["double"], "srmhd", kind="rk-weno", order=3, riemann="hlld", boundary=EDGES,
                    source={"file": "mhd_source.c"}),
    "srmhd-ader": mhd([40, 27, 1], MILD, ["double", "single"], "srmhd", steps=6, order=3, riemann="hll", positivity="off", boundary=EDGES,
                      source={"file": "mhd_source.c"}),
    "srmhd-order-2": mhd([70, 37, 1], TWISTED, ["double", "single"], "srmhd", kind="rk-weno", order=2, riemann="hlld"),
    "srmhd-3d": mhd([19, 18, 17], TWISTED, ["double", "single"], "srmhd", steps=6, order=2, riemann="hllc", limiter="mc-smooth"),
    "srmhd-3d-order-4": mhd([19, 18, 17], TWISTED, ["double"], "srmhd", steps=2, kind="rk-weno", order=4, riemann="hll"),
    "maxwell-1d": light([300, 1, 1], PULSE, ["double", "single"], LAYERS, boundary={"x": "outflow", "y": "periodic",
                                                                                    "z": "periodic"}, steps=60, order=4),
    "maxwell-2d": light([70, 37, 1], CHARGED, ["double"], boundary=OPEN, order=3),
    "maxwell-order-2": light([33, 18, 17], PULSE, ["double", "single"], LAYERS, boundary=WALLS, steps=6, order=2),
    "maxwell-3d": light([33, 18, 17], PLANE_WAVE, ["double"], {"conductivity": 30}, boundary="periodic", steps=6, order=3),
    "maxwell-vacuum": light([33, 18, 17], PLANE_WAVE, ["double", "single"], boundary="periodic", steps=6, order=4),
    "maxwell-3d-order-4": light([19, 18, 17], PULSE, ["double"], LAYERS, boundary=WALLS, steps=4, order=4),
    "maxwell-dipole": light([33, 18, 17], EMPTY, ["double", "single"], LAYERS, boundary=SWALLOW, steps=6, order=4,
                            source=[DIPOLE, {**DIPOLE, "position": [-0.6, 0, 0.1], "phase": 1}], fluxes=FLUXES),
    "maxwell-jumps": light([33, 18, 17], EMPTY, ["double", "single"], THICK, boundary=SWALLOW, steps=6, order=4, source=DIPOLE),
    "maxwell-dispersive": light([33, 18, 17], EMPTY, ["double", "single"], POLES, boundary=SWALLOW, steps=6, order=3,
                                source=DIPOLE),
    "maxwell-crystals": light([33, 18, 17], EMPTY, ["double", "single"], CRYSTALS, boundary=SWALLOW, steps=6, order=4,
                              source=DIPOLE, fluxes=FLUXES),
    "maxwell-metal": light([33, 18, 17], EMPTY, ["double", "single"], METAL, boundary=SWALLOW, steps=6, order=3, source=DIPOLE),
    "maxwell-crystal": light([33, 18, 17], PLANE_WAVE, ["double"], {"permittivity_axes": [2, 3, 1.5]}, boundary="periodic",
                             steps=6, order=3),
    "maxwell-bloch": light([33, 18, 17], EMPTY, ["double", "single"], CRYSTALS, boundary=BLOCH, steps=6, order=4,
                           source={**DIPOLE, "radius": 1, "frequency": 0.45}, bloch=[0.4, -0.7, 0]),
    "maxwell-bloch-wave": light([21, 18, 17], PLANE_WAVE, ["double"], {"conductivity": 3}, boundary="periodic", steps=6,
                                order=3, bloch=[0.4, 0, -0.3],
                                source=[SHEET, {**SHEET, "position": [0, -1, 0], "thickness": 2}]),
    "maxwell-symmetric": light([70, 37, 1], EMPTY, ["double"], {"inclusion": {"kind": "ball", "radius": 0.7, "permittivity": 3}},
                               boundary=SWALLOW, kind="symmetric", source=[DIPOLE, POINT], steps=60, time={"cfl": 1},
                               fluxes={**FLUXES, "every": 1}),
    "maxwell-symmetric-3d": light([33, 18, 17], EMPTY, ["double", "single"], LOSSLESS, boundary=SWALLOW, kind="symmetric", steps=6,
                                  source=DIPOLE),
    "maxwell-symmetric-vacuum": light([33, 18, 17], PLANE_WAVE, ["double", "single"], boundary="periodic", kind="symmetric", steps=6),
    "maxwell-symmetric-bloch": light([21, 18, 17], EMPTY, ["double"], LOSSLESS, boundary=BLOCH, kind="symmetric", steps=6,
                                     source={**DIPOLE, "radius": 1, "frequency": 0.45}, bloch=[0.4, -0.7, 0]),
    "maxwell-beam": light([35, 33, 1], EMPTY, ["double"], boundary=SWALLOW, steps=8, order=3,
                          source=[BEAM, POINT, {**POINT, "signal": "gaussian", "position": [0.4, 0.2, 0]}]),
    "maxwell-scattering": light([70, 37, 1], EMPTY, ["double"], {"inclusion": {"kind": "ball", "radius": 0.7,
                                                                              "permittivity": 3, "conductivity": 1e4}},
                                boundary=SWALLOW, order=3, source=[BOX, POINT], steps=60,
                                fluxes={**FLUXES, "near_fields": True}),
    "srhd-rk-1d": case({"kind": "ideal-gas"}, [300, 1, 1], {**GAS, "axis": "x"}, ["double", "single"], steps=60,
                       kind="rk-weno", order=4, variables="characteristic"),
    "srhd-rk-2d": case({"kind": "ideal-gas", "gamma": 4 / 3}, [70, 37, 1], GAS, ["double"], kind="rk-weno",
                       order=3, variables="primitive", riemann="hll"),
    "srhd-rk-3d": case({"kind": "conformal"}, [21, 18, 17], GAUSSIAN, ["double"], boundary=MIXED, steps=4,
                       source={"file": "source.c"}, kind="rk-weno", order=4),
    "srhd-rk-order-2": case({"kind": "ideal-gas"}, [70, 37, 1], GAS, ["double", "single"], kind="rk-weno", order=2,
                            limiter="mc"),
    "srhd-ader-2d": case({"kind": "ideal-gas"}, [70, 37, 1], GAS, ["double"], kind="ader-weno", order=3,
                         riemann="rusanov"),
    "srhd-ader-3d": case({"kind": "conformal"}, [33, 18, 17], GAUSSIAN, ["double", "single"], boundary=MIXED, steps=6,
                         source={"file": "source.c"}, kind="ader-weno", order=4),
    "milne-ader-3d": case(USER, [19, 18, 17], GAUSSIAN, ["double", "single"], steps=3, coordinates="milne",
                          time={"start": 0.5}, boundary=MIXED, source={"file": "source.c"}, kind="ader-weno", order=4,
                          variables="primitive"),
    "milne-ader-order-2": case({"kind": "conformal"}, [33, 18, 17], GAUSSIAN, ["double"], steps=4, coordinates="milne",
                               time={"start": 0.5}, boundary=MIXED, kind="ader-weno", order=2, limiter="parabolic"),
    "milne-rk-2d": case({"kind": "lattice-wb"}, [36, 34, 1], GAUSSIAN, ["double"], steps=4, coordinates="milne",
                        time={"start": 0.5}, source={"file": "source.c"}, kind="rk-weno", order=3),
    "event-ader": frozen(event(["double", "single"], kind="ader-weno", order=3), temperature=0.15, gradients=True),
    "rk-order-2": gas([33, 18, 17], EXPLOSION, ["double"], boundary=MIXED, steps=6, kind="rk-weno", order=2,
                      limiter="mc-smooth", compression={"density": 1.5}),
    "viscous-1d": viscous(case({"kind": "conformal"}, [300, 1, 1], TUBE, ["double", "single"], steps=40,
                               boundary={"x": ["code", "outflow"]}, **RK3),
                          {"shear_viscosity": {"value": 0.1}}, boundary={"file": "driven.c"}),
    "viscous-2d": viscous(case(USER, [70, 37, 1], SPHERE, ["double", "single"], boundary=MIXED),
                          {"shear_viscosity": {"kind": "code"}, "bulk_viscosity": {"kind": "code"},
                           "code": {"file": "viscosities.c", "parameters": {"least": 0.1}}}),
    "viscous-3d": droplets(viscous(case({"kind": "conformal"}, [33, 18, 17], SPHERE, ["double", "single"], steps=8,
                                        boundary="periodic", **RUSANOV, **RK3),
                                   {"shear_components": "five", "regulator": {"rho_max": 0.1},
                                    "shear_viscosity": {"kind": "piecewise", "value": 0.1, "slope_below": -1, "slope_above": 0.5}})),
    "viscous-event": frozen(viscous(event(["double", "single"]), SHEAR_AND_BULK), temperature=0.2, every=5, gradients=True),
    "viscous-event-2d": frozen(viscous(case({"kind": "lattice-wb"}, [70, 37, 1], SPHERE, ["double", "single"],
                                     coordinates="milne", boundary="extrapolated", time={"start": 0.6}),
                                {**SHEAR_AND_BULK, "form": "paper", "initial_stress": {"kind": "zero"},
                                 "bulk_viscosity": {"kind": "cauchy", "maximum": 0.05, "width": 0.05, "temperature": 0.18}}), temperature=0.2, every=3, stride=[2, 1, 1],
                               gradients=True),
    "table-2d-2d": case(CHARGED_TABLE, [70, 37, 1], BARYONS, ["double", "single"], boundary=MIXED, **CONSERVED),
    "table-2d-event": frozen(case(CHARGED_TABLE, [33, 18, 17], BARYONS, ["double", "single"], steps=8, coordinates="milne",
                                  time={"start": 0.6}), energy_density=1, every=3, gradients=True),
    "viscous-charge-2d": viscous(case(CHARGED_TABLE, [70, 37, 1], BARYONS, ["double", "single"], boundary=MIXED), SHEAR_AND_BULK),
    "viscous-charge-event": viscous(case(CHARGED_TABLE, [33, 18, 17], BARYONS, ["double", "single"], steps=8, coordinates="milne",
                                         time={"start": 0.6}), SHEAR_AND_BULK),
    "viscous-diffusion-event": frozen(diffusing(case(CHARGED_TABLE, [21, 12, 9], BARYONS, ["double"], steps=8, coordinates="milne",
                                                     time={"start": 0.6})), energy_density=1, every=3, gradients=True),
    "table-2d-musta": case(CHARGED_TABLE, [70, 37, 1], BARYONS, ["double"], kind="musta", stages=1),
    "table-2d-shasta": case(CHARGED_TABLE, [70, 37, 1], BARYONS, ["double", "single"], kind="shasta"),
    "table-2d-ader": case(CHARGED_TABLE, [33, 18, 17], BARYONS, ["double"], steps=4, boundary=MIXED, kind="ader-weno", order=3),
    "table-2d-cese": case(CHARGED_TABLE, [31, 18, 1], BARYONS, ["double"], steps=5, boundary=MIXED, kind="cese"),
    "spaced-srhd-1d": spaced(case({"kind": "ideal-gas"}, [300, 1, 1], {**GAS, "axis": "x"}, ["double", "single"], steps=40,
                                  theta=2, **CONSERVED), x=OFF_CENTRE),
    "spaced-srhd-3d": spaced(case(USER, [33, 18, 17], {"kind": "code", "file": "initial.c", "parameters": {"peak": 3}},
                                  ["double", "single"], steps=8, boundary=MIXED, source={"file": "source.c"}),
                             x=FACES, z=STRETCHED),
    "spaced-srhd-event": spaced(event(["double", "single"], limiter="van-leer", **RK3), x=STRETCHED, y=OFF_CENTRE,
                                eta=STRETCHED),
    "spaced-gas": spaced(gas([33, 37, 1], EXPLOSION, ["double", "single"], boundary=EDGES, source={"file": "gas_source.c"},
                             limiter="mc"), x=FACES, y=OFF_CENTRE),
    "spaced-ader": spaced(gas([33, 18, 17], EXPLOSION, ["double", "single"], boundary=MIXED, steps=6,
                              source={"file": "gas_source.c"}, kind="ader-weno", order=2, limiter="mc-smooth"),
                          x=FACES, y=OFF_CENTRE, z=STRETCHED),
    "spaced-mhd": spaced(mhd([33, 27, 1], TWISTED, ["double", "single"], steps=8, order=2, limiter="mc", boundary=EDGES,
                             source={"file": "mhd_source.c"}), x=FACES, y=OFF_CENTRE),
    "spaced-srmhd": spaced(mhd([19, 18, 17], TWISTED, ["double"], "srmhd", steps=4, kind="rk-weno", order=2, riemann="hll",
                               limiter="mc-smooth"), x=FACES, y=OFF_CENTRE, z=STRETCHED),
    "spaced-rk-event": spaced(event(["double"], kind="rk-weno", order=2, variables="primitive"), x=STRETCHED, y=OFF_CENTRE,
                              eta=STRETCHED),
    "user-code": case(USER, [24, 20, 18], {"kind": "code", "file": "initial.c", "parameters": {"peak": 3}},
                      ["double", "single"], boundary="periodic", source={"file": "source.c"}),
}

# OpenCL, blocks, ranks and restarts of these on hosts: exact/test_refinement*.py, exact/test_equilibrium.py, test_sphere.py.
ON_GPUS = {
    "refined-ader": refined(gas([32, 24, 1], EXPLOSION, ["double", "single"], boundary=EDGES, steps=12, kind="ader-weno", order=3,
                                variables="characteristic"), [4, 3, 1]),
    "refined-rk-3d": refined(gas([16, 16, 16], EXPLOSION, ["double"], boundary=MIXED, steps=5, kind="rk-weno", order=4), [2, 2, 2],
                             regions=[{"kind": "ball", "radius": 0.5}]),
    "refined-gubser": refined(case({"kind": "conformal"}, [24, 24, 1], {"kind": "gubser", "q": 1, "temperature": 0.24}, ["double"],
                                   coordinates="milne", time={"start": 1}, kind="ader-weno", order=2), [3, 3, 1], above=0.1,
                              below=0.05),
    "refined-mhd": refined(mhd([32, 24, 1], TWISTED, ["double", "single"], boundary={"x": "periodic", "y": "outflow"}, steps=12, order=3),
                           [4, 3, 1]),
    "refined-mhd-3d": refined(mhd([16, 16, 16], TWISTED, ["double"], boundary="periodic", kind="rk-weno", steps=5, order=2), [2, 2, 2],
                              regions=[{"kind": "ball", "radius": 0.5}]),
    "refined-srmhd": refined(mhd([32, 32, 1], TWISTED, ["double", "single"], "srmhd", boundary={"x": "periodic", "y": "outflow"}, steps=8,
                                 kind="rk-weno", order=2), [4, 4, 1]),
    "srmhd-fronts": mhd([40, 27, 1], TWISTED, ["double", "single"], "srmhd", steps=8, order=4),
    "srmhd-hllc": mhd([40, 27, 1], TWISTED, ["double", "single"], "srmhd", steps=8, order=3, riemann="hllc"),
    "refined-central": refined(case({"kind": "ideal-gas"}, [16, 16, 8], GAUSSIAN, ["double", "single"], boundary=MIXED, steps=6, **RK3),
                               [4, 4, 2], levels=1, criteria=hot("energy_density", 1)),
    "refined-viscous": refined(viscous(case({"kind": "lattice-wb"}, [24, 20, 1], SPHERE, ["double", "single"], coordinates="milne",
                                            boundary=MIXED, time={"start": 0.6}, steps=20),
                                       {"shear_viscosity": {"value": 0.16}, "bulk_viscosity": {"kind": "denicol"}}),
                               [6, 5, 1], criteria=hot("temperature", 0.22)),
    "refined-diffusing": refined(diffusing(case(CHARGED_TABLE, [16, 12, 4], BARYONS, ["double"], steps=4, coordinates="milne",
                                                time={"start": 0.6})), [4, 3, 1], levels=1, criteria=hot("energy_density", 2)),
    "sphere-gas": sphere(gas([8, 8, 12], EXPLOSION, ["double", "single"], steps=12, kind="rk-weno", order=2)),
    "sphere-gas-order-3": sphere(gas([8, 8, 20], EXPLOSION, ["double", "single"], steps=6, kind="rk-weno", order=3)),
    "sphere-gas-order-4": sphere(gas([8, 8, 20], EXPLOSION, ["double"], steps=4, kind="rk-weno", order=4)),
    "sphere-mhd": sphere(mhd([8, 8, 12], TWISTED, ["double", "single"], steps=12, kind="rk-weno", order=2)),
    "sphere-mhd-order-3": sphere(mhd([8, 8, 20], MILD, ["double", "single"], steps=6, kind="rk-weno", order=3)),
    "sphere-mhd-order-4": sphere(mhd([8, 8, 20], MILD, ["double"], steps=4, kind="rk-weno", order=4)),
    "sphere-srhd-order-3": sphere(case(USER, [8, 8, 20], {"kind": "code", "file": "initial.c", "parameters": {"peak": 3}}, ["double", "single"],
                                       steps=6, kind="rk-weno", order=3)),
    "sphere-srmhd": sphere(mhd([8, 8, 12], MILD, ["double", "single"], "srmhd", steps=12, kind="rk-weno", order=2)),
    "sphere-ader": sphere(mhd([8, 8, 12], TWISTED, ["double", "single"], steps=12, order=2)),
    "sphere-blast-order-3": sphere(mhd([8, 8, 20], TWISTED, ["double"], steps=6, kind="rk-weno", order=3)),
    "rest-order-2": resting(gas([33, 37, 1], WAVE, ["double", "single"], kind="ader-weno", order=2)),
    "rest-rk-3d": resting(gas([19, 18, 17], WAVE, ["double"], steps=5, kind="rk-weno", order=4)),
    "rest-mhd": resting(mhd([33, 27, 1], WAVE, ["double", "single"], order=3)),
}


def write_case(folder, description, **changes):
    """Writes the case and the user's files it may name; changes go into its sections. Returns the path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("eos.c", USER_EOS), ("initial.c", USER_INITIAL), ("source.c", USER_SOURCE),
                       ("gas_initial.c", GAS_INITIAL), ("gas_source.c", GAS_SOURCE),
                       ("gas_boundary.c", GAS_BOUNDARY), ("mhd_initial.c", MHD_INITIAL), ("mhd_source.c", MHD_SOURCE),
                       ("light_initial.c", LIGHT_INITIAL),
                       ("viscosities.c", VISCOSITIES), ("driven.c", DRIVEN), ("air.c", AIR), ("weight.c", WEIGHT)):
        (folder / name).write_text(text)
    mesh = description["mesh"]
    for axis, spacing in enumerate(mesh.get("spacing", {}).get(name) for name in "xyz"):
        if spacing == FACES:
            write_faces(folder / "faces.txt", mesh["cells"][axis], mesh["lower"][axis], mesh["upper"][axis])
    source = description.get("source", {})
    if not isinstance(source, list) and source.get("kind") == "droplets":
        write_droplets(folder / "droplets.csv", description["time"]["start"], description["system"] == "srhd",
                       mesh["coordinates"] == "milne")
    if description.get("eos") == CHARGED_TABLE:
        quark_gas.write_level(folder, "gas1", 0.1, 0.02, 20, 0.005, 16)
        quark_gas.write_level(folder, "gas2", 0.5, 0.2, 45, 0.04, 20)
    content = json.loads(json.dumps(description))
    for section, values in changes.items():
        content[section] = {**content.get(section, {}), **values}
    path = folder / "case.yaml"
    path.write_text(json.dumps(content, indent=1) + "\n")
    return path

"""Electrodynamics: dispersive media (medium.poles), poles of Drude, Lorentz and Debye."""
import math

import numpy
import pytest
from scipy.linalg import expm

from conftest import FAST, LONG, assert_same_bits, make_case, read_fields, read_history, read_summary, run_case, run_taub

DRUDE = {"kind": "drude", "plasma_frequency": 9, "damping": 0.8}
LORENTZ = {"kind": "lorentz", "strength": 1.5, "frequency": 7, "damping": 0.5}
DEBYE = {"kind": "debye", "strength": 2, "time": 0.15}
FIELDS = ["electric_field", "magnetic_field", "polarization", "electric_displacement"]


def light(folder, name, medium, cells, initial=None, mesh=None, **more):
    parts = dict(system="maxwell", eos=None, medium=medium, scheme={"kind": "ader-weno", "order": 3},
                 mesh={"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic", **(mesh or {})},
                 time={"end": 0.4, "cfl": 0.4},
                 initial=initial or {"kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 0, 1]},
                 device={"kind": "host", "threads": 1, "reproducible": "strict"},
                 output={"fields": FIELDS, "history": 1, "values": "means"})
    parts.update(more)
    return make_case(folder, name, **parts)


def poles_of(poles):
    """(oscillates, strength, damping, square) of each: J' = strength E - damping J - square P; P' = damping (strength E - P)."""
    out = []
    for pole in poles:
        if pole["kind"] == "drude":
            out.append((True, pole["plasma_frequency"]**2, pole["damping"], 0))
        elif pole["kind"] == "lorentz":
            out.append((True, pole["strength"] * pole["frequency"]**2, pole["damping"], pole["frequency"]**2))
        else:
            out.append((False, pole["strength"], 1 / pole["time"], 0))
    return out


def mode_matrix(k, eps, mu, poles):
    """Of (D, B, P..., J...) of a wave exp(i k x), D = eps E without P: d/dt = matrix."""
    known = poles_of(poles)
    count = len(known)
    matrix = numpy.zeros((2 + 2 * count, 2 + 2 * count), complex)
    # signs of D_z, B_y of a wave along x: D_z' = d(B_y/mu)/dx, B_y' = d(D_z/eps)/dx
    matrix[0, 1] = 1j * k / mu
    matrix[1, 0] = 1j * k / eps
    for n, (oscillates, strength, damping, square) in enumerate(known):
        p, j = 2 + n, 2 + count + n
        if oscillates:
            matrix[0, j], matrix[p, j] = -1, 1
            matrix[j, 0], matrix[j, j], matrix[j, p] = strength / eps, -damping, -square
        else:
            matrix[p, 0], matrix[p, p] = damping * strength / eps, -damping
            matrix[0] -= matrix[p]
    return matrix


def exact_wave(k, eps, mu, poles, t, phase):
    """E and B of a wave that begins as one of the medium without poles, and P of all."""
    matrix = mode_matrix(k, eps, mu, poles)
    start = numpy.zeros(len(matrix), complex)
    start[0], start[1] = eps, -math.sqrt(eps * mu)
    end = expm(matrix * t) @ start
    of = [(end[n] * numpy.exp(1j * phase)).real for n in (0, 1)]
    return of[0] / eps, of[1], sum((end[2 + n] * numpy.exp(1j * phase)).real for n in range(len(poles)))


def permittivity(omega, eps, poles):
    for pole in poles:
        if pole["kind"] == "drude":
            eps = eps - pole["plasma_frequency"]**2 / (omega**2 + 1j * pole.get("damping", 0) * omega)
        elif pole["kind"] == "lorentz":
            square = pole["frequency"]**2
            eps = eps + pole["strength"] * square / (square - omega**2 - 1j * pole.get("damping", 0) * omega)
        else:
            eps = eps + pole["strength"] / (1 - 1j * omega * pole["time"])
    return eps


MEDIA = {"drude": [DRUDE], "lorentz": [LORENTZ], "debye": [DEBYE], "all": [DEBYE, LORENTZ, DRUDE]}


@pytest.mark.parametrize("name", list(MEDIA))
def test_reference_is_the_dispersion_relation(name):
    """Eigenvalues of the reference's matrix are -i omega with k^2 = omega^2 mu eps(omega)."""
    k, eps, mu = 2 * math.pi, 2.0, 1.5
    values = numpy.linalg.eigvals(mode_matrix(k, eps, mu, MEDIA[name]))
    waves = [1j * value for value in values if abs(value) > 1e-9]
    assert len(waves) >= 3
    for omega in waves:
        found = omega**2 * mu * permittivity(omega, eps, MEDIA[name])
        assert abs(found - k**2) < 1e-8 * (k**2 + abs(omega)**2 * mu * eps * 10)


def wave_error(folder, name, poles, cells, order):
    medium = {"permittivity": 2, "permeability": 1.5, "poles": poles}
    case = light(folder, f"{name}.yaml", medium, [cells, 1, 1], scheme={"kind": "ader-weno", "order": order})
    fields = read_fields(run_case(case, folder / name, **FAST))[1]
    # means over cells
    k, width = 2 * math.pi, 1 / cells
    phase, mean = k * (numpy.arange(cells) + 0.5) / cells, math.sin(k * width / 2) / (k * width / 2)
    wanted = exact_wave(k, 2, 1.5, poles, 0.4, phase)
    got = fields["electric_field/z"], fields["magnetic_field/y"], fields["polarization/z"]
    displacement = fields["electric_displacement/z"].ravel()
    assert numpy.allclose(displacement, 2 * got[0].ravel() + got[2].ravel(), rtol=0, atol=1e-14)
    return sum(abs(g.ravel() - mean * w).mean() / abs(w).max() for g, w in zip(got, wanted))


@pytest.mark.parametrize("order", [2, 4, *([3] * LONG)])
@pytest.mark.parametrize("name", list(MEDIA))
def test_waves_in_one_medium(tmp_path, name, order):
    """A wave that begins in a medium at rest, against its exact modes: order 2 at all orders of the scheme."""
    coarse = wave_error(tmp_path, "coarse", MEDIA[name], 40, order)
    fine = wave_error(tmp_path, "fine", MEDIA[name], 80, order)
    assert fine < coarse / 3.5 and fine < 0.01


NOISE = """
static real noise(const real x[3], real seed)
{
    /* of a place rounded to a fine grid that is periodic */
    const real i = floor(7680 * x[0] + (real)0.5), j = floor(7680 * x[1] + (real)0.5);
    const real u = i / 7680 - floor(i / 7680), v = j / 7680 - floor(j / 7680);
    const real s = sin((real)12.9898 * u + (real)78.233 * v + seed) * (real)43758.5453;
    return s - floor(s);
}
void initial(const real x[3], real t, real state[])
{
    state[2] = noise(x, 1) - (real)0.5;
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = 0;
    a[2] = (real)0.05 * noise(x, 3);
}
void displacement_potential(const real x[3], real t, real a[3])
{
    a[0] = a[1] = 0;
    a[2] = (real)0.05 * noise(x, 4);
}
"""


@pytest.mark.parametrize("cells,steps", [([24, 1, 1], 3000), ([12, 10, 1], 1500)])
@pytest.mark.parametrize("rate,order", [(0.01, 3), (1, 2), (3, 4), (30, 3), *([(1, 4), (2, 3), (3, 2)] * LONG)])
def test_stable_at_any_step(tmp_path, rate, order, cells, steps):
    """Noise on every scale in media without losses, (plasma frequency) x (time step) from 0.01 to 30: the energy of
    fields and poles falls."""
    axes = sum(n > 1 for n in cells)
    step = 0.7 / axes / cells[0]
    poles = [{"kind": "drude", "plasma_frequency": rate / step}, {"kind": "lorentz", "strength": 1, "frequency": 0.7 * rate / step}]
    (tmp_path / "noise.c").write_text(NOISE)
    case = light(tmp_path, "case.yaml", {"poles": poles}, cells, {"kind": "code", "file": "noise.c"},
                 scheme={"kind": "ader-weno", "order": order}, time={"end": 1e9, "cfl": 0.7 / axes, "max_steps": steps})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    energy = history["electric_energy"] + history["magnetic_energy"]
    assert len(energy) == steps + 1
    assert numpy.isfinite(energy).all() and (energy[1:] <= energy[0] * (1 + 1e-12)).all()
    assert history["charge_error"].max() < 1e-11


def reflected(x, t, position, extent, wavelength, eps, poles):
    """E beyond what comes in of a pulse that a half space at x = 0 reflects: Fresnel's r of each frequency."""
    count, span = 1 << 15, 80.0
    times = numpy.arange(count) * span / count - 10
    s = -position - times
    incoming = numpy.exp(-0.5 * (s / extent)**2) * numpy.cos(2 * math.pi * s / wavelength)
    omega = 2 * math.pi * numpy.fft.rfftfreq(count, span / count)
    omega[0] = 1e-9
    # numpy's exp(-i w t) of the transform is the complex conjugate of the one that eps is written for
    index = numpy.sqrt(permittivity(omega, eps, poles) + 0j)
    index = numpy.conj(numpy.where(index.imag < 0, -index, index))
    outgoing = numpy.fft.irfft((1 - index) / (1 + index) * numpy.fft.rfft(incoming), count)
    return numpy.interp(t + x, times, outgoing)


@pytest.mark.parametrize("name", ["drude", "lorentz", "debye"])
def test_fresnel(tmp_path, name):
    """A pulse on a half space: second order towards Fresnel's formula."""
    errors = []
    for cells in (320, 640):
        body = {"kind": "box", "lower": [0, -9, -9], "upper": [9, 9, 9], "permittivity": 1.5, "poles": MEDIA[name]}
        case = light(tmp_path, f"{cells}.yaml", {"inclusions": [body]}, [cells, 1, 1],
                     {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.25, "wavelength": 0.8, "position": -1.5},
                     mesh={"lower": [-4, 0, 0], "upper": [4, 1, 1], "boundary": {"x": "outflow", "y": "periodic", "z": "periodic"}},
                     time={"end": 3, "cfl": 0.5})
        field = read_fields(run_case(case, tmp_path / str(cells), **FAST))[1]["electric_field/z"].ravel()
        x = -4 + 8 * (numpy.arange(cells) + 0.5) / cells
        seen = (x > -3.5) & (x < -0.1)
        wanted = reflected(x[seen], 3, -1.5, 0.25, 0.8, 1.5, MEDIA[name])
        assert abs(wanted).max() > 0.1
        errors.append(abs(field[seen] - wanted).max())
    assert errors[1] < errors[0] / 3.2 and errors[1] < 0.01


def test_runs_into_a_matched_layer(tmp_path):
    """A wave above the plasma frequency leaves through a layer in the medium: what comes back, by comparison with a mesh
    so long that nothing does, is small and falls with the cells' width (first order: layer and poles are split)."""
    body = {"kind": "box", "lower": [0, -9, -9], "upper": [99, 9, 9], "poles": [{"kind": "drude", "plasma_frequency": 4, "damping": 0.1}]}
    left = []
    for finer in (1, 2):
        fields = []
        for cells, upper, end in [(200 * finer, 1, "matched-layer"), (600 * finer, 9, "outflow")]:
            mesh = {"lower": [-3, 0, 0], "upper": [upper, 1, 1], "boundary": {"x": ["outflow", end], "y": "periodic", "z": "periodic"}}
            if end == "matched-layer":
                mesh["layer"] = {"cells": 10 * finer}
            case = light(tmp_path, f"{end}{finer}.yaml", {"inclusions": [body]}, [cells, 1, 1],
                         {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.4, "wavelength": 0.4, "position": -1.5},
                         mesh=mesh, time={"end": 4.5, "cfl": 0.45})
            out = run_case(case, tmp_path / f"{end}{finer}", env={} if LONG else {"TAUB_CFLAGS": "-O1"})  # it marches
            fields.append(read_fields(out)[1]["electric_field/z"].ravel()[:180 * finer])
        left.append(abs(fields[0] - fields[1]).max())
    assert left[0] < 0.01 and left[1] < left[0] / 1.7


def test_blocks_ranks_threads_and_restarts(tmp_path):
    """The same bits however the mesh is cut, with walls, open ends and layers that poles reach into."""
    bodies = [{"kind": "cylinder-z", "radius": 0.45, "center": [0.1, 0.05, 0], "permittivity": 2, "poles": [DRUDE, LORENTZ]},
              {"kind": "box", "lower": [0.5, -2, -9], "upper": [2, 2, 9], "poles": [{**DRUDE, "plasma_frequency": 4}, DEBYE]}]
    for name, boundary in [("open", {"x": ["outflow", "matched-layer"], "y": "reflecting", "z": "periodic"}),
                           ("periodic", "periodic")]:
        case = light(tmp_path, f"{name}.yaml", {"inclusions": bodies}, [20, 18, 1],
                     {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0 if name == "open" else 0.5], "extent": 0.2, "position": -0.4},
                     mesh={"lower": [-1, -1, 0], "upper": [1, 1, 1], "boundary": boundary, **({"layer": {"cells": 4}} if name == "open" else {})},
                     time={"end": 9, "cfl": 0.4, "max_steps": 40},
                     output={"fields": [*FIELDS, "electric_flux", "energy_density"], "history": 1})
        whole = run_case(case, tmp_path / name, **FAST)
        assert read_history(whole)["charge_error"].max() < 1e-12
        assert abs(read_fields(whole)[1]["polarization/y"]).max() > 0.01
        for other, more in [("blocks", ["mesh.blocks=[2,3,1]"]), ("ranks", ["mesh.blocks=[1,2,1]", "--devices", "2", "--device", "host"]),
                            ("threads", ["device.threads=2"])]:
            assert_same_bits(whole, run_case(case, tmp_path / f"{name}-{other}", *more, **FAST))
        half = run_case(case, tmp_path / f"{name}-half", "time.max_steps=17", **FAST)
        assert_same_bits(whole, run_case(case, tmp_path / f"{name}-rest", "--restart", half, **FAST))


def test_balance_of_energy(tmp_path):
    """What fields and poles lose is the heating, to second order: a closed box with a lossy body."""
    missed = []
    body = {"kind": "box", "lower": [-0.5, -9, -9], "upper": [0.6, 9, 9], "permittivity": 2, "poles": MEDIA["all"]}
    for cells in (160, 320):
        case = light(tmp_path, f"{cells}.yaml", {"inclusions": [body]}, [cells, 1, 1],
                     {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.2, "position": -1.2},
                     mesh={"lower": [-2, 0, 0], "upper": [2, 1, 1], "boundary": {"x": "reflecting", "y": "periodic", "z": "periodic"}},
                     time={"end": 3, "cfl": 0.4})
        history = read_history(run_case(case, tmp_path / str(cells), **FAST))
        energy, heat, time = history["energy_inside"], history["heating_inside"], history["time"]
        lost = (0.5 * (heat[1:] + heat[:-1]) * numpy.diff(time)).sum()
        assert lost > 0.2 * energy[0]
        missed.append(abs(energy[-1] + lost - energy[0]) / energy[0])
    assert missed[1] < missed[0] / 3 and missed[1] < 0.01


@pytest.mark.parametrize("poles,words", [
    ([{"kind": "drude", "plasma_frequency": 1, "damping": -1}], ["damping", "at least 0", "-1"]),
    ([{"kind": "lorentz", "strength": 1, "frequency": 0}], ["frequency", "above 0"]),
    ([{"kind": "lorenz", "strength": 1, "frequency": 1}], ["did you mean", "lorentz"]),
    ([{"kind": "drude", "plasma_frequency": 1, "dampin": 1}], ["dampin", "did you mean", "damping"]),
    ([{"kind": "debye", "strength": 1}], ["time", "missing", "above 0"]),
    ([{"kind": "drude", "plasma_frequency": 1, "strength": 2}], ["strength", "lorentz or debye"]),
    ([{"kind": "debye", "strength": 1, "time": n} for n in range(1, 6)], ["at most 4"])])
@pytest.mark.parametrize("place", ["everywhere", "inclusion"])
def test_bad_poles(tmp_path, place, poles, words):
    medium = {"poles": poles} if place == "everywhere" else {"inclusions": [{"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.2, "poles": poles}]}
    done = run_taub("run", light(tmp_path, "case.yaml", medium, [16, 1, 1]), expect=2)
    assert all(word in done.stderr for word in words), done.stderr
    assert "case.yaml:" in done.stderr and (".poles" if place == "everywhere" else "medium.inclusions") in done.stderr


def test_no_wave_begins_in_poles(tmp_path):
    source = {"kind": "plane-wave", "propagation": [1, 0, 0], "polarization": [0, 0, 1], "lower": [0.3, 0, 0], "upper": [0.7, 1, 1],
              "thickness": 0.1, "signal": "pulse", "duration": 0.1, "start": 1}
    case = light(tmp_path, "case.yaml", {"poles": [DEBYE]}, [32, 1, 1], {"kind": "empty"}, source=source)
    assert "conductivity and poles; at" in run_taub("check", case, expect=2).stderr


@pytest.mark.parametrize("place", ["everywhere", "inclusion"])
def test_other_poles_do_not_go_on(tmp_path, place):
    """P and J of a checkpoint belong to poles by their order, strengths of cells are in it and frequencies in the case."""
    def case(name, poles):
        medium = {"poles": poles} if place == "everywhere" else {"inclusions": [{"kind": "box", "lower": [0.3, -9, -9], "upper": [0.7, 9, 9], "poles": poles}]}
        return light(tmp_path, f"{name}.yaml", medium, [16, 1, 1], {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.1, "position": 0.5})
    half = run_case(case("one", [DRUDE, LORENTZ]), tmp_path / "half", "time.max_steps=3", **FAST)
    keys = ["--restart", half, "-o", tmp_path / "rest"]
    for force in ([], ["--force-restart"]):
        said = run_taub("run", case("other", [LORENTZ, DRUDE]), *keys, *force, expect=2).stderr
        assert ("medium.poles: " if place == "everywhere" else "medium.inclusions: ") in said and "No restart changes poles" in said
    assert not (tmp_path / "rest").exists()


def test_totals_of_displacement(tmp_path):
    """Of D with P in the summary as in the history: what poles take of a field that is the same everywhere."""
    (tmp_path / "uniform.c").write_text("void initial(const real x[3], real t, real state[]) { state[2] = 1; }"
                                        + "".join(f"void {name}_potential(const real x[3], real t, real a[3]) {{ a[0] = a[1] = a[2] = 0; }}"
                                                  for name in ("vector", "displacement")))
    out = run_case(light(tmp_path, "case.yaml", {"poles": [DEBYE]}, [8, 1, 1], {"kind": "code", "file": "uniform.c"}), tmp_path / "out", **FAST)
    totals, history = read_summary(out)["totals"], read_history(out)["displacement_z"]
    assert totals["start"]["displacement_z"] == history[0] and totals["end"]["displacement_z"] == history[-1]
    assert abs(history - history[0]).max() < 1e-13 * history[0] and abs(read_fields(out)[1]["electric_field/z"]).max() < 0.5

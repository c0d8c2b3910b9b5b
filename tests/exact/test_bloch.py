"""Electrodynamics: Bloch-periodic boundaries (mesh.bloch), whose fields are complex."""
import cmath
import itertools
import math
import sys

import numpy
import pytest

from conftest import (FAST, LONG, ROOT, TAUB, assert_same_bits, make_case, read_fields, read_history, read_summary, run_case,
                      run_taub, script_of, steps_of)
from ranks import require_ranks, run_ranks

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402

FIELDS = ["electric_field", "magnetic_field", "electric_flux", "magnetic_flux", "charge_density"]
COMPLEX = FIELDS + [f"{name}_imaginary" for name in FIELDS]
BODIES = {"permittivity": 1.5, "poles": [{"kind": "debye", "strength": 0.5, "time": 0.3}], "inclusions": [
    {"kind": "ball", "center": [0.45, 0.5, 0.5], "radius": 0.3, "permittivity": 3, "conductivity": 10,
     "poles": [{"kind": "lorentz", "strength": 2, "frequency": 3, "damping": 0.2}]},
    {"kind": "box", "lower": [0.8, 0.2, 0.3], "upper": [9, 0.8, 9], "permittivity_axes": [2, 3, 4]}]}
DIPOLE = {"kind": "dipole", "polarization": [1, 0.5, -2], "position": [0.5, 0.45, 0.5], "radius": 0.2, "frequency": 2,
          "duration": 0.1, "start": 0}
ROD = {"inclusions": [{"kind": "cylinder-z", "center": [0.5, 0.5, 0.5], "radius": 0.2, "permittivity": 8.9}]}
SLOW = DIPOLE | {"frequency": 0.3, "duration": 1, "start": 5}


def light(folder, name, bloch, cells, medium=None, initial=None, order=3, mesh=None, fields=None, **more):
    """A unit box; bloch None: real fields."""
    mesh = {"cells": cells, "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic", **(mesh or {})}
    if bloch is not None:
        mesh["bloch"] = bloch
    parts = dict(system="maxwell", eos=None, medium=medium or {}, scheme={"kind": "ader-weno", "order": order}, mesh=mesh,
                 time={"end": 100, "cfl": 0.4, "max_steps": 12}, initial=initial or {"kind": "empty"},
                 device={"kind": "host", "threads": 1, "reproducible": "strict"},
                 output={"fields": fields or (FIELDS if bloch is None else COMPLEX), "history": 1, "values": "means"})
    parts.update(more)
    return make_case(folder, f"{name}.yaml", **parts)


def complex_fields(folder, step=-1):
    """{name: complex values} of the fields that have two parts."""
    fields = read_fields(folder, step)[1]
    return {name: values + 1j * fields[name.replace("/", "_imaginary/") if "/" in name else f"{name}_imaginary"]
            for name, values in fields.items() if "imaginary" not in name}


@pytest.mark.parametrize("order", [2, *([4] * LONG)])
def test_without_a_phase_fields_are_those_of_periodic_ends(tmp_path, order):
    """The same bits, and an imaginary part that is zero."""
    found = []
    for name, bloch in [("real", None), ("complex", [0, 0, 0])]:
        case = light(tmp_path, name, bloch, [12, 10, 8], BODIES, order=order, source=DIPOLE)
        found.append(run_case(case, tmp_path / name, **FAST))
    (_, real), (_, both) = map(read_fields, found)
    for name, values in both.items():
        assert (values == (0 if "imaginary" in name else real[name])).all(), name
    assert abs(real["electric_field/x"]).max() > 0
    one, other = map(read_history, found)
    sums = {"displacement_x", "displacement_y", "displacement_z", "flux_x", "flux_y", "flux_z", "charge"}
    assert set(one) - set(other) == sums  # of complex fields they mean nothing, whatever the phase
    assert all((one[name] == other[name]).all() for name in other)
    assert "totals" in read_summary(found[0]) and "totals" not in read_summary(found[1])


def test_initial_data_by_code_are_the_real_part(tmp_path):
    """With charges, a medium, walls and an open end: without a phase the bits of real fields, with one the same start."""
    (tmp_path / "light.c").write_text("""
static real bump(const real x[3])
{
    const real r = 1 - 12 * ((x[0] - (real)0.5) * (x[0] - (real)0.5) + (x[1] - (real)0.5) * (x[1] - (real)0.5));
    return r > 0 ? r * r * r * r : 0;
}
void initial(const real x[3], real t, real state[])
{
    state[1] = bump(x) * x[2];
    state[7] = 2 + (real)0.05 * sin(2 * (real)3.141592653589793 * x[0]);
    state[8] = (real)1.5;
    state[9] = x[1] < (real)0.5 ? 3 : 0;
}
void displacement_potential(const real x[3], real t, real a[3]) { a[0] = bump(x); a[1] = a[2] = 0; }
void vector_potential(const real x[3], real t, real a[3]) { a[0] = a[1] = 0; a[2] = bump(x); }
""")
    found = {}
    for name, bloch in [("real", None), ("none", [0, 0, 0]), ("k", [1.3, -0.7, 0])]:
        case = light(tmp_path, name, bloch, [12, 10, 8], initial={"kind": "code", "file": "light.c"},
                     mesh={"boundary": {"x": "periodic", "y": "periodic", "z": ["reflecting", "outflow"]}})
        found[name] = run_case(case, tmp_path / name, "time.max_steps=24", **FAST)
    for name, step in [("none", 0), ("none", -1), ("k", 0)]:
        real, both = (read_fields(found[of], steps_of(found[of])[step])[1] for of in ("real", name))
        for field, values in both.items():
            assert (values == (0 if "imaginary" in field else real[field])).all(), (name, step, field)
    end = complex_fields(found["k"])
    for field in ("electric_field/y", "electric_field/z", "magnetic_field/y", "charge_density"):
        assert abs(real[field]).max() > 0 and abs(end[field].imag).max() > 1e-3 * abs(end[field].real).max(), field


def test_opposite_wave_vectors_are_conjugate(tmp_path):
    found = []
    for sign in (1, -1):
        case = light(tmp_path, f"k{sign}", [1.3 * sign, -0.7 * sign, 0.4 * sign], [12, 10, 8], BODIES, source=DIPOLE)
        found.append(complex_fields(run_case(case, tmp_path / f"out{sign}", **FAST)))
    for name, values in found[0].items():
        assert (values == found[1][name].conj()).all(), name
    assert abs(found[0]["electric_field/x"].imag).max() > 0.01 * abs(found[0]["electric_field/x"]).max()


@pytest.mark.parametrize("axis,order", itertools.product(range(3), [2, 3, 4]) if LONG else [(1, 4), (2, 2)])
def test_phases_add_up_to_a_mesh_of_several_periods(tmp_path, axis, order):
    """A dipole in one of three periods of a periodic mesh radiates (E_0 + 2 Re exp(i k n) E_k)/3 into period n, where E_0
    and E_k are the fields of one period with the wave vectors 0 and k = 2 pi/3: an identity of the linear equations, with
    bodies, conductors, poles and crystals, and of their discrete form."""
    cells = [10, 9, 8]
    phase = [2 * math.pi / 3 if a == axis else 0 for a in range(3)]
    of_none, of_k = (complex_fields(run_case(light(tmp_path, f"k{n}", bloch, cells, BODIES, order=order, source=DIPOLE),
                                             tmp_path / f"k{n}", **FAST))
                     for n, bloch in enumerate([[0, 0, 0], phase]))
    bodies = {**BODIES, "inclusions": []}
    for n in range(3):
        for body in BODIES["inclusions"]:
            body = {key: list(value) if isinstance(value, list) else value for key, value in body.items()}
            if "center" in body:
                body["center"][axis] += n
            else:  # up to the end of its period where it goes on for ever
                body["lower"][axis] += n
                body["upper"][axis] = min(body["upper"][axis], 1) + n
            bodies["inclusions"].append(body)
    several = [3 * count if a == axis else count for a, count in enumerate(cells)]
    upper = [3 if a == axis else 1 for a in range(3)]
    case = light(tmp_path, "three", None, several, bodies, order=order, source=DIPOLE, mesh={"upper": upper})
    for name, values in read_fields(run_case(case, tmp_path / "three", **FAST))[1].items():
        periods = numpy.split(values, 3, axis=2 - axis)  # arrays are [z][y][x]
        size = abs(values).max()
        for n, period in enumerate(periods):
            wanted = (of_none[name].real + 2 * (cmath.exp(1j * phase[axis] * n) * of_k[name]).real) / 3
            assert abs(period - wanted).max() <= 1e-13 * size, (name, n)
        assert size > 0 and (name == "charge_density" or abs(periods[1]).max() > 0.01 * size), name


@pytest.mark.parametrize("order,least", [(2, 2.0), (3, 2.6), (4, 3.9)])
@pytest.mark.parametrize("cells,bloch,waves", [([16, 1, 1], [2.1, 0, 0], [1, 0, 0]), ([16, 16, 1], [1.9, -0.6, 0], [1, 0, 0])])
def test_plane_waves(tmp_path, cells, bloch, waves, order, least):
    """Of a wave number that no periodic mesh has: both parts against the exact wave."""
    k = [b + 2 * math.pi * w for b, w in zip(bloch, waves)]
    omega, errors = math.hypot(*k) / math.sqrt(2), []
    for finer in (1, 2):
        count = [n if n == 1 else n * finer for n in cells]
        case = light(tmp_path, f"n{finer}", bloch, count, {"permittivity": 2}, order=order, fields=COMPLEX,
                     initial={"kind": "plane-wave", "waves": waves, "polarization": [0, 0, 1]},
                     time={"end": 0.5, "cfl": 0.4})
        out = run_case(case, tmp_path / f"out{finer}", **FAST)
        x = numpy.meshgrid(*[(numpy.arange(n) + 0.5) / n for n in count], indexing="ij")
        wave = numpy.exp(1j * sum(a * b for a, b in zip(k, x)))
        mean = math.prod(numpy.sinc(a / n / (2 * math.pi)) for a, n in zip(k, count))  # of a cell
        end = complex_fields(out)["electric_field/z"].T.reshape(count)
        errors.append(abs(end - wave * mean * cmath.exp(-0.5j * omega)))
        assert abs(complex_fields(out, steps_of(out)[0])["electric_field/z"].T.reshape(count) - wave * mean).max() < (
            4e-3 if order == 2 else 1e-12)  # order 2 has values at centres for means
    for of in (numpy.mean, numpy.max):
        assert math.log2(of(errors[0]) / of(errors[1])) > least


@pytest.mark.parametrize("order", [2, 3, 4])
def test_probes_beside_an_end_see_behind_it(tmp_path, order):
    """A plane wave is the same everywhere but for its phase, also on the mesh: so are interpolated values at points that are
    a whole number of cells apart."""
    bloch, n = [1.9, -0.6, 0], 16
    k = numpy.array([bloch[0] + 2 * math.pi, bloch[1]])
    middle, beside = [0.51, 0.49], [[0.01, 0.49], [0.51, 0.99], [0.01, 0.99], [0.51 + 7 / 16, 0.49 - 7 / 16]]
    names = ["electric_field", "magnetic_field", "electric_field_imaginary", "magnetic_field_imaginary"]
    case = light(tmp_path, "wave", bloch, [n, n, 1], {"permittivity": 2}, order=order, time={"end": 1, "cfl": 0.4, "max_steps": 6},
                 initial={"kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 0, 1]},
                 output={"fields": ["electric_field"], "probes": {"points": [[*point, 0.5] for point in (middle, *beside)], "fields": names}})
    probes = taub.read_probes(run_case(case, tmp_path / "out", **FAST))
    for name in names[:2]:
        values = probes[name] + 1j * probes[f"{name}_imaginary"]
        size = abs(values[:, 0]).max()
        for p, point in enumerate(beside, 1):
            turned = values[:, 0] * cmath.exp(1j * (k @ (numpy.array(point) - middle)))
            assert abs(values[:, p] - turned).max() < 1e-12 * size, (name, point)
            assert abs(values[:, p].imag).max() > 0.1 * size or abs(values[:, p].real).max() > 0.1 * size


def test_energies_are_those_of_both_parts(tmp_path):
    """Of a plane wave exp(i k x): the same everywhere, and to fourth order eps |E|^2 and sqrt(eps) |E|^2 along k, in outputs of
    the means of cells, in the history with slopes."""
    bloch, eps, size, n = [1.9, -0.6, 0], 2.0, 3.0, 16
    k = numpy.array([bloch[0] + 2 * math.pi, bloch[1]])
    case = light(tmp_path, "wave", bloch, [n, n, 1], {"permittivity": eps}, order=4, time={"end": 1, "cfl": 0.4, "max_steps": 1},
                 initial={"kind": "plane-wave", "waves": [1, 0, 0], "polarization": [0, 0, 1], "size": size},
                 output={"fields": ["energy_density", "energy_flux"], "history": 1, "values": "means", "probes": {
                     "points": [[0.01, 0.5, 0.5], [0.5, 0.99, 0.5]], "fields": ["energy_density", "energy_flux"]}})
    out = run_case(case, tmp_path / "out", **FAST)
    density = eps * (size * numpy.prod(numpy.sinc(k / n / (2 * math.pi)))) ** 2
    flux = [*(density / math.sqrt(eps) * k / math.hypot(*k)), 0]
    _, fields = read_fields(out, 0)
    probes, history = taub.read_probes(out), read_history(out)
    small = (math.hypot(*k) / n) ** 4 / 10
    for found, wanted in [(fields["energy_density"], density), *((fields[f"energy_flux/{'xyz'[a]}"], flux[a]) for a in range(3)),
                          (probes["energy_density"][0], density), *((probes["energy_flux"][0, :, a], flux[a]) for a in range(3))]:
        assert abs(found - wanted).max() < small * density and numpy.ptp(found) < 1e-12 * density
    for name in ("electric_energy", "magnetic_energy"):
        assert abs(history[name][0] / (0.5 * eps * size ** 2) - 1) < small


def test_energy_is_lost_by_what_leaves(tmp_path):
    """In a conductor between open ends, with a phase along these: behind the pulse the energy inside falls by the heat and the
    outflow of both parts. Trapezoids over steps of 1/100 leave (2 omega dt)^2/12, 2e-3 of a wave of frequency 1."""
    case = light(tmp_path, "open", [1.7, 0, 0], [24, 48, 1], {"conductivity": 0.3}, order=4,
                 mesh={"upper": [1, 2, 1], "boundary": {"x": "periodic", "y": "outflow"}},
                 source=DIPOLE | {"polarization": [0, 0, 1], "position": [0.4, 1, 0], "radius": 0.3, "frequency": 0.6,
                                  "duration": 0.3, "start": 1.3},
                 time={"end": 5, "cfl": None, "step": 0.01, "max_steps": None},
                 output={"fields": ["electric_field"], "history": 1})
    history = read_history(run_case(case, tmp_path / "out", **FAST))
    late = history["time"] > 2.8
    heat, left = (numpy.trapz(history[name][late], history["time"][late]) for name in ("heating_inside", "outflow"))
    inside = history["energy_inside"][late]
    assert min(heat, left) > 0.2 * inside[0] and abs(inside[0] - inside[-1] - heat - left) < 2e-3 * inside[0]


@pytest.mark.parametrize("along", ["z", "x"])
def test_a_sheet_sends_waves_at_an_angle(tmp_path, along):
    """A sheet across y with the phase exp(i k x), J = g(y) f(t) along z or along x: of every Fourier component q along y
    E_z = -g_q int cos(w (t - s)) f(s) ds, or B_z = -i q g_q int sin(w (t - s))/w f(s) ds, w^2 = q^2 + k^2. Error at order 4
    falls by more than 2^3, and is small."""
    k, length, end, start, duration, half = 2.5, 3.0, 2.6, 0.8, 0.2, 0.3
    times, weights = numpy.polynomial.legendre.leggauss(400)
    times, weights = 0.5 * end * (times + 1), 0.5 * end * weights
    r = (times - start) / duration
    signal = -r * numpy.exp(0.5 * (1 - r * r))
    fine = (numpy.arange(3000) + 0.5) / 3000 * length
    inside = numpy.maximum(1 - ((fine - 1.3) / half) ** 2, 0) ** 6
    of_sheet = numpy.fft.fft(inside / (inside.mean() * length)) / 3000
    errors = []
    for cells in (48, 96):
        case = light(tmp_path, f"n{cells}", [k, 0, 0], [cells // 8, cells, 1], order=4,
                     mesh={"upper": [length / 8, length, 1]}, time={"end": end, "cfl": 0.4, "max_steps": None},
                     source={"kind": "sheet", "axis": "y", "polarization": [int(along == "x"), 0, int(along == "z")], "duration": duration,
                             "position": [0.1, 1.3, 0], "thickness": 2 * half, "start": start})
        found = complex_fields(run_case(case, tmp_path / f"out{cells}", **FAST))
        y = (numpy.arange(cells) + 0.5) / cells * length
        x = (numpy.arange(cells // 8) + 0.5) / cells * length
        wanted = numpy.zeros(cells, complex)
        for m in range(-20, 21):
            q = 2 * math.pi * m / length
            w = math.hypot(q, k)
            size = -(weights * numpy.cos(w * (end - times)) * signal).sum()
            if along == "x":
                size = -1j * q * (weights * numpy.sin(w * (end - times)) / w * signal).sum()
            wave = of_sheet[m] * cmath.exp(-1j * q * fine[0]) * size * numpy.exp(1j * q * y)
            wanted += wave * numpy.sinc(q * length / cells / (2 * math.pi))
        wanted = wanted[:, None] * numpy.exp(1j * k * (x - 0.1)) * numpy.sinc(k * length / cells / (2 * math.pi))
        values = found["electric_field/z" if along == "z" else "magnetic_field/z"][0]
        errors.append(abs(values - wanted).max() / abs(wanted).max())
    assert errors[1] < 1e-3 and errors[1] < errors[0] / 8, errors


def test_no_divergence_is_made(tmp_path):
    """Faces on an end of the mesh belong to the cells above; those below see turned copies, and add up the same charge
    to rounding: as much after many steps as with periodic ends, but for two parts (sqrt 2 in size) and two products
    where there was one (sqrt 2 again, each way that a copy is turned)."""
    most = {}
    for name, bloch in [("real", None), ("complex", [1.1, -0.7, 0])]:
        case = light(tmp_path, name, bloch, [16, 16, 1], ROD, order=4, source=SLOW,
                     time={"end": 1e4, "cfl": 0.4, "max_steps": 20000},
                     output={"fields": ["electric_field"], "history": 500})
        history = read_history(run_case(case, tmp_path / name, **FAST))
        most[name] = max((history[of] * history[size]).max() / history[size].max()  # they are of the field at that time
                         for of, size in [("charge_error", "displacement_max"), ("divergence", "magnetic_field_max")])
    assert 0 < most["complex"] < 4 * most["real"] and most["complex"] < 1e-12


def bragg_frequencies(k, layers, most):
    """Solutions of cos(k d) = trace/2 of the transfer matrix of a period of layers (width, permittivity), below most:
    P. Yeh, Optical Waves in Layered Media, section 6.2."""
    def miss(omega):
        matrix = numpy.eye(2)
        for width, eps in layers:
            n = math.sqrt(eps)
            phase = omega * n * width
            matrix = matrix @ numpy.array([[math.cos(phase), -math.sin(phase) / n], [n * math.sin(phase), math.cos(phase)]])
        return matrix.trace() / 2 - math.cos(k * sum(width for width, _ in layers))
    grid = numpy.linspace(1e-6, most, 4000)
    values = [miss(omega) for omega in grid]
    return [a - fa * (b - a) / (fb - fa) for a, b, fa, fb in zip(grid, grid[1:], values, values[1:]) if fa * fb < 0]


def frequencies_of(times, signal):
    """Angular frequencies of a signal of undamped modes, and their amplitudes: roots of a linear prediction by least squares
    (S. L. Marple, Digital Spectral Analysis, section 8.3), of samples at equal times."""
    order = len(signal) // 3
    rows = numpy.lib.stride_tricks.sliding_window_view(signal, order + 1)
    left, values, right = numpy.linalg.svd(rows[:, :order], full_matrices=False)
    kept = max((values > 1e-7 * values[0]).sum(), 1)
    weights = right[:kept].conj().T @ ((left[:, :kept].conj().T @ -rows[:, order]) / values[:kept])
    roots = numpy.roots(numpy.concatenate([[1], weights[::-1]]))
    roots = roots[abs(abs(roots) - 1) < 0.02]
    modes = roots[None, :] ** numpy.arange(len(signal))[:, None]
    sizes = abs(numpy.linalg.lstsq(modes, signal, rcond=None)[0])
    omega = -numpy.angle(roots) / (times[1] - times[0])
    return omega, sizes / sizes.max()


@pytest.mark.parametrize("k", [0.3, 0.9, 2.0, math.pi])
def test_bands_of_a_stack_of_layers(tmp_path, k):
    """Layers of permittivity 9 and 1 against the dispersion relation of transfer matrices; with k = pi these are the edges of
    gaps. A current that is real excites frequencies of both signs. Both ways: no band is missed, no other one is found."""
    wanted = bragg_frequencies(k, [(0.25, 9), (0.75, 1)], 9)
    case = light(tmp_path, "bragg", [k, 0, 0], [80, 1, 1], {"cuts": {"x": [0.25]}, "permittivities": [9, 1]}, order=4,
                 time={"end": 60, "cfl": None, "step": 0.005, "max_steps": None},
                 source={"kind": "sheet", "axis": "x", "polarization": [0, 0, 1], "position": [0.37, 0, 0], "thickness": 0.08,
                         "duration": 0.3, "frequency": 0.6, "start": 1.5},
                 output={"fields": ["electric_field"], "history": 1000, "probes": {
                     "points": [[0.61, 0, 0], [0.12, 0, 0]], "fields": ["electric_field", "electric_field_imaginary"],
                     "every": 20}})
    probes = taub.read_probes(run_case(case, tmp_path / "out", **FAST))
    signal = probes["electric_field"][:, :, 2] + 1j * probes["electric_field_imaginary"][:, :, 2]
    late, found = probes.time > 4, numpy.array([])
    for p in range(2):
        omega, sizes = frequencies_of(probes.time[late], signal[late, p])
        found = numpy.append(found, abs(omega[(sizes > 1e-3) & (abs(omega) > 0.1) & (abs(omega) < 8.9)]))
    for omega in wanted:
        assert abs(found - omega).min() < 1e-3 * omega, (omega, sorted(found))
    for omega in found:
        assert abs(numpy.array(wanted) - omega).min() < 1e-3 * omega, (omega, wanted)
    assert len(wanted) >= 4


@pytest.mark.parametrize("k", [(math.pi, 0), *([(1.1, 0.5)] * LONG)])
def test_bands_of_a_photonic_crystal(tmp_path, k):
    """examples/photonic-crystal against plane waves: every band below 0.7 is heard, and no other frequency is. Plane waves of
    9 periods have the bands to 2e-4; rods cut cells, whose permittivity along the rods is right to second order."""
    folder, example = script_of("photonic-crystal", "bands")
    wanted = example.plane_wave_bands(numpy.array(k), 6)
    assert abs(wanted / example.plane_wave_bands(numpy.array(k), 6, most=6) - 1).max() < 2e-3
    found = example.run(TAUB, folder / "case.yaml", k, tmp_path / "out", "device.kind=host", "device.threads=1")
    wanted = wanted[wanted < 0.7]
    assert len(wanted) == 3 if k[0] > 3 else len(wanted) == 4
    for list_of, others in ((wanted, found), (found[found < 0.69], wanted)):
        for frequency in list_of:
            assert abs(others / frequency - 1).min() < 3e-3, (frequency, others)


def test_energy_falls(tmp_path):
    """Of the waves around a rod: it never grows, and what is lost in ten units of time falls with the width of cells."""
    lost = []
    for cells in (16, 32):
        case = light(tmp_path, f"n{cells}", [0, 1.3, 0], [cells, cells, 1], ROD, order=4, source=SLOW,
                     time={"end": 22, "cfl": 0.4, "max_steps": None}, output={"fields": ["electric_field"], "history": 20})
        history = read_history(run_case(case, tmp_path / f"out{cells}", **FAST))
        energy = (history["electric_energy"] + history["magnetic_energy"])[history["time"] > 12]
        assert (numpy.diff(energy) < 1e-13 * energy[0]).all()
        lost.append(1 - energy[-1] / energy[0])
    assert lost[1] < 0.6 * lost[0], lost


def test_blocks_ranks_and_restarts(tmp_path):
    """The same bits, also of a mixed mesh: walls and layers across one axis, phases along the others."""
    mesh = {"boundary": {"x": "periodic", "y": "periodic", "z": ["magnetic-wall", "matched-layer"]}, "layer": {"cells": 4}}
    case = light(tmp_path, "one", [1.3, -0.7, 0], [12, 12, 12], BODIES, order=4, source=DIPOLE | {"radius": 0.12}, mesh=mesh,
                 output={"fields": COMPLEX, "history": 1, "probes": {"points": [[0.01, 0.5, 0.5], [0.3, 0.99, 0.4]],
                                                                   "fields": ["magnetic_field_imaginary", "energy_flux"]}})
    one = run_case(case, tmp_path / "one", **FAST)
    blocks = run_case(case, tmp_path / "blocks", "mesh.blocks=[2,3,2]", **FAST)
    run_case(case, tmp_path / "parts", "time.max_steps=5", **FAST)
    run_case(case, tmp_path / "parts", "mesh.blocks=[3,1,2]", "--restart", tmp_path / "parts", **FAST)
    for other in (blocks, tmp_path / "parts"):
        assert_same_bits(one, other)
        assert (one / "history.csv").read_text() == (other / "history.csv").read_text()
        assert (one / "probes.csv").read_text() == (other / "probes.csv").read_text()
    require_ranks()
    run_ranks(3, "run", case, "-o", tmp_path / "ranks", "mesh.blocks=[2,3,2]", env=FAST["env"])
    assert_same_bits(one, tmp_path / "ranks")
    assert (one / "history.csv").read_text() == (tmp_path / "ranks" / "history.csv").read_text()


def test_a_real_checkpoint_is_none_of_complex_fields(tmp_path):
    case = light(tmp_path, "real", None, [12, 1, 1], source=DIPOLE, fields=["electric_field"])
    run_case(case, tmp_path / "out", "time.max_steps=2", **FAST)
    result = run_taub("run", case, "-o", tmp_path / "out", "--restart", tmp_path / "out", "mesh.bloch=[1,0,0]", expect=2,
                      **FAST)
    assert "checkpoint" in result.stderr and "mesh.bloch" in result.stderr


def test_a_checkpoint_is_of_one_wave_vector(tmp_path):
    """Faces on the ends of the mesh stand for both sides by the phase: with another one B would have a divergence."""
    case = light(tmp_path, "k", [1, 0, 0], [12, 1, 1], source=DIPOLE, fields=["electric_field"])
    run_case(case, tmp_path / "out", "time.max_steps=2", **FAST)
    for name, bloch in [("other", [1.5, 0, 0]), ("real", None)]:
        case = light(tmp_path, name, bloch, [12, 1, 1], source=DIPOLE, fields=["electric_field"])
        result = run_taub("run", case, "-o", tmp_path / name, "--restart", tmp_path / "out", expect=2, **FAST)
        assert "mean something else" in result.stderr and "mesh.bloch" in result.stderr


@pytest.mark.parametrize("changes,message", [
    ({"bloch": [0, 0, 1]}, "mesh.bloch[2]: expected 0 along z, where the mesh has one cell"),
    ({"bloch": [1, 0, 0], "mesh": {"boundary": {"x": "reflecting", "y": "periodic"}}}, "expected periodic boundaries along x"),
    ({"bloch": [1, 0]}, "mesh.bloch"),
    ({"bloch": [1, 0, 0], "source": DIPOLE | {"position": [0.9, 0.5, 0.5], "radius": 0.09}}, "currents have no Bloch phase"),
    ({"bloch": [1, 0, 0], "source": {"kind": "sheet", "axis": "x", "polarization": [0, 0, 1], "position": [0.9, 0, 0],
                                     "thickness": 0.1, "duration": 0.1, "start": 0}}, "currents have no Bloch phase"),
    ({"bloch": [0, 1, 0], "initial": {"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.1}},
     "expected mesh.bloch to be 0 along y"),
    ({"bloch": [1, 0, 0], "output": {"fluxes": {"frequencies": [1, 2], "planes": [{"name": "a", "kind": "x", "position": 0.5}]}}},
     "output.fluxes: fluxes are not available with mesh.bloch"),
    ({"bloch": None, "output": {"fields": ["electric_field_imaginary"]}}, "electric_field_imaginary needs complex fields"),
    ({"bloch": None, "output": {"probes": {"points": [[0, 0, 0]], "fields": ["magnetic_field_imaginary"]}}},
     "output.probes.fields"),
    ({"bloch": [1, 0, 0], "output": {"fields": ["energy_density_imaginary"]}}, "energy_density_imaginary")])
def test_bad_input(tmp_path, changes, message):
    case = light(tmp_path, "bad", changes.pop("bloch"), [16, 16, 1], mesh=changes.pop("mesh", None), **changes)
    stderr = run_taub("check", case, expect=2).stderr
    assert message in stderr and f"{case.name}:" in stderr


def test_other_systems_have_none(tmp_path):
    stderr = run_taub("check", make_case(tmp_path, mesh={"bloch": [1, 0, 0]}), expect=2).stderr
    assert "mesh.bloch" in stderr

"""Freeze-out surfaces: the file, what becomes of it in restarts, other programs' layouts, and what is refused or told."""
import os
import shutil
import subprocess
import sys

import h5py
import numpy
import pytest

from conftest import LONG, ROOT, make_case, merge, output_file, read_summary, require_device, run_case, run_taub
from hadron_surfaces import METRIC, add_gradients, random_surface, write_surface

sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402 - the package need not be installed

HBAR_C = 0.1973269804
VISCOUS = {
    "system": "israel-stewart", "eos": {"kind": "lattice-wb"},
    "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1}, "bulk_viscosity": {"kind": "denicol"}},
    "mesh": {"coordinates": "milne", "cells": [32, 30, 1], "lower": [-8, -8, -0.5], "upper": [8, 8, 0.5]},
    "time": {"start": 0.6, "end": 3, "step": 0.05},
    "initial": {"kind": "gaussian", "peak": {"energy_density": 8}, "background": {"energy_density": 1e-3},
                "width": [1.5, 2, 0]},
    "output": {"every": 1, "surface": {"temperature": 0.155, "every": 5}},
    "device": {"kind": "host", "threads": 1, "reproducible": "strict"},
}
THREE_AXES = {"mesh": {"cells": [16, 14, 12], "lower": [-8, -8, -3], "upper": [8, 8, 3]},
              "initial": {"width": [1.5, 2, 1]}, "time": {"end": 1.6}}


def content(folder):
    """{name: array} of surface.h5."""
    arrays = {}
    with h5py.File(folder / "surface.h5") as file:
        file.visititems(lambda name, item: arrays.__setitem__(name, item[()]) if isinstance(item, h5py.Dataset) else None)
    return arrays


def assert_same_surface(a, b):
    a, b = content(a), content(b)
    assert sorted(a) == sorted(b)
    for name, values in a.items():
        assert values.tobytes() == b[name].tobytes(), f"{name}: {values.shape} and {b[name].shape}"


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """(case file, folder) of an event with two axes and of one with three."""
    folder = tmp_path_factory.mktemp("runs")
    made = {}
    for axes, changes in ((2, {}), (3, THREE_AXES)):
        case = make_case(folder, f"{axes}.yaml", base=merge(VISCOUS, changes))
        made[axes] = case, run_case(case, folder / str(axes))
    return made


def test_file(runs):
    """Units and shapes; the numbers of an element go together."""
    for axes in (2, 3):
        surface = taub.read_surface(runs[axes][1])
        assert len(surface) == read_summary(runs[axes][1])["surface"]["elements"] > 100
        assert surface.per_unit_length == (("eta",) if axes == 2 else ())
        u = surface.four_velocity
        numpy.testing.assert_allclose(u[:, 0] ** 2 - (u[:, 1:] ** 2).sum(axis=1), 1, rtol=1e-12)
        assert (abs(surface.temperature - 0.155) < 0.01).all() and (surface.volume > 0).mean() > 0.9
        assert (surface.normal[:, 3] == 0).all() == (axes == 2)
        # T^{mu nu} from its parts: its trace is e - 3 (p + Pi), as far as pi is traceless between nodes
        trace = numpy.einsum("emm,m->e", surface.stress_tensor, [1, -1, -1, -1])
        expected = surface.energy_density - 3 * (surface.pressure + surface.bulk_pressure)
        numpy.testing.assert_allclose(trace, expected, atol=1e-10)
        numpy.testing.assert_allclose(surface.flux[:, 0].sum(), read_summary(runs[axes][1])["surface"]["energy"], rtol=1e-12)
    with h5py.File(runs[2][1] / "surface.h5") as file:
        group = file["data/0/particles/freeze_out"]
        assert group["position/tau"].attrs["unitSI"] == 1e-15 and group["position/eta"].attrs["unitSI"] == 1
        assert group["temperature"].attrs["unit"] == b"GeV" and file.attrs["openPMD"] == b"1.1.0"


def test_single_precision(runs, tmp_path):
    folder = run_case(runs[2][0], tmp_path / "out", "output.surface.precision=single")
    for name, values in content(runs[2][1]).items():
        small = content(folder)[name]
        assert small.dtype == numpy.float32
        assert (small == values.astype(numpy.float32)).all()


def test_nothing_else_changes(runs, tmp_path):
    """Looks at the surface change no step and no field."""
    without = make_case(tmp_path, base=merge(VISCOUS, {"output": {"surface": None}}))
    folder = run_case(without, tmp_path / "out")
    assert not (folder / "surface.h5").exists() and "surface" not in read_summary(folder)
    run_taub("compare", folder, runs[2][1], "--all", "--tolerance", 0)
    assert (folder / "history.csv").read_text() == (runs[2][1] / "history.csv").read_text()


@pytest.mark.parametrize("axes", [3, *([2] * LONG)])
def test_devices(runs, tmp_path, axes):
    """The same elements in the same order, bit for bit."""
    require_device("opencl")
    assert_same_surface(runs[axes][1], run_case(runs[axes][0], tmp_path / "out", "--device", "opencl"))


def test_blocks_and_threads(runs, tmp_path):
    folder = run_case(runs[2][0], tmp_path / "out", "mesh.blocks=[4,3,1]", "--threads", 2)
    assert_same_surface(runs[2][1], folder)


@pytest.mark.parametrize("steps", [20, 23])  # a look is at step 20 and none at 23
def test_restart(runs, tmp_path, steps):
    """A run that was cut off and goes on in its folder leaves the surface of one in one piece."""
    case, whole = runs[2]
    folder = run_case(case, tmp_path / "out", f"time.max_steps={steps}")
    assert 0 < len(taub.read_surface(folder)) < len(taub.read_surface(whole))
    shutil.copytree(folder, tmp_path / "other")
    run_case(case, folder, "--restart", folder)
    assert_same_surface(whole, folder)
    first, second = read_summary(whole)["surface"], read_summary(folder)["surface"]
    assert all(first[key] == second[key] for key in ("elements", "energy", "lost_share"))
    # in another folder there are those elements that follow the checkpoint's last look
    rest = run_case(case, tmp_path / "rest", "--restart", tmp_path / "other" / "checkpoint.hdf")
    late = taub.read_surface(rest)
    assert (late.position == taub.read_surface(whole).position[-len(late):]).all()


def test_restart_of_a_killed_run(runs, tmp_path):
    """Elements behind the checkpoint are made again."""
    case, whole = runs[2]
    folder = run_case(case, tmp_path / "out", "time.max_steps=26", "output.checkpoint=0.5")
    kept = run_case(case, tmp_path / "kept", "time.max_steps=21")
    shutil.copy(kept / "checkpoint.hdf", folder / "checkpoint.hdf")
    (folder / "summary.json").rename(folder / "summary.json.part")
    run_case(case, folder, "--restart", folder)
    assert_same_surface(whole, folder)


def test_restart_without_its_file(runs, tmp_path):
    """A surface.h5 that has fewer elements than the checkpoint says is not gone on with."""
    case = runs[2][0]
    folder = run_case(case, tmp_path / "out", "time.max_steps=20")
    with h5py.File(folder / "surface.h5", "r+") as file:
        file["data/0/particles/freeze_out/temperature"].resize((3,))
    before = (folder / "surface.h5").read_bytes()
    said = run_taub("run", case, "--restart", folder, "-o", folder, expect=2).stderr
    assert "surface.h5: elements cannot be added" in said
    assert (folder / "surface.h5").read_bytes() == before


def test_restart_with_another_surface(runs, tmp_path):
    case = runs[2][0]
    folder = run_case(case, tmp_path / "out", "time.max_steps=20")
    for change in ("output.surface.temperature=0.15", "output.surface.stride=[2,2,1]"):
        said = run_taub("run", case, change, "--restart", folder, "-o", tmp_path / "no", expect=2).stderr
        assert change.split("=")[0] in said and not (tmp_path / "no").exists()
    # one that begins with the restart is taken
    plain = run_case(make_case(tmp_path, base=merge(VISCOUS, {"output": {"surface": None}})), tmp_path / "plain",
                     "time.max_steps=20")
    assert len(taub.read_surface(run_case(case, tmp_path / "late", "--restart", plain))) > 0


def test_picture(runs, tmp_path):
    """python3 -m taub plot --surface: every element of a mesh of two axes in the right panel, those near y = 0 in the left."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    surface = taub.read_surface(runs[2][1])
    figure = taub.plot_surface(surface)
    left, right = figure.axes[0].collections[0].get_offsets(), figure.axes[1].collections[0].get_offsets()
    assert len(right) == len(surface) and 0 < len(left) < len(right) / 5
    # the outermost element near y = 0 is drawn where it is
    assert left[:, 0].max() == pytest.approx(surface.position[abs(surface.position[:, 1]).argsort(), 1].max(), rel=0.2)
    pyplot.close(figure)
    done = subprocess.run([sys.executable, "-m", "taub", "plot", runs[3][1], "--surface", "-o", tmp_path / "plots"],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 0, done.stderr
    assert [path.name for path in (tmp_path / "plots").iterdir()] == ["surface.png"]


# ---- other programs' layouts, read as they read them ----

def convert(folder, to, out, **options):
    return run_taub("surface", "convert", folder, "--to", to, "-o", out, **options)


@pytest.mark.parametrize("axes", [2, 3])
def test_music(runs, tmp_path, axes):
    """iSS (read_FOsurfdat_MUSIC): 34 floats; it multiplies p^mu da_mu by tau, with p^3 = tau p^eta and da3/tau."""
    surface = taub.read_surface(runs[axes][1])
    convert(runs[axes][1], "music", tmp_path / "surface.dat")
    rows = numpy.fromfile(tmp_path / "surface.dat", dtype="<f4").reshape(-1, 34).astype(float)
    assert len(rows) == len(surface)
    tau, da, u = rows[:, 0], rows[:, 4:8], rows[:, 8:12]
    volume = tau * (u[:, 0] * da[:, 0] + u[:, 1] * da[:, 1] + u[:, 2] * da[:, 2] + u[:, 3] * da[:, 3] / tau)
    numpy.testing.assert_allclose(volume, surface.volume, rtol=2e-5, atol=1e-7)
    numpy.testing.assert_allclose(rows[:, 0:4], surface.position, rtol=1e-6, atol=1e-7)
    energy, temperature = rows[:, 12] * HBAR_C, rows[:, 13] * HBAR_C
    numpy.testing.assert_allclose(energy, surface.energy_density, rtol=1e-6)
    numpy.testing.assert_allclose(temperature, surface.temperature, rtol=1e-6)
    numpy.testing.assert_allclose(rows[:, 17] * temperature - energy, surface.pressure, rtol=1e-5)
    numpy.testing.assert_allclose(rows[:, 18:28] * HBAR_C, surface.shear_stress, rtol=1e-6, atol=1e-9)
    numpy.testing.assert_allclose(rows[:, 28] * HBAR_C, surface.bulk_pressure, rtol=1e-6, atol=1e-9)
    assert (rows[:, 14:17] == 0).all() and (rows[:, 29:] == 0).all()


@pytest.mark.parametrize("axes", [2, 3])
def test_is3d(runs, tmp_path, axes):
    """iS3D (mode 1): coordinate components; u^tau from u.u = 1 with tau^2 (u^eta)^2, and u^mu da_mu without a factor."""
    surface = taub.read_surface(runs[axes][1])
    convert(runs[axes][1], "is3d", tmp_path / "surface.dat")
    rows = numpy.loadtxt(tmp_path / "surface.dat")
    assert rows.shape == (len(surface), 20)
    tau, da, (ux, uy, un) = rows[:, 0], rows[:, 4:8], rows[:, 8:11].T
    ut = numpy.sqrt(1 + ux ** 2 + uy ** 2 + tau ** 2 * un ** 2)
    volume = ut * da[:, 0] + ux * da[:, 1] + uy * da[:, 2] + un * da[:, 3]
    numpy.testing.assert_allclose(volume, surface.volume, rtol=1e-12, atol=1e-15)
    square = da[:, 0] ** 2 - da[:, 1] ** 2 - da[:, 2] ** 2 - da[:, 3] ** 2 / tau ** 2
    numpy.testing.assert_allclose(square, (surface.normal ** 2 * [1, -1, -1, -1]).sum(axis=1), rtol=1e-9, atol=1e-15)
    numpy.testing.assert_allclose(rows[:, 11] * HBAR_C, surface.energy_density, rtol=1e-12)
    numpy.testing.assert_allclose(rows[:, 12] * HBAR_C, surface.temperature, rtol=1e-12)
    numpy.testing.assert_allclose(rows[:, 13] * HBAR_C, surface.pressure, rtol=1e-12)
    scaled = rows[:, 14:19] * HBAR_C * numpy.stack([tau ** 0, tau ** 0, tau, tau ** 0, tau], axis=1)
    numpy.testing.assert_allclose(scaled, surface.shear_stress[:, [4, 5, 6, 7, 8]], rtol=1e-12, atol=1e-16)
    numpy.testing.assert_allclose(rows[:, 19] * HBAR_C, surface.bulk_pressure, rtol=1e-12, atol=1e-16)


@pytest.mark.parametrize("axes", [2, 3])
def test_smash(runs, tmp_path, axes):
    """SMASH-hadron-sampler (gen::load): tau x y eta, then laboratory components; u^mu dsigma_mu, u.u and u_mu pi^{mu nu} are
    those of the surface."""
    surface = taub.read_surface(runs[axes][1])
    convert(runs[axes][1], "smash", tmp_path / "freezeout.dat")
    rows = numpy.loadtxt(tmp_path / "freezeout.dat")
    assert rows.shape == (len(surface), 30)
    u, eta = rows[:, 8:12], rows[:, 3]
    numpy.testing.assert_allclose(rows[:, :4], surface.position, rtol=1e-12, atol=1e-15)
    numpy.testing.assert_allclose((u * rows[:, 4:8]).sum(axis=1), surface.volume, rtol=1e-9, atol=1e-14)
    numpy.testing.assert_allclose((u ** 2 * [1, -1, -1, -1]).sum(axis=1), 1, rtol=1e-9)
    # the fluid's rapidity in the laboratory is that in the Milne frame and eta
    numpy.testing.assert_allclose(numpy.arctanh(u[:, 3] / u[:, 0]),
                                  eta + numpy.arctanh(surface.four_velocity[:, 3] / surface.four_velocity[:, 0]), atol=1e-9)
    metric = numpy.array([1, -1, -1, -1])
    lower = [[0, 1, 3, 6], [1, 2, 4, 7], [3, 4, 5, 8], [6, 7, 8, 9]]  # index44 of the sampler
    upper = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]]
    for of in (lambda pi, u: numpy.einsum("eij,ej,ei->e", pi, u * metric, u * metric),
               lambda pi, u: numpy.einsum("eii,i->e", pi, metric),
               lambda pi, u: numpy.einsum("eij,eij,i,j->e", pi, pi, metric, metric)):
        numpy.testing.assert_allclose(of(rows[:, 16:26][:, lower], u),
                                      of(surface.shear_stress[:, upper], surface.four_velocity), atol=1e-9)
    numpy.testing.assert_allclose(rows[:, 12], surface.temperature, rtol=1e-12)
    assert (rows[:, 13:16] == 0).all()
    numpy.testing.assert_allclose(rows[:, 26:29], numpy.stack([surface.bulk_pressure, surface.energy_density,
                                                               surface.pressure], axis=1), rtol=1e-12, atol=1e-16)


def test_frzout(runs, tmp_path):
    """frzout.Surface by way of hic-eventgen: 16 doubles; sigma gets its factor tau there (2 ymax tau)."""
    surface = taub.read_surface(runs[2][1])
    convert(runs[2][1], "frzout", tmp_path / "surface.dat")
    rows = numpy.fromfile(tmp_path / "surface.dat", dtype="f8").reshape(-1, 16)
    x, sigma, v, pi, bulk = rows[:, :3], rows[:, 3:6], rows[:, 6:8], rows[:, 8:15], rows[:, 15]
    gamma = 1 / numpy.sqrt(1 - (v ** 2).sum(axis=1))
    volume = gamma * x[:, 0] * (sigma[:, 0] + (sigma[:, 1:] * v).sum(axis=1))
    numpy.testing.assert_allclose(volume, surface.volume, rtol=1e-10, atol=1e-14)
    numpy.testing.assert_allclose(x, surface.position[:, :3])
    assert (pi == surface.shear_stress[:, [0, 1, 2, 4, 5, 7, 9]]).all() and (bulk == surface.bulk_pressure).all()
    said = convert(runs[3][1], "frzout", tmp_path / "no", expect=2).stderr
    assert "boost-invariant" in said and not (tmp_path / "no").exists()


def test_one_element_by_hand(runs, tmp_path):
    """tau = 2, eta = asinh(0.75): cosh 1.25, sinh 0.75. In the Milne frame u = (1.25, 0, 0, 0.75), dSigma = (4, 1, 0, -2),
    pi^{xx} = 0.1, pi^{tau eta} = 0.3, e = 0.5, p = 0.1, T = 0.16."""
    path = tmp_path / "surface.h5"
    shutil.copy(runs[3][1] / "surface.h5", path)
    values = {"position/tau": 2, "position/x": 3, "position/y": -1, "position/eta": numpy.arcsinh(0.75),
              "surface_normal/tau": 4, "surface_normal/x": 1, "surface_normal/eta": -2, "four_velocity/tau": 1.25,
              "four_velocity/eta": 0.75, "shear_stress/xx": 0.1, "shear_stress/tz": 0.3, "energy_density": 0.5, "pressure": 0.1,
              "temperature": 0.16, "bulk_pressure": -0.02}
    with h5py.File(path, "r+") as file:
        group = file["data/0/particles/freeze_out"]
        datasets = []
        group.visititems(lambda name, item: datasets.append(name) if isinstance(item, h5py.Dataset) else None)
        assert set(values) <= set(datasets)
        for name in datasets:
            group[name].resize((1,))
            group[name][0] = values.get(name, 0)
    eta = numpy.arcsinh(0.75)
    for to in ("music", "is3d", "smash"):
        convert(path, to, tmp_path / to)
    music = numpy.fromfile(tmp_path / "music", dtype="<f4")
    expected = [2, 3, -1, eta, 2, 0.5, 0, -2, 1.25, 0, 0, 0.75, 0.5 / HBAR_C, 0.16 / HBAR_C, 0, 0, 0, 0.6 / 0.16,
                0, 0, 0, 0.3 / HBAR_C, 0.1 / HBAR_C, 0, 0, 0, 0, 0, -0.02 / HBAR_C, 0, 0, 0, 0, 0]
    numpy.testing.assert_allclose(music, expected, rtol=1e-7)
    is3d = numpy.loadtxt(tmp_path / "is3d")
    expected = [2, 3, -1, eta, 4, 1, 0, -4, 0, 0, 0.375, 0.5 / HBAR_C, 0.16 / HBAR_C, 0.1 / HBAR_C, 0.1 / HBAR_C, 0, 0, 0, 0,
                -0.02 / HBAR_C]
    numpy.testing.assert_allclose(is3d, expected, rtol=1e-13)
    # boosts: u_t = 1.25 1.25 + 0.75 0.75, u_z = 2 1.25 0.75; dSigma_t = 1.25 4 + 0.75 2, dSigma_z = -1.25 2 - 0.75 4
    # pi^tt = pi^zz = 2 1.25 0.75 0.3, pi^tz = (1.25^2 + 0.75^2) 0.3; order tt tx xx ty xy yy tz xz yz zz
    smash = numpy.loadtxt(tmp_path / "smash")
    expected = [2, 3, -1, eta, 6.5, 1, 0, -5.5, 2.125, 0, 0, 1.875, 0.16, 0, 0, 0, 0.5625, 0, 0.1, 0, 0, 0, 0.6375, 0, 0,
                0.5625, -0.02, 0.5, 0.1, 0]
    numpy.testing.assert_allclose(smash, expected, rtol=1e-13, atol=1e-15)


def test_charge_by_hand(tmp_path):
    """The element above with n = 0.25, mu_B = 0.4 and q = (0.03, 0.01, -0.02, 0.05), transverse to u: 1.25 0.03 = 0.75 0.05. In
    the laboratory q^t = 1.25 0.03 + 0.75 0.05 = 0.075 and q^z = 0.75 0.03 + 1.25 0.05 = 0.085, u = (2.125, 0, 0, 1.875): the
    same element of a Cartesian run, at t = 2.5 and z = 1.5, gives the same rows."""
    eta = numpy.arcsinh(0.75)
    common = dict(temperature=[0.16], energy=0.5, pressure=0.1, charge=0.25, potential=0.4)
    milne = write_surface(tmp_path / "milne", [[2, 3, -1, eta]], [[4, 1, 0, -2]], [[1.25, 0, 0, 0.75]],
                          current=[[0.03, 0.01, -0.02, 0.05]], **common)
    cartesian = write_surface(tmp_path / "cartesian", [[2.5, 3, -1, 1.5]], [[6.5, 1, 0, -5.5]], [[2.125, 0, 0, 1.875]],
                              current=[[0.075, 0.01, -0.02, 0.085]], coordinates="cartesian", **common)
    music = [2, 3, -1, eta, 2, 0.5, 0, -2, 1.25, 0, 0, 0.75, 0.5 / HBAR_C, 0.16 / HBAR_C, 0.4 / HBAR_C, 0, 0, 0.6 / 0.16,
             *[0] * 11, 0.25, 0.03, 0.01, -0.02, 0.05]
    smash = [2, 3, -1, eta, 6.5, 1, 0, -5.5, 2.125, 0, 0, 1.875, 0.16, 0.4, 0, 0, *[0] * 11, 0.5, 0.1, 0.25]
    for folder in (milne, cartesian):
        for to, expected, read in (("music", music, lambda path: numpy.fromfile(path, dtype="<f4")), ("smash", smash, numpy.loadtxt)):
            said = convert(folder, to, folder / to).stderr
            numpy.testing.assert_allclose(read(folder / to), expected, rtol=1e-6 if to == "music" else 1e-12, atol=1e-7 if to == "music" else 1e-14)
            assert ("no room for the diffusion current:" in said) == (to == "smash")
        said = convert(folder, "is3d", folder / "is3d").stderr
        assert "is3d has no room for the charge and its chemical potential and the diffusion current: it is left out" in said
        surface = taub.read_surface(folder)
        # n u.dSigma = 0.25 3.5, q.dSigma = 0.03 4 + 0.01 - 0.05 2, in either frame
        numpy.testing.assert_allclose(surface.charge_flux, 0.25 * 3.5 + 0.03, rtol=1e-13)


def test_gradients(tmp_path):
    """Made-up elements in Milne coordinates, and the same ones of a Cartesian run: hydro-foil's 33 columns and the 38 numbers
    that MUSIC adds for vorticity, in the laboratory."""
    made = random_surface(3, 7)
    draw = numpy.random.default_rng(8)
    gradients = draw.normal(size=(7, 4, 4))
    milne = add_gradients(write_surface(tmp_path / "milne", **made), gradients)
    eta, tau = made["position"][:, 3], made["position"][:, 0]
    c, s = numpy.cosh(eta), numpy.sinh(eta)
    up = numpy.zeros((7, 4, 4))
    up[:, 0, 0] = up[:, 3, 3] = c
    up[:, 0, 3] = up[:, 3, 0] = s
    up[:, 1, 1] = up[:, 2, 2] = 1
    down = METRIC @ up @ METRIC
    u, lab = numpy.einsum("nab,nb->na", up, made["velocity"]), numpy.einsum("nab,nbc,ndc->nad", down, gradients, down)
    normal = numpy.einsum("nab,nb->na", down, made["normal"])
    cartesian = {**made, "position": numpy.stack([tau * c, *made["position"][:, 1:3].T, tau * s], axis=1), "velocity": u,
                 "normal": normal, "shear": numpy.einsum("nab,nbc,ndc->nad", up, made["shear"], up)}
    cartesian = add_gradients(write_surface(tmp_path / "cartesian", coordinates="cartesian", **cartesian), lab, "cartesian")
    temperature = made["temperature"][:, None, None]
    low = u @ METRIC
    slope = -temperature[:, 0] ** 2 * numpy.einsum("nab,nb->na", lab, u)
    du = temperature * lab + slope[:, :, None] * low[:, None, :] / temperature
    projector = numpy.eye(4) - low[:, :, None] * u[:, None, :]
    across = numpy.einsum("nab,ncd,nbd->nac", projector, projector, du)
    delta = METRIC - low[:, :, None] * low[:, None, :]
    sigma = 0.5 * (across + across.swapaxes(1, 2)) - delta * numpy.einsum("ab,nab->n", METRIC, du)[:, None, None] / 3
    assert abs(numpy.einsum("ab,nab->n", METRIC, sigma)).max() < 1e-12 * abs(sigma).max()
    tensors = [across / temperature, du / temperature, lab,
               (temperature * du + slope[:, :, None] * low[:, None, :]) / temperature ** 2]
    expected = []
    for tensor in tensors:
        vorticity = METRIC @ (-0.5 * (tensor - tensor.swapaxes(1, 2))) @ METRIC * HBAR_C
        expected += [vorticity[:, m, n] for m in range(4) for n in range(m + 1, 4)]
    raised = METRIC @ sigma @ METRIC
    expected += [raised[:, m, n] for m in range(4) for n in range(m, 4)] + [numpy.zeros(7)] * 4
    expected = numpy.stack(expected, axis=1)
    for folder in (milne, cartesian):
        convert(folder, "hydro-foil", folder / "beta.dat")
        rows = numpy.loadtxt(folder / "beta.dat")
        assert rows.shape == (7, 33)
        numpy.testing.assert_allclose(rows[:, :4], made["position"], rtol=1e-12, atol=1e-14)
        numpy.testing.assert_allclose(rows[:, 4:12], numpy.concatenate([normal, u], axis=1), rtol=1e-11, atol=1e-13)
        numpy.testing.assert_allclose(rows[:, 16:32].reshape(-1, 4, 4), lab, rtol=1e-11, atol=1e-12)
        numpy.testing.assert_allclose(rows[:, [12, 32]], numpy.stack([made["temperature"], numpy.full(7, 0.3)], axis=1), rtol=1e-14)
        convert(folder, "music-vorticity", folder / "vorticity.dat")
        convert(folder, "music", folder / "music.dat")
        more = numpy.fromfile(folder / "vorticity.dat", dtype="<f4").reshape(-1, 72)
        assert (more[:, :34] == numpy.fromfile(folder / "music.dat", dtype="<f4").reshape(-1, 34)).all()
        numpy.testing.assert_allclose(more[:, 34:], expected, rtol=1e-5, atol=1e-6 * abs(expected).max())
    plain = write_surface(tmp_path / "plain", **made)
    for to in ("hydro-foil", "music-vorticity"):
        said = run_taub("surface", "convert", plain, "--to", to, "-o", tmp_path / "no", expect=2).stderr
        assert "output.surface.gradients=true" in said and not (tmp_path / "no").exists()


def test_files_without_a_chemical_potential(runs):
    """Those of fluids without one, and of runs before there was one: zeros, and no such records in the file."""
    surface = taub.read_surface(runs[2][1])
    assert not surface.chemical_potential.any() and not surface.diffusion_current.any()
    assert surface.diffusion_current.shape == (len(surface), 4) and not surface.charge_flux.any()
    names = content(runs[2][1])
    assert len(names) == 27 and not [name for name in names if "potential" in name or "diffusion" in name]


def test_conversion_that_is_refused(runs, tmp_path):
    out, folder = tmp_path / "out", runs[2][1]
    for arguments, words in ((("convert", folder, "--to", "musik", "-o", out), "did you mean music"),
                             (("convert", folder, "-o", out), "--to FORMAT is missing"),
                             (("convert", folder, "--to", "music"), "-o OUT is missing"),
                             (("draw", folder, "--to", "music", "-o", out), "expected `convert`"),
                             (("convert", tmp_path, "--to", "music", "-o", out), "surface.h5: not a surface.h5 that can be read"),
                             (("convert", output_file(folder), "--to", "music", "-o", out), "not a surface.h5 of Taub"),
                             (("convert", folder, "--to", "music", "-o", tmp_path / "no" / "out"), "cannot be written")):
        assert words in run_taub("surface", *arguments, expect=2).stderr
        assert not out.exists()


# ---- what is refused, and what is told ----

@pytest.mark.parametrize("changes, words", [
    ({"output": {"surface": {"temperature": 0.5}}}, "0.5 GeV is not below the highest temperature at the start"),
    ({"output": {"surface": {"temperature": None, "energy_density": 9}}}, "9 GeV/fm^3 is not below the highest energy density"),
    ({"output": {"surface": {"energy_density": 0.3}}}, "got both"),
    ({"output": {"surface": {"temperature": None}}}, "output.surface.temperature: this key is missing"),
    ({"output": {"surface": {"temperature": -1}}}, "output.surface.temperature: expected"),
    ({"output": {"surface": {"temperature": None, "energy_density": 0}}}, "output.surface.energy_density: expected"),
    ({"mesh": {"cells": [60000, 60000, 1]}}, "output.surface.stride: the lattice of the surface has 3.6e+09 nodes"),
    ({"output": {"surface": {"every": 0}}}, "output.surface.every: expected"),
    ({"output": {"surface": {"stride": [1, 0, 1]}}}, "output.surface.stride"),
    ({"output": {"surface": {"temparature": 0.15}}}, "did you mean"),
])
def test_bad_input(tmp_path, changes, words):
    said = run_taub("run", make_case(tmp_path, base=merge(VISCOUS, changes)), "-o", tmp_path / "out", expect=2).stderr
    assert words in said
    assert not (tmp_path / "out").exists()


def test_gas_dynamics_has_none(tmp_path):
    case = run_taub("run", ROOT / "examples" / "sod", "output.surface.temperature=0.1", "-o", tmp_path / "out", expect=2)
    assert "output.surface" in case.stderr and not (tmp_path / "out").exists()


@pytest.mark.parametrize("half, lowest, highest", [((3, 8), 0.01, 0.9), ((2, 2), 0.999, 1)])
def test_surface_that_leaves_the_mesh(tmp_path, half, lowest, highest):
    """What flows out of the mesh while it is hot is told as a share of all that leaves the hot matter."""
    changes = {"mesh": {"lower": [-half[0], -half[1], -0.5], "upper": [*half, 0.5], "cells": [12, 30, 1]}, "time": {"end": 1.5}}
    case = make_case(tmp_path, base=merge(VISCOUS, changes if lowest > 0.9 else {"mesh": changes["mesh"]}))
    said = run_taub("run", case, "-o", tmp_path / "out").stderr
    share = read_summary(tmp_path / "out")["surface"]["lost_share"]
    assert "notice   surface.h5: the freeze-out surface reaches the outside of the mesh" in said and f"; {100 * share:.3g} % of" in said
    assert lowest < share <= highest and "e+" not in said.split("outside of the mesh")[1]

"""taub evolution: the medium for jet and photon codes, read here by readers of the documented layouts alone."""
import math
import sys

import h5py
import numpy
import pytest

from conftest import ROOT, make_case, merge, output_file, read_fields, run_case, run_taub, steps_of

sys.path.insert(0, str(ROOT / "python"))
FIELDS = ["energy_density", "pressure", "temperature", "sound_speed_squared", "entropy_density", "four_velocity", "shear_stress",
          "bulk_pressure"]
EVENT = {"system": "israel-stewart", "eos": {"kind": "lattice-wb"},
         "transport": {"shear_viscosity": {"kind": "constant", "value": 0.15}, "bulk_viscosity": {"kind": "denicol"}},
         "mesh": {"coordinates": "milne", "cells": [12, 10, 8], "lower": [-3, -2.5, -3], "upper": [3, 2.5, 3], "boundary": "outflow"},
         "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0.6, "end": 1.17, "cfl": 0.3},
         "initial": {"kind": "gaussian", "background": {"energy_density": 0.05}, "peak": {"energy_density": 20},
                     "width": [0.9, 0.8, 1], "center": [0.2, -0.1, 0.3]},
         "output": {"fields": FIELDS, "every": 0.2, "history": 0}, "device": {"kind": "host", "threads": 1}}
GUBSER = {"system": "israel-stewart", "eos": {"kind": "conformal"},
          "transport": {"shear_viscosity": {"kind": "constant", "value": 0.2}, "tau_shear_shear": 0, "regulator": {"kind": "off"}},
          "mesh": {"coordinates": "milne", "cells": [21, 21, 1], "lower": [-2.1, -2.1, -0.5], "upper": [2.1, 2.1, 0.5],
                   "boundary": "extrapolated"},
          "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 1, "end": 1.2, "cfl": 0.4},
          "initial": {"kind": "gubser", "q": 1, "temperature": 0.24},
          "output": {"fields": [*FIELDS[:5], "velocity", "shear_stress"], "every": 0.1, "history": 0},
          "device": {"kind": "host", "threads": 1}}
BJORKEN = {"system": "srhd", "eos": {"kind": "conformal"},
           "mesh": {"coordinates": "milne", "cells": [2, 2, 6], "lower": [-1, -1, -3.5], "upper": [1, 1, 2.5], "boundary": "outflow"},
           "scheme": {"kind": "kurganov-tadmor"}, "time": {"start": 0.5, "end": 1.5, "step": 0.005},
           "initial": {"kind": "bjorken", "state": {"temperature": 0.4}},
           "output": {"fields": [*FIELDS[:4], "velocity"], "every": 0.25, "history": 0}, "device": {"kind": "host", "threads": 1}}


def music_file(path):
    """(header, cells) of evolution_all_xyeta.dat: 16 floats, then rows of as many as the last of them says."""
    numbers = numpy.fromfile(path, "<f4")
    names = "tau0 dtau nx dx xmin ny dy ymin neta deta etamin rhob shear bulk diff columns".split()
    header = dict(zip(names, numbers[:16].astype(float)))
    return header, numbers[16:].reshape(-1, int(header["columns"])).astype(float)


def written(tmp_path, base, *words, to="music", expect=0, name="out", **changes):
    folder = run_case(make_case(tmp_path, name=f"{name}.yaml", base=base, **changes), tmp_path / name)
    done = run_taub("evolution", folder, "--to", to, "-o", tmp_path / f"{name}.dat", *words, expect=expect)
    return folder, tmp_path / f"{name}.dat", done


def test_bjorkens_flow(tmp_path):
    """In the laboratory u^z = sinh eta; e = e0 (tau0/tau)^(4/3), to the error of the scheme's second order in time."""
    header, cells = music_file(written(tmp_path, BJORKEN)[1])
    expected = dict(tau0=0.5, dtau=0.25, nx=2, dx=1, xmin=-0.5, ny=2, dy=1, ymin=-0.5, neta=6, deta=1, etamin=-3, rhob=0, shear=0,
                    bulk=0, diff=0, columns=11)
    assert header == pytest.approx(expected, rel=1e-7)
    assert cells.shape == (5 * 6 * 2 * 2, 11)
    assert cells[:, :4].tolist() == [[t, x, y, eta] for t in range(5) for eta in range(6) for y in range(2) for x in range(2)]
    eta, tau = -3 + cells[:, 3], 0.5 + 0.25 * cells[:, 0]
    assert cells[:, 10] == pytest.approx(numpy.sinh(eta), rel=1e-6) and abs(cells[:, 8:10]).max() < 1e-12
    assert cells[:, 6] == pytest.approx(0.4 * (0.5 / tau) ** (1 / 3), rel=2e-5)
    assert cells[:, 5] == pytest.approx(cells[:, 4] / 3, rel=1e-6) and cells[:, 7] == pytest.approx(1 / 3, rel=1e-6)
    assert cells[:, 4] / cells[0, 4] == pytest.approx((0.5 / tau) ** (4 / 3), rel=1e-4)


def test_gubsers_flow(tmp_path):
    """Boost-invariant: eta = 0. At the start u is that of the formula at centres of cells, and in the frame of the fluid the
    stress is (along the flow, across it, along the beam) = (1/2, 1/2, -1) of what it is along the beam, with the sign turned."""
    header, cells = music_file(written(tmp_path, GUBSER)[1])
    assert [header[name] for name in ("neta", "etamin", "shear", "bulk", "columns", "tau0")] == [1, 0, 1, 0, 16, 1]
    first = cells[cells[:, 0] == 0]
    x, y = header["xmin"] + header["dx"] * first[:, 1], header["ymin"] + header["dy"] * first[:, 2]
    assert len(first) == 441 and min(abs(x)) < 1e-6 and not first[:, 3].any() and not first[:, 10].any()
    slope = 2 * numpy.hypot(x, y) / (2 + x * x + y * y)  # v of q = tau = 1
    radial = slope / numpy.sqrt(1 - slope**2)
    with numpy.errstate(invalid="ignore"):
        assert first[:, 8] == pytest.approx(numpy.nan_to_num(radial * x / numpy.hypot(x, y)), rel=1e-5, abs=1e-7)
        assert first[:, 9] == pytest.approx(numpy.nan_to_num(radial * y / numpy.hypot(x, y)), rel=1e-5, abs=1e-7)
    last = cells[cells[:, 0] == 2]
    xx, xy, xz, yy, yz = last[:, 11:].T
    size = abs(xx).max()
    inside = (abs(last[:, 1] - 10) < 6) & (abs(last[:, 2] - 10) < 6)
    assert size > 0.01 and abs(xz).max() == abs(yz).max() == 0
    assert abs(xx - yy)[inside].max() < 0.02 * size and abs(xy)[inside].max() < 0.02 * size  # equal for the exact flow


def exponential(generator):
    """Of a matrix, by squaring a series."""
    small, result, term = generator / 1024, numpy.eye(4), numpy.eye(4)
    for n in range(1, 12):
        term = term @ small / n
        result = result + term
    for _ in range(10):
        result = result @ result
    return result


def generator(direction):
    """Of boosts of the rapidity |direction| against it."""
    found = numpy.zeros((4, 4))
    found[0, 1:] = found[1:, 0] = -numpy.asarray(direction)
    return found


def test_an_event_with_all_components(tmp_path):
    """Each cell of the run's own files, boosted here by exponentials; a last output off the interval is left out."""
    folder, path, done = written(tmp_path, EVENT, "--above", "0.3")
    assert "the output at 1.17 fm/c is left out" in done.stderr and "JETSCAPE reads y as x" in done.stderr
    header, cells = music_file(path)
    assert header["columns"] == 17 and header["dtau"] == pytest.approx(0.2) and header["etamin"] == pytest.approx(-2.625)
    count, flowing = 0, 0.0
    for frame, step in enumerate(steps_of(folder)[:3]):
        fields = read_fields(folder, step)[1]
        ten = {pair: fields[f"shear_stress/{pair}"] for pair in ("tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")}
        for k, j, i in numpy.argwhere(fields["energy_density"] > 0.3):
            row = cells[count]
            count += 1
            assert row[:4].tolist() == [frame, i, j, k]
            at = {name: values[k, j, i] for name, values in fields.items()}
            assert row[4:8] == pytest.approx([at[name] for name in FIELDS[:4]], rel=1e-6)
            eta = -2.625 + 0.75 * k
            space = numpy.array([at["four_velocity/x"], at["four_velocity/y"], at["four_velocity/eta"]])
            milne = numpy.array([math.sqrt(1 + space @ space), *space])
            lab = exponential(generator([0, 0, -eta])) @ milne
            assert row[8:11] == pytest.approx(lab[1:], rel=1e-5, abs=1e-6)
            stress = numpy.array([[ten["".join(sorted(a + b))][k, j, i] for b in "txyz"] for a in "txyz"])
            speed = numpy.linalg.norm(lab[1:])
            rest = exponential(generator(math.asinh(speed) * lab[1:] / max(speed, 1e-30))) @ exponential(generator([0, 0, -eta]))
            stress = rest @ stress @ rest.T / (at["energy_density"] + at["pressure"])
            assert row[11:16] == pytest.approx([stress[1, 1], stress[1, 2], stress[1, 3], stress[2, 2], stress[2, 3]], rel=1e-4, abs=1e-6)
            assert row[16] == pytest.approx(at["bulk_pressure"] / (at["energy_density"] + at["pressure"]), rel=1e-5, abs=1e-12)
            flowing = max(flowing, abs(at["four_velocity/eta"]), abs(row[13]))
    assert count == len(cells) > 300 and flowing > 0.02


def test_jetdata(tmp_path):
    """VISHNU's layout: sets [x, y] at whole multiples of the cell width, frames at equal times, Milne components."""
    folder, path, _ = written(tmp_path, GUBSER, to="jetscape", mesh={"cells": [21, 15, 1], "lower": [-2.1, -1.5, -0.5],
                                                                    "upper": [2.1, 1.5, 0.5]})
    with h5py.File(path) as file:
        event = file["Event"]
        assert {name: event.attrs[name] for name in ("XL", "XH", "YL", "YH", "OutputViscousFlag")} == {
            "XL": -10, "XH": 10, "YL": -7, "YH": 7, "OutputViscousFlag": 1}
        assert [event.attrs[name] for name in ("DX", "DY", "Tau0", "dTau")] == pytest.approx([0.2, 0.2, 1, 0.1], rel=1e-12)
        assert event.attrs["XL"].dtype == numpy.int32 and list(event) == [f"Frame_{n:04d}" for n in range(3)]
        for frame, step in zip(event.values(), steps_of(folder)):
            time, fields = read_fields(folder, step)
            assert frame.attrs["Time"] == pytest.approx(time, abs=1e-12) and frame["e"].shape == (21, 15)
            for name, field in {"e": "energy_density", "s": "entropy_density", "p": "pressure", "P": "pressure", "Temp": "temperature",
                                "Vx": "velocity/x", "Vy": "velocity/y", "Pi00": "shear_stress/tt", "Pi01": "shear_stress/tx",
                                "Pi12": "shear_stress/xy", "Pi33": "shear_stress/zz"}.items():
                assert frame[name][()] == pytest.approx(fields[field][0].T, rel=1e-12, abs=1e-15), name
            assert not frame["BulkPi"][()].any() and len(frame) == 18
    assert "centre of a cell must be at x = y = 0" in written(tmp_path, GUBSER, to="jetscape", expect=2, name="even",
                                                              mesh={"cells": [20, 20, 1]})[2].stderr
    assert "JetData.h5 is for boost-invariant runs" in written(tmp_path, EVENT, to="jetscape", expect=2, name="3d")[2].stderr


def test_a_view_with_a_charge(tmp_path):
    """Every second cell of a view; n_B and mu_B of a table behind the first eleven numbers."""
    import quark_gas
    table = quark_gas.write_level(tmp_path, "gas0", 0.0, 0.02, 200, 0.005, 80)
    view = {"name": "medium", "fields": [*FIELDS[:4], "charge_density", "chemical_potential", "velocity"], "every": 0.1, "stride": [2, 2, 1]}
    base = merge(BJORKEN, {"eos": {"kind": "table-2d", "file": str(table)}, "mesh": {"cells": [8, 8, 1], "lower": [-4, -4, -0.5],
                                                                                   "upper": [4, 4, 0.5]},
                           "time": {"start": 1, "end": 1.2, "step": 0.05},
                           "initial": {"kind": "bjorken", "state": {"temperature": None, "energy_density": 2, "charge_density": 0.1}},
                           "output": {"fields": ["energy_density"], "every": 0, "views": [view]}})
    header, cells = music_file(written(tmp_path, base, "--view", "medium")[1])
    assert [header[name] for name in ("nx", "dx", "xmin", "rhob", "columns")] == [4, 2, -3.5, 1, 13] and len(cells) == 3 * 16
    assert cells[:, 11] == pytest.approx(0.1 / (1 + 0.1 * cells[:, 0]), rel=1e-5)  # n tau stays
    assert cells[0, 12] == pytest.approx(float(quark_gas.invert(numpy.array([2.0]), numpy.array([0.1]))[1][0]), rel=2e-3)


@pytest.mark.parametrize("changes,lost,words,said", [
    ({"output": {"fields": ["energy_density", "pressure"]}}, [], (), "needs temperature, sound_speed_squared, four_velocity"),
    ({}, [1, 2, 3, 4], (), "it has one output"),
    ({}, [1], (), "are not at equal intervals: 0.5 at first, 0.25 behind the time 1"),
    ({"mesh": {"coordinates": "cartesian"}, "initial": {"kind": "gaussian", "background": {"energy_density": 1}, "peak": {
        "energy_density": 2}, "width": [1, 1, 1]}}, [], (), "in Milne coordinates"),
    ({}, [], ("--above", "nan"), "expected an energy density"),
    ({}, [], ("--view", "middle"), "no view 'middle'")])
def test_what_is_refused(tmp_path, changes, lost, words, said):
    folder = run_case(make_case(tmp_path, base=BJORKEN, **changes), tmp_path / "out")
    for step in [steps_of(folder)[n] for n in lost]:
        output_file(folder, step).unlink()
    done = run_taub("evolution", folder, "--to", "music", "-o", tmp_path / "e.dat", *words, expect=2)
    assert said in done.stderr and not list(tmp_path.glob("e.dat*"))


def test_python(tmp_path):
    """The same file; a file that is there stays when another cannot be written."""
    import taub
    folder, path, _ = written(tmp_path, BJORKEN)
    run = taub.open(folder)
    assert taub.write_evolution(run, tmp_path / "again.dat") == [] and (tmp_path / "again.dat").read_bytes() == path.read_bytes()
    with pytest.raises(taub.Error, match="expected music or jetscape"):
        taub.write_evolution(run, path, to="vishnu")
    with pytest.raises(taub.Error, match="has all cells"):
        taub.write_evolution(taub.open(written(tmp_path, GUBSER, name="flow")[0]), path, to="jetscape", above=1)
    with pytest.raises(taub.Error, match="cannot be written"):
        taub.write_evolution(run, tmp_path / "none" / "e.dat")

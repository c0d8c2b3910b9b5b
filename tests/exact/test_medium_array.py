"""Electrodynamics: media from datasets of an HDF5 file (medium.array)."""
import h5py
import numpy
import pytest
import yaml

from conftest import FAST, assert_same_bits, make_case, read_fields, read_summary, run_case, run_taub

CELLS = [20, 18, 1]
NUMBERS = ["permittivity", "permeability", "conductivity"]
SMOOTH = {"kind": "pulse", "axis": "x", "polarization": [0, 0, 1], "extent": 0.2, "position": -0.5}


def light(folder, name, medium, **more):
    parts = dict(system="maxwell", eos=None, medium=medium, scheme={"kind": "ader-weno", "order": 3},
                 mesh={"cells": CELLS, "lower": [-1, -1, 0], "upper": [1, 1, 1], "boundary": "periodic"}, time={"end": 0.3},
                 initial=SMOOTH, device={"kind": "host", "threads": 1, "reproducible": "strict"},
                 output={"fields": ["electric_field", "magnetic_flux", *NUMBERS], "history": 1})
    parts.update(more)
    return make_case(folder, name, **parts)


def write(folder, name="medium.h5", **datasets):
    with h5py.File(folder / name, "w") as file:
        for key, values in datasets.items():
            file[key] = values
    return {"file": str(folder / name), **{key: key for key in datasets if key in NUMBERS}}


def fields_of(folder, name, medium, *arguments, **more):
    return read_fields(run_case(light(folder, f"{name}.yaml", medium, **more), folder / name, *arguments, **FAST))[1]


@pytest.mark.parametrize("medium", [
    {"inclusion": {"kind": "cylinder-z", "center": [0.1, 0, 0], "radius": 0.4, "permittivity": 3, "permeability": 1.5, "conductivity": 2}},
    {"cuts": {"x": [0, 0.5]}, "permittivities": [1, 2, 1], "conductivities": [0, 1e4, 0]}])
def test_samples_of_a_known_medium(tmp_path, medium):
    """What an inclusion or layers leave in cells, as an array: the same bits in all that follows, both ways of indices."""
    case = light(tmp_path, "known.yaml", medium)
    known = run_case(case, tmp_path / "known", **FAST)
    cells = {name: read_fields(known)[1][name][0] for name in NUMBERS}
    assert any(len(numpy.unique(values)) > 1 for values in cells.values())
    of = {"xyz": {name: values.T for name, values in cells.items()}, "zyx": cells}
    for axes, datasets in of.items():
        array = {**write(tmp_path, f"{axes}.h5", **datasets), "axes": axes}
        out = run_case(light(tmp_path, f"{axes}.yaml", {"array": array}), tmp_path / axes, **FAST)
        assert_same_bits(known, out)
        again = yaml.safe_load((out / "case.yaml").read_text())["medium"]["array"]
        assert again["axes"] == axes and again["permittivity"] == "permittivity"


def test_blocks_ranks_and_restarts(tmp_path):
    """A medium without any symmetry, an inclusion over it: the same bits however the mesh is cut, in one piece or two."""
    x, y = numpy.meshgrid(numpy.arange(20), numpy.arange(18), indexing="ij")
    array = write(tmp_path, permittivity=1 + 0.03 * x + 0.02 * y + 0.4 * ((x * 7 + y * 3) % 5 == 0))
    case = light(tmp_path, "case.yaml", {"array": array, "inclusions": [{"kind": "cylinder-z", "radius": 0.3, "permittivity": 5}]})
    whole = run_case(case, tmp_path / "whole", **FAST)
    found = read_fields(whole)[1]["permittivity"][0].T
    assert found[10, 9] == 5 and found[0, 0] == 1.4 and found[19, 17] == 1 + 0.03 * 19 + 0.02 * 17
    for name, more in [("blocks", ["mesh.blocks=[2,3,1]"]), ("ranks", ["mesh.blocks=[1,2,1]", "--devices", "2"])]:
        assert_same_bits(whole, run_case(case, tmp_path / name, *more, **FAST))
    half = run_case(case, tmp_path / "half", "time.end=0.15", "output.every=0.15", **FAST)
    wanted = run_case(case, tmp_path / "wanted", "output.every=0.15", **FAST)
    assert_same_bits(wanted, run_case(case, tmp_path / "rest", "output.every=0.15", "--restart", half, **FAST))


@pytest.mark.parametrize("samples", [(60, 36), (30, 18), (7, 5), (20, 1)])
def test_samples_of_other_sizes(tmp_path, samples):
    """Finer than the cells: means over them; coarser: lines between samples, constant beyond the last ones."""
    n, m = samples
    values = numpy.random.default_rng(15).uniform(1, 4, samples)

    def weights(count, cells):
        """Of each sample in each cell."""
        if count >= cells:
            edge = numpy.arange(count + 1) / count
            low, high = numpy.arange(cells)[:, None] / cells, (numpy.arange(cells)[:, None] + 1) / cells
            return numpy.clip(numpy.minimum(edge[1:], high) - numpy.maximum(edge[:-1], low), 0, None) * cells
        places, centers = (numpy.arange(count) + 0.5) / count, (numpy.arange(cells) + 0.5) / cells
        return numpy.array([numpy.interp(centers, places, row) for row in numpy.eye(count)]).T
    wanted = weights(n, 20) @ values @ weights(m, 18).T
    found = fields_of(tmp_path, "out", {"array": write(tmp_path, permittivity=values)}, time={"end": 1e-6})
    assert abs(found["permittivity"][0].T - wanted).max() < 1e-14 * 4 * 4
    assert (found["permeability"] == 1).all() and (found["conductivity"] == 0).all()


def test_steps_and_initial_data_know_the_array(tmp_path):
    """The speed of a pulse, and of the clock, is that of the medium: it arrives where it should."""
    array = write(tmp_path, permittivity=numpy.full(40, 4.0))
    case = light(tmp_path, "case.yaml", {"array": array}, mesh={"cells": [80, 1, 1], "lower": [-2, 0, 0], "upper": [2, 1, 1],
                                                               "boundary": "periodic"}, time={"end": 1})
    told = int(run_taub("check", case).stdout.split("steps     about ")[1].split()[0])
    out = run_case(case, tmp_path / "out", **FAST)
    steps = read_summary(out)["steps"]
    assert abs(told - steps) <= 0.1 * steps + 1
    field, x = read_fields(out)[1]["electric_field/z"][0, 0], (numpy.arange(80) + 0.5) / 20 - 2
    assert abs((field * x).sum() / field.sum()) < 0.01  # from -0.5 with speed 1/2


def bad(shape=(20, 18), value=None):
    values = numpy.full(shape, 2.0)
    if value is not None:
        values[3, 4] = value
    return values


@pytest.mark.parametrize("datasets, change, words", [
    ({"permittivity": bad(value=0)}, {}, "medium.h5: dataset permittivity holds 0 at [3, 4]; expected a permittivity above 0"),
    ({"permeability": bad(value=-1)}, {}, "dataset permeability holds -1 at [3, 4]; expected a permeability above 0"),
    ({"permittivity": bad(value=numpy.nan)}, {}, "dataset permittivity holds nan at [3, 4]"),
    ({"conductivity": bad(value=-0.5)}, {}, "dataset conductivity holds -0.5 at [3, 4]; expected a conductivity of at least 0"),
    ({"permittivity": bad((20, 18, 2))}, {}, "dataset permittivity (20 x 18 x 2) has 2 samples along z, where the mesh has one cell"),
    ({"permittivity": bad((20,))}, {}, "dataset permittivity has 1 dimensions (20); expected 3, or 2"),
    ({"permittivity": numpy.full((2, 2), "a", dtype="S1")}, {}, "dataset permittivity does not hold numbers"),
    ({"permittivity": bad()}, {"permittivity": "eps"}, "has no dataset eps"),
    ({"permittivity": bad()}, {"permittivity": None}, "medium.array: expected the name of a dataset"),
    ({"permittivity": bad()}, {"file": "nowhere.h5"}, "medium.array.file: "),
    ({"permittivity": bad()}, {"file": __file__}, "is no HDF5 file"),
    ({"permittivity": bad()}, {"axes": "yx"}, "medium.array.axes: expected one of xyz, zyx")])
def test_wrong_ones(tmp_path, datasets, change, words):
    """Told by the check and by the run, which writes nothing."""
    array = {key: value for key, value in {**write(tmp_path, **datasets), **change}.items() if value is not None}
    case = light(tmp_path, "case.yaml", {"array": array})
    assert words in run_taub("check", case, expect=2).stderr
    assert words in run_taub("run", case, "-o", tmp_path / "out", expect=2).stderr
    assert not (tmp_path / "out").exists()


def test_what_does_not_go_together(tmp_path):
    array = write(tmp_path, permittivity=bad())
    both = light(tmp_path, "both.yaml", {"array": array, "cuts": {"x": [0]}, "permittivities": [1, 2]})
    assert "expected values from the array or from pieces" in run_taub("check", both, expect=2).stderr
    wave = {"kind": "plane-wave", "lower": [-0.6, -0.6, 0], "upper": [0.6, 0.6, 1], "thickness": 0.4, "propagation": [1, 0, 0],
            "polarization": [0, 0, 1], "position": [-0.6, 0, 0], "signal": "pulse", "frequency": 1, "start": 3, "duration": 0.5}
    shown = light(tmp_path, "wave.yaml", {"array": array}, source=wave, initial={"kind": "empty"})
    assert "a wave must begin in the medium of medium.permittivity" in run_taub("check", shown, expect=2).stderr
    assert "a wave must begin in the medium of medium.permittivity" in run_taub("run", shown, "-o", tmp_path / "out", expect=2).stderr
    body = numpy.ones((20, 18))
    body[9:11, 8:10] = 3  # clear of the currents
    write(tmp_path, permittivity=body)
    run_taub("check", shown)

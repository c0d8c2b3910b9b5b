"""output.precision and output.compression: what is stored, never what is computed."""
import h5py
import numpy
import pytest

from conftest import FAST, assert_same_bits, make_case, output_file, read_fields, read_history, run_case, run_taub, steps_of

CHANGES = {"mesh": {"cells": [32, 24, 4]}, "output": {"every": 0.25, "fields": ["energy_density", "velocity", "lorentz_factor"]}}


def test_stored_fields(tmp_path):
    case = make_case(tmp_path, **CHANGES)
    plain = run_case(case, tmp_path / "plain", **FAST)
    single = run_case(case, tmp_path / "single", "output.precision=single", **FAST)
    packed = run_case(case, tmp_path / "packed", "output.compression=4", **FAST)
    both = run_case(case, tmp_path / "both", "output.precision=single", "output.compression=9", **FAST)
    assert_same_bits(plain, packed)
    assert_same_bits(single, both)
    for folder in (single, packed, both):
        for name in ("time", "energy", "step"):
            assert read_history(folder)[name].tolist() == read_history(plain)[name].tolist()
        with h5py.File(folder / "checkpoint.hdf") as a, h5py.File(plain / "checkpoint.hdf") as b:
            names = [name for name in a if isinstance(a[name], h5py.Dataset) and name != "case"]
            assert names and all(numpy.array_equal(a[name][()], b[name][()]) for name in names)
    for step in steps_of(plain):
        wide, narrow = read_fields(plain, step)[1], read_fields(single, step)[1]
        for name, values in wide.items():
            assert narrow[name].dtype == numpy.float32 and values.dtype == numpy.float64
            assert numpy.array_equal(values.astype(numpy.float32), narrow[name])
    with h5py.File(output_file(both)) as file:
        dataset = file[f"data/{steps_of(both)[-1]}/meshes/velocity/y"]
        assert dataset.compression == "gzip" and dataset.compression_opts == 9 and dataset.shuffle
    assert output_file(both).stat().st_size < 0.6 * output_file(plain).stat().st_size
    assert "Precision=\"4\"" in (single / "fields.xmf").read_text()


def test_a_restart_keeps_how_fields_are_stored(tmp_path):
    case = make_case(tmp_path, **CHANGES)
    run_case(case, tmp_path / "out", "output.precision=single", "output.compression=1", "time.max_steps=4", **FAST)
    said = run_taub("run", case, "--restart", tmp_path / "out", expect=2, **FAST).stderr  # doubles behind floats
    assert "fields/00000000.h5" in said
    run_taub("run", case, "--restart", tmp_path / "out", "output.precision=single", "output.compression=1", **FAST)
    whole = run_case(case, tmp_path / "whole", "output.precision=single", **FAST)
    kept = [step for step in steps_of(tmp_path / "out") if step in steps_of(whole)]
    assert kept == steps_of(whole)
    for step in kept:
        a, b = read_fields(whole, step)[1], read_fields(tmp_path / "out", step)[1]
        assert all(numpy.array_equal(a[name], b[name]) for name in a)


@pytest.mark.parametrize("change", ["output.compression=10", "output.precision=half"])
def test_others_are_refused(tmp_path, change):
    said = run_taub("run", make_case(tmp_path), change, "-o", tmp_path / "out", expect=2).stderr
    assert change.split("=")[0] in said and not (tmp_path / "out").exists()


def test_outputs_that_follow_each_other_closely(tmp_path):
    """An output at every step, checkpoints and looks for a surface between them: the same numbers as in runs that end
    there, on several blocks, too."""
    changes = dict(mesh={"cells": [24, 24, 8], "boundary": "periodic"}, time={"step": 0.02, "cfl": None, "end": 0.8},
                   initial={"left": {"energy_density": 1}}, output={"every": 0.02, "exact": False, "checkpoint": 0.1, "history": 1,
                           "fields": ["energy_density", "velocity", "momentum"], "surface": {"energy_density": 0.1, "every": 1}})
    case = make_case(tmp_path, **changes)
    run_case(case, tmp_path / "out", "mesh.blocks=[2,1,2]", **FAST)
    assert steps_of(tmp_path / "out") == list(range(41))
    for step in (1, 7, 40):
        run_case(case, tmp_path / f"to{step}", f"time.max_steps={step}", "output.every=0", **FAST)
        a, b = read_fields(tmp_path / "out", step)[1], read_fields(tmp_path / f"to{step}", step)[1]
        assert a.keys() == b.keys() and all(numpy.array_equal(a[name], b[name]) for name in a)

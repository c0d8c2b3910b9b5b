"""Runs that must fail, and how: the reason, the exit code, what is left on disk."""
import os
import subprocess
import time

import h5py
import numpy
import pytest

from conftest import TAUB, make_case, output_file, read_fields, read_history, read_summary, run_case, run_taub, steps_of


def test_output_below_a_file(tmp_path):
    (tmp_path / "file").write_text("in the way")
    done = run_taub("run", make_case(tmp_path), "-o", tmp_path / "file" / "out", expect=None)
    assert done.returncode in (1, 2)
    assert str(tmp_path / "file") in done.stderr and "output folder" in done.stderr
    assert (tmp_path / "file").read_text() == "in the way"


def test_output_on_a_read_only_file_system(tmp_path):
    done = run_taub("run", make_case(tmp_path), "-o", "/proc/taub-out", expect=None)
    assert done.returncode in (1, 2)
    assert "/proc/taub-out" in done.stderr


@pytest.fixture
def small_disk(tmp_path):
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True,
                           text=True)
    if mount.returncode:
        pytest.skip(f"a small tmpfs cannot be mounted: {mount.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_disk_full(tmp_path, small_disk):
    """One output fits and the second does not: what was written stays, and the checkpoint still finds room."""
    out = small_disk / "out"
    case = make_case(tmp_path, mesh={"cells": [64, 64, 1]}, time={"end": 0.5}, output={
        "every": 0.25, "fields": ["energy_density", "velocity", "four_velocity", "momentum", "pressure", "temperature"]})
    done = run_taub("run", case, "-o", out, expect=1)
    assert "No space left" in done.stderr
    assert sorted(os.listdir(out)) == ["case.yaml", "checkpoint.hdf", "fields", "fields.xmf", "history.csv",
                                       "summary.json"]
    assert len(steps_of(out)) == 1
    assert read_summary(out)["status"] == "failed" and "No space left" in read_summary(out)["reason"]
    assert len(read_history(out)["step"]) > 1
    rest = run_case(case, tmp_path / "rest", "--restart", out)  # elsewhere there is room
    assert read_summary(rest)["status"] == "done"


def test_history_on_a_full_disk(tmp_path, small_disk):
    """The line for which there is no room goes, those before it stay."""
    out = small_disk / "out"
    run_taub("run", make_case(tmp_path, time={"end": 0.02}), "-o", tmp_path / "warm")
    out.mkdir()
    room = 160000  # for the first output and the files that are opened with it
    (small_disk / "filler").write_bytes(bytes(2 ** 20 - room))
    case = make_case(tmp_path, time={"end": 400}, output={"fields": ["energy_density"], "every": 0})
    done = run_taub("run", case, "-o", out, expect=1)
    assert "history.csv" in done.stderr and "No space left" in done.stderr
    text = (out / "history.csv").read_text()
    assert text.endswith("\n") and len({line.count(",") for line in text.splitlines()}) == 1
    assert (numpy.diff(read_history(out)["step"]) == 1).all()


def test_full_disk_and_an_older_run(tmp_path, small_disk):
    """Without its first output a run leaves an earlier one whole; with it, it replaces all of it."""
    out = small_disk / "out"
    small = make_case(tmp_path, "small.yaml", time={"end": 0.1})
    run_case(small, out)
    before = contents(out)
    large = make_case(tmp_path, "large.yaml", mesh={"cells": [256, 256, 1]}, time={"end": 0.01})
    done = run_taub("run", large, "-o", out, expect=1)
    assert "No space left" in done.stderr and "earlier run" in done.stderr
    assert contents(out) == before

    middle = make_case(tmp_path, "middle.yaml", mesh={"cells": [64, 64, 1]}, time={"end": 0.1}, output={
        "every": 0.01, "history": 0})
    run_taub("run", middle, "-o", out, expect=1)
    assert "history.csv" not in os.listdir(out), "of the earlier run"
    assert read_fields(out)[1]["energy_density"].shape == (1, 64, 64)
    assert read_summary(out)["cells"]["x"] == 64


def test_a_folder_never_holds_two_runs(tmp_path):
    """A run without history replaces one with; a run that is killed after its first output has replaced it, too."""
    out = run_case(make_case(tmp_path), tmp_path / "out")
    case = make_case(tmp_path, time={"end": 1e4}, mesh={"cells": [256, 256, 1]}, output={"history": 0, "checkpoint": 0.02})
    run_case(case, out, "time.max_steps=1")
    assert "history.csv" not in os.listdir(out)
    first = os.stat(out / "checkpoint.hdf").st_ino
    process = subprocess.Popen([TAUB, "run", str(case), "-o", str(out), "--quiet"])
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        try:
            if os.stat(out / "checkpoint.hdf").st_ino != first and (out / "case.yaml").exists():
                break
        except FileNotFoundError:
            pass
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert {name for name in os.listdir(out) if not name.endswith(".part")} == {"case.yaml", "checkpoint.hdf", "fields", "fields.xmf"}
    assert steps_of(out) == [0]


def test_a_file_that_cannot_get_its_name_is_kept(tmp_path):
    (tmp_path / "out" / "history.csv" / "in the way").mkdir(parents=True)
    done = run_taub("run", make_case(tmp_path), "-o", tmp_path / "out", expect=1)
    assert "history.csv.part" in done.stderr
    os.rename(tmp_path / "out" / "history.csv", tmp_path / "elsewhere")
    os.rename(tmp_path / "out" / "history.csv.part", tmp_path / "out" / "history.csv")
    assert len(read_history(tmp_path / "out")["step"]) > 1
    assert steps_of(tmp_path / "out")


def test_links_in_the_output_folder_are_not_followed(tmp_path):
    (tmp_path / "out").mkdir()
    names = ["case.yaml", "fields.xmf", "history.csv", "summary.json", "checkpoint.hdf"]
    for name in names:
        (tmp_path / name).write_text("precious")
        (tmp_path / "out" / (name + ".part")).symlink_to(tmp_path / name)
    case = make_case(tmp_path, "run.yaml")
    run_case(case, tmp_path / "out")
    assert [(tmp_path / name).read_text() for name in names] == ["precious"] * len(names)
    assert not [name for name in names if (tmp_path / "out" / name).is_symlink()]
    (tmp_path / "bench.json.new").symlink_to(tmp_path / "case.yaml")
    run_taub("bench", case, "--steps", "2", "--repeats", "1", "--json", tmp_path / "bench.json")
    assert (tmp_path / "case.yaml").read_text() == "precious"
    assert not (tmp_path / "bench.json").is_symlink()


def test_a_run_that_turns_to_nan_stops_with_the_last_good_state(tmp_path):
    (tmp_path / "bad.c").write_text(
        "void source(const real x[3], real t, const real state[], real rate[])\n{\n"
        "    for (int c = 0; c < 5; c++)\n        rate[c] = 0;\n"
        "    if (t > (real)0.5 && x[0] > 1 && x[0] < 2)\n        rate[0] = sqrt(-state[0]);\n}\n")
    case = make_case(tmp_path, source={"file": "bad.c"})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=1)
    assert "cell" in done.stderr
    summary = read_summary(tmp_path / "out")
    assert summary["status"] == "failed" and summary["reason"]
    time, fields = read_fields(tmp_path / "out")
    assert 0.3 < time < 0.7
    for name, values in fields.items():
        assert numpy.isfinite(values).all(), name


DRAIN = """
INLINE void source(const real x[3], real t, const real state[], real rate[])
{
    (void)t;
    rate[0] = -PARAMETER(cool) * state[0];
    rate[1] = PARAMETER(push) * state[0] * x[0];
}
"""
DRAINED = {
    # of e = 2 + 1 the masses at rest are 2, which no gas can lose: it ends at time ln(3/2)
    "cooled": ({"system": "srhd", "eos": {"kind": "ideal-gas"}, "scheme": {"kind": "ader-weno", "order": 2},
                "initial": {"kind": "pieces", "states": [{"charge_density": 2, "energy_density": 3}]},
                "source": {"parameters": {"cool": 1, "push": 0}}}, "no primitive state", (0.35, 0.41)),
    # |M| = 8 x e t next to walls at 4 and E as it was
    "pushed": ({"system": "israel-stewart", "eos": {"kind": "conformal"}, "scheme": {"kind": "kurganov-tadmor"},
                "transport": {"shear_viscosity": {"kind": "constant", "value": 0.1}},
                "initial": {"kind": "riemann", "left": {"energy_density": 5}, "right": {"energy_density": 5}},
                "source": {"parameters": {"cool": 0, "push": 2}}}, "had to lose stress", (0.01, 1.9)),
}


@pytest.mark.parametrize("name", DRAINED)
def test_a_source_that_leaves_no_fluid_is_named(tmp_path, name):
    """No step and no mesh can help there: the reason must not speak of these alone."""
    changes, words, (least, most) = DRAINED[name]
    (tmp_path / "drain.c").write_text(DRAIN)
    base = {**changes, "mesh": {"cells": [32, 1, 1], "lower": [-4, -1, -1], "upper": [4, 1, 1],
                                "boundary": {"x": ["reflecting", "reflecting"]}},
            "source": {"file": "drain.c", **changes["source"]}, "time": {"end": 2, "cfl": 0.1}}
    done = run_taub("run", make_case(tmp_path, base=base), "-o", tmp_path / "out", expect=1)
    summary = read_summary(tmp_path / "out")
    assert words in summary["reason"] and "source" in summary["reason"] and "force times velocity" in done.stderr
    assert least < summary["time"] < most


def test_code_that_does_not_compile(tmp_path):
    (tmp_path / "start.c").write_text(
        "/* one\n * two\n */\nvoid initial(const real x[3], real t, real state[])\n{\n"
        "    state[0] = 1 + undeclared_thing;\n}\n")
    case = make_case(tmp_path, initial={"kind": "code", "file": "start.c"})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert "start.c:6" in done.stderr
    assert "undeclared_thing" in done.stderr
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_when_the_input_is_wrong(tmp_path):
    case = make_case(tmp_path, initial={"left": {"energy_density": -1}})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=2)
    assert "energy_density" in done.stderr
    assert not (tmp_path / "out").exists()


def test_step_below_the_minimum(tmp_path):
    case = make_case(tmp_path, time={"minimum_step": 0.5})
    done = run_taub("run", case, "-o", tmp_path / "out", expect=1)
    assert "step" in done.stderr
    assert read_summary(tmp_path / "out")["status"] == "failed"
    assert steps_of(tmp_path / "out")
    with h5py.File(output_file(tmp_path / "out")):
        pass

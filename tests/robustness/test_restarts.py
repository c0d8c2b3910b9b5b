"""A run that is stopped and goes on ends with the same bits, whatever is scheduled; it adds to its own folder; and it
refuses a checkpoint of another kind. Schedules are drawn with a fixed seed, few programs are compiled."""
import os
import shutil
import signal
import subprocess
import sys
import time

import h5py
import numpy
import pytest

from conftest import (BASE_CASE, FAST, LONG, ROOT, TAUB, assert_same_bits, make_case, merge, outputs_of, read_fields, read_history, read_summary,
                      run_case, run_taub, steps_of)


GAS = merge({**BASE_CASE, "initial": {}}, {
    "system": "euler", "eos": {"kind": "ideal-gas", "gamma": 1.4}, "output": {"fields": ["density", "velocity"]},
    "initial": {"kind": "riemann", "left": {"density": 1, "pressure": 20}, "right": {"density": 0.5, "pressure": 0.1}}})
IDEAL = merge({**BASE_CASE, "initial": {}}, {
    "eos": {"kind": "ideal-gas"},
    "initial": {"kind": "riemann", "left": {"pressure": 2, "charge_density": 1},
                "right": {"pressure": 0.1, "charge_density": 1}}})
EVENT = {"system": "israel-stewart", "eos": {"kind": "conformal"}, "transport": {"shear_viscosity": {"value": 0.1}},
         "mesh": {"coordinates": "milne", "cells": [24, 1, 1], "lower": [-6, -6, -6], "upper": [6, 6, 6]},
         "time": {"start": 0.6, "end": 12, "cfl": 0.4, "freeze_out": 0.16},
         "initial": {"kind": "gaussian", "width": [2, 0, 0], "peak": {"energy_density": 10}, "background": {"energy_density": 0.02}},
         "output": {"fields": ["energy_density", "shear_stress"], "history": 5}, "device": {"kind": "host", "threads": 1}}

CASES = {"kurganov-tadmor": BASE_CASE,
         "shasta": merge(IDEAL, {"scheme": {"kind": "shasta"}, "mesh": {"cells": [24, 8, 1]}}),
         "musta": merge(IDEAL, {"scheme": {"kind": "musta"}}),
         "cese": merge(GAS, {"scheme": {"kind": "cese"}}),
         "ader-weno": merge(GAS, {"scheme": {"kind": "ader-weno", "order": 3}}),
         "milne-ader": merge({**BASE_CASE, "initial": {}}, {
             "eos": {"kind": "lattice-wb"}, "scheme": {"kind": "ader-weno", "order": 3},
             "mesh": {"coordinates": "milne", "cells": [24, 8, 1], "lower": [-6] * 3, "upper": [6] * 3},
             "time": {"start": 0.6, "end": 1.6},
             "initial": {"kind": "gaussian", "width": [2, 3, 0], "peak": {"energy_density": 10},
                         "background": {"energy_density": 0.1}}}),
         "mhd": merge({**BASE_CASE, "initial": {}}, {
             "system": "mhd", "eos": {"kind": "ideal-gas"}, "scheme": {"kind": "ader-weno", "order": 3},
             "mesh": {"cells": [24, 12, 1]}, "output": {"fields": ["density", "magnetic_field", "magnetic_flux"]},
             "initial": {"kind": "riemann", "left": {"density": 1, "pressure": 20, "magnetic_field": [1, 1, 0.5]},
                         "right": {"density": 0.5, "pressure": 0.1, "magnetic_field": [1, -1, 0]}}}),
         "israel-stewart": EVENT}
if LONG:
    CASES |= {"musta-gas": merge(GAS, {"scheme": {"kind": "musta"}}),
              "cese-srhd": merge(IDEAL, {"scheme": {"kind": "cese"}}),
              "kurganov-tadmor-rk3": merge(IDEAL, {"scheme": {"kind": "kurganov-tadmor", "integrator": "rk3"}}),
              **{f"{kind}-{order}-{base['system']}": merge(base, {"scheme": {"kind": kind, "order": order}})
                 for kind in ("ader-weno", "rk-weno") for order in (2, 3, 4) for base in (GAS, IDEAL)},
              **{f"shasta-{word}": merge(IDEAL, {"scheme": {"kind": "shasta", "splitting": word}, "mesh": {"cells": [16, 8, 8]}})
                 for word in ("strang", "symmetric", "none")}}


def run_schedule(random, length):
    """Keys of a schedule: distances of outputs and checkpoints that fit into the run or do not, alone or together."""
    draw = {"output.every": random.choice([0, length * random.uniform(0.01, 0.4), length / 10]),
            "output.checkpoint": random.choice([0, length * random.uniform(0.01, 0.4)]),
            "output.exact": random.choice(["true", "false"]), "output.history": int(random.integers(0, 8))}
    return [f"{key}={value}" for key, value in draw.items()]


def test_folders_of_before(tmp_path):
    """Their checkpoint is called checkpoint.h5; it is gone on from, and goes when there is one of today. Scripts that have that
    name find the new one."""
    case = make_case(tmp_path, time={"end": 0.4})
    whole = run_case(case, tmp_path / "whole")
    old = run_case(case, tmp_path / "old", "time.max_steps=3")
    (old / "checkpoint.hdf").rename(old / "checkpoint.h5")
    shutil.copytree(old, tmp_path / "named")
    for folder, named in ((old, old), (tmp_path / "named", tmp_path / "named/checkpoint.h5")):
        run_taub("run", case, "--restart", named, "--quiet")
        assert_same_bits(folder, whole)
        assert (folder / "checkpoint.hdf").exists() and not (folder / "checkpoint.h5").exists()
    run_taub("run", case, "time.end=0.5", "--restart", old / "checkpoint.h5", "--quiet")
    assert read_summary(old)["time"] == 0.5
    (old / "checkpoint.h5").touch()
    run_case(case, old, "time.max_steps=1")  # a new run's folder has none of before
    assert not (old / "checkpoint.h5").exists()


@pytest.mark.parametrize("name", CASES)
def test_the_same_bits_in_pieces(tmp_path, name):
    random = numpy.random.default_rng(18)
    case = make_case(tmp_path, base=CASES[name])
    span = CASES[name]["time"]["end"] - CASES[name]["time"]["start"]
    for draw in range(8 if LONG else 3):
        keys = run_schedule(random, span)
        whole = run_case(case, tmp_path / "whole", *keys, **FAST)
        last = steps_of(whole)[-1]
        part = tmp_path / "part"
        shutil.rmtree(part, ignore_errors=True)
        for stop in sorted(random.integers(0, last, 2) + 1):
            again = ["--restart", part] if part.exists() else []
            if not again or read_summary(part)["steps"] < stop < last:
                run_case(case, part, *keys, f"time.max_steps={stop}", *again, **FAST)
        if read_summary(part)["steps"] < last:
            run_taub("run", case, *keys, "--quiet", "--restart", part, **FAST)
        assert steps_of(part)[-1] == last, keys
        assert set(steps_of(whole)) <= set(steps_of(part)), keys
        for step in steps_of(whole):
            assert_same_bits(whole, part, step)
        if "output.history=0" not in keys:
            a, b = read_history(whole), read_history(part)
            there = numpy.isin(b["step"], a["step"])
            assert there.sum() == len(a["step"]) and (numpy.diff(b["step"]) > 0).all()
            assert all((a[column] == b[column][there]).all() for column in ("time", "dt")), keys


def test_schedules_leave_no_slivers(tmp_path):
    """Outputs shorten steps by an eighth at most when they are eight steps apart or more, and by a half never; one that
    is not exact, and a checkpoint, leave all steps alone; nearly coinciding times are one."""
    case = make_case(tmp_path, mesh={"cells": [256, 1, 1]})
    free = read_history(run_case(case, tmp_path / "free", **FAST))["dt"][1:]
    for every, least in ((0.03, 0.5), (0.1, 0.5), (0.5, 7 / 8)):
        dt = read_history(run_case(case, tmp_path / "cut", f"output.every={every}", **FAST))["dt"][1:]
        assert dt.min() > least * free[1:].min() * 0.99, every
    checked = run_case(case, tmp_path / "checked", "output.checkpoint=0.07", **FAST)
    loose = run_case(case, tmp_path / "loose", "output.every=0.07", "output.exact=false", **FAST)
    for folder in (checked, loose):
        assert (read_history(folder)["dt"][1:] == free).all()
        assert_same_bits(tmp_path / "free", folder)
    times = [read_fields(loose, step)[0] for step in steps_of(loose)]
    assert len(times) == 16
    for n, moment in enumerate(times[1:-1], 1):
        assert 0.07 * n - 1e-9 <= moment < 0.07 * n + free.max()
    near = run_case(case, tmp_path / "near", "output.every=0.1", f"time.end={3 * 0.1}", **FAST)
    assert read_history(near)["dt"][1:].min() > 0.5 * free[1:].min()
    assert read_fields(near)[0] == 3 * 0.1


def test_a_look_at_freeze_out_waits_for_its_step(tmp_path):
    """History every 7 steps: the temperature is looked at then, also by a run that goes on from a step between."""
    case = make_case(tmp_path, base=EVENT, output={"history": 7})
    whole = run_case(case, tmp_path / "whole", **FAST)
    last = steps_of(whole)[-1]
    assert last % 7 == 0 and read_fields(whole)[0] < 12
    for stop in (last - 1, last - 4):
        part = run_case(case, tmp_path / "part", f"time.max_steps={stop}", **FAST)
        rest = run_case(case, tmp_path / "rest", "--restart", part, **FAST)
        assert steps_of(rest)[-1] == last
        assert_same_bits(whole, rest)


def killed_run(case, folder, *keys):
    """A run that is killed after its first checkpoint."""
    process = subprocess.Popen([TAUB, "run", str(case), *keys, "-o", str(folder), "--quiet"], env={**os.environ, **FAST["env"]})
    limit = time.monotonic() + 60
    before = (folder / "checkpoint.hdf").stat().st_mtime_ns if (folder / "checkpoint.hdf").exists() else 0
    while process.poll() is None and time.monotonic() < limit:
        if (folder / "checkpoint.hdf").exists() and (folder / "checkpoint.hdf").stat().st_mtime_ns != before:
            break
        time.sleep(0.002)
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_a_killed_run_goes_on_in_its_folder(tmp_path):
    """Killed twice, the second time while it added to what was there: every output of an unbroken run is there."""
    keys = ["mesh.cells=[64,48,1]", "time.end=40", "output.every=0.25", "output.checkpoint=0.5"]
    case, folder = make_case(tmp_path), tmp_path / "out"
    whole = run_case(case, tmp_path / "whole", *keys, **FAST)
    killed_run(case, folder, *keys)
    assert not (folder / "summary.json").exists(), "the run had ended already"
    killed_run(case, folder, *keys, "--restart", str(folder))
    run_taub("run", case, *keys, "--quiet", "--restart", folder, **FAST)
    assert steps_of(folder) == steps_of(whole)
    for step in steps_of(whole)[::7]:
        assert_same_bits(whole, folder, step)
    assert (folder / "history.csv").read_text() == (whole / "history.csv").read_text()
    assert sorted(os.listdir(folder)) == sorted(os.listdir(whole))
    assert (folder / "fields.xmf").read_text() == (whole / "fields.xmf").read_text()


OUTPUTS = {"mesh": {"cells": [24, 24, 1]}, "time": {"end": 12, "freeze_out": 0.13},
           "initial": {"width": [2, 2.5, 0], "background": {"energy_density": 0.01}},
           "output": {"every": 0.05, "checkpoint": 0.1, "history": 2, "surface": {"temperature": 0.15},
                      "views": [{"name": "row", "slice": {"y": 0.1}, "every": 0.02}]}}


def test_kills_at_any_time_lose_nothing(tmp_path):
    """Killed again and again, mostly while it writes, each time going on where it was: fields, a view and a surface are those of
    an unbroken run. A run that was killed behind its last checkpoint has only its end left."""
    random = numpy.random.default_rng(16)
    case, folder = make_case(tmp_path, base=EVENT, **OUTPUTS), tmp_path / "out"
    start = time.monotonic()
    whole = run_case(case, tmp_path / "whole", **FAST)
    seconds = time.monotonic() - start
    kills, restarts = 100 if LONG else 6, 0
    for n in range(10 * kills):
        again = ["--restart", str(folder)] if (folder / "checkpoint.hdf").exists() else ["-o", str(folder)]
        process = subprocess.Popen([TAUB, "run", str(case), *again, "--quiet"], env={**os.environ, **FAST["env"]},
                                   stderr=subprocess.PIPE, text=True)
        try:
            said = process.communicate(timeout=random.uniform(0.1, 0.6) * seconds)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            continue
        assert process.returncode == 0, said
        restarts += again[0] == "--restart"
        assert steps_of(folder) == steps_of(whole)
        for step in steps_of(whole)[::5] + steps_of(whole)[-1:]:
            assert_same_bits(whole, folder, step)
        assert datasets(whole / "surface.h5") == datasets(folder / "surface.h5")
        rows, found = outputs_of(whole / "view-row"), outputs_of(folder / "view-row")
        assert rows.keys() == found.keys() and all(datasets(rows[step]) == datasets(found[step]) for step in rows)
        assert (folder / "history.csv").read_text() == (whole / "history.csv").read_text()
        assert sorted(os.listdir(folder)) == sorted(os.listdir(whole))
        shutil.rmtree(folder)
        if n >= kills:
            break
    assert n >= kills and restarts > kills // 12


def test_a_reader_finds_whole_files_while_a_run_writes(tmp_path):
    """In a loop, with a kill behind a checkpoint, after which no output is torn, and a restart, which makes the last outputs anew."""
    sys.path.insert(0, str(ROOT / "python"))
    import taub
    keys = ["mesh.cells=[64,48,1]", "time.end=40", "output.every=0.25", "output.checkpoint=0.5"]
    case, folder, looks = make_case(tmp_path), tmp_path / "out", 0
    for again, index in (["-o", str(folder)], -1), (["--restart", str(folder)], 0):
        process = subprocess.Popen([TAUB, "run", str(case), *again, *keys, "--quiet"], env={**os.environ, **FAST["env"]})
        while process.poll() is None:
            try:
                run = taub.open(folder)
            except taub.run.NoOutputs:
                assert not looks
                continue
            assert run.field("velocity/x", index=index).shape == (1, 48, 64) and numpy.isfinite(run.history["time"]).all()
            looks += 1
            if index == -1 and looks >= 10 and (folder / "checkpoint.hdf").exists():
                process.kill()
        assert process.returncode == (0 if index == 0 else -signal.SIGKILL)
        assert all(datasets(path) for path in outputs_of(folder).values())
    assert looks > 10 and not list(folder.rglob("*.part")) and len(taub.open(folder).times) == 161


def test_a_history_that_is_made_anew_is_empty_for_a_moment(tmp_path):
    sys.path.insert(0, str(ROOT / "python"))
    import taub
    folder = run_case(make_case(tmp_path), tmp_path / "out", **FAST)
    before = taub.open(folder).history["time"]
    (folder / "history.csv.part").touch()
    assert (taub.open(folder).history["time"] == before).all()


def datasets(path):
    found = {}
    with h5py.File(path) as file:
        file.visititems(lambda name, item: found.update({name: item[()].tobytes()}) if isinstance(item, h5py.Dataset) else None)
    return found


def test_only_the_end_is_missing(tmp_path):
    """As of a run that was killed behind its last checkpoint."""
    case, folder = make_case(tmp_path), tmp_path / "out"
    whole = run_case(case, tmp_path / "whole", "output.checkpoint=1", **FAST)
    shutil.copytree(whole, folder)
    (folder / "summary.json").rename(folder / "summary.json.part")
    (folder / "fields.xmf").unlink()
    with open(folder / "history.csv", "a") as file:
        file.write("1000,1e")
    run_taub("run", case, "output.checkpoint=1", "--restart", folder, "--quiet", **FAST)
    assert sorted(os.listdir(folder)) == sorted(os.listdir(whole)) and steps_of(folder) == steps_of(whole)
    assert_same_bits(whole, folder)
    assert (folder / "history.csv").read_text() == (whole / "history.csv").read_text()
    said = run_taub("run", case, "output.checkpoint=1", "--restart", folder, "--quiet", expect=2, **FAST).stderr
    assert "is not after the checkpoint's time" in said


def content(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_cannot_be_added_to_stays(tmp_path):
    case = make_case(tmp_path)
    folder = run_case(case, tmp_path / "out", "time.max_steps=8", **FAST)
    before = content(folder)
    said = run_taub("run", case, "--restart", folder, "--precision", "single", expect=2, **FAST).stderr
    assert "precision" in said and "-o" in said and content(folder) == before
    lines = (folder / "history.csv").read_text().splitlines(keepends=True)
    (folder / "history.csv").write_text(lines[0].replace("dt", "step size") + "".join(lines[1:]))
    before = content(folder)
    said = run_taub("run", case, "--restart", folder, expect=2, **FAST).stderr
    assert "columns" in said and "-o" in said and content(folder) == before
    run_case(case, tmp_path / "elsewhere", "--restart", folder, **FAST)
    assert content(folder) == before
    (folder / "fields.h5").touch()  # of earlier versions
    before = content(folder)
    said = run_taub("run", case, "--restart", folder, expect=2, **FAST).stderr
    assert "earlier version" in said and "-o" in said and content(folder) == before


CHANGES = {"system": {"system": "euler", "eos": {"kind": "ideal-gas"}, "output": {"fields": ["density"]},
                      "initial": {"left": {"energy_density": None, "density": 1, "pressure": 1},
                                  "right": {"energy_density": None, "density": 1, "pressure": 0.1}}},
           "eos.kind": {"eos": {"kind": "lattice-wb"}},
           "mesh.coordinates": {"mesh": {"coordinates": "milne"}, "time": {"start": 0.5}},
           "mesh.cells": {"mesh": {"cells": [32, 1, 1]}},
           "mesh.upper": {"mesh": {"upper": [6, 5, 5]}},
           "the values of cells": {"scheme": {"kind": "ader-weno", "order": 3}}}


@pytest.mark.parametrize("what", CHANGES)
def test_a_checkpoint_of_another_kind_is_refused(tmp_path, what):
    folder = run_case(make_case(tmp_path), tmp_path / "out", "time.max_steps=3", **FAST)
    before = content(folder)
    other = make_case(tmp_path, "other.yaml", **CHANGES[what])
    said = run_taub("run", other, "--restart", folder, expect=2).stderr
    assert what + ":" in said and "there" in said and "--force-restart" in said
    if what == "system":
        assert "system: srhd there, euler in this case" in said
    assert content(folder) == before
    run_taub("run", other, "--restart", folder, "-o", tmp_path / "new", expect=2)
    assert not (tmp_path / "new").exists()


def test_other_differences_are_told(tmp_path):
    """And with --force-restart those that are refused; a checkpoint without a case is refused, or taken from its folder."""
    folder = run_case(make_case(tmp_path), tmp_path / "out", "time.max_steps=3", **FAST)
    keys = ["time.cfl=0.3", "mesh.boundary=reflecting", "time.max_steps=5"]
    said = run_taub("run", tmp_path / "case.yaml", *keys, "-o", tmp_path / "new", "--restart", folder, **FAST).stderr
    assert "time.cfl: 0.4 in the checkpoint, now 0.3" in said
    assert "mesh.boundary: outflow in the checkpoint, now reflecting" in said
    said = run_taub("run", tmp_path / "case.yaml", "mesh.upper=[6,5,5]", "-o", tmp_path / "new", "--restart", folder,
                    "--force-restart", **FAST).stderr
    assert "mesh.upper: [5, 5, 5] in the checkpoint, now [6, 5, 5]" in said
    with h5py.File(folder / "checkpoint.hdf") as file:
        assert "kurganov-tadmor" in bytes(file["case"][()]).decode()


def light(folder, name, **medium):
    return make_case(folder, name, system="maxwell", eos=None, mesh={"cells": [32, 1, 1]}, scheme={"kind": "ader-weno", "order": 3},
                     medium=medium, initial={"kind": "pulse", "axis": "x", "polarization": [0, 1, 0], "extent": 0.5},
                     time={"end": 9, "max_steps": 3}, output={"every": None, "fields": ["electric_field", "permittivity"], "history": 1})


def glass(radius):
    return {"inclusions": [{"kind": "ball", "radius": radius, "center": [2, 0, 0], "permittivity": 4}]}


def test_the_medium_is_that_of_the_checkpoint(tmp_path):
    """Numbers of cells: another one is refused, and with --force-restart nothing says that it is used. One that is the same
    everywhere is not in a checkpoint and changes."""
    keys = ["time.max_steps=6", "-o", tmp_path / "new", "--restart"]
    folder = run_case(light(tmp_path, "old.yaml", **glass(1)), tmp_path / "old", **FAST)
    other = light(tmp_path, "other.yaml", **glass(2))
    said = run_taub("run", other, *keys, folder, expect=2, **FAST).stderr
    assert "medium.inclusions:" in said and "there" in said and "--force-restart" in said and not (tmp_path / "new").exists()
    said = run_taub("run", other, *keys, folder, "--force-restart", **FAST).stderr
    line = next(line for line in said.splitlines() if "medium.inclusions" in line)
    assert "in the checkpoint, whose medium stays;" in line and "now" not in line
    before, after = (read_fields(run)[1]["permittivity"] for run in (folder, tmp_path / "new"))
    assert numpy.array_equal(before, after) and (before == 4).any()
    plain = run_case(light(tmp_path, "plain.yaml", conductivity=1), tmp_path / "plain", **FAST)
    said = run_taub("run", light(tmp_path, "more.yaml", conductivity=2), *keys, plain, "-o", tmp_path / "more", **FAST).stderr
    assert "medium.conductivity: 1 in the checkpoint, now 2" in said


def edit(path, name, change):
    """Puts another array into a checkpoint, which is sealed again, in the way of the first version."""
    if not shutil.which("xxhsum"):
        pytest.skip("xxhsum is missing (Debian: xxhash)")
    with h5py.File(path, "r+") as file:
        kept = file[name][()]
        del file[name]
        file[name] = change(kept)
    content, rest = path.read_bytes(), path.parent / "rest"
    rest.write_bytes(content[512:])
    told = subprocess.run(["xxhsum", "-H3", rest], capture_output=True, text=True, check=True).stdout
    rest.unlink()
    seal = f"taub checkpoint 1: {len(content)} bytes, xxh3 {told.split()[-1]}\n"
    path.write_bytes(seal.encode().ljust(512, b"\0") + content[512:])
    return kept


def test_a_balance_of_another_size_is_told(tmp_path):
    """As of a version with other numbers of it."""
    case = light(tmp_path, "case.yaml", conductivity=1)
    folder = run_case(case, tmp_path / "out", **FAST)
    kept = edit(folder / "checkpoint.hdf", "balance", lambda values: values[:-1])
    said = run_taub("run", case, "time.max_steps=6", "-o", tmp_path / "new", "--restart", folder, **FAST).stderr
    assert f"its balance of energy has {len(kept) - 1} numbers, expected {len(kept)}; the balance begins anew here" in said
    assert read_summary(tmp_path / "new")["energy_balance"]["start"] != read_summary(folder)["energy_balance"]["start"]


def test_counters_of_an_earlier_version_are_continued(tmp_path):
    """It had the first 16 of them; another number is refused."""
    case = light(tmp_path, "case.yaml", conductivity=1)
    folder, more = run_case(case, tmp_path / "out", **FAST), ["time.max_steps=6", "--restart", tmp_path / "out"]
    whole = run_case(case, tmp_path / "whole", *more, **FAST)
    edit(folder / "checkpoint.hdf", "counters", lambda values: values[:16])
    earlier = run_case(case, tmp_path / "earlier", *more, **FAST)
    assert_same_bits(whole, earlier)
    assert read_summary(whole)["counts"] == read_summary(earlier)["counts"]
    edit(folder / "checkpoint.hdf", "counters", lambda values: values[:15])
    assert "counters should have the shape" in run_taub("run", case, "-o", tmp_path / "no", *more, expect=2, **FAST).stderr

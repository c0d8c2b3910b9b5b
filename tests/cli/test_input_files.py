"""Files of users as editors, spreadsheets and Fortran write them: a byte order mark, exponents with a D, pipes, names with =."""
import json
import os
import re
import shutil
import subprocess

import numpy
import pytest

import quark_gas
from conftest import ROOT, TAUB, assert_same_bits, make_case, read_summary, run_case, run_taub
from hadron_surfaces import LIST, write_surface

QUICK = {"TAUB_CFLAGS": "-O0"}
MARK = b"\xef\xbb\xbf"
SHEET = {"system": "maxwell", "mesh": {"cells": [32, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "outflow"},
         "scheme": {"kind": "ader-weno"}, "time": {"end": 0.1}, "initial": {"kind": "empty"}}
EVENT = {"mesh": {"cells": [6, 6, 1], "lower": [-3, -3, -3], "upper": [3, 3, 3]}}


def fortran(text):
    """Numbers with exponents that have Fortran's letter."""
    return re.sub(r"(?<=\d)[eE](?=[-+]?\d)", "D", text)


def thickness(folder):
    name = folder / "event.dat"
    values = numpy.exp(-(numpy.mgrid[-2:3, -2:3] ** 2).sum(axis=0))
    name.write_text("# b     = 1.5e+00\n" + "\n".join(" ".join(f"{x:.6e}" for x in row) for row in values) + "\n")
    return [name], dict(EVENT, initial={"kind": "trento", "file": "event.dat", "spacing": 1, "scale": 1, "background": {"energy_density": 0.1}})


def layers(folder):
    name = folder / "event.dat"
    name.write_text("".join(f"{1 + i + j + k:.3e} {2.0:.3e}\n" for k in range(3) for j in range(2) for i in range(1)))
    return [name], dict(EVENT, mesh={"cells": [4, 4, 4], "lower": [-1, -1, -1], "upper": [1, 1, 1], "coordinates": "milne"},
                        time={"start": 1, "end": 2}, initial={"kind": "grid", "format": "trento-3d", "file": "event.dat",
                                                              "grid_spacing": [1, 1], "scale": 1, "background": {"energy_density": 0.1}})


def particles(folder):
    name = folder / "list.oscar"
    shutil.copy(ROOT / "examples/particles/auau-toy.oscar", name)
    return [name], dict(mesh={"cells": [8, 8, 8], "lower": [-12] * 3, "upper": [12] * 3},
                        time={"start": 2, "end": 3}, initial={"kind": "particles", "file": "list.oscar", "sigma": 1.5, "background": {"energy_density": 0.1}})


def partons(folder):
    name = folder / "ana.dat"
    name.write_text("1 0 2 0\n21 1.0e+00 0 0.5 0.0 0.1 0.2 0.3 1.0\n1 0.5 0 0.1 0.01 0.1 0.2 0.3 1.0e+00\n")
    return [name], dict(mesh={"cells": [8, 8, 8], "lower": [-4] * 3, "upper": [4] * 3},
                        time={"start": 2, "end": 3}, initial={"kind": "particles", "file": "ana.dat", "sigma": 1.5, "background": {"energy_density": 0.1}})


def faces(folder):
    name = folder / "faces.txt"
    name.write_text("".join(f"{x:.12e}\n" for x in -5 + 10 * numpy.linspace(0, 1, 65) ** 1.2))
    return [name], {"mesh": {"spacing": {"x": {"kind": "faces", "file": "faces.txt"}}}}


def signal(folder):
    name = folder / "signal.txt"
    name.write_text("".join(f"{t:.6e} {numpy.sin(9 * t) ** 2:.6e}\n" for t in numpy.linspace(0, 0.3, 30)))
    return [name], dict(base=SHEET, source={"kind": "sheet", "axis": "x", "polarization": [0, 1, 0], "thickness": 0.2,
                                            "position": [0.5, 0, 0], "size": 1, "signal": "file", "table": "signal.txt"})


def table(folder):
    name = folder / "gas.txt"
    name.write_text("".join(f"{e:.8e} {e / 3:.8e} {e ** 0.25:.8e}\n" for e in numpy.geomspace(1e-6, 10, 60)))
    return [name], {"eos": {"kind": "table", "file": "gas.txt"}}


def table_2d(folder):
    first = quark_gas.write_level(folder, "gas1", 0, 0.25, 12, 0.05, 6)
    names = sorted(folder.glob("gas1_*.dat"))
    for name in names:
        name.write_text(name.read_text().replace(" 0.2500000000", " 2.5e-1"))
    return names, dict(eos={"kind": "table-2d", "file": str(first)}, initial={
        "left": {"energy_density": 1.0}, "right": {"energy_density": 0.5}})


@pytest.mark.parametrize("write", [thickness, layers, particles, partons, faces, signal, table, table_2d])
def test_marks_and_exponents(tmp_path, write):
    """A step has the bits of a step from the plain file."""
    outputs = []
    for n, change in enumerate((lambda text: text, lambda text: MARK.decode() + text, fortran)):
        folder = tmp_path / str(n)
        folder.mkdir()
        names, case = write(folder)
        for name in names:
            name.write_text(change(name.read_text()))
        assert change is not fortran or all("D" in name.read_text() for name in names)
        case["time"] = {**case.get("time", {}), "max_steps": 1}
        outputs.append(run_case(make_case(folder, **case), folder / "out", env=QUICK))
    assert_same_bits(outputs[1], outputs[0])
    assert_same_bits(outputs[2], outputs[0])


def test_lists_of_hadrons(tmp_path):
    folder = write_surface(tmp_path / "still", [[5, 0, 0, 0]], [[50, 0, 0, 0]], [[1, 0, 0, 0]], [0.155], single=(0, 0, 1))
    said = []
    for text in (LIST, MARK.decode() + LIST, re.sub(r"0\.13957", "1.3957D-01", LIST)):
        (tmp_path / "pdg.dat").write_text(text)
        run_taub("spectra", folder, "--hadrons", tmp_path / "pdg.dat", "--device", "host", "--pt", "4,10", "--phi", "8", "-q",
                 "--json", tmp_path / "out.json", env=QUICK)
        said.append(json.loads((tmp_path / "out.json").read_text())["species"])
    assert said[1] == said[0] and said[2] == said[0]


def test_studies_and_code(tmp_path):
    """A study, its design and a user's file from an editor that marks them."""
    (tmp_path / "start.c").write_bytes(MARK + b"""void initial(const real x[3], real t, real state[])
{
    state[0] = 1 + (real)0.1*sin(x[0]);
    state[1] = state[2] = state[3] = 0;
}
""")
    make_case(tmp_path, initial={"kind": "code", "file": "start.c"}, time={"max_steps": 1})
    (tmp_path / "design.csv").write_bytes(MARK + b"time.cfl\n0.2\n0.3\n")
    (tmp_path / "study.yaml").write_bytes(MARK + b"case: case.yaml\ndesign: design.csv\n")
    run_taub("batch", tmp_path / "study.yaml", "-o", tmp_path / "out", "-q", env=QUICK)
    journal = (tmp_path / "out/journal.csv").read_text()
    assert [line[:4] for line in journal.splitlines()[1:]] == ["0,1,", "1,1,"], journal


def test_pipes(tmp_path):
    """One that nobody writes to is no file to wait for; what another program writes is read."""
    os.mkfifo(tmp_path / "pipe.yaml")
    assert "nobody writes to this pipe" in run_taub("check", tmp_path / "pipe.yaml", expect=2, timeout=20).stderr
    case = make_case(tmp_path, initial={"kind": "trento", "file": "pipe.yaml", "spacing": 1, "scale": 1})
    assert "not a regular file" in run_taub("run", case, "-o", tmp_path / "out", expect=2, timeout=20).stderr
    assert "nobody writes" in run_taub("batch", tmp_path / "pipe.yaml", "-o", tmp_path / "out", expect=2, timeout=20).stderr
    case = make_case(tmp_path, "whole.yaml")
    for mark in (b"", MARK):
        done = subprocess.run([TAUB, "check", "/dev/stdin"], input=mark + case.read_bytes(), capture_output=True, timeout=20)
        assert done.returncode == 0, done.stderr


def test_two_events_in_one_file(tmp_path):
    for write, kind in ((thickness, "trento"), (layers, "grid")):
        folder = tmp_path / kind
        folder.mkdir()
        (name,), case = write(folder)
        event = "# event 0\n" + name.read_text()
        name.write_text(event + event.replace("event 0", "event 1"))
        said = run_taub("run", make_case(folder, **case), "-o", folder / "out", expect=2).stderr
        assert "another event follows" in said, said


def test_paths_that_hold_an_equals_sign(tmp_path):
    case = make_case(tmp_path / "eta=0.08", time={"max_steps": 1})
    run_taub("check", "eta=0.08", cwd=tmp_path)
    run_taub("check", "eta=0.08/case.yaml", "time.cfl=0.1", cwd=tmp_path)
    (tmp_path / "time.cfl=0.1").mkdir()  # the case is named already: an override, whatever lies about
    run_taub("run", case, "time.cfl=0.1", "-o", "out", cwd=tmp_path, env=QUICK)
    assert "cfl: 0.1" in (tmp_path / "out/case.yaml").read_text()
    assert "eta=0.09" in run_taub("check", case, "eta=0.09", cwd=tmp_path, expect=2).stderr


def test_an_empty_list_takes_away(tmp_path):
    ball = {"kind": "ball", "center": [0.5, 0.5, 0.5], "radius": 0.2, "permittivity": 4}
    case = make_case(tmp_path, base=SHEET, medium={"inclusions": [ball]})
    left = [run_taub("check", case, *more).stdout for more in ((), ("medium.inclusions=[]",), ("medium.inclusions=",))]
    assert left[1] == left[2] != left[0]
    cut = make_case(tmp_path, base=SHEET, medium={"cuts": {"x": [0.5]}, "permittivities": [1, 4]})
    run_taub("check", cut, "medium.cuts.x=[]", "medium.permittivities=[]")
    assert "at least one" in run_taub("check", case, "output.fields=[]", expect=2).stderr


def test_code_in_another_folder_is_the_same_program(tmp_path):
    """Kernels are found again, and messages name the file where it is."""
    text = "void initial(const real x[3], real t, real state[])\n{\n    state[0] = 1;\n    state[1] = state[2] = state[3] = 0;\n}\n"
    found = []
    for name in ("here", "with a space"):
        case = make_case(tmp_path / name, initial={"kind": "code", "file": "start.c"}, time={"max_steps": 1})
        (tmp_path / name / "start.c").write_text(text)
        folder = run_case(case, tmp_path / name / "out", env={**QUICK, "TAUB_CACHE": str(tmp_path / "cache")})
        found.append(read_summary(folder)["kernels"])
    assert [kernels["cached"] for kernels in found] == [0, 1] and found[0]["hash"] == found[1]["hash"]
    (tmp_path / "here/start.c").write_text(text.replace("state[0]", "stat[0]"))
    case = tmp_path / "here/case.yaml"
    assert str(tmp_path / "here/start.c") + ":3" in run_taub("run", case, "-o", tmp_path / "out", expect=2, env=QUICK).stderr

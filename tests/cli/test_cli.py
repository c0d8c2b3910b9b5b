"""The command line: help, options, exit codes, what each verb prints."""
import json
import os
import re
import subprocess
import time

import pytest

from conftest import (ROOT, TAUB, assert_same_bits, examples, make_case, output_file, read_fields, read_history, read_summary,
                      run_case, run_taub, steps_of)

VERBS = ["run", "check", "compile", "bench", "converge", "compare", "devices", "reference", "examples",
         "list", "cite", "version"]


def test_alone_and_help_print_the_same():
    alone = run_taub()
    assert alone.stdout == run_taub("--help").stdout == run_taub("help").stdout
    for verb in VERBS:
        assert re.search(rf"^  taub {verb}\b", alone.stdout, re.M), verb
    assert len(alone.stdout.splitlines()) < 40
    assert not alone.stderr


def test_help_names_examples_that_exist():
    named = set(re.findall(r"examples/([\w-]+)", run_taub("--help").stdout))
    assert named and named <= set(examples())


def test_version_is_that_of_the_header():
    version = re.search(r'TAUB_VERSION "([^"]+)"', (ROOT / "include/taub/taub.h").read_text()).group(1)
    for words in ("--version", "-v", "version"):
        assert run_taub(words).stdout == f"taub {version}\n"


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_has_help(verb):
    text = run_taub(verb, "--help").stdout
    assert text.startswith(f"usage: taub {verb}")
    assert text == run_taub("help", verb).stdout


@pytest.mark.parametrize("typed, nearest", [("rum", "run"), ("benchmark", "bench"), ("convergence", "converge"),
                                            ("--versoin", "--version")])
def test_unknown_verb_names_the_nearest(typed, nearest):
    done = run_taub(typed, expect=2)
    assert f"unknown verb {typed} (did you mean {nearest}?)" in done.stderr
    assert not done.stdout


def test_unknown_verb_far_from_all():
    assert "did you mean" not in run_taub("xyzzyxyzzy", expect=2).stderr


@pytest.mark.parametrize("arguments, message", [
    (["--quite"], "unknown option --quite (did you mean --quiet?)"),
    (["--tolerance", "1"], "unknown option --tolerance"),
    (["-o"], "a value must follow"),
    (["--quiet=yes"], "takes no value"),
    (["--device", "gpu"], "expected auto, host, cuda or opencl"),
    (["--device", "hots"], "did you mean host?"),
    (["--device", "opencl:x"], "the number of the device"),
    (["--precision", "duoble"], "did you mean double?"),
    (["--reproducible", "maybe"], "expected strict or fast"),
    (["--threads", "0"], "at least 1"),
    (["--threads", "two"], "at least 1"),
    (["extra.yaml"], "one case file"),
])
def test_wrong_options(tmp_path, arguments, message):
    done = run_taub("run", make_case(tmp_path), *arguments, expect=2, cwd=tmp_path)
    assert message in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["case.yaml"]


def test_missing_arguments():
    assert "usage: taub run" in run_taub("run", expect=2).stderr
    assert "usage: taub compare" in run_taub("compare", "a", expect=2).stderr


@pytest.mark.parametrize("override, words", [
    ("mesh.cellz=[8,1,1]", ["override 1", "mesh.cellz", "cells"]),
    ("mesh.cells=many", ["override 1", "mesh.cells"]),
    ("mesh.cells=[-4,1,1]", ["override 1", "mesh.cells"]),
    ("scheme.theta=3", ["override 1", "scheme.theta"]),
    ("tyme.end=1", ["override 1", "time"]),
])
def test_wrong_overrides(tmp_path, override, words):
    done = run_taub("run", make_case(tmp_path), override, expect=2, cwd=tmp_path)
    for word in words:
        assert word in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["case.yaml"]


def test_overrides_are_numbered_as_typed(tmp_path):
    """Options that stand for overrides do not count."""
    done = run_taub("check", make_case(tmp_path), "--device", "host", "time.end=1", "nonsense=1", expect=2)
    assert "override 2" in done.stderr


def test_missing_case():
    done = run_taub("run", "no/such/case.yaml", expect=2)
    assert "no/such/case.yaml" in done.stderr


def test_check(tmp_path):
    case = make_case(tmp_path, title="A tube", output={"every": 0.25})
    text = run_taub("check", case, "mesh.cells=[200,1,1]").stdout
    assert "A tube: valid" in text
    assert "200 x 1 x 1 = 200" in text
    assert re.search(r"memory +\S+ [kM]?B", text)
    assert re.search(r"outputs +5 of 2", text)


def test_check_estimates_the_steps(tmp_path):
    """From the signal speed at the start: right when that does not change."""
    same = {"energy_density": 1, "velocity": [0.5, 0, 0]}
    case = make_case(tmp_path, initial={"left": same, "right": same})
    estimate = float(re.search(r"steps +about (\d+)", run_taub("check", case).stdout).group(1))
    assert abs(estimate - steps_of(run_case(case, tmp_path / "out"))[-1]) <= 1


def test_check_takes_a_folder(tmp_path):
    make_case(tmp_path, title="Found")
    assert "Found: valid" in run_taub("check", tmp_path).stdout


def test_run_prints_header_to_stderr_and_summary_to_stdout(tmp_path):
    make_case(tmp_path / "tube", title="A tube")
    done = run_taub("run", "tube", cwd=tmp_path)
    assert "A tube" in done.stderr and "64 x 1 x 1, double precision" in done.stderr
    assert re.search(r"kernels (cached|compiled in)", done.stderr)
    assert re.search(r"steps +\d+ to time 1 in", done.stdout)
    assert "zone updates/s" in done.stdout and "failed recoveries" in done.stdout
    assert re.search(r"total +energy", done.stdout)
    assert re.search(r"error +energy_density +L1", done.stdout)  # a Riemann problem has an exact solution
    assert "plot     taub plot out/tube" in done.stdout
    for name in ["case.yaml", "fields.xmf", "history.csv", "summary.json"]:
        assert (tmp_path / "out/tube" / name).is_file(), name
    assert output_file(tmp_path / "out/tube", 0).is_file()


def test_default_folder_is_named_after_the_file(tmp_path):
    make_case(tmp_path, name="wide.yaml")
    run_taub("run", "wide.yaml", "--quiet", cwd=tmp_path)
    assert (tmp_path / "out/wide/summary.json").is_file()


def test_quiet_prints_nothing(tmp_path):
    done = run_taub("run", make_case(tmp_path), "-o", tmp_path / "out", "--quiet")
    assert done.stdout == "" and done.stderr == ""


def test_options_are_overrides(tmp_path):
    case = make_case(tmp_path, device=None)
    folder = run_case(case, tmp_path / "out", "--device", "host", "--precision", "single", "--reproducible", "strict",
                      "--threads", "1", "mesh.cells=[32,1,1]")
    echo = (folder / "case.yaml").read_text()
    for line in ["kind: host", "precision: single", "reproducible: strict", "threads: 1"]:
        assert line in echo, line
    assert read_fields(folder)[1]["energy_density"].shape == (1, 1, 32)


def test_the_resolved_case_gives_the_same_bits(tmp_path):
    first = run_case(make_case(tmp_path), tmp_path / "first", "mesh.cells=[50,1,1]", "scheme.theta=1.3")
    second = run_case(first / "case.yaml", tmp_path / "second")
    assert_same_bits(first, second)
    assert (first / "case.yaml").read_text() == (second / "case.yaml").read_text()


def test_summary_and_history(tmp_path):
    folder = run_case(make_case(tmp_path), tmp_path / "out")
    summary, history = read_summary(folder), read_history(folder)
    assert summary["status"] == "done"
    assert history["time"][-1] == 1.0
    assert (history["step"][1:] > history["step"][:-1]).all()


def test_devices():
    text = run_taub("devices").stdout
    assert re.search(r"^host:0 +\S", text, re.M)
    found = set(re.findall(r"^(host|cuda|opencl)", text, re.M))
    assert found == {"host", "cuda", "opencl"}, "each kind is either there or missing with a reason"
    for line in text.split("\nmissing:")[-1].splitlines() if "\nmissing:" in text else []:
        assert not line or len(line.split()) > 2, f"no reason: {line}"


@pytest.mark.parametrize("hide", [
    "umount -l /sys", "mount -t tmpfs none /sys/devices/system/cpu/cpu0", "mount -t tmpfs none /sys/devices/system/node",
    "mount -t tmpfs none /sys/devices/system/cpu && mkdir -p /sys/devices/system/cpu/cpu0/topology"])
def test_devices_without_sys(tmp_path, hide):
    """As in a chroot where nothing is mounted, or in a container that hides parts of it: PoCL would end the program."""
    alone = ["unshare", "-m", "sh", "-c"]
    if subprocess.run([*alone, hide], capture_output=True, check=False).returncode != 0:
        pytest.skip("/sys cannot be taken away here, even for one process")
    done = subprocess.run([*alone, f"{hide} && exec {TAUB} devices"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^host:0 +\S", done.stdout, re.M)
    assert re.search(r"^opencl .*/sys is missing or incomplete", done.stdout, re.M), done.stdout
    case = make_case(tmp_path, time={"max_steps": 1})
    done = subprocess.run([*alone, f"{hide} && exec {TAUB} run {case} --device auto -q -o {tmp_path}/out"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_device_that_is_not_there(tmp_path):
    done = run_taub("run", make_case(tmp_path), "--device", "cuda:97", "-o", tmp_path / "out", expect=None)
    assert done.returncode == 2
    assert "cuda" in done.stderr.lower()
    assert not (tmp_path / "out").exists()


def test_compile_fills_the_cache(tmp_path):
    env = {"TAUB_CACHE": str(tmp_path / "cache")}
    case = make_case(tmp_path)
    assert "compiled in" in run_taub("compile", case, env=env).stdout
    assert "in the cache already" in run_taub("compile", case, env=env).stdout
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (tmp_path / "cache").rglob("*") if path.is_file())
    assert before
    start = time.monotonic()
    done = run_taub("run", case, "time.max_steps=1", "-o", tmp_path / "out", env=env)
    print(f"a run of one step with cached kernels: {time.monotonic() - start:.3f} s")
    assert "kernels cached" in done.stderr
    after = sorted((path.name, path.stat().st_mtime_ns) for path in (tmp_path / "cache").rglob("*") if path.is_file())
    assert [name for name, _ in after] == [name for name, _ in before]


def test_cached_kernels_need_no_compiler(tmp_path):
    """What taub compile is for: compute nodes without a compiler."""
    env = {"TAUB_CACHE": str(tmp_path / "cache")}
    case = make_case(tmp_path)
    run_taub("compile", case, env=env)
    (tmp_path / "empty").mkdir()
    done = run_taub("run", case, "-o", tmp_path / "out", env={**env, "PATH": str(tmp_path / "empty"), "TAUB_CC": ""})
    assert "kernels cached" in done.stderr


def test_bench(tmp_path):
    case = make_case(tmp_path, mesh={"cells": [32, 32, 1]})
    text = run_taub("bench", case, "--steps", "4", "--repeats", "3", "--json", tmp_path / "bench.json").stdout
    for word in ["zone updates/s", "bandwidth", "flops/s", "a zone", "share"]:
        assert word in text, word
    bench = json.loads((tmp_path / "bench.json").read_text())
    speed = bench["zone_updates_per_second"]
    assert 0 < speed["slowest"] <= speed["median"] <= speed["fastest"]
    assert bench["cells"] == [32, 32, 1] and bench["zones"] == 1024 and bench["steps"] >= 4 and bench["repeats"] == 3
    assert bench["share_of_copy_bandwidth"] == pytest.approx(
        speed["median"] * bench["bytes_per_zone"] / bench["copy_bandwidth"])
    assert bench["flops_per_zone"] > 100 and bench["memory_per_zone"] > 40
    assert bench["passes"] and all(row["launches"] > 0 for row in bench["passes"])


def test_bench_counts_bytes_of_the_device_it_runs_on(tmp_path):
    """auto is the same as naming the device that it stands for: GPUs take a dissipative stage in two passes."""
    case = make_case(tmp_path, system="israel-stewart", transport={"shear_viscosity": {"kind": "constant", "value": 0.1}})
    benches = []
    for device in ("auto", None):
        json_file = tmp_path / f"{device}.json"
        run_taub("bench", case, "--steps", "2", "--repeats", "1", "--device", device or benches[0]["device"]["kind"],
                 "--json", json_file)
        benches.append(json.loads(json_file.read_text()))
    assert benches[0]["device"]["kind"] == benches[1]["device"]["kind"]
    assert benches[0]["bytes_per_zone"] == benches[1]["bytes_per_zone"]


def test_converge(tmp_path):
    done = run_taub("converge", make_case(tmp_path), "--cells", "32,64,128", "--json", tmp_path / "orders.json")
    levels = json.loads((tmp_path / "orders.json").read_text())["levels"]
    assert [level["cells"] for level in levels] == [[32, 1, 1], [64, 1, 1], [128, 1, 1]]
    energy = [next(norm for norm in level["norms"] if norm["quantity"] == "energy_density") for level in levels]
    assert energy[0]["order"] is None
    assert energy[0]["l1"] > energy[1]["l1"] > energy[2]["l1"] > 0
    assert energy[2]["order"] > 0.5
    assert f"{energy[2]['order']:.2f}" in done.stdout


def test_converge_scales_all_axes(tmp_path):
    case = make_case(tmp_path, mesh={"cells": [20, 10, 1]})
    run_taub("converge", case, "time.end=0.1", "--cells", "40", "--json", tmp_path / "orders.json")
    assert json.loads((tmp_path / "orders.json").read_text())["levels"][0]["cells"] == [40, 20, 1]
    assert "in proportion" in run_taub("converge", case, "--cells", "33", expect=2).stderr


def test_converge_needs_cells_and_an_exact_solution(tmp_path):
    assert "--cells is needed" in run_taub("converge", make_case(tmp_path), expect=2).stderr
    blob = make_case(tmp_path, name="blob.yaml", initial={
        "kind": "gaussian", "peak": {"energy_density": 1}, "background": {"energy_density": 0.1}, "width": [1, 0, 0]})
    assert "no exact solution" in run_taub("converge", blob, "--cells", "16", expect=2).stderr


def test_an_exact_solution_ends_where_it_no_longer_applies(tmp_path):
    """Waves have reached a wall: no errors but the reason, in words and in summary.json."""
    case = make_case(tmp_path, mesh={"boundary": "reflecting"})
    early = run_taub("run", case, "time.end=5", "-o", tmp_path / "early")
    assert re.search(r"error +energy_density +L1", early.stdout)
    assert "exact_solution" not in read_summary(tmp_path / "early")
    late = run_taub("run", case, "time.end=9", "-o", tmp_path / "late")
    assert "waves have reached the upper x face (reflecting)" in late.stdout
    assert not re.search(r"error +energy_density", late.stdout)
    summary = read_summary(tmp_path / "late")
    assert "errors" not in summary and "upper x face" in summary["exact_solution"]
    done = run_taub("converge", case, "time.end=9", "--cells", "32,64", expect=2)
    assert "no exact solution" in done.stderr and "upper x face (reflecting)" in done.stderr
    assert not done.stdout


def test_compare(tmp_path):
    case = make_case(tmp_path)
    a = run_case(case, tmp_path / "a")
    b = run_case(case, tmp_path / "b")
    c = run_case(case, tmp_path / "c", "scheme.theta=1.1")
    assert run_taub("compare", a, b, "--tolerance", "0").returncode == 0
    table = run_taub("compare", a, c).stdout
    assert re.search(r"^energy_density +\S+e", table, re.M)
    done = run_taub("compare", a, c, "--tolerance", "1e-9", expect=1)
    assert "energy_density differs by" in done.stderr
    run_taub("compare", a, c, "--tolerance", "1")
    run_taub("compare", output_file(a), output_file(b), "--tolerance", "0")
    numbers = json.loads(run_taub("compare", a, c, "--json", "-").stdout)
    assert {row["quantity"] for row in numbers["quantities"]} >= {"energy_density"}


def test_compare_takes_equal_times(tmp_path):
    """The last outputs, or those that were asked for; never an earlier pair that happens to agree."""
    case = make_case(tmp_path)
    a = run_case(case, tmp_path / "a", "time.end=1")
    b = run_case(case, tmp_path / "b", "time.end=0.5")
    done = run_taub("compare", a, b, "--tolerance", "0", expect=2)
    for words in ["t = 0, 1 (2 outputs)", "t = 0, 0.5 (2 outputs)", "--time 0 "]:
        assert words in done.stderr
    assert not done.stdout
    assert "difference at time 0 " in run_taub("compare", a, b, "--time", "0", "--tolerance", "0").stdout
    run_taub("compare", a, b, "--time", "0.5", expect=2)
    run_taub("compare", a, b, "--all", expect=2)
    run_taub("compare", a, a, "--all", "--time", "1", expect=2)
    assert "last outputs of both, at time 1 " in run_taub("compare", a, a).stdout
    both = json.loads(run_taub("compare", a, a, "--all", "--json", "-").stdout)["outputs"]
    assert [output["time"] for output in both] == [0, 1]


def test_compare_with_something_missing(tmp_path):
    a = run_case(make_case(tmp_path), tmp_path / "a")
    done = run_taub("compare", a, tmp_path / "nothing", expect=2)
    assert "nothing" in done.stderr


def test_json_to_an_unwritable_place(tmp_path):
    a = run_case(make_case(tmp_path), tmp_path / "a")
    done = run_taub("compare", a, a, "--json", tmp_path / "no" / "such" / "file.json", expect=1)
    assert "cannot write" in done.stderr


def test_full_standard_output_is_an_error():
    with open("/dev/full", "w") as full:
        done = subprocess.run([TAUB, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "standard output" in done.stderr


def test_reference_lists_what_the_base_case_uses():
    text = run_taub("reference").stdout
    for key in ["mesh", "cells", "theta", "cfl", "reproducible"]:
        assert key in text


def test_progress_lines_when_redirected(tmp_path):
    """One line every few seconds: a run of a second prints none."""
    done = run_taub("run", make_case(tmp_path), "-o", tmp_path / "out")
    assert "\r" not in done.stderr and "zone updates/s" not in done.stderr


def test_program_needs_only_common_libraries():
    """It must start on machines that have glibc and HDF5 alone."""
    listing = subprocess.run(["readelf", "-d", TAUB], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.+)\]", listing)
    if any("asan" in name for name in needed):
        pytest.skip("a build with sanitizers")
    assert needed
    for name in needed:
        assert re.match(r"lib(c|m|dl|pthread|hdf5_serial)\.so|ld-linux", name), name

"""gcc vectorises every loop of the host's stage that says `omp simd`, and the speed pass, as wide as it does anything on
this machine; a change to the kernels that loses a loop costs a factor of two to eight and no other test sees it. gcc -O3
is what this test costs: each loop is looked at in every run, in all of the cases below with TAUB_LONG_TESTS=1."""
import re
import shutil
import subprocess

import pytest

from conftest import LONG, ROOT, make_case, run_taub

# Files with loops of the host's stage, and how many stand in each: a loop that moves must be looked for where it went.
FILES = {"march/strip.h": 4, "march/rows.h": 2, "passes/stage.h": 2, "passes/sweep_rows.h": 13}
SHASTA = ["march/rows.h", "passes/sweep_rows.h"]
STAGES = [("kurganov-tadmor", "conformal", "double", {}), ("kurganov-tadmor", "lattice-wb", "single", {}),
          ("musta", "conformal", "double", {}), ("shasta", "conformal", "double", {}),
          ("shasta", "conformal", "single", {"splitting": "none"}), ("shasta", "lattice-wb", "mixed", {})]
LONG_STAGES = [("kurganov-tadmor", "conformal", "single", {}), ("kurganov-tadmor", "ideal-gas", "double", {}),
               ("kurganov-tadmor", "lattice-wb", "double", {}), ("shasta", "ideal-gas", "single", {})]
ELEMENTS = [([512, 1, 1], "a-alpha", "double"), ([512, 1, 1], "c-tau", "single"), ([64, 64, 1], "a-alpha", "single"),
            ([64, 64, 1], "c-tau", "double")]
LONG_ELEMENTS = [(cells, variant, "single" if precision == "double" else "double") for cells, variant, precision in ELEMENTS]
GODUNOV = [("euler", "ader-weno", 2, "primitive", "minmod"), ("euler", "rk-weno", 4, "characteristic", "minmod"),
           ("srhd", "ader-weno", 2, "conserved", "minmod")]
LONG_GODUNOV = [("euler", "ader-weno", 2, "characteristic", "mc-smooth"), ("euler", "ader-weno", 2, "conserved", "parabolic"),
                ("euler", "ader-weno", 3, "conserved", "minmod"), ("euler", "ader-weno", 4, "conserved", "minmod"),
                ("srhd", "rk-weno", 3, "characteristic", "minmod")]
OPTIONS = ["-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math", "-fopenmp-simd"]
PROBE = """#include <math.h>
void probe(const real *restrict a, real *restrict b, int n)
{
#pragma omp simd
    for (int i = 0; i < n; i++)
        b[i] = a[i] * a[i] + 1;
}
"""


@pytest.fixture(scope="module")
def flags():
    if not shutil.which("gcc"):
        pytest.skip("gcc is not here")
    words = set(re.search(r"^(?:flags|Features)\s*:(.*)$", open("/proc/cpuinfo").read(), re.MULTILINE).group(1).split())
    if not words & {"avx2", "avx512f"}:
        pytest.skip("this processor has neither AVX2 nor AVX-512")
    return words


def widest(folder, real):
    """Bytes of the vectors that gcc takes for the simplest of loops here."""
    (folder / "probe.c").write_text(PROBE)
    done = subprocess.run(["gcc", "-std=c11", *OPTIONS, f"-Dreal={real}", "-fopt-info-vec-optimized", "-c", "probe.c", "-o",
                           "probe.o"], cwd=folder, capture_output=True, text=True, check=True)
    return max(int(width) for width in re.findall(r"loop vectorized using (\d+) byte", done.stderr))


def compile_case(folder, scheme, eos, precision, **more):
    """(lines of gcc's report, the compiled libraries: of the run, of its initial data)."""
    case = make_case(folder, eos={"kind": eos}, scheme={"kind": scheme, **more}, mesh={"cells": [64, 32, 16]})
    report = folder / "report.txt"
    run_taub("compile", case, "--precision", precision,
             env={"TAUB_CC": "gcc", "TAUB_CACHE": str(folder / "cache"),
                  "TAUB_CFLAGS": f"-fopt-info-vec-optimized={report}"})
    return report.read_text().splitlines(), list((folder / "cache").rglob("*.so"))


def simd_loops(name, scheme, eos):
    """(first line, first line behind) of the file's `omp simd` loops that this scheme and equation of state have."""
    lines = (ROOT / "kernels" / name).read_text().splitlines()
    starts = [n for n, line in enumerate(lines, 1) if line.startswith("#pragma omp simd")]
    assert len(starts) == FILES[name], name
    # conditions that decide which of them are compiled here; of other conditions both sides are looked at
    known = {"!SYSTEM_RECOVERY_CLOSED": eos != "conformal", "SYSTEM_RECOVERY_CLOSED": eos == "conformal",
             "!defined(SCHEME_FACE_ROWS)": scheme != "musta"}
    open_conditions, loops = [], []
    for n, line in enumerate(lines, 1):
        if line.startswith("#if"):
            open_conditions.append(known.get(line[3:].strip()))
        elif line.startswith("#else"):
            open_conditions[-1] = None if open_conditions[-1] is None else not open_conditions[-1]
        elif line.startswith("#endif"):
            open_conditions.pop()
        if n in starts and False not in open_conditions:
            loops.append((n, min(n + 4, min((m for m in starts if m > n), default=n + 4))))
    return loops


@pytest.mark.parametrize("scheme,eos,precision,more", STAGES + (LONG_STAGES if LONG else []))
def test_every_simd_loop_is_vectorised(tmp_path, flags, scheme, eos, precision, more):
    if eos == "lattice-wb" and "avx512f" not in flags:
        pytest.skip("gcc vectorises look-ups in tables with AVX-512 only")
    width = widest(tmp_path, "double" if precision == "double" else "float")
    assert width >= 32
    report, libraries = compile_case(tmp_path, scheme, eos, precision, **more)
    found = {}
    for line in report:
        match = re.match(r"kernels/(\w+/\w+\.h):(\d+):\d+: optimized: loop vectorized using (\d+) byte", line)
        if match:
            at = (match.group(1), int(match.group(2)))
            found[at] = max(found.get(at, 0), int(match.group(3)))
    for name in SHASTA if scheme == "shasta" else [name for name in FILES if name not in SHASTA[1:]]:
        for first, behind in simd_loops(name, scheme, eos):
            best = max((w for (file, at), w in found.items() if file == name and first <= at < behind), default=0)
            assert best >= width, f"{name}:{first}: vectors of {best} bytes, {width} are possible"
    if scheme != "shasta":  # whose clock recovers cell by cell (docs/theory/shasta.md)
        check_speed_pass(libraries, width, precision)


@pytest.mark.parametrize("cells,variant,precision", ELEMENTS + (LONG_ELEMENTS if LONG else []))
def test_loops_of_conservation_elements(tmp_path, flags, cells, variant, precision):
    """Loading, gathering, elements, storing: four loops in cese_host.h."""
    lines = (ROOT / "kernels/passes/cese_host.h").read_text().splitlines()
    starts = [n for n, line in enumerate(lines, 1) if line.startswith("#pragma omp simd")]
    assert len(starts) == 4
    width = widest(tmp_path, "float" if precision == "single" else "double")
    case = make_case(tmp_path, system="euler", eos={"kind": "ideal-gas"}, scheme={"kind": "cese", "variant": variant},
                     mesh={"cells": cells}, output=None,
                     initial={"kind": "pieces", "states": [{"density": 1, "pressure": 1}]})
    report = tmp_path / "report.txt"
    run_taub("compile", case, "--precision", precision,
             env={"TAUB_CC": "gcc", "TAUB_CACHE": str(tmp_path / "cache"),
                  "TAUB_CFLAGS": f"-fopt-info-vec-optimized={report}"})
    for start in starts:
        best = [int(found.group(2)) for found in
                re.finditer(r"passes/cese_host\.h:(\d+):\d+: optimized: loop vectorized using (\d+) byte", report.read_text())
                if start <= int(found.group(1)) < start + 5]
        assert max(best, default=0) >= width, f"cese_host.h:{start}"


@pytest.mark.parametrize("system,scheme,order,variables,limiter", GODUNOV + (LONG_GODUNOV if LONG else []))
def test_loops_of_godunov_schemes(tmp_path, flags, system, scheme, order, variables, limiter):
    """Sides, their count, fluxes, updates, sums over rows; in gas dynamics the search for strong shocks."""
    lines = (ROOT / "kernels/passes/godunov_host.h").read_text().splitlines()
    starts, conditions = [], []
    for n, line in enumerate(lines, 1):
        if line.startswith("#if"):
            conditions.append(line)
        elif line.startswith("#endif"):
            conditions.pop()
        elif "#pragma omp simd" in line and (system == "euler" or "#if TAUB_SHOCK_FIX" not in conditions):
            starts.append(n)
    assert len(starts) == (9 if system == "euler" else 5)
    width = widest(tmp_path, "double")
    density = "density" if system == "euler" else "charge_density"
    case = make_case(tmp_path, system=system, eos={"kind": "ideal-gas"},
                     scheme={"kind": scheme, "order": order, "variables": variables, "limiter": limiter},
                     mesh={"cells": [64, 32, 16]}, output=None,
                     initial={"kind": "pieces", "states": [{density: 1, "pressure": 1}]})
    report = tmp_path / "report.txt"
    run_taub("compile", case, env={"TAUB_CC": "gcc", "TAUB_CACHE": str(tmp_path / "cache"),
                                   "TAUB_CFLAGS": f"-fopt-info-vec-optimized={report}"})
    for start in starts:
        best = [int(found.group(2)) for found in
                re.finditer(r"passes/godunov_host\.h:(\d+):\d+: optimized: loop vectorized using (\d+) byte",
                            report.read_text()) if start <= int(found.group(1)) < start + 5]
        assert max(best, default=0) >= width, f"godunov_host.h:{start}"


def test_loops_of_magnetohydrodynamics(tmp_path, flags):
    """At order 2: data, sides and corners of rows, faces, the search for fronts, edges."""
    rows = (ROOT / "kernels/passes/mhd_rows_host.h").read_text().split("INLINE void scale_cell")[0]
    march = (ROOT / "kernels/passes/mhd_march_host.h").read_text()
    starts = [(name, n) for name, text in (("mhd_rows_host.h", rows), ("mhd_march_host.h", march))
              for n, line in enumerate(text.splitlines(), 1) if "omp simd" in line or line.strip() == "EACH_CELL"]
    assert len(starts) == 6
    width = widest(tmp_path, "double")
    case = make_case(tmp_path, system="mhd", eos={"kind": "ideal-gas"}, scheme={"kind": "ader-weno", "order": 2},
                     mesh={"cells": [64, 32, 16]}, output=None,
                     initial={"kind": "pieces", "states": [{"density": 1, "pressure": 1}]})
    report = tmp_path / "report.txt"
    run_taub("compile", case, env={"TAUB_CC": "gcc", "TAUB_CACHE": str(tmp_path / "cache"),
                                   "TAUB_CFLAGS": f"-fopt-info-vec-optimized={report}"})
    text = report.read_text()
    for name, start in starts:
        best = [int(found.group(2)) for found in
                re.finditer(rf"passes/{name}:(\d+):\d+: optimized: loop vectorized using (\d+) byte", text)
                if start <= int(found.group(1)) < start + 5]
        assert max(best, default=0) >= width, f"{name}:{start}"


def check_speed_pass(libraries, width, precision):
    """Its loops come from one macro, so the report cannot tell them apart: the square roots of the signal speeds must be
    taken of whole vectors."""
    if not shutil.which("objdump"):
        return
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", *map(str, libraries)], capture_output=True, text=True,
                          check=True).stdout
    bodies = [body for body in text.split("\n\n") if re.match(r"\s*[0-9a-f]+ <speed[.>]", body)]
    register, suffix = {32: "ymm", 64: "zmm"}[width], "ps" if precision == "single" else "pd"
    assert any(re.search(rf"v(r?)sqrt(14)?{suffix}.*%{register}", body) for body in bodies), "speed pass"

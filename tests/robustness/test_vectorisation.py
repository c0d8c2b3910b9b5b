"""gcc vectorises every loop of the host's stage that says `omp simd`, and the speed pass, as wide as it does anything on
this machine; a change to the kernels that loses a loop costs a factor of two to eight and no other test sees it."""
import re
import shutil
import subprocess

import pytest

from conftest import ROOT, make_case, run_taub

STAGE = ROOT / "kernels" / "passes" / "stage.h"
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


def compile_case(folder, eos, precision):
    """(lines of gcc's report, the compiled library)."""
    case = make_case(folder, eos={"kind": eos}, mesh={"cells": [64, 32, 16]})
    report = folder / "report.txt"
    run_taub("compile", case, "--precision", precision,
             env={"TAUB_CC": "gcc", "TAUB_CACHE": str(folder / "cache"),
                  "TAUB_CFLAGS": f"-fopt-info-vec-optimized={report}"})
    return report.read_text().splitlines(), next((folder / "cache").rglob("*.so"))


def simd_loops(eos):
    """(first line, first line behind) of the `omp simd` loops in the stage that this equation of state has."""
    lines = STAGE.read_text().splitlines()
    starts = [n for n, line in enumerate(lines, 1) if line.startswith("#pragma omp simd")]
    assert len(starts) >= 10
    closed, loops = False, []
    for n, line in enumerate(lines, 1):
        if line.startswith("#if"):
            closed = line == "#if !defined(EOS_CONFORMAL)" and eos == "conformal"
        elif line.startswith(("#else", "#endif")):
            closed = False
        if n in starts and not closed:
            loops.append((n, min(n + 4, min((m for m in starts if m > n), default=n + 4))))
    return loops


@pytest.mark.parametrize("eos,precision", [("conformal", "double"), ("conformal", "single"), ("ideal-gas", "double"),
                                           ("lattice-wb", "double"), ("lattice-wb", "single")])
def test_every_simd_loop_is_vectorised(tmp_path, flags, eos, precision):
    if eos == "lattice-wb" and "avx512f" not in flags:
        pytest.skip("gcc vectorises look-ups in tables with AVX-512 only")
    width = widest(tmp_path, "float" if precision == "single" else "double")
    assert width >= 32
    report, library = compile_case(tmp_path, eos, precision)
    found = {}
    for line in report:
        match = re.match(r"kernels/passes/stage\.h:(\d+):\d+: optimized: loop vectorized using (\d+) byte", line)
        if match:
            at = int(match.group(1))
            found[at] = max(found.get(at, 0), int(match.group(2)))
    for first, behind in simd_loops(eos):
        best = max((width for at, width in found.items() if first <= at < behind), default=0)
        assert best >= width, f"stage.h:{first}: vectors of {best} bytes, {width} are possible"
    check_speed_pass(library, width, precision)


def check_speed_pass(library, width, precision):
    """Its loops come from one macro, so the report cannot tell them apart: the square roots of the signal speeds must be
    taken of whole vectors."""
    if not shutil.which("objdump"):
        return
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", str(library)], capture_output=True, text=True,
                          check=True).stdout
    bodies = [body for body in text.split("\n\n") if re.match(r"\s*[0-9a-f]+ <speed[.>]", body)]
    register, suffix = {32: "ymm", 64: "zmm"}[width], "ps" if precision == "single" else "pd"
    assert any(re.search(rf"v(r?)sqrt(14)?{suffix}.*%{register}", body) for body in bodies), "speed pass"

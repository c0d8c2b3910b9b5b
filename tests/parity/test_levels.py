"""Strict bits do not depend on the host's compiler nor on how hard it tries: kernels of gcc at -O3, as users have them, and
of clang at -O0, which tests take (tests/CMakeLists.txt), against those of gcc at -Og, with which quick starts begin;
of HLLD with clang at -O3, too, whose vectors of it were wrong (docs/inside/numbers.md). One case per
scheme, order and system; all of device_cases.py, and clang at -O1 and -O3 as well, with TAUB_LONG_TESTS=1."""
import shutil

import pytest

from conftest import LONG
from device_cases import CASES, write_case
from run_on_gpu import run
from same_bits import same

USUAL = ["conformal-1d", "gas-1d", "shasta-1d", "musta-1d", "cese-1d", "ader-1d", "srhd-ader-2d", "viscous-1d",
         "mhd-2d", "srmhd-order-2", "maxwell-2d"]
NAMES = list(CASES) if LONG else USUAL


@pytest.mark.parametrize("name", NAMES)
def test_levels_give_the_same_bits(tmp_path, name):
    precision = CASES[name]["precisions"][0]
    path = write_case(tmp_path, CASES[name]["case"])

    def bits(compiler, level):
        return run(path, tmp_path / (compiler + level), "--device", "host", "--precision", precision,
                   env={"TAUB_CC": compiler, "TAUB_CFLAGS": level})

    expected = bits("gcc", "-Og")
    same(expected, bits("gcc", "-O3"))
    if shutil.which("clang"):
        for level in ["-O0"] + ["-O1"] * LONG + ["-O3"] * (LONG or name == "mhd-2d"):
            same(expected, bits("clang", level))

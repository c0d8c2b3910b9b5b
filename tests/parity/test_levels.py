"""Strict bits do not depend on how hard the compiler tries: kernels at -O3, as users have them, and at -O1 against those at
-Og, which most tests take (tests/CMakeLists.txt) and quick starts begin with. One case per scheme, order and system; all
of device_cases.py with TAUB_LONG_TESTS=1."""
import os

import pytest

from device_cases import CASES, write_case
from run_on_gpu import run
from same_bits import same

USUAL = ["conformal-1d", "gas-1d", "shasta-1d", "musta-1d", "cese-1d", "ader-1d", "ader-order-2", "rk-2d", "srhd-rk-1d",
         "srhd-rk-order-2", "srhd-ader-2d", "viscous-event", "mhd-2d", "mhd-order-2", "srmhd-order-2",
         "maxwell-2d"]
NAMES = list(CASES) if os.environ.get("TAUB_LONG_TESTS") == "1" else USUAL


@pytest.mark.parametrize("name", NAMES)
def test_levels_give_the_same_bits(tmp_path, name):
    precision = CASES[name]["precisions"][0]
    path = write_case(tmp_path, CASES[name]["case"])
    expected = run(path, tmp_path / "-Og", "--device", "host", "--precision", precision, env={"TAUB_CFLAGS": "-Og"})
    for level in ("-O3", "-O1"):
        same(expected, run(path, tmp_path / level, "--device", "host", "--precision", precision,
                           env={"TAUB_CFLAGS": level}))

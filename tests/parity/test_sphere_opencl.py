"""Outside a sphere the same bits in strict mode on OpenCL, on blocks, as on the host; CUDA: run_on_gpu.py, other ways: test_sphere.py."""
import pytest

from conftest import LONG, read_summary, require_device, run_case
from test_sphere import BLAST, assert_same, case_of


def compare(case, folder):
    host = run_case(case, folder / "host")
    assert_same(host, run_case(case, folder / "opencl", "mesh.blocks=[1,1,2]", "--device", "opencl"))
    return host


@pytest.mark.parametrize("system,ends,order", [("mhd", "walls", 2), ("srhd", "walls", 3), *([("euler", "code", 2), ("euler", "walls", 3), ("mhd", "walls", 3),
                                               ("srmhd", "walls", 2)] * LONG)])
def test_opencl(tmp_path, system, ends, order):
    require_device("opencl")
    compare(case_of(tmp_path, system, ends, order), tmp_path)


@pytest.mark.skipif(not LONG, reason="minutes of PoCL")
@pytest.mark.parametrize("system", ["mhd", "srhd"])
def test_ader(tmp_path, system):
    require_device("opencl")
    compare(case_of(tmp_path, system, "walls", scheme={"kind": "ader-weno", "order": 2}), tmp_path)


def test_corrected_cells(tmp_path):
    require_device("opencl")
    host = compare(case_of(tmp_path, "mhd", "walls", 3, BLAST, mesh={"cells": [8, 8, 10]}, time={"max_steps": 8}), tmp_path)
    assert read_summary(host)["counts"]["first_order_cells"] > 0

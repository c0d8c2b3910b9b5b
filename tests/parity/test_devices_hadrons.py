"""Hadrons of a surface: the same bits on every device in strict mode (hadrons_on_devices.py)."""
import pytest

from conftest import LONG, TAUB, require_device
from hadrons_on_devices import KINDS, differences, run


SOME = [("invariant", "double"), ("charged-milne", "double")]
OTHERS = [("milne", "double"), ("cartesian", "single"), ("charged", "double")]


@pytest.mark.parametrize("device, kind, precision", [*(("opencl", *one) for one in SOME + OTHERS * LONG), *(("cuda", *one) for one in SOME + OTHERS)])
def test_same_bits(tmp_path, device, kind, precision):
    require_device(device)
    assert kind in KINDS
    assert differences(run(TAUB, tmp_path, kind, precision, "host"), run(TAUB, tmp_path, kind, precision, device)) == []

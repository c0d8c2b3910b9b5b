"""Hadrons of a surface: the same bits on every device in strict mode (hadrons_on_devices.py)."""
import pytest

from conftest import TAUB, require_device
from hadrons_on_devices import KINDS, differences, run


@pytest.mark.parametrize("device", ["opencl", "cuda"])
@pytest.mark.parametrize("kind, precision", [("invariant", "double"), ("milne", "double"), ("cartesian", "single"), ("charged", "double"),
                                             ("charged-milne", "double")])
def test_same_bits(tmp_path, device, kind, precision):
    require_device(device)
    assert kind in KINDS
    assert differences(run(TAUB, tmp_path, kind, precision, "host"), run(TAUB, tmp_path, kind, precision, device)) == []

"""Electrodynamics: the same bits in strict mode on every device of this machine."""
import pytest

from same_bits import comparisons, compare_device, host  # noqa: F401 (a fixture)


@pytest.mark.parametrize("device,name,precision", comparisons("maxwell"))
def test_devices_give_the_same_bits(tmp_path, host, device, name, precision):  # noqa: F811
    compare_device(tmp_path, host, device, name, precision)

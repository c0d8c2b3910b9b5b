"""Magnetohydrodynamics: the same bits in strict mode on every device of this machine."""
import pytest

from conftest import read_summary
from same_bits import comparisons, compare_device, host  # noqa: F401 (a fixture)


@pytest.mark.parametrize("device,name,precision", comparisons("mhd"))
def test_devices_give_the_same_bits(tmp_path, host, device, name, precision):  # noqa: F811
    compare_device(tmp_path, host, device, name, precision)


def test_the_case_with_corrections_has_some(host):  # noqa: F811
    assert read_summary(host("mhd-first-order", "double")[1])["counts"]["regulated"] > 0

"""Gas dynamics, all schemes: the same bits in strict mode on every device of this machine, and of a run in two
pieces."""
import pytest

from same_bits import comparisons, compare_device, compare_restart, host, restarts  # noqa: F401 (a fixture)


@pytest.mark.parametrize("device,name,precision", comparisons("gas"))
def test_devices_give_the_same_bits(tmp_path, host, device, name, precision):  # noqa: F811
    compare_device(tmp_path, host, device, name, precision)


@pytest.mark.parametrize("device,name", restarts("gas"))
def test_a_restarted_run_gives_the_same_bits(tmp_path, device, name):
    compare_restart(tmp_path, device, name)

"""Runs pytest on a file, or ends with 77 (skipped, to ctest) and the reason when a package is missing."""
import importlib.util
import signal
import sys

missing = [name for name in ("pytest", "numpy", "h5py") if importlib.util.find_spec(name) is None]
if missing:
    print(f"skipped: {sys.executable} has no {', '.join(missing)}; ./dev test installs them where apt is available")
    sys.exit(77)

if __name__ == "__main__":  # processes that a test starts read this file again
    import pytest

    # A shell without job control lets what it starts in the background ignore SIGINT, and tests send it to programs.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(pytest.main(["-q", "-rs", "-p", "no:cacheprovider", *sys.argv[1:]]))

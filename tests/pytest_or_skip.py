"""Runs pytest on a file, or ends with 77 (skipped, to ctest) and the reason when a package is missing."""
import importlib.util
import os
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
    # Some cases of a file, as everyday.txt has them; none at all is an error, pytest's 5.
    cases = ["-k", os.environ["TAUB_CASES"]] if os.environ.get("TAUB_CASES") else []
    sys.exit(pytest.main(["-q", "-rs", "--durations=12", "--durations-min=1", "-p", "no:cacheprovider", *cases, *sys.argv[1:]]))

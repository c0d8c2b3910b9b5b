"""examples/embed: a C program on the public headers alone."""
import os
import pathlib
import subprocess

import pytest

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", pathlib.Path(__file__).resolve().parents[2] / "build"))


def test_the_fluid_gains_what_the_jet_loses():
    done = subprocess.run([BUILD / "examples/embed/taub_example_embed"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = [[float(value) for value in line.split()] for line in done.stdout.splitlines()[1:]]
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6]
    for time, steps, put_in, gained in rows:
        assert put_in == pytest.approx(5 * time)
        assert gained == pytest.approx(put_in, rel=1e-9)

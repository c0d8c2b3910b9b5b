"""Two states at rest in a conformal fluid, against the solution in exact_solutions.py."""
import numpy
import pytest

from conftest import ROOT, read_fields, read_summary, run_case, run_taub
from exact_solutions import ConformalTube

LEFT, RIGHT = 0.0246, 0.0015
TUBE = ROOT / "examples/shock-tube"
EXACT = ConformalTube(LEFT, RIGHT)


def centers(cells, lower=-5.0, upper=5.0):
    return lower + (numpy.arange(cells) + 0.5) * (upper - lower) / cells


def no_trouble(folder):
    assert set(read_summary(folder)["counts"].values()) == {0}


@pytest.fixture(scope="module")
def aligned(tmp_path_factory):
    """(time, e, v^x) of the example."""
    folder = run_case(TUBE, tmp_path_factory.mktemp("aligned") / "out")
    no_trouble(folder)
    time, fields = read_fields(folder)
    return time, fields["energy_density"][0, 0], fields["velocity/x"][0, 0]


def mean_error(energy, exact):
    return numpy.abs(energy - exact).mean() / LEFT


def test_error(aligned):
    time, energy, velocity = aligned
    assert time == 3 and energy.size == 400
    exact_energy, exact_velocity = EXACT.state(centers(400) / time)
    error = mean_error(energy, exact_energy)
    print(f"mean |e - exact|/e_left = {error:.3e}, mean |v - exact| = {numpy.abs(velocity - exact_velocity).mean():.3e}")
    assert error <= 2.0e-3


def test_wave_pattern(aligned):
    """Rarefaction, plateau, shock where they belong, and no oscillations."""
    time, energy, velocity = aligned
    x = centers(400)
    assert numpy.diff(energy).max() < 1e-3 * (LEFT - RIGHT)
    assert energy.max() <= LEFT * (1 + 1e-14) and energy.min() >= RIGHT * (1 - 1e-14)
    plateau = (x / time > EXACT.tail + 0.1) & (x / time < EXACT.shock - 0.1)
    for values, star in ((energy, EXACT.star), (velocity, EXACT.velocity)):
        assert numpy.median(values[plateau]) == pytest.approx(star, rel=1e-3)
        assert numpy.abs(values[plateau] / star - 1).max() < 1e-2
    middle = 0.5 * (EXACT.star + RIGHT)
    last = numpy.flatnonzero(energy > middle)[-1]
    place = x[last] + (energy[last] - middle) / (energy[last] - energy[last + 1]) * (x[1] - x[0])
    assert abs(place - EXACT.shock * time) < 1.0 * (x[1] - x[0])
    assert energy[0] == pytest.approx(LEFT, rel=1e-14) and energy[-1] == pytest.approx(RIGHT, rel=1e-14)


@pytest.mark.parametrize("reconstruct", ["primitive", "conserved"])
def test_theta_2(tmp_path, reconstruct):
    """The sharpest limiter needs no help, and is at least as exact."""
    folder = run_case(TUBE, tmp_path / "out", "scheme.theta=2", f"scheme.reconstruct={reconstruct}")
    no_trouble(folder)
    time, fields = read_fields(folder)
    assert mean_error(fields["energy_density"][0, 0], EXACT.state(centers(400) / time)[0]) <= 2.0e-3


def test_exact_solution_of_the_program(aligned, tmp_path):
    """The error norms in summary.json are those found here."""
    folder = run_case(TUBE, tmp_path / "out")
    time, fields = read_fields(folder)
    here = numpy.abs(fields["energy_density"][0, 0] - EXACT.state(centers(400) / time)[0]).mean()
    assert read_summary(folder)["errors"]["energy_density"]["l1"] == pytest.approx(here, rel=1e-6)


def test_diagonal(aligned, tmp_path):
    """Along the diagonal the error is at most 1.3 times that of the aligned tube, over the same |x| < 5 fm."""
    time, energy, _ = aligned
    aligned_error = mean_error(energy, EXACT.state(centers(400) / time)[0])
    folder = run_case(ROOT / "examples/shock-tube-diagonal", tmp_path / "out", "output.every=0")
    no_trouble(folder)
    time, fields = read_fields(folder)
    cells = fields["energy_density"].shape[1]
    distance = numpy.sqrt(2) * centers(cells)
    inside = numpy.abs(distance) < 5
    profile = numpy.diagonal(fields["energy_density"][0])[inside]
    error = mean_error(profile, EXACT.state(distance[inside] / time)[0])
    print(f"aligned {aligned_error:.3e}, diagonal {error:.3e}, ratio {error / aligned_error:.2f}")
    assert error <= 1.3 * aligned_error
    vx, vy = fields["velocity/x"][0], fields["velocity/y"][0]
    assert numpy.abs(vx - vy.T).max() < 1e-13


@pytest.mark.parametrize("state", ["at-rest", "moving"])
@pytest.mark.parametrize("reproducible", ["strict", "fast"])
def test_the_same_along_all_axes(tmp_path, reproducible, state):
    """Bit for bit in strict mode. In fast mode the compiler chooses for each axis which products it contracts."""
    results = []
    for axis, name in enumerate("xyz"):
        cells, left, right = [1, 1, 1], [0, 0, 0], [0, 0, 0]
        cells[axis] = 400
        left[axis], right[axis] = (0.3, -0.6) if state == "moving" else (0, 0)
        folder = run_case(TUBE, tmp_path / name, "--reproducible", reproducible, f"initial.axis={name}",
                          f"mesh.cells={cells}", f"initial.left.velocity={left}", f"initial.right.velocity={right}")
        time, fields = read_fields(folder)
        results.append((time, fields["energy_density"].ravel(), fields[f"velocity/{name}"].ravel()))
        for other in "xyz".replace(name, ""):
            assert not fields[f"velocity/{other}"].any()
    for time, energy, velocity in results[1:]:
        assert time == results[0][0]
        if reproducible == "strict":
            assert energy.tobytes() == results[0][1].tobytes()
            assert velocity.tobytes() == results[0][2].tobytes()
        else:
            print(f"largest difference: e {numpy.abs(energy / results[0][1] - 1).max():.1e}")
            assert numpy.abs(energy / results[0][1] - 1).max() < 1e-11
            assert numpy.abs(velocity - results[0][2]).max() < 1e-11

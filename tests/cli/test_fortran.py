"""The Fortran module and its example: particles in, a fluid, its surface and fields out."""
import os
import pathlib
import shutil
import subprocess

import numpy
import pytest

from conftest import ROOT

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))


def compiled(folder, source):
    """The program of a source file and the module, with the compiler's checks of bounds."""
    compiler = shutil.which("gfortran")
    if not compiler:
        pytest.skip("gfortran is missing")
    if not (BUILD / "libtaub.so").exists():
        pytest.skip(f"{BUILD} has no shared library: ./dev build makes it")
    program = folder / pathlib.Path(source).stem
    done = subprocess.run([compiler, "-std=f2008", "-Wall", "-Wextra", "-fcheck=all", ROOT / "fortran/taub.f90",
                           source, f"-L{BUILD}", "-ltaub", f"-Wl,-rpath,{BUILD}", "-o", program], cwd=folder,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return program


def said_by(program, *arguments, expect=0):
    done = subprocess.run([program, *map(str, arguments)], cwd=program.parent, capture_output=True, text=True, timeout=300)
    assert done.returncode == expect, done.stdout + done.stderr
    return done


def test_a_hybrid_model(tmp_path):
    program = compiled(tmp_path, ROOT / "examples/fortran/hybrid.f90")
    lines = said_by(program, ROOT / "examples/fortran/fluid.yaml").stdout.splitlines()
    # What is smeared is what was handed over (docs/theory/particles.md), to the digits printed.
    for line in lines[:2]:
        words = line.split()
        assert float(words[words.index("energy") + 1]) == pytest.approx(499.90122981, rel=1e-9)
        assert float(words[words.index("number") + 1]) == pytest.approx(75, rel=1e-9)
    rows = numpy.array([[float(word) for word in line.split()] for line in lines[3:-1]])
    assert numpy.allclose(numpy.diff(rows[:, 0]), 0.5) and (numpy.diff(rows[:, 1]) > 0).all()
    assert rows[0, 2] > 5 and rows[-1, 2] < 0.3 <= rows[-2, 2] and rows[-1, 3] == 0
    # What flows through the surface are the parts of 499.9 and 75 that were hot, summed here from the file, too.
    words = lines[-1].split()
    surface = numpy.loadtxt(tmp_path / "surface.txt")
    across = (surface[:, 4:8] * surface[:, 8:12]).sum(axis=1)
    assert float(words[-1]) == pytest.approx((surface[:, 15] * across).sum(), rel=1e-6)
    through = ((surface[:, 12] + surface[:, 14]) * surface[:, 8] * across - surface[:, 14] * surface[:, 4]).sum()
    assert float(words[words.index("energy") + 1]) == pytest.approx(through, rel=1e-6) and 0.8 * 499.9 < through < 499.9
    x, energy, velocity = numpy.loadtxt(tmp_path / "fluid.txt").T
    assert len(x) == 40 and (energy > 0).all() and velocity[4] < -0.5 and velocity[-5] > 0.5


SURFACE = """
program surface_of_a_run
    use taub
    implicit none
    type(taub_simulation) :: fluid
    real(8), allocatable :: elements(:, :)
    integer :: status, n
    character(300) :: message
    call fluid%create("case.yaml")
    call fluid%surface(elements)
    print "(i0,1x,i0)", shape(elements)
    open (10, file="surface.txt")
    do while (fluid%time() < fluid%end_time())
        call fluid%advance(until=fluid%end_time(), steps=4)
        call fluid%surface(elements)
        do n = 1, size(elements, 2)
            write (10, "(48es25.16e3)") elements(:, n)
        end do
    end do
    close (10)
    call fluid%create("case.yaml", [character(16) :: "output.surface="])
    call fluid%surface(elements, status, message)
    print "(i0,1x,a)", status, trim(message)
end program
"""


def test_the_surface_of_a_run(tmp_path):
    """The bits of surface.h5 of taub run, through 17 digits of text."""
    from conftest import make_case, run_case
    from test_python_simulation import SURFACE_CASE, taub
    (tmp_path / "surface_of_a_run.f90").write_text(SURFACE)
    case = make_case(tmp_path, base=SURFACE_CASE)
    program = compiled(tmp_path, tmp_path / "surface_of_a_run.f90")
    file = taub.read_surface(run_case(case, tmp_path / "out"))
    lines = said_by(program).stdout.splitlines()
    assert lines[0] == "48 0" and lines[1].startswith("2 the case has no freeze-out surface")
    rows = numpy.loadtxt(tmp_path / "surface.txt")
    expected = numpy.column_stack([file.position, file.normal, file.four_velocity, file.energy_density, file.temperature,
                                   file.pressure, file.charge_density, file.shear_stress, file.bulk_pressure,
                                   file.chemical_potential, file.diffusion_current, file.beta_gradient.reshape(-1, 16)])
    assert len(rows) > 100 and numpy.array_equal(rows, expected)


ERRORS = """
program errors
    use taub
    implicit none
    type(taub_simulation) :: fluid
    integer :: status
    character(300) :: message
    real(8) :: line(64, 1, 1), points(3, 2) = reshape([-1.2d0, 0d0, 0d0, 3d0, 4d0, 0d0], [3, 2]), at(2), flow(2, 3)
    call fluid%create("nowhere.yaml", status=status, message=message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%create_text("{system: srhd, eos: {kind: conformal}, mesh: {coordinates: cartesian, cells: [32, 1, 1]," // &
        "lower: [-5, -5, -5], upper: [5, 5, 5], boundary: outflow}, time: {start: 0, end: 1}, device: {kind: host, " // &
        "threads: 1}, initial: {kind: riemann, axis: x, position: 0, left: {energy_density: 0.0246}, right: " // &
        "{energy_density: 0.0015}}, output: {fields: [energy_density, velocity], history: 1}, scheme: {kind: " // &
        "kurganov-tadmor}}", [character(20) :: "mesh.cells=[64,1,1]", "time.cfl=0.4"])
    print "(a,3(1x,i0),2(1x,i0))", "cells", fluid%cells(), fluid%components("velocity"), fluid%state_components()
    call fluid%advance()
    print "(a,1x,f4.2,1x,i0)", taub_library_version(), fluid%time(), fluid%steps()
    call fluid%read("energy_density", line)
    open (10, file="line.txt")
    write (10, "(es24.16e3)") line
    close (10)
    call fluid%read_at("energy_density", points, at)
    call fluid%read_at("velocity", points, flow)
    open (10, file="points.txt")
    write (10, "(es24.16e3)") at(1), flow(1, 1), at(2), flow(2, 1)
    close (10)
    call fluid%read_at("energy_density", 2 * points, at, status, message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%read("nonsense", line, status, message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%write_state(reshape(line, [16, 2, 2, 1]), status, message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%advance(until=0.5d0, status=status, message=message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%advance(steps=-1, status=status, message=message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%add_droplets(reshape(line(:36, 1, 1), [12, 3]), status, message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%advance()
    call fluid%read("velocity", line)
end program
"""


def test_errors_and_bits(tmp_path):
    """Statuses and messages where they are asked for, else the program stops; and the fields are those of taub run."""
    from conftest import make_case, read_fields, run_case
    (tmp_path / "errors.f90").write_text(ERRORS)
    done = said_by(compiled(tmp_path, tmp_path / "errors.f90"), expect=1)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("2 nowhere.yaml: this case file cannot be opened")
    assert lines[1] == "cells 64 1 1 3 5" and lines[2].split()[1] == "1.00"
    assert lines.pop(3).startswith("2 point 2: expected a place in the mesh, whose x is from -5 to 5, got 6")
    assert lines[3] == "2 this system has no quantity named nonsense"
    assert lines[4] == "2 a state of 64 values was given; this mesh needs 320" and len(lines) == 8
    assert lines[5].startswith("2 the simulation is at time 1 and cannot go to 0.5") and lines[6].startswith("2 -1 steps")
    assert lines[7] == "2 the case takes no droplets: it needs source.kind: droplets"
    assert "taub: velocity needs room for 192 numbers, 64 were given" in done.stderr
    fields = read_fields(run_case(make_case(tmp_path), tmp_path / "out"))[1]
    line = numpy.loadtxt(tmp_path / "line.txt")
    centres = -5 + 10 * (numpy.arange(64) + 0.5) / 64
    expected = [numpy.interp(x, centres, fields[name][0, 0]) for x in (-1.2, 3) for name in ("energy_density", "velocity/x")]
    assert numpy.loadtxt(tmp_path / "points.txt", ndmin=1).ravel() == pytest.approx(expected, rel=1e-13)
    assert line.tobytes() == fields["energy_density"].ravel().tobytes()


LEVELS = """
program levels_of_a_mesh
    use, intrinsic :: iso_c_binding, only: c_int
    use taub
    implicit none
    type(taub_simulation) :: fluid
    integer(c_int), allocatable :: blocks(:, :)
    integer :: status, cells(3)
    character(300) :: message
    real(8), allocatable :: density(:, :, :)
    real(8) :: points(3, 2) = reshape([0.31d0, -0.42d0, 0d0, -0.9d0, 0.7d0, 0d0], [3, 2]), at(2)
    call fluid%create("case.yaml")
    call fluid%advance(steps=4)
    call fluid%blocks(blocks)
    print "(3(1x,i0))", fluid%levels(), shape(blocks)
    print "(4(1x,i0))", blocks
    call fluid%choose_level(1)
    cells = fluid%cells()
    allocate (density(cells(1), cells(2), cells(3)))
    call fluid%read("density", density)
    call fluid%read_at("density", points, at)
    open (10, file="density.txt")
    write (10, "(es24.16e3)") density, at
    close (10)
    call fluid%choose_level(3, status, message)
    print "(i0,1x,a)", status, trim(message)
    call fluid%write_state(reshape(density, [cells, 1]), status, message)
    print "(i0,1x,a)", status, trim(message)
end program
"""


def test_blocks_of_several_levels(tmp_path):
    """Arrays of a level, blocks and points are those of the Python package."""
    import sys
    sys.path.insert(0, str(ROOT / "tests/exact"))
    from test_python_simulation import taub
    from trees import BALL, STIRRED, refined
    (tmp_path / "levels.f90").write_text(LEVELS)
    case = refined(tmp_path, STIRRED, [16, 16, 1], {"levels": 2, "every": 2, "regions": [BALL]}, 2)
    lines = said_by(compiled(tmp_path, tmp_path / "levels.f90")).stdout.splitlines()
    with taub.Simulation(case, level=1) as sim:
        sim.advance(steps=4)
        tree = sim.blocks()
        assert lines[0].split() == ["2", "4", str(len(tree))]
        assert [line.split() for line in lines[1:-2]] == numpy.column_stack([tree.level, tree.place]).astype(str).tolist()
        expected = [*sim["density"].ravel(), *sim.at("density", [0.31, -0.9], [-0.42, 0.7], 0)]
        assert numpy.array_equal(numpy.loadtxt(tmp_path / "density.txt"), expected)
    assert lines[-2].startswith("2 level 3 was asked for") and "blocks of several levels" in lines[-1]

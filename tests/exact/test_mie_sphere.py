"""Electrodynamics in 3D: what spheres of glass and metal scatter (examples/mie-sphere) against Mie's series."""
import numpy

from conftest import run_case, script_of


def errors(folder, example, out, cells):
    """Mean and largest difference over the mean of the series, where the sphere's diameter is less than a wavelength in it."""
    out = run_case(folder / "case.yaml", out / str(cells), f"mesh.cells=[{cells},{cells},{cells}]", f"mesh.layer.cells={max(4, cells // 8)}",
                   "output.fluxes.frequencies=[0.3,0.5]", "output.fluxes.count=11", "device.kind=host", "device.threads=1",
                   "output.every=10", "time.end=9")
    _, measured, exact = example.efficiency(out)
    return numpy.abs(measured - exact).mean() / exact.mean()


def test_sphere(tmp_path):
    """At least the first order of cells that the surface cuts; 3.8 and 5 cells in a radius, 10 and 13 in a wavelength in glass."""
    folder, example = script_of("mie-sphere", "efficiency")
    coarse, fine = (errors(folder, example, tmp_path, cells) for cells in (30, 40))
    print(coarse, fine)
    assert coarse / fine > 40 / 30 and fine < 0.1


def test_sphere_of_metal(tmp_path):
    """Cells that the surface cuts are stretched: within 5 % at 3.8 cells in a radius, 78 % where they conduct as whole ones."""
    folder, example = script_of("mie-sphere", "efficiency")
    out = run_case(folder / "case.yaml", tmp_path / "out", "mesh.cells=[30,30,30]", "mesh.layer.cells=4", "device.kind=host",
                   "device.threads=1", "output.every=10", "time.end=9", "medium.inclusion={kind: ball, radius: 0.5, conductivity: 1e10}")
    _, measured, exact = example.efficiency(out, True)
    error = numpy.abs(measured - exact).mean() / exact.mean()
    print(error)
    assert error < 0.05


def test_series_for_small_spheres():
    """Rayleigh's limits: 8/3 x^4 ((m^2 - 1)/(m^2 + 2))^2 of glass, 10/3 x^4 of metal, both with corrections of x^2."""
    _, example = script_of("mie-sphere", "efficiency")
    m2 = example.INDEX**2
    for f in (1e-2, 1e-3):
        x = 2 * numpy.pi * f * example.RADIUS
        assert abs(example.series(f) / (8 / 3 * x**4 * ((m2 - 1) / (m2 + 2)) ** 2) - 1) < 2 * x**2
        assert abs(example.series(f, True) / (10 / 3 * x**4) - 1) < 2 * x**2

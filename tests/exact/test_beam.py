"""Electrodynamics: a beam from outside, of a continuous signal, against the sum of its plane waves."""
import numpy
import pytest

from conftest import FAST, make_case, read_fields, run_case, run_taub

THICK, WAIST, START, RISE = 1.0, 1.0, 2.5, 1.5
BEAM = {
    "system": "maxwell", "scheme": {"kind": "ader-weno", "order": 4}, "initial": {"kind": "empty"},
    "mesh": {"lower": [-2, -4, 0], "upper": [3, 4, 1], "layer": {"cells": 10},
             "boundary": {"x": "matched-layer", "y": "matched-layer", "z": "periodic"}},
    "time": {"end": 12.3, "cfl": 0.45},
    "source": {"kind": "beam", "axis": "x", "position": [-0.5, 0.2, 0], "polarization": [0, 0, 1], "thickness": THICK,
               "waist": WAIST, "signal": "continuous", "frequency": 1, "start": START, "duration": RISE},
    "output": {"fields": ["electric_field"], "history": 0, "values": "means"},
    "device": {"kind": "host", "threads": 1},
}


def step_slope(u):
    """Of the step of degree 11 in which a beam begins and a signal rises."""
    return 2772 * (u * (1 - u)) ** 5 * ((u > 0) & (u < 1))


def spectrum_of_beam(cells, time, direction):
    """E along z of the currents that a beam is: every plane wave and evanescent one of exp(-(y/waist)^2) exp(i k n.x), with
    the step w(x) in the potential. With k_x of a wave, S the transform of dw/dx at k n_x -+ k_x, its amplitude is
    (k n_x + k_x) S/(2 k_x) before the layer and (k n_x - k_x) S/(2 k_x) behind it. Means over cells."""
    k, h, far = 2 * numpy.pi, 5 / cells, 64
    n = numpy.array(direction) / numpy.hypot(*direction)
    count = round(far / h)
    ky = 2 * numpy.pi * numpy.fft.fftfreq(count, far / count)
    kx = numpy.sqrt((k**2 - ky**2).astype(complex))
    places, weights = numpy.polynomial.legendre.leggauss(80)
    u = 0.5 * (places + 1)
    across = numpy.sqrt(numpy.pi) * WAIST * numpy.exp(-0.25 * (WAIST * (ky - k * n[1])) ** 2) * numpy.sinc(ky * h / (2 * numpy.pi))
    x, y = (low - place + h * (numpy.arange(m) + 0.5)
            for low, place, m in zip((-2, -4), BEAM["source"]["position"], (cells, round(8 / h))))
    field = numpy.zeros((y.size, x.size), complex)
    for i, at in enumerate(x):
        if abs(at) < 0.5 * THICK + h:  # the layer itself
            continue
        sign = 1 if at > 0 else -1
        s = (0.5 * weights * step_slope(u) * numpy.exp(1j * numpy.outer(k * n[0] - sign * kx, THICK * (u - 0.5)))).sum(axis=1)
        wave = 1j * (k * n[0] + sign * kx) / (2 * kx) * s * numpy.exp(1j * kx * abs(at)) * numpy.sinc(kx.real * h / (2 * numpy.pi))
        used = abs(kx) > 0.01 * k
        field[:, i] = (numpy.exp(1j * numpy.outer(y, ky[used])) * (wave * across)[used]).sum(axis=1) / far
    # the carrier is a sine from `start` on, late by the way from source.position
    return (field * numpy.exp(-1j * k * (time - START))).real, x, y


@pytest.mark.parametrize("direction", [(1, 0), (1, 0.25)])
def test_beam_is_the_sum_of_its_plane_waves(tmp_path, direction):
    """A beam of a waist of a wavelength, straight and at an angle, before and behind the layer in which it begins."""
    errors = []
    for cells in (60, 90):
        case = make_case(tmp_path, base=BEAM, mesh={"cells": [cells, cells * 8 // 5, 1]},
                         source={"propagation": [*direction, 0]})
        time, fields = read_fields(run_case(case, tmp_path / f"out{cells}", **FAST))
        exact, x, y = spectrum_of_beam(cells, time, direction)
        got = fields["electric_field/z"][0]
        seen = (abs(x) > 0.5 * THICK + 0.3) & (x < 2) & (x > -0.9)
        rows = abs(y) < 2
        error, size = (abs(f[numpy.ix_(rows, seen)]).max() for f in (got - exact, exact))
        behind = x < 0
        print(direction, cells, error, size, abs(got[:, seen & behind]).max(), abs(exact[:, seen & behind]).max())
        assert 0.7 < size < 1
        errors.append(error / size)
    assert errors[0] / errors[1] > 1.5**3.5


@pytest.mark.parametrize("position,direction,far,told", [
    (0.2, (1, 0), 4, False), (0.2, (1, 0), 2, True), (0.0, (1, 0), 2, False), (0.0, (1, 0.25), 2, True)])
def test_a_beam_beside_periodic_ends_is_told(tmp_path, position, direction, far, told):
    """Its currents jump at such an end unless they have fallen off there, exp(-(far/waist)^2), or are the same on both sides."""
    case = make_case(tmp_path, base=BEAM, mesh={"cells": [60, 24 * far, 1], "lower": [-2, -far, 0], "upper": [3, far, 1],
                                                "boundary": {"x": "matched-layer", "y": "periodic", "z": "periodic"}},
                     source={"propagation": [*direction, 0], "position": [-0.5, position, 0]})
    said = run_taub("check", case)
    assert said.returncode == 0 and ("at a periodic end of y" in said.stdout + said.stderr) is told

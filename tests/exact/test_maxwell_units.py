"""Electrodynamics in SI units: the fields of natural units, but for the units."""
import numpy
import pytest

import taub
from conftest import FAST, LONG, make_case, read_fields, read_history, read_summary, run_case

MU, LIGHT = 1.25663706212e-6, 299792458.0
Z = MU * LIGHT
EPS = 1 / (Z * LIGHT)
# what a unit of natural units is in SI where lengths and E stay
SCALES = {"electric_field": 1, "electric_displacement": EPS, "magnetic_field": 1 / LIGHT, "current_density": 1 / Z,
          "heating_density": 1 / Z, "energy_flux": 1 / Z, "energy_density": EPS, "charge_density": EPS}
COLUMNS = {"electric_energy": EPS, "magnetic_energy": EPS, "energy_inside": EPS, "heating": 1 / Z, "heating_inside": 1 / Z,
           "outflow": 1 / Z}


def light(si, order):
    """A dipole beside glass, a conductor and gas with poles of all kinds, in a box that ends with layers and walls."""
    sigma, time = (1 / Z, 1 / LIGHT) if si else (1, 1)
    return {
        "system": "maxwell",
        "mesh": {"cells": [40, 36, 1], "lower": [-1, -0.9, 0], "upper": [1, 0.9, 1], "layer": {"cells": 6},
                 "boundary": {"x": "matched-layer", "y": ["outflow", "reflecting"], "z": "periodic"}},
        "medium": {"units": "si" if si else "natural", "inclusions": [
            {"kind": "cylinder-z", "radius": 0.2, "center": [0.4, 0.3, 0], "conductivity": 4 * sigma},
            {"kind": "cylinder-z", "radius": 0.2, "center": [0.4, -0.4, 0], "permittivity": 3, "permeability": 1.5},
            {"kind": "cylinder-z", "radius": 0.2, "center": [-0.4, 0.5, 0], "poles": [
                {"kind": "drude", "plasma_frequency": 4 / time, "damping": 0.5 / time},
                {"kind": "lorentz", "frequency": 5 / time, "damping": 0.3 / time, "strength": 1.2},
                {"kind": "debye", "time": 0.4 * time, "strength": 0.7}]}]},
        "scheme": {"kind": "ader-weno", "order": order}, "time": {"end": 9 * time, "cfl": 0.4, "max_steps": 75},
        "initial": {"kind": "empty"},
        "source": {"kind": "dipole", "position": [-0.1, 0, 0], "radius": 0.25, "polarization": [0.3, 1, 0.6], "size": 2 * sigma,
                   "frequency": 1 / time, "start": 0.6 * time, "duration": 0.25 * time},
        "output": {"fields": list(SCALES), "history": 4,
                   "fluxes": {"frequencies": [0.6 / time, 1.4 / time], "count": 5,
                              "planes": [{"name": "up", "kind": "y", "position": 0.2}]}},
        "device": {"kind": "host", "threads": 1}}


def runs(tmp_path, order, *keys):
    result = []
    for si in (False, True):
        (tmp_path / str(si)).mkdir()
        result.append(run_case(make_case(tmp_path / str(si), base=light(si, order)), tmp_path / str(si) / "out", *keys, **FAST))
    return result


@pytest.mark.parametrize("order,precision,least", [(2, "double", 1e-11), *([(3, "double", 1e-11)] * LONG),
                                                   (4, "double", 1e-11), (4, "single", 1e-3)])
def test_si_is_natural_units_but_for_the_units(tmp_path, order, precision, least):
    natural, si = runs(tmp_path, order, f"device.precision={precision}")
    assert read_summary(si)["steps"] == read_summary(natural)["steps"] == 75
    (time, expected), (seconds, fields) = read_fields(natural), read_fields(si)
    assert abs(seconds * LIGHT - time) < max(0.1 * least, 1e-12) * time
    for name, values in expected.items():
        largest = numpy.abs(values).max()
        assert largest > 0, name
        difference = numpy.abs(fields[name] / SCALES[name.split("/")[0]] - values).max()
        assert difference < least * largest, (name, difference / largest)
    before, after = read_history(natural), read_history(si)
    for name, scale in COLUMNS.items():
        assert numpy.abs(after[name] / scale - before[name]).max() < 10 * least * numpy.abs(before[name]).max(), name
    spectra = [taub.read_fluxes(out) for out in (natural, si)]
    assert numpy.allclose(spectra[1].frequency, LIGHT * spectra[0].frequency, rtol=1e-14)
    # energy by frequency: a power times a time squared, over the frequency's unit
    difference = spectra[1].spectrum["up"] * Z * LIGHT**2 - spectra[0].spectrum["up"]
    assert numpy.abs(difference).max() < 10 * least * numpy.abs(spectra[0].spectrum["up"]).max()

"""initial.quantity of TRENTo and Glauber events: what is deposited as energy or entropy, as a density or per unit of rapidity, is
there at the start."""
import numpy
import pytest

from conftest import make_case, merge, read_fields, read_summary, run_case, run_taub

HBARC = 0.1973269804
START, SPACING = 0.6, 0.5
A = 47.5 * numpy.pi**2 / 30 / HBARC**3  # e = A T^4 of gluons and three flavours of quarks
CASE = {
    "system": "srhd", "eos": {"kind": "conformal"},
    "mesh": {"coordinates": "milne", "cells": [16, 16, 1], "lower": [-4, -4, -0.5], "upper": [4, 4, 0.5]},
    "scheme": {"kind": "kurganov-tadmor"},
    "time": {"start": START, "end": 1, "max_steps": 1},
    "initial": {"kind": "trento", "file": "event.dat", "spacing": SPACING, "scale": 3.7},
    "output": {"fields": ["energy_density", "entropy_density"]},
    "device": {"kind": "host", "threads": 1},
}


def thickness():
    """At the cells, [y, x], over three orders of magnitude."""
    x = SPACING * (numpy.arange(16) - 7.5)
    return 2.5 * numpy.exp(-(x[None, :] ** 2 / 8 + (x[:, None] - 0.3) ** 2 / 5))


def start(folder, **changes):
    """e and s of the cells."""
    folder.mkdir(exist_ok=True)
    numpy.savetxt(folder / "event.dat", thickness(), fmt="%.17g")
    fields = read_fields(run_case(make_case(folder, base=merge(CASE, changes)), folder / "out"), 0)[1]
    return fields["energy_density"][0], fields["entropy_density"][0]


@pytest.mark.parametrize("quantity", ["energy", "energy-per-rapidity", "entropy", "entropy-per-rapidity"])
def test_quantities(tmp_path, quantity):
    """Of a conformal gas, s = 4/3 A^(1/4) e^(3/4): each cell, and the sum per unit of rapidity."""
    e, s = start(tmp_path, initial={"quantity": quantity})
    expected = 3.7 * thickness() / (START if quantity.endswith("rapidity") else 1)
    found = s if quantity.startswith("entropy") else e
    numpy.testing.assert_allclose(found, expected, rtol=1e-13)
    numpy.testing.assert_allclose(s, 4 / 3 * A**0.25 * e**0.75, rtol=1e-13)
    if quantity == "entropy-per-rapidity":
        assert (START * s).sum() == pytest.approx(3.7 * thickness().sum(), rel=1e-13)


def test_entropy_of_the_lattice(tmp_path):
    """The equation of state of kernels is a table, with p to 1e-9."""
    e, s = start(tmp_path, eos={"kind": "lattice-wb"}, initial={"quantity": "entropy", "scale": 40})
    numpy.testing.assert_allclose(s, 40 * thickness(), rtol=5e-9)
    assert e.min() < 0.1 and e.max() > 10


def test_profile_along_the_beam(tmp_path):
    """The entropy has the profile, not the energy."""
    start(tmp_path, mesh={"cells": [16, 16, 4], "lower": [-4, -4, -4], "upper": [4, 4, 4]},
          initial={"quantity": "entropy", "longitudinal": {"plateau": 0.5, "sigma": 1.2}})
    fields = read_fields(tmp_path / "out", 0)[1]["entropy_density"]
    profile = [numpy.exp(-(max(0, abs(eta) - 0.5) ** 2) / (2 * 1.2**2)) for eta in (-3, -1, 1, 3)]
    numpy.testing.assert_allclose(fields, 3.7 * thickness()[None] * numpy.array(profile)[:, None, None], rtol=1e-13)


def test_glauber(tmp_path):
    """The same event as energy and as entropy, and the background on top of it."""
    event = {"kind": "glauber", "model": "optical", "nuclei": ["Au", "Au"], "cross_section": 4.2, "impact_parameter": 3, "scale": 2.0,
             "background": {"energy_density": 0.01}}
    energy, _ = start(tmp_path / "energy", initial=event)
    entropy, _ = start(tmp_path / "entropy", initial={**event, "quantity": "entropy"})
    numpy.testing.assert_allclose(entropy - 0.01, ((energy - 0.01) / (4 / 3 * A**0.25)) ** (4 / 3), rtol=1e-12)


def test_constituents(tmp_path):
    """Two protons on top of each other deposit the same energy by six constituents as by two Gaussians, but not round."""
    event = {"kind": "glauber", "nuclei": ["p", "p"], "cross_section": 4.2, "impact_parameter": 0, "mixing": 0, "nucleon_width": 0.5,
             "background": {"energy_density": 1e-9}}
    found = []
    for name, more in (("whole", {}), ("parts", {"constituents": 3, "constituent_width": 0.2})):
        e, _ = start(tmp_path / name, mesh={"cells": [80, 80, 1]}, initial={**event, **more})
        assert ((e - 1e-9) * 0.1**2).sum() == pytest.approx(1, rel=1e-7)  # two participants of weight 1/2
        found.append((read_summary(tmp_path / name / "out")["initial"], e.max()))
    assert found[0][0]["npart"] == found[1][0]["npart"] == 2
    assert found[0][0]["ecc2"] < 1e-6 and found[1][0]["ecc2"] > 0.01 and found[1][1] > found[0][1]


@pytest.mark.parametrize("model", ["monte-carlo", "optical"])
def test_tilt(tmp_path, model):
    """Two protons 2 fm apart, the one at -1 fm flying along +eta: the profile is centred on atanh((T_A - T_B)/(T_A + T_B) tanh y_b)."""
    beam, width, sigma = 5.36, 0.7, 900.0  # in the optical model, too, participants are proportional to T where every nucleon is hit
    event = {"kind": "glauber", "model": model, "nuclei": ["p", "p"], "cross_section": 30.0 if model == "monte-carlo" else sigma, "impact_parameter": 2,
             "mixing": 0, "nucleon_width": width, "background": {"energy_density": 1e-12},
             "longitudinal": {"plateau": 1.5, "sigma": 1.1, "beam_rapidity": beam}}
    start(tmp_path, mesh={"cells": [16, 1, 40], "lower": [-2, -0.25, -8], "upper": [2, 0.25, 8]}, initial=event)
    found = read_fields(tmp_path / "out", 0)[1]["energy_density"][:, 0, :]
    x, eta = 0.25 * (numpy.arange(16) - 7.5), 0.4 * (numpy.arange(40) - 19.5)
    a, b = (numpy.exp(-((x + side) ** 2) / (2 * width**2)) / (2 * numpy.pi * width**2) for side in (1, -1))
    if model == "optical":
        a, b = a * numpy.minimum(1, sigma * b), b * numpy.minimum(1, sigma * a)
    shift = numpy.arctanh((a - b) / (a + b) * numpy.tanh(beam))
    assert shift[0] > 2 and shift[-1] < -2
    expected = 0.5 * (a + b) * numpy.exp(-(numpy.maximum(abs(eta[:, None] - shift) - 1.5, 0) ** 2) / (2 * 1.1**2))
    numpy.testing.assert_allclose(found, expected, rtol=1e-9 if model == "monte-carlo" else 2e-3, atol=1e-11)


@pytest.mark.parametrize("changes, words", [
    ({"mesh": {"coordinates": "cartesian"}, "initial": {"quantity": "energy-per-rapidity"}}, "initial.quantity: per rapidity needs mesh.coordinates: milne"),
    ({"initial": {"quantity": "entropy", "free_stream": {"time": 0.3}}}, "initial.quantity: what streams freely is energy"),
    ({"eos": {"kind": "ideal-gas", "gamma": 1.4}, "initial": {"quantity": "entropy"}}, "initial.quantity: an entropy needs an equation of state"),
    ({"initial": {"kind": "glauber", "nuclei": ["Au", "Au"], "cross_section": 4.2, "impact_parameter": 3, "constituents": 3, "constituent_width": 0.5}},
     "initial.constituent_width: expected at most initial.nucleon_width, 0.4, got 0.5"),
    ({"initial": {"kind": "glauber", "nuclei": ["Au", "Au"], "cross_section": 4.2, "impact_parameter": 3, "longitudinal": {"sigma": 1, "beam_rapidity": 5}},
      "mesh": {"coordinates": "cartesian"}}, "initial.longitudinal.beam_rapidity: expected 0: only a profile along eta"),
    ({"initial": {"quantity": "entrpy"}}, "did you mean entropy?"),
])
def test_what_is_refused(tmp_path, changes, words):
    numpy.savetxt(tmp_path / "event.dat", thickness())
    assert words in run_taub("check", make_case(tmp_path, base=merge(CASE, changes)), expect=2).stderr

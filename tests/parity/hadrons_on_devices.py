"""Spectra, decays, polarization and drawn hadrons of one made-up surface of each kind on two devices in strict mode, bit for bit."""
import os
import pathlib
import subprocess
import sys

import h5py
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from hadron_surfaces import add_gradients, random_surface, write_surface  # noqa: E402 - beside this folder

LIST = """211 pi+ 0.13957 0 1 0 0 0 0 3 1 0
111 pi0 0.13498 7.8e-9 1 0 0 0 0 3 0 0
113 rho0 0.7753 0.15 3 0 0 0 0 3 0 1
113 2 1.0 211 -211 0 0 0
223 omega 0.78266 0.0087 3 0 0 0 0 1 0 2
223 3 0.9 211 -211 111 0 0
223 2 0.1 111 22 0 0 0
2212 p 0.93827 0 2 1 0 0 0 2 1 0
"""
KINDS = {"invariant": {"single": (0, 0, 1)}, "milne": {}, "cartesian": {"coordinates": "cartesian"},
         "charged": {"single": (0, 0, 1), "potential": numpy.linspace(-0.1, 0.4, 700)},
         "charged-milne": {"potential": numpy.linspace(-0.1, 0.4, 700)}}


def run(program, folder, kind, precision, device):
    """spectra.h5 as a dictionary of bytes, and the drawn hadrons as text."""
    place = write_surface(folder / f"{kind}-{precision}-{device}", **random_surface(2, 700, flow=0.5), **KINDS[kind])
    add_gradients(place, numpy.random.default_rng(3).normal(size=(700, 4, 4)), KINDS[kind].get("coordinates", "milne"))
    hadrons = place / "pdg.dat"
    hadrons.write_text(LIST)
    common = ["--hadrons", hadrons, "--device", device, "--precision", precision, "--reproducible", "strict", "-q"]
    for words in (["spectra", place, "--species", "all", "--pt", "3,12", "--phi", "8", "--rapidity", "2,6", "--polarization", "thermal",
                   "--delta-f", "grad" if kind.endswith("milne") else "chapman-enskog"], ["sample", place, "--events", "2"]):
        done = subprocess.run([str(word) for word in [program, *words, *common]], capture_output=True, text=True,
                              env={**os.environ, "OMP_NUM_THREADS": "1"})
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
    with h5py.File(place / "polarization.h5") as file:
        polarization = {}
        file.visititems(lambda name, item: polarization.update({f"polarization/{name}": item[()].tobytes()})
                        if isinstance(item, h5py.Dataset) else None)
    with h5py.File(place / "spectra.h5") as file:
        result = {name: file[name][()].tobytes() for name in file}
        result.update(polarization)
        result.update({name: bytes(file.attrs[name].tobytes()) for name in ("inwardShare", "negativeShare")})
    result["sample"] = (place / "hadrons.oscar").read_text()
    return result


def differences(a, b):
    return [name for name in a if a[name] != b[name]]

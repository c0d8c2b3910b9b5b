"""Mean spins of baryons: polarization.h5 of `taub spectra --polarization`."""
import pathlib

import h5py
import numpy

from .errors import Error

TERMS = ("vorticity", "shear_lab", "shear_fluid", "shear_sigma")


class Polarization:
    """P, the spin over the largest, of primary baryons in their rest frames; with_decays: the same, a Polarization, of primary ones
    and those from decays that hand spin on, None without decays.

    pdg, mass, names of the species; pt [GeV], pt_weight, phi, rapidity: the grid; spectra [species, rapidity, pt, phi]:
    d2N/(pT dpT dphi dy). vorticity, shear_lab, shear_fluid, shear_sigma [species, rapidity, pt, phi, 3]: the terms of P along
    x, y, z, of which the first and one of the others add up. yields [species, rapidity]; mean_of(term) and sine_of_phi(term)
    are weighted by the number of particles."""

    def __init__(self, path, group="/"):
        path = pathlib.Path(path)
        self.path = path / "polarization.h5" if path.is_dir() else path
        try:
            with h5py.File(self.path, "r") as file:
                for name in ("pdg", "mass", "pt", "pt_weight", "phi", "rapidity"):
                    setattr(self, name, file[name][()])
                for name in ("spectra", "mean", "pz_sine", "pt_spectrum", "pt_mean", "pt_pz_sine", *TERMS):
                    setattr(self, name, file[group][name][()])
                self.yields = file[group]["yield"][()]
                fed = group == "/" and "with_decays" in file
                self.names = [text.decode() for text in file.attrs["names"]]
                self.gradients = file.attrs["gradients"].decode()
        except (OSError, KeyError) as error:
            raise Error(f"{self.path}: not a polarization.h5 of Taub (taub spectra DIR --hadrons LIST --polarization thermal "
                        f"writes one): {error}") from error
        self.with_decays = Polarization(path, "with_decays") if fed else None

    def __repr__(self):
        return f"<taub.Polarization {self.path}: {len(self.pdg)} species>"

    def index(self, pdg):
        """The index of a species by its number."""
        found = numpy.flatnonzero(self.pdg == pdg)
        if not len(found):
            raise Error(f"{self.path}: no species {pdg}; there are {', '.join(map(str, self.pdg))}")
        return int(found[0])

    def of(self, shear="lab"):
        """Vorticity and shear together [species, rapidity, pt, phi, 3]; shear: lab, fluid, sigma, or none."""
        return self.vorticity if shear == "none" else self.vorticity + getattr(self, f"shear_{shear}")

    def mean_of(self, term):
        """The mean of P by a term [species, rapidity, 3]; along the angular momentum, which points to -y, P_J = -mean[..., 1]."""
        return self.mean[:, :, TERMS.index(term)]

    def sine_of_phi(self, term):
        """The mean of P_z sin(2 phi) by a term [species, rapidity]."""
        return self.pz_sine[:, :, TERMS.index(term)]


def read_polarization(path):
    """Reads the polarization of a run's folder or of a polarization.h5."""
    return Polarization(path)

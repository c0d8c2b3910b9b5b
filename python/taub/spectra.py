"""Spectra and flow of hadrons: spectra.h5 of `taub spectra`."""
import pathlib

import h5py

from .errors import Error


class Spectra:
    """Hadrons of a freeze-out surface.

    pdg, mass, names of the species; pt [GeV], phi, rapidity: the grid; spectra [species, rapidity, pt, phi]:
    d2N/(pT dpT dphi dy); yields (dN/dy), mean_pt [species, rapidity]; flow, event_plane [species, rapidity, n];
    pt_spectrum [species, rapidity, pt]: dN/(2 pi pT dpT dy); pt_flow [species, rapidity, pt, n].
    """

    def __init__(self, path):
        path = pathlib.Path(path)
        self.path = path / "spectra.h5" if path.is_dir() else path
        try:
            with h5py.File(self.path, "r") as file:
                for name in ("pdg", "mass", "pt", "pt_weight", "phi", "rapidity", "spectra", "mean_pt", "flow", "event_plane",
                             "pt_spectrum", "pt_flow"):
                    setattr(self, name, file[name][()])
                self.yields = file["yield"][()]
                self.names = [text.decode() for text in file.attrs["names"]]
                self.delta_f = file.attrs["deltaF"].decode()
                self.decays = bool(file.attrs["decays"])
                self.inward_share, self.negative_share = float(file.attrs["inwardShare"]), float(file.attrs["negativeShare"])
                self.temperature = float(file.attrs["temperature"])
        except (OSError, KeyError) as error:
            raise Error(f"{self.path}: not a spectra.h5 of Taub (taub spectra DIR --hadrons LIST writes one): {error}") from error

    def __repr__(self):
        return f"<taub.Spectra {self.path}: {len(self.pdg)} species>"

    def index(self, pdg):
        """The index of a species by its number."""
        found = [n for n, code in enumerate(self.pdg) if code == pdg]
        if not found:
            raise Error(f"{self.path}: no species {pdg}; there are {', '.join(map(str, self.pdg))}")
        return found[0]


def read_spectra(path):
    """Reads the spectra of a run's folder or of a spectra.h5."""
    return Spectra(path)

"""Runs Taub in this process, and reads and plots the results of runs.

    import taub
    sim = taub.Simulation("case.yaml", mesh={"cells": [200, 200, 1]})
    sim.advance(until=5)
    sim["energy_density"]                         # numpy [z, y, x]

    run = taub.open("out/auau-200")
    run.times, run.fields, run.summary["status"]
    batch = taub.batch("study.yaml", "out/study")  # thousands of events
    surface = taub.read_surface("out/auau-200")   # freeze-out: position, normal, four_velocity ...
    probes = taub.read_probes("out/pulse")        # quantities at points: probes["electric_field"], probes.time
    fluxes = taub.read_fluxes("out/mie")          # energy through planes: fluxes.frequency, fluxes.spectrum["box"]
    near = taub.read_near_fields("out/mie")       # fields on boxes: near.far_field("box", theta, phi)
    e = run.field("energy_density", time=2.0)     # labelled array (z or eta, y, x)
    e.sel(eta=0).values                           # numpy
    run["energy_density"][-1]                     # the last output, read on demand
    taub.plot_slice(run, "energy_density", time=2.0)

Fields are xarray.DataArray if xarray is installed, otherwise taub.LabelledArray, which has the part of its interface that is
used here. Errors in the input, in a run and in files are taub.Error.
"""
import importlib.util
import sys

_MISSING = [name for name in ("numpy", "h5py") if importlib.util.find_spec(name) is None]
if _MISSING:
    _MESSAGE = (f"the Python package of Taub needs {' and '.join(_MISSING)}, which {sys.executable} lacks: install with "
              f"'{sys.executable} -m pip install {' '.join(_MISSING)}' or, for Debian's own /usr/bin/python3, "
              f"'apt install {' '.join('python3-' + name for name in _MISSING)}'")
    if sys.argv[:1] == ["-m"]:  # python3 -m taub: the message is enough, without a traceback
        print(f"taub: {_MESSAGE}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(_MESSAGE)

from .batches import Batch, batch, open_batch
from .correlations import Correlations, Estimate, EventFlow, Hadrons, read_hadrons
from .droplets import read_strings, write_droplets
from .errors import Error
from .evolution import write_evolution
from .fluxes import Fluxes, pulse_transform, read_fluxes
from .labelled import LabelledArray
from .near_fields import NearFields, read_near_fields
from .bindings import version as _version
from .polarization import Polarization, read_polarization
from .probes import Probes, read_probes
from .run import Run, Series, open  # noqa: A004 - taub.open reads well and hides nothing outside
from .simulation import DeviceArray, Simulation
from .spectra import Spectra, read_spectra
from .surface import Surface, SurfaceElements, read_surface

__all__ = ["Batch", "Correlations", "DeviceArray", "Error", "Estimate", "EventFlow", "Fluxes", "Hadrons", "LabelledArray", "NearFields", "Polarization", "Probes", "Run", "Series", "Simulation", "Spectra", "Surface", "SurfaceElements", "animate", "batch",
           "open", "open_batch", "overview", "plot_fluxes", "plot_history", "plot_maps", "plot_probes", "plot_profile", "plot_slice",
           "plot_spacetime", "plot_spectra", "plot_surface", "pulse_transform", "read_fluxes", "read_hadrons", "read_near_fields", "read_polarization", "read_probes", "read_spectra", "read_strings", "read_surface", "write_droplets", "write_evolution"]
__version__ = _version()


def __getattr__(name):
    """Imports plotting on first use, because it needs matplotlib, and reading does not."""
    if name in ("animate", "overview", "plot_fluxes", "plot_history", "plot_maps", "plot_probes", "plot_profile", "plot_slice",
                "plot_spacetime", "plot_spectra", "plot_surface"):
        from . import plot
        return getattr(plot, name)
    raise AttributeError(f"module 'taub' has no attribute '{name}'")

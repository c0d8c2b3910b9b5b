"""Reads and plots what a run of Taub leaves in its folder.

    import taub
    run = taub.open("out/auau-200")
    run.times, run.fields, run.summary["status"]
    e = run.field("energy_density", time=2.0)     # labelled array (z or eta, y, x)
    e.sel(eta=0).values                           # numpy
    run["energy_density"][-1]                     # the last output, read when asked for
    taub.plot_slice(run, "energy_density", time=2.0)

Fields come as xarray.DataArray where xarray is installed, else as taub.LabelledArray, which has the part of its interface
that is used here. Errors in what is on disk are taub.Error.
"""
from .errors import Error
from .labelled import LabelledArray
from .run import Run, Series, open  # noqa: A004 - taub.open reads well and hides nothing outside

__all__ = ["Error", "LabelledArray", "Run", "Series", "animate", "open", "overview", "plot_history", "plot_maps",
           "plot_profile", "plot_slice", "plot_spacetime"]
__version__ = "0.1.0"


def __getattr__(name):
    """Plotting needs matplotlib, reading does not: it is imported when first used."""
    if name in ("animate", "overview", "plot_history", "plot_maps", "plot_profile", "plot_slice",
                "plot_spacetime"):
        from . import plot
        return getattr(plot, name)
    raise AttributeError(f"module 'taub' has no attribute '{name}'")

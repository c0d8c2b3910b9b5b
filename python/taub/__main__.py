"""python3 -m taub: figures and facts of a run from the command line. Exit code 2 if the input is wrong."""
import argparse
import math
import pathlib
import sys

import numpy

from .batches import open_batch
from .errors import Error
from .run import open as open_run
from .spectra import read_spectra
from .surface import read_surface


def _spacing(run, name):
    widths = numpy.diff(run.faces[name])
    return f"spacing {run.spacing[name]:g}" if run.is_uniform else f"cells {widths.min():g} to {widths.max():g} wide"


def _cells(run):
    if run.sphere:
        return f"6 panels of {run.sphere.n} x {run.sphere.n}, {run.shape[0]} along the radius"
    return " x ".join(str(size) for size in reversed(run.shape)) + f" ({', '.join(reversed(run.dims))})"


def _facts(run):
    yield "folder", run.folder
    yield "title", "".join(c if c.isprintable() else "?" for c in run.title)
    yield "cells", _cells(run)
    for name in ["radius"] if run.sphere else reversed(run.dims):
        low, high = run.extent(name)
        unit = f" {run.length_unit}" if name != "eta" else ""
        yield f"  {name}", f"{low:g} to {high:g}{unit}, {_spacing(run, name)}"
    yield "outputs", f"{len(run.steps)}, steps {run.steps[0]} to {run.steps[-1]}, times {run.times[0]:g} to " \
                     f"{run.times[-1]:g} {run.time_unit}".rstrip()
    for name in run.fields:
        array = run.field(name)
        low, high = float(array.min()), float(array.max())
        unit = "" if run.unit(name) == "1" else f" {run.unit(name)}"
        yield f"  {name}", f"{low:.6g} to {high:.6g}{unit} at the last output"
    for name, view in ({} if run.path.name.startswith("view-") else run.views).items():
        yield f"view {name}", f"{' x '.join(str(size) for size in reversed(view.shape))} cells, {len(view.steps)} outputs, " \
                              f"times {view.times[0]:g} to {view.times[-1]:g}: {', '.join(view.fields)}"
    if run.unfinished:
        yield "status", "under way, or killed before its end"
    elif (run.folder / "summary.json").is_file():
        summary = run.summary
        yield "status", ": ".join(filter(None, [summary.get("status", "?"), summary.get("reason", "")]))
        for key in ("version", "steps", "wall_seconds", "zone_updates_per_second"):
            if key in summary:
                value = summary[key]
                yield key.replace("_", " "), f"{value:.6g}" if isinstance(value, float) else value


def info(run, options):
    for key, value in _facts(run):
        print(f"{key:24} {value}")


def _save(figure, folder, name):
    from matplotlib import pyplot
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=160, facecolor="white", bbox_inches="tight", pad_inches=0.05)
    except OSError as error:
        raise Error(f"{path}: cannot be written: {error.strerror or error}") from error
    pyplot.close(figure)
    print(path)


def _slices(options):
    """[(axis, place)] of --slice z=0, or --slice z for the middle."""
    found = []
    for text in options.slice or ():
        axis, equals, place = text.partition("=")
        try:
            found.append((axis, float(place) if equals else None))
        except ValueError:
            raise Error(f"--slice {text}: give an axis and a position along it, such as --slice z=0") from None
    return found


def _has_history(run):
    return any((run.folder / name).is_file() for name in ("history.csv", "history.csv.part")) and len(run.history["time"])


def _open(path, options):
    run = open_run(path)
    return run.view(options.view) if options.view else run


def plot(run, options):
    from . import plot as figures
    folder = pathlib.Path(options.output) if options.output else run.folder / "plots"
    if options.spectra:
        _save(figures.plot_spectra(read_spectra(run.folder)), folder, "spectra.png")
        return
    if options.surface:
        _save(figures.plot_surface(read_surface(run.folder)), folder, "surface.png")
        return
    if options.others:
        return _plot_together([run, *(_open(other, options) for other in options.others)], options, folder)
    times, slices = options.time or None, _slices(options)
    for field in options.field or run.fields:
        name = field.replace("/", "_") + ".png"
        if len(run.active) < 2:
            # on a line, signed components show more than the magnitude
            shown = figures.components(run, field, [run.index(time) for time in times or run.times])
            drawn = (figures.plot_profiles(run, shown, times, options.exact) if len(shown) > 1 else
                     figures.plot_profile(run, shown[0], times=times, exact=options.exact).figure)
            _save(drawn, folder, name)
        else:
            _save(figures.plot_maps(run, field, times=times, isotherms=options.isotherm or (), slices=slices,
                                    streamlines=options.streamlines), folder, name)
    if _has_history(run):
        _save(figures.plot_history(run), folder, "history.png")
    _save(figures.overview(run, times=times), folder, "overview.png")


def _plot_together(runs, options, folder):
    from . import plot as figures, together
    (normal, at), *_ = _slices(options) or [(None, None)]
    time = options.time[0] if options.time else None
    for field in options.field or together.common_fields(runs):
        name = field.replace("/", "_") + "-together.png"
        if len(runs[0].active) < 2:
            shown = figures.components(runs[0], field, [runs[0].index(time)])
            for part in shown:
                name = name if len(shown) == 1 else part.replace("/", "_") + "-together.png"
                _save(together.plot_lines(runs, part, time=time, exact=options.exact).figure, folder, name)
        else:
            _save(together.plot_maps(runs, field, time, normal, at, options.isotherm or (), options.streamlines), folder, name)
    if all(map(_has_history, runs)):
        _save(together.plot_history(runs), folder, "history-together.png")


def profile(run, options):
    from . import plot as figures
    axis = options.axis or (run.active[0] if run.active else "x")
    path = pathlib.Path(options.output or run.folder / "plots" / f"{options.field.replace('/', '_')}-{axis}.png")
    ax = figures.plot_profile(run, options.field, axis, times=options.time or None, exact=options.exact)
    _save(ax.figure, path.parent, path.name)


def spacetime(run, options):
    from . import plot as figures
    axis = options.axis or (run.active[0] if run.active else "x")
    path = pathlib.Path(options.output or run.folder / "plots" / f"{options.field.replace('/', '_')}-{axis}-t.png")
    ax = figures.plot_spacetime(run, options.field, axis, isotherms=options.isotherm or (0.155, 0.2, 0.25, 0.3))
    _save(ax.figure, path.parent, path.name)


def movie(run, options):
    from . import plot as figures
    suffix = ".gif" if options.verb == "animate" else figures.film_suffix()
    path = pathlib.Path(options.output or run.folder / "plots" / (options.field.replace("/", "_") + suffix))
    (normal, at), *_ = _slices(options) or [(None, None)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Error(f"{path}: cannot be written: {error.strerror or error}") from error
    figures.animate(run, options.field, path, options.rate, normal, at=at, streamlines=options.streamlines,
                    isotherms=options.isotherm or ())
    print(path)


def flow(options):
    """Prints averages and correlations over the events of a batch."""
    batch = open_batch(options.batch)
    try:
        species = [int(code) for code in options.species.split(",")] if options.species else None
    except ValueError:
        raise Error(f"--species {options.species}: expected numbers of the Particle Data Group, such as 211,321,2212") from None
    found = batch.flow(species, weights=options.weights)
    print(f"{'events':24} {len(found)} of {len(batch)}")
    print(f"{'dN/dy':24} {found.yields.mean():.6g}")
    print(f"{'mean pT [GeV]':24} {found.mean_pt()}")
    print(f"{'fluctuation of mean pT':24} {found.mean_pt_fluctuation()}")
    for n in sorted(found.vectors):
        for order in (2, 4, 6):
            print(f"{f'v{n}{{{order}}}':24} {found.cumulant(n, order)}")
        print(f"{f'v{n}{{EP}}':24} {found.event_plane(n)}")
        print(f"{f'corr(v{n}^2, mean pT)':24} {found.pt_correlation(n)}")
    print(f"{'planes 2 and 4':24} {found.plane_correlation(2, 4)}")


def evolution(run, options):
    from .evolution import write_evolution
    for remark in write_evolution(run, options.output, options.to, options.above):
        print(f"taub evolution: {remark}", file=sys.stderr)
    print(options.output)


def watch(options):
    from . import watch as pages
    pages.serve(pathlib.Path(options.run), options.port, options.every)


def parser():
    main = argparse.ArgumentParser(prog="python3 -m taub", description="Facts and figures of a run of Taub.")
    verbs = main.add_subparsers(dest="verb", required=True, metavar="{info,plot,profile,spacetime,movie,evolution,flow,watch}")
    for name, action, words in [
            ("info", info, "what the run is and how it ended"),
            ("plot", plot, "PNGs of each field at several times, of the history, and an overview"),
            ("profile", profile, "lines of a field along an axis at several times"),
            ("spacetime", spacetime, "a map of a field along an axis against time, with isotherms"),
            ("movie", movie, "a film of a field at all outputs: .mp4 where ffmpeg is installed, else .gif"),
            ("animate", movie, "as movie, always a .gif")]:
        verb = verbs.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".")
        verb.set_defaults(action=action)
        verb.add_argument("run", metavar="DIR", help="the run's folder")
        verb.add_argument("--view", metavar="NAME", help="a view of output.views instead of the whole fields")
        if name == "info":
            continue
        if name == "plot":
            verb.add_argument("others", metavar="DIR", nargs="*", help="more runs: all in one figure for each field")
            verb.add_argument("--spectra", action="store_true", help="only the hadrons of spectra.h5, as spectra.png")
            verb.add_argument("--surface", action="store_true", help="only the freeze-out surface, as surface.png")
        kept = "folder of the PNGs (default: DIR/plots)" if name == "plot" else "the file to write"
        verb.add_argument("-o", "--output", metavar="DIR" if name == "plot" else "FILE", help=kept)
        if name == "plot":
            verb.add_argument("--field", action="append", help="a field, say energy_density or velocity/x; may be repeated")
        else:
            verb.add_argument("--field", default="energy_density", help="default: energy_density")
        if name in ("plot", "profile"):
            verb.add_argument("--exact", action="store_true", help="the exact solution with it, as dashed lines, where the "
                              "case has one (profiles)")
            verb.add_argument("--time", action="append", type=float, help="the output nearest to it; may be repeated")
        if name in ("plot", "movie", "animate"):
            verb.add_argument("--slice", action="append", metavar="AXIS=PLACE", help="the plane across an axis, say z=0, or "
                              "z for the middle" + ("; may be repeated" if name == "plot" else ""))
            verb.add_argument("--streamlines", action="store_true", help="lines along the velocity, or the vector drawn")
        if name in ("movie", "animate"):
            verb.add_argument("--rate", type=float, default=8, metavar="N", help="outputs a second; default: 8")
        if name != "profile":
            default = "0.155 0.2 0.25 0.3" if name == "spacetime" else "none"
            verb.add_argument("--isotherm", action="append", type=float, metavar="GEV",
                              help=f"a temperature whose contour is drawn; may be repeated (default: {default})")
        if name in ("profile", "spacetime"):
            verb.add_argument("--axis", help="x, y, z or eta; default: the first with more than one cell")
    verb = verbs.add_parser("evolution", help="the medium in space and time as a file for jet and photon codes",
                            description="The medium in space and time as a file for jet and photon codes.")
    verb.set_defaults(action=evolution)
    verb.add_argument("run", metavar="DIR", help="the run's folder")
    verb.add_argument("--view", metavar="NAME", help="a view of output.views instead of the whole fields")
    verb.add_argument("--to", choices=("music", "jetscape"), required=True,
                      help="evolution_all_xyeta.dat of MUSIC, which JETSCAPE reads, too; or JetData.h5")
    verb.add_argument("--above", type=float, default=0, metavar="E",
                      help="music: only cells with an energy density above this, in GeV/fm^3")
    verb.add_argument("-o", "--output", metavar="FILE", required=True, help="the file to write")
    verb = verbs.add_parser("flow", help="cumulants, event planes and mean pT over the events of a batch",
                            description="Cumulants, event planes and fluctuations of the mean pT over the events of a batch.")
    verb.add_argument("batch", metavar="DIR", help="the batch's folder, or its results.h5")
    verb.add_argument("--species", metavar="PDG,...", help="hadrons to combine (default: all of the study)")
    verb.add_argument("--weights", choices=("events", "particles"), default="events",
                      help="equal weights of events, or by number of particles as in measurements (default: events)")
    verb = verbs.add_parser("watch", help="a page that follows a run while it writes",
                            description="Serves a page about a run, under way or ended, to browsers on this machine.")
    verb.add_argument("run", metavar="DIR", help="the run's folder, which need not exist yet")
    verb.add_argument("--port", type=int, default=8017, help="default: 8017; 0: any free port")
    verb.add_argument("--every", type=float, default=2, metavar="SECONDS", help="seconds between updates; default: 2")
    return main


def _warn_of_missing_times(runs, times):
    """Warns if the output nearest to a requested time, which is drawn, is at another time."""
    for time in times or []:
        if not math.isfinite(time):
            raise Error(f"--time {time}: expected a number")
        for run in runs:
            found = run.times[run.index(time)]
            others = abs(run.times[run.times != found] - found)
            tolerance = 0.1 * others.min() if others.size else 0  # a tenth of the distance to the next output
            if abs(found - time) > max(tolerance, 1e-9 * abs(time)):
                print(f"taub: {run.folder}: no output at time {time:g}; shown is the nearest one, at {found:g}", file=sys.stderr)


def main(arguments=None):
    options = parser().parse_args(arguments)
    try:
        if options.verb not in ("info", "evolution", "flow"):
            try:
                import matplotlib
            except ImportError as error:
                raise Error("figures are made with matplotlib, which is not installed (pip install matplotlib; Debian: python3-matplotlib)") from error
            matplotlib.use("Agg")
        if options.verb in ("watch", "flow"):
            {"watch": watch, "flow": flow}[options.verb](options)
        else:
            run = _open(options.run, options)
            _warn_of_missing_times([run, *(_open(other, options) for other in getattr(options, "others", []))],
                                   getattr(options, "time", None))
            options.action(run, options)
    except Error as error:
        print(f"taub: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""A run's folder: fields, history, summary and case."""
import csv
import functools
import json
import pathlib
import re

import h5py
import numpy

from .errors import Error
from .labelled import labelled
from .sphere import UNIT_VECTORS, Sphere, centres, direction, middles
from .tree import Tree


def open(path, level=None):  # noqa: A001 - used as taub.open
    """Opens a run's folder, a folder of outputs, or a file of outputs. Only the list of outputs is read at once; the rest is read
    on demand. With mesh.refine fields are given on all cells of `level`, by default the finest one that there is; a view keeps
    its own."""
    return Run(path, level)


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


def _whole_or_part(folder, name):
    """The path of a file, or of its temporary name while the file does not exist; the newer one if both exist, as after a
    killed run of an earlier version or in a restart, which has written nothing to it when it is empty."""
    whole, part = folder / name, folder / (name + ".part")
    if part.is_file() and (not whole.is_file() or (part.stat().st_size and part.stat().st_mtime > whole.stat().st_mtime)):
        return part
    return whole


def _read(folder, name):
    path = _whole_or_part(folder, name)
    try:
        return path, path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Error(f"{path}: cannot be read: {error}") from error


def read_history(folder):
    """({column: array}, {column: unit}) of history.csv, without an incomplete last line."""
    path, text = _read(folder, "history.csv")
    rows = list(csv.reader(text.splitlines()))
    if not rows:
        raise Error(f"{path}: it is empty")
    if not text.endswith("\n"):
        rows.pop()
    columns, units = {}, {}
    try:
        for i, title in enumerate(rows[0] if rows else []):
            name, unit = re.fullmatch(r"(.*?)\s*(?:\[(.*)\])?", title).groups()
            kind = int if name == "step" else float
            columns[name] = numpy.array([kind(row[i]) for row in rows[1:]], dtype=kind)
            units[name] = unit or ""
    except (ValueError, IndexError) as error:
        raise Error(f"{path}: not a history of Taub: {error}") from error
    return columns, units


class Series:
    """One quantity at all outputs, read on demand: series[0], series[-1], series.sel(time=2)."""

    def __init__(self, run, name):
        self.run, self.name = run, name
        self.times, self.steps = run.times, run.steps
        self.unit = run.unit(name)

    def __len__(self):
        return len(self.steps)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"output {index} of {len(self)}")
        return self.run.field(self.name, index=index)

    def sel(self, time):
        return self.run.field(self.name, time=time)

    @property
    def values(self):
        """All outputs in one array, with the time as first index."""
        return numpy.stack([numpy.asarray(self[i]) for i in range(len(self))])

    def __repr__(self):
        return f"<taub.Series {self.name} [{self.unit}] at {len(self)} times from {self.times[0]:g} to {self.times[-1]:g}>"


class NoOutputs(Error):
    """There are no outputs yet, or the folder is not that of a run."""


@functools.lru_cache(maxsize=1 << 16)
def _moments(path, stamp):
    """[(time, step, path)] of the outputs in a file. The stamp changes with the file, so that results can be cached."""
    try:
        with h5py.File(path, "r") as file:
            if "data" not in file or "openPMD" not in file.attrs:
                raise Error(f"{path}: an HDF5 file, but not one in the openPMD layout that Taub writes")
            return [(float(item.attrs["time"]), int(step), path) for step, item in file["data"].items()]
    except FileNotFoundError:
        raise
    except (OSError, KeyError, ValueError, RuntimeError) as error:
        raise Error(f"{path}: not a readable output: {error}") from error


def _outputs(path):
    """The files of outputs in a run's folder or in a folder of outputs: one per output, or one for all from earlier versions."""
    for folder in (path / "fields", path):
        found = sorted(file for file in folder.glob("*.h5") if file.stem.isdigit())
        if found:
            return found
    old = _whole_or_part(path, "fields.h5")
    if not old.is_file():
        raise NoOutputs(f"{path}: not the folder of a run: it has no outputs (fields/*.h5)")
    return [old]


# Components of vectors and of symmetric tensors (shear_stress), in the order in which they are stacked.
COMPONENTS = ("x", "y", "z", "eta", "tt", "tx", "ty", "tz", "xx", "xy", "xz", "yy", "yz", "zz")


def _is_sphere(mesh):
    return _text(mesh.attrs.get("geometryParameters", "")).startswith("coordinates=cubed-sphere")


class Run:
    """The results of a run on disk.

    steps, times     of the outputs, in order
    fields           names of the quantities; a vector's components are also "velocity/x" and so on
    coordinates      "cartesian", "milne" or "cubed-sphere"
    axes             {"x": cell centres, "y": ..., "z" or "eta": ...}; {"alpha", "beta", "radius"} of a cubed sphere
    sphere           where cells of a cubed sphere are (taub.sphere.Sphere); None for boxes
    level            with mesh.refine: fields are given on the cells of this level, by default the finest of all outputs; of a view
                     the one that it has; else None
    has_blocks       whether the outputs hold the blocks of such a mesh, for blocks()
    history          {column: array} of history.csv; history_units {column: unit or ""}
    summary, case    summary.json and case.yaml as dictionaries
    views            {name: Run} of output.views, parts of the fields in separate files
    unfinished       True if the run is still running or was killed
    """

    def __init__(self, path, level=None):
        path = pathlib.Path(path)
        self.level = level
        if not path.exists():
            raise NoOutputs(f"{path}: there is no such folder or file")
        files = _outputs(path) if path.is_dir() else [path]
        self.path = path
        self.folder = files[0].parent
        if files[0].stem.isdigit():  # in fields or view-NAME
            self.folder = self.folder.parent if self.folder.name else self.folder.absolute().parent
        self.unfinished = (self.folder / "summary.json.part").exists()
        try:
            self._read_outline(files)
        except Error:
            raise
        except (OSError, KeyError, ValueError, RuntimeError) as error:
            raise Error(f"{files[0]}: not a readable output: {error}") from error

    def _read_outline(self, files):
        found = []
        for path in files:
            try:
                stamp = path.stat()
                found += _moments(path, (stamp.st_ino, stamp.st_size, stamp.st_mtime_ns))
            except FileNotFoundError:  # a restarted run will write it again
                pass
        if not found:
            raise Error(f"{files[0]}: it holds no outputs")
        found.sort()
        self.times, self.steps = (numpy.array(values) for values in list(zip(*found))[:2])
        self._files = [path for *_, path in found]
        with h5py.File(self._files[0], "r") as file:
            self.title = _text(file.attrs.get("comment", "")) or self.folder.resolve().name
            self._units, self._components, self.fields = {}, {}, []
            meshes = file[f"data/{self.steps[0]}/meshes"]
            for name, item in meshes.items():
                unit = _text(item.attrs.get("unit", "1"))
                self.fields.append(name)
                self._units[name] = unit
                if isinstance(item, h5py.Group):
                    self._components[name] = [axis for axis in COMPONENTS if axis in item]
                    vector = self._components[name] == ["x", "y", "z"] and _is_sphere(item)
                    self._units.update({f"{name}/{axis}": unit for axis in
                                        (*self._components[name], *(UNIT_VECTORS if vector else ()))})
            if not self.fields:
                raise Error(f"{self.path}: its outputs hold no fields")
            first = meshes[self.fields[0]]
            self._read_axes(file, first, (first[self._components[self.fields[0]][0]] if isinstance(first, h5py.Group)
                                    else first).shape)
            self.physical = float(first.attrs["gridUnitSI"]) != 1

    def _read_axes(self, file, mesh, shape):
        self.dims = tuple(_text(label) for label in mesh.attrs["axisLabels"])
        self.coordinates = "milne" if "eta" in self.dims else "cubed-sphere" if _is_sphere(mesh) else "cartesian"
        self.spacing, self.axes, self.faces = {}, {}, {}
        faces = file[_text(mesh.attrs["gridFaces"])] if "gridFaces" in mesh.attrs else None
        for label, start, step, cells in zip(self.dims, mesh.attrs["gridGlobalOffset"], mesh.attrs["gridSpacing"], shape):
            self.spacing[label] = float(step)
            self.axes[label] = float(start) + (numpy.arange(cells) + 0.5) * float(step)
            self.faces[label] = float(start) + numpy.arange(cells + 1) * float(step)
            if faces is not None and label in faces:  # cells of unequal widths
                self.faces[label] = faces[label][()]
                if cells > 1:  # the one cell of a slice has its centre already
                    self.axes[label] = (centres(self.faces[label]) if label == "radius"
                                        else 0.5 * (self.faces[label][:-1] + self.faces[label][1:]))
        self.is_uniform = faces is None
        self.shape = tuple(shape)
        self.has_blocks = "blocks" in file
        if self.has_blocks:
            self._spread_blocks(Tree.read(file["blocks"]))
        elif self.level is not None:
            raise Error(f"{self.path}: level= is for outputs of all blocks with mesh.refine, which these are not")
        elif "gridLevel" in mesh.attrs:
            self.level = int(mesh.attrs["gridLevel"])
        self.sphere = (Sphere(self.faces["radius"], faces["panels"][()], shape[1], self.axes["radius"]) if _is_sphere(mesh)
                       else None)

    def _spread_blocks(self, tree):
        """Axes are those of an even mesh."""
        if self.level is None:
            self.level = max(int(self._tree(index).level.max()) for index in range(len(self.steps)))
        shape, widths = tree.shape(self.level), tree.widths(self.level)
        self.shape = tuple(int(n) for n in shape[::-1])
        for a, label in enumerate(reversed(self.dims)):
            self.spacing[label] = float(widths[a])
            self.faces[label] = tree.lower[a] + numpy.arange(shape[a] + 1) * widths[a]
            self.axes[label] = tree.lower[a] + (numpy.arange(shape[a]) + 0.5) * widths[a]

    def _tree(self, index):
        with h5py.File(self._files[index], "r") as file:
            return Tree.read(file["blocks"])

    def blocks(self, time=None, step=None, index=None):
        """With mesh.refine, the blocks of an output: taub.tree.Tree with their levels and corners."""
        if not self.has_blocks:
            raise Error(f"{self.path}: blocks() is for the fields of runs with mesh.refine")
        return self._tree(self.index(time, step) if index is None else range(len(self.steps))[index])

    @functools.cached_property
    def views(self):
        found = {}
        for path in sorted(self.folder.glob("view-*")):
            name = path.name[len("view-"):].partition(".")[0]
            if path.is_dir() and any(path.glob("*.h5")):
                found[name] = path
            elif path.name.endswith((".h5", ".h5.part")):  # of earlier versions
                found.setdefault(name, _whole_or_part(self.folder, f"view-{name}.h5"))
        return {name: Run(path) for name, path in found.items()}

    def view(self, name):
        """One of the views; taub.Error with their names if there is none with this name."""
        try:
            return self.views[name]
        except KeyError:
            raise Error(f"{self.folder}: no view '{name}'; there are {', '.join(self.views) or 'none'}") from None

    @property
    def active(self):
        """Axes with more than one cell, x first, or the radius of a cubed sphere."""
        if self.sphere:
            return list(self.dims)
        return [name for name in reversed(self.dims) if len(self.axes[name]) > 1]

    @property
    def length_unit(self):
        return "fm" if self.physical else ""

    @property
    def time_unit(self):
        return "fm/c" if self.physical else ""

    def extent(self, axis):
        """Lower and upper end of the mesh along an axis."""
        if not self.is_uniform:
            return self.faces[axis][0], self.faces[axis][-1]
        centres, half = self.axes[axis], self.spacing[axis] / 2
        return centres[0] - half, centres[-1] + half

    def rest(self, axis):
        """The default position of slices and profiles along an axis: the middle of the mesh, or its lower end if only that one is
        reflecting (a quarter or an eighth of a symmetric problem)."""
        low, high = self.extent(axis)
        try:
            kinds = self.case["mesh"]["boundary"]
            kinds = kinds["z" if axis == "eta" else axis] if isinstance(kinds, dict) else kinds
            lower, upper = kinds if isinstance(kinds, list) else (kinds, kinds)
        except (Error, KeyError, TypeError, ValueError):  # no case, or no PyYAML
            lower = upper = None
        # if the middle is a face, the lower cell
        return low if lower == "reflecting" != upper else 0.5 * (low + high) - 1e-6 * numpy.diff(self.faces[axis]).min()

    def _name(self, name):
        """The full name of a field: velocity/x may also be written velocity.x or velocity_x."""
        if name in self._units:
            return name
        for other in (name.replace(".", "/"), re.sub(r"_(x|y|z|eta|[txyz]{2}|radial|north|east)$", r"/\1", name)):
            if other in self._units:
                return other
        raise Error(f"{self.path}: no field '{name}'; there are {', '.join(self.fields)}")

    def unit(self, name):
        return self._units[self._name(name)]

    def is_vector(self, name):
        return self._name(name) in self._components

    def base(self, name):
        """The field to which a component belongs."""
        return self._name(name).partition("/")[0]

    def components(self, name):
        """The components of a vector or tensor in the order in which they are stacked; none for a scalar."""
        return list(self._components.get(self._name(name), []))

    def index(self, time=None, step=None):
        """Index of the output nearest to a time, or at a step; of the last one if neither is given."""
        if step is not None:
            found = numpy.flatnonzero(self.steps == step)
            if not len(found):
                raise Error(f"{self.path}: no output at step {step}; there are {', '.join(map(str, self.steps))}")
            return int(found[0])
        return len(self.steps) - 1 if time is None else int(numpy.abs(self.times - time).argmin())

    def field(self, name, time=None, step=None, index=None):
        """A quantity at the output nearest to `time` (or at `step`, or number `index`; default the last) as a labelled
        array (z, y, x), in Milne coordinates (eta, y, x), on a cubed sphere (radius, beta, alpha); a vector has `component` as
        first dimension. With mesh.refine the array has all cells of `level`: coarser cells are repeated, finer ones averaged. Vectors
        of a cubed sphere also have the components radial, north and east: "velocity/radial"."""
        name = self._name(name)
        base, _, component = name.partition("/")
        if component in UNIT_VECTORS:
            array = self.field(base, time, step, index)
            return self._like(array.isel(component=0), numpy.einsum(
                "c...,c...->...", numpy.asarray(array), self.sphere.unit_vector(component)[:, None]), name)
        index = self.index(time, step) if index is None else range(len(self.steps))[index]
        path = f"data/{self.steps[index]}/meshes/{name}"
        if self.has_blocks and name == "magnetic_flux":
            raise Error("magnetic_flux is defined on faces: with mesh.refine no array of cells of one level has it; use magnetic_field")
        try:
            with h5py.File(self._files[index], "r") as file:
                item = file[path]
                tree = Tree.read(file["blocks"]) if self.has_blocks else None

                def read(dataset):
                    return dataset[()] if tree is None else tree.even(dataset[()], self.level)
                if isinstance(item, h5py.Group):
                    values = numpy.stack([read(item[axis]) for axis in self._components[name]])
                else:
                    values = read(item)
        except (OSError, KeyError, RuntimeError) as error:
            raise Error(f"{self._files[index]}: {path} cannot be read: {error}") from error
        dims, coords = self.dims, dict(self.axes)
        if name in self._components:
            dims, coords = ("component", *dims), {"component": numpy.array(self._components[name]), **coords}
        coords["time"] = self.times[index]
        attrs = {"units": self._units[name], "step": int(self.steps[index]), "coordinates": self.coordinates,
                 "length_unit": self.length_unit, "time_unit": self.time_unit}
        return labelled(values, dims, coords, attrs, name)

    @staticmethod
    def _like(array, values, name):
        """Other values with the labels of an array."""
        coords = {key: numpy.asarray(array.coords[key]) for key in array.coords if key != "component"}
        return labelled(values, array.dims, coords, dict(array.attrs), name)

    def positions(self):
        """{"x": ..., "y": ..., "z" or "eta": ..., "volume": ...} of the cells: their centres and volumes (in Milne coordinates dx dy
        deta), as arrays of the shape of a field."""
        if self.sphere:
            return self.sphere.positions()
        places = numpy.meshgrid(*(self.axes[label] for label in self.dims), indexing="ij")
        widths = numpy.meshgrid(*(numpy.diff(self.faces[label]) for label in self.dims), indexing="ij")
        return {**dict(zip(self.dims[::-1], places[::-1])), "volume": numpy.prod(widths, axis=0)}

    def _on_sphere(self, wanted):
        if not self.sphere:
            raise Error(f"{self.path}: {wanted} is for runs with mesh.coordinates: cubed-sphere; use field() and sel()")
        return self.sphere

    def shell(self, name, radius, time=None, step=None, index=None, points=None):
        """A quantity of a cubed sphere at a radius as a labelled array (latitude, longitude) in degrees, of the values of the cells
        in which its points lie: `points` along a meridian (default: as many as show every cell) and twice as many around."""
        sphere = self._on_sphere("shell()")
        return self._shell_of(self.field(name, time, step, index), sphere.layer(radius), points)

    def _shell_of(self, array, layer, points=None):
        points = points or self.sphere.points()
        latitude, longitude = middles(-90, 90, points), middles(-180, 180, 2 * points)
        j, i = self.sphere.cells(direction(longitude, latitude[:, None]))
        return self._cut_of(array, numpy.asarray(array)[..., layer, j, i], ("latitude", "longitude"), {
            "latitude": latitude, "longitude": longitude, "radius": self.axes["radius"][layer]})

    def meridian(self, name, longitude=0, time=None, step=None, index=None, points=None):
        """A quantity of a cubed sphere on the half plane at a longitude (degrees) as a labelled array (latitude, radius), of the
        values of the cells in which `points` latitudes lie (default: as many as show every cell)."""
        sphere = self._on_sphere("meridian()")
        return self._meridian_of(self.field(name, time, step, index), longitude, middles(-90, 90, points or sphere.points()))

    def _meridian_of(self, array, longitude, latitude):
        j, i = self.sphere.cells(direction(longitude, latitude))
        return self._cut_of(array, numpy.asarray(array)[..., j, i].swapaxes(-1, -2), ("latitude", "radius"), {
            "latitude": latitude, "radius": self.axes["radius"], "longitude": longitude})

    def _cut_of(self, array, values, dims, coords):
        kept = tuple(dim for dim in array.dims if dim == "component")
        coords.update({key: numpy.asarray(array.coords[key]) for key in (*kept, "time") if key in array.coords})
        return labelled(values, (*kept, *dims), coords, dict(array.attrs), array.name)

    def exact(self, name, time=None, step=None, index=None):
        """The exact solution of the case for a quantity at an output, in the form of field(). taub.Error with the reason if none is
        known. The first call creates the simulation of case.yaml in this process."""
        array = self.field(name, time, step, index)
        name = self._name(name)
        base, _, component = name.partition("/")
        if component in UNIT_VECTORS:
            raise Error(f"{self.path}: the exact solution has the components x, y, z, not {component}")
        simulation = self._solver
        simulation.write_exact(float(array.coords["time"]))
        values = simulation[base]
        for number, label in enumerate(self.dims[::-1]):  # select the cells of a view
            axis, centres = values.ndim - 1 - number, simulation.axes[number]
            if len(self.axes[label]) < values.shape[axis]:
                values = values.take(numpy.abs(centres[:, None] - self.axes[label]).argmin(axis=0), axis=axis)
        if component:
            values = values[self._components[base].index(component)]
        return labelled(values, array.dims, {key: numpy.asarray(array.coords[key]) for key in array.coords}, dict(array.attrs), name)

    @functools.cached_property
    def _solver(self):
        from .simulation import Simulation
        path, changes = _whole_or_part(self.folder, "case.yaml"), {"device": {"kind": "host", "threads": 1}}
        if self.level is not None:  # on an even mesh with the cells of the level
            cells = [n << self.level if n > 1 else n for n in self.case["mesh"]["cells"]]
            changes["mesh"] = {"cells": cells, "blocks": [1, 1, 1], "refine": None}
            changes["output"] = {"views": None}  # their levels are not there
        return Simulation(path, changes)

    def __getitem__(self, name):
        return Series(self, self._name(name))

    def __contains__(self, name):
        try:
            return bool(self._name(name))
        except Error:
            return False

    @functools.cached_property
    def _history(self):
        return read_history(self.folder)

    @property
    def history(self):
        return self._history[0]

    @property
    def history_units(self):
        return self._history[1]

    @functools.cached_property
    def summary(self):
        path = self.folder / "summary.json"
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise Error(f"{path}: cannot be read: {error}") from error

    @functools.cached_property
    def case(self):
        try:
            import yaml
        except ImportError as error:
            raise Error("case.yaml is read with PyYAML, which is not installed (Debian: python3-yaml)") from error
        path, text = _read(self.folder, "case.yaml")
        try:
            return yaml.safe_load(text)
        except yaml.YAMLError as error:
            raise Error(f"{path}: cannot be read: {error}") from error

    def __repr__(self):
        cells = " x ".join(str(size) for size in reversed(self.shape))
        return (f"<taub.Run {self.title!r}: {cells} cells, {len(self.steps)} outputs from {self.times[0]:g} to "
                f"{self.times[-1]:g}, fields {', '.join(self.fields)}>")

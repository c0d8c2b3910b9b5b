"""A simulation in this process."""
import contextlib
import ctypes
import json
import math
import operator
import os
import pathlib
import threading
import time

import numpy

from . import dlpack
from .bindings import CDeviceArray, call, library
from .droplets import DROPLET_COLUMNS
from .errors import Error
from .surface import SurfaceElements
from .tree import Tree

SURFACE_VALUES = 48  # TAUB_SURFACE_VALUES
SECONDS_BETWEEN_CHECKS = 0.2  # for signals, while stepping


def _override_texts(changes, path=""):
    """mesh={"cells": [4, 4, 1]} as "mesh.cells=[4, 4, 1]"; None removes a key."""
    for key, value in changes.items():
        name = f"{path}{key}"
        if isinstance(value, dict):
            yield from _override_texts(value, name + ".")
        elif value is None:
            yield f"{name}="
        else:
            yield f"{name}={_yaml(value, name)}"


def _plain(value):
    """Converts numpy numbers and arrays, and paths, for json."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError


def _yaml(value, name):
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Error(f"{name}: a {type(value).__name__} cannot be written to a case file: {error}") from error


def _doubles(values):
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class _Held:
    """A simulation of the library with its case, destroyed when neither a taub.Simulation nor an array refers to it."""

    def __init__(self):
        self.case, self.simulation = ctypes.c_void_p(), ctypes.c_void_p()
        self._lock = threading.RLock()  # callbacks of advance() also use the simulation
        self._to_release = []  # arrays to release; the garbage collector may run in any thread

    @contextlib.contextmanager
    def used(self):
        """Locks the simulation for this thread."""
        if not self._lock.acquire(blocking=False):
            raise Error("another thread is using this simulation; only one thread can use it at a time")
        try:
            self._release_arrays()
            yield self.simulation
        finally:
            self._lock.release()

    def release_later(self, described):
        self._to_release.append(described)
        if self._lock.acquire(blocking=False):
            try:
                self._release_arrays()
            finally:
                self._lock.release()

    def _release_arrays(self):
        while self._to_release:
            library().taub_simulation_release_array(self.simulation, ctypes.byref(self._to_release.pop()), None)

    def __del__(self):
        if self.case:
            library().taub_simulation_destroy(self.simulation)
            library().taub_case_destroy(self.case)


class DeviceArray:
    """A quantity in the memory of the device, as [z, y, x], or [component, z, y, x] if it has several. numpy accepts it if the
    device is the host; CuPy, PyTorch and Numba if it is a CUDA GPU; everything with from_dlpack in both cases. The array has
    its own memory: its values do not change, and remain valid after close()."""

    def __init__(self, held, described):
        self._held = held
        self._described = described
        self.device = {1: "host", 2: "cuda"}[described.kind]
        scalar = described.shape[0] == 1
        self.shape = tuple(described.shape)[1:] if scalar else tuple(described.shape)
        self.strides = tuple(described.strides)[1:] if scalar else tuple(described.strides)
        self.typestr = f"<f{described.value_bytes}"

    def __del__(self):
        self._held.release_later(self._described)

    def __reduce__(self):
        raise TypeError("an array on the device cannot be copied; make a copy with numpy.array() instead")

    def _interface(self, read_only):
        return {"shape": self.shape, "strides": self.strides, "typestr": self.typestr, "version": 3,
                "data": (self._described.data, read_only)}

    @property
    def __array_interface__(self):
        if self.device != "host":
            raise AttributeError("this array is in the memory of a GPU: use CuPy, PyTorch or Numba, or read a copy")
        return self._interface(True)

    @property
    def __cuda_array_interface__(self):
        if self.device != "cuda":
            raise AttributeError("this array is in the memory of the host: use numpy.asarray")
        # the device has finished computing it; PyTorch rejects memory that is declared read-only
        return {**self._interface(False), "stream": None}

    def __dlpack_device__(self):
        return ({"host": dlpack.CPU, "cuda": dlpack.CUDA}[self.device], self._described.index)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """As in the array API standard. The values are complete, so `stream` is not needed. The memory lives as long as the
        tensor."""
        if copy:
            raise BufferError("this array cannot be copied; sim[...] makes a copy")
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"this array is on the device {self.__dlpack_device__()}, not on {tuple(dl_device)}")
        return dlpack.capsule(self._described.data, self.shape, self.strides, self._described.value_bytes,
                              self.__dlpack_device__(), self)

    def __repr__(self):
        return f"<taub.DeviceArray {self.shape} {self.typestr} on {self.device}:{self._described.index}>"


class Simulation:
    """A case that runs in this process.

        sim = taub.Simulation("case.yaml", mesh={"cells": [200, 200, 1]}, device={"kind": "host"})
        sim.advance(until=5)
        sim["energy_density"]                     # numpy, [z, y, x]

    case      a case file, a folder with a case.yaml, or the case itself as a dictionary
    changes   keys that replace those of the case, as nested dictionaries; None removes a key
    folder    folder of relative file names in a case that is a dictionary (default: the current folder)
    level     with mesh.refine: arrays have all cells of this level (default: the finest); it may be set later, too

    Errors in the input and in the run are taub.Error with the message of the program. A simulation can be used only by one
    thread at a time, and only in the process that created it. Other threads of Python run while it steps."""

    def __init__(self, case, changes=None, *, folder=".", level=None, **sections):
        self._held = None
        held = _Held()
        texts = [text.encode() for text in _override_texts({**(changes or {}), **sections})]
        overrides = (ctypes.c_char_p * max(len(texts), 1))(*texts)
        if isinstance(case, dict):
            name = os.fspath(pathlib.Path(folder) / "case").encode()
            text = _yaml(case, "case").encode()
            call("taub_case_load_text", name, text, len(text), overrides, len(texts),
                 ctypes.byref(held.case))
        else:
            path = pathlib.Path(case)
            path = path / "case.yaml" if path.is_dir() else path
            call("taub_case_load", os.fsencode(path), overrides, len(texts), ctypes.byref(held.case))
        call("taub_simulation_create", held.case, ctypes.byref(held.simulation))
        self._held = held
        self.level = library().taub_simulation_levels(held.simulation) if level is None else level

    @property
    def level(self):
        """With mesh.refine, the level whose cells arrays have: cells of coarser blocks are repeated, those of finer ones averaged;
        0 without. Cells, axes and shape are those of this level."""
        return self._level

    @level.setter
    def level(self, level):
        self._call("taub_simulation_choose_level", operator.index(level))
        self._level, handle = int(level), self._handle()
        cells, lower, upper = (ctypes.c_int * 3)(), (ctypes.c_double * 3)(), (ctypes.c_double * 3)()
        library().taub_simulation_cells(handle, cells)
        library().taub_simulation_box(handle, lower, upper)
        self.cells, self.lower, self.upper = tuple(cells), tuple(lower), tuple(upper)
        faces, centres = [], []
        for axis, n in enumerate(self.cells):
            faces.append((ctypes.c_double * (n + 1))())
            centres.append((ctypes.c_double * n)())
            library().taub_simulation_faces(handle, axis, faces[-1])
            library().taub_simulation_centers(handle, axis, centres[-1])
        self.faces = tuple(numpy.array(along) for along in faces)
        self.axes = tuple(numpy.array(along) for along in centres)
        self.shape = self.cells[::-1]

    def close(self):
        """Releases the memory of the device as soon as no array of device_array() exists any more. Also called when the object is
        deleted, and at the end of a with block."""
        if self._held:
            with self._held.used():
                self._held = None

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def __reduce__(self):
        raise TypeError("a simulation cannot be copied: create another one and copy the state with write_state")

    def _open(self):
        if not self._held:
            raise Error("this simulation has been closed")
        return self._held

    def _handle(self):
        return self._open().simulation

    def _call(self, name, *arguments):
        with self._open().used() as simulation:
            call(name, simulation, *arguments)

    # Properties

    time = property(lambda self: library().taub_simulation_time(self._handle()))
    steps = property(lambda self: library().taub_simulation_steps(self._handle()))
    dt = property(lambda self: library().taub_simulation_last_step(self._handle()), doc="the last step, 0 before the first")
    end = property(lambda self: library().taub_simulation_end(self._handle()), doc="time.end of the case")
    state_components = property(lambda self: library().taub_simulation_state_components(self._handle()))

    @property
    def fields(self):
        """Names of all quantities."""
        names, library_ = [], library()
        while (name := library_.taub_simulation_quantity(self._handle(), len(names))) is not None:
            names.append(name.decode())
        return names

    def unit(self, name):
        unit = library().taub_simulation_unit(self._handle(), name.encode())
        if unit is None:
            raise self._unknown(name)
        return unit.decode()

    def _unknown(self, name):
        return Error(f"no quantity '{name}'; there are {', '.join(self.fields)}")

    # Stepping

    def advance(self, until=None, steps=None, callback=None, every=1):
        """Advances to the time `until` (exactly, by shortening the last step; default: time.end of the case, or no limit if `steps`
        is given) with at most `steps` steps. callback(sim) is called after every `every` steps and at the end; if it returns
        False, stepping ends. Returns the time."""
        if until is None:
            until = max(self.end, self.time) if steps is None else math.inf
        if callback is not None and every < 1:
            raise Error(f"every: expected at least 1 step between two calls, got {every}")
        left = operator.index(steps) if steps is not None else 2 ** 62
        with self._open().used() as simulation:
            call("taub_simulation_advance", simulation, min(left, 0), until)  # lets the library check `until` and `steps`
            return self._advance(until, left, callback, every)

    def _advance(self, until, left, callback, every):
        batch, count, called = 1, 0, -1
        while left > 0 and self.time < until:
            size = min(batch, left) if callback is None else min(batch, left, every - count % every)
            before, clock = self.steps, time.monotonic()
            call("taub_simulation_advance", self._handle(), size, until)
            taken, seconds = self.steps - before, time.monotonic() - clock
            left, count = left - taken, count + taken
            if taken:  # as many steps per call as still let signals be noticed in time
                batch = max(1, min(4096, int(SECONDS_BETWEEN_CHECKS * taken / max(seconds, 1e-6))))
            if callback is not None and count % every == 0:
                called = count
                if callback(self) is False:
                    return self.time
        if callback is not None and called != count:
            callback(self)
        return self.time

    # Reading

    def __getitem__(self, name):
        """A quantity as doubles: [z, y, x], or [component, z, y, x] if it has several."""
        components = library().taub_simulation_components(self._handle(), name.encode())
        if components == 0:
            raise self._unknown(name)
        values = numpy.empty((components, *self.shape))
        self._call("taub_simulation_read", name.encode(), _doubles(values), values.size)
        return values[0] if components == 1 else values

    def at(self, name, x, y, z):
        """A quantity at points as it is now, in Milne coordinates at x, y, eta: interpolated between cells, of the order of the
        scheme, two at least. The places are numbers or arrays that numpy broadcasts; the result has their shape, with the
        components first if there are several. Along an axis with one cell nothing varies, and any place is taken. The first
        call for a quantity after a step copies it from the device, further ones look there."""
        components = library().taub_simulation_components(self._handle(), name.encode())
        if components == 0:
            raise self._unknown(name)
        places = numpy.stack(numpy.broadcast_arrays(x, y, z), axis=-1).astype(float)
        values = numpy.empty((components, *places.shape[:-1]))
        self._call("taub_simulation_read_at", name.encode(), _doubles(places), places.size // 3, _doubles(values),
                   values.size)
        return (values[0] if components == 1 else values)[()]

    def blocks(self):
        """With mesh.refine, the blocks as they are now: taub.tree.Tree with their levels and corners."""
        if not library().taub_simulation_levels(self._handle()):
            raise Error("blocks() is for simulations with mesh.refine")
        with self._open().used() as simulation:
            cells = (ctypes.c_int * 3)()
            count = library().taub_simulation_blocks(simulation, cells, None, 0)
            table = numpy.empty((count, 4), dtype=ctypes.c_int)
            library().taub_simulation_blocks(simulation, cells, table.ctypes.data_as(ctypes.POINTER(ctypes.c_int)), count)
        of_level = numpy.where(numpy.array(cells) > 1, 2 ** self.level, 1)
        spacing = (numpy.array(self.upper) - self.lower) / (numpy.array(self.cells) // of_level)
        return Tree(table[:, 0], table[:, 1:], tuple(cells), self.lower, spacing)

    @property
    def totals(self):
        """The columns of history.csv as the state is now, without the counters: {name: value} of totals over the mesh, extrema and
        diagnostics."""
        names, library_ = [], library()
        while (name := library_.taub_simulation_total(self._handle(), len(names))) is not None:
            names.append(name.decode())
        values = numpy.empty(len(names))
        self._call("taub_simulation_read_totals", _doubles(values), values.size)
        return dict(zip(names, values.tolist()))

    def __contains__(self, name):
        return library().taub_simulation_components(self._handle(), name.encode()) > 0

    def device_array(self, name):
        """A quantity in the memory of the device (DeviceArray)."""
        if name not in self:
            raise self._unknown(name)
        described, held = CDeviceArray(), self._open()
        self._call("taub_simulation_device_array", name.encode(), ctypes.byref(described))
        return DeviceArray(held, described)

    def surface(self):
        """The elements of the freeze-out surface of output.surface since the previous call (taub.SurfaceElements). The first call
        only samples the fluid and returns no elements. Calls after every output.surface.every steps and at the end give the
        elements of surface.h5. Write initial data before the first call: a change by write_state between two calls counts as
        a change of the fluid."""
        found, count = ctypes.POINTER(ctypes.c_double)(), ctypes.c_size_t()
        with self._open().used() as simulation:
            call("taub_simulation_surface", simulation, ctypes.byref(found), ctypes.byref(count))
            shape = (count.value, SURFACE_VALUES)
            return SurfaceElements(numpy.ctypeslib.as_array(found, shape).copy() if count.value else numpy.empty(shape))

    # Writing

    def write_state(self, state):
        """Replaces the state, an array [state_components, z, y, x]. For srhd: energy density, four-velocity x, y, z, charge density;
        for other systems see their pages in docs/theory."""
        values = numpy.ascontiguousarray(state, dtype=float)
        expected = (self.state_components, *self.shape)
        if values.shape != expected:
            raise Error(f"expected a state of the shape {expected}, got {values.shape}")
        self._call("taub_simulation_write_state", _doubles(values), values.size)

    def write_exact(self, time):
        """Replaces the state by the exact solution at any time. taub.Error with the reason if none is known. The solution does not
        include waves from the boundaries of the mesh."""
        self._call("taub_simulation_write_exact", float(time))

    def write_particles(self, particles, sigma, background, weight=1.0):
        """Replaces the state by the fluid of particles, given as rows of t, x, y, z [fm], p0, px, py, pz [GeV], baryon number. They
        are smeared over `sigma` [fm] and added to a fluid at rest of the energy density `background`."""
        values = numpy.ascontiguousarray(particles, dtype=float)
        if values.ndim != 2 or values.shape[1] != 9:
            raise Error(f"expected particles of the shape (number, 9), got {values.shape}")
        self._call("taub_simulation_write_particles", _doubles(values), len(values), weight, sigma, background)

    def add_droplets(self, droplets):
        """Adds droplets that enter the fluid from now on, rows of twelve numbers: t, x, y, z [fm], E, px, py, pz [GeV], charge, and
        the widths in t, in x and y, and in z. In Milne coordinates t and z are tau and eta, and
        the momentum is Cartesian. The case needs source.kind: droplets."""
        values = numpy.ascontiguousarray(droplets, dtype=float)
        if values.ndim != 2 or values.shape[1] != len(DROPLET_COLUMNS):
            raise Error(f"expected droplets of the shape (number, {len(DROPLET_COLUMNS)}), got {values.shape}")
        self._call("taub_simulation_add_droplets", _doubles(values), len(values))

    @property
    def deposited(self):
        """What droplets have brought in until now: an array of E, px, py, pz [GeV], charge."""
        values = (ctypes.c_double * 5)()
        with self._open().used() as simulation:
            library().taub_simulation_deposited(simulation, values)
        return numpy.array(values)

    def __repr__(self):
        cells = " x ".join(map(str, self.cells))
        return f"<taub.Simulation: {cells} cells, step {self.steps} at time {self.time:g} of {self.end:g}>" \
            if self._held else "<taub.Simulation, closed>"

"""A simulation in this process."""
import ctypes
import json
import math
import os
import pathlib
import time

import numpy

from . import dlpack
from .bindings import CDeviceArray, call, library
from .errors import Error
from .surface import SurfaceElements

SURFACE_VALUES = 32  # TAUB_SURFACE_VALUES
SECONDS_BETWEEN_LOOKS = 0.2  # at signals, while steps are made


def _override_texts(changes, path=""):
    """mesh={"cells": [4, 4, 1]} as "mesh.cells=[4, 4, 1]"; None takes a key away."""
    for key, value in changes.items():
        name = f"{path}{key}"
        if isinstance(value, dict):
            yield from _override_texts(value, name + ".")
        elif value is None:
            yield f"{name}="
        else:
            yield f"{name}={_yaml(value, name)}"


def _plain(value):
    """Numbers and arrays of numpy, and paths, as what json can write."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return value.tolist()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError


def _yaml(value, name):
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Error(f"{name}: a {type(value).__name__} that cannot stand in a case file: {error}") from error


def _doubles(values):
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


class DeviceArray:
    """A quantity in the memory of the device, without a copy, as [z, y, x] with a component in front where it has more
    than one. numpy takes it where the device is the host, CuPy, PyTorch and Numba where it is a CUDA GPU, and on both
    all that has from_dlpack. It is valid until the simulation is used again, which raises an error for it here."""

    def __init__(self, simulation, described):
        self._simulation = simulation
        self._use = simulation._uses
        self._described = described
        self.device = {1: "host", 2: "cuda"}[described.kind]
        scalar = described.shape[0] == 1
        self.shape = tuple(described.shape)[1:] if scalar else tuple(described.shape)
        self.strides = tuple(described.strides)[1:] if scalar else tuple(described.strides)
        self.typestr = f"<f{described.value_bytes}"

    def _interface(self):
        if self._use != self._simulation._uses or not self._simulation._handle:
            raise Error("this array on the device is out of date: the simulation was used after it was made")
        return {"shape": self.shape, "strides": self.strides, "typestr": self.typestr, "version": 3,
                "data": (self._described.data, False)}

    @property
    def __array_interface__(self):
        if self.device != "host":
            raise AttributeError("this array is in the memory of a GPU: give it to CuPy, PyTorch or Numba, or read a copy")
        return self._interface()

    @property
    def __cuda_array_interface__(self):
        if self.device != "cuda":
            raise AttributeError("this array is in the memory of the host: numpy.asarray takes it")
        return {**self._interface(), "stream": None}  # the device has finished with it

    def __dlpack_device__(self):
        return ({"host": dlpack.CPU, "cuda": dlpack.CUDA}[self.device], self._described.index)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """As the array API standard has it. The device has finished with the values, whatever `stream` waits for. The
        simulation lives as long as the tensor, but for close()."""
        if copy:
            raise BufferError("this array gives its own memory only; sim[...] makes a copy")
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            raise BufferError(f"this array is on the device {self.__dlpack_device__()}, and {tuple(dl_device)} was asked for")
        data = self._interface()["data"][0]
        return dlpack.capsule(data, self.shape, self.strides, self._described.value_bytes, self.__dlpack_device__(),
                              self._simulation)

    def __repr__(self):
        return f"<taub.DeviceArray {self.shape} {self.typestr} on {self.device}:{self._described.index}>"


class Simulation:
    """A case that runs in this process.

        sim = taub.Simulation("case.yaml", mesh={"cells": [200, 200, 1]}, device={"kind": "host"})
        sim.advance(until=5)
        sim["energy_density"]                     # numpy, [z, y, x]

    case      a case file, a folder with a case.yaml, or the case itself as a dictionary
    changes   keys of the case in place of those in the file, as nested dictionaries; None takes a key away
    folder    where file names in a case that is a dictionary start from (default: the current folder)

    Errors of the input and of the run are taub.Error with the message of the program. One simulation must not be used by
    two threads at once; other threads of Python run while it steps."""

    def __init__(self, case, changes=None, *, folder=".", **sections):
        self._handle = self._case = None
        self._uses = 0
        texts = [text.encode() for text in _override_texts({**(changes or {}), **sections})]
        overrides = (ctypes.c_char_p * max(len(texts), 1))(*texts)
        handle = ctypes.c_void_p()
        if isinstance(case, dict):
            name = os.fspath(pathlib.Path(folder) / "case").encode()
            text = _yaml(case, "case").encode()
            call("taub_case_load_text", name, text, len(text), overrides, len(texts), ctypes.byref(handle))
        else:
            path = pathlib.Path(case)
            path = path / "case.yaml" if path.is_dir() else path
            call("taub_case_load", os.fsencode(path), overrides, len(texts), ctypes.byref(handle))
        self._case = handle
        handle = ctypes.c_void_p()
        call("taub_simulation_create", self._case, ctypes.byref(handle))
        self._handle = handle
        cells, lower, upper = (ctypes.c_int * 3)(), (ctypes.c_double * 3)(), (ctypes.c_double * 3)()
        library().taub_simulation_cells(handle, cells)
        library().taub_simulation_box(handle, lower, upper)
        self.cells, self.lower, self.upper = tuple(cells), tuple(lower), tuple(upper)
        faces = []
        for axis, n in enumerate(self.cells):
            faces.append((ctypes.c_double * (n + 1))())
            library().taub_simulation_faces(handle, axis, faces[-1])
        self.faces = tuple(numpy.array(along) for along in faces)
        self.shape = self.cells[::-1]

    def close(self):
        """Gives the device's memory back; also done when the object goes, or at the end of a with block."""
        if self._handle:
            library().taub_simulation_destroy(self._handle)
        if self._case:
            library().taub_case_destroy(self._case)
        self._handle = self._case = None

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.close()

    def __del__(self):
        if getattr(self, "_case", None):
            self.close()

    def _alive(self):
        if not self._handle:
            raise Error("this simulation was closed")
        return self._handle

    # What it is

    time = property(lambda self: library().taub_simulation_time(self._alive()))
    steps = property(lambda self: library().taub_simulation_steps(self._alive()))
    dt = property(lambda self: library().taub_simulation_last_step(self._alive()), doc="the last step, 0 before the first")
    end = property(lambda self: library().taub_simulation_end(self._alive()), doc="time.end of the case")
    state_components = property(lambda self: library().taub_simulation_state_components(self._alive()))

    @property
    def fields(self):
        """Names of all quantities."""
        names, library_ = [], library()
        while (name := library_.taub_simulation_quantity(self._alive(), len(names))) is not None:
            names.append(name.decode())
        return names

    def unit(self, name):
        unit = library().taub_simulation_unit(self._alive(), name.encode())
        if unit is None:
            raise self._unknown(name)
        return unit.decode()

    def _unknown(self, name):
        return Error(f"no quantity '{name}'; there are {', '.join(self.fields)}")

    @property
    def axes(self):
        """Cell centres along x, y and z (or eta)."""
        return tuple(0.5 * (faces[:-1] + faces[1:]) for faces in self.faces)

    # Stepping

    def advance(self, until=None, steps=None, callback=None, every=1):
        """Steps until the time `until` (exactly: the last step is shortened; default: time.end of the case, or without
        limit when `steps` is given), at most `steps` of them. callback(sim) is called after every `every` steps and at
        the end; when it returns False, stepping ends. Returns the time."""
        if until is None:
            until = self.end if steps is None else math.inf
        if callback is not None and every < 1:
            raise Error(f"every: {every} steps between two calls; at least 1 is needed")
        left = steps if steps is not None else 2 ** 62
        batch, count, called = 1, 0, -1
        self._uses += 1
        while left > 0 and self.time < until:
            size = min(batch, left) if callback is None else min(batch, left, every - count % every)
            before, clock = self.steps, time.monotonic()
            call("taub_simulation_advance", self._alive(), size, until)
            taken, seconds = self.steps - before, time.monotonic() - clock
            left, count = left - taken, count + taken
            if taken:  # as many at once as let signals through in time
                batch = max(1, min(4096, int(SECONDS_BETWEEN_LOOKS * taken / max(seconds, 1e-6))))
            if callback is not None and count % every == 0:
                called = count
                if callback(self) is False:
                    return self.time
        if callback is not None and called != count:
            callback(self)
        return self.time

    # Looking

    def __getitem__(self, name):
        """A quantity as doubles, [z, y, x] with a component in front where it has more than one."""
        components = library().taub_simulation_components(self._alive(), name.encode())
        if components == 0:
            raise self._unknown(name)
        values = numpy.empty((components, *self.shape))
        self._uses += 1
        call("taub_simulation_read", self._alive(), name.encode(), _doubles(values), values.size)
        return values[0] if components == 1 else values

    def __contains__(self, name):
        return library().taub_simulation_components(self._alive(), name.encode()) > 0

    def device_array(self, name):
        """A quantity where the device has it (DeviceArray)."""
        if name not in self:
            raise self._unknown(name)
        self._uses += 1
        described = CDeviceArray()
        call("taub_simulation_device_array", self._alive(), name.encode(), ctypes.byref(described))
        return DeviceArray(self, described)

    def surface(self):
        """The freeze-out surface that output.surface asks for, while it is found: the first call takes the first look at
        the fluid and gives no elements, each later one those between the look before and now (taub.SurfaceElements).
        Called after every output.surface.every steps and at the end it gives the elements of surface.h5. Initial data are
        written before the first call: what write_state changes between two is a change of the fluid between them."""
        found, count = ctypes.POINTER(ctypes.c_double)(), ctypes.c_size_t()
        self._uses += 1
        call("taub_simulation_surface", self._alive(), ctypes.byref(found), ctypes.byref(count))
        shape = (count.value, SURFACE_VALUES)
        return SurfaceElements(numpy.ctypeslib.as_array(found, shape).copy() if count.value else numpy.empty(shape))

    # Changing

    def write_state(self, state):
        """Replaces the state. srhd: energy density, four-velocity x y z, charge density, an array [5, z, y, x]; other
        systems as their pages of the theory say, `state_components` of them."""
        values = numpy.ascontiguousarray(state, dtype=float)
        expected = (self.state_components, *self.shape)
        if values.shape != expected:
            raise Error(f"a state has the shape {expected}, not {values.shape}")
        self._uses += 1
        call("taub_simulation_write_state", self._alive(), _doubles(values), values.size)

    def write_exact(self, time):
        """Replaces the state by the exact solution at a time, which need not be the present one. taub.Error with the reason
        where none is known. Where what the faces of the mesh make of it has arrived, it is the solution without them."""
        self._uses += 1
        call("taub_simulation_write_exact", self._alive(), float(time))

    def write_particles(self, particles, sigma, background, weight=1.0):
        """Replaces the state by the fluid of particles: rows of t, x, y, z [fm], p0, px, py, pz [GeV], baryon number;
        smeared over `sigma` [fm], over a fluid at rest of the energy density `background`."""
        values = numpy.ascontiguousarray(particles, dtype=float)
        if values.ndim != 2 or values.shape[1] != 9:
            raise Error(f"particles have the shape (number, 9), not {values.shape}")
        self._uses += 1
        call("taub_simulation_write_particles", self._alive(), _doubles(values), len(values), weight, sigma, background)

    def __repr__(self):
        cells = " x ".join(map(str, self.cells))
        return f"<taub.Simulation: {cells} cells, step {self.steps} at time {self.time:g} of {self.end:g}>" \
            if self._handle else "<taub.Simulation, closed>"

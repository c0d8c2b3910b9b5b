"""The shared library: its path and its functions (include/taub/)."""
import ctypes
import functools
import os
import pathlib
import re

from .errors import Error

try:
    from . import _built
except ImportError:  # run from the source tree
    _built = None

TREE = pathlib.Path(__file__).resolve().parents[2]


def version():
    if _built:
        return _built.VERSION
    header = (TREE / "include/taub/taub.h").read_text(encoding="utf-8")
    return re.search(r'#define TAUB_VERSION "(.*)"', header).group(1)


def _candidates():
    if os.environ.get("TAUB_LIBRARY"):
        return [os.environ["TAUB_LIBRARY"]]
    if _built:
        packaged = pathlib.Path(__file__).resolve().parent / _built.FOLDER / _built.LIBRARY
        return [str(packaged) if packaged.exists() else _built.LIBRARY]
    return [str(TREE / "build" / "libtaub.so")]


class CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 4096), ("machine", ctypes.c_bool)]


class CDeviceArray(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("index", ctypes.c_int), ("data", ctypes.c_void_p),
                ("value_bytes", ctypes.c_int), ("shape", ctypes.c_int64 * 4), ("strides", ctypes.c_int64 * 4),
                ("memory", ctypes.c_void_p)]


class CBatchProgress(ctypes.Structure):
    _fields_ = [("total", ctypes.c_int64), ("done", ctypes.c_int64), ("failed", ctypes.c_int64), ("running", ctypes.c_int64),
                ("events_per_second", ctypes.c_double), ("zone_updates_per_second", ctypes.c_double),
                ("seconds_left", ctypes.c_double), ("seconds", 5 * ctypes.c_double)]


CBatchReport = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(CBatchProgress))


class CBatchOptions(ctypes.Structure):
    _fields_ = [("folder", ctypes.c_char_p), ("overrides", ctypes.POINTER(ctypes.c_char_p)), ("override_count", ctypes.c_int),
                ("again", ctypes.c_bool), ("progress", CBatchReport), ("failed", ctypes.c_void_p),
                ("started", ctypes.c_void_p), ("user", ctypes.c_void_p), ("interrupt", ctypes.POINTER(ctypes.c_int))]


_handle, _text, _error = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(CError)
_texts, _doubles = ctypes.POINTER(ctypes.c_char_p), ctypes.POINTER(ctypes.c_double)
_size, _long, _double, _int = ctypes.c_size_t, ctypes.c_int64, ctypes.c_double, ctypes.c_int
_SIGNATURES = {  # name: (result, arguments); None: returns a status, and takes an error as an additional last argument
    "taub_version": (_text, []),
    "taub_batch_run": (None, [_text, ctypes.POINTER(CBatchOptions), ctypes.POINTER(CBatchProgress)]),
    "taub_case_load": (None, [_text, _texts, _int, ctypes.POINTER(_handle)]),
    "taub_case_load_text": (None, [_text, _text, _size, _texts, _int, ctypes.POINTER(_handle)]),
    "taub_case_destroy": ("nothing", [_handle]),
    "taub_simulation_create": (None, [_handle, ctypes.POINTER(_handle)]),
    "taub_simulation_destroy": ("nothing", [_handle]),
    "taub_simulation_advance": (None, [_handle, _long, _double]),
    "taub_simulation_cells": ("nothing", [_handle, _int * 3]),
    "taub_simulation_box": ("nothing", [_handle, _double * 3, _double * 3]),
    "taub_simulation_faces": ("nothing", [_handle, _int, ctypes.POINTER(_double)]),
    "taub_simulation_centers": ("nothing", [_handle, _int, ctypes.POINTER(_double)]),
    "taub_simulation_levels": (_int, [_handle]),
    "taub_simulation_choose_level": (None, [_handle, _int]),
    "taub_simulation_blocks": (_int, [_handle, _int * 3, ctypes.POINTER(_int), _int]),
    "taub_simulation_total": (_text, [_handle, _int]),
    "taub_simulation_read_totals": (None, [_handle, _doubles, _size]),
    "taub_simulation_end": (_double, [_handle]),
    "taub_simulation_time": (_double, [_handle]),
    "taub_simulation_last_step": (_double, [_handle]),
    "taub_simulation_steps": (_long, [_handle]),
    "taub_simulation_state_components": (_int, [_handle]),
    "taub_simulation_quantity": (_text, [_handle, _int]),
    "taub_simulation_unit": (_text, [_handle, _text]),
    "taub_simulation_components": (_int, [_handle, _text]),
    "taub_simulation_read": (None, [_handle, _text, _doubles, _size]),
    "taub_simulation_read_at": (None, [_handle, _text, _doubles, _size, _doubles, _size]),
    "taub_simulation_device_array": (None, [_handle, _text, ctypes.POINTER(CDeviceArray)]),
    "taub_simulation_release_array": (None, [_handle, ctypes.POINTER(CDeviceArray)]),
    "taub_simulation_surface": (None, [_handle, ctypes.POINTER(_doubles), ctypes.POINTER(_size)]),
    "taub_simulation_write_state": (None, [_handle, _doubles, _size]),
    "taub_simulation_write_exact": (None, [_handle, ctypes.c_double]),
    "taub_simulation_add_droplets": (None, [_handle, _doubles, _size]),
    "taub_simulation_deposited": ("nothing", [_handle, _double * 5]),
    "taub_simulation_write_particles": (None, [_handle, _doubles, _size, _double, _double, _double]),
}


@functools.lru_cache(maxsize=None)
def library():
    """The library, with its functions declared. They run without the interpreter lock, so other Python threads continue."""
    for name in _candidates():
        try:
            found = ctypes.CDLL(name)
        except OSError as error:
            raise Error(f"the library of Taub cannot be loaded: {error}. In the source tree `./dev build` makes it; "
                        "TAUB_LIBRARY can name another one.") from error
    for name, (result, arguments) in _SIGNATURES.items():
        try:
            function = getattr(found, name)
        except AttributeError as error:
            raise Error(f"{found._name} has no {name}: it does not belong to this package, version {version()}") from error
        function.argtypes = arguments if result is not None else [*arguments, _error]
        function.restype = None if result == "nothing" else ctypes.c_int if result is None else result
    return found


def call(name, *arguments):
    """Calls a function that returns a status; raises Error with its message if it fails."""
    error = CError()
    if getattr(library(), name)(*arguments, ctypes.byref(error)) != 0:
        raise Error(error.message.decode("utf-8", "replace"))

"""Batches: many events of one case, and their results in results.h5."""
import ctypes
import pathlib
import threading

import h5py
import numpy

from .bindings import CBatchOptions, CBatchProgress, CBatchReport, CError, library
from .errors import Error
from .simulation import _override_texts

SECONDS_BETWEEN_CHECKS = 0.2  # for signals, while the library computes


class Batch:
    """The results of a batch.

    batch["end/energy"]   one number for each event; `names` lists them, unit(name) is the unit
    keys                  {key: values} that the study gave the events
    done, failed          numbers of the events that succeeded, and of those that failed
    reasons               {number: reason} of the failed events
    flow()                v_n{2}, v_n{4} and others over the events, if the study has spectra
    run(number)           the folder of an event as taub.Run, if the study has batch.folders: true
    """

    def __init__(self, path):
        path = pathlib.Path(path)
        self.folder = path if path.is_dir() else path.parent
        self.path = path / "results.h5" if path.is_dir() else path
        if not self.path.is_file():
            raise Error(f"{self.path}: there is no such file; a batch writes it when it ends")
        try:
            with h5py.File(self.path) as file:
                self._values, self._units = {}, {}
                file.visititems(self._take)
        except (OSError, RuntimeError) as error:
            raise Error(f"{self.path}: cannot be read: {error}") from error
        if "status" not in self._values or "reason" not in self._values:
            raise Error(f"{self.path}: not the results of a batch")
        self.case = self._values.pop("case")[0]
        reasons = self._values.pop("reason")
        self.status = self._values.pop("status")
        self.keys = {name[5:]: self._values.pop(name) for name in list(self._values) if name.startswith("keys/")}
        self.done, self.failed = numpy.flatnonzero(self.status == 1), numpy.flatnonzero(self.status == 2)
        self.reasons = {int(n): reasons[n] for n in self.failed}

    def _take(self, name, item):
        if isinstance(item, h5py.Dataset):
            text = h5py.check_string_dtype(item.dtype)
            self._values[name] = numpy.array(item.asstr()[()], dtype=object) if text else item[()]
            unit = item.attrs.get("unit", "1")
            self._units[name] = unit.decode() if isinstance(unit, bytes) else str(unit)

    @property
    def names(self):
        return list(self._values)

    def __len__(self):
        return len(self.status)

    def __contains__(self, name):
        return name in self._values

    def __getitem__(self, name):
        if name not in self._values:
            raise KeyError(f"{name}: expected one of {', '.join(self.names)}")
        return self._values[name]

    def unit(self, name):
        self[name]
        return self._units[name]

    def run(self, number):
        from .run import open as open_run
        return open_run(self.folder / "events" / f"{number:06d}")

    def flow(self, species=None, events=None, weights="events"):
        """Cumulants, event planes and fluctuations over the events, from their hadrons: taub.EventFlow. Combines
        these species (default: all of the study) and these events (default: all that succeeded)."""
        from .correlations import flow_of_batch
        return flow_of_batch(self, species, events, weights)

    def __repr__(self):
        return f"<taub.Batch {len(self)} events, {len(self.done)} done, {len(self.failed)} failed>"


def open_batch(path):
    """Reads the results of a batch, given by its folder or its results.h5."""
    return Batch(path)


def _reporter(progress):
    def report(_, reported):
        if progress:
            now = reported.contents
            progress({name: getattr(now, name) for name, _ in CBatchProgress._fields_ if name != "seconds"})
    return CBatchReport(report)


def batch(study, folder, overrides=None, *, again=False, progress=None, **changes):
    """Runs or continues a study and returns its results. Keyword arguments and `overrides` change keys of the case, or of
    the batch, as in batch={"at_once": 8}. progress(dict) is called a few times a second with total, done, failed,
    seconds_left. Failed events do not raise an error but are listed in `failed`; an invalid study raises taub.Error.
    Ctrl-C interrupts the batch, and the same call continues it."""
    texts = [*_override_texts(overrides or {}), *_override_texts(changes)]
    array = (ctypes.c_char_p * max(len(texts), 1))(*[text.encode() for text in texts])
    stop, error, done = ctypes.c_int(0), CError(), CBatchProgress()
    report = _reporter(progress)
    options = CBatchOptions(str(folder).encode(), array, len(texts), again, report, None, None, None,
                            ctypes.pointer(stop))
    status = []

    def work():
        status.append(library().taub_batch_run(str(study).encode(), ctypes.byref(options), ctypes.byref(done),
                                               ctypes.byref(error)))
    thread = threading.Thread(target=work)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(SECONDS_BETWEEN_CHECKS)
    except KeyboardInterrupt:
        stop.value = 1
        thread.join()
        raise
    complete = done.total > 0 and done.done == done.total
    if status[0] != 0 and not complete:
        raise Error(error.message.decode("utf-8", "replace"))
    return Batch(folder)

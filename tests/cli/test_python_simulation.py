"""taub.Simulation: a simulation in the process of Python."""
import copy
import gc
import math
import multiprocessing
import os
import pathlib
import signal
import sys
import threading
import weakref

import h5py
import numpy
import pytest

from conftest import BASE_CASE, ROOT, make_case, merge, read_fields, run_case, steps_of

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))
if not (BUILD / "libtaub.so").exists():
    pytest.skip(f"{BUILD} has no shared library: ./dev build makes it", allow_module_level=True)
os.environ["TAUB_LIBRARY"] = str(BUILD / "libtaub.so")
sys.path.insert(0, str(ROOT / "python"))
import taub  # noqa: E402


def tube(**changes):
    return taub.Simulation(merge(BASE_CASE, changes))


def same_bits(sim, fields):
    for name, values in fields.items():
        name, _, axis = name.partition("/")
        found = sim[name]["xyz".index(axis)] if axis else sim[name]
        assert found.shape == values.shape and found.tobytes() == values.tobytes(), name


# The run


def test_the_bits_of_a_run(tmp_path):
    """At every output, whether steps are made at once, one by one, or a few at a time with calls between them."""
    case = make_case(tmp_path, output={"every": 0.25})
    folder = run_case(case, tmp_path / "out")
    with taub.Simulation(case) as whole, taub.Simulation(tmp_path) as single, taub.Simulation(case) as called:
        times = []
        for step in steps_of(folder):
            time, fields = read_fields(folder, step)
            whole.advance(until=time)
            while single.time < time:
                single.advance(until=time, steps=1)
            called.advance(until=time, callback=lambda sim: times.append(sim["energy_density"].max()), every=3)
            for sim in (whole, single, called):
                assert sim.time == time and sim.steps == step
                same_bits(sim, fields)
        assert len(times) > 4 and whole.end == 1


def test_changes_of_the_case(tmp_path):
    case = make_case(tmp_path)
    with taub.Simulation(case, {"time.cfl": 0.3}, mesh={"cells": numpy.array([32, 1, 1])},
                         initial={"left": {"energy_density": numpy.float64(0.05)}}, time={"max_steps": None}) as sim:
        assert sim.cells == (32, 1, 1) and sim.shape == (1, 1, 32)
        assert sim["energy_density"].max() == 0.05
        assert sim.lower == (-5, -5, -5) and sim.axes[0].tolist() == [-5 + 10 * (i + 0.5) / 32 for i in range(32)]
        folder = run_case(case, tmp_path / "out", "time.cfl=0.3", "mesh.cells=[32,1,1]",
                          "initial.left.energy_density=0.05")
        sim.advance()
        same_bits(sim, read_fields(folder)[1])


def test_callbacks():
    seen = []
    sim = tube()
    assert sim.advance(steps=7, callback=lambda sim: seen.append(sim.steps), every=3) == sim.time
    assert seen == [3, 6, 7] and sim.dt > 0
    sim.advance(steps=10, callback=lambda sim: sim.steps < 9)
    assert sim.steps == 9
    with pytest.raises(ZeroDivisionError):
        sim.advance(callback=lambda sim: 1 / 0)
    assert sim.steps == 10
    sim.advance(until=sim.time)  # nothing left to do
    assert sim.steps == 10


# What it is and has


def test_what_there_is():
    sim = tube()
    assert {"energy_density", "velocity", "temperature"} <= set(sim.fields) and "velocity" in sim and "v" not in sim
    assert sim.unit("energy_density") == "GeV/fm^3" and sim.state_components == 5
    assert sim["velocity"].shape == (3, 1, 1, 64) and sim["temperature"].dtype == float
    assert "64 x 1 x 1" in repr(sim) and "step 0" in repr(sim)
    sim.close()
    sim.close()
    assert "closed" in repr(sim)
    with pytest.raises(taub.Error, match="closed"):
        sim.advance()


@pytest.mark.parametrize("precision", ["double", "single"])
def test_arrays_on_the_device(precision):
    """The values of a copy, in memory of their own, which cannot be written: what the simulation does later leaves them
    alone, and they stay when it is closed or gone."""
    sim, kept = tube(device={"precision": precision}), []
    sim.advance(steps=2)
    for name in ("energy_density", "velocity", "energy_density"):
        copy = sim[name]
        array = sim.device_array(name)
        assert array.device == "host" and array.shape == copy.shape and not hasattr(array, "__cuda_array_interface__")
        seen = numpy.asarray(array)
        assert seen.dtype == {"double": "f8", "single": "f4"}[precision] and not seen.flags.writeable
        assert not seen.flags.owndata and seen.ctypes.data == array.__array_interface__["data"][0]
        kept.append((seen, copy))
        sim.advance(steps=1)
    del array, seen
    sim.close()
    assert all(numpy.array_equal(seen, copy) for seen, copy in kept)
    blocks = tube(mesh={"blocks": [2, 1, 1]})
    with pytest.raises(taub.Error, match="one block"):
        blocks.device_array("energy_density")


@pytest.mark.parametrize("precision", ["double", "single"])
def test_dlpack(precision):
    """The same memory by DLPack; what is taken keeps it, and what is not leaves nothing behind."""
    from taub import dlpack
    sim = tube(device={"precision": precision}, mesh={"cells": [24, 6, 1]})
    sim.advance(steps=2)
    for name in ("energy_density", "velocity"):
        array = sim.device_array(name)
        assert array.__dlpack_device__() == (1, 0)
        seen = numpy.from_dlpack(array)
        assert seen.dtype == {"double": "f8", "single": "f4"}[precision] and seen.shape == sim[name].shape
        assert numpy.array_equal(seen, sim[name])
        assert seen.ctypes.data == array._described.data and seen.strides == array.strides
        assert len(dlpack._alive) == 1
        del seen
        assert not dlpack._alive
    array = sim.device_array("energy_density")
    with pytest.raises(BufferError, match="copy"):
        array.__dlpack__(copy=True)
    with pytest.raises(BufferError, match="not on"):
        array.__dlpack__(dl_device=(2, 0))
    capsule = array.__dlpack__()
    assert len(dlpack._alive) == 1
    del capsule
    assert not dlpack._alive
    seen, ends, copy = numpy.from_dlpack(sim.device_array("energy_density")), weakref.ref(sim._held), sim["energy_density"]
    sim.close()
    del sim, array
    gc.collect()
    assert ends() is not None and numpy.array_equal(seen, copy)
    del seen
    gc.collect()
    assert ends() is None


# Changing it


def test_write_state():
    sim = tube()
    sim.advance(until=0.5)
    state = numpy.concatenate([sim["energy_density"][None], sim["four_velocity"], sim["charge_density"][None]])
    state[0] *= 2  # a conformal fluid with twice the energy moves alike
    before = sim["velocity"][0]
    sim.write_state(state)
    assert numpy.array_equal(sim["energy_density"], state[0])
    other = tube()
    other.advance(until=0.5)
    sim.advance(until=1)
    other.advance(until=1)
    assert numpy.allclose(sim["energy_density"], 2 * other["energy_density"], rtol=1e-12)
    assert not numpy.array_equal(sim["velocity"][0], before)


LIGHT_CASE = {"system": "maxwell", "scheme": {"kind": "ader-weno", "order": 3}, "time": {"end": 1, "step": 0.02},
              "mesh": {"cells": [12, 10, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
              "initial": {"kind": "plane-wave", "polarization": [0, 0, 1]}, "device": {"kind": "host", "threads": 1}}


def test_complex_fields():
    """Both parts of a Bloch-periodic field are read, seen where they are, and written; real fields have no imaginary part."""
    bloch = merge(LIGHT_CASE, {"mesh": {"bloch": [1.3, -0.7, 0]}})
    sim, other = taub.Simulation(bloch), taub.Simulation(bloch, initial={"kind": "empty", "polarization": None})
    assert sim.state_components == 12 and "electric_flux_imaginary" in sim
    parts = ["electric_flux", "magnetic_flux", "electric_flux_imaginary", "magnetic_flux_imaginary"]
    assert numpy.allclose(sim["electric_flux"][2] ** 2 + sim["electric_flux_imaginary"][2] ** 2, 1, rtol=0.1)
    other.write_state(numpy.concatenate([sim[name] for name in parts]))
    for each in (sim, other):
        each.advance(steps=5)
    for name in parts:
        assert numpy.array_equal(sim[name], other[name]), name
        assert numpy.array_equal(sim[name], numpy.asarray(sim.device_array(name))), name
        assert abs(sim[name]).max() > 0.1
    sim.write_exact(0.3)
    assert abs(sim["electric_flux_imaginary"][2]).max() > 0.1
    real = taub.Simulation(LIGHT_CASE)
    assert real.state_components == 6 and real.fields[-1] == "conductivity" and "electric_field_imaginary" not in real
    for look in (real.__getitem__, real.device_array, real.unit):
        with pytest.raises(taub.Error, match="electric_field_imaginary"):
            look("electric_field_imaginary")


def test_particles_of_a_program():
    """Those of a file, given as an array, make the same fluid: up to masses, which the file has and an array has not, so
    that they come from energies of nine digits: m = sqrt(p0^2 - p^2) to 1e-8 (p0/m)^2, and p^2/m^2 is at most 620 here."""
    case = {"path": ROOT / "examples/particles", "mesh": {"cells": [24, 24, 24]}, "device": {"kind": "host", "threads": 1}}
    rows = numpy.array([[float(word) for word in line.split()] for line in
                        (case["path"] / "auau-toy.oscar").read_text().splitlines() if not line.startswith("#")])
    particles = numpy.column_stack([rows[:, :4], rows[:, 5:9], numpy.isin(rows[:, 9], (2112, 2212))])
    first = taub.Simulation(case["path"], mesh=case["mesh"], device=case["device"])
    second = taub.Simulation(case["path"], mesh=case["mesh"], device=case["device"])
    second.write_particles(particles, sigma=1, background=1e-3, weight=0.5)  # two events
    for name in ("energy_density", "four_velocity", "charge_density"):
        expected = first[name]
        assert numpy.abs(second[name] - expected).max() < 1e-5 * numpy.abs(expected).max(), name
    volume = numpy.prod((numpy.array(second.upper) - second.lower) / second.cells)
    energy = (second["conserved_energy"] - 1e-3).sum() * volume
    assert energy == pytest.approx(particles[:, 4].sum() / 2, rel=1e-12)
    assert second["conserved_charge"].sum() * volume == pytest.approx(particles[:, 8].sum() / 2, rel=1e-12)


SURFACE_CASE = {
    "system": "srhd", "eos": {"kind": "conformal"}, "time": {"start": 1, "end": 4, "cfl": 0.4},
    "mesh": {"coordinates": "milne", "cells": [24, 24, 1], "lower": [-6, -6, -1], "upper": [6, 6, 1], "boundary": "outflow"},
    "initial": {"kind": "gaussian", "background": {"energy_density": 1e-3}, "peak": {"energy_density": 3}, "width": [2, 1.5, 1]},
    "scheme": {"kind": "kurganov-tadmor"}, "device": {"kind": "host", "threads": 1},
    "output": {"surface": {"energy_density": 0.3, "every": 4}, "history": 1},
}


def test_the_surface_of_a_run(tmp_path):
    """While a program steps it has the bits of surface.h5, and every element lies between two looks."""
    file = taub.read_surface(run_case(make_case(tmp_path, base=SURFACE_CASE), tmp_path / "out"))
    with taub.Simulation(SURFACE_CASE) as sim:
        assert len(sim.surface()) == 0
        parts = []
        while sim.time < sim.end:
            before = sim.time
            sim.advance(until=sim.end, steps=4)
            parts.append(sim.surface())
            times = parts[-1].position[:, 0]
            assert len(times) == 0 or before <= times.min() <= times.max() <= sim.time
            assert len(sim.surface()) == 0  # nothing has happened since
    assert len(file) > 100
    for name in ("position", "normal", "four_velocity", "energy_density", "temperature", "pressure", "charge_density",
                 "shear_stress", "bulk_pressure"):
        found = numpy.concatenate([getattr(part, name) for part in parts])
        assert found.tobytes() == getattr(file, name).tobytes(), name
    assert numpy.allclose(numpy.concatenate([part.flux for part in parts]), file.flux, rtol=1e-15)


# Errors


@pytest.mark.parametrize("make, message", [
    (lambda: taub.Simulation("nowhere.yaml"), "nowhere.yaml: this case file cannot be opened"),
    (lambda: tube(mesh={"cell": 4}), "mesh.cell: unknown key; did you mean cells"),
    (lambda: taub.Simulation(BASE_CASE, {"time.cfl": 9}), "override 1 'time.cfl=9'.*time.cfl"),
    (lambda: taub.Simulation(BASE_CASE, time={"cfl": object()}), "time.cfl: a object"),
    (lambda: taub.Simulation(BASE_CASE, time={"cfl": float("nan")}), "time.cfl"),
    (lambda: tube()["energy"], "no quantity 'energy'; there are energy_density, "),
    (lambda: tube().unit("energy"), "no quantity 'energy'"),
    (lambda: tube().write_state(numpy.zeros((4, 1, 1, 64))), r"the shape \(5, 1, 1, 64\), got \(4, 1, 1, 64\)"),
    (lambda: tube().write_state(numpy.zeros((5, 1, 1, 64))), "initial data: .*energy"),
    (lambda: tube().write_particles(numpy.zeros((3, 8)), 1, 1), r"\(number, 9\)"),
    (lambda: tube().write_particles(numpy.zeros((3, 9)), 1, 1), "particle 1: the energy is 0"),
    (lambda: tube().write_particles([[0, 0, 0, 0, 1, 0, 0, 0, 0.5]], 1, 1), "baryon number is 0.5"),
    (lambda: tube().write_particles([[0, 0, 0, 0, 1, 0, 0, 0, 0]], 1e-3, 1), "initial.sigma: is 0.001 fm"),
    (lambda: tube().write_particles([[9, 0, 0, 0, 1, 0, 0, 0, 0]], 1, 1), "particles:1: .* after time.start = 0"),
    (lambda: tube().write_particles([[0, 0, 0, 0, 1, 0, 0, 0, 0]], 1, 1, weight=-1), "weight"),
    (lambda: tube().surface(), "no freeze-out surface: give output.surface"),
    (lambda: taub.Simulation(SURFACE_CASE, output={"surface": {"energy_density": 9}}).surface(), "there is no surface"),
    (lambda: tube().advance(callback=print, every=0), "every: expected at least 1"),
    (lambda: tube().advance(until=-0.5), "at time 0 and cannot go to -0.5"),
    (lambda: tube().advance(until=math.nan), "cannot go to nan"),
    (lambda: tube().advance(steps=-1), "-1 steps"),
    (lambda: tube().write_exact(math.nan), "time nan; expected time.start"),
])
def test_errors(make, message):
    with pytest.raises(taub.Error, match=message):
        make()


def test_a_run_that_fails():
    """The message of the program, and the last good state."""
    sim = tube(time={"minimum_step": 0.1})
    sim.advance(steps=1)
    time, before = sim.time, sim["energy_density"]
    with pytest.raises(taub.Error, match="step 2 at time 0.108.*time.minimum_step"):
        sim.advance()
    assert sim.time == time and sim.steps == 1 and numpy.array_equal(sim["energy_density"], before)
    with pytest.raises(taub.Error, match="has failed before"):
        sim.advance()


def test_another_library(monkeypatch):
    from taub.bindings import library
    monkeypatch.setenv("TAUB_LIBRARY", "/nowhere/libtaub.so")
    library.cache_clear()
    with pytest.raises(taub.Error, match="cannot be loaded.*TAUB_LIBRARY"):
        taub.Simulation(BASE_CASE)
    monkeypatch.setenv("TAUB_LIBRARY", "libc.so.6")
    library.cache_clear()
    with pytest.raises(taub.Error, match="has no taub_version"):
        taub.Simulation(BASE_CASE)
    library.cache_clear()


# Beside other things


def test_other_threads_run():
    """While the library steps, in one call, this thread goes on."""
    from taub.bindings import call
    sim, counted = tube(mesh={"cells": [4096, 1, 1]}), 0
    stepping = threading.Thread(target=lambda: call("taub_simulation_advance", sim._handle(), 400, 1e9))
    stepping.start()
    while stepping.is_alive():
        counted += 1
    assert sim.steps == 400 and counted > 100


def test_one_thread_at_a_time():
    """While one thread is in advance(), all that would launch something in another one is refused, and close() as well."""
    sim, alone, inside, on = tube(), tube(), threading.Event(), threading.Event()
    stepping = threading.Thread(target=lambda: sim.advance(steps=20, every=10, callback=lambda sim: (inside.set(), on.wait(60))))
    stepping.start()
    assert inside.wait(60)
    state = numpy.ones((5, 1, 1, 64))
    for use in (lambda: sim["velocity"], lambda: sim.advance(steps=1), lambda: sim.device_array("velocity"), sim.close,
                sim.surface, lambda: sim.write_state(state), lambda: sim.write_exact(0)):
        with pytest.raises(taub.Error, match="another thread"):
            use()
    on.set()
    stepping.join()
    alone.advance(steps=20)
    assert sim.steps == 20 and numpy.array_equal(sim["energy_density"], alone["energy_density"])


def test_copies_are_refused():
    sim = tube()
    for copied in (copy.copy, copy.deepcopy):
        for held in (sim, sim.device_array("velocity")):
            with pytest.raises(TypeError, match="cannot be copied"):
                copied(held)


def in_a_fork(sim, case, found):
    """What a child finds: the message about its parent's simulation, the density of one of its own."""
    try:
        sim.advance(steps=1)
    except taub.Error as error:
        found.put(str(error))
    try:
        with taub.Simulation(case) as own:
            own.advance(steps=3)
            found.put(own["energy_density"])
    except taub.Error as error:
        found.put(str(error))


@pytest.mark.parametrize("kind, threads", [("host", 2), ("opencl", 0)])
def test_after_a_fork(kind, threads):
    """multiprocessing with fork: the parent's simulation is refused with a sentence, and so is OpenCL, whose threads are
    the parent's; the host computes."""
    case = merge(BASE_CASE, {"mesh": {"cells": [2048, 1, 1]}, "device": {"kind": kind, "threads": threads}})
    try:
        sim = taub.Simulation(case)
    except taub.Error as error:
        pytest.skip(str(error))
    sim.advance(steps=3)
    context = multiprocessing.get_context("fork")
    found = context.Queue()
    child = context.Process(target=in_a_fork, args=(sim, case, found))
    child.start()
    try:
        assert f"belongs to process {os.getpid()}" in found.get(timeout=30)
        own = found.get(timeout=30)
    finally:
        child.join(10)
        child.kill()
    assert child.exitcode == 0
    if kind == "host":
        assert numpy.array_equal(own, sim["energy_density"])
    else:
        assert "fork" in own and "OpenCL" in own


def test_signals_come_through():
    class Alarm(Exception):
        pass

    def ring(*_):
        raise Alarm
    before = signal.signal(signal.SIGALRM, ring)
    sim = tube(mesh={"boundary": "periodic"})
    sim.advance(steps=1)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Alarm):
            sim.advance(steps=2 ** 60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert sim.steps > 0 and sim.time > 0 and numpy.isfinite(sim["energy_density"]).all()


def test_beside_h5py(tmp_path):
    """Both bring HDF5, which need not be one and the same; a TrENTo file is read by the library's."""
    with h5py.File(tmp_path / "event.hdf5", "w") as file:
        dataset = file.create_dataset("event_0", data=numpy.ones((32, 32)))
        dataset.attrs["dxy"] = 0.5
    case = {"system": "srhd", "eos": {"kind": "conformal"}, "mesh": {"coordinates": "milne", "cells": [16, 16, 1],
            "lower": [-4, -4, -1], "upper": [4, 4, 1], "boundary": "outflow"}, "scheme": {"kind": "kurganov-tadmor"},
            "time": {"start": 1, "end": 2}, "device": {"kind": "host", "threads": 1},
            "initial": {"kind": "trento", "file": "event.hdf5", "event": 0, "spacing": 0.5, "scale": 3,
                        "background": {"energy_density": 0.25}}}
    with pytest.raises(taub.Error, match="initial.file.*event.hdf5"):
        taub.Simulation(case)
    with taub.Simulation(case, folder=tmp_path) as sim:  # file names of a dictionary start there
        assert sim["energy_density"][0, 8, 8] == 3.25
    with h5py.File(tmp_path / "event.hdf5") as file:
        assert file["event_0"][3, 3] == 1

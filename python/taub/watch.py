"""A page on this machine that follows a run while it writes: the current plane of a field, history curves, speed, counts.

Outputs are complete once they are renamed; history.csv grows, and is read up to its last complete line. Pictures are drawn in a
separate process, so that the page survives failures there.
"""
import concurrent.futures
import http.server
import io
import json
import math
import pathlib
import re
import threading
import time
import urllib.parse

from .errors import Error
from .run import NoOutputs, _whole_or_part, open as open_run, read_history

FIRST_SHOWN = ("energy_density", "density")
COUNTERS = ("recovery_failures", "iterations_exceeded", "floored", "regulated", "first_order_cells")


def _stamp(path):
    try:
        found = path.stat()
        return found.st_ino, found.st_size, found.st_mtime_ns
    except OSError:
        return None


def _png(figure):
    from matplotlib import pyplot
    out = io.BytesIO()
    figure.savefig(out, format="png", dpi=110, facecolor="white", bbox_inches="tight", pad_inches=0.05)
    pyplot.close(figure)
    return out.getvalue()


def _draw_field(folder, field, index, plane):
    import matplotlib
    matplotlib.use("Agg")
    from . import plot

    run = open_run(folder)
    output = min(index, len(run.times) - 1)
    time_shown = run.times[output]
    if len(run.active) < 2:
        parts = plot.components(run, field, [output])
        return _png(plot.plot_profiles(run, parts, [time_shown]) if len(parts) > 1 else
                    plot.plot_profile(run, parts[0], times=[time_shown]).figure)
    normal = plane if plane in _planes(run) else None
    return _png(plot.plot_slice(run, field, time_shown, normal).figure)


def _draw_history(folder):
    import matplotlib
    matplotlib.use("Agg")
    from . import plot
    return _png(plot.plot_history(open_run(folder)))


def _planes(run):
    """Axes across which maps may lie, the default first."""
    if run.sphere:
        return ["longitude", "radius"]
    return run.active[::-1] if len(run.active) == 3 else []


def _outline(folder):
    run = open_run(folder)
    fields = sorted(run.fields, key=lambda name: name not in FIRST_SHOWN)
    return {"title": run.title, "times": run.times.tolist(), "fields": fields, "cells": list(reversed(run.shape)),
            "planes": _planes(run), "unit": run.time_unit, "symbol":
            "τ" if run.coordinates == "milne" else "t"}


def is_held(folder):
    """Whether a run has locked the folder; None if this is not known."""
    try:
        with open("/proc/locks", encoding="ascii") as file:
            locks = file.read()
        return f":{folder.stat().st_ino} " in "".join(line for line in locks.splitlines(True) if " FLOCK " in line)
    except OSError:
        return None


def _json(value):
    """A copy for JSON, with None for numbers that are not finite."""
    if isinstance(value, dict):
        return {name: _json(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_json(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


class Follower:
    """The state of the run, updated at most every `every` seconds."""

    def __init__(self, folder, every):
        self.folder, self.every = folder, every
        self.lock, self.drawing = threading.Lock(), threading.Lock()
        self.known, self.updated, self.marks, self.end = {}, 0.0, [], None
        self.pictures = {}
        self.workers = None

    def state(self):
        with self.lock:
            if time.monotonic() - self.updated >= 0.5 * self.every:
                self.known = self._update()
                self.updated = time.monotonic()
            return self.known

    def _update(self):
        folder, now = self.folder, time.monotonic()
        state = {"folder": str(folder), "every": self.every, "times": [], "fields": [], "planes": [], "title": folder.name}
        try:
            state.update(_outline(folder))
        except NoOutputs:
            state["waiting"] = "no output yet"
        except Error as error:
            state["waiting"] = str(error)
        state["stamp"] = _stamp(_whole_or_part(folder, "history.csv"))
        try:
            history, units = read_history(folder)
            state.update(self._progress(history, now, state.get("cells")))
        except Error:
            pass
        self._status(state)
        return state

    def _progress(self, history, now, cells):
        if not len(history.get("time", ())):
            return {}
        row = {name: float(values[-1]) for name, values in history.items()}
        step = int(row["step"])
        if self.marks and step < self.marks[-1][1]:
            self.marks = []  # another run has started
        if not self.marks or step > self.marks[-1][1]:
            self.marks = [*self.marks[-20:], (now, step, row["time"])]
        found = {"step": step, "time": row["time"], "dt": row.get("dt"),
                 "counts": {name: int(row[name]) if math.isfinite(row[name]) else None for name in COUNTERS if name in row}}
        (then, first, start), (_, last, reached) = self.marks[0], self.marks[-1]
        if last > first and now > then:
            found["steps_per_second"] = (last - first) / (now - then)
            if cells:
                found["zones_per_second"] = found["steps_per_second"] * cells[0] * cells[1] * cells[2]
            if self.end is not None and reached > start:
                found["left_seconds"] = (self.end - reached) * (now - then) / (reached - start)
        return found

    def _status(self, state):
        summary = self.folder / "summary.json"
        if self.end is None:
            try:
                import yaml
                self.end = float(yaml.safe_load(_whole_or_part(self.folder, "case.yaml").read_text())["time"]["end"])
            except Exception:  # without it, only the progress bar is missing
                pass
        state["end"] = self.end
        if (self.folder / "summary.json.part").is_file():
            held = is_held(self.folder)
            state["status"] = {True: "under way", False: "killed before its end",
                               None: "under way, or killed"}[held]
            return
        try:
            facts = json.loads(summary.read_text(encoding="utf-8"))
            state["status"] = ": ".join(filter(None, [facts.get("status", "ended"), facts.get("reason", "")]))
            if "zone_updates_per_second" in facts:
                state["zones_per_second"] = facts["zone_updates_per_second"]
            state["wall_seconds"] = facts.get("wall_seconds")
            for name in ("steps_per_second", "left_seconds"):
                state.pop(name, None)
        except (OSError, ValueError):
            state["status"] = "not started"

    def picture(self, key, draw, *arguments):
        """A PNG, kept until another one of its kind is requested."""
        kind = key[0]
        with self.drawing:
            if self.pictures.get(kind, (None,))[0] == key:
                return self.pictures[kind][1]
            if self.workers is None:
                import multiprocessing
                self.workers = concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
            try:
                image = self.workers.submit(draw, *arguments).result(timeout=120)
            except (concurrent.futures.BrokenExecutor, concurrent.futures.TimeoutError) as error:
                self.workers.shutdown(wait=False, cancel_futures=True)
                self.workers = None
                raise Error("the process that draws has ended; the next update starts another one") from error
            self.pictures[kind] = (key, image)
            return image


class Page(http.server.BaseHTTPRequestHandler):
    server_version, sys_version = "taub", ""
    follower = None  # set by serve

    def do_GET(self):
        # Pages of other servers must not read this one through a host name that points here (DNS rebinding).
        if not re.fullmatch(r"(127\.0\.0\.1|localhost)(:\d+)?", self.headers.get("Host", ""), re.IGNORECASE):
            return self._send(403, "text/plain", b"only available on this machine\n")
        place = urllib.parse.urlsplit(self.path)
        asked = {name: values[-1] for name, values in urllib.parse.parse_qs(place.query).items()}
        try:
            if place.path == "/":
                return self._send(200, "text/html; charset=utf-8", _page())
            if place.path == "/state.json":
                return self._send(200, "application/json", json.dumps(_json(self.follower.state()), allow_nan=False).encode())
            if place.path == "/field.png":
                return self._field(asked)
            if place.path == "/history.png":
                key = ("history", str(self.follower.state().get("stamp")))
                return self._send(200, "image/png", self.follower.picture(key, _draw_history, str(self.follower.folder)))
        except Error as error:
            return self._send(503, "text/plain; charset=utf-8", f"{error}\n".encode())
        except (ValueError, OSError) as error:
            return self._send(400, "text/plain; charset=utf-8", f"{error}\n".encode())
        return self._send(404, "text/plain", b"nothing here\n")

    def _field(self, asked):
        state = self.follower.state()
        field = asked.get("field", "")
        if field not in state["fields"]:
            raise Error("no such field yet")
        last = len(state["times"]) - 1
        index = min(int(asked.get("index", last)), last)  # another run may have started in the folder
        if index < 0:
            raise ValueError(f"index: expected 0 to {last}, got {index}")
        key = ("field", field, index, state["times"][index], asked.get("plane"))
        image = self.follower.picture(key, _draw_field, str(self.follower.folder), field, index, asked.get("plane"))
        return self._send(200, "image/png", image)

    def _send(self, status, kind, body):
        try:
            self.send_response(status)
            for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), ("Cache-Control", "no-store"),
                                ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy",
                                 "default-src 'none'; img-src 'self' blob:; connect-src 'self'; style-src 'unsafe-inline'; "
                                 "script-src 'unsafe-inline'")):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the browser went away

    def log_message(self, *arguments):
        pass


def _page():
    return (pathlib.Path(__file__).parent / "watch.html").read_bytes()


def server(folder, port=0, every=2.0):
    """A server that only this machine can reach; use its serve_forever() and shutdown()."""
    folder = pathlib.Path(folder)
    if folder.exists() and not folder.is_dir():
        raise Error(f"{folder}: not a folder; give the one that the run writes to (taub run -o)")
    if not every > 0:
        raise Error(f"--every {every:g}: expected a number of seconds above 0")
    try:
        made = http.server.ThreadingHTTPServer(("127.0.0.1", port), type("Page", (Page,), {"follower": Follower(folder, every)}))
    except (OSError, OverflowError) as error:
        raise Error(f"port {port} cannot be used: {getattr(error, 'strerror', None) or error}; --port 0 uses a free one") from error
    made.daemon_threads = True
    return made


def serve(folder, port, every):
    made, exists = server(folder, port, every), folder.is_dir()
    try:
        print(f"http://127.0.0.1:{made.server_address[1]}/  follows {folder}{'' if exists else ', which does not exist yet'}; Ctrl-C ends it", flush=True)
        made.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        made.server_close()
        workers = made.RequestHandlerClass.follower.workers
        if workers:
            workers.shutdown(wait=False, cancel_futures=True)

"""The page that follows a run, films, several runs in one figure, slices, and exact solutions."""
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import numpy
import pytest

from conftest import ROOT, TAUB, make_case, run_case
from test_python_figures import write_run

sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tests" / "cli"))
import taub  # noqa: E402

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402
from taub import together, watch  # noqa: E402
from taub.__main__ import main  # noqa: E402


@pytest.fixture(autouse=True)
def closed():
    yield
    pyplot.close("all")


@pytest.fixture
def page(tmp_path):
    """(folder, get) of a server on a run that is under way; get(path, host) gives status, kind, bytes."""
    folder = write_run(tmp_path / "run").folder
    (folder / "summary.json").rename(folder / "summary.json.part")
    (folder / "case.yaml").write_text("time: {end: 4}\n")
    server = watch.server(folder, 0, 1e-9)  # each answer is of now
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def get(path, host="127.0.0.1", port=f":{server.server_address[1]}"):
        link = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=120)
        link.request("GET", path, headers={"Host": host + port})
        answer = link.getresponse()
        body = answer.read()
        link.close()
        return answer.status, answer.getheader("Content-Type"), body
    assert server.server_address[0] == "127.0.0.1"
    yield folder, get
    workers = server.RequestHandlerClass.follower.workers
    if workers:
        workers.shutdown()
    server.shutdown()
    server.server_close()


def test_the_main_field_is_shown_first(tmp_path):
    from test_python_figures import write_run
    write_run(tmp_path / "run", fields={name: {step: numpy.ones((1, 12, 12)) for step in (0, 10)}
                                        for name in ("bulk_pressure", "energy_density", "pressure")})
    assert watch._outline(tmp_path / "run")["fields"] == ["energy_density", "bulk_pressure", "pressure"]


def test_the_page_follows_a_run(page):
    folder, get = page
    state = json.loads(get("/state.json")[2])
    assert state["times"] == [0, 1] and state["fields"] == ["density", "velocity"] and state["step"] == 10 and state["end"] == 4
    assert state["status"].startswith("killed") or state["status"] == "under way, or killed"  # nobody holds the folder
    with open(folder / "history.csv", "a") as file:
        file.write("20,2,0.1,1,3\n30,2.9")  # the last line is being written
    state = json.loads(get("/state.json")[2])
    assert state["step"] == 20 and state["time"] == 2 and state["steps_per_second"] > 0 and state["left_seconds"] > 0
    status, kind, html = get("/")
    assert status == 200 and kind.startswith("text/html") and b"http://" not in html and b"https://" not in html
    for path in ("/field.png?field=velocity", "/field.png?field=density&index=0", "/history.png"):
        status, kind, image = get(path)
        assert (status, kind) == (200, "image/png") and image.startswith(b"\x89PNG") and len(image) > 5000


def test_the_page_refuses_what_it_should(page):
    folder, get = page
    assert get("/state.json", "elsewhere.example")[0] == 403
    assert get("/../history.csv")[0] == 404 and get("/watch.html")[0] == 404
    assert get("/field.png?field=nonsense")[0] == 503 and get("/field.png?field=density&index=x")[0] == 400
    for index in (-1, -2, -3):
        status, _, words = get(f"/field.png?field=density&index={index}")
        assert status == 400 and b"0 to 1" in words


def test_a_host_may_have_a_port(page):
    folder, get = page
    for host, port, status in (("localhost", "", 200), ("127.0.0.1", "", 200), ("LOCALHOST", ":80", 200), ("elsewhere.example", "", 403),
                               ("localhost.elsewhere.example", "", 403), ("", "", 403), ("elsewhere.example", ":127.0.0.1", 403),
                               ("127.0.0.1@elsewhere.example", "", 403), ("[", "", 403)):
        assert get("/state.json", host, port)[0] == status, (host, port)


def test_what_is_no_number_is_null(page):
    """JSON has no word for it, and the browser would take nothing at all."""
    folder, get = page
    (folder / "history.csv").write_text("step,time,dt,floored,mass\n0,0,0,0,1\n10,1,nan,nan,inf\n")
    status, _, body = get("/state.json")

    def refuse(word):
        raise AssertionError(word)
    state = json.loads(body, parse_constant=refuse)
    assert status == 200 and state["step"] == 10 and state["dt"] is None and state["counts"]["floored"] is None


def test_a_folder_in_which_nothing_is_yet(page):
    folder, get = page
    (folder / "fields.h5").unlink()
    state = json.loads(get("/state.json")[2])
    assert state["waiting"] == "no output yet" and state["step"] == 10
    for name in ("history.csv", "case.yaml", "summary.json.part"):
        (folder / name).unlink()
    assert json.loads(get("/state.json")[2])["status"] == "not started"
    (folder / "fields.h5").write_bytes(b"\x89HDF\r\n\x1a\n" + bytes(400))
    assert "not a readable" in json.loads(get("/state.json")[2])["waiting"]


def test_the_lock_of_a_run_is_seen(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    if watch.is_held(tmp_path) is None:
        pytest.skip("no /proc/locks here")
    assert watch.is_held(tmp_path) is False
    held = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    if not any(" FLOCK " in line for line in open("/proc/locks")):
        pytest.skip("/proc/locks lists none here")
    assert watch.is_held(tmp_path) is True
    os.close(held)


def test_watch_from_the_command_line(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["watch", str(tmp_path / "file")]) == 2 and "not a folder" in capsys.readouterr().err
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen([sys.executable, "-m", "taub", "watch", str(tmp_path / "run"), "--port", "0"], env=environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        port = int(line.split("/")[2].split(":")[1])

        def state():
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/state.json", timeout=60) as answer:
                return json.load(answer)
        assert state()["status"] == "not started" and "does not exist yet" in line
        write_run(tmp_path / "run")
        deadline = time.monotonic() + 60
        while state()["status"] == "not started" and time.monotonic() < deadline:
            time.sleep(0.2)
        assert state()["status"] == "done" and state()["times"] == [0, 1]
        assert main(["watch", str(tmp_path), "--port", str(port)]) == 2 and "cannot be used" in capsys.readouterr().err
        process.send_signal(signal.SIGINT)
        words = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    assert process.returncode == 0 and words == "" and line.startswith("http://127.0.0.1:")


# Films


@pytest.mark.parametrize("cells", [(12, 12, 1), (16, 1, 1), (6, 7, 8)])
def test_a_film(tmp_path, cells):
    image = pytest.importorskip("PIL.Image")
    run = write_run(tmp_path / "run", cells)
    more = ["--slice", "y=0.5"] if cells[2] > 1 else []
    assert main(["movie", str(run.folder), "--field", "density", "-o", str(tmp_path / "film.gif"), *more]) == 0
    assert image.open(tmp_path / "film.gif").n_frames == 2


def test_a_film_by_ffmpeg(tmp_path):
    if not shutil.which("ffmpeg"):
        pytest.skip("ffmpeg is not installed")
    run = write_run(tmp_path / "run")
    assert main(["movie", str(run.folder), "--field", "velocity", "--streamlines"]) == 0
    assert b"ftyp" in (run.folder / "plots" / "velocity.mp4").read_bytes()[:32]


def test_films_that_cannot_be(tmp_path, capsys):
    run = write_run(tmp_path / "run")
    assert main(["movie", str(run.folder), "--field", "density", "-o", str(tmp_path / "film.avi")]) == 2
    assert ".mp4, .gif or .png" in capsys.readouterr().err
    assert main(["movie", str(run.folder), "--field", "density", "--slice", "z=a"]) == 2
    assert "such as --slice z=0" in capsys.readouterr().err


# Slices, several runs


def test_slices(tmp_path):
    run = write_run(tmp_path / "run", (6, 7, 8))
    figure = taub.plot_maps(run, "density", slices=[("x", 0.9), ("z", 0)], times=[1])
    assert figure.axes[0].get_title() == "$t = 1$,  $x = 0.917$"
    values = run.field("density").values
    assert numpy.array_equal(figure.axes[0].images[0].get_array(), values[:, :, 5])
    assert numpy.array_equal(figure.axes[1].images[0].get_array(), values[0])
    with pytest.raises(taub.Error, match="no axis 'eta'"):
        taub.plot_maps(run, "density", slices=[("eta", 0)])


def test_streamlines(tmp_path):
    run = write_run(tmp_path / "run")
    plain, lines = (taub.plot_slice(run, "density", streamlines=on).collections for on in (False, True))
    assert not plain and len(lines[0].get_segments()) > 10


def test_several_runs(tmp_path, capsys):
    runs = [write_run(tmp_path / name / "out", cells, speed) for name, cells, speed in
            (("a", (12, 12, 1), 1), ("b", (20, 20, 1), 2))]
    assert together.names_of(runs) == ["a/out", "b/out"]
    figure = together.plot_maps(runs, "velocity")
    assert [ax.get_title().split("\n")[0] for ax in figure.axes[:2]] == ["a/out", "b/out"]
    assert figure.axes[0].images[0].norm is figure.axes[1].images[0].norm
    assert main(["plot", *(str(run.folder) for run in runs), "-o", str(tmp_path / "png")]) == 0
    assert sorted(path.name for path in (tmp_path / "png").iterdir()) == [
        "density-together.png", "history-together.png", "velocity-together.png"]
    line = write_run(tmp_path / "c", (9, 1, 1))
    ax = together.plot_lines([line, write_run(tmp_path / "d", (17, 1, 1))], "density")
    assert [len(shown.get_xdata()) for shown in ax.lines] == [9, 17]
    capsys.readouterr()
    assert main(["plot", str(line.folder), str(runs[0].folder)]) == 2 and "different dimensions" in capsys.readouterr().err


# Exact solutions


@pytest.fixture(scope="module")
def tube(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exact")
    case = make_case(folder, mesh={"cells": [40, 1, 1], "lower": [-5, -0.5, -0.5], "upper": [5, 0.5, 0.5]},
                     time={"start": 0, "end": 2},
                     initial={"kind": "riemann", "left": {"energy_density": 2}, "right": {"energy_density": 0.2}},
                     output={"every": 1})
    return run_case(case, folder / "out")


def test_the_exact_solution_beside_the_result(tube):
    run = taub.open(tube)
    exact, found = run.exact("energy_density"), run.field("energy_density")
    assert exact.dims == found.dims and exact.attrs == found.attrs
    difference = numpy.abs(exact.values - found.values).mean()
    assert 0 < difference == pytest.approx(run.summary["errors"]["energy_density"]["l1"], rel=1e-9)
    assert numpy.array_equal(run.exact("energy_density", time=0).values, run.field("energy_density", time=0).values)
    assert run.exact("velocity/x").values.max() > 0.1
    ax = taub.plot_profile(run, "energy_density", times=[1, 2], exact=True)
    assert len(ax.lines) == 4 and ax.lines[-1].get_linestyle() == "--"


def test_where_none_is_known(tmp_path, tube, capsys):
    folder = tmp_path / "run"
    shutil.copytree(tube, folder)
    text = (folder / "case.yaml").read_text()
    start = text.index("initial:")
    (folder / "case.yaml").write_text(text[:start] + "initial: {kind: gaussian, background: {energy_density: 1}, "
                                      "peak: {energy_density: 2}, width: [1, 1, 1]}\n" + "output:" + text.split("\noutput:")[1])
    assert main(["profile", str(folder), "--exact"]) == 2
    assert "There is no exact solution at time" in capsys.readouterr().err


@pytest.fixture
def python_of_these_tests(tmp_path):
    """An environment whose python3 is this one, and that does not know the package."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (tmp_path / "bin/python3").chmod(0o755)
    return {**os.environ, "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin", "PYTHONPATH": ""}


def test_the_program_calls_the_package(tmp_path, python_of_these_tests):
    """taub plot and taub watch are those of python3 -m taub, found beside the program."""
    folder = write_run(tmp_path / "run").folder
    done = subprocess.run([TAUB, "plot", folder], env=python_of_these_tests, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert str(folder / "plots/overview.png") in done.stdout.splitlines() and (folder / "plots/overview.png").exists()
    wrong = subprocess.run([TAUB, "plot", tmp_path / "nowhere"], env=python_of_these_tests, capture_output=True, text=True)
    assert wrong.returncode == 2 and "nowhere: there is no such folder" in wrong.stderr
    page = subprocess.Popen([TAUB, "watch", folder, "--port", "0"], env=python_of_these_tests, stdout=subprocess.PIPE, text=True)
    try:
        port = int(re.match(r"http://127\.0\.0\.1:(\d+)/", page.stdout.readline()).group(1))
        connection = http.client.HTTPConnection("127.0.0.1", port)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
    finally:
        page.terminate()
        page.wait()
        page.stdout.close()


def test_the_program_without_python(tmp_path):
    done = subprocess.run([TAUB, "watch", tmp_path], env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 1 and "python3 cannot be started: No such file" in done.stderr

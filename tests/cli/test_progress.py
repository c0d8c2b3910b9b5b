"""What a run shows while it runs: one line that is redrawn on a terminal, a line every few seconds elsewhere."""
import os
import pty
import re
import signal
import subprocess
import threading
import time

import pytest

from conftest import TAUB, make_case

LINE = r"step \d+  time \S+/\S+  dt \S+  \S+( [kMGT])? zone updates/s"


def long_case(folder):
    """Minutes of work; the tests end it."""
    return make_case(folder, mesh={"cells": [256, 256, 1], "boundary": "periodic"}, time={"end": 1000},
                     output={"history": 0})


def test_redrawn_on_a_terminal(tmp_path):
    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"no terminal can be opened here: {error}")
    process = subprocess.Popen([TAUB, "run", str(long_case(tmp_path)), "-o", str(tmp_path / "out")],
                               stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    threading.Timer(4, lambda: process.send_signal(signal.SIGINT)).start()
    shown = b""
    try:
        while True:
            shown += os.read(ours, 4096)
    except OSError:  # the other side has closed
        pass
    process.communicate(timeout=60)
    os.close(ours)
    lines = [part for part in shown.decode().split("\r\x1b[K")[1:]]
    assert len(lines) >= 2, shown
    assert all(re.match(LINE, line) for line in lines), lines
    assert re.search(r"\d+ (s|min \d\d s|h \d\d min) left", lines[-1])
    assert all(len(line.split("\r")[0]) < 80 for line in lines), "wider than the terminal"


def test_a_line_every_few_seconds_elsewhere(tmp_path):
    process = subprocess.Popen([TAUB, "run", str(long_case(tmp_path)), "-o", str(tmp_path / "out")], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    start = time.monotonic()
    first = next((line for line in iter(process.stderr.readline, "") if re.match(LINE, line)), None)
    waited = time.monotonic() - start
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 1
    assert first and "\r" not in first
    assert waited > 4

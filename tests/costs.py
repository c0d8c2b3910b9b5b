#!/usr/bin/env python3
"""What tests cost in processor seconds, which other work on the machine changes little:

    python3 tests/costs.py build [-R REGEX] [--compiler clang] [--flags=-O1] [--brief=-O1]

Runs the entries of ctest that match, in the order of their names and with a kernel cache that is empty at first, as after
a fresh clone. Prints for each the processor seconds of all its processes, those of the C compiler among them (sampled),
how many programs it added to the cache, its seconds by the clock, and those of them in which all of its processes slept:
a core that ctest has given to this entry then stands idle. --compiler, --flags and --brief compile kernels otherwise
than tests/CMakeLists.txt says: the choice there is right where the total of an entry is least.
"""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

COMPILERS = {"cc1", "clang", "clang-14", "as", "ld", "collect2"}
TICKS = os.sysconf("SC_CLK_TCK")


def look(session):
    """{process: its processor seconds so far} of the compilers in a session; whether all of its processes sleep."""
    found, asleep = {}, True
    for process in os.listdir("/proc"):
        if not process.isdigit():
            continue
        try:
            text = pathlib.Path("/proc", process, "stat").read_text()
        except OSError:
            continue  # it has ended
        name, fields = text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()
        if int(fields[3]) != session:
            continue
        asleep = asleep and fields[0] not in ("R", "D")
        if name in COMPILERS:
            found[process] = (int(fields[11]) + int(fields[12])) / TICKS
    return found, asleep


def wait(process, timeout):
    """(exit status, processor seconds of it and all its descendants, those of compilers, the share of its time in which
    all of them sleep)."""
    compilers, sleeps, ended = {}, [], threading.Event()

    def watch():
        while not ended.wait(0.1):
            found, asleep = look(process.pid)
            compilers.update(found)
            sleeps.append(asleep)

    watcher = threading.Thread(target=watch)
    watcher.start()
    timer = threading.Timer(timeout, os.killpg, (process.pid, signal.SIGKILL))
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    ended.set()
    watcher.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    return (process.returncode, usage.ru_utime + usage.ru_stime, sum(compilers.values()),
            sum(sleeps) / max(len(sleeps), 1))


def measure(test, cache, chosen):
    properties = {entry["name"]: entry["value"] for entry in test["properties"]}
    environment = dict(os.environ)
    environment.update(line.split("=", 1) for line in properties.get("ENVIRONMENT", []))
    environment.update(TAUB_CACHE=str(cache), POCL_CACHE_DIR=str(cache / f"pocl-{test['name'].replace('/', '-')}"))
    environment.update({name: value for name, value in chosen.items() if value})
    before, began = len(list(cache.glob("*.so"))), time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(test["command"], env=environment, cwd=properties["WORKING_DIRECTORY"], stdout=output,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
        status, total, compilers, asleep = wait(process, properties.get("TIMEOUT", 900))
        output.seek(0)
        text = output.read().decode(errors="replace") if status not in (0, 77) else ""
    result = {"name": test["name"], "total": total, "compilers": compilers, "clock": time.monotonic() - began,
              "programs": len(list(cache.glob("*.so"))) - before, "status": status}
    result["idle"] = asleep * result["clock"]
    word = {0: "", 77: "skipped"}.get(status, f"FAILED ({status})")
    print(f"{result['name']:44}{total:9.1f}{compilers:9.1f}{result['programs']:6}{result['clock']:9.1f}{result['idle']:7.1f}  {word}", flush=True)
    if text:
        print(text[-3000:], file=sys.stderr)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", help="the folder of the build")
    parser.add_argument("-R", "--regex", default="", help="entries whose names match")
    parser.add_argument("--compiler", help="TAUB_CC for all of them")
    parser.add_argument("--flags", help="TAUB_CFLAGS for all of them")
    parser.add_argument("--brief", help="TAUB_BRIEF_CFLAGS, of programs of initial data, for all of them")
    arguments = parser.parse_args()
    listed = subprocess.run(["ctest", "--test-dir", arguments.build, "--show-only=json-v1"], capture_output=True, check=True)
    tests = [test for test in json.loads(listed.stdout)["tests"] if re.search(arguments.regex, test["name"])]
    print(f"{'':44}{'total':>9}{'compiler':>9}{'new':>6}{'clock':>9}{'idle':>7}  (processor seconds)")
    with tempfile.TemporaryDirectory(prefix="taub-costs-") as folder:
        chosen = {"TAUB_CC": arguments.compiler, "TAUB_CFLAGS": arguments.flags, "TAUB_BRIEF_CFLAGS": arguments.brief}
        results = [measure(test, pathlib.Path(folder), chosen) for test in tests]
    for title, key in (("total", "total"), ("of that compilers", "compilers"), ("idle, by the clock", "idle")):
        print(f"{title}: {sum(result[key] for result in results):.0f} s in {len(results)} entries")
    return any(result["status"] not in (0, 77) for result in results)


if __name__ == "__main__":
    sys.exit(main())

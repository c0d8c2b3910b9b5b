"""A program that embeds the library may have chosen a locale with a decimal comma: every number stays the same.

The locale is compiled here from Debian's sources, and a small preloaded library chooses it when the program starts, as a
program with a user interface would.
"""
import os
import pathlib
import shutil
import subprocess

import numpy
import pytest

from conftest import ROOT, assert_same_bits, make_case, read_summary, run_case

BUILD = pathlib.Path(os.environ.get("TAUB_BUILD", ROOT / "build"))

CHOOSER = """
#define _GNU_SOURCE
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((constructor)) static void choose(void)
{
    char text[16];
    if (strncmp(program_invocation_short_name, "taub", 4) != 0)
        return; /* compilers are programs of their own */
    if (!setlocale(LC_ALL, "de_DE.UTF-8") || snprintf(text, sizeof text, "%.1f", 0.5) < 0 || strcmp(text, "0,5") != 0)
        exit(99);
}
"""


@pytest.fixture(scope="module")
def comma(tmp_path_factory):
    """The environment of a program that has chosen a decimal comma."""
    folder = tmp_path_factory.mktemp("locale")
    if not shutil.which("localedef") or not pathlib.Path("/usr/share/i18n/locales/de_DE").exists():
        pytest.skip("no sources of locales (Debian's package locales)")
    if not shutil.which("gcc"):
        pytest.skip("no gcc to make the library that chooses the locale")
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder / "de_DE.UTF-8"], capture_output=True,
                          text=True)
    if made.returncode:
        pytest.skip(f"localedef: {made.stderr.strip()}")
    (folder / "choose.c").write_text(CHOOSER)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", folder / "choose.so", folder / "choose.c"], check=True)
    return {"LOCPATH": str(folder), "LC_ALL": "de_DE.UTF-8", "LD_PRELOAD": str(folder / "choose.so"),
            "ASAN_OPTIONS": "verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")}


def test_the_embedding_example(comma):
    program = BUILD / "examples/embed/taub_example_embed"
    plain = subprocess.run([program], capture_output=True, text=True, timeout=300)
    local = subprocess.run([program], capture_output=True, text=True, timeout=300, env={**os.environ, **comma})
    assert plain.returncode == 0, plain.stderr
    assert local.returncode == 0, local.stderr
    assert "," in local.stdout, "the locale was not chosen"
    assert local.stdout.replace(",", ".") == plain.stdout.replace(",", ".")


def test_runs_with_user_code_tables_and_text_files(tmp_path, comma):
    (tmp_path / "rate.c").write_text(
        "void source(const real x[3], real t, const real state[], real rate[])\n{\n"
        "    for (int c = 0; c < 5; c++)\n        rate[c] = 0;\n"
        "    rate[0] = -PARAMETER(cooling) * state[0];\n}\n")
    energies = numpy.geomspace(1e-4, 50, 80)
    # p = e/3.5 and dp = s dT, so T goes with e^(1/4.5)
    (tmp_path / "fluid.txt").write_text("# e p T cs2\n" + "".join(
        f"{e:.12g} {e / 3.5:.12g} {0.2 * e ** (1 / 4.5):.12g} {1 / 3.5:.12g}\n" for e in energies))
    y, x = numpy.mgrid[-4:4:17j, -4:4:17j]
    numpy.savetxt(tmp_path / "event.dat", numpy.exp(-(x * x + y * y) / 4), fmt="%.6f")
    changes = {
        "with user code": dict(source={"file": "rate.c", "parameters": {"cooling": 0.125}}),
        "from text files": dict(
            eos={"kind": "table", "file": "fluid.txt"}, mesh={"cells": [16, 16, 1]},
            initial={"kind": "trento", "file": "event.dat", "spacing": 0.5, "scale": 3.5,
                     "background": {"energy_density": 0.01}}),
    }
    for name, change in changes.items():
        case = make_case(tmp_path, time={"end": 0.25}, **change)
        plain = run_case(case, tmp_path / name / "plain")
        local = run_case(case, tmp_path / name / "local", env=comma)
        assert_same_bits(plain, local)
        for file in ["history.csv", "case.yaml", "fields.xmf"]:
            assert (plain / file).read_text() == (local / file).read_text(), f"{name}: {file}"
        assert read_summary(plain)["totals"] == read_summary(local)["totals"]

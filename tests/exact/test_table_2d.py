"""eos.kind table-2d: the quark gas of quark_gas.py through its table, against its own formulas and Bjorken's equations
integrated here."""
import numpy
import pytest
import yaml

import quark_gas
from conftest import ROOT, make_case, merge, read_fields, read_history, read_summary, run_case, run_taub
from exact_solutions import gubser_temperature

START, END = 1.0, 6.0
FIELDS = ["energy_density", "charge_density", "pressure", "temperature", "chemical_potential", "entropy_density",
          "sound_speed_squared"]


def case_of(folder, name, table, steps=400, **more):
    parts = dict(eos={"kind": "table-2d", "file": str(table)},
                 mesh={"coordinates": "milne", "cells": [1, 1, 1], "lower": [-1, -1, -1], "upper": [1, 1, 1]},
                 time={"start": START, "end": END, "cfl": None, "step": (END - START) / steps},
                 initial={"kind": "bjorken", "state": {"energy_density": 12.0, "charge_density": 1.1}},
                 output={"fields": FIELDS, "history": 0})
    parts.update(more)
    return make_case(folder, name, **parts)


def bjorken():
    """e and n at the end: n tau constant, de/d ln tau = -(e + p)."""
    def rate(s, e):
        t, mu = quark_gas.invert(numpy.array(e), numpy.array(1.1 * numpy.exp(-s)))
        return -(e + quark_gas.state(t, mu)[0])

    e, h = 12.0, numpy.log(END / START) / 200
    for i in range(200):
        s = i * h
        k1 = rate(s, e)
        k2 = rate(s + h / 2, e + h / 2 * k1)
        k3 = rate(s + h / 2, e + h / 2 * k2)
        e += h / 6 * (k1 + 2 * k2 + 2 * k3 + rate(s + h, e + h * k3))
    return e, 1.1 * START / END


@pytest.mark.parametrize("precision, tolerance", [("double", 1e-4), ("single", 1e-4)])
def test_bjorken_flow_with_a_charge(tmp_path, precision, tolerance):
    """Through a joint of levels. The table is good to 1e-5 at these densities (test_the_table_converges)."""
    table = quark_gas.write_table(tmp_path)
    time, fields = read_fields(run_case(case_of(tmp_path, "case", table), tmp_path / "out", "--precision", precision))
    e, n = bjorken()
    t, mu = quark_gas.invert(numpy.array(e), numpy.array(n))
    p, _, _, s = quark_gas.state(t, mu)
    expected = {"energy_density": e, "charge_density": n, "pressure": p, "temperature": t, "chemical_potential": mu,
                "entropy_density": s}
    errors = {name: abs(fields[name].item() / value - 1) for name, value in expected.items()}
    print(errors)
    assert time == pytest.approx(END) and max(errors.values()) < tolerance


INITIAL = """
void initial(const real x[3], real t, real state[])
{
    state[0] = exp((real)x[0]);
    state[4] = x[1] * (state[0] < (real)0.5 ? (real)0.079 : state[0] < (real)5 ? (real)0.39 : (real)2.9);
}
"""


def grid(folder, fine, precision, device="host"):
    """The fluid at rest at 97 x 41 places of (ln e, share of the largest charge), as the device sees it; and by formulas."""
    folder.mkdir()
    (folder / "initial.c").write_text(INITIAL)
    low, high = numpy.log(0.102), numpy.log(29.9)
    case = case_of(folder, "case", quark_gas.write_table(folder, fine),
                   mesh={"coordinates": "cartesian", "cells": [97, 41, 1], "lower": [low, -1, 0], "upper": [high, 1, 1]},
                   time={"start": 0, "end": 1e-9, "cfl": None, "step": 1e-9},
                   initial={"kind": "code", "file": str(folder / "initial.c")})
    _, fields = read_fields(run_case(case, folder / "out", "--precision", precision, "--device", device), 0)
    e, n = fields["energy_density"][0].astype(float), fields["charge_density"][0].astype(float)
    t, mu = quark_gas.invert(e, numpy.abs(n))
    p, _, _, s = quark_gas.state(t, mu)
    exact = {"pressure": p, "temperature": t, "chemical_potential": mu * numpy.sign(n), "entropy_density": s,
             "sound_speed_squared": quark_gas.sound_speed_squared(t, mu)}
    return fields, {name: numpy.abs(fields[name][0] - value) / numpy.abs(value).max(axis=0)
                    for name, value in exact.items()}


def test_the_table_converges(tmp_path):
    """Cubics with slopes of second order: values at third order, their derivatives, the sound, at second. Slopes at n = 0 are
    exact by symmetry."""
    errors = [{name: error.mean() for name, error in grid(tmp_path / str(fine), fine, "double")[1].items()}
              for fine in (1, 2)]
    for name, (coarse, fine) in {name: [error[name] for error in errors] for name in errors[0]}.items():
        print(f"{name}: {fine:.1e}, order {numpy.log2(coarse / fine):.2f}")
        assert numpy.log2(coarse / fine) > (1.6 if name == "sound_speed_squared" else 2.6)


def test_single_precision_and_signs(tmp_path):
    """p, T, s and the sound are even in n, mu is odd; single precision is the double one rounded."""
    double, single = (grid(tmp_path / precision, 1, precision)[0] for precision in ("double", "single"))
    for name in FIELDS[2:]:
        sign = -1 if name == "chemical_potential" else 1
        assert numpy.allclose(double[name][0][:20], sign * double[name][0][:20:-1], rtol=1e-13, atol=0)
        difference = numpy.abs(single[name] - double[name]).max() / numpy.abs(double[name]).max()
        assert difference < (1e-4 if name == "sound_speed_squared" else 1e-5), name


def test_where_the_last_rows_repeat(tmp_path):
    """As the last level of NEOS has the state at T = 1 GeV in its last rows: the table ends in the row before, and that is told.
    Below it is the table without them."""
    full, cut = tmp_path / "full", tmp_path / "cut"
    full.mkdir(), cut.mkdir()
    tables = [quark_gas.write_level(folder, "gas1", 0, 0.25, 60, 0.05, 24, hottest=hottest)
              for folder, hottest in ((full, None), (cut, 0.28))]
    t = quark_gas.invert(0.25 * numpy.arange(1, 61), 0.0 * numpy.arange(1, 61))[0]
    end = 0.25 * numpy.count_nonzero(t <= 0.28)
    assert 8 < end < 14
    low = {"energy_density": end - 2, "charge_density": 0.5}
    fields = [read_fields(run_case(case_of(folder, "case", table, 40, initial={"kind": "bjorken", "state": low}),
                                   folder / "out"))[1] for folder, table in zip((full, cut), tables)]
    for name in FIELDS:
        assert numpy.allclose(fields[0][name], fields[1][name], rtol=1e-12), name
    case = case_of(cut, "case", tables[1], 40, initial={"kind": "bjorken", "state": low})
    words = f"gas1_p.dat: its last {60 - round(end / 0.25)} rows repeat each other; the table ends before them, at energy density {end:g}"
    assert words in run_taub("check", case).stdout
    assert words in run_taub("run", case, "-o", cut / "told").stderr
    high = case_of(cut, "high", tables[1], 40, initial={"kind": "bjorken", "state": {**low, "energy_density": end + 0.5}})
    assert f"{end:g}" in run_taub("check", high, expect=2).stderr


def test_the_smallest_table_whose_last_row_repeats(tmp_path):
    """Three charges, four energy densities, the last two rows alike: two intervals are left."""
    values = {"p": lambda e, n: e / 3, "t": lambda e, n: 0.16 * e**0.25, "mub": lambda e, n: n * (e > 0)}
    for kind, value in values.items():
        rows = "".join(" ".join(f"{value(e, n):15.10f}" for n in (0, 0.1, 0.2)) + "\n" for e in (0, 1, 2, 2))
        (tmp_path / f"small_{kind}.dat").write_text("  0.0000000000    0.0000000000\n  0.1000000000    1.0000000000    2    3\n" + rows)
    case = make_case(tmp_path, eos={"kind": "table-2d", "file": str(tmp_path / "small_p.dat")}, mesh={"cells": [8, 1, 1]},
                     initial={"kind": "riemann", "axis": "x", "left": {"energy_density": 1.2}, "right": {"energy_density": 1}})
    assert "at energy density 2 instead of 3" in run_taub("check", case).stdout


def test_where_published_tables_repeat_their_last_values(tmp_path):
    """As NEOS is beyond the charges that matter can have, and with a first row at e = 0: charges end there, runs beyond are
    counted as regulated, and start refused."""
    full, cut = tmp_path / "full", tmp_path / "cut"
    full.mkdir(), cut.mkdir()
    tables = [quark_gas.write_level(folder, "gas1", 0, 0.25, 60, 0.05, 24, beyond=beyond)
              for folder, beyond in ((full, None), (cut, 0.5))]
    low = {"energy_density": 12.0, "charge_density": 0.5}
    fields = [read_fields(run_case(case_of(folder, "case", table, 40, initial={"kind": "bjorken", "state": low}),
                                   folder / "out"))[1] for folder, table in zip((full, cut), tables)]
    for name in FIELDS:
        assert numpy.allclose(fields[0][name], fields[1][name], rtol=1e-9), name
    assert read_summary(cut / "out")["counts"]["regulated"] == 0
    high = case_of(cut, "high", tables[1], 40, initial={"kind": "bjorken", "state": {**low, "charge_density": 0.7}})
    message = run_taub("run", high, "-o", cut / "high-out", expect=2).stderr
    assert "charge_density: is 0.7; at the energy density 12" in message and "ends at 0.6" in message
    assert not (cut / "high-out").exists()
    # beyond the end p does not depend on n: a fluid at rest stays, and each of its cells is counted in each stage
    (cut / "initial.c").write_text("void initial(const real x[3], real t, real state[])\n"
                                   "{ state[0] = 5; state[4] = x[0] > 0 ? (real)0.65 : (real)0.61; }\n")
    steps = 3
    beyond = case_of(cut, "beyond", tables[1], steps, mesh={"coordinates": "cartesian", "cells": [8, 1, 1]},
                     time={"start": 0, "end": 0.03, "cfl": None, "step": 0.01},
                     initial={"kind": "code", "file": str(cut / "initial.c")})
    out = run_case(beyond, cut / "beyond-out")
    assert read_summary(out)["counts"]["regulated"] == 2 * steps * 8
    assert read_summary(out)["regulated"] == {"eos_range": 2 * steps * 8}
    assert numpy.allclose(read_fields(out)[1]["pressure"], read_fields(out, 0)[1]["pressure"].flat[0], rtol=1e-12)


def test_the_end_in_energy_stops_a_run(tmp_path):
    table = quark_gas.write_level(tmp_path, "gas1", 0.1, 0.1, 20, 0.01, 10)
    (tmp_path / "initial.c").write_text("void initial(const real x[3], real t, real state[])\n"
                                        "{ state[0] = 2; state[1] = x[0] > 0 ? -1 : 1; }\n")
    case = case_of(tmp_path, "case", table, mesh={"coordinates": "cartesian", "cells": [32, 1, 1]},
                   time={"start": 0, "end": 0.5, "cfl": 0.4, "step": None},
                   initial={"kind": "code", "file": str(tmp_path / "initial.c")}, output={"history": 1})
    message = run_taub("run", case, "-o", tmp_path / "out", "--quiet", expect=1).stderr
    assert "gas1_p.dat: the table ends at the energy density 2.1" in message


def edited(folder, name, edit):
    """A table of one level with one file changed."""
    folder.mkdir()
    table = quark_gas.write_level(folder, "gas1", 0.1, 0.1, 6, 0.01, 5)
    path = folder / f"gas1_{name}.dat"
    path.write_text(edit(path.read_text()))
    return table


def lines(change):
    def edit(text):
        rows = text.split("\n")
        change(rows)
        return "\n".join(rows)
    return edit


def replaced(at, new):
    def change(rows):
        rows[at - 1] = new
    return lines(change)


def numbers(function):
    def edit(text):
        rows = text.split("\n")
        return "\n".join(rows[:2] + [" ".join(str(function(float(x))) for x in row.split()) for row in rows[2:]])
    return edit


@pytest.mark.parametrize("name, edit, expected", [
    ("p", replaced(1, "0.1 0.1"), "gas1_p.dat:1: expected charge densities from 0 on, got 0.1"),
    ("p", replaced(1, "0 0.1 3"), "gas1_p.dat:1: expected the first charge density and the first energy density of a level"),
    ("p", replaced(2, "0.01 0.1 5 x"), 'gas1_p.dat:2: expected numbers, got "x"'),
    ("p", replaced(2, "0.01 -0.1 5 6"), "gas1_p.dat:2: expected spacings above 0, got 0.01 and -0.1"),
    ("p", replaced(2, "0.01 0.1 5 1"), "gas1_p.dat:2: expected 2 to 20000 intervals, got 1"),
    ("p", replaced(2, "0.01 0.1 5 7"), "gas1_p.dat: holds 42 numbers after its header, which announces 8 x 6 nodes, 48"),
    ("p", replaced(4, "nan"), "gas1_p.dat:4: expected finite numbers, got nan"),
    ("p", lambda text: "0 0.1\n", "gas1_p.dat: ends before the six numbers of its header"),
    ("p", replaced(3, "-0.02 0.02 0.02 0.02 0.02"), "gas1_p.dat:3: expected a pressure and a temperature above 0"),
    ("t", replaced(2, "0.02 0.1 5 6"), "gas1_t.dat:2: expected the grid of "),
    ("mub", lambda text: text.rstrip().rsplit(" ", 1)[0] + "\n", "gas1_mub.dat: holds "),
    ("mub", lines(lambda rows: rows.__setitem__(2, rows[2].replace("0.0000000000", "0.2000000000", 1))),
     "gas1_p.dat:3: expected a chemical potential of 0"),
    ("t", numbers(lambda x: x**2), "expected de = T ds with s = (e + p)/T from the row below"),
    ("mub", numbers(lambda x: 1000 * x), "gas1_p.dat:3: expected consistent thermodynamics at the smallest charge densities"),
], ids=lambda value: value if isinstance(value, str) else "")
def test_wrong_files(tmp_path, name, edit, expected):
    table = edited(tmp_path / "table", name, edit)
    done = run_taub("run", case_of(tmp_path, "case", table), "-o", tmp_path / "out", expect=2)
    print(done.stderr)
    assert expected in done.stderr and not (tmp_path / "out").exists()


def test_numbers_of_levels_with_leading_zeros(tmp_path):
    """gas09 is followed by gas10."""
    table = quark_gas.write_level(tmp_path, "gas09", 0.1, 0.1, 6, 0.01, 5)
    case = case_of(tmp_path, "case", table, initial={"kind": "bjorken", "state": {"energy_density": 1.0, "charge_density": 0.01}})
    done = run_taub("check", case, expect=2)
    assert "goes from 0.1 to 0.7" in done.stderr
    quark_gas.write_level(tmp_path, "gas10", 0.7, 0.1, 6, 0.01, 5)
    run_taub("check", case)


def test_wrong_names_and_joints(tmp_path):
    table = quark_gas.write_level(tmp_path, "gas1", 0.1, 0.1, 6, 0.01, 5)
    (tmp_path / "other.dat").write_text("0 0\n")
    done = run_taub("check", case_of(tmp_path, "case", tmp_path / "other.dat"), expect=2)
    assert "expected the pressure of the first level, a name that ends with _p.dat" in done.stderr
    quark_gas.write_level(tmp_path, "gas2", 0.9, 0.1, 6, 0.01, 5)
    done = run_taub("check", case_of(tmp_path, "case", table), expect=2)
    assert "gas2_p.dat: expected energy densities that continue where" in done.stderr
    (tmp_path / "gas2_t.dat").unlink()
    done = run_taub("check", case_of(tmp_path, "case", table), expect=2)
    assert "gas2_t.dat: cannot be opened" in done.stderr


@pytest.mark.parametrize("scheme", [{"kind": "kurganov-tadmor"}, {"kind": "rk-weno", "order": 3}], ids=lambda s: s["kind"])
def test_the_table_of_a_conformal_gas_gives_the_conformal_flow(tmp_path, monkeypatch, scheme):
    """p = e/3 whatever n is, to the ten digits of the files: by another recovery, with a charge that does not act back and
    that stays to rounding."""
    monkeypatch.setattr(quark_gas, "K", 0)
    tables = {"kind": "table-2d", "file": str(quark_gas.write_level(tmp_path, "gas1", 0, 0.5, 30, 0.1, 20))}
    initial = {"kind": "gaussian", "peak": {"energy_density": 10, "charge_density": 0.8}, "width": [1, 0.7, 1],
               "background": {"energy_density": 1, "charge_density": 0.02, "velocity": [0.3, -0.2, 0]}}
    folders = [run_case(case_of(tmp_path, name, tables["file"], eos=eos, initial=initial, scheme=scheme,
                                mesh={"coordinates": "milne", "cells": [24, 20, 1], "lower": [-3, -3, -3], "upper": [3, 3, 3],
                                      "boundary": "periodic"},
                                time={"start": 0.8, "end": 1.6, "cfl": None, "step": 0.04},
                                output={"fields": ["energy_density", "charge_density", "velocity", "pressure"]}),
                        tmp_path / f"out-{name}")
               for name, eos in (("table", tables), ("conformal", {"kind": "conformal"}))]
    run_taub("compare", *folders, "--tolerance", 1e-8)
    assert read_summary(folders[0])["counts"]["regulated"] == 0
    charge = read_history(folders[0])["charge"]
    assert charge[0] > 1 and numpy.abs(charge / charge[0] - 1).max() < 1e-13


def test_gubser_flow_with_a_charge(tmp_path):
    """n goes as T^3 of the exact solution, so that its error is about three times that of T; both at second order."""
    case = merge(yaml.safe_load((ROOT / "examples/gubser-ideal/case.yaml").read_text()),
                 {"initial": {"charge_density": 0.4}, "time": {"end": 2}, "scheme": {"limiter": "parabolic"},
                  "output": {"fields": ["charge_density", "temperature"]}})
    errors = []
    for cells in (25, 50):
        folder = run_case(make_case(tmp_path, f"case-{cells}", case, mesh={"cells": [cells, cells, 1]}), tmp_path / str(cells))
        errors.append(read_summary(folder)["errors"])
    time, fields = read_fields(folder)
    x = (numpy.arange(cells) + 0.5) * 10 / cells - 5
    t = gubser_temperature(time, *numpy.meshgrid(x, x))
    t_error, n_error = (numpy.abs(fields[name][0] - exact).sum() / exact.sum()
                        for name, exact in (("temperature", t), ("charge_density", 0.4 * (t / 0.23679237648) ** 3)))
    print(f"relative L1 errors: T {t_error:.1e}, n {n_error:.1e}")
    assert n_error < 4 * t_error
    for name in ("charge_density", "temperature"):
        order = numpy.log2(errors[0][name]["l1"] / errors[1][name]["l1"])
        print(f"{name}: {errors[1][name]['l1']:.1e}, order {order:.2f}")
        assert order > 1.7


def test_dissipative_fluids_take_it_without_charge(tmp_path, monkeypatch):
    """system israel-stewart with p(e, 0) and T(e, 0): T^4 of a conformal gas is linear in e, so pieces have it to the digits of the
    files."""
    monkeypatch.setattr(quark_gas, "K", 0)
    table = str(quark_gas.write_level(tmp_path, "gas1", 0, 0.5, 30, 0.1, 20))
    initial = {"kind": "gaussian", "peak": {"energy_density": 10}, "width": [1, 0.7, 1],
               "background": {"energy_density": 1, "velocity": [0.3, -0.2, 0]}}
    folders = [run_case(case_of(tmp_path, name, table, system="israel-stewart", eos=eos, initial=initial,
                                transport={"shear_viscosity": {"value": 0.1}},
                                mesh={"coordinates": "milne", "cells": [20, 16, 1], "lower": [-3, -3, -3], "upper": [3, 3, 3]},
                                time={"start": 0.8, "end": 1.2, "cfl": None, "step": 0.04},
                                output={"fields": ["energy_density", "temperature", "velocity", "shear_stress"]}),
                        tmp_path / f"out-{name}")
               for name, eos in (("table", {"kind": "table-2d", "file": table}),
                                 ("conformal", {"kind": "conformal", "flavours": quark_gas.FLAVOURS}))]
    run_taub("compare", *folders, "--tolerance", 1e-7)

"""Linear modes of a charged dissipative fluid as initial data of a user's code, marched and compared with their exact course."""
import numpy

from conftest import make_case, read_fields, read_history, run_case

CODE = """
void initial(const real x[3], real t, real state[])
{{
    const real base[{count}] = {{{base}}}, even[{count}] = {{{even}}}, odd[{count}] = {{{odd}}};
    const real angle = (real)({k}) * x[0];
    for (int c = 0; c < {count}; c++)
        state[c] = base[c] + even[c] * cos(angle) + odd[c] * sin(angle);
}}
"""


def boost_of(velocity):
    """From the frame in which a fluid rests to that in which it has this velocity, and back."""
    v = numpy.asarray(velocity, dtype=float)
    w = 1 / numpy.sqrt(1 - v @ v)
    boost = numpy.empty((4, 4))
    boost[0, 0], boost[0, 1:], boost[1:, 0] = w, w * v, w * v
    boost[1:, 1:] = numpy.eye(3) + (w - 1) * numpy.outer(v, v) / max(v @ v, 1e-300)
    return boost, numpy.linalg.inv(boost)


def march(folder, table, transport, base, amplitude, k, omega, *, cells, length, end, components):
    """Errors of fields over the size of the mode at the end. `base`, `amplitude`: of the components of a state of user code;
    `components`: {field: component}. What the mode leaves alone stays."""
    words = {name: ", ".join(f"(real){x!r}" for x in map(float, values))
             for name, values in (("base", base), ("even", amplitude.real), ("odd", -amplitude.imag))}
    (folder / "mode.c").write_text(CODE.format(k=repr(float(k)), count=len(base), **words))
    case = make_case(folder, f"mode-{cells}", system="israel-stewart", eos={"kind": "table-2d", "file": str(table)}, transport=transport,
                     mesh={"cells": [cells, 1, 1], "lower": [0, 0, 0], "upper": [length, 1, 1], "boundary": "periodic"},
                     time={"end": end, "cfl": 0.2}, initial={"kind": "code", "file": str(folder / "mode.c")}, scheme={"theta": 2},
                     output={"fields": list(dict.fromkeys(name.split("/")[0] for name in components)), "history": 1})
    out = run_case(case, folder / f"out-{cells}")
    time, fields = read_fields(out)
    phase = numpy.exp(1j * (k * (numpy.arange(cells) + 0.5) * length / cells - omega * time)) * numpy.sinc(1 / cells)  # means
    errors, size = {}, abs(amplitude[15])
    for name, c in components.items():
        if abs(amplitude[c]) > 1e-6 * size:
            found = fields[name].ravel() - base[c] - (amplitude[c] * phase).real
            errors[name] = numpy.sqrt(2 * (found**2).mean()) / abs(amplitude[c] * numpy.exp(-1j * omega * time))
        else:
            assert abs(fields[name].ravel() - base[c]).max() < 1e-3 * size
    history = read_history(out)
    assert not history["regulated"].any()
    assert all(abs(history[name] / history[name][0] - 1).max() < 1e-13 for name in ("charge", "energy"))
    return errors

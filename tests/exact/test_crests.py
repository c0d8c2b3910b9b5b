"""Slopes without a limit, for smooth flows: scheme.limiter: centred, scheme.alpha: 0 of conservation elements."""
import numpy
import pytest

from conftest import make_case, read_fields, run_case, steps_of

WAVE = """
void initial(const real x[3], real t, real state[])
{
    state[0] = (real)1 + (real)0.2 * real_sin((real)6.283185307179586 * (x[0] - t));
    state[1] = state[4] = 1;
}
"""
CENTRED, MINBEE = {"limiter": "centred"}, {"limiter": "minbee"}


@pytest.mark.parametrize("scheme,free,limited", [
    ({"kind": "musta", "stages": 2}, CENTRED, MINBEE), ({"kind": "ader-weno", "order": 2, "riemann": "hllc"}, CENTRED, MINBEE),
    ({"kind": "kurganov-tadmor"}, CENTRED, MINBEE), ({"kind": "cese"}, {"alpha": 0}, {"alpha": 2})],
    ids=lambda value: value.get("kind", " ".join(map(str, value.values()))))
def test_unlimited_slopes_keep_crests(tmp_path, scheme, free, limited):
    """A density wave after a period: the largest error is of second order, also at crests, which limiters clip."""
    (tmp_path / "wave.c").write_text(WAVE)

    def worst(slopes, cells):
        name = f"{'-'.join(map(str, slopes.values()))}-{cells}"
        case = make_case(tmp_path, f"{name}.yaml", system="euler", eos={"kind": "ideal-gas", "gamma": 1.4},
                         mesh={"cells": [cells, 1, 1], "lower": [0, 0, 0], "upper": [1, 1, 1], "boundary": "periodic"},
                         scheme={**scheme, **slopes}, time={"end": 1, "cfl": 0.8 if scheme["kind"] == "cese" else 0.4},
                         initial={"kind": "code", "file": "wave.c"}, output={"fields": ["density"], "every": 1, "values": "means"})
        out = run_case(case, tmp_path / name)
        start, end = (read_fields(out, step)[1]["density"].ravel() for step in (steps_of(out)[0], steps_of(out)[-1]))
        return numpy.abs(end - start).max()
    coarse, fine, clipped = worst(free, 40), worst(free, 80), worst(limited, 80)
    print(f"{coarse:.2e} {fine:.2e}, limited {clipped:.2e}")
    assert numpy.log2(coarse / fine) > 1.9 and fine < 0.1 * clipped

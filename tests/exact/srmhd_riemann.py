"""Exact solutions of Riemann problems of relativistic ideal magnetohydrodynamics with a field across the plane, whose waves
are known in kind: fast and slow shocks by their jump conditions, rarefactions by integrating eigenvectors, Alfven waves by
their jump conditions and the angle of the field (B. Giacomazzo, L. Rezzolla, J. Fluid Mech. 562 (2006) 223). Shares no text
with the kernels: fluxes are written with b^mu, eigenvectors come from their numerical Jacobians.

States are (rho, v_x, v_y, v_z, p, B_y, B_z); in TUBES also B_x."""
import functools

import numpy

# D. S. Balsara, Astrophys. J. Suppl. 132 (2001) 83, table 1: gamma, end, left, right (rho, v, p, B)
TUBES = {
    1: (2.0, 0.4, [1, 0, 0, 0, 1, 0.5, 1, 0], [0.125, 0, 0, 0, 0.1, 0.5, -1, 0]),
    2: (5 / 3, 0.4, [1, 0, 0, 0, 30, 5, 6, 6], [1, 0, 0, 0, 1, 5, 0.7, 0.7]),
    3: (5 / 3, 0.4, [1, 0, 0, 0, 1000, 10, 7, 7], [1, 0, 0, 0, 0.1, 10, 0.7, 0.7]),
    4: (5 / 3, 0.4, [1, 0.999, 0, 0, 0.1, 10, 7, 7], [1, -0.999, 0, 0, 0.1, 10, -7, -7]),
    5: (5 / 3, 0.55, [1.08, 0.4, 0.3, 0.2, 0.95, 2, 0.3, 0.3], [1, -0.45, -0.2, 0.2, 1, 2, -0.7, 0.5]),
}
# Of both sides the pressure behind the fast wave, the angle of the field behind the Alfven wave where there is one, and the
# pressure behind the slow wave: what `find` made of values read off a run. The first tube has a compound wave in runs.
WAVES = {
    2: (7.349746791847493, 6.059116919471623, 2.2538357659686734, 6.059116919471632),
    5: (3.937340398841448, 2.0446134615869256, 2.931780345388137, 2.3317210856777337, 2.6679091728216164, 2.9317803453881695),
}
FAST, ALFVEN, SLOW, CONTACT = 0, 1, 2, 3


def densities_and_flux(w, bx, gamma):
    rho, vx, vy, vz, p, by, bz = w
    lorentz = 1 / numpy.sqrt(1 - vx**2 - vy**2 - vz**2)
    u = [lorentz, lorentz * vx, lorentz * vy, lorentz * vz]
    b0 = u[1] * bx + u[2] * by + u[3] * bz
    b = [b0] + [(field + b0 * motion) / lorentz for field, motion in zip((bx, by, bz), u[1:])]
    b2 = b[1] ** 2 + b[2] ** 2 + b[3] ** 2 - b0**2
    total, pressure = rho + gamma / (gamma - 1) * p + b2, p + b2 / 2

    def stress(m, n):
        return total * u[m] * u[n] + pressure * ((m == n) * (-1 if m == 0 else 1)) - b[m] * b[n]

    density = [rho * u[0], *(stress(0, n) for n in (1, 2, 3)), stress(0, 0), by, bz]
    flux = [rho * u[1], *(stress(1, n) for n in (1, 2, 3)), stress(0, 1), *(b[n] * u[1] - b[1] * u[n] for n in (2, 3))]
    return numpy.array(density), numpy.array(flux)


def waves_of(w, bx, gamma):
    """Speeds from left to right, and eigenvectors (columns) of the state."""
    du, df = numpy.empty((7, 7)), numpy.empty((7, 7))
    for n in range(7):
        step = numpy.array(w, dtype=complex)
        step[n] += 1e-30j
        density, flux = densities_and_flux(step, bx, gamma)
        du[:, n], df[:, n] = density.imag / 1e-30, flux.imag / 1e-30
    speeds, vectors = numpy.linalg.eig(numpy.linalg.solve(du, df))
    order = numpy.argsort(speeds.real)
    return speeds.real[order], vectors.real[:, order]


def jump(w, ahead, speed, bx, gamma):
    behind, front = densities_and_flux(w, bx, gamma), densities_and_flux(ahead, bx, gamma)
    return (behind[1] - front[1]) - speed * (behind[0] - front[0])


def solve(function, x, steps=60):
    """Gauss and Newton, with the derivative by differences; shorter steps where the function is not defined or grows."""
    x = numpy.array(x, dtype=float)
    value = function(x)
    for _ in range(steps):
        matrix = numpy.empty((len(value), len(x)))
        for n in range(len(x)):
            h = 1e-7 * max(abs(x[n]), 1e-3)
            up, down = x.copy(), x.copy()
            up[n] += h
            down[n] -= h
            matrix[:, n] = (function(up) - function(down)) / (2 * h)
        scale = numpy.abs(matrix).max(axis=1) + 1e-300
        step = numpy.linalg.lstsq(matrix / scale[:, None], -value / scale, rcond=None)[0]
        share = 1.0
        while share > 1e-6:
            with numpy.errstate(all="ignore"):
                there = function(x + share * step)
            if numpy.isfinite(there).all() and numpy.linalg.norm(there / scale) <= numpy.linalg.norm(value / scale) * (1 + 1e-3):
                break
            share /= 2
        x, value = x + share * step, there
        if numpy.abs(share * step).max() < 1e-13 * numpy.abs(x).max():
            break
    return x


def with_four_velocity(w):
    """W v in the place of v, of which any value is admissible; and back."""
    return numpy.concatenate((w[:1], w[1:4] / numpy.sqrt(1 - (w[1:4] ** 2).sum()), w[4:]))


def with_velocity(w):
    return numpy.concatenate((w[:1], w[1:4] / numpy.sqrt(1 + (w[1:4] ** 2).sum()), w[4:]))


def pressure_wave(ahead, kind, side, pressure, bx, gamma):
    """The state behind a fast or slow wave, its speeds (head, tail), and states within a rarefaction [(speed, state)]."""
    number = kind if side == 0 else 6 - kind
    ahead = numpy.asarray(ahead, dtype=float)
    if pressure > ahead[4]:  # a shock, by small steps of the pressure
        speeds, vectors = waves_of(ahead, bx, gamma)
        nudge = 1e-6 * ahead[4] / vectors[4, number] * vectors[:, number]
        slope = 1e6 / ahead[4] * (with_four_velocity(ahead + nudge) - with_four_velocity(ahead))
        count = 1 + int(8 * numpy.log(pressure / ahead[4]) / numpy.log(2))
        known, x = None, numpy.append(with_four_velocity(ahead), speeds[number])
        for n in range(1, count + 1):
            p = ahead[4] * (pressure / ahead[4]) ** (n / count)
            guess = x + numpy.append((p - ahead[4]) * slope, 0) if known is None else x + (x - known)
            found = solve(lambda y: jump(with_velocity(numpy.insert(y[:6], 4, p)), ahead, y[6], bx, gamma), numpy.delete(guess, 4))
            known, x = x, numpy.insert(found, 4, p)
        return with_velocity(x[:7]), (x[7], x[7]), []
    count = 200
    fan, w = [], ahead.copy()
    logs = numpy.linspace(numpy.log(ahead[4]), numpy.log(pressure), count + 1)

    def slope(state):
        vectors = waves_of(state, bx, gamma)[1]
        return state[4] * vectors[:, number] / vectors[4, number]

    fan.append((waves_of(w, bx, gamma)[0][number], w.copy()))
    for n in range(count):
        h = logs[n + 1] - logs[n]
        k1 = slope(w)
        k2 = slope(w + h / 2 * k1)
        k3 = slope(w + h / 2 * k2)
        k4 = slope(w + h * k3)
        w = w + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        fan.append((waves_of(w, bx, gamma)[0][number], w.copy()))
    return w, (fan[0][0], fan[-1][0]), fan


def alfven_wave(ahead, side, angle, bx, gamma):
    """The state behind an Alfven wave, by the angle of the tangential field there."""
    number = ALFVEN if side == 0 else 6 - ALFVEN
    speed = waves_of(ahead, bx, gamma)[0][number]
    start = numpy.arctan2(ahead[6], ahead[5])
    count = 1 + int(abs(angle - start) / 0.05)
    w = numpy.asarray(ahead, dtype=float)
    for n in range(1, count + 1):
        a = start + (angle - start) * n / count

        def conditions(y, a=a):
            state = numpy.array([ahead[0], y[0], y[1], y[2], ahead[4], y[3], y[4]])
            return numpy.append(jump(state, ahead, speed, bx, gamma), y[4] * numpy.cos(a) - y[3] * numpy.sin(a))

        y = solve(conditions, [w[1], w[2], w[3], w[5], w[6]])
        w = numpy.array([ahead[0], y[0], y[1], y[2], ahead[4], y[3], y[4]])
    return w, (speed, speed), []


def split(state):
    """B_x, and the rest."""
    return state[5], numpy.array(state[:5] + state[6:], dtype=float)


def one_side(w, side, parameters, bx, gamma):
    """[(state behind, speeds, fan)] of fast, Alfven (where there is one) and slow wave."""
    if len(parameters) == 2:
        kinds = ((FAST, parameters[0]), (SLOW, parameters[1]))
    else:
        kinds = ((FAST, parameters[0]), (ALFVEN, parameters[1]), (SLOW, parameters[2]))
    out = []
    for kind, value in kinds:
        wave = alfven_wave(w, side, value, bx, gamma) if kind == ALFVEN else pressure_wave(w, kind, side, value, bx, gamma)
        out.append(wave)
        w = wave[0]
    return out


def waves(tube, values):
    """The waves of both sides, by what WAVES has of them."""
    gamma, _, left, right = TUBES[tube]
    half = len(values) // 2
    return [one_side(split(state)[1], side, values[side * half : (side + 1) * half], split(state)[0], gamma)
            for side, state in enumerate((left, right))]


def open_contact(sides):
    """Differences of what is continuous at the contact."""
    return (sides[0][-1][0] - sides[1][-1][0])[1:]


def find(tube, start):
    """Values for WAVES from such as can be read off a run."""
    return solve(lambda x: open_contact(waves(tube, x)), start, steps=15)


@functools.lru_cache(maxsize=None)
def solution(tube):
    sides = waves(tube, WAVES[tube])
    state = sides[0][-1][0]
    assert numpy.abs(open_contact(sides) / numpy.maximum(numpy.abs(state[1:]), 0.1)).max() < 1e-8
    return sides


def at(tube, speeds):
    """States at x/t."""
    gamma, _, left, right = TUBES[tube]
    a, b = solution(tube)
    states = numpy.empty((len(speeds), 7))
    contact = a[-1][0][1]
    for side, waves, outer in ((0, a, split(left)[1]), (1, b, split(right)[1])):
        sign = 1 if side == 0 else -1
        there = (speeds < contact) if side == 0 else (speeds >= contact)
        values = numpy.tile(outer, (len(speeds), 1))
        for behind, (head, tail), fan in waves:
            values[sign * (speeds - tail) > 0] = behind
            if fan:
                lambdas = numpy.array([f[0] for f in fan])
                table = numpy.array([f[1] for f in fan])
                inside = (sign * (speeds - head) > 0) & (sign * (speeds - tail) <= 0)
                order = numpy.argsort(lambdas)
                for c in range(7):
                    values[inside, c] = numpy.interp(speeds[inside], lambdas[order], table[order, c])
        states[there] = values[there]
    return states


def cell_means(tube, cells, points=64):
    """{quantity: means of `cells` cells of [-0.5, 0.5] at the end}."""
    end = TUBES[tube][1]
    x = -0.5 + (numpy.arange(cells * points) + 0.5) / (cells * points)
    states = at(tube, x / end).reshape(cells, points, 7).mean(1)
    names = ("density", "velocity/x", "velocity/y", "velocity/z", "pressure", "magnetic_field/y", "magnetic_field/z")
    return dict(zip(names, states.T))

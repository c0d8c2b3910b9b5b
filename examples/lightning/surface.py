"""B above the metal and the current on it, beside those of the channel and its image.

    python3 examples/lightning/surface.py out/lightning surface.png
    python3 examples/lightning/surface.py table examples/lightning/stroke.txt    # how stroke.txt was made
"""
import sys

import numpy

import taub

MU, LIGHT = 1.25663706212e-6, 299792458.0
HEIGHT, RADIUS, LAYER = 20.0, 6.0, 10.0
PEAK, CORRECTION, FRONT, TAIL, STEEPNESS = 50e3, 0.993, 0.454e-6, 143e-6, 10  # A, s: IEC 62305-1, annex B, subsequent stroke
PLACES, WEIGHTS = numpy.polynomial.legendre.leggauss(24)
# what lies at one distance along a line, of a disk with (1 - r^2)^6
SPREAD = WEIGHTS * (1 - PLACES**2) ** 6.5
SPREAD = SPREAD / SPREAD.sum()


def stroke(t):
    """Heidler's current."""
    u = (numpy.maximum(t, 0) / FRONT) ** STEEPNESS
    return PEAK / CORRECTION * u / (1 + u) * numpy.exp(-t / TAIL)


def spread(t):
    """Outside the disk of currents the field is that of a line whose current is spread over the time light takes across."""
    return sum(w * stroke(t + RADIUS / LIGHT * p) for p, w in zip(PLACES, SPREAD))


def around(distance, time):
    """H around a straight current: the sum over pieces of the line, of Biot and Savart's field and of what they radiate,
    both as late as light is: H = 1/(2 pi d) integral of I/cosh^2 u + (d/c) I_t/cosh u, z = d sinh u."""
    h, count = 1e-10, 80
    most = numpy.arccosh(numpy.maximum(LIGHT * time / numpy.maximum(distance, 1e-3), 1 + 1e-12))
    u, w = numpy.polynomial.legendre.leggauss(count)
    total = 0
    for place, weight in zip(u, w):
        cosh = numpy.cosh(0.5 * most * (place + 1))
        late = time - distance * cosh / LIGHT
        slope = (spread(late + h) - spread(late - h)) / (2 * h)
        total = total + 0.5 * most * weight * (spread(late) / cosh**2 + distance / LIGHT * slope / cosh)
    return total / (2 * numpy.pi * distance)


def exact(x, y, time):
    """(B_x, B_y): of the channel and of its image below the plane, whose current is the opposite one."""
    r = numpy.linspace(4, 250, 2000)
    table, field = around(r, time), 0
    for sign in (1, -1):
        d = numpy.hypot(x, y - sign * HEIGHT)
        field = field + sign * MU * numpy.interp(d, r, table) / d * numpy.array([-(y - sign * HEIGHT), x])
    return field


def compare(out):
    """[(time, largest error of B above the metal over the largest B outside the channel, x, current on the metal in A/m, the
    exact one)]."""
    run, rows = taub.open(out), []
    x, y = run.axes["x"], run.axes["y"]
    h = x[1] - x[0]
    xx, yy = numpy.meshgrid(x, y)
    seen = (yy > h) & (numpy.hypot(xx, yy - HEIGHT) > RADIUS + 2 * h) & (yy < y[-1] - LAYER) & (abs(xx) < x[-1] - LAYER)
    for time, step in zip(run.times, run.steps):
        if time < 0.35e-6:  # the current begins
            continue
        field = exact(xx, yy, time)
        got = numpy.array([run.field(f"magnetic_field/{a}", step=step)[0] for a in "xy"])
        current = run.field("current_density/z", step=step)[0][y < 0].sum(axis=0) * (y[1] - y[0])
        # the surface current is H along the surface
        rows.append((time, abs(got - field)[:, seen].max() / abs(field[:, seen]).max(), x, current,
                     -exact(x, 0 * x, time)[0] / MU))
    return rows


def main(out="out/lightning", picture=None):
    if out == "table":
        with open(picture, "w") as file:
            file.write("# time in s, current in A: the subsequent stroke of IEC 62305-1, 50 kA, 0.25 us to the peak\n")
            file.writelines(f"{t:.3e} {stroke(t):.12g}\n" for t in numpy.arange(0, 1001e-9, 5e-9))
        return
    rows = compare(out)
    for time, error, x, current, surface in rows:
        middle = abs(x) < x[-1] - LAYER
        print(f"t = {time * 1e6:.1f} us: B {error:.1e}; below the channel {current[len(x) // 2]:.2f} A/m, exact "
              f"{surface[len(x) // 2]:.2f}, largest difference {abs(current - surface)[middle].max() / abs(surface).max():.1e}")
    if picture:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, axes = pyplot.subplots(figsize=(6.4, 3.4), layout="constrained")
        for color, (time, _, x, current, surface) in zip(("C0", "C1", "C2", "C3", "C4"), rows):
            middle = abs(x) < x[-1] - LAYER
            x, current, surface = x[middle], current[middle], surface[middle]
            axes.plot(x[::4], current[::4], "o", color=color, markersize=3, label=f"{time * 1e6:.1f} us")
            axes.plot(x, surface, color=color, linewidth=1)
        axes.set(xlabel="x in m", ylabel="current on the metal in A/m")
        axes.legend()
        figure.savefig(picture, dpi=120)


if __name__ == "__main__":
    main(*sys.argv[1:])

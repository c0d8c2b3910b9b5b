"""A gas of quarks and gluons with a negative thermal pressure, p(T, mu) = a T^4 + b T^2 mu^2 + c mu^4 - k T^2, in closed form in
(T, mu), and its table in the layout of NEOS. n = dp/dmu, s = dp/dT, e = T s + mu n - p; e - 3 p = 2 k T^2, so that p(e, n) depends
on n. a, b, c are those of three colours and 2.5 flavours of massless quarks, mu that of baryons."""
import numpy

HBARC = 0.1973269804
FLAVOURS = 2.5
A = (16 + 10.5 * FLAVOURS) * numpy.pi**2 / 90 / HBARC**3
B = FLAVOURS / 18 / HBARC**3
C = FLAVOURS / (324 * numpy.pi**2) / HBARC**3
K = 0.25 * A * 0.1**2  # GeV^2 of 1/hbarc^3: a quarter of a T^4 at 0.1 GeV


def state(t, mu):
    """p, e, n, s."""
    p = A * t**4 + B * t**2 * mu**2 + C * mu**4 - K * t**2
    s = 4 * A * t**3 + 2 * B * t * mu**2 - 2 * K * t
    n = 2 * B * t**2 * mu + 4 * C * mu**3
    return p, t * s + mu * n - p, n, s


def invert(e, n):
    """(T, mu) of e and n, arrays of one shape, by Newton's method for ln T and mu from the gas with c = k = 0."""
    t = (e / (3 * A)) ** 0.25
    mu = n / (2 * B * t**2)
    for _ in range(100):
        p, energy, charge, s = state(t, mu)
        s_t = 12 * A * t**2 + 2 * B * mu**2 - 2 * K
        s_mu = 4 * B * t * mu
        n_mu = 2 * B * t**2 + 12 * C * mu**2
        e_t, e_mu = t * s_t + mu * s_mu, t * s_mu + mu * n_mu  # de = T ds + mu dn, n_T = s_mu
        determinant = e_t * n_mu - e_mu * s_mu
        de, dn = e - energy, n - charge
        dt = (de * n_mu - dn * e_mu) / determinant
        dmu = (dn * e_t - de * s_mu) / determinant
        share = numpy.minimum(1, 0.3 * t / (numpy.abs(dt) + 1e-300))
        t, mu = t + share * dt, mu + share * dmu
        if numpy.all(numpy.abs(dt) < 1e-14 * t) and numpy.all(numpy.abs(dmu) < 1e-13):
            break
    return t, mu


def write_level(folder, name, first, step, rows, step_n, cells, digits=10, beyond=None, hottest=None):
    """NAME_p.dat, NAME_t.dat and NAME_mub.dat, five numbers a line. `beyond`: from this share of the row's charges on, nodes
    repeat the last one before, as published tables do where there is no matter. `hottest`: rows of higher temperatures
    have the state of this one, as the last level of NEOS has."""
    e = first + step * numpy.arange(rows + 1)[:, None] + numpy.zeros(cells + 1)
    n = step_n * numpy.arange(cells + 1)[None, :] + numpy.zeros((rows + 1, 1))
    t, mu = invert(numpy.where(e > 0, e, 1), n)
    if hottest is not None:
        beyond_it = t[:, 0] > hottest
        t[beyond_it], mu[beyond_it] = invert(state(hottest, 0)[1] + 0 * n[0], n[0])
    p = state(t, mu)[0]
    if first == 0:
        p[0], t[0], mu[0] = 0, 1e-3, 0.7
    if beyond is not None:
        last = int(beyond * cells)
        for f in (p, t, mu):
            f[:, last:] = f[:, last : last + 1]
    for f, what in ((p, "p"), (t, "t"), (mu, "mub")):
        numbers = [f"{x:.{digits}f}" for x in f.ravel()]
        with open(folder / f"{name}_{what}.dat", "w") as out:
            out.write(f"  0.0000000000    {first:.10f}\n  {step_n:.10f}    {step:.10f}    {cells}    {rows}\n")
            out.writelines("  " + "    ".join(numbers[i : i + 5]) + "\n" for i in range(0, len(numbers), 5))
    return folder / f"{name}_p.dat"


def write_table(folder, fine=1):
    """Three levels from 0.1 to 30 GeV/fm^3; returns the file to name in a case."""
    first = write_level(folder, "gas1", 0.1, 0.01 / fine, 40 * fine, 0.005 / fine, 16 * fine)
    write_level(folder, "gas2", 0.5, 0.1 / fine, 45 * fine, 0.02 / fine, 20 * fine)
    write_level(folder, "gas3", 5.0, 0.5 / fine, 50 * fine, 0.1 / fine, 30 * fine)
    return first


def sound_speed_squared(t, mu):
    """dp/de at constant entropy per charge: ds/s = dn/n = de/(e + p)."""
    p, e, n, s = state(t, mu)
    s_t, s_mu, n_mu = 12 * A * t**2 + 2 * B * mu**2 - 2 * K, 4 * B * t * mu, 2 * B * t**2 + 12 * C * mu**2
    determinant = s_t * n_mu - s_mu**2
    dt, dmu = (s * n_mu - n * s_mu) / determinant, (n * s_t - s * s_mu) / determinant
    return (s * dt + n * dmu) / (e + p)

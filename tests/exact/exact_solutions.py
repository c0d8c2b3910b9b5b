"""Exact solutions written out here, apart from the program: two states at rest in a conformal fluid and in an ideal gas,
Gubser's flow, Bjorken's flow of a lattice fluid. Units: hbar c = 0.1973269804 GeV fm."""
import numpy

HBAR_C = 0.1973269804


def bisect(function, lower, upper, iterations=200):
    """The root of a function that falls from lower to upper."""
    for _ in range(iterations):
        middle = 0.5 * (lower + upper)
        if function(middle) > 0:
            lower = middle
        else:
            upper = middle
    return 0.5 * (lower + upper)


def shock_velocity(e1, p1, e2, p2):
    """Velocity behind a shock that runs into (e1, p1) at rest (Taub 1948; Landau and Lifshitz, section 135)."""
    return numpy.sqrt((p2 - p1) * (e2 - e1) / ((e1 + p2) * (e2 + p1)))


def shock_speed(e1, p1, e2, p2):
    """Speed of that shock."""
    return numpy.sqrt((p2 - p1) * (e2 + p1) / ((e2 - e1) * (e1 + p2)))


class ConformalTube:
    """e = 3p, at rest on both sides, left > right: rarefaction, star state, shock.

    In the fan atanh v + (sqrt 3/4) ln e is constant and x/t = (v - c)/(1 - v c), c = 1/sqrt 3."""

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.sound = 1 / numpy.sqrt(3)

        def excess(e):  # velocity behind the fan minus velocity behind the shock
            return numpy.tanh(numpy.sqrt(3) / 4 * numpy.log(left / e)) - shock_velocity(right, right / 3, e, e / 3)

        self.star = bisect(excess, right * (1 + 1e-12), left)
        self.velocity = shock_velocity(right, right / 3, self.star, self.star / 3)
        self.shock = shock_speed(right, right / 3, self.star, self.star / 3)
        self.head = -self.sound
        self.tail = (self.velocity - self.sound) / (1 - self.velocity * self.sound)

    def state(self, xi):
        """(e, v) at x/t = xi."""
        xi = numpy.asarray(xi, dtype=float)
        fan_velocity = (xi + self.sound) / (1 + xi * self.sound)
        with numpy.errstate(invalid="ignore", divide="ignore"):
            fan = self.left * numpy.exp(-4 / numpy.sqrt(3) * numpy.arctanh(fan_velocity))
        regions = [xi < self.head, xi < self.tail, xi < self.shock]
        return (numpy.select(regions, [self.left, fan, self.star], self.right),
                numpy.select(regions, [0.0, fan_velocity, self.velocity], 0.0))


class GasTube:
    """p = (gamma - 1)(e - n), at rest on both sides, left > right: rarefaction, contact, shock (Marti and Muller 1994).

    In the fan p/n^gamma and atanh v + ln((g + c)/(g - c))/g are constant, g = sqrt(gamma - 1)."""

    def __init__(self, gamma, left, right):
        self.gamma, self.left, self.right = gamma, left, right  # (n, p)
        self.root = numpy.sqrt(gamma - 1)
        self.sound_left = self.sound(*left)

        def excess(p):
            return self.fan_velocity(self.density_behind_fan(p), p) - self.behind_shock(p)[1]

        self.pressure = bisect(excess, right[1] * (1 + 1e-12), left[1])
        self.density_left = self.density_behind_fan(self.pressure)
        self.density_right, self.velocity, self.shock = self.behind_shock(self.pressure)
        sound = self.sound(self.density_left, self.pressure)
        self.head = -self.sound_left
        self.tail = (self.velocity - sound) / (1 - self.velocity * sound)

    def energy(self, n, p):
        return n + p / (self.gamma - 1)

    def sound(self, n, p):
        return numpy.sqrt(self.gamma * p / (self.energy(n, p) + p))

    def density_behind_fan(self, p):
        return self.left[0] * (p / self.left[1]) ** (1 / self.gamma)

    def fan_velocity(self, n, p):
        def invariant(c):
            return numpy.log((self.root + c) / (self.root - c)) / self.root
        return numpy.tanh(invariant(self.sound_left) - invariant(self.sound(n, p)))

    def behind_shock(self, p):
        """(n, v, shock speed): the Taub adiabat h2^2 - h1^2 = (h1/n1 + h2/n2)(p2 - p1), a quadratic in h2."""
        n1, p1 = self.right
        h1 = 1 + self.gamma / (self.gamma - 1) * p1 / n1
        share = (self.gamma - 1) / self.gamma * (p1 - p) / p
        a, b, c = 1 + share, -share, h1 * (p1 - p) / n1 - h1 * h1
        h = (-b + numpy.sqrt(b * b - 4 * a * c)) / (2 * a)
        n = self.gamma / (self.gamma - 1) * p / (h - 1)
        e1, e = self.energy(n1, p1), self.energy(n, p)
        return n, shock_velocity(e1, p1, e, p), shock_speed(e1, p1, e, p)

    def state(self, xi):
        """(n, p, v) at x/t = xi."""
        xi = numpy.asarray(xi, dtype=float)
        n, p, v = (numpy.full(xi.shape, float(value)) for value in (self.right[0], self.right[1], 0.0))
        for upper, state in ((self.shock, (self.density_right, self.pressure, self.velocity)),
                             (self.velocity, (self.density_left, self.pressure, self.velocity))):
            inside = xi < upper
            n[inside], p[inside], v[inside] = state
        for at in numpy.flatnonzero((xi < self.tail) & (xi >= self.head)):
            def place(pressure):  # falls with the pressure of the fan: from the tail to the head
                density = self.density_behind_fan(pressure)
                velocity, sound = self.fan_velocity(density, pressure), self.sound(density, pressure)
                return (velocity - sound) / (1 - velocity * sound) - xi[at]
            p[at] = bisect(place, self.pressure, self.left[1], 60)
            n[at] = self.density_behind_fan(p[at])
            v[at] = self.fan_velocity(n[at], p[at])
        still = xi < self.head
        n[still], p[still], v[still] = self.left[0], self.left[1], 0.0
        return n, p, v


def gubser_temperature(tau, x, y, q=1.0, at_unit_time=1.2 * HBAR_C):
    """T = C/tau (2 q tau)^(2/3) (1 + 2 q^2 (tau^2 + r^2) + q^4 (tau^2 - r^2)^2)^(-1/3), C from T(1/q, 0)
    (Gubser, Phys. Rev. D 82 (2010) 085027)."""
    def shape(tau, r2):
        return (2 * q * tau) ** (2 / 3) / tau / (1 + 2 * q * q * (tau * tau + r2) + q ** 4 * (tau * tau - r2) ** 2) ** (1 / 3)
    return at_unit_time * shape(tau, x * x + y * y) / shape(1 / q, 0.0)


def gubser_velocity(tau, r, q=1.0):
    """v^r = 2 q^2 tau r/(1 + q^2 tau^2 + q^2 r^2)."""
    return 2 * q * q * tau * r / (1 + q * q * (tau * tau + r * r))


class LatticeFluid:
    """Borsanyi et al., JHEP 11 (2010) 077, with alpha = 0.01: p/T^4 = integral of I/T^5 by Gauss and Legendre's rule."""

    H0, H1, H2, F0, F1, F2, G1, G2, ALPHA = 0.1396, -0.1800, 0.0350, 2.76, 6.79, -5.29, -0.47, 1.04, 0.01

    def trace_anomaly(self, temperature):
        """I/T^4."""
        t = numpy.asarray(temperature) / 0.2
        return numpy.exp(-self.H1 / t - self.H2 / t ** 2) * (
            self.H0 / (1 + self.ALPHA * t * t)
            + self.F0 * (numpy.tanh(self.F1 * t + self.F2) + 1) / (1 + self.G1 * t + self.G2 * t * t))

    def pressure_over_t4(self, temperature):
        nodes, weights = numpy.polynomial.legendre.leggauss(200)
        total = 0.0
        low = numpy.log(1e-3)  # I/T^4 is below 1e-300 there
        edges = numpy.linspace(low, numpy.log(temperature), 9)
        for a, b in zip(edges[:-1], edges[1:]):
            x = 0.5 * (b - a) * nodes + 0.5 * (a + b)
            total += 0.5 * (b - a) * float((weights * self.trace_anomaly(numpy.exp(x))).sum())
        return total

    def energy_density(self, temperature):
        return (3 * self.pressure_over_t4(temperature) + float(self.trace_anomaly(temperature))) * temperature ** 4 / HBAR_C ** 3

    def bjorken(self, start, temperature, end, steps=2000):
        """(T, e) after boost-invariant expansion: tau s is constant, s = (I/T^4 + 4 p/T^4) T^3, and so
        d ln T/d ln tau = -c_s^2 with 1/c_s^2 = d ln s/d ln T. RK4 in ln tau; p/T^4 is carried along by its own
        equation d(p/T^4)/d ln T = I/T^4."""
        def rates(state):
            log_t, ratio = state
            t = numpy.exp(log_t)
            anomaly, h = float(self.trace_anomaly(t)), 1e-5
            slope = (float(self.trace_anomaly(t * numpy.exp(h))) - float(self.trace_anomaly(t * numpy.exp(-h)))) / (2 * h)
            log_slope = 3 + (slope + 4 * anomaly) / (anomaly + 4 * ratio)
            return numpy.array([-1 / log_slope, -anomaly / log_slope])

        state, step = numpy.array([numpy.log(temperature), self.pressure_over_t4(temperature)]), numpy.log(end / start) / steps
        for _ in range(steps):
            k1 = rates(state)
            k2 = rates(state + step / 2 * k1)
            k3 = rates(state + step / 2 * k2)
            k4 = rates(state + step * k3)
            state = state + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        t, ratio = numpy.exp(state[0]), state[1]
        return t, (3 * ratio + float(self.trace_anomaly(t))) * t ** 4 / HBAR_C ** 3

"""Flow over many events: cumulants, event planes, fluctuations of the mean transverse momentum.

There are two kinds of events: those with smooth spectra (EventFlow: `taub batch` with spectra, without sampled particles and
corrections for multiplicity), and lists of particles (Correlations: `taub sample`, afterburners, experiments).
"""
import math
import pathlib
from typing import NamedTuple

import numpy

from .errors import Error

MOST_GROUPS = 100  # groups of events of the jackknife


class Estimate(NamedTuple):
    """A value and its statistical error, by the jackknife over events."""
    value: float
    error: float

    def __str__(self):
        return f"{self.value:.6g} +- {self.error:.2g}"


def _jackknife(count, of):
    """of(events) for all events, and its error from leaving out one group of events at a time; NaN if there is none."""
    everything = numpy.arange(count)
    value = of(everything)
    groups = [everything[g::min(count, MOST_GROUPS)] for g in range(min(count, MOST_GROUPS))]
    if len(groups) < 2 or not math.isfinite(value):
        return Estimate(float(value), math.nan)
    others = numpy.array([of(numpy.delete(everything, group)) for group in groups])
    spread = (len(groups) - 1) / len(groups) * ((others - others.mean()) ** 2).sum()
    return Estimate(float(value), float(numpy.sqrt(spread)))


def _mean(values, weights):
    total = weights.sum()
    return (values * weights).sum() / total if total > 0 else math.nan


def _root(cumulant, order):
    """v_n{order} of c_n{order}: N. Borghini, P. M. Dinh, J.-Y. Ollitrault, Phys. Rev. C 64 (2001) 054901. NaN if the
    cumulant has the wrong sign."""
    power = {2: cumulant, 4: -cumulant, 6: cumulant / 4}[order]
    return power ** (1 / order) if power >= 0 else math.nan


def _cumulant(moments, order):
    """c_n{order} from <<2>>, <<4>>, <<6>>."""
    two, four, six = (*moments, math.nan, math.nan)[:3]
    if order == 2:
        return two
    return four - 2 * two ** 2 if order == 4 else six - 9 * two * four + 12 * two ** 3


class EventFlow:
    """Events with known flow vectors V_n = v_n exp(i n psi_n): yields [event], mean_pt [event], vectors {n: complex [event]}.

    `weights`: "events" gives all events the same weight; "particles" gives moments of k particles the weight yields**k, as
    in measurements with lists of particles.
    """

    def __init__(self, yields, mean_pt, vectors, weights="events"):
        if weights not in ("events", "particles"):
            raise Error(f"weights '{weights}': expected events or particles")
        self.yields, self.mean_pt_of_events = numpy.asarray(yields, float), numpy.asarray(mean_pt, float)
        self.vectors = {n: numpy.asarray(values, complex) for n, values in vectors.items()}
        self.weights = weights
        if not len(self.yields) or any(len(values) != len(self.yields) for values in (self.mean_pt_of_events, *self.vectors.values())):
            raise Error("expected a yield, a mean pT and flow vectors for each event, and at least one event")

    def __len__(self):
        return len(self.yields)

    def _weights(self, particles, events):
        return self.yields[events] ** particles if self.weights == "particles" else numpy.ones(len(events))

    def _vector(self, n):
        try:
            return self.vectors[n]
        except KeyError:
            raise Error(f"no flow vectors of harmonic {n}; there are {', '.join(map(str, self.vectors))}") from None

    def cumulant(self, n, order=2):
        """v_n{2}, v_n{4} or v_n{6}."""
        if order not in (2, 4, 6):
            raise Error(f"expected an order of 2, 4 or 6, got {order}")
        size = abs(self._vector(n))

        def of(events):
            moments = [_mean(size[events] ** k, self._weights(k, events)) for k in range(2, order + 1, 2)]
            return _root(_cumulant(moments, order), order)
        return _jackknife(len(self), of)

    def event_plane(self, n):
        """v_n relative to the event plane, which is known exactly: the mean of v_n."""
        size = abs(self._vector(n))
        return _jackknife(len(self), lambda events: _mean(size[events], self._weights(1, events)))

    def plane_correlation(self, n, m):
        """Correlation of the planes of harmonics n and m, one of which must be a multiple of the other: Re<V_m (V_n*)^(m/n)> over
        sqrt(<|V_m|^2> <|V_n|^(2m/n)>), the scalar-product form: R. S. Bhalerao, J.-Y. Ollitrault, S. Pal, Phys. Rev. C 88
        (2013) 024909."""
        low, high = sorted((n, m))
        if low < 1 or high % low:
            raise Error(f"harmonics {n} and {m}: one must be a multiple of the other")
        a, b, k = self._vector(low), self._vector(high), high // low

        def of(events):
            w = self._weights(k + 1, events)
            top = _mean((b[events] * a[events].conj() ** k).real, w)
            below = _mean(abs(b[events]) ** 2, self._weights(2, events)) * _mean(abs(a[events]) ** (2 * k), self._weights(2 * k, events))
            return top / math.sqrt(below) if below > 0 else math.nan
        return _jackknife(len(self), of)

    def mean_pt(self):
        """Mean pT of all particles of all events."""
        return _jackknife(len(self), lambda events: _mean(self.mean_pt_of_events[events], self._weights(1, events)))

    def mean_pt_fluctuation(self):
        """sqrt(<<dp_i dp_j>>)/<<pT>>, dp = pT - <<pT>>: from the mean pT of events, whose particles are independent."""
        def of(events):
            mean = _mean(self.mean_pt_of_events[events], self._weights(1, events))
            square = _mean((self.mean_pt_of_events[events] - mean) ** 2, self._weights(2, events))
            return math.sqrt(square) / mean
        return _jackknife(len(self), of)

    def pt_correlation(self, n):
        """Pearson's correlation of v_n^2 with the events' mean pT: P. Bozek, Phys. Rev. C 93 (2016) 044908. All events have
        the same weight."""
        square = abs(self._vector(n)) ** 2

        def of(events):
            v, p = square[events] - square[events].mean(), self.mean_pt_of_events[events] - self.mean_pt_of_events[events].mean()
            below = math.sqrt((v ** 2).mean() * (p ** 2).mean())
            return (v * p).mean() / below if below > 0 else math.nan
        return _jackknife(len(self), of)


def flow_of_batch(batch, species=None, events=None, weights="events"):
    """EventFlow of a batch, for these species combined (numbers of the Particle Data Group; default: all of the batch) and
    these events (default: all that succeeded)."""
    there = sorted({int(name.split("/")[1]) for name in batch.names if name.startswith("hadrons/")})
    species = there if species is None else [int(code) for code in species]
    if not there:
        raise Error(f"{batch.path}: no hadrons; a study with spectra: has them")
    for code in species:
        if code not in there:
            raise Error(f"{batch.path}: no hadrons {code}; there are {', '.join(map(str, there))}")
    events = batch.done if events is None else numpy.asarray(events)

    def column(code, name):
        return numpy.asarray(batch[f"hadrons/{code}/{name}"], float)[events]
    numbers = numpy.array([column(code, "dN_dy") for code in species])
    total = numbers.sum(axis=0)
    if not (total > 0).all():
        raise Error(f"{batch.path}: event {int(events[numpy.flatnonzero(~(total > 0))[0]])} has no hadrons; choose events that do")
    mean_pt = (numbers * [column(code, "mean_pt") for code in species]).sum(axis=0) / total
    vectors = {n: (numbers * [column(code, f"v{n}") * numpy.exp(1j * n * column(code, f"psi{n}")) for code in species]).sum(axis=0) / total
               for n in (2, 3, 4)}
    return EventFlow(total, mean_pt, vectors, weights)


# ---- lists of particles ----

class Hadrons:
    """The particles of one event: pdg, charge, momentum [particle, 3] and energy in GeV; pt, phi, rapidity, pseudorapidity."""

    def __init__(self, pdg, momentum, energy, charge=None):
        self.pdg, self.momentum, self.energy, self.charge = pdg, momentum, energy, charge
        self.pt, self.phi = numpy.hypot(momentum[:, 0], momentum[:, 1]), numpy.arctan2(momentum[:, 1], momentum[:, 0])

    def __len__(self):
        return len(self.pdg)

    @property
    def rapidity(self):
        return numpy.arctanh(self.momentum[:, 2] / self.energy)

    @property
    def pseudorapidity(self):
        with numpy.errstate(divide="ignore"):
            return numpy.arcsinh(self.momentum[:, 2] / self.pt)


def read_hadrons(path):
    """Reads the events of a file in OSCAR 2013, or of hadrons.oscar in a run's folder, as a list of Hadrons. `taub sample`
    samples all events of a file from the same surface."""
    path = pathlib.Path(path)
    path = path / "hadrons.oscar" if path.is_dir() else path
    events, rows = [], None
    try:
        with open(path, encoding="utf-8-sig") as file:
            words = file.readline().split()
            if not words or not words[0].startswith("#!OSCAR2013") or len(words) < 3:
                raise ValueError("the first line is not the header of OSCAR 2013")
            place = {name: n for n, name in enumerate(words[2:])}
            columns = [place[name] for name in ("pdg", "p0", "px", "py", "pz")] + [place[name] for name in ("charge",) if name in place]
            for line in file:
                if not line.startswith("#"):
                    if rows is None:
                        raise ValueError("there are particles outside of events")
                    rows.append(line)
                elif " end" in line:
                    table = numpy.array([row.split() for row in rows], dtype=float).reshape(-1, len(place))[:, columns]
                    charge = table[:, 5].astype(int) if len(columns) == 6 else None
                    events.append(Hadrons(table[:, 0].astype(int), table[:, 2:5], table[:, 1], charge))
                    rows = None
                elif line.startswith("# event"):
                    rows = []
        if rows is not None:
            raise ValueError("the last event has no end, so the file is truncated")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Error(f"{path}: not a list of hadrons in OSCAR 2013: {error}") from error
    return events


class Correlations:
    """Sums over the particles of events, from which correlations of a few particles follow without loops over tuples:
    A. Bilandzic, R. Snellings, S. Voloshin, Phys. Rev. C 83 (2011) 044913.

        c = taub.Correlations(harmonics=(2, 3, 4))
        for folder in folders:
            c.add(taub.read_hadrons(folder), oversampled=True, select=lambda h: abs(h.pseudorapidity) < 0.8)
        c.cumulant(2), c.cumulant(2, 4), c.event_plane(2), c.mean_pt_fluctuation()

    `oversampled`: the lists were sampled from the same surface and count as one event with all their particles; otherwise
    each list is an event.
    """

    def __init__(self, harmonics=(2, 3, 4)):
        self.harmonics = tuple(harmonics)
        self._rows = []  # for each event and its two halves: number, sums of pT and pT^2, Q_n and Q_2n

    def __len__(self):
        return len(self._rows)

    def add_particles(self, phi, pt=None, half=None):
        """Adds an event with these particles. `half` is True for those of the second sub-event (default: every other one)."""
        phi = numpy.asarray(phi, float)
        pt = numpy.zeros(len(phi)) if pt is None else numpy.asarray(pt, float)
        half = numpy.arange(len(phi)) % 2 == 1 if half is None else numpy.asarray(half, bool)
        row = []
        for part in (slice(None), ~half, half):
            angles, momenta = phi[part], pt[part]
            row += [len(angles), momenta.sum(), (momenta ** 2).sum()]
            for n in self.harmonics:
                row += [numpy.exp(1j * n * angles).sum(), numpy.exp(2j * n * angles).sum()]
        self._rows.append(row)

    def add(self, events, oversampled=False, select=None):
        """Adds lists of Hadrons, of which `select(hadrons)` selects particles. The sub-events are the particles that move
        forward and backward."""
        chosen = [(hadrons, slice(None) if select is None else select(hadrons)) for hadrons in events]
        lists = [(h.phi[s], h.pt[s], h.momentum[s, 2] > 0) for h, s in chosen]
        if oversampled and lists:
            lists = [tuple(numpy.concatenate(parts) for parts in zip(*lists))]
        for phi, pt, half in lists:
            self.add_particles(phi, pt, half)

    def _sums(self, part):
        """Number, sums of pT and pT^2 [event], {n: (Q_n, Q_2n)} of all particles (0) or of a half (1, 2)."""
        if not self._rows:
            raise Error("there are no events")
        width = 3 + 2 * len(self.harmonics)
        table = numpy.array(self._rows, dtype=complex)[:, part * width:(part + 1) * width]
        vectors = {n: (table[:, 3 + 2 * i], table[:, 4 + 2 * i]) for i, n in enumerate(self.harmonics)}
        return table[:, 0].real, table[:, 1].real, table[:, 2].real, vectors

    def _vectors(self, part, n):
        number, _, _, vectors = self._sums(part)
        if n not in vectors:
            raise Error(f"harmonic {n} was not summed; there are {', '.join(map(str, self.harmonics))}")
        return number, *vectors[n]

    def pairs(self, n):
        """cos n(phi_i - phi_j) summed over all pairs i != j of each event, and their number."""
        m, q, _ = self._vectors(0, n)
        return abs(q) ** 2 - m, m * (m - 1)

    def quadruples(self, n):
        """cos n(phi_i + phi_j - phi_k - phi_l) summed over all different i, j, k, l, and their number."""
        m, q, double = self._vectors(0, n)
        total = (abs(q) ** 4 + abs(double) ** 2 - 2 * (double * q.conj() ** 2).real - 4 * (m - 2) * abs(q) ** 2 + 2 * m * (m - 3))
        return total, m * (m - 1) * (m - 2) * (m - 3)

    def cumulant(self, n, order=2, halves=False):
        """v_n{2} or v_n{4}; `halves`: v_n{2} from pairs with one particle in each sub-event."""
        if order not in (2, 4) or (halves and order != 2):
            raise Error(f"expected an order of 2 or 4, or of 2 with halves, got {order}")
        if halves:
            (m, q, _), (other, r, _) = self._vectors(1, n), self._vectors(2, n)
            moments = [((q * r.conj()).real, m * other)]
        else:
            moments = [self.pairs(n), self.quadruples(n)][:order // 2]

        def of(events):
            means = [total[events].sum() / count[events].sum() if count[events].sum() > 0 else math.nan for total, count in moments]
            return _root(_cumulant(means, order), order)
        return _jackknife(len(self), of)

    def event_plane(self, n):
        """v_n of a half relative to the plane of the other one, divided by the resolution of a half: A. M. Poskanzer, S. A. Voloshin,
        Phys. Rev. C 58 (1998) 1671."""
        (m, q, _), (other, r, _) = self._vectors(1, n), self._vectors(2, n)
        good = numpy.flatnonzero((abs(q) > 0) & (abs(r) > 0))
        with numpy.errstate(divide="ignore", invalid="ignore"):
            along = (q * (r / abs(r)).conj()).real + (r * (q / abs(q)).conj()).real
            planes = ((q / abs(q)) * (r / abs(r)).conj()).real

        def of(picked):
            events = good[picked]
            resolution = planes[events].mean() if len(events) else math.nan
            observed = along[events].sum() / (m + other)[events].sum() if len(events) else math.nan
            return observed / math.sqrt(resolution) if resolution > 0 else math.nan
        return _jackknife(len(good), of) if len(good) else Estimate(math.nan, math.nan)

    def resolution(self, n):
        """Resolution of the plane of a half: sqrt(<cos n(psi_a - psi_b)>)."""
        (_, q, _), (_, r, _) = self._vectors(1, n), self._vectors(2, n)
        good = (abs(q) > 0) & (abs(r) > 0)
        planes = ((q[good] / abs(q[good])) * (r[good] / abs(r[good])).conj()).real
        return _jackknife(len(planes), lambda events: math.sqrt(max(planes[events].mean(), 0.0)))

    def mean_pt(self):
        """Mean pT of all particles of all events."""
        m, total, _, _ = self._sums(0)
        return _jackknife(len(self), lambda events: total[events].sum() / m[events].sum())

    def mean_pt_fluctuation(self):
        """sqrt(C)/<<pT>> with C the mean over pairs i != j of (pT_i - <<pT>>)(pT_j - <<pT>>): ALICE, Eur. Phys. J. C 74 (2014)
        3077. NaN if C is negative."""
        m, total, square, _ = self._sums(0)

        def of(events):
            k, s, q = m[events], total[events], square[events]
            mean = s.sum() / k.sum()
            # sum over pairs of products of deviations: (sum d)^2 - sum d^2
            deviation, squares = s - k * mean, q - 2 * mean * s + k * mean ** 2
            c = (deviation ** 2 - squares).sum() / (k * (k - 1)).sum()
            return math.sqrt(c) / mean if c >= 0 else math.nan
        return _jackknife(len(self), of)

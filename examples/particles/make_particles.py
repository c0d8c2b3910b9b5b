#!/usr/bin/env python3
"""Writes the list of particles of this example: NOT the result of a transport model, but a collision drawn by the Glauber
model, in the formats that transport models write.

Nucleons of two gold nuclei (Woods-Saxon, 6.38 fm and 0.535 fm, 79 protons, 118 neutrons) collide at the impact parameter
b when they pass closer than sqrt(sigma/pi). Each one that is hit stays a proton or neutron, with a rapidity drawn between
rest and the beam's, and makes pions; transverse momenta are thermal. All are given where they are at t = TIME (or, with
--tau, on the hyperbola). Spectators are left out: they would fly through the mesh as lumps of cold matter.

    make_particles.py --events 2 --seed 1 >auau-toy.oscar
"""
import argparse
import math
import random

NUCLEON, PION = 0.938, 0.138
RADIUS, DIFFUSENESS, NUCLEONS, PROTONS = 6.38, 0.535, 197, 79
VERSION = "made by make_particles.py: a Glauber toy, no transport model"


def nucleus(draw, shift):
    """Positions (x, y) of nucleons, protons first."""
    places = []
    while len(places) < NUCLEONS:
        r = 13 * draw.random() ** (1 / 3)
        if draw.random() < 1 / (1 + math.exp((r - RADIUS) / DIFFUSENESS)):
            cosine, angle = draw.uniform(-1, 1), draw.uniform(0, 2 * math.pi)
            sine = math.sqrt(1 - cosine ** 2)
            places.append((r * sine * math.cos(angle) + shift, r * sine * math.sin(angle)))
    return places


def participants(draw, options):
    """(x, y, proton?, direction) of the nucleons that are hit."""
    sides = [nucleus(draw, side * options.b / 2) for side in (-1, 1)]
    reach = options.cross_section / math.pi
    found = []
    for side in (0, 1):
        for number, (x, y) in enumerate(sides[side]):
            if any((x - u) ** 2 + (y - v) ** 2 < reach for u, v in sides[1 - side]):
                found.append((x, y, number < PROTONS, 1 - 2 * side))
    return found


def momentum(draw, mass, rapidity, temperature):
    """p0, px, py, pz; the transverse momentum falls like exp(-m_T/T)."""
    size = -temperature * math.log((1 - draw.random()) * (1 - draw.random()))
    transverse = math.sqrt((mass + size) ** 2 - mass ** 2)
    angle = draw.uniform(0, 2 * math.pi)
    m = mass + size
    return (m * math.cosh(rapidity), transverse * math.cos(angle), transverse * math.sin(angle), m * math.sinh(rapidity))


def particle(draw, options, x, y, rapidity, mass, pdg, charge, temperature):
    """Starts from the point of the collision, smeared by the thickness of the overlap, and flies for TIME or until TAU."""
    p = momentum(draw, mass, rapidity, temperature)
    start = draw.gauss(0, 0.3)
    if options.tau is None:
        t = options.time
    else:
        slope = p[3] / p[0]
        a, b, c = 1 - slope ** 2, -start * slope, -start ** 2 - options.tau ** 2
        t = (-b + math.sqrt(b * b - a * c)) / a
    return (t, x + t * p[1] / p[0], y + t * p[2] / p[0], start + t * p[3] / p[0], mass, *p, pdg, charge)


def event(draw, options):
    beam = math.acosh(options.energy / (2 * NUCLEON))
    rows = []
    for x, y, proton, direction in participants(draw, options):
        rapidity = direction * beam * draw.uniform(0, 0.8)
        rows.append(particle(draw, options, x, y, rapidity, NUCLEON, 2212 if proton else 2112, int(proton), 0.2))
        for _ in range(options.pions):
            charge = draw.choice((-1, 0, 1))
            rows.append(particle(draw, options, x, y, draw.gauss(0, 0.7), PION, {-1: -211, 0: 111, 1: 211}[charge],
                                 charge, 0.16))
    return rows


def write_2013(events, extended, ensembles):
    names, units = "t x y z mass p0 px py pz pdg ID charge", "fm fm fm fm GeV GeV GeV GeV GeV none none e"
    if extended:
        names += (" ncoll form_time xsecfac proc_id_origin proc_type_origin time_last_coll pdg_mother1 pdg_mother2"
                  " baryon_number strangeness")
        units += " none fm none none none fm none none none none"
    print(f"#!OSCAR2013{'Extended' if extended else ''} particle_lists {names}\n# Units: {units}\n# {VERSION}")
    for number, rows in enumerate(events):
        print(f"# event {number}{' ensemble 0' if ensembles else ''} out {len(rows)}")
        for index, row in enumerate(rows):
            more = f" 1 0 1 0 0 0 0 0 {int(abs(row[9]) > 1000)} 0" if extended else ""
            print(*(f"{value:.9g}" for value in row[:9]), row[9], index, f"{row[10]}{more}")
        print(f"# event {number} end 0 impact {OPTIONS.b:7.3f} scattering_projectile_target yes")


def write_1997(events):
    print("OSC1997A\nfinal_id_p_x")
    print(f"{'toy':8}  {'1.0':8}  (197,    79)+(197,    79)  eqsp  {OPTIONS.energy:.4E}  {1:8d}")
    for number, rows in enumerate(events):
        print(f"{number + 1:10d}  {len(rows):10d}  {OPTIONS.b:8.3f}  {0:8.3f}")
        for index, (t, x, y, z, mass, p0, px, py, pz, pdg, _) in enumerate(rows):
            print(f"{index + 1:10d}  {pdg:10d}", *(f"{value:.9E}" for value in (px, py, pz, p0, mass, x, y, z, t)))


def options():
    parser = argparse.ArgumentParser(description="A toy collision in the formats of transport models.")
    parser.add_argument("--events", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--b", type=float, default=6, help="impact parameter, fm")
    parser.add_argument("--energy", type=float, default=7.7, help="sqrt(s_NN), GeV")
    parser.add_argument("--cross-section", type=float, default=3.1, help="inelastic, fm^2")
    parser.add_argument("--pions", type=int, default=1, help="per nucleon that is hit")
    parser.add_argument("--time", type=float, default=2, help="of the list, fm/c")
    parser.add_argument("--tau", type=float, help="a list at this proper time instead")
    parser.add_argument("--dialect", choices=["2013", "extended", "2025", "1997"], default="2013")
    return parser.parse_args()


OPTIONS = options()
RANDOM = random.Random(OPTIONS.seed)
EVENTS = [event(RANDOM, OPTIONS) for _ in range(OPTIONS.events)]
if OPTIONS.dialect == "1997":
    write_1997(EVENTS)
else:
    write_2013(EVENTS, OPTIONS.dialect == "extended", OPTIONS.dialect == "2025")

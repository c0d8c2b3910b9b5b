#!/usr/bin/env python3
"""Writes strings.dat, an event of strings in the format of the 3D Glauber model, and droplets.csv, its droplets.

A toy of two gold nuclei at sqrt(s_NN) = 19.6 GeV: 160 strings between pairs of nucleons, with ends that lose part of the rapidity of the
beam. It shows the machinery, not physics: for that take a list of the model itself."""
import pathlib
import sys

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python"))
import taub  # noqa: E402

NAMES = ("mass m_over_sigma tau_form tau_0 eta_s_0 x_perp y_perp x_l y_l x_r y_r eta_s_left eta_s_right y_l y_r remnant_l remnant_r "
         "y_l_i y_r_i eta_s_baryon_left eta_s_baryon_right y_l_baryon y_r_baryon baryon_fraction_l baryon_fraction_r")
COUNT, MASS, ENERGY, AGE = 160, 0.938, 19.6, 0.5
RADIUS, IMPACT = 6.4, 4.0  # fm


def inside(rng):
    """A place in the almond where two spheres overlap, weighted with the product of their thicknesses."""
    while True:
        x, y = rng.uniform(-RADIUS, RADIUS, 2)
        thickness = [max(0.0, RADIUS ** 2 - (x + side * IMPACT / 2) ** 2 - y ** 2) ** 0.5 / RADIUS for side in (-1, 1)]
        if rng.uniform() < thickness[0] * thickness[1]:
            return x, y


def string(rng, beam):
    x, y = inside(rng)
    tau, eta = rng.uniform(0.05, 0.15), rng.normal(0, 0.3)  # where and when the two nucleons meet
    left, right = -beam + rng.uniform(0.5, 1.8), beam - rng.uniform(0.5, 1.8)
    places = numpy.array([x, y, x, y]) + rng.normal(0, 0.2, 4)
    return [MASS, 1, AGE, tau, eta, x, y, *places, left, right, left, right, 1, 1, -beam, beam, left, right, left, right, 1, 1]


def main():
    folder = pathlib.Path(__file__).parent
    rng = numpy.random.default_rng(196)
    beam = numpy.arccosh(ENERGY / 2 / MASS)
    rows = [string(rng, beam) for _ in range(COUNT)]
    with (folder / "strings.dat").open("w") as file:
        file.write(f"# b = {IMPACT} fm Npart = {2 * COUNT} Ncoll = {COUNT} Nstrings = {COUNT} total_energy = {COUNT * ENERGY} GeV, "
                   f"net_Pz = 0.0 GeV, seed = 196\n# {NAMES}\n")
        file.writelines(" ".join(f"{value:.6g}" for value in row) + "\n" for row in rows)
    droplets = taub.read_strings(folder / "strings.dat", sigma_tau=0.05, sigma_xy=0.5, sigma_eta=0.4, spacing=0.4)
    taub.write_droplets(folder / "droplets.csv", droplets, digits=6)
    print(f"{COUNT} strings, {len(droplets)} droplets of {droplets[:, 4].sum():.6g} GeV, baryon number {droplets[:, 8].sum():g}, "
          f"tau = {droplets[:, 0].min():.3g} to {droplets[:, 0].max():.3g} fm/c")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Weak scaling beyond the machines that were measured: a model of surface, bandwidth, latency and reductions.

    python3 bench/scaling_model.py

A step on P GPUs takes  compute (1 + imbalance) + a + b S + S bytes / network + reductions 2 log2(P) latency,  where S are the
zones of the faces that a GPU shares: two faces on two GPUs, four beyond (the mesh is shared along y and z). a and b are
measured between two and four H200; network and latency are those of the kind of link between hosts, with a range. Prints efficiency
against one GPU, for the middle of the range and its ends. docs/guide/scaling-model.md says where the numbers come from."""
import math

# name, cells along each axis of a GPU, zone updates/s of one GPU, a [s], b [s/zone], bytes a face zone and step, reductions a step
CASES = [
    ("srhd kurganov-tadmor rk2", 256, 3.25e9, 2e-5, 0.65e-9, 160, 3),
    ("euler ader-weno 3", 256, 1.127e9, 2e-5, 1.46e-9, 120, 2),
    ("israel-stewart", 192, 7.42e8, 2e-5, 0.46e-9, 480, 3),
]
IMBALANCE = (0.005, 0.010, 0.020)
# Between hosts: seconds a message's latency, bytes a second of a GPU's part of the network; best, middle, worst
DIRECT = ((2e-6, 45e9), (4e-6, 35e9), (8e-6, 20e9))  # GPU-aware transport, 400 Gb/s a GPU: assumed
STAGED = ((2e-6, 6e9), (4e-6, 3.8e9), (8e-6, 2.5e9))  # through the memory of hosts, as now: 3.8e9 measured on one host


def efficiency(case, gpus, link, imbalance):
    _, cells, speed, latency, slope, byte, reductions = case
    compute = cells ** 3 / speed
    zones = (0 if gpus == 1 else 2 if gpus == 2 else 4) * cells ** 2
    step = compute * (1 + imbalance) + latency + slope * zones
    if link:
        step += zones * byte / link[1] + reductions * 2 * math.log2(gpus) * link[0]
    return compute / step


def main():
    print(f"{'case':26} {'GPUs':>6}  {'within a host':>22} {'direct between hosts':>22} {'through host memory':>22}")
    for case in CASES:
        for gpus in (2, 4, 8, 96, 10000):
            columns = []
            for links in ((None,) * 3, DIRECT, STAGED):
                if (links[0] is None) != (gpus <= 8):
                    columns.append(f"{'':>22}")
                    continue
                values = [efficiency(case, gpus, link, imbalance) for link, imbalance in zip(links, IMBALANCE)]
                columns.append(f"{values[1]:7.1%} ({values[2]:.0%} to {values[0]:.0%})".rjust(22))
            print(f"{case[0]:26} {gpus:6}  {' '.join(columns)}")


if __name__ == "__main__":
    main()

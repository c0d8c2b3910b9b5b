#!/usr/bin/env python3
"""Zone updates per second of electrodynamics on 48^3 to 192^3 cells, as tables IX to XI of Balsara et al. (2023).

    python3 bench/maxwell-tables.py TAUB [--device cuda] [--cells 48,96,144,192] [--orders 2,3,4] [--precisions double,single]

Prints a table in Markdown for each precision: cells, then zone updates per second of each order. The orders run in turn
on one mesh after the other, so that what else the machine does meets all of them."""
import argparse
import json
import pathlib
import subprocess

CASE = pathlib.Path(__file__).resolve().parent / "maxwell.yaml"


def rate(options, cells, order, precision):
    words = [options.taub, "bench", CASE, f"mesh.cells=[{cells},{cells},{cells}]", f"scheme.order={order}", "--device",
             options.device, "--precision", precision, "--repeats", str(options.repeats), "--json", "-"]
    if options.threads:
        words += ["--threads", str(options.threads)]
    done = subprocess.run(list(map(str, words)), check=True, capture_output=True, text=True)
    return json.loads(done.stdout[done.stdout.index("{"):])["zone_updates_per_second"]["median"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("taub")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--cells", default="48,96,144,192")
    parser.add_argument("--orders", default="2,3,4")
    parser.add_argument("--precisions", default="double,single")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    orders = options.orders.split(",")
    for precision in options.precisions.split(","):
        print(f"\n{precision}\n\n| cells | " + " | ".join(f"order {order}" for order in orders) + " |")
        print("|---" * (len(orders) + 1) + "|", flush=True)
        for cells in options.cells.split(","):
            rates = [rate(options, cells, order, precision) for order in orders]
            print(f"| {cells}^3 | " + " | ".join(f"{number:.3g}" for number in rates) + " |", flush=True)


if __name__ == "__main__":
    main()

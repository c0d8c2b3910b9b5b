"""The Taylor-Green vortex without compression at Re = 100, by Fourier modes (Orszag and Patterson: products in space, two
thirds of the modes kept, a classical Runge-Kutta method): kinetic energy and dissipation a volume, every half unit of time.

    python3 spectral.py > reference.csv"""
import sys

import numpy

N = int(sys.argv[1]) if len(sys.argv) > 1 else 48
NU, STEP, END = 0.01, 0.05, 10

x = 2 * numpy.pi * numpy.arange(N) / N
x, y, z = numpy.meshgrid(x, x, x, indexing="ij")
u = numpy.array([numpy.sin(x) * numpy.cos(y) * numpy.cos(z), -numpy.cos(x) * numpy.sin(y) * numpy.cos(z), 0 * x])
whole, half = numpy.fft.fftfreq(N, 1 / N), numpy.fft.rfftfreq(N, 1 / N)
k = numpy.array(numpy.meshgrid(whole, whole, half, indexing="ij"))
k2 = (k**2).sum(0)
kept = (numpy.abs(k) < N / 3).all(0)
weight = numpy.where((k[2] > 0) & (k[2] < N / 2), 2, 1)  # of modes that stand for two


def rates(v):
    velocity = [numpy.fft.irfftn(part, (N, N, N)) for part in v]
    vorticity = [numpy.fft.irfftn(part, (N, N, N)) for part in 1j * numpy.cross(k, v, axis=0)]
    force = numpy.array([numpy.fft.rfftn(part) for part in numpy.cross(velocity, vorticity, axis=0)]) * kept
    return force - k * ((k * force).sum(0) / numpy.maximum(k2, 1)) - NU * k2 * v


v = numpy.array([numpy.fft.rfftn(part) for part in u])
print("time,kinetic_energy,dissipation")
for n in range(round(END / STEP) + 1):
    if n % round(0.5 / STEP) == 0:
        density = (numpy.abs(v)**2).sum(0) * weight / N**6 / 2
        print(f"{n * STEP:g},{density.sum():.8f},{2 * NU * (k2 * density).sum():.8f}")
    a = rates(v)
    b = rates(v + STEP / 2 * a)
    c = rates(v + STEP / 2 * b)
    d = rates(v + STEP * c)
    v = v + STEP / 6 * (a + 2 * b + 2 * c + d)

"""Spectra of hadrons and their elliptic and triangular flow."""
import matplotlib
import numpy
from matplotlib import pyplot

from . import style
from .errors import Error

SHOWN = {211: r"$\pi^+$", 321: "$K^+$", 2212: "$p$", 3122: r"$\Lambda$", 333: r"$\phi$", 3334: r"$\Omega^-$"}


def draw(spectra):
    """See taub.plot_spectra."""
    chosen = [n for n, code in enumerate(spectra.pdg) if code in SHOWN] or list(range(min(len(spectra.pdg), 6)))
    if not chosen:
        raise Error(f"{spectra.path}: there is no species to draw")
    middle = len(spectra.rapidity) // 2
    with matplotlib.rc_context(style.FONT):
        figure, (left, right) = pyplot.subplots(1, 2, layout="constrained", figsize=(8.4, 3.8))
        for n in chosen:
            name = SHOWN.get(int(spectra.pdg[n]), spectra.names[n])
            values = spectra.pt_spectrum[n, middle]
            positive = values > 0
            line, = left.semilogy(spectra.pt[positive], values[positive],
                                  label=f"{name}: $dN/dy = {spectra.yields[n, middle]:.3g}$")
            for harmonic, kind in ((2, "-"), (3, "--")):  # undefined if viscous corrections make the spectrum negative
                flow = numpy.where(positive, spectra.pt_flow[n, middle, :, harmonic], numpy.nan)
                right.plot(spectra.pt, flow, color=line.get_color(), linestyle=kind)
        top = spectra.pt_spectrum[chosen, middle].max()
        left.set(xlabel="$p_T$  [GeV]", ylabel=r"$dN/(2\pi p_T\,dp_T\,dy)$  [GeV$^{-2}$]", xlim=(0, spectra.pt[-1]),
                 ylim=(max(top * 1e-8, 1e-300), 2 * max(top, 1e-299)))
        left.legend(fontsize=8, frameon=False)
        reach = min(2.5, spectra.pt[-1])
        inside = spectra.pt <= reach
        flow = spectra.pt_flow[chosen, middle][:, inside, 2:4]
        right.set(xlabel="$p_T$  [GeV]", ylabel="$v_2$ (lines), $v_3$ (dashed)", xlim=(0, reach),
                  ylim=(min(0, numpy.min(flow)) * 1.1, max(numpy.max(flow), 0.01) * 1.1))
        figure.suptitle(f"{'after decays' if spectra.decays else 'thermal hadrons'}, $y = {spectra.rapidity[middle]:g}$, "
                        f"$T = {spectra.temperature:.3g}$ GeV, viscous corrections: {spectra.delta_f}", fontsize=10)
    return figure

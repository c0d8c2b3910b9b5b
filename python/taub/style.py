"""Names, scales and colours of quantities in figures."""
import re

import numpy

# name: (words, symbol)
QUANTITIES = {
    "energy_density": ("energy density", "e"),
    "charge_density": ("charge density", "n"),
    "pressure": ("pressure", "p"),
    "temperature": ("temperature", "T"),
    "density": ("density", r"\rho"),
    "lorentz_factor": ("Lorentz factor", r"\gamma"),
    "entropy_density": ("entropy density", "s"),
    "sound_speed_squared": ("sound speed squared", "c_s^2"),
    "chemical_potential": ("chemical potential", "\\mu"),
    "velocity": ("speed", "|v|"),
    "four_velocity": ("four-velocity", "|u|"),
    "momentum": ("momentum density", "|M|"),
    "bulk_pressure": ("bulk pressure", r"\Pi"),
    "shear_stress": ("shear stress", r"\sqrt{\pi:\pi}"),
    "expansion_rate": ("expansion rate", r"\theta"),
    "shear_tensor": ("shear tensor", r"\sqrt{\sigma:\sigma}"),
    "knudsen_shear": ("Knudsen number", r"\tau_\pi \theta"),
    "knudsen_bulk": ("Knudsen number", r"\tau_\Pi \theta"),
    "inverse_reynolds_shear": ("inverse Reynolds number", r"R_\pi^{-1}"),
    "inverse_reynolds_bulk": ("inverse Reynolds number", r"R_\Pi^{-1}"),
    "shear_relaxation_time": ("relaxation time", r"\tau_\pi"),
    "bulk_relaxation_time": ("relaxation time", r"\tau_\Pi"),
    "regulation": ("regulation", ""),
    "magnetic_field": ("magnetic field", "|B|"),
    "electric_field": ("electric field", "|E|"),
}
COMPONENTS = {"velocity": ("velocity", "v"), "four_velocity": ("four-velocity", "u"), "momentum": ("momentum", "M"),
              "shear_stress": ("shear stress", r"\pi"), "shear_tensor": ("shear tensor", r"\sigma"),
              "magnetic_field": ("magnetic field", "B"), "electric_field": ("electric field", "E")}
AXES = {"x": "x", "y": "y", "z": "z", "eta": r"\eta_s", "radius": "r", "alpha": r"\alpha", "beta": r"\beta", "radial": "r",
        "north": r"\mathrm{north}", "east": r"\mathrm{east}"}
ANGLES = {"latitude": "degrees", "longitude": "degrees", "alpha": "", "beta": "", "eta": ""}  # and numbers without a unit

# Perceptually uniform maps; signed components get a diverging one.
COLOUR_MAPS = {"energy_density": "inferno", "temperature": "magma", "pressure": "inferno"}
DIVERGING = "RdBu_r"

FONT = {
    "font.size": 9, "axes.titlesize": 9.5, "axes.labelsize": 9, "xtick.labelsize": 8, "ytick.labelsize": 8,
    "legend.fontsize": 8, "font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans",
    "axes.linewidth": 0.7, "xtick.major.width": 0.7, "ytick.major.width": 0.7, "xtick.direction": "in",
    "ytick.direction": "in", "xtick.top": True, "ytick.right": True, "lines.linewidth": 1.5,
    "axes.grid": False, "figure.dpi": 100, "savefig.dpi": 160, "savefig.facecolor": "white",
}


def unit_text(unit):
    """A unit with superscripts for powers; empty for dimensionless quantities."""
    return "" if unit in ("", "1") else re.sub(r"\^(-?\d+)", r"$^{\1}$", unit)


def in_brackets(text, unit):
    unit = unit_text(unit)
    return f"{text}  [{unit}]" if unit else text


def quantity_label(name, unit):
    base, _, component = name.partition("/")
    if component:
        words, symbol = COMPONENTS.get(base, (base.replace("_", " "), ""))
        symbol = f"{symbol}^{{{AXES.get(component, component)}}}" if symbol else component
    else:
        words, symbol = QUANTITIES.get(base, (base.replace("_", " "), ""))
    return in_brackets(f"{words}  ${symbol}$" if symbol else words, unit)


def axis_label(axis, length_unit):
    return in_brackets(f"${AXES[axis]}$" if axis in AXES else axis, ANGLES.get(axis, length_unit))


def time_label(time, coordinates, unit):
    symbol = r"\tau" if coordinates == "milne" else "t"
    return f"${symbol} = {time:.4g}$ {unit_text(unit)}".rstrip()


def colour_map(name, signed):
    return DIVERGING if signed else COLOUR_MAPS.get(name.partition("/")[0], "viridis")


ROUNDING = 1e-12  # values smaller than this, relative to their scale, are rounding noise


def _range_of(arrays):
    """Lowest and highest value of each array with finite values."""
    finite = [array[numpy.isfinite(array)] for array in map(numpy.asarray, arrays)]
    return [(float(array.min()), float(array.max())) for array in finite if array.size]


def is_zero(arrays, scale=0.0):
    """Whether all values are zero or rounding noise relative to `scale`."""
    return all(max(-low, high) <= ROUNDING * scale for low, high in _range_of(arrays))


def norm_of(name, arrays, decades=4, scale=0.0):
    """One colour scale for all arrays. For signed quantities it is symmetric about 0, and logarithmic away from 0 if the maxima of
    the panels differ by more than a factor of ten. For others it is logarithmic, down to `decades` below the maximum, if values
    span more than a factor of 30 or the maxima of the panels differ by more than a factor of ten; otherwise linear."""
    from matplotlib.colors import LogNorm, Normalize, SymLogNorm
    ranges = _range_of(arrays)
    if not ranges or is_zero(arrays, scale):
        return Normalize(0, 1)
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    bound = max(-low, high)
    peaks = [peak for peak in (max(-low, high) for low, high in ranges) if peak > ROUNDING * bound]
    if low < -1e-9 * bound:
        if min(peaks) < 0.1 * bound:
            return SymLogNorm(max(0.1 * min(peaks), 1e-3 * bound), vmin=-bound, vmax=bound)
        return Normalize(-bound, bound)
    if low > 0 and high / low > 30 or len(peaks) > 1 and min(peaks) < 0.1 * bound and "/" not in name:
        lowest = high * 10.0 ** -decades
        return LogNorm(max(low, lowest), high)
    if low == high:
        low, high = low - 0.5 * abs(low), high + 0.5 * abs(high)
    elif low < 0.3 * high:
        low = 0
    return Normalize(low, high)


def is_signed(norm):
    return norm.vmin < 0 and norm.vmin == -norm.vmax


def log_ticks(axis, low, high):
    """Adds numbers between the decades of a logarithmic scale of less than three decades."""
    from matplotlib import ticker
    if low > 0 and high < 1000 * low:
        axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5) if high < 100 * low else (1, 3)))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}" if 1e-3 <= value < 1e5 else _power(value)))
        axis.set_minor_formatter(ticker.NullFormatter())


def _power(value):
    digits, power = f"{value:.0e}".split("e")
    return f"${digits}\\times10^{{{int(power)}}}$" if digits != "1" else f"$10^{{{int(power)}}}$"


def plain(text):
    """Text from outside, for a figure: dollars are escaped, control characters become blanks."""
    return "".join(c if c.isprintable() else " " for c in text).replace("$", r"\$")

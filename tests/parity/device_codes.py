"""User code of the cases in device_cases.py: initial data, sources, boundaries, equations of state, viscosities."""

# A user's equation of state, initial data and source.
USER_EOS = """
real eos_user_pressure(real energy_density, real charge_density)
{
    return energy_density * (real)0.3 - charge_density * (real)0.01;
}
real eos_user_sound_speed_squared(real energy_density, real charge_density)
{
    const real p = eos_user_pressure(energy_density, charge_density);
    return (real)0.3 - charge_density * (real)0.01 / (energy_density + p);
}
real eos_user_temperature(real energy_density, real charge_density)
{
    return PARAMETER(factor) * sqrt(sqrt(energy_density + (real)0.01 * charge_density));
}
"""

USER_INITIAL = """
void initial(const real x[3], real t, real state[])
{
    const real r2 = x[0] * x[0] + (real)1.5 * x[1] * x[1] + x[2] * x[2];
    state[0] = PARAMETER(peak) / (1 + r2 * r2) + (real)0.02;
    state[1] = (real)0.3 * x[1];
    state[2] = -(real)0.3 * x[0];
    state[3] = t;
    state[4] = state[0] * (real)0.2 + exp(-r2) + (real)0.01 * tanh(x[0]) * sin(x[1]);
}
"""

USER_SOURCE = """
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[0] = -(real)0.1 * state[0] * (1 + t);
    rate[1] = (real)0.02 * x[0] * state[0];
    rate[4] = (real)0.01 * state[4] * log(1 + state[4]) * pow(state[0], (real)0.3);
}
"""

# Gas dynamics: the same three, and a boundary. The initial data jump inside cells.
GAS_INITIAL = """
void initial(const real x[3], real t, real state[])
{
    const int inside = x[0] * x[0] + (real)1.5 * x[1] * x[1] + x[2] * x[2] < (real)1.3;
    state[0] = inside ? PARAMETER(density) : (real)1 + (real)0.1 * sin(x[0] + 2 * x[1]);
    state[1] = (real)0.2 * x[1];
    state[2] = t - (real)0.2 * x[0];
    state[4] = inside ? 3 : 1;
    state[5] = inside;
}
"""

GAS_SOURCE = """
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[2] = -(real)0.5 * state[0];
    rate[4] = rate[2] * state[2] + (real)0.01 * exp(-x[0] * x[0]) * t;
    rate[5] = (real)0.1 * state[0];
}
"""

MHD_SOURCE = """
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[2] = -(real)0.5 * state[0];
    rate[4] = rate[2] * state[2] + (real)0.01 * exp(-x[0] * x[0]) * t;
    rate[6] = 1;
    rate[8] = (real)0.1 * state[0];
}
"""

GAS_BOUNDARY = """
void boundary(const real x[3], real t, const real inside[], real state[])
{
    state[2] = x[0] < 0 ? -inside[2] : state[2];
    state[4] = inside[4] * ((real)1 + (real)0.1 * sin(t + x[0]));
}
"""

# A magnetized gas: a field that is twisted within a ball, whose energy jumps in and around.
MHD_INITIAL = """
void initial(const real x[3], real t, real state[])
{
    const real r2 = x[0] * x[0] + (real)1.5 * x[1] * x[1] + x[2] * x[2];
    const int inside = r2 < (real)1.3;
    state[0] = inside ? PARAMETER(density) : (real)1 + (real)0.1 * sin(x[0] + 2 * x[1]);
    state[1] = (real)0.2 * x[1];
    state[2] = t - (real)0.2 * x[0];
    state[4] = inside ? 3 : PARAMETER(pressure);
    state[5] = (real)0.7 - 3 * x[1] * exp(-r2);
    state[6] = 2 * x[0] * exp(-r2);
    state[7] = (real)0.4;
    state[8] = inside;
}
void vector_potential(const real x[3], real t, real a[3])
{
    const real r2 = x[0] * x[0] + (real)1.5 * x[1] * x[1] + x[2] * x[2];
    a[0] = 0;
    a[1] = (real)0.4 * x[0] + t;
    a[2] = (real)0.7 * x[1] + exp(-r2);
}
"""

# Dissipative fluids: eta/s and zeta/s, and a boundary that changes with time.
VISCOSITIES = """
real shear_viscosity(real temperature)
{
    return PARAMETER(least) + (real)0.3 * exp(-(real)10 * temperature);
}
real bulk_viscosity(real temperature)
{
    return (real)0.02 / ((real)1 + (real)100 * (temperature - (real)0.2) * (temperature - (real)0.2));
}
"""

DRIVEN = """
void boundary(const real x[3], real t, const real inside[], real state[])
{
    state[0] = inside[0] * ((real)1 + (real)0.1 * sin((real)3 * t + x[0]));
    state[1] = (real)0.5 * state[1];
}
"""

LIGHT_INITIAL = """
void initial(const real x[3], real t, real state[])
{
    const real r2 = x[0] * x[0] + (real)1.5 * x[1] * x[1] + x[2] * x[2];
    const int inside = r2 < (real)1.3;
    state[0] = exp(-r2) * PARAMETER(charge) + t;
    state[7] = inside ? 3 : (real)1 + (real)0.05 * sin(x[0] + 2 * x[1]);
    state[8] = inside ? (real)1.5 : (real)1;
    state[9] = inside ? 40 : x[1] < 0 ? (real)0.1 : (real)0;
}
void displacement_potential(const real x[3], real t, real a[3])
{
    a[0] = (real)0.3 * exp(-x[1] * x[1] - x[2] * x[2]);
    a[1] = t;
    a[2] = exp(-x[0] * x[0] - 2 * x[1] * x[1]);
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[0] = 0;
    a[1] = sin(x[0]) * exp(-x[2] * x[2]);
    a[2] = exp(-x[0] * x[0] - (real)1.5 * x[1] * x[1]);
}
"""

# A gas that rests in its weight, with a wave in it.
AIR = """
void equilibrium(const real x[3], real t, real state[])
{
    state[0] = exp((real)-0.3 * x[1]);
    state[4] = (real)0.6 * state[0];
#if SYSTEM_COMPONENTS > 7
    state[6] = (real)0.4;
#endif
}
void vector_potential(const real x[3], real t, real a[3])
{
    a[2] = (real)-0.4 * x[0];
}
void initial(const real x[3], real t, real state[])
{
    equilibrium(x, t, state);
    state[4] *= (real)1 + PARAMETER(wave) * exp((real)-2 * (x[0] * x[0] + x[1] * x[1]));
}
"""

WEIGHT = """
void source(const real x[3], real t, const real state[], real rate[])
{
    rate[2] = (real)-0.18 * state[0];
    rate[4] = rate[2] * state[2];
}
"""

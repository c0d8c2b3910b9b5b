/* Lattice QCD with 2+1 flavours, Wuppertal-Budapest: S. Borsanyi et al., JHEP 11 (2010) 077, eq. (3.1),
 *
 *   I/T^4 = exp(-h1/t - h2/t^2) (h0/(1 + alpha t^2) + f0 (tanh(f1 t + f2) + 1)/(1 + g1 t + g2 t^2)),  t = T/0.2 GeV,
 *
 * I = e - 3p. The paper has alpha = 0, with which p/T^4 grows without bound like log T; the factor with alpha = 0.01,
 * used in anisotropic and GPU hydrodynamics (Bazow, Heinz, Strickland, Comput. Phys. Commun. 225 (2018) 92), gives it
 * a finite limit. p/T^4 = integral of I/T^5 dT from 0.
 *
 * With x = ln t and P = p/T^4: dP/dx = I/T^4, so that P, P' and P'' are known exactly at the nodes of a fine grid in x,
 * and quintic Hermite interpolation between them is accurate to 1e-13. Outside the range of e, p/e and T/e^(1/4) stay
 * constant, as in the kernels. */
#include <math.h>
#include <stdlib.h>

#include "eos/eos_kind.h"

enum { NODES_PER_UNIT = 1024, FIRST_OCTAVE = -47, OCTAVES = 67 };
static const double reference = 0.2; /* GeV, the temperature of t = 1 */
static const double first_t = 0.012, last_t = 60;

struct node {
    double anomaly_sum;              /* P = p/T^4 */
    double anomaly, slope;           /* P' = I/T^4 and P'' */
    double log_energy, log_pressure; /* of e and p in GeV/fm^3 */
};

struct end {
    double energy, pressure, temperature; /* state at an end of the range of e */
};

struct lattice {
    int count;
    double first, spacing; /* of the grid in x */
    struct end low, high;
    struct node nodes[];
};

/* I/T^4 and its derivative with respect to x = ln t. */
static double trace_anomaly(double t, double *slope)
{
    const double h0 = 0.1396, h1 = -0.1800, h2 = 0.0350, f0 = 2.76, f1 = 6.79, f2 = -5.29, g1 = -0.47, g2 = 1.04;
    const double alpha = 0.01;
    const double damping = exp(-h1 / t - h2 / (t * t));
    const double damping_slope = h1 / t + 2 * h2 / (t * t); /* d ln/dx */
    const double cut = 1 + alpha * t * t, tail = h0 / cut, tail_slope = -2 * tail * alpha * t * t / cut;
    const double step_up = 2 / (1 + exp(-2 * (f1 * t + f2))); /* tanh + 1 without cancellation */
    const double denominator = 1 + g1 * t + g2 * t * t, peak = f0 * step_up / denominator;
    const double peak_slope = peak * (f1 * t * (2 - step_up) - (g1 * t + 2 * g2 * t * t) / denominator);
    *slope = damping * (tail_slope + peak_slope + damping_slope * (tail + peak));
    return damping * (tail + peak);
}

/* Integral of I/T^4 over x from a to a + width, by Gauss-Legendre quadrature with 8 points. */
static double integrate_anomaly(double a, double width)
{
    const double position[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
    const double weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};
    double sum = 0, slope;
    for (int i = 0; i < 4; i++)
        sum += weight[i] * (trace_anomaly(exp(a + width / 2 * (1 - position[i])), &slope) +
                            trace_anomaly(exp(a + width / 2 * (1 + position[i])), &slope));
    return sum * width / 2;
}

struct point {
    double anomaly_sum, anomaly, slope;
};

/* P, I/T^4 and its slope at x. */
static struct point point_at(const struct lattice *lattice, double x)
{
    const double position = (x - lattice->first) / lattice->spacing;
    const int i = position <= 0 ? 0 : position >= lattice->count - 1 ? lattice->count - 2 : (int)position;
    const double s = position - i, r = 1 - s, h = lattice->spacing;
    const struct node *a = &lattice->nodes[i], *b = a + 1;
    struct point point;
    point.anomaly_sum = r * r * r * (1 + 3 * s + 6 * s * s) * a->anomaly_sum +
                        r * r * r * s * (1 + 3 * s) * h * a->anomaly + r * r * r * s * s / 2 * h * h * a->slope +
                        s * s * s * (1 + 3 * r + 6 * r * r) * b->anomaly_sum -
                        s * s * s * r * (1 + 3 * r) * h * b->anomaly + s * s * s * r * r / 2 * h * h * b->slope;
    point.anomaly = trace_anomaly(exp(x), &point.slope);
    return point;
}

/* ln T^4/(hbar c)^3 */
static double log_unit(double x)
{
    return 4 * (x + log(reference)) - 3 * log(TAUB_HBARC);
}

/* Solves for the x where ln e (or ln p) has the given value: bisection over the nodes, then Newton's method. */
static double solve(const struct lattice *lattice, double target, bool for_pressure)
{
    int low = 0, high = lattice->count - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        const struct node *node = &lattice->nodes[middle];
        if ((for_pressure ? node->log_pressure : node->log_energy) <= target)
            low = middle;
        else
            high = middle;
    }
    double x = lattice->first + lattice->spacing * (low + 0.5);
    for (int i = 0; i < 4; i++) {
        const struct point at = point_at(lattice, x);
        const double e = at.anomaly + 3 * at.anomaly_sum;
        const double value = log_unit(x) + log(for_pressure ? at.anomaly_sum : e);
        const double slope = 4 + (for_pressure ? at.anomaly / at.anomaly_sum : (at.slope + 3 * at.anomaly) / e);
        x -= (value - target) / slope;
    }
    return x;
}

static double pressure(const struct taub_eos *self, double e, double n);
static double temperature(const struct taub_eos *self, double e, double n);

static struct lattice *integrate(void)
{
    const double first = log(first_t), spacing = 1.0 / NODES_PER_UNIT;
    const int count = (int)ceil((log(last_t) - first) / spacing) + 1;
    struct lattice *lattice = malloc(sizeof *lattice + (size_t)count * sizeof lattice->nodes[0]);
    if (!lattice)
        return NULL;
    lattice->count = count;
    lattice->first = first;
    lattice->spacing = spacing;
    double sum = 0;
    for (int i = 0; i < count; i++) {
        struct node *node = &lattice->nodes[i];
        const double x = first + spacing * i, t = exp(x);
        node->anomaly = trace_anomaly(t, &node->slope);
        /* Below the first node I falls like exp(-h2/t^2): its integral there is I^2/I', a relative contribution of
         * 1e-90. */
        sum = i == 0 ? node->anomaly * node->anomaly / node->slope : sum + integrate_anomaly(x - spacing, spacing);
        node->anomaly_sum = sum;
        node->log_energy = log_unit(x) + log(node->anomaly + 3 * sum);
        node->log_pressure = log_unit(x) + log(sum);
    }
    return lattice;
}

static struct end end_at(const struct lattice *lattice, double e)
{
    const double x = solve(lattice, log(e), false);
    const struct point at = point_at(lattice, x);
    return (struct end){e, e * at.anomaly_sum / (at.anomaly + 3 * at.anomaly_sum), reference * exp(x)};
}

static enum taub_status create(struct taub_eos *self, const struct taub_config_eos *config, struct taub_error *error)
{
    struct lattice *lattice = integrate();
    if (!lattice)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->data = lattice;
    self->lowest = ldexp(1, FIRST_OCTAVE);
    self->highest = ldexp(1, FIRST_OCTAVE + OCTAVES);
    lattice->low = end_at(lattice, self->lowest);
    lattice->high = end_at(lattice, self->highest);
    return taub_eos_tabulate(self, FIRST_OCTAVE, OCTAVES, error);
}

static void destroy(struct taub_eos *self)
{
    free(self->data);
}

/* The end of the range whose ratios hold at e; NULL inside the range. */
static const struct end *beyond(const struct lattice *lattice, double e)
{
    return e < lattice->low.energy ? &lattice->low : e > lattice->high.energy ? &lattice->high : NULL;
}

static double pressure(const struct taub_eos *self, double e, double n)
{
    const struct lattice *lattice = self->data;
    const struct end *end = beyond(lattice, e);
    if (end)
        return e * (end->pressure / end->energy);
    const struct point at = point_at(lattice, solve(lattice, log(e), false));
    return e * at.anomaly_sum / (at.anomaly + 3 * at.anomaly_sum);
}

static double sound_speed_squared(const struct taub_eos *self, double e, double n)
{
    const struct lattice *lattice = self->data;
    const struct end *end = beyond(lattice, e);
    if (end)
        return end->pressure / end->energy;
    const struct point at = point_at(lattice, solve(lattice, log(e), false));
    const double entropy = at.anomaly + 4 * at.anomaly_sum; /* s/T^3 */
    return entropy / (3 * entropy + at.slope + 4 * at.anomaly);
}

static double temperature(const struct taub_eos *self, double e, double n)
{
    const struct lattice *lattice = self->data;
    const struct end *end = beyond(lattice, e);
    if (end)
        return end->temperature * sqrt(sqrt(e / end->energy));
    return reference * exp(solve(lattice, log(e), false));
}

static double energy_from_pressure(const struct taub_eos *self, double p, double n)
{
    const struct lattice *lattice = self->data;
    if (p < lattice->low.pressure)
        return p * (lattice->low.energy / lattice->low.pressure);
    if (p > lattice->high.pressure)
        return p * (lattice->high.energy / lattice->high.pressure);
    const struct point at = point_at(lattice, solve(lattice, log(p), true));
    return p * (at.anomaly + 3 * at.anomaly_sum) / at.anomaly_sum;
}

static double energy_from_temperature(const struct taub_eos *self, double t, double n)
{
    const struct lattice *lattice = self->data;
    const struct end *end = t < lattice->low.temperature    ? &lattice->low
                            : t > lattice->high.temperature ? &lattice->high
                                                            : NULL;
    if (end)
        return end->energy * pow(t / end->temperature, 4);
    const double x = log(t / reference);
    const struct point at = point_at(lattice, x);
    return (at.anomaly + 3 * at.anomaly_sum) * exp(log_unit(x));
}

const struct taub_eos_methods taub_eos_lattice_wb = {
    .kind = TAUB_EOS_LATTICE_WB,
    .name = "lattice-wb",
    TAUB_EOS_FUNCTIONS,
    .kernel = "eos/tabulated.h",
};

#include "hadrons/phase_space.h"

#include <math.h>

#include "hadrons/list.h"

static const double pi = 3.14159265358979323846;

double taub_two_body_momentum(double m, double a, double b)
{
    const double square = (m * m - (a + b) * (a + b)) * (m * m - (a - b) * (a - b));
    return square > 0 ? sqrt(square) / (2.0 * m) : 0.0;
}

/* Node n of Gauss-Chebyshev quadrature (second kind), for integrands that vanish like a square root at both ends. */
static double node(double lower, double upper, int n, double *weight)
{
    const double angle = pi * (n + 1) / (TAUB_PHASE_SPACE_NODES + 1);
    *weight = 0.5 * (upper - lower) * pi / (TAUB_PHASE_SPACE_NODES + 1) * sin(angle);
    return 0.5 * (upper + lower) + 0.5 * (upper - lower) * cos(angle);
}

/* Phase space volume of `count` particles, without powers of 2 and pi: by recursion over the invariant mass of all but
 * the first (Particle Data Group, "Kinematics"). */
static double volume(double parent, const double *masses, int count)
{
    double rest = 0.0, sum = 0.0;
    if (count == 1)
        return 1.0;
    if (count == 2)
        return taub_two_body_momentum(parent, masses[0], masses[1]) / parent;
    for (int p = 1; p < count; p++)
        rest += masses[p];
    for (int n = 0; n < TAUB_PHASE_SPACE_NODES; n++) {
        double weight;
        const double m = node(rest, parent - masses[0], n, &weight);
        sum += weight * m * taub_two_body_momentum(parent, masses[0], m) / parent * volume(m, masses + 1, count - 1);
    }
    return sum;
}

int taub_phase_space(double parent, const double *masses, int count, int which, double *energies, double *shares)
{
    double others[TAUB_MAX_DAUGHTERS], rest = 0.0, total = 0.0;
    int more = 0;
    for (int p = 0; p < count; p++)
        if (p != which) {
            others[more++] = masses[p];
            rest += masses[p];
        }
    const int nodes = count == 2 ? 1 : TAUB_PHASE_SPACE_NODES;
    for (int n = 0; n < nodes; n++) {
        double weight = 1.0;
        const double m = count == 2 ? rest : node(rest, parent - masses[which], n, &weight);
        const double p = taub_two_body_momentum(parent, masses[which], m);
        energies[n] = sqrt(masses[which] * masses[which] + p * p);
        shares[n] = count == 2 ? 1.0 : weight * m * p * volume(m, others, more);
        total += shares[n];
    }
    for (int n = 0; n < nodes; n++)
        shares[n] /= total;
    return nodes;
}

#include "problems/sedov_exact.h"

#include <math.h>

#include "problems/root.h"

/* A point of the profile, in units of the state just behind the shock. */
struct point {
    double place; /* r/R */
    double density, velocity, pressure;
    double stretch; /* d ln(place)/d ln(m) */
};

/* The parameter is m = x_2^(-j a_2), which grows from 0 at the centre, like r^j, to 1 at the shock. */
static struct point at_parameter(const struct taub_sedov *self, double m)
{
    const int j = self->dimensions;
    const double gamma = self->gamma, *a = self->a;
    const double b = (gamma + 1) / (gamma - 1), c = (j + 2) * gamma / 2, e = (2 + j * (gamma - 1)) / 2;
    const double d = (j + 2) * (gamma + 1) / ((j + 2) * (gamma + 1) - 2 * (2 + j * (gamma - 1)));
    const double x2 = pow(m, -1 / (j * a[2])), v = (1 + x2 / b) / c;
    const double x1 = (j + 2) * (gamma + 1) / 4 * v, x3 = d * (1 - e * v), x4 = b * (1 - c * v / gamma);
    struct point point;
    point.place = pow(m, 1.0 / j) * pow(x1, -a[0]) * pow(x3, -a[1]);
    point.velocity = x1 * point.place;
    point.density = pow(x2, a[3]) * pow(x3, a[4]) * pow(x4, a[5]);
    point.pressure = pow(x1, a[0] * j) * pow(x3, a[4] - 2 * a[1]) * pow(x4, 1 + a[5]);
    const double dv = x2 / (b * c) * (-1 / (j * a[2])); /* dv/d ln m */
    point.stretch = 1.0 / j - a[0] / v * dv + a[1] * e / (1 - e * v) * dv;
    return point;
}

/* Kamm and Timmes, eqs. (42) to (47), for a uniform medium. */
static void set_exponents(struct taub_sedov *self)
{
    const double gamma = self->gamma, j = self->dimensions;
    double *a = self->a;
    a[0] = 2 / (j + 2);
    a[2] = (1 - gamma) / (2 * (gamma - 1) + j);
    a[1] = (j + 2) * gamma / (2 + j * (gamma - 1)) * (2 * j * (2 - gamma) / (gamma * (j + 2) * (j + 2)) - a[2]);
    a[3] = j / (2 * (gamma - 1) + j);
    a[4] = a[1] * (j + 2) / (2 - gamma);
    a[5] = -2 / (2 - gamma);
}

/* alpha = integral of (rho v^2/2 + p/(gamma - 1)) over the ball, with R = t = rho_0 = 1; five-point Gauss rule. */
static double energy_integral(const struct taub_sedov *self)
{
    static const double nodes[5] = {-0.90617984593866399, -0.53846931010568309, 0, 0.53846931010568309,
                                    0.90617984593866399};
    static const double weights[5] = {0.23692688505618909, 0.47862867049936647, 0.56888888888888889,
                                      0.47862867049936647, 0.23692688505618909};
    enum { PANELS = 400 };
    const double gamma = self->gamma, speed = 2.0 / (self->dimensions + 2);
    const double density = (gamma + 1) / (gamma - 1), v = 2 / (gamma + 1) * speed, p = 2 / (gamma + 1) * speed * speed;
    const double pi = 3.14159265358979323846, surface = self->dimensions == 1   ? 2
                                                        : self->dimensions == 2 ? 2 * pi
                                                                                : 4 * pi;
    double sum = 0;
    for (int n = 0; n < PANELS; n++)
        for (int g = 0; g < 5; g++) {
            const double s = (n + 0.5 + 0.5 * nodes[g]) / PANELS, m = s * s; /* nodes are denser at the centre */
            const struct point point = at_parameter(self, m);
            const double energy = density * point.density * v * v * point.velocity * point.velocity / 2 +
                                  p * point.pressure / (gamma - 1);
            /* r^(j-1) dr = r^j (d ln r/d ln m) 2 ds/s */
            sum += weights[g] / 2 / PANELS * energy * pow(point.place, self->dimensions) * point.stretch * 2 / s;
        }
    return surface * sum;
}

struct search {
    const struct taub_sedov *self;
    double place;
};

static double mismatch(double m, void *user)
{
    const struct search *search = user;
    return at_parameter(search->self, m).place - search->place;
}

bool taub_sedov_create(double gamma, int dimensions, struct taub_sedov *out)
{
    if (!(gamma > 1 && gamma < 2 && dimensions >= 1 && dimensions <= 3))
        return false;
    out->gamma = gamma;
    out->dimensions = dimensions;
    set_exponents(out);
    out->alpha = energy_integral(out);
    out->table[0] = 0;
    out->table[TAUB_SEDOV_NODES] = 1;
    for (int n = 1; n < TAUB_SEDOV_NODES; n++) {
        struct search search = {out, (double)n / TAUB_SEDOV_NODES};
        out->table[n] = taub_root(mismatch, &search, out->table[n - 1], 1, 1e-15 * out->table[n - 1]);
    }
    return true;
}

double taub_sedov_radius(const struct taub_sedov *self, double energy, double density, double t)
{
    return pow(energy * t * t / (self->alpha * density), 1.0 / (self->dimensions + 2));
}

void taub_sedov_state(const struct taub_sedov *self, double energy, double density, double t, double r, double out[3])
{
    const double radius = taub_sedov_radius(self, energy, density, t), gamma = self->gamma;
    const double speed = 2 * radius / ((self->dimensions + 2) * t);
    struct search search = {self, fmin(r / radius, 1)};
    const int n = (int)fmin(search.place * TAUB_SEDOV_NODES, TAUB_SEDOV_NODES - 1);
    const double m = taub_root(mismatch, &search, self->table[n], self->table[n + 1], 1e-15 * self->table[n + 1]);
    const struct point point = at_parameter(self, m);
    out[0] = density * (gamma + 1) / (gamma - 1) * point.density;
    out[1] = 2 / (gamma + 1) * speed * point.velocity;
    out[2] = 2 / (gamma + 1) * density * speed * speed * point.pressure;
}

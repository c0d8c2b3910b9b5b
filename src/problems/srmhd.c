#include "problems/srmhd.h"

#include <math.h>

#include "problems/root.h"

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double ratio(const struct taub_config *config)
{
    return config->eos.gamma / (config->eos.gamma - 1);
}

void taub_srmhd_densities(const struct taub_config *config, const double *q, double *u)
{
    const double motion2 = dot(q + 1, q + 1), w = sqrt(1 + motion2), k = ratio(config);
    const double v[3] = {q[1] / w, q[2] / w, q[3] / w};
    const double b2 = dot(q + 5, q + 5), vb = dot(v, q + 5), total = (q[0] + k * q[4]) * w * w + b2;
    u[0] = q[0] * w;
    for (int a = 0; a < 3; a++) {
        u[1 + a] = total * v[a] - vb * q[5 + a];
        u[5 + a] = q[5 + a];
    }
    u[4] = u[0] * motion2 / (w + 1) + q[4] * (k * w * w - 1) + (b2 * (1 + dot(v, v)) - vb * vb) / 2;
    for (int c = 8; c < 8 + config->scalars; c++)
        u[c] = u[0] * q[c];
}

/* With y = rho h W^2 - D: S along and across B, and what kernels/systems/srmhd_state.h derives from them. */
struct unknown {
    double d, tau, field2, along2, across2, k;
    double root; /* rho h W */
    double pressure;
};

static double excess(double y, void *user)
{
    struct unknown *self = user;
    const double flow = self->d + y, total = flow + self->field2, x = flow / total;
    const double beyond = y * (self->d + flow) - self->along2 - self->across2 * x * x;
    self->root = sqrt(fmax(beyond + self->d * self->d, 0));
    self->pressure = self->root > 0 ? self->root * beyond / ((self->root + self->d) * flow * self->k) : 0;
    return y - self->pressure + self->field2 / 2 * (1 + self->across2 / (total * total)) - self->tau;
}

/* Where the pressure vanishes: below it there is none. */
static double beyond_cold(double y, void *user)
{
    const struct unknown *self = user;
    const double flow = self->d + y, x = flow / (flow + self->field2);
    return y * (self->d + flow) - self->along2 - self->across2 * x * x;
}

bool taub_srmhd_state(const struct taub_config *config, const double *u, double *q)
{
    struct unknown unknown = {.d = u[0], .tau = u[4], .field2 = dot(u + 5, u + 5), .k = ratio(config)};
    const double b = sqrt(unknown.field2);
    double along[3], across[3];
    for (int a = 0; a < 3; a++)
        along[a] = b > 0 ? u[5 + a] / b : 0;
    const double push = dot(u + 1, along);
    for (int a = 0; a < 3; a++)
        across[a] = u[1 + a] - push * along[a];
    unknown.along2 = push * push;
    unknown.across2 = dot(across, across);
    if (!(u[0] > 0 && u[4] > 0 && u[0] < HUGE_VAL && u[4] < HUGE_VAL))
        return false;
    /* Z lies between that of the cold gas and gamma (E - B^2/2) */
    const double push2 = unknown.along2 + unknown.across2, highest_cold = push2 / (u[0] + hypot(u[0], sqrt(push2)));
    const double cold = push2 > 0 ? taub_root(beyond_cold, &unknown, 0, highest_cold * (1 + 1e-15), 0) : 0;
    const double most = config->eos.gamma * (u[4] - unknown.field2 / 2) + (config->eos.gamma - 1) * u[0];
    const double upper = fmax(most, cold) * (1 + 1e-14);
    if (!(excess(cold, &unknown) < 0 && excess(upper, &unknown) >= 0))
        return false;
    const double y = taub_root(excess, &unknown, cold, upper, 0), flow = u[0] + y;
    excess(y, &unknown);
    const double w = flow / unknown.root;
    q[0] = u[0] / w;
    for (int a = 0; a < 3; a++) {
        q[1 + a] = w * (across[a] / (flow + unknown.field2) + push / flow * along[a]);
        q[5 + a] = u[5 + a];
    }
    q[4] = unknown.pressure;
    for (int c = 8; c < 8 + config->scalars; c++)
        q[c] = u[c] / u[0];
    return q[4] > 0;
}

#include "problems/navier_stokes.h"

#include <math.h>

enum { T, X, Y, Z, DIMENSIONS };

/* Covariant derivatives d_a u^b in the orthonormal frame. In Milne coordinates the connection contributes only to d_z
 * u^t and d_z u^z. */
struct flow {
    double u[DIMENSIONS];
    double derivative[DIMENSIONS][DIMENSIONS]; /* [a][b], a: lower index */
    double acceleration[DIMENSIONS];           /* u^a d_a u^b */
    double expansion;                          /* theta */
};

static void fill_spatial(struct flow *flow, const struct taub_gradients *at)
{
    flow->u[T] = sqrt(1 + at->u[0] * at->u[0] + at->u[1] * at->u[1] + at->u[2] * at->u[2]);
    for (int i = X; i <= Z; i++) {
        flow->u[i] = at->u[i - 1];
        flow->derivative[i][T] = 0;
        for (int j = X; j <= Z; j++) {
            flow->derivative[i][j] = at->velocity[i - 1][j - 1];
            flow->derivative[i][T] += at->u[j - 1] * at->velocity[i - 1][j - 1] / flow->u[T];
        }
    }
    flow->derivative[Z][T] += flow->u[Z] * at->inverse_time;
    flow->derivative[Z][Z] += flow->u[T] * at->inverse_time;
}

/* Time derivatives from the Euler equations (e + p) Du^i = -d_i p - u^i Dp, Dp = -cs2 (e + p) theta, with theta = d_t
 * u^t + d_i u^i and u^t d_t u^b = Du^b - u^i d_i u^b, solved for theta. */
static void fill_time(struct flow *flow, const struct taub_gradients *at)
{
    const double *u = flow->u;
    double spatial = 0, carried = 0, pushed = 0, speed = 0;
    for (int i = X; i <= Z; i++) {
        spatial += flow->derivative[i][i];
        carried += u[i] * flow->derivative[i][T];
        pushed += u[i] * at->pressure[i - 1] / at->enthalpy;
        speed += u[i] * u[i] / (u[T] * u[T]);
    }
    flow->expansion = (spatial - carried / u[T] - pushed / (u[T] * u[T])) / (1 - at->sound_speed_squared * speed);
    flow->acceleration[T] = 0;
    for (int i = X; i <= Z; i++) {
        flow->acceleration[i] = -at->pressure[i - 1] / at->enthalpy + u[i] * at->sound_speed_squared * flow->expansion;
        flow->acceleration[T] += u[i] * flow->acceleration[i] / u[T];
    }
    for (int b = T; b <= Z; b++) {
        double along = 0;
        for (int i = X; i <= Z; i++)
            along += u[i] * flow->derivative[i][b];
        flow->derivative[T][b] = (flow->acceleration[b] - along) / u[T];
    }
}

/* nabla^a u^b = d^a u^b - u^a Du^b */
static double transverse(const struct flow *flow, int a, int b)
{
    return (a == T ? 1 : -1) * flow->derivative[a][b] - flow->u[a] * flow->acceleration[b];
}

void taub_navier_stokes(const struct taub_gradients *at, double state[])
{
    struct flow flow;
    fill_spatial(&flow, at);
    fill_time(&flow, at);
    int component = TAUB_VISCOUS_TT;
    for (int a = T; a <= Z; a++)
        for (int b = a; b <= Z; b++) {
            const double metric = a != b ? 0 : a == T ? 1 : -1;
            const double sigma = (transverse(&flow, a, b) + transverse(&flow, b, a)) / 2 -
                                 (metric - flow.u[a] * flow.u[b]) * flow.expansion / 3;
            state[component++] = 2 * at->transport.shear * sigma;
        }
    state[TAUB_VISCOUS_BULK] = -at->transport.bulk * flow.expansion;
}

#include "problems/euler_riemann_exact.h"

#include <float.h>
#include <math.h>

static double sound_speed(double gamma, const struct taub_gas *gas)
{
    return sqrt(gamma * gas->pressure / gas->density);
}

/* Velocity change of the gas, away from the side of the wave, across the wave from this state to the pressure p; and
 * its derivative with respect to p. */
static double wave(double gamma, const struct taub_gas *gas, double p, double *slope)
{
    const double rise = p - gas->pressure, c = sound_speed(gamma, gas);
    if (rise > 0) {
        const double inertia = gas->density * ((gamma + 1) * p + (gamma - 1) * gas->pressure) / 2;
        const double over = 1 / sqrt(inertia);
        *slope = over * (1 - rise * gas->density * (gamma + 1) / (4 * inertia));
        return rise * over;
    }
    const double power = (gamma - 1) / (2 * gamma), change = expm1(power * log(p / gas->pressure));
    *slope = c / (gamma * p) * (1 + change);
    return 2 * c / (gamma - 1) * change;
}

/* f is concave and increasing: Newton iterations that start below the root increase monotonically towards it. */
static double common_pressure(const struct taub_euler_riemann *self)
{
    const struct taub_gas *left = &self->left, *right = &self->right;
    const double gamma = self->gamma, parting = right->velocity[0] - left->velocity[0];
    const double lower = fmin(left->pressure, right->pressure), power = (gamma - 1) / (2 * gamma);
    double slope[2];
    if (wave(gamma, left, lower, &slope[0]) + wave(gamma, right, lower, &slope[1]) + parting >= 0) {
        /* two rarefactions: closed form, scaled by the larger pressure */
        const double upper = fmax(left->pressure, right->pressure);
        const double cl = sound_speed(gamma, left), cr = sound_speed(gamma, right);
        const double below = cl * pow(upper / left->pressure, power) + cr * pow(upper / right->pressure, power);
        return upper * pow((cl + cr - (gamma - 1) / 2 * parting) / below, 1 / power);
    }
    double p = lower;
    for (int i = 0; i < 200; i++) {
        const double f = wave(gamma, left, p, &slope[0]) + wave(gamma, right, p, &slope[1]) + parting;
        const double next = p - f / (slope[0] + slope[1]);
        if (!(next > p * (1 + DBL_EPSILON)))
            return next > p ? next : p;
        p = next;
    }
    return p;
}

/* Density behind the wave and the speeds of its head and tail; sign -1: the wave moves to the left relative to the
 * gas. */
static bool solve_wave(double gamma, const struct taub_gas *gas, double sign, double pressure, double velocity,
                       double *density, double *head, double *tail)
{
    const double c = sound_speed(gamma, gas), ratio = pressure / gas->pressure;
    if (pressure > gas->pressure) {
        const double weight = (gamma - 1) / (gamma + 1);
        *density = gas->density * (ratio + weight) / (weight * ratio + 1);
        *head = *tail = gas->velocity[0] + sign * c * sqrt(((gamma + 1) * ratio + (gamma - 1)) / (2 * gamma));
        return true;
    }
    *density = gas->density * pow(ratio, 1 / gamma);
    *head = gas->velocity[0] + sign * c;
    *tail = velocity + sign * c * pow(ratio, (gamma - 1) / (2 * gamma));
    return false;
}

void taub_euler_riemann_solve(double gamma, const struct taub_gas *left, const struct taub_gas *right,
                              struct taub_euler_riemann *out)
{
    struct taub_euler_riemann self = {.gamma = gamma, .left = *left, .right = *right};
    const double reach_left = 2 * sound_speed(gamma, left) / (gamma - 1);
    const double reach_right = 2 * sound_speed(gamma, right) / (gamma - 1);
    self.vacuum = right->velocity[0] - left->velocity[0] >= reach_left + reach_right;
    if (self.vacuum) {
        self.left_head = left->velocity[0] - sound_speed(gamma, left);
        self.left_tail = left->velocity[0] + reach_left;
        self.right_tail = right->velocity[0] - reach_right;
        self.right_head = right->velocity[0] + sound_speed(gamma, right);
    } else {
        double slope;
        self.pressure = common_pressure(&self);
        self.velocity = (left->velocity[0] + right->velocity[0] + wave(gamma, right, self.pressure, &slope) -
                         wave(gamma, left, self.pressure, &slope)) /
                        2;
        self.left_shock = solve_wave(gamma, left, -1, self.pressure, self.velocity, &self.left_density, &self.left_head,
                                     &self.left_tail);
        self.right_shock = solve_wave(gamma, right, 1, self.pressure, self.velocity, &self.right_density,
                                      &self.right_head, &self.right_tail);
    }
    *out = self;
}

#include "core/fault.h"
#include "problems/riemann_exact.h"

#include <math.h>
#include <stdlib.h>

#include "problems/root.h"

/* State on one side of a wave. */
struct side {
    double e, p, n, w;
    double y;          /* rapidity along the normal */
    double tangent[2]; /* four-velocity along the interface */
    double mass;       /* m = sqrt(1 + u_t^2) */
};

/* A point on the isentrope through the state ahead of the wave. */
struct fan_point {
    double log_p, y;
    double log_n; /* ln n/n_ahead */
    double front; /* rapidity of the characteristic */
};

enum { FAN_LEAST = 64 };
static const double fan_step = 0.005;             /* in ln p; the Runge-Kutta error is then about 1e-12 */
static const double weakest_shock = 1e-12;        /* in ln p; weaker waves are treated as fans to avoid cancellation */
static const double least_pressure_ratio = 1e-11; /* p/w; below it e - mass n loses the digits of the pressure */

struct wave {
    const struct taub_eos *eos;
    int sign; /* -1: moves to the left relative to the fluid; 1: to the right */
    struct side ahead, behind;
    bool shock;
    double front; /* rapidity of the shock */
    int count;    /* points of the fan, starting at the state ahead */
    struct fan_point *fan;
};

struct taub_riemann {
    struct wave left, right;
};

static struct side side_of(const struct taub_eos *eos, const double state[5])
{
    struct side side = {.e = state[0], .n = state[4], .tangent = {state[2], state[3]}};
    side.p = taub_eos_pressure(eos, side.e, side.n);
    side.w = side.e + side.p;
    side.mass = sqrt(1 + state[2] * state[2] + state[3] * state[3]);
    side.y = asinh(state[1] / side.mass);
    return side;
}

static void scale_tangent(struct side *side, const struct side *from, double factor)
{
    side->tangent[0] = from->tangent[0] * factor;
    side->tangent[1] = from->tangent[1] * factor;
    side->mass = sqrt(1 + side->tangent[0] * side->tangent[0] + side->tangent[1] * side->tangent[1]);
}

/* e and n behind a shock with pressure p: e = e(p, n) with n^2 = n1^2 (e + p1)(e + p)/(w1 (e1 + p)). For equations of
 * state without rest mass the first iteration is exact; otherwise e is linear in n and the secant method converges at
 * once. */
static void thermodynamics_behind(const struct taub_eos *eos, const struct side *ahead, double p, double *e, double *n)
{
    const double bare = taub_eos_energy_from_pressure(eos, p, 0);
    const double rest = (taub_eos_energy_from_pressure(eos, p, ahead->n) - bare) / (ahead->n != 0 ? ahead->n : 1);
    const double n1 = ahead->n, left = ahead->w * (ahead->e + p);
    const double a = left - n1 * n1 * rest * rest;
    const double b = n1 * rest * (2 * bare + ahead->p + p), c = (bare + ahead->p) * (bare + p);
    *n = n1 * (b + sqrt(b * b + 4 * a * c)) / (2 * a); /* n^2 a - n n1 b - n1^2 c = 0 */
    *e = bare + rest * *n;
}

/* State behind a shock with pressure p; *front is the rapidity of the shock. */
static struct side behind_shock(const struct wave *wave, double p, double *front)
{
    const struct side *one = &wave->ahead;
    struct side two = {.p = p};
    thermodynamics_behind(wave->eos, one, p, &two.e, &two.n);
    two.w = two.e + p;
    const double rise = p - one->p, d = (two.e - p) - (one->e - one->p);
    const double a1 = sqrt(rise * (two.e + one->p) / (one->w * d)), a2 = sqrt(rise * (one->e + p) / (two.w * d));
    scale_tangent(&two, one, one->w * a1 / (two.w * a2));
    *front = one->y + wave->sign * asinh(a1 / one->mass);
    two.y = *front - wave->sign * asinh(a2 / two.mass);
    return two;
}

static struct side side_on_isentrope(const struct wave *wave, const struct fan_point *at)
{
    const struct side *ahead = &wave->ahead;
    struct side side = {.p = exp(at->log_p), .n = ahead->n * exp(at->log_n), .y = at->y};
    side.e = taub_eos_energy_from_pressure(wave->eos, side.p, side.n);
    side.w = side.e + side.p;
    scale_tangent(&side, ahead, exp(at->log_n) * ahead->w / side.w);
    return side;
}

/* Four-velocity of sound relative to the fluid, along the normal. */
static double sound(const struct wave *wave, const struct side *side)
{
    const double c2 = taub_eos_sound_speed_squared(wave->eos, side->e, side->n);
    return sqrt(c2 / (1 - c2));
}

static double characteristic(const struct wave *wave, const struct side *side)
{
    return side->y + wave->sign * asinh(sound(wave, side) / side->mass);
}

/* dy/d ln p and d ln n/d ln p along the isentrope. */
static void fan_rates(const struct wave *wave, const struct fan_point *at, double *y, double *log_n)
{
    const struct side side = side_on_isentrope(wave, at);
    const double a = sound(wave, &side), m2 = side.mass * side.mass, per_w = side.p / side.w;
    *y = wave->sign * per_w * sqrt(m2 + a * a) / (a * m2);
    *log_n = per_w * (1 + a * a) / (a * a); /* 1/c^2 = 1 + 1/a^2 */
}

static struct fan_point fan_advance(const struct wave *wave, struct fan_point at, double h)
{
    double y[4], n[4];
    struct fan_point probe = at;
    for (int i = 0; i < 4; i++) {
        fan_rates(wave, &probe, &y[i], &n[i]);
        const double part = i < 2 ? h / 2 : h;
        probe.log_p = at.log_p + part;
        probe.y = at.y + part * y[i];
        probe.log_n = at.log_n + part * n[i];
    }
    at.log_p += h;
    at.y += h / 6 * (y[0] + 2 * y[1] + 2 * y[2] + y[3]);
    at.log_n += h / 6 * (n[0] + 2 * n[1] + 2 * n[2] + n[3]);
    return at;
}

static int fan_steps(double range)
{
    return FAN_LEAST + (int)(range / fan_step);
}

static struct fan_point fan_start(const struct wave *wave)
{
    return (struct fan_point){.log_p = log(wave->ahead.p), .y = wave->ahead.y};
}

static struct side behind_fan(const struct wave *wave, double log_p)
{
    struct fan_point at = fan_start(wave);
    const double range = log_p - at.log_p;
    const int steps = fan_steps(fabs(range));
    for (int i = 0; i < steps; i++)
        at = fan_advance(wave, at, range / steps);
    return side_on_isentrope(wave, &at);
}

static bool is_shock(const struct wave *wave, double log_p)
{
    return log_p > log(wave->ahead.p) + weakest_shock;
}

static struct side behind(const struct wave *wave, double log_p)
{
    double front;
    return is_shock(wave, log_p) ? behind_shock(wave, exp(log_p), &front) : behind_fan(wave, log_p);
}

/* Difference between the velocities behind the two waves at pressure p; decreases with p. */
static double velocity_difference(double log_p, void *user)
{
    const struct taub_riemann *self = user;
    return behind(&self->left, log_p).y - behind(&self->right, log_p).y;
}

static enum taub_status bracket(struct taub_riemann *self, double *low, double *high, struct taub_error *error)
{
    *low = log(fmin(self->left.ahead.p, self->right.ahead.p));
    *high = log(fmax(self->left.ahead.p, self->right.ahead.p));
    double step = 0.5;
    while (!(velocity_difference(*low, self) >= 0)) {
        *high = *low;
        *low -= step;
        step *= 1.5;
        const struct side left = behind(&self->left, *low), right = behind(&self->right, *low);
        if (step > 60 || !(left.p > least_pressure_ratio * left.w && right.p > least_pressure_ratio * right.w))
            return taub_fail_numerics(error, "A vacuum seems to form between the two states.");
    }
    step = 0.5;
    while (!(velocity_difference(*high, self) <= 0)) {
        *low = *high;
        *high += step;
        step *= 1.5;
        if (step > 200)
            return taub_fail_numerics(error, "No pressure connects the two shocks.");
    }
    return TAUB_OK;
}

/* Computes the state behind the wave, and checks that the solution is unique (convexity, Lax conditions). */
static enum taub_status finish_wave(struct wave *wave, double log_p, struct taub_error *error)
{
    wave->shock = is_shock(wave, log_p);
    if (wave->shock) {
        wave->behind = behind_shock(wave, exp(log_p), &wave->front);
        const double ahead = wave->sign * (wave->front - characteristic(wave, &wave->ahead));
        const double after = wave->sign * (characteristic(wave, &wave->behind) - wave->front);
        if (!(ahead > -1e-9 && after > -1e-9))
            return taub_fail_numerics(error, "A shock would split: the equation of state is not convex there.");
        return TAUB_OK;
    }
    struct fan_point at = fan_start(wave);
    const double range = log_p - at.log_p;
    const int steps = fan_steps(fabs(range));
    wave->count = steps + 1;
    wave->fan = malloc((size_t)wave->count * sizeof *wave->fan);
    if (!wave->fan)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    for (int i = 0; i <= steps; i++) {
        const struct side side = side_on_isentrope(wave, &at);
        at.front = characteristic(wave, &side);
        wave->fan[i] = at;
        if (i > 0 && !(wave->sign * (wave->fan[i - 1].front - at.front) >= -1e-12))
            return taub_fail_numerics(error, "A fan would break: the equation of state is not convex there.");
        wave->behind = side;
        at = fan_advance(wave, at, range / steps);
    }
    return TAUB_OK;
}

static enum taub_status solve(struct taub_riemann *self, struct taub_error *error)
{
    double low, high;
    const struct side *left = &self->left.ahead, *right = &self->right.ahead;
    const double c_left = taub_eos_sound_speed_squared(self->left.eos, left->e, left->n);
    const double c_right = taub_eos_sound_speed_squared(self->left.eos, right->e, right->n);
    if (!(c_left > 0 && c_left < 1 && c_right > 0 && c_right < 1))
        return taub_fail_numerics(error, "The speed of sound must be positive and below that of light.");
    enum taub_status status = bracket(self, &low, &high, error);
    if (status != TAUB_OK)
        return status;
    const double log_p = low < high ? taub_root(velocity_difference, self, low, high, 1e-15) : low;
    status = finish_wave(&self->left, log_p, error);
    return status == TAUB_OK ? finish_wave(&self->right, log_p, error) : status;
}

enum taub_status taub_riemann_create(const struct taub_eos *eos, const double left[5], const double right[5],
                                     struct taub_riemann **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_riemann *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    self->left = (struct wave){.eos = eos, .sign = -1, .ahead = side_of(eos, left)};
    self->right = (struct wave){.eos = eos, .sign = 1, .ahead = side_of(eos, right)};
    const enum taub_status status = solve(self, error);
    if (status != TAUB_OK) {
        taub_riemann_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_riemann_destroy(struct taub_riemann *self)
{
    if (!self)
        return;
    free(self->left.fan);
    free(self->right.fan);
    free(self);
}

struct fan_search {
    const struct wave *wave;
    const struct fan_point *from;
    double front;
};

static double front_mismatch(double h, void *user)
{
    const struct fan_search *search = user;
    const struct fan_point at = fan_advance(search->wave, *search->from, h);
    const struct side side = side_on_isentrope(search->wave, &at);
    return characteristic(search->wave, &side) - search->front;
}

/* State at the characteristic of this rapidity inside the fan. */
static struct side inside_fan(const struct wave *wave, double front)
{
    int low = 0, high = wave->count - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (wave->sign * (wave->fan[middle].front - front) >= 0)
            low = middle;
        else
            high = middle;
    }
    struct fan_search search = {wave, &wave->fan[low], front};
    const double width = wave->fan[high].log_p - wave->fan[low].log_p;
    const double h = taub_root(front_mismatch, &search, 0, width, 1e-15);
    const struct fan_point at = fan_advance(wave, wave->fan[low], h);
    return side_on_isentrope(wave, &at);
}

/* State of this wave's side of the contact at the rapidity y = artanh(x/t). */
static struct side side_at(const struct wave *wave, double y)
{
    if (wave->shock)
        return wave->sign * (y - wave->front) > 0 ? wave->ahead : wave->behind;
    if (wave->sign * (y - wave->fan[0].front) >= 0)
        return wave->ahead;
    if (wave->sign * (y - wave->fan[wave->count - 1].front) <= 0)
        return wave->behind;
    return inside_fan(wave, y);
}

void taub_riemann_state(const struct taub_riemann *self, double xi, double state[5])
{
    struct side side;
    if (xi <= -1)
        side = self->left.ahead;
    else if (xi >= 1)
        side = self->right.ahead;
    else {
        const double y = atanh(xi);
        side = side_at(y < self->left.behind.y ? &self->left : &self->right, y);
    }
    state[0] = side.e;
    state[1] = side.mass * sinh(side.y);
    state[2] = side.tangent[0];
    state[3] = side.tangent[1];
    state[4] = side.n;
}

void taub_riemann_describe(const struct taub_riemann *self, struct taub_riemann_summary *summary)
{
    const struct wave *left = &self->left, *right = &self->right;
    summary->pressure = left->behind.p;
    summary->velocity = tanh(left->behind.y);
    summary->left_shock = left->shock;
    summary->right_shock = right->shock;
    summary->left_head = tanh(left->shock ? left->front : left->fan[0].front);
    summary->left_tail = tanh(left->shock ? left->front : left->fan[left->count - 1].front);
    summary->right_head = tanh(right->shock ? right->front : right->fan[0].front);
    summary->right_tail = tanh(right->shock ? right->front : right->fan[right->count - 1].front);
}

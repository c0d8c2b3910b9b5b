#include "problems/root.h"

#include <float.h>
#include <math.h>

/* Step from the best estimate b by inverse quadratic or linear interpolation; 0 if it is not acceptable. */
static double interpolated_step(double a, double fa, double b, double fb, double c, double fc, double half,
                                double least, double before)
{
    double p, q;
    const double s = fb / fa;
    if (fabs(before) < least || fabs(fa) <= fabs(fb))
        return 0;
    if (a == c) {
        p = 2 * half * s;
        q = 1 - s;
    } else {
        const double u = fa / fc, r = fb / fc;
        p = s * (2 * half * u * (u - r) - (b - a) * (r - 1));
        q = (u - 1) * (r - 1) * (s - 1);
    }
    if (p > 0)
        q = -q;
    p = fabs(p);
    const double bound = 3 * half * q - fabs(least * q), other = fabs(before * q);
    return 2 * p < (bound < other ? bound : other) ? p / q : 0;
}

double taub_root(double (*f)(double x, void *user), void *user, double a, double b, double tolerance)
{
    double fa = f(a, user), fb = f(b, user), c = a, fc = fa, step = b - a, before = step;
    for (int i = 0; i < 200; i++) {
        if ((fb > 0) == (fc > 0)) { /* keep the root between b and c */
            c = a;
            fc = fa;
            step = before = b - a;
        }
        if (fabs(fc) < fabs(fb)) {
            a = b, b = c, c = a;
            fa = fb, fb = fc, fc = fa;
        }
        const double least = 2 * DBL_EPSILON * fabs(b) + tolerance / 2, half = (c - b) / 2;
        if (fabs(half) <= least || fb == 0)
            return b;
        const double guess = interpolated_step(a, fa, b, fb, c, fc, half, least, before);
        before = guess != 0 ? step : half;
        step = guess != 0 ? guess : half;
        a = b;
        fa = fb;
        b += fabs(step) > least ? step : (half > 0 ? least : -least);
        fb = f(b, user);
    }
    return b;
}

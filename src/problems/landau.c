#include "problems/landau.h"

#include <math.h>

enum { MOST_ITERATIONS = 100 };

/* v = (C + e)^-1 B with the spatial part C and the momentum B; false if C + e is not positive definite. */
static bool velocity_at(const double t[TAUB_TENSOR], double e, double v[3])
{
    const double a = t[TAUB_XX] + e, b = t[TAUB_XY], c = t[TAUB_XZ], d = t[TAUB_YY] + e, f = t[TAUB_YZ];
    const double g = t[TAUB_ZZ] + e, *m = t + TAUB_TX;
    const double minor = a * d - b * b;
    const double xx = d * g - f * f, xy = c * f - b * g, xz = b * f - c * d, yy = a * g - c * c, yz = b * c - a * f;
    const double determinant = a * xx + b * xy + c * xz;
    if (!(a > 0.0 && minor > 0.0 && determinant > 0.0))
        return false;
    v[0] = (xx * m[0] + xy * m[1] + xz * m[2]) / determinant;
    v[1] = (xy * m[0] + yy * m[1] + yz * m[2]) / determinant;
    v[2] = (xz * m[0] + yz * m[1] + minor * m[2]) / determinant;
    return true;
}

static double squared(const double v[3])
{
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

void taub_landau_tensor(const struct taub_landau *fluid, double stress[TAUB_TENSOR])
{
    const double both = fluid->energy_density + fluid->pressure;
    for (int m = 0, n = 0; m < 4; m++)
        for (int k = m; k < 4; k++, n++)
            stress[n] = both * fluid->u[m] * fluid->u[k] + fluid->shear[n] +
                        (m != k   ? 0.0
                         : m == 0 ? -fluid->pressure
                                  : fluid->pressure);
}

/* u = W (1, v) is an eigenvector if v = (C + e)^-1 B and e = T^tt - B.v. Right side minus left side is concave and
 * decreasing in e where |v| < 1, so that Newton's method from e = T^tt converges monotonically from above. */
bool taub_landau_match(const double stress[TAUB_TENSOR], struct taub_landau *out)
{
    const double *m = stress + TAUB_TX;
    double e = stress[TAUB_TT], v[3] = {0};
    for (int n = 0; n < MOST_ITERATIONS; n++) {
        if (!(e > 0.0) || !velocity_at(stress, e, v))
            return false;
        const double slope = squared(v) - 1.0;
        const double left = stress[TAUB_TT] - (m[0] * v[0] + m[1] * v[1] + m[2] * v[2]) - e;
        if (!(slope < 0.0))
            return false;
        const double next = e - left / slope;
        const bool settled = fabs(next - e) <= 1e-15 * stress[TAUB_TT];
        e = next;
        if (settled)
            break;
    }
    if (!(e > 0.0) || !velocity_at(stress, e, v) || !(squared(v) < 1.0))
        return false;
    const double w = 1.0 / sqrt(1.0 - squared(v));
    const double trace = stress[TAUB_TT] - stress[TAUB_XX] - stress[TAUB_YY] - stress[TAUB_ZZ];
    *out = (struct taub_landau){
        .energy_density = e, .u = {w, w * v[0], w * v[1], w * v[2]}, .pressure = (e - trace) / 3.0};
    double ideal[TAUB_TENSOR];
    taub_landau_tensor(out, ideal);
    for (int n = 0; n < TAUB_TENSOR; n++)
        out->shear[n] = stress[n] - ideal[n];
    return true;
}

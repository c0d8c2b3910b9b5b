#include "problems/free_stream.h"

#include <math.h>

/* Directions at least, and along the circle so many for each spacing of the map. */
enum { FEWEST_DIRECTIONS = 64, DIRECTIONS_PER_POINT = 4, MOST_ITERATIONS = 100 };
#define TWO_PI 6.28318530717958647692

struct taub_stream taub_free_stream(const struct taub_map *density, double distance, double x, double y)
{
    const double points = TWO_PI * distance / fmin(density->spacing[0], density->spacing[1]);
    const int count = FEWEST_DIRECTIONS + DIRECTIONS_PER_POINT * (int)ceil(points);
    struct taub_stream out = {0};
    for (int n = 0; n < count; n++) {
        const double phi = TWO_PI * (n + 0.5) / count, c = cos(phi), s = sin(phi);
        const double value = taub_map_bilinear(density, x - distance * c, y - distance * s) / count;
        out.tt += value;
        out.tx += value * c;
        out.ty += value * s;
        out.xx += value * (c * c);
        out.xy += value * (c * s);
        out.yy += value * (s * s);
    }
    return out;
}

/* (C + e)^-1 B of the spatial part C and the momentum B. */
static void velocity_at(const struct taub_stream *t, double e, double v[2])
{
    const double a = t->xx + e, d = t->yy + e, over = 1.0 / (a * d - t->xy * t->xy);
    v[0] = over * (d * t->tx - t->xy * t->ty);
    v[1] = over * (a * t->ty - t->xy * t->tx);
}

/* u = W (1, v) is an eigenvector when v = (C + e)^-1 B and e = T^tt - B.v. The difference of the two sides falls with e
 * where |v| < 1, and is concave, so that Newton's iteration from e = T^tt comes down to the root. */
bool taub_landau_match(const struct taub_stream *stress, struct taub_landau *out)
{
    double e = stress->tt, v[2] = {0};
    for (int n = 0; n < MOST_ITERATIONS; n++) {
        velocity_at(stress, e, v);
        const double slope = v[0] * v[0] + v[1] * v[1] - 1.0;
        const double left = stress->tt - (stress->tx * v[0] + stress->ty * v[1]) - e;
        if (!(slope < 0.0) || !(e > 0.0))
            return false;
        const double next = e - left / slope;
        const bool settled = fabs(next - e) <= 1e-15 * stress->tt;
        e = next;
        if (settled)
            break;
    }
    velocity_at(stress, e, v);
    const double squared = v[0] * v[0] + v[1] * v[1];
    if (!(squared < 1.0) || !(e > 0.0))
        return false;
    const double w = 1.0 / sqrt(1.0 - squared), ux = w * v[0], uy = w * v[1];
    const double pressure = (e - (stress->tt - stress->xx - stress->yy - stress->zz)) / 3.0, both = e + pressure;
    *out = (struct taub_landau){.energy_density = e, .u = {w, ux, uy}, .pressure = pressure};
    out->shear = (struct taub_stream){stress->tt - both * w * w + pressure,
                                      stress->tx - both * w * ux,
                                      stress->ty - both * w * uy,
                                      stress->xx - both * ux * ux - pressure,
                                      stress->xy - both * ux * uy,
                                      stress->yy - both * uy * uy - pressure,
                                      stress->zz - pressure};
    return true;
}

#include "problems/free_stream.h"

#include <math.h>

/* Least number of directions, and directions per grid spacing along the circle. */
enum { FEWEST_DIRECTIONS = 64, DIRECTIONS_PER_POINT = 4 };
#define TWO_PI 6.28318530717958647692

struct taub_stream taub_free_stream(const struct taub_map *density, double time, double velocity, double x, double y)
{
    const double distance = velocity * time;
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
    out.tx *= velocity;
    out.ty *= velocity;
    out.xx *= velocity * velocity;
    out.xy *= velocity * velocity;
    out.yy *= velocity * velocity;
    return out;
}

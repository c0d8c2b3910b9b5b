#include "evolve/interpolation.h"

#include <math.h>

int taub_interpolation_order(const struct taub_simulation *simulation)
{
    const struct taub_scheme *scheme = simulation->scheme;
    const int order = scheme->order ? scheme->order(simulation->config) : 2;
    return order < 2 ? 2 : order > TAUB_MOST_INTERPOLATED ? TAUB_MOST_INTERPOLATED : order;
}

int taub_interpolation_start(int count, double x, int all, bool wraps)
{
    /* an even number lies around the nearest face, an odd one around the nearest centre */
    const int from = (int)floor(count % 2 ? x : x + 0.5) - count / 2;
    if (wraps)
        return from;
    return from < 0 ? 0 : from > all - count ? all - count : from;
}

/* Of `count` cells of unit width from `from` on, for the value at x of the polynomial of degree count - 1 whose
 * averages are those of the cells: sums of the derivatives of Lagrange's polynomials through the cells' faces. */
void taub_interpolation_weights(int count, double from, double x, double *weight)
{
    double slope[TAUB_MOST_WEIGHTS + 1];
    for (int face = 0; face <= count; face++) {
        slope[face] = 0.0;
        for (int left = 0; left <= count; left++) {
            double product = left == face ? 0.0 : 1.0 / (face - left);
            for (int n = 0; n <= count; n++)
                if (n != face && n != left)
                    product *= (x - from - n) / (face - n);
            slope[face] += product;
        }
    }
    /* the integral up to face n is the sum of the cells below */
    double sum = 0.0;
    for (int cell = count - 1; cell >= 0; cell--) {
        sum += slope[cell + 1];
        weight[cell] = sum;
    }
}

/* Lagrange's polynomials. */
void taub_interpolation_point_weights(int count, double from, double x, double *weight)
{
    for (int cell = 0; cell < count; cell++) {
        weight[cell] = 1.0;
        for (int n = 0; n < count; n++)
            if (n != cell)
                weight[cell] *= (x - from - 0.5 - n) / (cell - n);
    }
}

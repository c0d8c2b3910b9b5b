/* Yields, mean pT and flow harmonics from spectra. */
#include <math.h>
#include <string.h>

#include "hadrons/spectra.h"

static const double pi = 3.14159265358979323846;

/* Sums over directions of the spectrum, and of the spectrum times cos(n phi) and sin(n phi). */
struct sums {
    double all, cosine[TAUB_HARMONICS + 1], sine[TAUB_HARMONICS + 1];
};

static void add(const struct taub_spectra *self, const double *values, double weight, struct sums *sums)
{
    for (int d = 0; d < self->directions; d++) {
        const double part = weight * values[d] * 2.0 * pi / self->directions;
        sums->all += part;
        for (int n = 1; n <= TAUB_HARMONICS; n++) {
            sums->cosine[n] += part * cos(n * self->phi[d]);
            sums->sine[n] += part * sin(n * self->phi[d]);
        }
    }
}

static const double *row(const struct taub_spectra *self, int species, int rapidity, int momentum)
{
    return self->values +
           (((size_t)species * self->rapidities + rapidity) * self->momenta + momentum) * self->directions;
}

void taub_spectra_flow(const struct taub_spectra *self, int species, int rapidity, struct taub_flow *out)
{
    struct sums sums = {0};
    double pt = 0.0, square = 0.0;
    memset(out, 0, sizeof *out);
    for (int m = 0; m < self->momenta; m++) {
        const double before = sums.all;
        add(self, row(self, species, rapidity, m), self->pt_weight[m] * self->pt[m], &sums);
        pt += (sums.all - before) * self->pt[m];
        square += (sums.all - before) * self->pt[m] * self->pt[m];
    }
    out->yield = sums.all;
    out->v[0] = 1.0;
    if (!(sums.all > 0))
        return;
    out->mean_pt = pt / sums.all;
    out->root_mean_square_pt = sqrt(square / sums.all);
    for (int n = 1; n <= TAUB_HARMONICS; n++) {
        out->v[n] = hypot(sums.cosine[n], sums.sine[n]) / sums.all;
        out->angle[n] = atan2(sums.sine[n], sums.cosine[n]) / n;
    }
}

void taub_spectra_flow_at(const struct taub_spectra *self, int species, int rapidity, int momentum,
                          const struct taub_flow *event, struct taub_flow *out)
{
    struct sums sums = {0};
    memset(out, 0, sizeof *out);
    add(self, row(self, species, rapidity, momentum), 1.0, &sums);
    out->yield = sums.all / (2.0 * pi);
    out->mean_pt = self->pt[momentum];
    out->v[0] = 1.0;
    for (int n = 1; n <= TAUB_HARMONICS; n++) {
        const double c = cos(n * event->angle[n]), s = sin(n * event->angle[n]);
        out->v[n] = sums.all != 0 ? (sums.cosine[n] * c + sums.sine[n] * s) / sums.all : 0.0;
        out->angle[n] = atan2(sums.sine[n], sums.cosine[n]) / n;
    }
}

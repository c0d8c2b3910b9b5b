#include "hadrons/polarization.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/parallel.h"
#include "core/try.h"
#include "hadrons/elements.h"
#include "hadrons/grid.h"
#include "hadrons/spin_feeds.h"
#include "hadrons/sums.h"

/* Must match kernels/hadrons/polarization.h. */
enum {
    SPIN_UP,
    SPIN_DOWN,
    SPIN_NORMAL,
    SPIN_TIME = 6,
    SPIN_X,
    SPIN_Y,
    SPIN_ALONG,
    SPIN_POTENTIAL,
    SPIN_VORTICITY,
    SPIN_SHEAR = 17,
    SPIN_SIGMA = 27,
    SPIN_COLUMNS = 37,
    TERMS = TAUB_POLARIZATION_TERMS,
    VALUES = 1 + 3 * TERMS,
    DIRECTIONS = 4
};

const char *const taub_polarization_terms[TERMS] = {"vorticity", "shear_lab", "shear_fluid", "shear_sigma"};

void taub_polarization_free(struct taub_polarization *self)
{
    taub_spectra_free(&self->grid);
    free(self->values);
    free(self->fed.spectra);
    free(self->fed.values);
    self->values = self->fed.spectra = self->fed.values = NULL;
}

/* ---- elements ---- */

typedef double tensor4[4][4];

/* nabla_mu beta_nu in the frame in which the fluid of the element does not move along the beam, with u there. */
static void gradient_in_motion(const double *v, const double u[4], bool isothermal, tensor4 out)
{
    const double *before = v + TAUB_SURFACE_VELOCITY, *gradient = v + TAUB_SURFACE_GRADIENT;
    const double s = before[3] / u[0], c = sqrt(1.0 + s * s);
    const tensor4 to = {{c, 0, 0, s}, {0, 1, 0, 0}, {0, 0, 1, 0}, {s, 0, 0, c}};
    tensor4 half = {{0}};
    for (int m = 0; m < 4; m++)
        for (int b = 0; b < 4; b++)
            for (int a = 0; a < 4; a++)
                half[m][b] += to[m][a] * gradient[4 * a + b];
    for (int m = 0; m < 4; m++) {
        double along = 0.0; /* -nabla_mu T/T^2 */
        for (int n = 0; n < 4; n++) {
            out[m][n] = 0.0;
            for (int b = 0; b < 4; b++)
                out[m][n] += half[m][b] * to[n][b];
            along += out[m][n] * u[n];
        }
        for (int n = 0; n < 4 && isothermal; n++)
            out[m][n] -= along * (n == 0 ? u[n] : -u[n]);
    }
}

/* The part of a symmetric tensor that is transverse to u and traceless. */
static void make_transverse(tensor4 xi, const double u[4], tensor4 out)
{
    static const double metric[4] = {1, -1, -1, -1};
    double along[4] = {0}, twice = 0.0, trace = 0.0;
    for (int m = 0; m < 4; m++) {
        for (int n = 0; n < 4; n++)
            along[m] += xi[m][n] * u[n];
        twice += along[m] * u[m];
        trace += metric[m] * xi[m][m];
    }
    trace -= twice;
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++) {
            const double um = metric[m] * u[m], un = metric[n] * u[n];
            const double projector = (m == n ? metric[m] : 0.0) - um * un;
            out[m][n] = xi[m][n] - um * along[n] - along[m] * un + um * un * twice - projector * trace / 3.0;
        }
}

static void put_symmetric(tensor4 tensor, double *row)
{
    for (int m = 0, c = 0; m < 4; m++)
        for (int n = m; n < 4; n++)
            row[c++] = TAUB_HBAR_C * tensor[m][n];
}

struct making {
    const struct taub_surface_file *surface;
    bool isothermal;
    double *columns;
    int64_t length;
};

static void make_row(const struct making *self, int64_t n, double row[SPIN_COLUMNS])
{
    static const int pairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {2, 3}, {3, 1}, {1, 2}};
    const struct taub_moving moving = taub_element_moving(self->surface, &self->surface->elements[n]);
    const double *v = self->surface->elements[n].value, t = v[TAUB_SURFACE_TEMPERATURE];
    tensor4 gradient, xi, sigma;
    gradient_in_motion(v, moving.u, self->isothermal, gradient);
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 4; k++)
            xi[m][k] = 0.5 * (gradient[m][k] + gradient[k][m]);
    make_transverse(xi, moving.u, sigma);
    row[SPIN_UP] = exp(moving.rapidity);
    row[SPIN_DOWN] = exp(-moving.rapidity);
    memcpy(row + SPIN_NORMAL, moving.normal, sizeof moving.normal);
    row[SPIN_TIME] = moving.u[0] / t;
    row[SPIN_X] = moving.u[1] / t;
    row[SPIN_Y] = moving.u[2] / t;
    row[SPIN_ALONG] = hypot(moving.u[1], moving.u[2]) / t;
    row[SPIN_POTENTIAL] = v[TAUB_SURFACE_POTENTIAL] / t;
    for (int c = 0; c < 6; c++) {
        const int m = pairs[c][0], k = pairs[c][1];
        row[SPIN_VORTICITY + c] = -0.5 * TAUB_HBAR_C * (gradient[m][k] - gradient[k][m]);
    }
    put_symmetric(xi, row + SPIN_SHEAR);
    put_symmetric(sigma, row + SPIN_SIGMA);
}

static enum taub_status make_piece(void *user, int piece, struct taub_error *error)
{
    const struct making *self = user;
    const int64_t first = (int64_t)piece * TAUB_ELEMENTS_PIECE, end = first + TAUB_ELEMENTS_PIECE;
    for (int64_t n = first; n < end && n < self->length; n++) {
        double row[SPIN_COLUMNS] = {[SPIN_UP] = 1, [SPIN_DOWN] = 1, [SPIN_TIME] = 1};
        if (n < self->surface->count)
            make_row(self, n, row);
        for (int c = 0; c < SPIN_COLUMNS; c++)
            self->columns[c * self->length + n] = row[c];
    }
    return TAUB_OK;
}

/* ---- sums ---- */

struct taking {
    const struct taub_spectra *grid;
    double *sums; /* [group][rapidity][momentum][direction][VALUES] */
};

static void take_sum(void *user, int group, int rapidity, int momentum, int direction, int value, double sum)
{
    struct taking *self = user;
    const struct taub_spectra *grid = self->grid;
    const size_t place =
        (((size_t)group * grid->rapidities + rapidity) * grid->momenta + momentum) * grid->directions + direction;
    self->sums[place * VALUES + value] = sum;
}

/* From the sums of a momentum, which are in the frame that moves along the beam with the particle, to P in the
 * particle's rest frame, to which the boost without rotation leads. The spin of a larger s is 4 s (s + 1)/3 times as
 * large. */
static void to_rest(const double *sums, double mass, int degeneracy, double pt, double phi, double y, double (*out)[3])
{
    const double mt = hypot(mass, pt), p[3] = {pt * cos(phi), pt * sin(phi), mt * sinh(y)}, energy = mt * cosh(y);
    for (int term = 0; term < TERMS; term++) {
        const double *sum = sums + 1 + 3 * term,
                     factor = sums[0] != 0.0 ? (degeneracy + 1) / (6.0 * mass * sums[0]) : 0.0;
        const double time = (p[0] * sum[0] + p[1] * sum[1]) / mt; /* p.S = 0 */
        const double along = time * cosh(y) + sum[2] * sinh(y);   /* S^t in the laboratory */
        const double space[3] = {sum[0], sum[1], time * sinh(y) + sum[2] * cosh(y)};
        for (int i = 0; i < 3; i++)
            out[term][i] = factor * (space[i] - p[i] * along / (energy + mass));
    }
}

static enum taub_status finish(const struct taub_hadrons *list, const struct taub_groups *groups, const double *sums,
                               struct taub_polarization *out, struct taub_error *error)
{
    static const double pi = 3.14159265358979323846;
    struct taub_spectra *grid = &out->grid;
    const size_t size = (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions;
    grid->values = malloc((size_t)grid->species * size * sizeof *grid->values);
    out->values = malloc((size_t)grid->species * size * 3 * TERMS * sizeof *out->values);
    if (!grid->values || !out->values)
        return taub_fail(error, TAUB_FAILED, "No memory for the polarization of %d species.", grid->species);
    for (int s = 0; s < grid->species; s++)
        for (size_t n = 0; n < size; n++) {
            const struct taub_hadron *hadron = &list->list[grid->hadron[s]];
            const double *from = sums + ((size_t)groups->of[grid->hadron[s]] * size + n) * VALUES;
            const int d = (int)(n % (size_t)grid->directions);
            const int m = (int)(n / (size_t)grid->directions % (size_t)grid->momenta);
            const int r = (int)(n / (size_t)grid->directions / (size_t)grid->momenta);
            const size_t place = (size_t)s * size + n;
            grid->values[place] = hadron->degeneracy / pow(2.0 * pi * TAUB_HBAR_C, 3) * from[0];
            to_rest(from, hadron->mass, hadron->degeneracy, grid->pt[m], grid->phi[d], grid->rapidity[r],
                    (double(*)[3])(out->values + place * 3 * TERMS));
        }
    return TAUB_OK;
}

static enum taub_status add_up(const struct taub_hadron_device *device, const struct making *made, bool charged,
                               const struct taub_hadrons *list, const struct taub_groups *groups,
                               struct taub_polarization *out, struct taub_error *error)
{
    struct taub_spectra *grid = &out->grid;
    const struct taub_constant constants[] = {{"POLARIZATION_INVARIANT", grid->invariant},
                                              {"POLARIZATION_NODES", 16},
                                              {"POLARIZATION_CHARGED", charged},
                                              {NULL, 0}};
    const struct taub_row_kernel kernel = {.file = "hadrons/polarization.h",
                                           .pass = "polarization",
                                           .directions_name = "POLARIZATION_DIRECTIONS",
                                           .rapidities_name = "POLARIZATION_RAPIDITIES",
                                           .constants = constants,
                                           .directions = DIRECTIONS,
                                           .values = VALUES,
                                           .charged = charged};
    const size_t size =
        (size_t)groups->count * (size_t)grid->rapidities * (size_t)grid->momenta * (size_t)grid->directions * VALUES;
    struct taking taking = {grid, malloc(size * sizeof *taking.sums)};
    if (!taking.sums)
        return taub_fail(error, TAUB_FAILED, "No memory for the polarization of %d species.", groups->count);
    enum taub_status status = taub_sum_rows(device, &kernel, made->columns, SPIN_COLUMNS, made->length, groups, grid,
                                            (struct taub_row_taker){take_sum, &taking}, error);
    if (status == TAUB_OK)
        status = finish(list, groups, taking.sums, out, error);
    free(taking.sums);
    return status;
}

/* ---- all of it ---- */

static enum taub_status select_species(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                       struct taub_spectra *out, bool *wanted, struct taub_error *error)
{
    out->hadron = calloc((size_t)list->count + 1, sizeof *out->hadron);
    if (!out->hadron)
        return taub_fail(error, TAUB_FAILED, "No memory for %d species.", list->count);
    for (int s = 0; s < (config->species ? config->species_count : list->count); s++) {
        const int h = config->species ? taub_hadrons_find(list, config->species[s]) : s;
        if (list->list[h].baryon != 0 && !wanted[h]) {
            wanted[h] = true;
            out->hadron[out->species++] = h;
        }
    }
    if (config->decays)
        taub_spin_parents(list, wanted);
    for (int h = 0; h < list->count; h++) {
        bool there = !wanted[h];
        for (int s = 0; s < out->species; s++)
            there = there || out->hadron[s] == h;
        if (!there)
            out->hadron[out->species++] = h;
    }
    return out->species > 0 ? TAUB_OK
                            : taub_fail(error, TAUB_BAD_INPUT,
                                        "Polarization is that of baryons: none of the species is one; ask for 3122, "
                                        "say.");
}

static enum taub_status make(const struct taub_hadron_device *device, const struct taub_surface_file *surface,
                             const struct taub_hadrons *list, const struct taub_spectra_config *config,
                             struct taub_polarization *out, struct taub_error *error)
{
    struct taub_thermal_range range;
    struct taub_groups groups;
    TRY(taub_elements_check(surface, &range, error));
    TRY(taub_grid_make(config, taub_surface_invariant(surface), &out->grid, error));
    bool *wanted = calloc((size_t)list->count + 1, sizeof *wanted);
    if (!wanted)
        return taub_fail(error, TAUB_FAILED, "No memory for %d hadrons.", list->count);
    enum taub_status status = select_species(list, config, &out->grid, wanted, error);
    if (status == TAUB_OK)
        status = taub_groups_make(list, wanted, range.charged, &groups, error);
    free(wanted);
    TRY(status);
    out->grid.elements = surface->count;
    struct making made = {surface, out->isothermal, NULL, (surface->count / 64 + 1) * 64};
    made.columns = malloc((size_t)made.length * SPIN_COLUMNS * sizeof *made.columns);
    status = made.columns ? taub_parallel(0, taub_elements_pieces(made.length), make_piece, &made, error)
                          : taub_fail(error, TAUB_FAILED, "No memory for %lld elements of the surface.",
                                      (long long)surface->count);
    if (status == TAUB_OK)
        status = add_up(device, &made, range.charged, list, &groups, out, error);
    if (status == TAUB_OK && config->decays)
        status = taub_spin_feed_down(list, config, out, error);
    free(made.columns);
    taub_groups_free(&groups);
    return status;
}

enum taub_status taub_polarization_of_surface(const struct taub_hadron_device *device,
                                              const struct taub_surface_file *surface, const struct taub_hadrons *list,
                                              const struct taub_spectra_config *config, bool isothermal,
                                              struct taub_polarization *out, struct taub_error *error)
{
    const double begin = taub_seconds();
    memset(out, 0, sizeof *out);
    out->isothermal = isothermal;
    if (!surface->gradients)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "Polarization needs gradients, which this surface does not have: output.surface.gradients=true "
            "in the case of its run adds them.");
    TRY(taub_spectra_check(list, config, taub_surface_invariant(surface), error));
    const enum taub_status status = make(device, surface, list, config, out, error);
    out->seconds = taub_seconds() - begin;
    if (status != TAUB_OK)
        taub_polarization_free(out);
    return status;
}

struct taub_polarization taub_polarization_with_decays(const struct taub_polarization *self)
{
    struct taub_polarization out = *self;
    out.grid.values = self->fed.spectra;
    out.values = self->fed.values;
    out.fed.spectra = out.fed.values = NULL;
    return out;
}

struct taub_polarization_means taub_polarization_means(const struct taub_polarization *self, int species, int rapidity,
                                                       int momentum)
{
    static const double pi = 3.14159265358979323846;
    const struct taub_spectra *grid = &self->grid;
    struct taub_polarization_means out = {0};
    for (int m = momentum < 0 ? 0 : momentum; m < (momentum < 0 ? grid->momenta : momentum + 1); m++)
        for (int d = 0; d < grid->directions; d++) {
            const size_t place =
                (((size_t)species * grid->rapidities + rapidity) * grid->momenta + m) * grid->directions + d;
            const double weight = momentum < 0 ? grid->pt_weight[m] * grid->pt[m] * 2.0 * pi : 1.0;
            const double part = weight * grid->values[place] / grid->directions;
            out.number += part;
            for (int term = 0; term < TERMS; term++) {
                const double *p = self->values + (place * TERMS + (size_t)term) * 3;
                for (int i = 0; i < 3; i++)
                    out.mean[term][i] += part * p[i];
                out.sine[term] += part * p[2] * sin(2.0 * grid->phi[d]);
            }
        }
    for (int term = 0; term < TERMS && out.number != 0.0; term++) {
        for (int i = 0; i < 3; i++)
            out.mean[term][i] /= out.number;
        out.sine[term] /= out.number;
    }
    return out;
}

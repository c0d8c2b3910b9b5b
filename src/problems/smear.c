#include "problems/smear.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double cut = 6; /* in widths; the kernel is 1.5e-8 there */
static const double least_mass_over_energy =
    1e-6;                               /* limits the contraction of massless particles; thinner than any cell */
static const double least_share = 1e-6; /* least fraction of a kernel that must lie on the mesh */

enum taub_status taub_deposit_create(struct taub_deposit *self, struct taub_error *error)
{
    size_t count = TAUB_DEPOSITS;
    self->kernel = NULL;
    self->kernel_count = self->kernel_capacity = 0;
    self->values = NULL;
    for (int axis = 0; axis < 3; axis++)
        if (__builtin_mul_overflow(count, (size_t)self->cells[axis], &count))
            count = SIZE_MAX;
    if (count < SIZE_MAX)
        self->values = calloc(count, sizeof *self->values);
    if (!self->values)
        return taub_fail(error, TAUB_FAILED, "Out of memory for the densities of %d x %d x %d cells.", self->cells[0],
                         self->cells[1], self->cells[2]);
    return TAUB_OK;
}

void taub_deposit_free(struct taub_deposit *self)
{
    free(self->values);
    free(self->kernel);
    self->values = NULL;
    self->kernel = NULL;
}

/* Indices of the cell that contains x; false if outside. */
static bool locate(const struct taub_deposit *self, const double x[3], int at[3])
{
    for (int axis = 0; axis < 3; axis++) {
        const double place = (x[axis] - self->lower[axis]) / self->spacing[axis];
        if (!(place >= 0 && place < self->cells[axis]))
            return false;
        at[axis] = (int)place;
    }
    return true;
}

static size_t cell_of(const struct taub_deposit *self, const int at[3])
{
    return ((size_t)at[2] * (size_t)self->cells[1] + (size_t)at[1]) * (size_t)self->cells[0] + (size_t)at[0];
}

double *taub_deposit_at(const struct taub_deposit *self, const double x[3])
{
    int at[3];
    return locate(self, x, at) ? self->values + TAUB_DEPOSITS * cell_of(self, at) : NULL;
}

static bool add_entry(struct taub_deposit *self, size_t cell, double value)
{
    if (self->kernel_count == self->kernel_capacity) {
        const size_t capacity = self->kernel_capacity ? 2 * self->kernel_capacity : 4096;
        struct taub_kernel_entry *larger = realloc(self->kernel, capacity * sizeof *larger);
        if (!larger)
            return false;
        self->kernel = larger;
        self->kernel_capacity = capacity;
    }
    self->kernel[self->kernel_count++] = (struct taub_kernel_entry){cell, value};
    return true;
}

/* Distance in fm from x to the lower face of cell i. */
static double face_at(const struct taub_deposit *self, int axis, double x, int i)
{
    return (self->lower[axis] + i * self->spacing[axis] - x) * self->length[axis];
}

/* Cells within `reach` fm of x + middle: [first, last]; may exceed the mesh where it is periodic. */
static void range_of(const struct taub_deposit *self, int axis, double x, double middle, double reach, int *first,
                     int *last)
{
    const double step = self->spacing[axis] * self->length[axis], origin = face_at(self, axis, x, 0);
    *first = 0;
    *last = self->cells[axis] - 1;
    if (self->cells[axis] == 1)
        return;
    const double a = floor((middle - reach - origin) / step), b = floor((middle + reach - origin) / step);
    if (self->periodic[axis]) {
        *first = (int)fmax(a, -1e9);
        *last = (int)fmin(b, 1e9);
        return;
    }
    *first = a > 0 ? (int)fmin(a, self->cells[axis]) : 0;
    *last = b < *last ? (int)fmax(b, -1) : *last;
}

static int wrapped(const struct taub_deposit *self, int axis, int i)
{
    const int rest = i % self->cells[axis];
    return rest < 0 ? rest + self->cells[axis] : rest;
}

/* The kernel along one row of cells. */
struct row {
    int along;
    double x;      /* position of the particle along the row */
    double middle; /* offset from x of the maximum of the kernel in this row */
    double width;  /* standard deviation along the row */
    double reach;
    double weight; /* the kernel at its maximum */
};

static bool add_row(struct taub_deposit *self, const struct row *row, int at[3])
{
    const int axis = row->along;
    const double step = self->spacing[axis] * self->length[axis];
    const bool thin = row->width < step;
    int first, last;
    range_of(self, axis, row->x, row->middle, row->reach, &first, &last);
    for (int i = first; i <= last; i++) {
        const double face = face_at(self, axis, row->x, i) - row->middle;
        double value = row->weight;
        if (self->cells[axis] > 1) {
            const double center = (face + step / 2) / row->width, scale = row->width * M_SQRT2;
            value *= thin ? (erf((face + step) / scale) - erf(face / scale)) * row->width * sqrt(M_PI / 2) / step
                          : exp(-center * center / 2);
        }
        at[axis] = wrapped(self, axis, i);
        if (value > 0 && !add_entry(self, cell_of(self, at), value))
            return false;
    }
    return true;
}

/* u of the kernel along the axes with cells. */
static void kernel_velocity(const struct taub_deposit *self, const double p[4], double mass, double w[3])
{
    double squared = mass * mass;
    for (int axis = 0; axis < 3; axis++)
        if (self->cells[axis] == 1)
            squared += p[1 + axis] * p[1 + axis];
    const double effective = fmax(sqrt(squared), least_mass_over_energy * p[0]);
    for (int axis = 0; axis < 3; axis++)
        w[axis] = self->cells[axis] > 1 ? p[1 + axis] / effective : 0;
}

static bool fill_kernel(struct taub_deposit *self, const double x[3], const double w[3])
{
    const double sigma = self->sigma;
    int along = self->cells[0] > 1 ? 0 : self->cells[1] > 1 ? 1 : 2;
    for (int axis = 0; axis < 3; axis++)
        if (fabs(w[axis]) > fabs(w[along]))
            along = axis;
    const int b = (along + 1) % 3, c = (along + 2) % 3;
    const double stretch = 1 + w[along] * w[along];
    int first[3], last[3], at[3];
    range_of(self, b, x[b], 0, cut * sigma, &first[b], &last[b]);
    range_of(self, c, x[c], 0, cut * sigma, &first[c], &last[c]);
    self->kernel_count = 0;
    for (int k = first[c]; k <= last[c]; k++)
        for (int j = first[b]; j <= last[b]; j++) {
            const double rb =
                self->cells[b] > 1 ? face_at(self, b, x[b], j) + self->spacing[b] * self->length[b] / 2 : 0;
            const double rc =
                self->cells[c] > 1 ? face_at(self, c, x[c], k) + self->spacing[c] * self->length[c] / 2 : 0;
            const double q = w[b] * rb + w[c] * rc;
            /* r^2 + (r.w)^2 = stretch (x - middle)^2 + rest; here rest/sigma^2 */
            const double rest = (rb * rb + rc * rc + q * q / stretch) / (sigma * sigma);
            if (rest > cut * cut)
                continue;
            struct row row = {.along = along, .x = x[along], .middle = -q * w[along] / stretch};
            row.width = sigma / sqrt(stretch);
            row.reach = sqrt(cut * cut - rest) * row.width;
            row.weight = exp(-rest / 2);
            at[b] = wrapped(self, b, j);
            at[c] = wrapped(self, c, k);
            if (!add_row(self, &row, at))
                return false;
        }
    return true;
}

/* Sum of a kernel that lies entirely on the mesh. */
static double full_sum(const struct taub_deposit *self, const double w[3])
{
    double sum = 1;
    for (int axis = 0; axis < 3; axis++)
        if (self->cells[axis] > 1)
            sum *= self->sigma * sqrt(2 * M_PI) / (self->spacing[axis] * self->length[axis]);
    return sum / sqrt(1 + w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
}

enum taub_smeared taub_deposit_add(struct taub_deposit *self, const double x[3], const double p[4], double mass,
                                   double charge, double weight)
{
    int at[3];
    double w[3], sum = 0, volume = 1;
    if (!locate(self, x, at))
        return TAUB_SMEARED_OFF_GRID;
    kernel_velocity(self, p, mass, w);
    if (!fill_kernel(self, x, w))
        return TAUB_SMEARED_NO_MEMORY;
    for (size_t i = 0; i < self->kernel_count; i++)
        sum += self->kernel[i].value;
    const bool off_mesh = !(sum > least_share * full_sum(self, w));
    if (off_mesh) {
        self->kernel_count = 0;
        sum = 1;
        if (!add_entry(self, cell_of(self, at), 1))
            return TAUB_SMEARED_NO_MEMORY;
    }
    for (int axis = 0; axis < 3; axis++)
        volume *= self->spacing[axis] * self->length[axis];
    for (size_t i = 0; i < self->kernel_count; i++) {
        const double share = weight * self->kernel[i].value / (sum * volume);
        double *values = self->values + TAUB_DEPOSITS * self->kernel[i].cell;
        for (int c = 0; c < 4; c++)
            values[c] += share * p[c];
        values[4] += share * charge;
    }
    return off_mesh ? TAUB_SMEARED_ONE_CELL : TAUB_SMEARED;
}

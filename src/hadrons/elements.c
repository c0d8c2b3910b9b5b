#include "hadrons/elements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"

/* Elements that one thread processes at a time. Sums and extrema of these pieces are combined in order, so that results
 * do not depend on the number of threads. */
enum { PIECE = TAUB_ELEMENTS_PIECE, NUMBERS_PIECE = 1 << 19 };
/* Largest |mu_B|/T: its exponential is finite in single precision, too. */
enum { LARGEST_EXPONENT = 80 };

static int64_t end_of_piece(int piece, int64_t count)
{
    const int64_t end = ((int64_t)piece + 1) * PIECE;
    return end < count ? end : count;
}

int taub_elements_pieces(int64_t count)
{
    return (int)((count + PIECE - 1) / PIECE);
}

bool taub_surface_invariant(const struct taub_surface_file *surface)
{
    return surface->coordinates == TAUB_MILNE && surface->single[2];
}

struct check {
    const struct taub_surface_file *surface;
    struct taub_thermal_range *ranges; /* one for each piece */
};

static struct taub_thermal_range union_of(struct taub_thermal_range a, struct taub_thermal_range b)
{
    return (struct taub_thermal_range){
        fmin(a.lowest, b.lowest),
        fmax(a.highest, b.highest),
        {fmin(a.potential[0], b.potential[0]), fmax(a.potential[1], b.potential[1])},
        a.charged || b.charged,
    };
}

static enum taub_status check_piece(void *user, int piece, struct taub_error *error)
{
    const struct check *self = user;
    const int64_t first = (int64_t)piece * PIECE;
    struct taub_thermal_range range = {HUGE_VAL, -HUGE_VAL, {HUGE_VAL, -HUGE_VAL}, false};
    for (int64_t n = first; n < end_of_piece(piece, self->surface->count); n++) {
        const double *v = self->surface->elements[n].value, t = v[TAUB_SURFACE_TEMPERATURE];
        const double mu = v[TAUB_SURFACE_POTENTIAL];
        const double *u = v + TAUB_SURFACE_VELOCITY, norm = u[0] * u[0] - u[1] * u[1] - u[2] * u[2] - u[3] * u[3];
        bool good = t > 0 && fabs(mu) <= LARGEST_EXPONENT * t && fabs(norm - 1.0) < 1e-3 * u[0] * u[0];
        for (int c = 0; c < TAUB_SURFACE_COLUMNS; c++)
            good = good && isfinite(v[c]);
        if (!good)
            return taub_fail(error, TAUB_BAD_INPUT,
                             "Element %lld of the surface is invalid: temperature %.6g GeV, chemical potential %.6g "
                             "GeV, u.u = %.6g, "
                             "or a value that is not finite.",
                             (long long)n, t, mu, norm);
        range = union_of(range, (struct taub_thermal_range){t, t, {mu, mu}, mu != 0.0});
    }
    self->ranges[piece] = range;
    return TAUB_OK;
}

enum taub_status taub_elements_check(const struct taub_surface_file *surface, struct taub_thermal_range *out,
                                     struct taub_error *error)
{
    const int pieces = taub_elements_pieces(surface->count);
    *out = (struct taub_thermal_range){1.0, 1.0, {0.0, 0.0}, false};
    if (!surface->physical)
        return taub_fail(error, TAUB_BAD_INPUT, "This surface is dimensionless: hadrons need GeV and fm.");
    if (surface->single[0] || surface->single[1])
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "This surface comes from a mesh with one cell along %c: hadrons need several cells along x and y.",
            surface->single[0] ? 'x' : 'y');
    if (pieces == 0)
        return TAUB_OK;
    struct check check = {surface, malloc((size_t)pieces * sizeof *check.ranges)};
    if (!check.ranges)
        return taub_fail(error, TAUB_FAILED, "No memory for %lld elements of the surface.", (long long)surface->count);
    const enum taub_status status = taub_parallel(0, pieces, check_piece, &check, error);
    for (int n = 0; n < pieces && status == TAUB_OK; n++)
        *out = n == 0 ? check.ranges[0] : union_of(*out, check.ranges[n]);
    free(check.ranges);
    return status;
}

static const int tensor[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

/* sinh of the fluid's longitudinal rapidity in the frame of the element: u^z over transverse energy sqrt(1 + u_T^2). */
static double along_beam(const double *u, double *transverse)
{
    *transverse = sqrt(1.0 + u[1] * u[1] + u[2] * u[2]);
    return u[3] / *transverse;
}

static double rapidity_of(const struct taub_surface_file *surface, const double *v)
{
    double transverse;
    return (surface->coordinates == TAUB_MILNE ? v[3] : 0.0) +
           asinh(along_beam(v + TAUB_SURFACE_VELOCITY, &transverse));
}

struct taub_moving taub_element_moving(const struct taub_surface_file *surface,
                                       const struct taub_surface_element *element)
{
    const double *v = element->value, *u = v + TAUB_SURFACE_VELOCITY, *normal = v + TAUB_SURFACE_NORMAL;
    /* renormalise u, which a file may hold in single precision only */
    const double time = sqrt(1.0 + (u[1] * u[1] + u[2] * u[2]) + u[3] * u[3]);
    double transverse;
    const double s = along_beam(u, &transverse), c = time / transverse; /* longitudinal boost to u^z = 0 */
    const double to[4][4] = {{c, 0, 0, -s}, {0, 1, 0, 0}, {0, 0, 1, 0}, {-s, 0, 0, c}};
    /* nonzero columns of each row of the boost */
    static const int from[4][2] = {{0, 3}, {1, 1}, {2, 2}, {0, 3}};
    struct taub_moving out = {.u = {transverse, u[1], u[2], 0.0}, .rapidity = rapidity_of(surface, v)};
    out.normal[0] = c * normal[0] + s * normal[3];
    out.normal[1] = normal[1];
    out.normal[2] = normal[2];
    out.normal[3] = c * normal[3] + s * normal[0];
    for (int m = 0; m < 4; m++)
        for (int n = m; n < 4; n++)
            for (int k = from[m][0]; k <= from[m][1]; k += 3)
                for (int l = from[n][0]; l <= from[n][1]; l += 3)
                    out.shear[tensor[m][n]] += to[m][k] * to[n][l] * v[TAUB_SURFACE_SHEAR + tensor[k][l]];
    return out;
}

void taub_element_row(const struct taub_surface_file *surface, int64_t n, const struct taub_moving *moving,
                      const struct taub_delta_f_table *delta_f, enum taub_delta_f kind, double row[ELEMENT_COLUMNS])
{
    static const double sign[10] = {1, -2, -2, -2, 1, 2, 2, 1, 2, 1};
    const double *v = surface->elements[n].value, t = v[TAUB_SURFACE_TEMPERATURE], bulk = v[TAUB_SURFACE_BULK];
    struct taub_delta_f_coefficients factor = {0};
    memset(row, 0, ELEMENT_COLUMNS * sizeof *row);
    if (kind != TAUB_DELTA_F_NONE)
        factor = taub_delta_f_find(delta_f, t, v[TAUB_SURFACE_POTENTIAL]);
    row[ELEMENT_UP] = exp(moving->rapidity);
    row[ELEMENT_DOWN] = exp(-moving->rapidity);
    for (int m = 0; m < 4; m++)
        row[ELEMENT_NORMAL + m] = moving->normal[m];
    row[ELEMENT_TIME] = moving->u[0] / t;
    row[ELEMENT_X] = moving->u[1] / t;
    row[ELEMENT_Y] = moving->u[2] / t;
    row[ELEMENT_ALONG] = hypot(moving->u[1], moving->u[2]) / t;
    const double over = kind == TAUB_DELTA_F_RELAXATION ? 1.0 / t : 1.0; /* the kernel divides by p.u/T */
    for (int c = 0; c < 10; c++)
        row[ELEMENT_SHEAR + c] = factor.shear * over * sign[c] * moving->shear[c];
    row[ELEMENT_MASS] = factor.mass * over * bulk;
    row[ELEMENT_ENERGY] = factor.energy * over * bulk * t * t;
    row[ELEMENT_CHARGE] = factor.charge * over * bulk * t;
    row[ELEMENT_POTENTIAL] = v[TAUB_SURFACE_POTENTIAL] / t;
}

struct placed {
    double rapidity;
    int64_t index;
};

static int by_rapidity(const void *a, const void *b)
{
    const struct placed *first = a, *second = b;
    if (first->rapidity != second->rapidity)
        return first->rapidity < second->rapidity ? -1 : 1;
    return (first->index > second->index) - (first->index < second->index);
}

struct making {
    const struct taub_surface_file *surface;
    const struct taub_delta_f_table *delta_f;
    enum taub_delta_f kind;
    struct taub_elements *out;
    struct placed *order, *merged;
    int64_t run;               /* length of the runs that are sorted already */
    bool *viscous, *symmetric; /* one for each piece */
    bool sort;
};

static enum taub_status place_piece(void *user, int piece, struct taub_error *error)
{
    struct making *self = user;
    const int64_t first = (int64_t)piece * PIECE, end = end_of_piece(piece, self->surface->count);
    for (int64_t n = first; n < end; n++)
        self->order[n] = (struct placed){rapidity_of(self->surface, self->surface->elements[n].value), n};
    if (self->sort)
        qsort(self->order + first, (size_t)(end - first), sizeof *self->order, by_rapidity);
    return TAUB_OK;
}

/* Merges two sorted runs into one. */
static enum taub_status merge_runs(void *user, int pair, struct taub_error *error)
{
    struct making *self = user;
    const int64_t count = self->surface->count;
    int64_t a = 2 * self->run * pair, to = a, b = a + self->run < count ? a + self->run : count;
    const int64_t end_a = b, end_b = b + self->run < count ? b + self->run : count;
    while (a < end_a || b < end_b) {
        const bool first = b == end_b || (a < end_a && by_rapidity(&self->order[a], &self->order[b]) < 0);
        self->merged[to++] = self->order[first ? a++ : b++];
    }
    return TAUB_OK;
}

/* Sorts by rapidity, then by index: the order is unique, whatever the number of threads. */
static enum taub_status sort(struct making *self, struct taub_error *error)
{
    enum taub_status status = taub_parallel(0, taub_elements_pieces(self->surface->count), place_piece, self, error);
    if (!self->sort)
        return status;
    for (self->run = PIECE; self->run < self->surface->count && status == TAUB_OK; self->run *= 2) {
        const int pairs = (int)((self->surface->count + 2 * self->run - 1) / (2 * self->run));
        status = taub_parallel(0, pairs, merge_runs, self, error);
        struct placed *other = self->order;
        self->order = self->merged;
        self->merged = other;
    }
    return status;
}

static enum taub_status fill_piece(void *user, int piece, struct taub_error *error)
{
    struct making *self = user;
    struct taub_elements *out = self->out;
    bool viscous = false, symmetric = true;
    for (int64_t n = (int64_t)piece * PIECE; n < end_of_piece(piece, out->length); n++) {
        double row[ELEMENT_COLUMNS] = {[ELEMENT_UP] = 1, [ELEMENT_DOWN] = 1, [ELEMENT_TIME] = 1};
        if (n < self->surface->count) {
            const int64_t element = self->order[n].index;
            const struct taub_moving moving = taub_element_moving(self->surface, &self->surface->elements[element]);
            taub_element_row(self->surface, element, &moving, self->delta_f, self->kind, row);
        }
        for (int c = 0; c < ELEMENT_COLUMNS; c++) {
            out->columns[c * out->length + n] = row[c];
            viscous = viscous || (c >= ELEMENT_SHEAR && c <= ELEMENT_CHARGE && row[c] != 0.0);
        }
        symmetric = symmetric && row[ELEMENT_NORMAL + 3] == 0.0 && row[ELEMENT_SHEAR + 3] == 0.0 &&
                    row[ELEMENT_SHEAR + 6] == 0.0 && row[ELEMENT_SHEAR + 8] == 0.0;
    }
    self->viscous[piece] = viscous;
    self->symmetric[piece] = symmetric;
    return TAUB_OK;
}

enum taub_status taub_elements_make(const struct taub_surface_file *surface, const struct taub_delta_f_table *delta_f,
                                    enum taub_delta_f kind, bool charged, struct taub_elements *out,
                                    struct taub_error *error)
{
    *out = (struct taub_elements){.count = surface->count, .symmetric = true, .charged = charged};
    out->length = (surface->count / 64 + 1) * 64;
    const int pieces = taub_elements_pieces(out->length);
    struct making self = {surface, delta_f, kind, out, .sort = !taub_surface_invariant(surface)};
    const size_t size = ((size_t)surface->count + 1) * sizeof *self.order;
    out->columns = malloc((size_t)out->length * ELEMENT_COLUMNS * sizeof *out->columns);
    self.order = malloc(size);
    self.merged = self.sort ? malloc(size) : NULL;
    self.viscous = calloc(2 * (size_t)pieces, sizeof *self.viscous);
    self.symmetric = self.viscous + pieces;
    enum taub_status status = TAUB_OK;
    if (!out->columns || !self.order || (self.sort && !self.merged) || !self.viscous)
        status =
            taub_fail(error, TAUB_FAILED, "No memory for %lld elements of the surface.", (long long)surface->count);
    if (status == TAUB_OK)
        status = sort(&self, error);
    if (status == TAUB_OK)
        status = taub_parallel(0, pieces, fill_piece, &self, error);
    for (int n = 0; n < pieces && status == TAUB_OK; n++) {
        out->viscous = out->viscous || self.viscous[n];
        out->symmetric = out->symmetric && self.symmetric[n];
    }
    free(self.order);
    free(self.merged);
    free(self.viscous);
    if (status != TAUB_OK)
        taub_elements_free(out);
    return status;
}

int taub_elements_columns(const struct taub_elements *self)
{
    return self->charged ? ELEMENT_COLUMNS : ELEMENT_CHARGE;
}

void taub_elements_free(struct taub_elements *self)
{
    free(self->columns);
    self->columns = NULL;
}

struct numbers {
    const double *given; /* the input itself if no conversion is needed */
    double *wanted;
    float *singles;
    size_t count;
};

static enum taub_status to_singles(void *user, int piece, struct taub_error *error)
{
    const struct numbers *self = user;
    const size_t first = (size_t)piece * NUMBERS_PIECE, end = first + NUMBERS_PIECE;
    for (size_t n = first; n < end && n < self->count; n++)
        self->singles[n] = (float)self->given[n];
    return TAUB_OK;
}

static enum taub_status to_doubles(void *user, int piece, struct taub_error *error)
{
    const struct numbers *self = user;
    const size_t first = (size_t)piece * NUMBERS_PIECE, end = first + NUMBERS_PIECE;
    for (size_t n = first; n < end && n < self->count; n++)
        self->wanted[n] = self->singles[n];
    return TAUB_OK;
}

static int number_pieces(size_t count)
{
    return (int)((count + NUMBERS_PIECE - 1) / NUMBERS_PIECE);
}

enum taub_status taub_reals_upload(const struct taub_hadron_device *device, const double *values, size_t count,
                                   struct taub_buffer **out, struct taub_error *error)
{
    const size_t size = device->single ? sizeof(float) : sizeof(double);
    enum taub_status status = taub_buffer_create(device->device, (count + 1) * size, out, error);
    if (status != TAUB_OK || count == 0)
        return status;
    if (!device->single)
        return taub_buffer_upload(*out, 0, values, count * size, error);
    struct numbers numbers = {.given = values, .singles = malloc(count * sizeof(float)), .count = count};
    if (!numbers.singles)
        return taub_fail(error, TAUB_FAILED, "No memory for %zu numbers.", count);
    status = taub_parallel(0, number_pieces(count), to_singles, &numbers, error);
    if (status == TAUB_OK)
        status = taub_buffer_upload(*out, 0, numbers.singles, count * size, error);
    free(numbers.singles);
    return status;
}

enum taub_status taub_reals_download(const struct taub_hadron_device *device, struct taub_buffer *buffer,
                                     double *values, size_t count, struct taub_error *error)
{
    if (!device->single)
        return taub_buffer_download(buffer, 0, values, count * sizeof(double), error);
    struct numbers numbers = {.wanted = values, .singles = malloc((count + 1) * sizeof(float)), .count = count};
    if (!numbers.singles)
        return taub_fail(error, TAUB_FAILED, "No memory for %zu numbers.", count);
    enum taub_status status = taub_buffer_download(buffer, 0, numbers.singles, count * sizeof(float), error);
    if (status == TAUB_OK)
        status = taub_parallel(0, number_pieces(count), to_doubles, &numbers, error);
    free(numbers.singles);
    return status;
}

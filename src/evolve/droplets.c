#include "evolve/droplets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schemes/droplets.h"

/* Values of a row. */
enum { TIME, PLACE, MOMENTUM = 4, CHARGE = 8, SIGMA_TIME, SIGMA_TRANSVERSE, SIGMA_ALONG };
/* The Gaussian is cut there, which leaves out 6e-7 of it along an axis, before its shares are made to add up to 1. */
#define CUT 5.0
/* In a periodic box a wider one is uniform to 1e-34. */
#define UNIFORM 2.0

bool taub_droplets_wanted(const struct taub_config *config)
{
    return config->source.kind == TAUB_SOURCE_DROPLETS;
}

/* The rate's standard deviation is 1/sqrt(7) of it (kernels/schemes/droplets.h). */
static double reach_of(const double *row)
{
    return sqrt(7.0) * row[SIGMA_TIME];
}

static double sigma_along(const double *row, int a)
{
    return row[a < 2 ? SIGMA_TRANSVERSE : SIGMA_ALONG];
}

/* ---- cells of a mesh along an axis, in periodic copies, too ---- */

static bool is_periodic(const struct taub_mesh *mesh, int a)
{
    return mesh->boundary[a][0] == TAUB_PERIODIC;
}

static double face_at(const struct taub_mesh *mesh, int a, int i)
{
    const int n = mesh->cells[a], copy = (int)floor((double)i / n);
    if (!mesh->faces[a])
        return mesh->lower[a] + i * mesh->shape.spacing[a];
    return mesh->faces[a][i - copy * n] + copy * (mesh->upper[a] - mesh->lower[a]);
}

static double width_at(const struct taub_mesh *mesh, int a, int i)
{
    return mesh->faces[a] ? face_at(mesh, a, i + 1) - face_at(mesh, a, i) : mesh->shape.spacing[a];
}

/* The cell that has x, which is in the mesh. */
static int cell_at(const struct taub_mesh *mesh, int a, double x)
{
    const int n = mesh->cells[a];
    int i = (int)floor((x - mesh->lower[a]) / (mesh->upper[a] - mesh->lower[a]) * n);
    i = i < 0 ? 0 : i >= n ? n - 1 : i;
    while (i > 0 && face_at(mesh, a, i) > x)
        i--;
    while (i < n - 1 && face_at(mesh, a, i + 1) <= x)
        i++;
    return i;
}

/* ---- what fits ---- */

int taub_droplet_fault(const struct taub_config *config, const struct taub_mesh *mesh, double earliest,
                       const double row[TAUB_DROPLET_VALUES], char *text, size_t size)
{
    for (int n = 0; n < TAUB_DROPLET_VALUES; n++)
        if (!isfinite(row[n])) {
            snprintf(text, size, "expected a finite number, got %g", row[n]);
            return n;
        }
    for (int n = SIGMA_TIME; n <= SIGMA_ALONG; n++)
        if (row[n] < 0.0) {
            snprintf(text, size, "expected a width that is not negative, got %.10g", row[n]);
            return n;
        }
    if (row[TIME] - reach_of(row) < earliest) {
        snprintf(
            text, size,
            "expected at least %.10g, so that the droplet begins at %.10g or later, sqrt(7) times its width in time "
            "earlier; got %.10g",
            earliest + reach_of(row), earliest, row[TIME]);
        return TIME;
    }
    for (int a = 0; a < 3; a++) {
        const double x = row[PLACE + a];
        if (x < mesh->lower[a] || x > mesh->upper[a]) {
            snprintf(text, size, "expected a place in the mesh, between %.10g and %.10g, got %.10g", mesh->lower[a],
                     mesh->upper[a], x);
            return PLACE + a;
        }
        const double width = width_at(mesh, a, cell_at(mesh, a, x));
        if (mesh->active[a] && sigma_along(row, a) < width) {
            snprintf(text, size,
                     "expected at least %.10g, the width of a cell there along %c: the mesh does not carry a narrower "
                     "Gaussian; got %.10g",
                     width, "xyz"[a], sigma_along(row, a));
            return a < 2 ? SIGMA_TRANSVERSE : SIGMA_ALONG;
        }
    }
    if (row[CHARGE] != 0.0 && config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->eos.kind != TAUB_EOS_TABLE_2D) {
        snprintf(text, size, "expected 0: the fluid has no charge without eos.kind: table-2d; got %.10g", row[CHARGE]);
        return CHARGE;
    }
    return -1;
}

/* ---- the list ---- */

static enum taub_status append(struct taub_droplets *self, const double *rows, size_t count, struct taub_error *error)
{
    const size_t row = TAUB_DROPLET_VALUES * sizeof *rows;
    double *larger = realloc(self->rows, (self->count + count + 1) * row);
    if (!larger)
        return taub_fail(error, TAUB_FAILED, "out of memory for %zu droplets", self->count + count);
    self->rows = larger;
    if (count > 0)
        memcpy(self->rows + self->count * TAUB_DROPLET_VALUES, rows, count * row);
    self->count += count;
    return TAUB_OK;
}

enum taub_status taub_droplets_create(const struct taub_config *config, const struct taub_mesh *mesh,
                                      struct taub_droplets **out, struct taub_error *error)
{
    struct taub_droplets *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory");
    const enum taub_status status = taub_droplet_file_read(config, mesh, &self->rows, &self->count, error);
    if (status != TAUB_OK) {
        taub_droplets_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_droplets_destroy(struct taub_droplets *self)
{
    if (!self)
        return;
    taub_buffer_destroy(self->table);
    taub_buffer_destroy(self->awake);
    free(self->rows);
    free(self);
}

enum taub_status taub_droplets_add(struct taub_droplets *self, const struct taub_config *config,
                                   const struct taub_mesh *mesh, double now, const double *rows, size_t count,
                                   struct taub_error *error)
{
    for (size_t n = 0; n < count; n++) {
        char text[512];
        const int value = taub_droplet_fault(config, mesh, now, rows + n * TAUB_DROPLET_VALUES, text, sizeof text);
        if (value >= 0)
            return taub_fail(error, TAUB_BAD_INPUT, "droplet %zu, %s: %s", n + 1, taub_droplet_columns(config)[value],
                             text);
    }
    return append(self, rows, count, error);
}

bool taub_droplets_over(const struct taub_droplets *self, double time)
{
    bool over = true;
    for (size_t n = 0; self && n < self->count && over; n++) {
        const double *row = self->rows + n * TAUB_DROPLET_VALUES;
        over = droplet_entered(row[TIME], reach_of(row), time) >= 1.0;
    }
    return over;
}

void taub_droplets_entered(const struct taub_droplets *self, double time, double out[TAUB_DEPOSITED])
{
    memset(out, 0, TAUB_DEPOSITED * sizeof *out);
    for (size_t n = 0; n < self->count; n++) {
        const double *row = self->rows + n * TAUB_DROPLET_VALUES;
        const double share = droplet_entered(row[TIME], reach_of(row), time);
        for (int c = 0; c < TAUB_DEPOSITED; c++)
            out[c] += share * row[MOMENTUM + c];
    }
}

/* ---- the table ---- */

/* The cells of a droplet along an axis: `count` from `first` on, which across a periodic end is below 0. */
struct span {
    int first, count;
    bool around; /* all cells of a periodic axis: copies of the droplet share them */
};

static struct span span_of(const struct taub_mesh *mesh, const double *row, int a)
{
    const double x = row[PLACE + a], reach = CUT * sigma_along(row, a);
    const bool periodic = is_periodic(mesh, a);
    const int n = mesh->cells[a];
    struct span span = {cell_at(mesh, a, x), 1, false};
    if (!mesh->active[a])
        return span;
    while (span.count < n && (periodic || span.first > 0) && face_at(mesh, a, span.first) > x - reach) {
        span.first--;
        span.count++;
    }
    while (span.count < n && (periodic || span.first + span.count < n) &&
           face_at(mesh, a, span.first + span.count) < x + reach)
        span.count++;
    if (span.count == n)
        span = (struct span){0, n, periodic};
    return span;
}

static double bell(double x)
{
    return 0.5 * erf(x * sqrt(0.5));
}

/* Shares of the cells of a span, which add up to 1, over their widths. */
static void fill_weights(const struct taub_mesh *mesh, const double *row, int a, struct span span, double *weights)
{
    const double x = row[PLACE + a], sigma = sigma_along(row, a), length = mesh->upper[a] - mesh->lower[a];
    const bool uniform = !mesh->active[a] || (span.around && sigma > UNIFORM * length);
    const int n = mesh->cells[a], copies = span.around && !uniform ? (int)ceil(CUT * sigma / length) + 1 : 0;
    double sum = 0.0;
    for (int i = 0; i < span.count; i++) {
        weights[i] = uniform ? width_at(mesh, a, span.first + i) : 0.0;
        for (int copy = -copies; copy <= copies && !uniform; copy++) {
            const int at = span.first + i + copy * n;
            weights[i] += bell((face_at(mesh, a, at + 1) - x) / sigma) - bell((face_at(mesh, a, at) - x) / sigma);
        }
        sum += weights[i];
    }
    for (int i = 0; i < span.count; i++)
        weights[i] /= sum * width_at(mesh, a, span.first + i);
}

static int buckets_along(const struct taub_mesh *mesh, int a)
{
    return (mesh->cells[a] + DROPLET_BUCKET - 1) / DROPLET_BUCKET;
}

/* A table while it is made. */
struct table {
    const struct taub_mesh *mesh;
    int buckets[3], total;
    size_t *lists; /* of each bucket: how many droplets it has, then where its next one goes */
    double *values;
    size_t count, entries; /* of values; of droplets in buckets */
};

/* The buckets of a span: the first one, and how many from there on, round a periodic end. */
static void buckets_of(const struct table *self, int a, struct span span, int *first, int *count)
{
    const int n = self->mesh->cells[a], all = self->buckets[a];
    const int begin = (span.first + n) % n, end = (span.first + span.count - 1 + n) % n;
    *first = begin / DROPLET_BUCKET;
    *count = (end / DROPLET_BUCKET - *first + all) % all + 1;
    if (span.count == n || (end < begin && *count == 1))
        *count = all;
}

/* Counts a droplet in each of its buckets or, once the table is there, puts its place into their lists. */
static void put_into_buckets(struct table *self, const struct span span[3], size_t place, double last)
{
    int first[3], count[3];
    for (int a = 0; a < 3; a++)
        buckets_of(self, a, span[a], &first[a], &count[a]);
    for (int n = 0; n < count[0] * count[1] * count[2]; n++) {
        const int at[3] = {(first[0] + n % count[0]) % self->buckets[0],
                           (first[1] + n / count[0] % count[1]) % self->buckets[1],
                           (first[2] + n / (count[0] * count[1])) % self->buckets[2]};
        const int bucket = (at[2] * self->buckets[1] + at[1]) * self->buckets[0] + at[0];
        const size_t next = self->lists[bucket]++;
        if (!self->values)
            continue;
        double *latest = self->values + (size_t)self->values[DROPLETS_LASTS] + bucket;
        self->values[(size_t)self->values[DROPLETS_ENTRIES] + next] = (double)place;
        *latest = fmax(*latest, last);
    }
}

/* In a boost-invariant run each droplet is seen from its own rapidity: there is no other. */
static bool is_boosted(const struct taub_mesh *mesh)
{
    return mesh->coordinates == TAUB_MILNE && mesh->active[2];
}

static void put_droplet(const struct taub_mesh *mesh, const double *row, const struct span span[3], double *values,
                        size_t *weights, double *droplet)
{
    droplet[DROPLET_TIME] = row[TIME];
    droplet[DROPLET_REACH] = reach_of(row);
    memcpy(droplet + DROPLET_MOMENTUM, row + MOMENTUM, TAUB_DEPOSITED * sizeof *droplet);
    if (mesh->coordinates == TAUB_MILNE && !mesh->active[2]) {
        const double energy = row[MOMENTUM], along = row[MOMENTUM + 3], eta = row[PLACE + 2];
        droplet[DROPLET_MOMENTUM] = energy * cosh(eta) - along * sinh(eta);
        droplet[DROPLET_MOMENTUM + 3] = along * cosh(eta) - energy * sinh(eta);
    }
    for (int a = 0; a < 3; a++) {
        droplet[DROPLET_LOWER + a] = (span[a].first + mesh->cells[a]) % mesh->cells[a];
        droplet[DROPLET_COUNT + a] = span[a].count;
        droplet[DROPLET_WEIGHTS + a] = (double)*weights;
        fill_weights(mesh, row, a, span[a], values + *weights);
        *weights += (size_t)span[a].count;
    }
}

/* The head, and what does not depend on the droplets. */
static void begin_table(struct table *self)
{
    const struct taub_mesh *mesh = self->mesh;
    double *values = self->values;
    size_t at = DROPLETS_HEAD;
    for (int a = 0; a < 3; a++)
        values[DROPLETS_BUCKETS + a] = self->buckets[a];
    values[DROPLETS_TOTAL] = self->total;
    values[DROPLETS_BOOSTS] = (double)at;
    for (int k = 0; k < mesh->cells[2]; k++, at += 2) {
        double x[3];
        taub_mesh_center(mesh, 0, 0, k, x);
        values[at] = is_boosted(mesh) ? cosh(x[2]) : 1.0;
        values[at + 1] = is_boosted(mesh) ? sinh(x[2]) : 0.0;
    }
    values[DROPLETS_STARTS] = (double)at;
    for (int bucket = 0; bucket <= self->total; bucket++) {
        const size_t start = bucket > 0 ? (size_t)values[at - 1] + self->lists[bucket - 1] : 0;
        values[at++] = (double)start;
    }
    for (int bucket = 0; bucket < self->total; bucket++)
        self->lists[bucket] = (size_t)values[(size_t)values[DROPLETS_STARTS] + (size_t)bucket];
    values[DROPLETS_LASTS] = (double)at;
    for (int bucket = 0; bucket < self->total; bucket++)
        values[at++] = -HUGE_VAL;
    values[DROPLETS_ENTRIES] = (double)at;
}

int taub_droplets_buckets(int cells)
{
    return (cells + 2 * DROPLET_BUCKET - 2) / DROPLET_BUCKET;
}

void taub_droplets_range(const struct taub_mesh *mesh, struct taub_range *range)
{
    const int total = buckets_along(mesh, 0) * buckets_along(mesh, 1) * buckets_along(mesh, 2);
    range->upper[0] = DROPLET_ROW;
    range->upper[1] = (total + DROPLET_ROW - 1) / DROPLET_ROW;
    range->upper[2] = 1;
}

/* Two rounds over what has not entered: the first one counts. */
static enum taub_status make_table(const struct taub_droplets *list, struct table *self, double now,
                                   struct taub_error *error)
{
    const struct taub_mesh *mesh = self->mesh;
    size_t droplets = 0, weights = 0, place = 0;
    for (int a = 0; a < 3; a++)
        self->buckets[a] = buckets_along(mesh, a);
    self->total = self->buckets[0] * self->buckets[1] * self->buckets[2];
    self->lists = calloc((size_t)self->total + 1, sizeof *self->lists);
    for (int turn = 0; turn < 2; turn++) {
        for (size_t n = 0; n < list->count && self->lists; n++) {
            const double *row = list->rows + n * TAUB_DROPLET_VALUES;
            const struct span span[3] = {span_of(mesh, row, 0), span_of(mesh, row, 1), span_of(mesh, row, 2)};
            if (droplet_entered(row[TIME], reach_of(row), now) >= 1.0)
                continue;
            put_into_buckets(self, span, place, row[TIME] + reach_of(row));
            if (self->values)
                put_droplet(mesh, row, span, self->values, &weights, self->values + place);
            else
                weights += (size_t)(span[0].count + span[1].count + span[2].count);
            droplets += turn == 0;
            place += DROPLET_VALUES;
        }
        if (turn == 1)
            break;
        for (int bucket = 0; bucket < self->total && self->lists; bucket++)
            self->entries += self->lists[bucket];
        const size_t before = DROPLETS_HEAD + 2 * (size_t)mesh->cells[2] + 2 * (size_t)self->total + 1 + self->entries;
        self->count = before + droplets * DROPLET_VALUES + weights;
        self->values = calloc(self->count, sizeof *self->values);
        if (!self->lists || !self->values)
            return taub_fail(error, TAUB_FAILED, "out of memory for the table of %zu droplets", list->count);
        begin_table(self);
        place = before;
        weights = before + droplets * DROPLET_VALUES;
    }
    return TAUB_OK;
}

/* Room for twice as much, so that a list that grows from step to step is seldom moved. */
static enum taub_status hold(struct taub_device *device, size_t bytes, struct taub_buffer **buffer, bool *made,
                             struct taub_error *error)
{
    if (*buffer && taub_buffer_bytes(*buffer) >= bytes)
        return TAUB_OK;
    *made = true;
    taub_buffer_destroy(*buffer);
    *buffer = NULL;
    return taub_buffer_create(device, 2 * bytes, buffer, error);
}

enum taub_status taub_droplets_upload(struct taub_droplets *self, struct taub_device *device,
                                      const struct taub_mesh *mesh, double now, bool *made, struct taub_error *error)
{
    struct table table = {.mesh = mesh};
    *made = false;
    enum taub_status status = make_table(self, &table, now, error);
    const size_t bytes = table.count * sizeof *table.values;
    if (status == TAUB_OK)
        status = hold(device, bytes, &self->table, made, error);
    if (status == TAUB_OK)
        status = hold(device, ((size_t)table.total + 2 * table.entries) * sizeof(double), &self->awake, made, error);
    if (status == TAUB_OK)
        status = taub_buffer_upload(self->table, 0, table.values, bytes, error);
    free(table.lists);
    free(table.values);
    return status;
}

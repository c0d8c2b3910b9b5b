#include "hadrons/decay_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/parallel.h"
#include "core/try.h"
#include "hadrons/feeds.h"
#include "hadrons/grid.h"

/* One parent and one of its daughters: feeds[first] to feeds[first + count - 1]. */
struct link {
    int parent, daughter, first, count;
    double *matrix; /* [pT of the daughter][pT of the parent][harmonic]; NULL: computed when applied */
};

struct taub_decay_map {
    const struct taub_hadrons *list;
    int momenta, directions, harmonics; /* harmonics: 0 to directions/2 */
    double step;                        /* of the momentum grid, in asinh(pT/TAUB_PT_SCALE) */
    enum taub_decays_of of;
    double nodes[2 * TAUB_DECAY_NODES];
    struct taub_feeds feeds;
    struct link *links; /* sorted by parent, heaviest first */
    int link_count, link_capacity;
    bool *linked;  /* for each hadron: it is a parent or a daughter of some link */
    double *waves; /* cos(m phi), sin(m phi): [direction][harmonic][2] */
};

static size_t matrix_size(const struct taub_decay_map *self)
{
    return (size_t)self->momenta * (size_t)self->momenta * (size_t)self->harmonics;
}

/* ---- decays that contribute ---- */

static enum taub_status add_link(struct taub_decay_map *self, struct link link, struct taub_error *error)
{
    if (self->link_count == self->link_capacity) {
        const int capacity = self->link_capacity ? 2 * self->link_capacity : 256;
        struct link *larger = realloc(self->links, (size_t)capacity * sizeof *larger);
        if (!larger)
            return taub_fail(error, TAUB_FAILED, "No memory for %d pairs of parents and daughters.", capacity);
        self->links = larger;
        self->link_capacity = capacity;
    }
    self->links[self->link_count++] = link;
    self->linked[link.parent] = self->linked[link.daughter] = true;
    return TAUB_OK;
}

static int by_daughter(const void *a, const void *b)
{
    const struct taub_feed *one = a, *two = b;
    return (one->daughter > two->daughter) - (one->daughter < two->daughter);
}

/* Adds the links of one parent to daughters that are requested, or decay into requested particles. */
static enum taub_status add_links_of_parent(struct taub_decay_map *self, int parent, double width, const bool *useful,
                                            struct taub_error *error)
{
    const int first = self->feeds.count;
    TRY(taub_feeds_of(self->list, parent, width, self->of, &self->feeds, error));
    struct taub_feed *feeds = self->feeds.list;
    if (self->feeds.count > first)
        qsort(feeds + first, (size_t)(self->feeds.count - first), sizeof *feeds, by_daughter);
    for (int n = first, end; n < self->feeds.count; n = end) {
        for (end = n + 1; end < self->feeds.count && feeds[end].daughter == feeds[n].daughter; end++)
            ;
        if (useful[feeds[n].daughter])
            TRY(add_link(self, (struct link){parent, feeds[n].daughter, n, end - n, NULL}, error));
    }
    return TAUB_OK;
}

/* useful[h]: particle h is requested or decays into a requested one. The list is sorted by mass, and daughters are
 * lighter than their parents, so one pass is enough. */
static enum taub_status find_useful(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                    bool *useful, struct taub_error *error)
{
    for (int h = 0; h < list->count; h++)
        useful[h] = !config->species;
    for (int s = 0; config->species && s < config->species_count; s++)
        useful[taub_particle_of(list, taub_hadrons_find(list, config->species[s]))] = true;
    struct taub_feeds feeds = {NULL, 0, 0};
    enum taub_status status = TAUB_OK;
    for (int h = 0; h < list->count && status == TAUB_OK; h++) {
        feeds.count = 0;
        if (taub_particle_of(list, h) == h)
            status = taub_feeds_of(list, h, config->decay_width, TAUB_DECAYS_OF_MEANS, &feeds, error);
        for (int n = 0; n < feeds.count; n++)
            useful[h] |= useful[feeds.list[n].daughter];
    }
    free(feeds.list);
    return status;
}

static enum taub_status link_all(struct taub_decay_map *self, const struct taub_spectra_config *config,
                                 struct taub_error *error)
{
    bool *useful = calloc((size_t)self->list->count + 1, sizeof *useful);
    enum taub_status status = useful ? find_useful(self->list, config, useful, error)
                                     : taub_fail(error, TAUB_FAILED, "No memory for %d hadrons.", self->list->count);
    for (int h = self->list->count - 1; h >= 0 && status == TAUB_OK; h--)
        if (taub_particle_of(self->list, h) == h)
            status = add_links_of_parent(self, h, config->decay_width, useful, error);
    free(useful);
    return status;
}

/* ---- matrices ---- */

static double grid_pt(const struct taub_decay_map *self, int momentum)
{
    return TAUB_PT_SCALE * sinh(momentum * self->step);
}

/* Weights of cubic interpolation through four equidistant points; t counts from the second. */
static void cubic(double t, double w[4])
{
    w[0] = -t * (t - 1.0) * (t - 2.0) / 6.0;
    w[1] = (t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0;
    w[2] = -(t + 1.0) * t * (t - 2.0) / 2.0;
    w[3] = (t + 1.0) * t * (t - 1.0) / 6.0;
}

/* Adds weight cos(m w) S(pT) to one row of the matrix, where the parent's spectrum S is interpolated between momenta.
 * cos(m w) follows from the recursion of Chebyshev polynomials in cos(w). */
static void add_parent(const struct taub_decay_map *self, double pt, double cosine, double weight, double *row)
{
    const double place = fmin(asinh(pt / TAUB_PT_SCALE) / self->step, self->momenta - 1.0);
    const int at = (int)place > self->momenta - 3 ? self->momenta - 3 : (int)place;
    double w[4], before = cosine, now = 1.0;
    cubic(place - at, w);
    for (int n = 0; n < 4; n++)
        w[n] *= weight;
    /* the point below pT = 0 is the first point above 0 in the opposite direction: odd harmonics change sign */
    double *to[4];
    for (int n = 0; n < 4; n++)
        to[n] = row + (size_t)(at + n == 0 ? 1 : at + n - 1) * (size_t)self->harmonics;
    for (int m = 0; m < self->harmonics; m++) {
        to[0][m] += (at == 0 && m % 2 ? -w[0] : w[0]) * now;
        for (int n = 1; n < 4; n++)
            to[n][m] += w[n] * now;
        const double next = m == 0 ? cosine : 2.0 * cosine * now - before;
        before = now;
        now = next;
    }
}

/* One energy of the daughter at one of its momenta: the decay integral of decays.h, with the same quadrature nodes. */
static void add_feed(const struct taub_decay_map *self, double parent, const struct taub_feed *feed, double momentum,
                     double *row)
{
    static const double pi = 3.14159265358979323846;
    const double mass = feed->mass, energy = feed->energy, p0 = sqrt(energy * energy - mass * mass);
    const double pt = fmax(momentum, 1e-4 * mass), mt = sqrt(mass * mass + pt * pt), reach = asinh(p0 / mt);
    /* the factor 4: both signs of Y and of w */
    const double all = 4.0 * feed->share * parent / (4.0 * pi * p0) * reach;
    for (int n = 0; n < TAUB_DECAY_NODES_Y; n++) {
        const double c = cosh(reach * self->nodes[2 * n]), below = mt * mt * c * c - pt * pt;
        const double middle = parent * energy * mt * c / below;
        const double inner = fmax(energy * energy + pt * pt - mt * mt * c * c, 0.0);
        const double spread = parent * pt * sqrt(inner) / below;
        /* zeta = pi - v, with nodes clustered where MT is smallest */
        const double dense = 1.0 + 0.4 * sqrt(spread / TAUB_DECAY_SLOPE), wide = asinh(dense * pi);
        for (int l = 0; l < TAUB_DECAY_NODES_ZETA; l++) {
            const double *node = self->nodes + 2 * (TAUB_DECAY_NODES_Y + l);
            const double v = sinh(wide * node[0]) / dense, slope = cosh(wide * node[0]) * wide / dense;
            const double parent_mt = fmax(middle - spread * cos(v), parent);
            const double parent_pt = sqrt(parent_mt * parent_mt - parent * parent);
            const double cosine = parent_pt > 0.0
                                      ? fmin(fmax((mt * parent_mt * c - parent * energy) / (pt * parent_pt), -1.0), 1.0)
                                      : 1.0;
            add_parent(self, parent_pt, cosine,
                       all * self->nodes[2 * n + 1] / sqrt(below) * node[1] * slope * parent_mt *
                           exp((parent - parent_mt) / TAUB_DECAY_SLOPE),
                       row);
        }
    }
}

static void compute_matrix(const struct taub_decay_map *self, const struct link *link, double *matrix)
{
    const size_t length = (size_t)self->momenta * (size_t)self->harmonics;
    const double parent = self->list->list[link->parent].mass;
    memset(matrix, 0, matrix_size(self) * sizeof *matrix);
    for (int j = 0; j < self->momenta; j++)
        for (int n = 0; n < link->count; n++)
            add_feed(self, parent, &self->feeds.list[link->first + n], grid_pt(self, j), matrix + (size_t)j * length);
    /* the quantity interpolated is the spectrum times exp((mT - M)/SLOPE) */
    for (int k = 0; k < self->momenta; k++) {
        const double pt = grid_pt(self, k), flat = exp((sqrt(parent * parent + pt * pt) - parent) / TAUB_DECAY_SLOPE);
        for (int j = 0; j < self->momenta; j++)
            for (int m = 0; m < self->harmonics; m++)
                matrix[(size_t)j * length + (size_t)k * (size_t)self->harmonics + (size_t)m] *= flat;
    }
}

static enum taub_status keep_matrix(void *user, int n, struct taub_error *error)
{
    struct taub_decay_map *self = user;
    double *matrix = malloc(matrix_size(self) * sizeof *matrix);
    if (!matrix)
        return taub_fail(error, TAUB_FAILED,
                         "No memory for the decays of %d pairs of parents and daughters, %zu bytes each.",
                         self->link_count, matrix_size(self) * sizeof *matrix);
    compute_matrix(self, &self->links[n], matrix);
    self->links[n].matrix = matrix;
    return TAUB_OK;
}

/* ---- spectra ---- */

/* Azimuthal harmonics of all spectra of a surface, real and imaginary parts: [hadron][momentum][2][harmonic]. */
struct harmonics {
    const struct taub_decay_map *map;
    double *values; /* spectra by direction */
    double *all;
    int first; /* first link of the current parent */
};

static double *harmonics_of(const struct harmonics *self, int hadron)
{
    return self->all + (size_t)hadron * (size_t)self->map->momenta * 2 * (size_t)self->map->harmonics;
}

static enum taub_status to_harmonics(void *user, int hadron, struct taub_error *error)
{
    const struct harmonics *self = user;
    const struct taub_decay_map *map = self->map;
    const int d_count = map->directions, count = map->harmonics;
    double *to = harmonics_of(self, hadron);
    if (!map->linked[hadron])
        return TAUB_OK;
    for (int j = 0; j < map->momenta; j++, to += 2 * count) {
        const double *from = self->values + ((size_t)hadron * (size_t)map->momenta + (size_t)j) * (size_t)d_count;
        memset(to, 0, 2 * (size_t)count * sizeof *to);
        for (int d = 0; d < d_count; d++) {
            const double value = from[d] / d_count, *wave = map->waves + (size_t)d * 2 * (size_t)count;
            for (int m = 0; m < count; m++) {
                to[m] += value * wave[2 * m];
                to[count + m] += value * wave[2 * m + 1];
            }
        }
    }
    return TAUB_OK;
}

static enum taub_status to_directions(void *user, int hadron, struct taub_error *error)
{
    const struct harmonics *self = user;
    const struct taub_decay_map *map = self->map;
    const int d_count = map->directions, count = map->harmonics;
    const double *from = harmonics_of(self, hadron);
    if (!map->linked[hadron])
        return TAUB_OK;
    for (int j = 0; j < map->momenta; j++, from += 2 * count) {
        double *to = self->values + ((size_t)hadron * (size_t)map->momenta + (size_t)j) * (size_t)d_count;
        for (int d = 0; d < d_count; d++) {
            const double *wave = map->waves + (size_t)d * 2 * (size_t)count;
            double sum = from[0] + wave[2 * (count - 1)] * from[count - 1];
            for (int m = 1; m < count - 1; m++)
                sum += 2.0 * (wave[2 * m] * from[m] + wave[2 * m + 1] * from[count + m]);
            to[d] = sum;
        }
    }
    return TAUB_OK;
}

/* Adds the contribution of the current parent to one of its daughters. */
static enum taub_status feed_daughter(void *user, int n, struct taub_error *error)
{
    const struct harmonics *self = user;
    const struct taub_decay_map *map = self->map;
    const struct link *link = &map->links[self->first + n];
    const int count = map->harmonics;
    double *made = link->matrix ? NULL : malloc(matrix_size(map) * sizeof *made);
    if (!link->matrix && !made)
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %s.", map->list->list[link->parent].name);
    if (made)
        compute_matrix(map, link, made);
    const double *matrix = made ? made : link->matrix, *from = harmonics_of(self, link->parent);
    double *to = harmonics_of(self, link->daughter);
    for (int j = 0; j < map->momenta; j++)
        for (int k = 0; k < map->momenta; k++, matrix += count)
            for (int m = 0; m < count; m++) {
                to[j * 2 * count + m] += matrix[m] * from[k * 2 * count + m];
                to[(j * 2 + 1) * count + m] += matrix[m] * from[(k * 2 + 1) * count + m];
            }
    free(made);
    return TAUB_OK;
}

static enum taub_status apply(struct harmonics *self, int threads, struct taub_error *error)
{
    const struct taub_decay_map *map = self->map;
    const struct taub_hadrons *list = map->list;
    TRY(taub_parallel(threads, list->count, to_harmonics, self, error));
    for (int end; self->first < map->link_count; self->first = end) {
        for (end = self->first + 1; end < map->link_count && map->links[end].parent == map->links[self->first].parent;)
            end++;
        TRY(taub_parallel(threads, end - self->first, feed_daughter, self, error));
    }
    TRY(taub_parallel(threads, list->count, to_directions, self, error));
    const size_t size = (size_t)map->momenta * (size_t)map->directions;
    for (int h = 0; h < list->count; h++) {
        const int particle = taub_particle_of(list, h);
        if (particle != h)
            memcpy(self->values + (size_t)h * size, self->values + (size_t)particle * size, size * sizeof(double));
    }
    return TAUB_OK;
}

enum taub_status taub_decay_map_apply(const struct taub_decay_map *self, int threads, double *values,
                                      struct taub_error *error)
{
    struct harmonics harmonics = {self, values, NULL, 0};
    harmonics.all =
        malloc((size_t)self->list->count * (size_t)self->momenta * 2 * (size_t)self->harmonics * sizeof *harmonics.all);
    if (!harmonics.all)
        return taub_fail(error, TAUB_FAILED, "No memory for the harmonics of %d hadrons.", self->list->count);
    const enum taub_status status = apply(&harmonics, threads, error);
    free(harmonics.all);
    return status;
}

/* ---- creation and destruction ---- */

static enum taub_status fill(struct taub_decay_map *self, const struct taub_spectra_config *config, bool keep,
                             int threads, struct taub_error *error)
{
    static const double pi = 3.14159265358979323846;
    self->linked = calloc((size_t)self->list->count + 1, sizeof *self->linked);
    self->waves = malloc((size_t)self->directions * 2 * (size_t)self->harmonics * sizeof *self->waves);
    if (!self->linked || !self->waves)
        return taub_fail(error, TAUB_FAILED, "No memory for the decays of %d hadrons.", self->list->count);
    taub_decay_nodes(self->nodes);
    for (int d = 0; d < self->directions; d++)
        for (int m = 0; m < self->harmonics; m++) {
            const double angle = 2.0 * pi * (d * m % self->directions) / self->directions;
            self->waves[2 * (d * self->harmonics + m)] = cos(angle);
            self->waves[2 * (d * self->harmonics + m) + 1] = sin(angle);
        }
    TRY(link_all(self, config, error));
    return keep ? taub_parallel(threads, self->link_count, keep_matrix, self, error) : TAUB_OK;
}

enum taub_status taub_decay_map_create(const struct taub_hadrons *list, const struct taub_spectra_config *config,
                                       enum taub_decays_of of, bool keep, int threads, struct taub_decay_map **out,
                                       struct taub_error *error)
{
    struct taub_decay_map *self = calloc(1, sizeof *self);
    *out = NULL;
    if (!self)
        return taub_fail(error, TAUB_FAILED, "No memory for decays.");
    self->list = list;
    self->of = of;
    self->momenta = config->pt_count;
    self->directions = config->directions;
    self->harmonics = config->directions / 2 + 1;
    self->step = taub_grid_step(config);
    const enum taub_status status = fill(self, config, keep, threads, error);
    if (status != TAUB_OK) {
        taub_decay_map_destroy(self);
        return status;
    }
    *out = self;
    return TAUB_OK;
}

void taub_decay_map_destroy(struct taub_decay_map *self)
{
    if (!self)
        return;
    for (int n = 0; n < self->link_count; n++)
        free(self->links[n].matrix);
    free(self->links);
    free(self->feeds.list);
    free(self->linked);
    free(self->waves);
    free(self);
}

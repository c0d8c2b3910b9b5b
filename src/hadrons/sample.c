#include "hadrons/sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/parallel.h"
#include "core/try.h"
#include "hadrons/elements.h"
#include "hadrons/program.h"

/* Must match kernels/hadrons/sample.h. */
enum {
    POSITION,
    RAPIDITY = 4,
    NORMAL,
    TIME = 9,
    TEMPERATURE = 12,
    VOLUME,
    SHEAR,
    MASS = 24,
    ENERGY,
    CHARGE,
    POTENTIAL,
    COLUMNS
};
/* Most candidates in one launch. GPUs get more of them, since each launch may wait for spectra computed at the same
 * time. */
enum { ROW = 256, NUMBERS = 8, MOST_ON_HOST = 1 << 22, MOST_ON_GPU = 1 << 24, MOST_OF_EVENT = 1 << 30 };
enum { MARK, COUNT, LIST, MAKE, PASSES };
#define WHOLE 4611686018427387904.0 /* 2^62 */

struct work {
    const struct taub_hadron_device *device;
    const struct taub_hadrons *list;
    const struct taub_sample_config *config;
    int count; /* elements */
    bool viscous, milne, invariant, charged;
    int element_width, species_width;        /* numbers per element and per species */
    double highest_temperature, bound, mean; /* bound of 1 + delta f/f; mean number of candidates of an event */
    double *columns, *kinds;
    int64_t *elements, *species; /* cumulative probabilities */
    struct taub_program *program;
    struct taub_pass *passes[PASSES];
    struct taub_buffer *columns_on, *kinds_on, *elements_on, *species_on, *candidates_on, *accepted, *rows, *places,
        *numbers, *hadrons;
    int64_t room; /* hadrons that fit into the buffers */
    int64_t *candidates, *first;
    int *counts;
    double *values;
    int *of;
};

static enum taub_status no_memory(struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "No memory to draw hadrons.");
}

/* Cumulative sums of the weights, scaled such that the last one is 2^62, which exceeds every number drawn. */
static void cumulate(const double *weights, size_t stride, int count, int64_t *out)
{
    double all = 0.0, sum = 0.0;
    for (int n = 0; n < count; n++)
        all += weights[n * stride];
    for (int n = 0; n < count; n++) {
        sum += weights[n * stride];
        out[n] = n == count - 1 ? (int64_t)1 << 62 : (int64_t)(sum / all * WHOLE);
    }
}

struct filling {
    struct work *work;
    const struct taub_surface_file *surface;
    const struct taub_delta_f_table *delta_f;
    bool *viscous; /* one for each piece */
};

static void fill_element(const struct filling *self, int64_t n, double *row)
{
    const struct taub_moving moving = taub_element_moving(self->surface, &self->surface->elements[n]);
    const double *u = moving.u, *s = moving.normal, *v = self->surface->elements[n].value;
    double scaled[ELEMENT_COLUMNS];
    taub_element_row(self->surface, n, &moving, self->delta_f, self->work->config->delta_f, scaled);
    memcpy(row + POSITION, v, 4 * sizeof *row);
    row[RAPIDITY] = moving.rapidity;
    memcpy(row + NORMAL, s, sizeof moving.normal);
    memcpy(row + TIME, u, 3 * sizeof *row);
    row[TEMPERATURE] = v[TAUB_SURFACE_TEMPERATURE];
    const double along = u[0] * s[0] + u[1] * s[1] + u[2] * s[2];
    const double square = along * along - (s[0] * s[0] - s[1] * s[1] - s[2] * s[2] - s[3] * s[3]);
    /* a little above the bound, for rounding in single precision */
    row[VOLUME] = (fabs(along) + sqrt(square > 0 ? square : 0.0)) * (1.0 + 1e-6);
    memcpy(row + SHEAR, scaled + ELEMENT_SHEAR, (size_t)(self->work->element_width - SHEAR) * sizeof *row);
}

static enum taub_status fill_piece(void *user, int piece, struct taub_error *error)
{
    struct filling *self = user;
    const int64_t first = (int64_t)piece * TAUB_ELEMENTS_PIECE, end = first + TAUB_ELEMENTS_PIECE;
    bool viscous = false;
    for (int64_t n = first; n < end && n < self->work->count; n++) {
        double *row = self->work->columns + (size_t)n * (size_t)self->work->element_width;
        fill_element(self, n, row);
        for (int c = SHEAR; c < self->work->element_width && c <= CHARGE; c++)
            viscous = viscous || row[c] != 0.0;
    }
    self->viscous[piece] = viscous;
    return TAUB_OK;
}

static enum taub_status fill_elements(struct work *self, const struct taub_surface_file *surface,
                                      const struct taub_thermal_range *range, struct taub_error *error)
{
    struct taub_delta_f_table delta_f;
    const size_t width = (size_t)self->element_width;
    const int pieces = taub_elements_pieces(self->count);
    struct filling filling = {self, surface, &delta_f, calloc((size_t)pieces, sizeof *filling.viscous)};
    self->columns = malloc((size_t)self->count * width * sizeof *self->columns);
    self->elements = malloc((size_t)self->count * sizeof *self->elements);
    enum taub_status status = TAUB_OK;
    if (!self->columns || !self->elements || !filling.viscous)
        status = no_memory(error);
    if (status == TAUB_OK)
        status = taub_delta_f_tabulate(&delta_f, self->list, self->config->delta_f, range, error);
    if (status == TAUB_OK)
        status = taub_parallel(0, pieces, fill_piece, &filling, error);
    for (int n = 0; n < pieces && status == TAUB_OK; n++)
        self->viscous = self->viscous || filling.viscous[n];
    free(filling.viscous);
    TRY(status);
    double volume = 0.0;
    for (int n = 0; n < self->count; n++)
        volume += self->columns[(size_t)n * width + VOLUME];
    self->bound = self->viscous ? 2.0 : 1.0;
    cumulate(self->columns + VOLUME, width, self->count, self->elements);
    self->mean = volume * self->bound * (self->invariant ? 2.0 * self->config->rapidity_max : 1.0);
    return TAUB_OK;
}

/* The largest exp((b mu - |b| m)/T) of all elements for baryon number b, times exp(|b| m/T) at the highest temperature:
 * the factor that makes the bound on the fugacity of baryons of mass at least |b| m hold for every element. */
static double fugacity_factor(const struct work *self, int baryon, double mass)
{
    double most = -HUGE_VAL;
    const double m = abs(baryon) * mass;
    for (int n = 0; n < self->count; n++) {
        const double *row = self->columns + (size_t)n * (size_t)self->element_width;
        most = fmax(most, baryon * row[POTENTIAL] - m / row[TEMPERATURE]);
    }
    return exp(most + m / self->highest_temperature);
}

/* Such factors for baryon numbers from -most to most. */
static double *fugacity_factors(const struct work *self, int *most)
{
    double lightest = HUGE_VAL;
    *most = 0;
    for (int s = 0; s < self->list->count; s++) {
        const int size = abs(self->list->list[s].baryon);
        *most = size > *most ? size : *most;
        if (size > 0)
            lightest = fmin(lightest, self->list->list[s].mass / size);
    }
    double *factors = malloc((2 * (size_t)*most + 1) * sizeof *factors);
    for (int b = -*most; b <= *most && factors; b++)
        factors[b + *most] = b && self->charged ? fugacity_factor(self, b, lightest) : 1.0;
    return factors;
}

static enum taub_status fill_species(struct work *self, struct taub_error *error)
{
    static const double pi = 3.14159265358979323846;
    const int count = self->list->count;
    const double t = self->highest_temperature;
    int most;
    double *factors = fugacity_factors(self, &most);
    const size_t width = (size_t)self->species_width;
    double *weights = malloc((size_t)count * sizeof *weights), sum = 0.0;
    self->kinds = malloc(width * (size_t)count * sizeof *self->kinds);
    self->species = malloc((size_t)count * sizeof *self->species);
    if (!weights || !factors || !self->kinds || !self->species) {
        free(weights);
        free(factors);
        return no_memory(error);
    }
    for (int s = 0; s < count; s++) {
        const struct taub_hadron *hadron = &self->list->list[s];
        const double m = hadron->mass, rest = exp(-m / t), boson = hadron->baryon ? 1.0 : 1.0 / (1.0 - rest);
        double *kind = self->kinds + width * (size_t)s;
        kind[0] = m;
        kind[1] = hadron->baryon ? -1.0 : 1.0;
        kind[2] = t * (2.0 * t * t + 2.0 * m * t + m * m) * rest * boson * factors[hadron->baryon + most];
        if (self->charged)
            kind[3] = hadron->baryon;
        weights[s] = hadron->degeneracy * kind[2];
        sum += weights[s];
    }
    cumulate(weights, 1, count, self->species);
    free(weights);
    free(factors);
    self->mean *= sum / (2.0 * pi * pi * pow(TAUB_HBAR_C, 3));
    return TAUB_OK;
}

static enum taub_status longs_upload(const struct work *self, const int64_t *values, size_t count,
                                     struct taub_buffer **out, struct taub_error *error)
{
    if (!*out)
        TRY(taub_buffer_create(self->device->device, (count + 1) * sizeof *values, out, error));
    return taub_buffer_upload(*out, 0, values, count * sizeof *values, error);
}

static enum taub_status prepare(struct work *self, const struct taub_surface_file *surface, struct taub_error *error)
{
    static const char *const names[PASSES] = {"sample_mark", "sample_count", "sample_list", "sample_make"};
    const struct taub_pass_geometry geometry = {.kind = TAUB_POINT_PASS};
    struct taub_thermal_range range;
    TRY(taub_elements_check(surface, &range, error));
    self->highest_temperature = range.highest;
    self->charged = range.charged;
    self->element_width = range.charged ? COLUMNS : CHARGE;
    self->species_width = range.charged ? 4 : 3;
    if (surface->count > 1 << 30)
        return taub_fail(error, TAUB_BAD_INPUT, "A surface of %lld elements is too large to draw hadrons from.",
                         (long long)surface->count);
    if (surface->single[2] && !self->milne)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "This surface stands for a unit of length along z: hadrons can be drawn from surfaces with three axes or "
            "from boost-invariant ones.");
    self->count = (int)surface->count;
    if (self->count == 0)
        return TAUB_OK;
    TRY(fill_elements(self, surface, &range, error));
    TRY(fill_species(self, error));
    const struct taub_constant constants[] = {{"SAMPLE_VISCOUS", self->viscous},
                                              {"SAMPLE_OVER_ENERGY", self->config->delta_f == TAUB_DELTA_F_RELAXATION},
                                              {"SAMPLE_BOUND", self->bound},
                                              {"SAMPLE_CHARGED", self->charged},
                                              {NULL, 0}};
    TRY(taub_hadron_program(self->device, constants, "hadrons/sample.h", &self->program, error));
    for (int p = 0; p < PASSES; p++)
        TRY(taub_program_pass(self->program, names[p], &geometry, &self->passes[p], error));
    TRY(taub_reals_upload(self->device, self->columns, (size_t)self->count * (size_t)self->element_width,
                          &self->columns_on, error));
    TRY(taub_reals_upload(self->device, self->kinds, (size_t)self->species_width * (size_t)self->list->count,
                          &self->kinds_on, error));
    TRY(longs_upload(self, self->elements, (size_t)self->count, &self->elements_on, error));
    return longs_upload(self, self->species, (size_t)self->list->count, &self->species_on, error);
}

static struct taub_launch launch_of(const struct work *self, int pass, int first, int rows, int x, int y, int z)
{
    struct taub_launch launch = {.pass = self->passes[pass], .tables = self->kinds_on};
    launch.fields[1] = self->columns_on;
    launch.fields[2] = self->elements_on;
    launch.fields[3] = self->species_on;
    launch.fields[4] = self->candidates_on;
    launch.shape = (struct taub_shape){.cells = {x, y, z}, .blocks = 1};
    launch.range = (struct taub_range){.upper = {x, y, z}, .option = {first, rows, self->count, self->list->count}};
    launch.range.number[0] = (double)(self->config->seed & 0xFFFFFFFFu);
    launch.range.number[1] = (double)(self->config->seed >> 32);
    launch.range.number[2] = self->invariant ? self->config->rapidity_max : 0.0;
    launch.range.number[3] = self->milne;
    return launch;
}

/* Grows the buffers on device and host to hold this many hadrons. */
static enum taub_status make_room(struct work *self, int64_t count, struct taub_error *error)
{
    if (count <= self->room)
        return TAUB_OK;
    const size_t room = (size_t)(count + count / 4 + 64), real = self->device->single ? sizeof(float) : sizeof(double);
    taub_buffer_destroy(self->places);
    taub_buffer_destroy(self->numbers);
    taub_buffer_destroy(self->hadrons);
    self->places = self->numbers = self->hadrons = NULL;
    free(self->values);
    free(self->of);
    self->values = malloc(room * NUMBERS * sizeof *self->values);
    self->of = malloc(room * sizeof *self->of);
    if (!self->values || !self->of)
        return no_memory(error);
    TRY(taub_buffer_create(self->device->device, room * sizeof(int), &self->places, error));
    TRY(taub_buffer_create(self->device->device, room * NUMBERS * real, &self->numbers, error));
    TRY(taub_buffer_create(self->device->device, room * sizeof(int), &self->hadrons, error));
    self->room = (int64_t)room;
    return TAUB_OK;
}

/* Marks, counts and lists the accepted candidates of some events; between counting and listing, the host turns the
 * counts of rows into offsets. */
static enum taub_status find_accepted(struct work *self, int first, int events, int rows, struct taub_error *error)
{
    struct taub_launch mark = launch_of(self, MARK, first, rows, ROW, rows, events);
    struct taub_launch count = launch_of(self, COUNT, first, rows, rows, events, 1);
    mark.fields[0] = count.fields[0] = self->accepted;
    count.fields[1] = self->rows;
    TRY(taub_device_launch(self->device->device, &mark, error));
    TRY(taub_device_launch(self->device->device, &count, error));
    const size_t all = (size_t)rows * (size_t)events;
    TRY(taub_buffer_download(self->rows, 0, self->counts, all * sizeof *self->counts, error));
    int64_t sum = 0;
    for (int e = 0; e < events; e++) {
        self->first[e] = sum;
        for (int r = 0; r < rows; r++) {
            const int here = self->counts[(size_t)e * (size_t)rows + (size_t)r];
            self->counts[(size_t)e * (size_t)rows + (size_t)r] = (int)sum;
            sum += here;
        }
    }
    self->first[events] = sum;
    TRY(taub_buffer_upload(self->rows, 0, self->counts, all * sizeof *self->counts, error));
    TRY(make_room(self, sum, error));
    struct taub_launch list = launch_of(self, LIST, first, rows, rows, events, 1);
    list.fields[0] = self->accepted;
    list.fields[1] = self->rows;
    list.fields[5] = self->places;
    return taub_device_launch(self->device->device, &list, error);
}

static enum taub_status draw(struct work *self, int first, int events, int rows, struct taub_hadron_events *out,
                             struct taub_error *error)
{
    TRY(longs_upload(self, self->candidates + first, (size_t)events, &self->candidates_on, error));
    TRY(find_accepted(self, first, events, rows, error));
    const int64_t count = self->first[events];
    if (count > 0) {
        struct taub_launch make = launch_of(self, MAKE, first, rows, (int)count, 1, 1);
        make.shape.component_stride = count;
        make.fields[0] = self->numbers;
        make.fields[5] = self->places;
        make.fields[6] = self->hadrons;
        TRY(taub_device_launch(self->device->device, &make, error));
        TRY(taub_reals_download(self->device, self->numbers, self->values, (size_t)count * NUMBERS, error));
        TRY(taub_buffer_download(self->hadrons, 0, self->of, (size_t)count * sizeof *self->of, error));
    }
    *out = (struct taub_hadron_events){first, events, self->first, self->values, self->of, count};
    return TAUB_OK;
}

static enum taub_status check_most(double candidates, struct taub_error *error)
{
    if (candidates <= MOST_OF_EVENT)
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT, "An event has %.3g candidates: a smaller --rapidity draws fewer.",
                     candidates);
}

static enum taub_status run(struct work *self,
                            enum taub_status (*take)(void *user, const struct taub_hadron_events *events,
                                                     struct taub_error *error),
                            void *user, struct taub_sample_summary *summary, struct taub_error *error)
{
    int64_t most = 1;
    TRY(check_most(self->mean, error));
    self->candidates = malloc((size_t)self->config->events * sizeof *self->candidates);
    self->first = malloc(((size_t)self->config->events + 1) * sizeof *self->first);
    if (!self->candidates || !self->first)
        return no_memory(error);
    for (int e = 0; e < self->config->events; e++) {
        self->candidates[e] = taub_poisson(self->mean, self->config->seed, (uint64_t)e);
        most = self->candidates[e] > most ? self->candidates[e] : most;
        summary->candidates += self->candidates[e];
    }
    TRY(check_most((double)most, error));
    const int rows = (int)((most + ROW - 1) / ROW);
    struct taub_device_report report;
    taub_device_describe(self->device->device, &report);
    const int64_t at_once = report.kind == TAUB_DEVICE_HOST ? MOST_ON_HOST : MOST_ON_GPU;
    int together = (int)(at_once / ((int64_t)rows * ROW));
    together = together < 1 ? 1 : together < self->config->events ? together : self->config->events;
    const size_t all = (size_t)rows * (size_t)together;
    self->counts = malloc(all * sizeof *self->counts);
    if (!self->counts)
        return no_memory(error);
    TRY(taub_buffer_create(self->device->device, all * ROW * sizeof(int), &self->accepted, error));
    TRY(taub_buffer_create(self->device->device, all * sizeof(int), &self->rows, error));
    TRY(taub_buffer_create(self->device->device, ((size_t)together + 1) * sizeof(int64_t), &self->candidates_on,
                           error));
    for (int first = 0; first < self->config->events; first += together) {
        const int rest = self->config->events - first, events = rest < together ? rest : together;
        struct taub_hadron_events portion;
        if (self->count > 0) {
            const double begin = taub_seconds();
            TRY(draw(self, first, events, rows, &portion, error));
            summary->seconds += taub_seconds() - begin;
        } else {
            memset(self->first, 0, ((size_t)events + 1) * sizeof *self->first);
            portion = (struct taub_hadron_events){first, events, self->first, self->values, self->of, 0};
        }
        summary->hadrons += portion.count;
        TRY(take(user, &portion, error));
    }
    return TAUB_OK;
}

static void release(struct work *self)
{
    struct taub_buffer *buffers[] = {self->columns_on,    self->kinds_on, self->elements_on, self->species_on,
                                     self->candidates_on, self->accepted, self->rows,        self->places,
                                     self->numbers,       self->hadrons};
    for (size_t n = 0; n < sizeof buffers / sizeof *buffers; n++)
        taub_buffer_destroy(buffers[n]);
    taub_program_destroy(self->program);
    free(self->columns);
    free(self->kinds);
    free(self->elements);
    free(self->species);
    free(self->candidates);
    free(self->first);
    free(self->counts);
    free(self->values);
    free(self->of);
}

enum taub_status taub_sample_surface(const struct taub_hadron_device *device, const struct taub_surface_file *surface,
                                     const struct taub_hadrons *list, const struct taub_sample_config *config,
                                     enum taub_status (*take)(void *user, const struct taub_hadron_events *events,
                                                              struct taub_error *error),
                                     void *user, struct taub_sample_summary *summary, struct taub_error *error)
{
    struct work work = {.device = device, .list = list, .config = config};
    work.milne = surface->coordinates == TAUB_MILNE;
    work.invariant = taub_surface_invariant(surface);
    memset(summary, 0, sizeof *summary);
    enum taub_status status = prepare(&work, surface, error);
    summary->expected = work.mean;
    if (status == TAUB_OK)
        status = run(&work, take, user, summary, error);
    release(&work);
    return status;
}

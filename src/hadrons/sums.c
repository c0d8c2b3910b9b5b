#include "hadrons/sums.h"

#include <math.h>
#include <stdlib.h>

#include "core/clock.h"
#include "core/try.h"
#include "hadrons/program.h"

/* Directions in a row of spectra, and most rapidities in any, as in the kernel's tile; most elements in one row, so
 * that concurrent threads read the same ones; number of rows wanted to fill a device; fewest elements in one row. */
enum { DIRECTIONS = 8, RAPIDITIES = 4, CHUNK = 1 << 17, ROWS = 8192, LEAST_CHUNK = 1024 };
#define ROOM ((size_t)256 << 20)

void taub_groups_free(struct taub_groups *self)
{
    free(self->of);
    free(self->mass);
    free(self->sign);
    free(self->baryon);
    free(self->weight);
    *self = (struct taub_groups){0};
}

enum taub_status taub_groups_make(const struct taub_hadrons *list, const bool *wanted, bool charged,
                                  struct taub_groups *out, struct taub_error *error)
{
    const size_t count = (size_t)list->count;
    *out = (struct taub_groups){0,
                                malloc(count * sizeof *out->of),
                                malloc(count * sizeof(double)),
                                malloc(count * sizeof(double)),
                                malloc(count * sizeof(double)),
                                malloc(count * sizeof(double))};
    if (!out->of || !out->mass || !out->sign || !out->baryon || !out->weight) {
        taub_groups_free(out);
        return taub_fail(error, TAUB_FAILED, "No memory for %d hadrons.", list->count);
    }
    for (int h = 0; h < list->count; h++) {
        const double mass = list->list[h].mass, sign = list->list[h].baryon ? -1.0 : 1.0;
        const double baryon = charged ? list->list[h].baryon : 0.0;
        int g = 0;
        out->of[h] = -1;
        if (!wanted[h])
            continue;
        while (g < out->count && (out->mass[g] != mass || out->sign[g] != sign || out->baryon[g] != baryon))
            g++;
        if (g == out->count) {
            out->mass[out->count] = mass;
            out->sign[out->count] = sign;
            out->baryon[out->count] = baryon;
            out->weight[out->count++] = 0.0;
        }
        out->of[h] = g;
        out->weight[g] += list->list[h].degeneracy;
    }
    return TAUB_OK;
}

struct work {
    const struct taub_hadron_device *device;
    const struct taub_row_kernel *kernel;
    const struct taub_groups *groups;
    const struct taub_spectra *grid;
    struct taub_row_taker taker;
    int tiles, tiles_y, tile_y; /* tiles along directions and along rapidities; rapidities in one tile */
    int count;                  /* numbers in a row */
    int chunks, chunk;
    int together; /* groups in one launch */
    struct taub_program *program;
    struct taub_buffer *columns, *tables, *rows;
    struct taub_launch launch;
    double *numbers;
};

static enum taub_status compile(struct work *self, struct taub_error *error)
{
    const struct taub_row_kernel *kernel = self->kernel;
    struct taub_constant constants[24] = {{kernel->directions_name, kernel->directions},
                                          {kernel->rapidities_name, self->tile_y}};
    int count = 2;
    for (int n = 0; kernel->constants[n].name && count < 23; n++)
        constants[count++] = kernel->constants[n];
    constants[count] = (struct taub_constant){NULL, 0};
    const struct taub_pass_geometry geometry = {.kind = TAUB_ROW_PASS};
    TRY(taub_hadron_program(self->device, constants, kernel->file, &self->program, error));
    return taub_program_pass(self->program, kernel->pass, &geometry, &self->launch.pass, error);
}

static enum taub_status make_tables(struct work *self, struct taub_error *error)
{
    const struct taub_spectra *grid = self->grid;
    const bool charged = self->kernel->charged;
    const size_t size = (charged ? 3 : 2) * (size_t)self->groups->count + (size_t)grid->momenta +
                        2 * (size_t)grid->directions + 3 * (size_t)(self->tiles_y * self->tile_y);
    double *table = malloc(size * sizeof *table), *next = table;
    if (!table)
        return taub_fail(error, TAUB_FAILED, "No memory for the momenta of spectra.");
    for (int g = 0; g < self->groups->count; g++) {
        *next++ = self->groups->mass[g];
        *next++ = self->groups->sign[g];
        if (charged)
            *next++ = self->groups->baryon[g];
    }
    for (int m = 0; m < grid->momenta; m++)
        *next++ = grid->pt[m];
    for (int d = 0; d < grid->directions; d++) {
        *next++ = cos(grid->phi[d]);
        *next++ = sin(grid->phi[d]);
    }
    for (int r = 0; r < self->tiles_y * self->tile_y; r++) {
        const double y = r < grid->rapidities ? grid->rapidity[r] : 0.0;
        *next++ = exp(y);
        *next++ = exp(-y);
        *next++ = r < grid->rapidities;
    }
    const enum taub_status status = taub_reals_upload(self->device, table, size, &self->tables, error);
    free(table);
    return status;
}

static enum taub_status prepare(struct work *self, const double *columns, int column_count, int64_t length,
                                struct taub_error *error)
{
    const size_t real = self->device->single ? sizeof(float) : sizeof(double);
    const size_t rows = (size_t)self->chunks * (size_t)self->grid->momenta * (size_t)(self->tiles * self->tiles_y);
    self->together = (int)(ROOM / (rows * (size_t)self->count * real));
    self->together = self->together < 1                     ? 1
                     : self->together < self->groups->count ? self->together
                                                            : self->groups->count;
    const size_t size = rows * (size_t)self->count * (size_t)self->together;
    self->numbers = malloc(size * sizeof *self->numbers);
    if (!self->numbers)
        return taub_fail(error, TAUB_FAILED, "No memory for %zu numbers of spectra.", size);
    TRY(compile(self, error));
    TRY(make_tables(self, error));
    TRY(taub_reals_upload(self->device, columns, (size_t)length * (size_t)column_count, &self->columns, error));
    TRY(taub_buffer_create(self->device->device, size * real, &self->rows, error));
    struct taub_launch *launch = &self->launch;
    launch->fields[0] = self->rows;
    launch->fields[1] = self->columns;
    launch->tables = self->tables;
    launch->shape = (struct taub_shape){
        .cells = {self->chunk, 1, 1}, .blocks = self->chunks, .mesh = {self->chunk, 1, 1}, .component_stride = length};
    launch->range.option[0] = self->groups->count;
    launch->range.option[1] = self->grid->momenta;
    launch->range.option[2] = self->tiles;
    launch->range.option[3] = self->tiles_y;
    launch->range.upper[0] = self->chunk;
    launch->range.upper[1] = self->grid->momenta * self->tiles * self->tiles_y;
    return TAUB_OK;
}

/* Adds up the chunks of one row, in order, and gives the sums away. */
static void collect_row(const struct work *self, int group, int first, int at)
{
    const struct taub_row_kernel *kernel = self->kernel;
    const int rows = self->launch.range.upper[1], groups = self->launch.range.upper[2] - first;
    const int tile_y = at % self->tiles_y, tile = at / self->tiles_y % self->tiles,
              momentum = at / self->tiles_y / self->tiles;
    const int of_momenta = kernel->values * kernel->directions * self->tile_y;
    for (int c = 0; c < self->count; c++) {
        double sum = 0.0;
        for (int b = 0; b < self->chunks; b++)
            sum += self->numbers[(((size_t)b * groups + (group - first)) * rows + at) * self->count + c];
        const int value = c % kernel->values, place = c / kernel->values;
        const int r = tile_y * self->tile_y + place / kernel->directions;
        const int d = tile * kernel->directions + place % kernel->directions;
        if (c >= of_momenta)
            self->taker.take(self->taker.user, group, -1, momentum, 0, (c - of_momenta) % kernel->rest, sum);
        else if (r < self->grid->rapidities)
            self->taker.take(self->taker.user, group, r, momentum, d, value, sum);
    }
}

static enum taub_status run(struct work *self, struct taub_error *error)
{
    for (int first = 0; first < self->groups->count; first += self->together) {
        const int rest = self->groups->count - first, now = rest < self->together ? rest : self->together;
        const size_t rows = (size_t)self->chunks * (size_t)now * (size_t)self->launch.range.upper[1];
        self->launch.range.lower[2] = first;
        self->launch.range.upper[2] = first + now;
        TRY(taub_device_launch(self->device->device, &self->launch, error));
        TRY(taub_reals_download(self->device, self->rows, self->numbers, rows * (size_t)self->count, error));
        for (int g = first; g < first + now; g++)
            for (int at = 0; at < self->launch.range.upper[1]; at++)
                collect_row(self, g, first, at);
    }
    return TAUB_OK;
}

enum taub_status taub_sum_rows(const struct taub_hadron_device *device, const struct taub_row_kernel *kernel,
                               const double *columns, int column_count, int64_t length,
                               const struct taub_groups *groups, const struct taub_spectra *grid,
                               struct taub_row_taker taker, struct taub_error *error)
{
    struct work work = {.device = device,
                        .kernel = kernel,
                        .groups = groups,
                        .grid = grid,
                        .taker = taker,
                        .tiles = grid->directions / kernel->directions};
    /* GPUs have enough registers for several rapidities; gcc vectorises only short rows. The sums are the same. */
    struct taub_device_report report;
    taub_device_describe(device->device, &report);
    work.tile_y = grid->invariant || report.kind == TAUB_DEVICE_HOST || kernel->values > 1 ? 1
                  : device->single                                                         ? RAPIDITIES
                                                                                           : RAPIDITIES / 2;
    work.tiles_y = (grid->rapidities + work.tile_y - 1) / work.tile_y;
    work.count = (kernel->directions * kernel->values + kernel->rest) * work.tile_y;
    /* from the problem size alone, not from the device, so that the sums are the same everywhere */
    const int64_t rows = (int64_t)groups->count * grid->momenta * work.tiles *
                         (grid->invariant ? 1 : (grid->rapidities + RAPIDITIES - 1) / RAPIDITIES);
    const int64_t most = (length + LEAST_CHUNK - 1) / LEAST_CHUNK, least = (length + CHUNK - 1) / CHUNK;
    const int64_t wanted = (ROWS + rows - 1) / rows, chunks = wanted < least ? least : wanted < most ? wanted : most;
    work.chunk = (int)((length + chunks - 1) / chunks);
    work.chunks = (int)((length + work.chunk - 1) / work.chunk);
    enum taub_status status = prepare(&work, columns, column_count, length, error);
    if (status == TAUB_OK)
        status = run(&work, error);
    free(work.numbers);
    taub_buffer_destroy(work.columns);
    taub_buffer_destroy(work.tables);
    taub_buffer_destroy(work.rows);
    taub_program_destroy(work.program);
    return status;
}

/* ---- spectra ---- */

struct taking {
    const struct taub_groups *groups;
    const struct taub_spectra *grid;
    double *values, all, inward_negative[2];
};

static void take_sum(void *user, int group, int rapidity, int momentum, int direction, int value, double sum)
{
    static const double pi = 3.14159265358979323846;
    struct taking *self = user;
    const struct taub_spectra *grid = self->grid;
    const double g = 1.0 / pow(2.0 * pi * TAUB_HBAR_C, 3);
    const double weight = self->groups->weight[group] * grid->pt_weight[momentum] * grid->pt[momentum];
    if (rapidity < 0) {
        self->inward_negative[value] += weight * g * sum;
        return;
    }
    self->values[(((size_t)group * grid->rapidities + rapidity) * grid->momenta + momentum) * grid->directions +
                 direction] = g * sum;
    self->all += weight * g * fabs(sum);
}

enum taub_status taub_sums(const struct taub_hadron_device *device, const struct taub_elements *elements,
                           const struct taub_groups *groups, const struct taub_spectra_config *config,
                           struct taub_spectra *grid, double *values, struct taub_error *error)
{
    const struct taub_constant constants[] = {{"SPECTRA_INVARIANT", grid->invariant},
                                              {"SPECTRA_SYMMETRIC", elements->symmetric},
                                              {"SPECTRA_NODES", 12},
                                              {"SPECTRA_CHARGED", elements->charged},
                                              {"SPECTRA_VISCOUS", elements->viscous},
                                              {"SPECTRA_OVER_ENERGY", config->delta_f == TAUB_DELTA_F_RELAXATION},
                                              {"SPECTRA_BOUNDED", config->bounded},
                                              {"SPECTRA_OUTWARD", config->outward},
                                              {NULL, 0}};
    const struct taub_row_kernel kernel = {.file = "hadrons/spectra.h",
                                           .pass = "spectra",
                                           .directions_name = "SPECTRA_DIRECTIONS",
                                           .rapidities_name = "SPECTRA_RAPIDITIES",
                                           .constants = constants,
                                           .directions = DIRECTIONS,
                                           .values = 1,
                                           .rest = 2,
                                           .charged = elements->charged};
    struct taking taking = {groups, grid, values, 0.0, {0.0, 0.0}};
    const double begin = taub_seconds();
    const enum taub_status status =
        taub_sum_rows(device, &kernel, elements->columns, taub_elements_columns(elements), elements->length, groups,
                      grid, (struct taub_row_taker){take_sum, &taking}, error);
    grid->inward = taking.all > 0 ? fabs(taking.inward_negative[0]) / taking.all : 0.0;
    grid->negative = taking.all > 0 ? taking.inward_negative[1] / taking.all : 0.0;
    grid->seconds = taub_seconds() - begin;
    grid->evaluations = (int64_t)groups->count * grid->momenta * grid->directions * grid->rapidities * elements->count;
    return status;
}

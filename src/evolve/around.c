#include "evolve/around.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "mesh/sphere.h"

static double place_along(const struct taub_mesh *mesh, int level, const double point[3], int a)
{
    return (point[a] - mesh->lower[a]) / taub_level_width(mesh, level, a);
}

int taub_around_cells(const struct taub_around *self)
{
    return self->count[0] * self->count[1] * self->count[2];
}

void taub_around_cell(const struct taub_around *self, int n, int cell[3])
{
    cell[0] = self->from[0] + n % self->count[0];
    cell[1] = self->from[1] + n / self->count[0] % self->count[1];
    cell[2] = self->from[2] + n / (self->count[0] * self->count[1]);
}

void taub_around_place(const struct taub_mesh *mesh, const struct taub_around *self, int n, struct taub_place *place)
{
    int cell[3];
    taub_around_cell(self, n, cell);
    if (self->block < 0) {
        for (int a = 0; a < 3; a++) {
            const int all = taub_level_cells(mesh, self->level, a);
            cell[a] = (cell[a] + all) % all;
        }
        taub_place_find(mesh, self->level, cell, place);
        return;
    }
    place->block = self->block;
    for (int a = 0; a < 3; a++)
        place->cell[a] = cell[a] - mesh->all[self->block].place[a];
}

/* The mean of a field on faces is made of one face more, and at orders 3 and 4 of two (geometry/faces.h). */
int taub_around_means(const struct taub_simulation *simulation)
{
    const struct taub_config *config = simulation->config;
    const int faces = simulation->system->face_vectors == 0 ? 0 : config->scheme.order > 2 ? 2 : 1;
    return taub_scheme_ghosts(config) - faces;
}

/* Points are made of means two cells away along each axis (passes/points.h). */
int taub_around_beyond(const struct taub_simulation *simulation)
{
    const int means = taub_around_means(simulation);
    return !simulation->mesh->levels ? 0 : taub_simulation_values(simulation) == TAUB_POINTS ? means - 2 : means;
}

/* Whether all cells are of the level at which they are numbered. */
static bool are_of_level(const struct taub_mesh *mesh, const struct taub_around *around)
{
    for (int n = 0; n < taub_around_cells(around); n++) {
        struct taub_place place = {-1, {0, 0, 0}};
        taub_around_place(mesh, around, n, &place);
        if (place.block < 0 || mesh->all[place.block].level != around->level)
            return false;
    }
    return true;
}

/* Within a block and the zones around it that have values. */
static void keep_to_block(const struct taub_simulation *simulation, int block, struct taub_around *around)
{
    const struct taub_mesh *mesh = simulation->mesh;
    const int beyond = taub_around_beyond(simulation);
    around->block = block;
    for (int a = 0; a < 3; a++) {
        const int first = mesh->all[block].place[a] - beyond;
        const int last = mesh->all[block].place[a] + mesh->shape.cells[a] + beyond - around->count[a];
        if (mesh->active[a])
            around->from[a] = around->from[a] < first ? first : around->from[a] > last ? last : around->from[a];
    }
}

/* Whether the medium jumps between a cell and others around. */
static bool crosses_jump(const struct taub_media *media, const struct taub_around *around, const int cell[3])
{
    double here[TAUB_CELL_MEDIUM], there[TAUB_CELL_MEDIUM];
    media->methods->at(media, cell, here);
    for (int n = 0; n < taub_around_cells(around); n++) {
        int at[3];
        taub_around_cell(around, n, at);
        media->methods->at(media, at, there);
        if (media->methods->jump(here, there))
            return true;
    }
    return false;
}

/* Cells of one medium around a point: along each axis those of a line through its cell; fewer, where others of the box
 * are of another medium. On a surface the point is in the cell of that side which the line has. */
static void find_in_medium(const struct taub_mesh *mesh, const struct taub_media *media, int order,
                           const double point[3], struct taub_around *around)
{
    int cell[3];
    for (int a = 0; a < 3; a++) {
        const int at = (int)floor(place_along(mesh, 0, point, a));
        cell[a] = !mesh->active[a] || at < 0 ? 0 : at >= mesh->cells[a] ? mesh->cells[a] - 1 : at;
    }
    for (int most = order; most > 0; most--) {
        int own[3] = {cell[0], cell[1], cell[2]};
        for (int a = 0; a < 3; a++) {
            const int count = most < mesh->cells[a] ? most : mesh->cells[a];
            around->from[a] = 0;
            around->count[a] = 1;
            if (!mesh->active[a])
                continue;
            const double x = place_along(mesh, 0, point, a);
            around->count[a] = media->methods->line(media, own, a, x, count, &around->from[a]);
            own[a] = own[a] < around->from[a]                       ? around->from[a]
                     : own[a] >= around->from[a] + around->count[a] ? around->from[a] + around->count[a] - 1
                                                                    : own[a];
        }
        if (!crosses_jump(media, around, own))
            return;
    }
}

void taub_around_find(const struct taub_simulation *simulation, const struct taub_media *media, const double point[3],
                      struct taub_around *around)
{
    const struct taub_mesh *mesh = simulation->mesh;
    const int order = taub_interpolation_order(simulation), panel_cells = mesh->sphere ? mesh->cells[1] : 0;
    const bool points = taub_simulation_values(simulation) == TAUB_POINTS;
    const int block = mesh->levels ? taub_place_finest(mesh, point) : -1;
    double place[3];
    around->level = block < 0 ? 0 : mesh->all[block].level;
    around->block = -1;
    for (int a = 0; a < 3; a++)
        place[a] = place_along(mesh, around->level, point, a);
    const int panel = mesh->sphere ? taub_sphere_place(mesh->sphere, point, place) : 0;
    for (int a = 0; a < 3; a++) {
        const int all = mesh->sphere && a == 0 ? panel_cells : taub_level_cells(mesh, around->level, a);
        const int count = order < all ? order : all;
        const bool periodic = !mesh->sphere && mesh->boundary[a][0] == TAUB_PERIODIC;
        around->count[a] = mesh->active[a] ? count : 1;
        around->from[a] = mesh->active[a] ? taub_interpolation_start(count, place[a], all, periodic) : 0;
    }
    if (block >= 0 && !are_of_level(mesh, around))
        keep_to_block(simulation, block, around);
    if (media)
        find_in_medium(mesh, media, order, point, around);
    for (int a = 0; a < 3; a++) {
        around->weight[a][0] = 1.0;
        if (mesh->active[a])
            (points ? taub_interpolation_point_weights : taub_interpolation_weights)(around->count[a], around->from[a],
                                                                                     place[a], around->weight[a]);
    }
    around->from[0] += panel * panel_cells;
}

double taub_around_value(const struct taub_around *self, const double *cells)
{
    double sum = 0.0;
    for (int k = 0; k < self->count[2]; k++) {
        double plane = 0.0;
        for (int j = 0; j < self->count[1]; j++) {
            double row = 0.0;
            for (int i = 0; i < self->count[0]; i++)
                row += self->weight[0][i] * *cells++;
            plane += self->weight[1][j] * row;
        }
        sum += self->weight[2][k] * plane;
    }
    return sum;
}

/* ---- complex fields ---- */

bool taub_around_turn(const struct taub_simulation *simulation, const int cell[3], double turn[2])
{
    const struct taub_config_mesh *mesh = &simulation->config->mesh;
    double phase = 0.0;
    bool copy = false;
    for (int a = 0; a < 3 && mesh->bloch_given; a++) {
        const int periods = cell[a] < 0 ? -1 : cell[a] >= mesh->cells[a];
        phase += periods * mesh->bloch[a] * (mesh->upper[a] - mesh->lower[a]);
        copy = copy || periods != 0;
    }
    turn[0] = cos(phase);
    turn[1] = sin(phase);
    return copy;
}

const struct taub_quantity_info *taub_around_other_part(const struct taub_simulation *simulation,
                                                        const struct taub_quantity_info *info)
{
    char name[160];
    if (taub_quantity_is_imaginary(info))
        snprintf(name, sizeof name, "%.*s", (int)(strrchr(info->name, '_') - info->name), info->name);
    else
        snprintf(name, sizeof name, "%s_imaginary", info->name);
    return taub_system_quantity(simulation->system, name);
}

double taub_around_turned(const struct taub_quantity_info *info, const double turn[2], double value, double other)
{
    const double sign = taub_quantity_is_imaginary(info) ? 1.0 : -1.0;
    return turn[0] * value + sign * turn[1] * other;
}

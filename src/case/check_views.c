/* Checks of output.views. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/check.h"
#include "systems/quantities.h"
#include "systems/system.h"

enum { LONGEST_NAME = 40, MOST_CELLS = 1 << 29 };

static void check_name(struct taub_check *self, const char *path, const struct taub_views *views, int n)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
    const char *name = views->list[n].name;
    if (strspn(name, letters) != strlen(name) || strlen(name) > LONGEST_NAME)
        taub_check_complain(self, path, -1, "expected at most %d letters, digits, - and _, got '%.80s'", LONGEST_NAME,
                            name);
    for (int m = 0; m < n; m++)
        if (strcmp(views->list[m].name, name) == 0)
            taub_check_complain(self, path, -1, "another view has this name; expected each name once");
}

static void check_quantities(struct taub_check *self, const char *path, const struct taub_config_view *view)
{
    const bool own = view->field_count > 0;
    const char *const *fields = own ? view->fields : self->config->output.fields;
    const int count = own ? view->field_count : self->config->output.field_count;
    for (int n = 0; fields && n < count; n++) {
        const struct taub_quantity_info found = taub_check_quantity(self, path, n, fields[n]);
        if (found.name && (found.id == QUANTITY_MAGNETIC_FLUX || found.id == QUANTITY_ELECTRIC_FLUX))
            taub_check_complain(self, path, n, "views cannot have %s, which is defined on faces; use %s", found.name,
                                found.id == QUANTITY_MAGNETIC_FLUX ? "magnetic_field" : "electric_displacement");
    }
}

static void check_times(struct taub_check *self, const char *path, const struct taub_config_view *view)
{
    const struct taub_config_time *time = &self->config->time;
    const double from = view->from_given ? view->from : time->start;
    char full[128];
    if (from < time->start || from > time->end) {
        snprintf(full, sizeof full, "%s.from", path);
        taub_check_complain(self, full, -1, "expected a time within the run, between %.10g and %.10g, got %.10g",
                            time->start, time->end, from);
    }
    if (view->until_given && view->until < from) {
        snprintf(full, sizeof full, "%s.until", path);
        taub_check_complain(self, full, -1, "expected a time of at least %s, %.10g, got %.10g",
                            view->from_given ? "from" : "time.start", from, view->until);
    }
}

/* `place`: of the position in `slice`. */
static void check_slice(struct taub_check *self, const char *path, const struct taub_config_view *view, int place)
{
    static const char *const names[] = {"x", "y", "z", "radius"};
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool sphere = mesh->coordinates == TAUB_CUBED_SPHERE, radius = place == 3;
    const double lower = radius ? mesh->radius[0] : mesh->lower[place],
                 upper = radius ? mesh->radius[1] : mesh->upper[place], x = view->slice[place];
    char full[128];
    snprintf(full, sizeof full, "%s.slice.%s", path, names[place]);
    if (radius != sphere)
        taub_check_complain(self, full, -1,
                            sphere ? "expected slice.radius, a shell of cells of the cubed sphere"
                                   : "expected slice.x, slice.y or slice.z; a box has no radius");
    else if (!(x >= lower && x <= upper))
        taub_check_complain(self, full, -1, "expected a position inside the mesh, between %.10g and %.10g, got %.10g",
                            lower, upper, x);
}

static bool has_unequal_cells(const struct taub_config_mesh *mesh, int axis)
{
    return mesh->coordinates == TAUB_CUBED_SPHERE || mesh->spacing[axis].kind != TAUB_SPACING_UNIFORM;
}

static void check_cells(struct taub_check *self, const char *path, const struct taub_config_view *view)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool sphere = mesh->coordinates == TAUB_CUBED_SPHERE;
    const int levels = mesh->refine.levels, level = view->level_given && view->level < levels ? view->level : levels;
    char full[128];
    double cells = sphere ? 6.0 : 1.0;
    snprintf(full, sizeof full, "%s.level", path);
    if (view->level_given && view->level > levels)
        taub_check_complain(self, full, -1, "expected a level up to mesh.refine.levels, %d, got %d", levels,
                            view->level);
    for (int place = 0; place < 4; place++)
        if (view->slice_given[place])
            check_slice(self, path, view, place);
    snprintf(full, sizeof full, "%s.stride", path);
    for (int a = 0; a < 3; a++) {
        const bool slice = view->slice_given[sphere && a == 2 ? 3 : a];
        const double all = ldexp(mesh->cells[a], mesh->cells[a] > 1 ? level : 0);
        cells *= slice ? 1.0 : ceil(all / view->stride[a]);
        if (view->stride[a] > all)
            taub_check_complain(self, full, a, "expected at most the %.0f cells of the mesh along %c, got %d", all,
                                'x' + a, view->stride[a]);
        else if (slice && view->stride[a] > 1)
            taub_check_complain(self, full, a, "expected 1 along %c, where slice selects one cell, got %d", 'x' + a,
                                view->stride[a]);
        else if (has_unequal_cells(mesh, a) && view->stride[a] > 1)
            taub_check_complain(self, full, a, "expected 1 where cells have unequal widths, got %d", view->stride[a]);
    }
    if (cells > MOST_CELLS)
        taub_check_complain(self, path, -1, "expected at most %d cells, got %.10g; a larger stride leaves fewer",
                            MOST_CELLS, cells);
}

void taub_check_views(struct taub_check *self)
{
    const struct taub_views *views = &self->config->output.views;
    if (views->count > TAUB_MOST_VIEWS)
        taub_check_complain(self, "output.views", -1, "expected at most %d views, got %d", TAUB_MOST_VIEWS,
                            views->count);
    for (int n = 0; n < views->count; n++) {
        const struct taub_config_view *view = &views->list[n];
        char path[64], full[96];
        snprintf(path, sizeof path, "output.views[%d]", n);
        snprintf(full, sizeof full, "%s.name", path);
        check_name(self, full, views, n);
        snprintf(full, sizeof full, "%s.fields", path);
        check_quantities(self, full, view);
        check_times(self, path, view);
        check_cells(self, path, view);
    }
}

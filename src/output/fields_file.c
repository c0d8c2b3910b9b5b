/* The files of outputs that a run has: fields.h5 on the mesh, and those of views on parts of it. */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "output/internal.h"

struct taub_view_box taub_view_box(const struct taub_config_view *view, const struct taub_mesh *mesh)
{
    struct taub_view_box box;
    for (int a = 0; a < 3; a++) {
        const int all = mesh->cells[a];
        const double spacing = (mesh->upper[a] - mesh->lower[a]) / all;
        box.first[a] = 0;
        box.step[a] = view->stride[a];
        if (view->slice_given[a]) {
            /* a place on a face, but for rounding, is in the lower cell */
            const double place = (view->slice[a] - mesh->lower[a]) / spacing;
            box.first[a] = (int)fmin(fmax(ceil(place - 1e-9) - 1.0, 0.0), all - 1);
            box.step[a] = 1;
        }
        box.count[a] = view->slice_given[a] ? 1 : (all + box.step[a] - 1) / box.step[a];
        box.spacing[a] = box.step[a] * spacing;
        /* cells of a view lie around the centres of those of the mesh */
        box.lower[a] = mesh->lower[a] + (box.first[a] + 0.5 * (1 - box.step[a])) * spacing;
    }
    return box;
}

bool taub_output_holds_points(const struct taub_config *config)
{
    const bool high_order =
        (config->scheme.kind == TAUB_SCHEME_ADER_WENO || config->scheme.kind == TAUB_SCHEME_RK_WENO) &&
        config->scheme.order > 2;
    return high_order && !config->output.means;
}

static void begin(struct taub_output *self, struct taub_fields_file *file)
{
    file->output = self;
    file->file = -1;
    file->fd = -1;
    file->undo.log = -1;
}

enum taub_status taub_fields_prepare(struct taub_output *self, const struct taub_config *config,
                                     const struct taub_mesh *mesh, struct taub_error *error)
{
    const struct taub_views *views = &config->output.views;
    begin(self, &self->fields);
    snprintf(self->fields.name, sizeof self->fields.name, "fields.h5");
    for (int a = 0; a < 3; a++) {
        self->fields.cells[a] = self->cells[a];
        self->fields.lower[a] = self->lower[a];
        self->fields.spacing[a] = self->spacing[a];
    }
    self->views = calloc((size_t)views->count + 1, sizeof *self->views);
    if (!self->views)
        return taub_fail(error, TAUB_FAILED, "No memory for the outputs of the run.");
    self->view_count = views->count;
    for (int n = 0; n < views->count; n++) {
        struct taub_fields_file *file = &self->views[n];
        const struct taub_view_box box = taub_view_box(&views->list[n], mesh);
        begin(self, file);
        snprintf(file->name, sizeof file->name, "view-%s.h5", views->list[n].name);
        for (int a = 0; a < 3; a++) {
            file->cells[a] = box.count[a];
            file->lower[a] = box.lower[a];
            file->spacing[a] = box.spacing[a];
        }
    }
    return TAUB_OK;
}

void taub_output_share(struct taub_output *self, const struct taub_rows *rows)
{
    self->rows = self->fields.rows = rows;
}

static void release(struct taub_fields_file *file)
{
    if (file->file >= 0)
        taub_undo_close(&file->undo, file->file);
    if (file->fd >= 0)
        close(file->fd);
    taub_undo_end(&file->undo);
    for (int i = 0; i < file->iteration_count; i++)
        free(file->iterations[i].quantities);
    free(file->iterations);
    *file = (struct taub_fields_file){.file = -1, .fd = -1, .undo.log = -1};
}

void taub_fields_free(struct taub_output *self)
{
    release(&self->fields);
    for (int n = 0; n < self->view_count; n++)
        release(&self->views[n]);
    free(self->views);
    self->views = NULL;
    self->view_count = 0;
}

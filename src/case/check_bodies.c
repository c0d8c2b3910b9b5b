/* Checks of bodies and pieces of the medium. */
#include <math.h>
#include <stdio.h>

#include "bodies/bodies.h"
#include "case/check.h"
#include "systems/medium_metal.h"

static double width_of(const struct taub_config *config, int a)
{
    return config->mesh.cells[a] > 1 ? (config->mesh.upper[a] - config->mesh.lower[a]) / config->mesh.cells[a] : 0;
}

/* Cells sample the medium at eight points along each axis (systems/medium_metal.h): thinner bodies may be missed. The
 * thickness is along a line whose part along axis a is `share`. */
static void expect_thickness(struct taub_check *self, const char *path, int element, int a, double share,
                             double thickness)
{
    const double least = share * width_of(self->config, a) / TAUB_MEDIUM_POINTS;
    if (width_of(self->config, a) > 0 && thickness < least * (1 - 1e-9))
        taub_check_complain(
            self, path, element,
            "expected at least an eighth of a cell along %c, %.6g, got %.6g: thinner bodies may be missed", 'x' + a,
            least, thickness);
}

/* Each own axis against the axis of the mesh that is nearest to it, of those with more than one cell. */
static void check_thickness(struct taub_check *self, const char *path, const struct taub_config_body *body)
{
    double axes[3][3], lengths[3];
    taub_body_axes(body, axes);
    taub_body_lengths(body, lengths);
    for (int i = 0; i < 3; i++) {
        double share = 0;
        int nearest = 0;
        for (int a = 0; a < 3; a++)
            if (width_of(self->config, a) > 0 && fabs(axes[i][a]) > share) {
                share = fabs(axes[i][a]);
                nearest = a;
            }
        expect_thickness(self, path, -1, nearest, share, lengths[i]);
        if (body->lower_given && body->upper_given)
            expect_thickness(self, path, -1, i, 1, body->upper[i] - body->lower[i]);
    }
}

/* A body and those that cut it. False if where it lies cannot be said. */
static bool check_body(struct taub_check *self, const char *path, const struct taub_config_body *body)
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const struct taub_bodies lists[2] = {body->within, body->without};
    double x[3], half[3];
    const char *key, *wrong = taub_body_wrong(body, &key);
    char full[160];
    if (wrong) {
        snprintf(full, sizeof full, "%s%s%s", path, *key ? "." : "", key);
        taub_check_complain(self, full, -1, "%s", wrong);
        return false;
    }
    bool good = true;
    for (int l = 0; l < 2; l++)
        for (int n = 0; n < lists[l].count; n++) {
            snprintf(full, sizeof full, "%s.%s[%d]", path, l ? "without" : "within", n);
            good = check_body(self, full, &lists[l].list[n]) && good;
        }
    for (int a = 0; a < 3; a++) {
        x[a] = 0.5 * (mesh->lower[a] + mesh->upper[a]);
        half[a] = mesh->cells[a] > 1 ? 0.5 * (mesh->upper[a] - mesh->lower[a]) : 0;
    }
    if (good && taub_body_side(body, x, half) == TAUB_OUTSIDE)
        taub_check_complain(
            self, path, -1,
            "no part of it lies inside the mesh, between [%.10g, %.10g, %.10g] and [%.10g, %.10g, %.10g]",
            x[0] - half[0], x[1] - half[1], x[2] - half[2], x[0] + half[0], x[1] + half[1], x[2] + half[2]);
    check_thickness(self, path, body);
    return good;
}

void taub_check_bodies(struct taub_check *self)
{
    static const char *const cut_paths[3] = {"medium.cuts.x", "medium.cuts.y", "medium.cuts.z"};
    const struct taub_config_medium *medium = &self->config->medium;
    char path[64];
    for (int a = 0; a < 3; a++)
        for (int n = 1; n < medium->cuts[a].count; n++)
            expect_thickness(self, cut_paths[a], n, a, 1, medium->cuts[a].list[n] - medium->cuts[a].list[n - 1]);
    if (medium->inclusion_given)
        check_body(self, "medium.inclusion", &medium->inclusion.body);
    for (int n = 0; n < medium->inclusions.count; n++) {
        snprintf(path, sizeof path, "medium.inclusions[%d]", n);
        check_body(self, path, &medium->inclusions.list[n].body);
    }
}

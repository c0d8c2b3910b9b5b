/* Checks of output.probes. */
#include <math.h>

#include "case/check.h"
#include "systems/quantities.h"
#include "systems/system.h"

/* Most points, which are the numbers in a line of probes.csv: lines stay readable, and a device packs them in one
 * launch for each quantity. */
enum { MOST_POINTS = 100000 };

static void check_quantity(struct taub_check *self, const char *path, int element, const char *name)
{
    const struct taub_quantity_info found = taub_check_quantity(self, path, element, name);
    if (!found.name)
        return;
    if (found.id >= QUANTITY_OF_GRADIENTS && found.id < QUANTITY_SCALAR)
        taub_check_complain(self, path, element, "probes cannot have %s, which needs differences between cells", name);
    else if (found.id == QUANTITY_MAGNETIC_FLUX || found.id == QUANTITY_ELECTRIC_FLUX)
        taub_check_complain(self, path, element, "probes cannot have %s, which is defined on faces; use %s", name,
                            found.id == QUANTITY_MAGNETIC_FLUX ? "magnetic_field" : "electric_displacement");
}

static void check_point(struct taub_check *self, int n, const double point[3])
{
    const struct taub_config_mesh *mesh = &self->config->mesh;
    const bool sphere = mesh->coordinates == TAUB_CUBED_SPHERE;
    const double radius = sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2]);
    if (sphere && !(radius >= mesh->radius[0] && radius <= mesh->radius[1])) {
        taub_check_complain(self, "output.probes.points", n,
                            "expected a position between the spheres, got a radius of %.10g, which is not between "
                            "%.10g and %.10g",
                            radius, mesh->radius[0], mesh->radius[1]);
        return;
    }
    for (int a = 0; a < 3 && !sphere; a++)
        if (point[a] < mesh->lower[a] || point[a] > mesh->upper[a]) {
            taub_check_complain(self, "output.probes.points", n,
                                "expected a position inside the mesh, got %c = %.10g, which is not between %.10g and "
                                "%.10g",
                                'x' + a, point[a], mesh->lower[a], mesh->upper[a]);
            return;
        }
}

void taub_check_probes(struct taub_check *self)
{
    const struct taub_config_probes *probes = &self->config->output.probes;
    if (probes->points.count == 0)
        return;
    if (probes->points.count % 3 != 0) {
        taub_check_complain(self, "output.probes.points", -1, "expected three numbers for each point");
        return;
    }
    if (probes->points.count / 3 > MOST_POINTS)
        taub_check_complain(self, "output.probes.points", -1, "expected at most %d points, got %d", MOST_POINTS,
                            probes->points.count / 3);
    for (int n = 0; n < probes->points.count / 3; n++)
        check_point(self, n, probes->points.list + 3 * n);
    const bool own = probes->field_count > 0;
    const struct taub_config_output *output = &self->config->output;
    const int count = own ? probes->field_count : output->field_count;
    const char *const *fields = own ? probes->fields : output->fields;
    for (int n = 0; fields && n < count; n++)
        check_quantity(self, own ? "output.probes.fields" : "output.fields", n, fields[n]);
}

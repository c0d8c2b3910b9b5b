/* What a surface of an STL file encloses. */
#include "bodies/body.h"
#include "bodies/triangles.h"

static enum taub_side side(const struct taub_config_body *self, const struct taub_body_box *box)
{
    double x[3], half[3];
    for (int a = 0; a < 3; a++) {
        x[a] = box->x[a] / self->scale;
        half[a] = box->half[a] / self->scale;
    }
    /* a program that fills a config has no triangles before there is a case */
    return self->file.triangles ? taub_triangles_side(self->file.triangles, x, half) : TAUB_CUT;
}

static void lengths(const struct taub_config_body *self, double out[3])
{
    const struct taub_triangles *triangles = self->file.triangles;
    for (int a = 0; a < 3; a++)
        out[a] = triangles ? (triangles->most[a] - triangles->least[a]) * self->scale : INFINITY;
}

const struct taub_body_shape taub_stl = {side, lengths, NULL};

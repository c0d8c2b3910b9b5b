#include "bodies/body.h"

static const struct taub_body_shape *const shapes[] = {
    [TAUB_BODY_BALL] = &taub_ball,
    [TAUB_BODY_CYLINDER_X] = &taub_cylinder,
    [TAUB_BODY_CYLINDER_Y] = &taub_cylinder,
    [TAUB_BODY_CYLINDER_Z] = &taub_cylinder,
    [TAUB_BODY_BOX] = &taub_box,
    [TAUB_BODY_CYLINDER] = &taub_cylinder,
    [TAUB_BODY_BLOCK] = &taub_block,
    [TAUB_BODY_ELLIPSOID] = &taub_ellipsoid,
    [TAUB_BODY_HALF_SPACE] = &taub_half_space,
    [TAUB_BODY_PRISM] = &taub_prism,
    [TAUB_BODY_CONE] = &taub_cone,
    [TAUB_BODY_TORUS] = &taub_torus,
    [TAUB_BODY_STL] = &taub_stl,
};

static bool is_along_mesh(const struct taub_config_body *self)
{
    return self->kind >= TAUB_BODY_CYLINDER_X && self->kind <= TAUB_BODY_CYLINDER_Z;
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* The turn from z to the axis by Rodrigues' formula, exact along the axes of the mesh; to -z it is about x. */
void taub_body_axes(const struct taub_config_body *self, double axes[3][3])
{
    double n[3] = {0, 0, 1};
    for (int a = 0; a < 3; a++)
        if (is_along_mesh(self))
            n[a] = a == (int)self->kind - (int)TAUB_BODY_CYLINDER_X;
        else if (self->axis_given)
            n[a] = self->axis[a] / length_of(self->axis);
    const double across = n[0] * n[0] + n[1] * n[1];
    const double f = n[2] >= 0 ? 1 / (1 + n[2]) : (1 - n[2]) / across; /* 1/(1 + z), without cancellation */
    const bool down = n[2] < 0 && across == 0;
    const double first[3] = {down ? 1 : 1 - f * n[0] * n[0], down ? 0 : -f * n[0] * n[1], -n[0]};
    const double second[3] = {first[1], down ? -1 : 1 - f * n[1] * n[1], -n[1]};
    const double angle = self->angle * 0.017453292519943295, c = angle == 0 ? 1 : cos(angle),
                 s = angle == 0 ? 0 : sin(angle);
    for (int a = 0; a < 3; a++) {
        axes[0][a] = c * first[a] + s * second[a];
        axes[1][a] = c * second[a] - s * first[a];
        axes[2][a] = n[a];
    }
}

enum taub_side taub_body_side(const struct taub_config_body *self, const double center[3], const double half[3])
{
    enum taub_side side = TAUB_INSIDE;
    for (int a = 0; a < 3; a++)
        side = taub_side_of_both(side,
                                 taub_side_between(center[a], half[a], self->lower_given ? self->lower[a] : -INFINITY,
                                                   self->upper_given ? self->upper[a] : INFINITY));
    if (side == TAUB_OUTSIDE)
        return side;
    struct taub_body_box box;
    taub_body_axes(self, box.axes);
    for (int i = 0; i < 3; i++) {
        box.x[i] = box.half[i] = 0;
        for (int a = 0; a < 3; a++) {
            box.x[i] += box.axes[i][a] * (center[a] - self->center[a]);
            box.half[i] += fabs(box.axes[i][a]) * half[a];
        }
    }
    side = taub_side_of_both(side, shapes[self->kind]->side(self, &box));
    for (int n = 0; n < self->within.count; n++)
        side = taub_side_of_both(side, taub_body_side(&self->within.list[n], center, half));
    for (int n = 0; n < self->without.count; n++)
        side = taub_side_of_both(side, TAUB_INSIDE - taub_body_side(&self->without.list[n], center, half));
    return side;
}

bool taub_body_has(const struct taub_config_body *self, const double x[3])
{
    static const double none[3] = {0, 0, 0};
    return taub_body_side(self, x, none) == TAUB_INSIDE;
}

void taub_body_lengths(const struct taub_config_body *self, double out[3])
{
    shapes[self->kind]->lengths(self, out);
}

const char *taub_body_wrong(const struct taub_config_body *self, const char **key)
{
    *key = "axis";
    if (self->axis_given && !(length_of(self->axis) > 0))
        return "expected a direction, got zero";
    *key = "";
    return shapes[self->kind]->wrong ? shapes[self->kind]->wrong(self, key) : NULL;
}

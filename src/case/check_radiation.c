/* Checks of sources and matched layers of electrodynamics. */
#include <math.h>

#include "case/check.h"
#include "systems/medium.h"
#include "systems/radiation.h"

static const char axis_letters[] = "xyz";

static bool has_layer(const struct taub_config *config, int axis, int side)
{
    return config->mesh.cells[axis] > 1 && config->mesh.boundary[axis][side] == TAUB_MATCHED_LAYER;
}

static double width_of(const struct taub_config *config, int axis)
{
    return (config->mesh.upper[axis] - config->mesh.lower[axis]) / config->mesh.cells[axis];
}

/* Between the layers the mesh must have at least as many cells as there are ghost zones. */
static void check_layers(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    for (int a = 0; a < 3; a++) {
        const int sides = has_layer(config, a, 0) + has_layer(config, a, 1), thick = config->mesh.layer.cells;
        if (sides * thick + 4 > config->mesh.cells[a] && sides > 0) {
            taub_check_complain(
                self, "mesh.layer.cells", -1,
                "matched layers of %d cells leave too few cells between them on a mesh of %d cells along %c", thick,
                config->mesh.cells[a], axis_letters[a]);
            return;
        }
    }
}

/* The equations in matched layers do not conserve energy: initial fields there may grow. */
static void check_initial(struct taub_check *self)
{
    const struct taub_config *config = self->config;
    const struct taub_config_initial *initial = &config->initial;
    const double most = 0.1; /* of the pulse's amplitude; smaller overlaps are reported when the run begins */
    for (int a = 0; a < 3; a++)
        for (int side = 0; side < 2; side++) {
            const double layer = config->mesh.layer.cells * width_of(config, a);
            const double room = side ? config->mesh.upper[a] - layer - initial->position
                                     : initial->position - config->mesh.lower[a] - layer;
            if (!has_layer(config, a, side))
                continue;
            if (initial->kind == TAUB_INITIAL_PLANE_WAVE && initial->waves[a] != 0) {
                taub_check_complain(self, "initial.kind", -1,
                                    "a plane wave would also fill the matched layers along %c, where fields may grow; "
                                    "expected source.kind: plane-wave, or a pulse",
                                    axis_letters[a]);
                return;
            }
            if (initial->kind == TAUB_INITIAL_PULSE && a == (int)initial->axis &&
                !(room > 0 && exp(-0.5 * pow(room / initial->extent, 2)) < most)) {
                taub_check_complain(self, "initial.position", -1,
                                    "the pulse would overlap the matched layer at the %s end of %c, where fields may "
                                    "grow; expected a distance of at least %.6g",
                                    side ? "upper" : "lower", axis_letters[a], initial->extent * sqrt(-2 * log(most)));
                return;
            }
        }
}

/* A source of the case, and complaints about its keys. */
struct one {
    struct taub_check *check;
    const struct taub_config_source *source;
    int n;
};

static const char *path_of(const struct one *self, const char *key, char path[64])
{
    return taub_radiation_path(self->check->config, self->n, key, path);
}

static double size_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void check_directions(const struct one *self)
{
    const struct taub_config *config = self->check->config;
    const struct taub_config_source *source = self->source;
    const bool wave = taub_radiation_is_wave(source);
    char path[64];
    const double size = size_of(source->polarization), length = size_of(source->propagation);
    double along = 0, across = 0;
    if (!(size > 0)) {
        taub_check_complain(self->check, path_of(self, "polarization", path), -1, "expected a direction, got 0, 0, 0");
        return;
    }
    if (!wave)
        return;
    if (!(length > 0)) {
        taub_check_complain(self->check, path_of(self, "propagation", path), -1, "expected a direction, got 0, 0, 0");
        return;
    }
    for (int a = 0; a < 3; a++) {
        along += source->polarization[a] * source->propagation[a] / length;
        if (config->mesh.cells[a] == 1 && fabs(source->propagation[a]) > 1e-12 * length)
            taub_check_complain(self->check, path_of(self, "propagation", path), a,
                                "expected 0 along %c, where the mesh has one cell", axis_letters[a]);
    }
    for (int a = 0; a < 3; a++)
        across = fmax(across, fabs(source->polarization[a] - along * source->propagation[a] / length));
    if (!(across > 1e-9 * size))
        taub_check_complain(
            self->check, path_of(self, "polarization", path), -1,
            "expected a direction that differs from that of the wave: the electric field is transverse");
    const int axis = (int)source->axis;
    if (source->kind == TAUB_SOURCE_BEAM && axis <= 2 && !(fabs(source->propagation[axis]) > 0.5 * length))
        taub_check_complain(self->check, path_of(self, "propagation", path), -1,
                            "expected a direction within 60 degrees of source.axis, along which the beam is emitted");
}

static const char *extent_key(const struct taub_config_source *source, int side)
{
    return source->kind != TAUB_SOURCE_PLANE_WAVE ? "position" : side ? "upper" : "lower";
}

/* Currents must lie inside the mesh and outside of layers, except where a box of a plane wave extends beyond the
 * mesh. */
static void check_extent(const struct one *self)
{
    const struct taub_config *config = self->check->config;
    const struct taub_config_source *source = self->source;
    double lower[3], upper[3];
    char path[64];
    taub_radiation_box(config, source, lower, upper);
    for (int a = 0; a < 3; a++) {
        const double h = width_of(config, a), from = config->mesh.lower[a], to = config->mesh.upper[a];
        const bool sheet = source->kind == TAUB_SOURCE_SHEET || source->kind == TAUB_SOURCE_BEAM;
        if (config->mesh.cells[a] == 1 || (sheet && a != (int)source->axis))
            continue;
        const double ends[2] = {from + (has_layer(config, a, 0) ? config->mesh.layer.cells * h : 0),
                                to - (has_layer(config, a, 1) ? config->mesh.layer.cells * h : 0)};
        if (source->kind == TAUB_SOURCE_PLANE_WAVE && !(source->lower[a] < source->upper[a])) {
            taub_check_complain(self->check, path_of(self, "upper", path), a,
                                "expected more than source.lower, %.10g, got %.10g", source->lower[a],
                                source->upper[a]);
            continue;
        }
        const bool beyond_mesh[2] = {
            source->kind == TAUB_SOURCE_PLANE_WAVE && lower[a] + source->thickness <= from - 2 * h - source->thickness,
            source->kind == TAUB_SOURCE_PLANE_WAVE && upper[a] - source->thickness >= to + 2 * h + source->thickness};
        for (int side = 0; side < 2; side++)
            if (!beyond_mesh[side] && (side ? upper[a] > ends[1] : lower[a] < ends[0]))
                taub_check_complain(self->check, path_of(self, extent_key(source, side), path), a,
                                    "the currents extend to %.10g along %c; expected them %s, between %.10g and %.10g",
                                    side ? upper[a] : lower[a], axis_letters[a],
                                    ends[side] == (side ? to : from) ? "inside the mesh" : "outside the matched layer",
                                    ends[0], ends[1]);
    }
}

/* Sources of plane waves assume the background medium, without conductivity. */
static void check_medium(const struct one *self)
{
    const struct taub_config *config = self->check->config;
    char path[64];
    double at[3];
    if (!taub_radiation_is_wave(self->source))
        return;
    if (config->initial.kind == TAUB_INITIAL_CODE) {
        taub_check_complain(self->check, path_of(self, "kind", path), -1,
                            "sources of waves need to know the medium: not with initial.kind: code");
        return;
    }
    /* an array is checked when it is read */
    if (!config->medium.array.file && !taub_radiation_medium(config, self->source, NULL, at))
        taub_check_complain(self->check, path_of(self, "kind", path), -1, TAUB_RADIATION_MEDIUM, at[0], at[1], at[2]);
}

/* A wave enters through the faces of its box: its signal must not have reached them when the run begins. */
static void check_start(const struct one *self)
{
    const struct taub_config *config = self->check->config;
    const struct taub_config_source *source = self->source;
    double lower[3], upper[3], permittivity, permeability, delay = 0;
    char path[64];
    const bool wave = taub_radiation_is_wave(source);
    if (!wave || source->signal == TAUB_SIGNAL_FILE || !(size_of(source->propagation) > 0))
        return;
    taub_radiation_box(config, source, lower, upper);
    taub_medium_vacuum(config, &permittivity, &permeability);
    for (int a = 0; a < 3; a++) {
        const double from = fmax(lower[a], config->mesh.lower[a]), to = fmin(upper[a], config->mesh.upper[a]);
        const double n = source->propagation[a] / size_of(source->propagation);
        delay += config->mesh.cells[a] > 1 ? n * ((n > 0 ? from : to) - source->position[a]) : 0;
    }
    delay *= sqrt(permittivity * permeability * config->medium.permittivity * config->medium.permeability);
    const double before = source->signal == TAUB_SIGNAL_CONTINUOUS ? 0 : 4 * source->duration;
    if (source->start < config->time.start - delay + before)
        taub_check_complain(self->check, path_of(self, "start", path), -1,
                            "the wave would already be in its box when the run begins: expected at least %.6g here "
                            "(the signal reaches the box %.6g before source.position), or another source.position",
                            config->time.start - delay + before, -delay);
}

/* What a sheet or a beam is normal to; false if it cannot be. */
static bool check_plane(const struct one *self)
{
    const struct taub_config *config = self->check->config;
    const struct taub_config_source *source = self->source;
    const bool plane = source->kind == TAUB_SOURCE_SHEET || source->kind == TAUB_SOURCE_BEAM;
    char path[64];
    if (plane && (source->axis > TAUB_RIEMANN_Z || config->mesh.cells[(int)source->axis] == 1)) {
        taub_check_complain(self->check, path_of(self, "axis", path), -1,
                            "expected x, y or z, an axis with more than one cell");
        return false;
    }
    for (int a = 0; a < 3 && source->kind == TAUB_SOURCE_SHEET; a++)
        for (int side = 0; side < 2; side++)
            if (a != (int)source->axis && config->mesh.cells[a] > 1 &&
                (config->mesh.boundary[a][side] == TAUB_OUTFLOW || has_layer(config, a, side))) {
                taub_check_complain(
                    self->check, path_of(self, "axis", path), -1,
                    "a sheet extends through the whole mesh: expected periodic boundaries or walls along %c",
                    axis_letters[a]);
                return false;
            }
    return true;
}

static void check_signal(const struct one *self)
{
    const struct taub_config_source *source = self->source;
    char path[64];
    if (source->signal == TAUB_SIGNAL_CONTINUOUS && !(source->frequency > 0))
        taub_check_complain(self->check, path_of(self, "frequency", path), -1,
                            "expected a frequency above 0 for a continuous signal");
    if (source->signal == TAUB_SIGNAL_GAUSSIAN && taub_radiation_is_wave(source))
        taub_check_complain(self->check, path_of(self, "signal", path), -1,
                            "a wave needs a signal without a mean: expected pulse or ricker, not gaussian");
}

static void check_source(const struct one *self)
{
    check_signal(self);
    check_directions(self);
    check_extent(self);
    check_medium(self);
    check_start(self);
}

/* Of a list: currents, of which one is code. */
static void check_list(struct taub_check *self)
{
    const struct taub_sources *list = &self->config->sources;
    char path[64];
    bool code = false;
    for (int n = 0; n < list->count; n++) {
        const bool is_code = list->list[n].kind == TAUB_SOURCE_CODE;
        taub_radiation_path(self->config, n, "kind", path);
        if (list->list[n].kind == TAUB_SOURCE_DROPLETS)
            taub_check_complain(self, path, -1, "droplets are no currents; expected another kind");
        if (is_code && code)
            taub_check_complain(self, path, -1,
                                "expected one source of kind code; its `current` may be the sum of several");
        code = code || is_code;
    }
}

void taub_check_radiation(struct taub_check *self)
{
    const struct taub_config_source *source;
    check_layers(self);
    check_initial(self);
    check_list(self);
    for (int n = 0; (source = taub_medium_source(self->config, n)); n++) {
        const struct one one = {self, source, n};
        if (source->given && check_plane(&one))
            check_source(&one);
    }
}

#include "problems/stress_file.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"
#include "eos/data_file.h"

enum { SHEAR = 10, COMPONENTS = SHEAR + 1 };

static const char *const names[COMPONENTS] = {
    "shear_stress/tt", "shear_stress/tx", "shear_stress/ty", "shear_stress/tz", "shear_stress/xx", "shear_stress/xy",
    "shear_stress/xz", "shear_stress/yy", "shear_stress/yz", "shear_stress/zz", "bulk_pressure",
};

static herr_t keep_last(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    (void)group, (void)info;
    int64_t *last = data;
    char *end;
    const int64_t step = strtoll(name, &end, 10);
    if (end != name && !*end && step > *last)
        *last = step;
    return 0;
}

static enum taub_status check_values(const char *file, const char *dataset, const double *values, size_t count,
                                     struct taub_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return taub_fail(error, TAUB_BAD_INPUT,
                             "transport.initial_stress.file: %s: %s holds %g; expected finite numbers.", file, dataset,
                             values[i]);
    return TAUB_OK;
}

static enum taub_status read_component(hid_t file, const char *name, int64_t step, int component,
                                       struct taub_stress_file *out, struct taub_error *error)
{
    const size_t zones = (size_t)out->cells[0] * (size_t)out->cells[1] * (size_t)out->cells[2];
    char dataset[96];
    size_t shape[3];
    int rank;
    double *values;
    snprintf(dataset, sizeof dataset, "/data/%lld/meshes/%s", (long long)step, names[component]);
    enum taub_status status = taub_hdf5_read(file, name, dataset, 3, 3, &rank, shape, &values, error);
    if (status != TAUB_OK)
        return status;
    if (shape[0] != (size_t)out->cells[2] || shape[1] != (size_t)out->cells[1] || shape[2] != (size_t)out->cells[0])
        status =
            taub_fail(error, TAUB_BAD_INPUT,
                      "transport.initial_stress.file: %s: %s has %zu x %zu x %zu cells (z, y, x); expected those of "
                      "mesh.cells, %d x %d x %d.",
                      name, dataset, shape[0], shape[1], shape[2], out->cells[2], out->cells[1], out->cells[0]);
    else
        status = check_values(name, dataset, values, zones, error);
    if (status == TAUB_OK)
        memcpy(out->values + (size_t)component * zones, values, zones * sizeof *values);
    free(values);
    return status;
}

static enum taub_status read_open(hid_t file, const char *name, struct taub_stress_file *out, struct taub_error *error)
{
    int64_t last = -1;
    struct taub_hdf5_silence silence;
    taub_hdf5_silence(&silence);
    const hid_t data = H5Gopen2(file, "data", H5P_DEFAULT);
    if (data >= 0) {
        H5Literate(data, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, keep_last, &last);
        H5Gclose(data);
    }
    taub_hdf5_restore(&silence);
    if (last < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "transport.initial_stress.file: %s holds no outputs of Taub.", name);
    enum taub_status status = TAUB_OK;
    for (int c = 0; c < COMPONENTS && status == TAUB_OK; c++)
        status = read_component(file, name, last, c, out, error);
    return status;
}

enum taub_status taub_stress_file_read(const char *name, const struct taub_config_mesh *mesh,
                                       struct taub_stress_file *out, struct taub_error *error)
{
    *out = (struct taub_stress_file){0};
    size_t zones = 1;
    for (int axis = 0; axis < 3; axis++) {
        out->cells[axis] = mesh->cells[axis];
        out->lower[axis] = mesh->lower[axis];
        out->spacing[axis] = (mesh->upper[axis] - mesh->lower[axis]) / mesh->cells[axis];
        zones *= (size_t)mesh->cells[axis];
    }
    hid_t file;
    taub_hdf5_lock();
    enum taub_status status = taub_hdf5_open(name, &file, error);
    if (status == TAUB_OK) {
        out->values = malloc(COMPONENTS * zones * sizeof *out->values);
        status = out->values ? read_open(file, name, out, error) : taub_fail(error, TAUB_FAILED, "Out of memory.");
        H5Fclose(file);
    }
    taub_hdf5_unlock();
    if (status != TAUB_OK)
        taub_stress_file_free(out);
    return status;
}

void taub_stress_file_at(const struct taub_stress_file *self, const double x[3], double out[11])
{
    size_t zones = 1, at = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const double cell = floor((x[axis] - self->lower[axis]) / self->spacing[axis]);
        const double inside = fmin(fmax(cell, 0), self->cells[axis] - 1);
        at = at * (size_t)self->cells[axis] + (size_t)inside;
        zones *= (size_t)self->cells[axis];
    }
    for (size_t c = 0; c < COMPONENTS; c++)
        out[c] = self->values[c * zones + at];
}

void taub_stress_file_free(struct taub_stress_file *self)
{
    free(self->values);
    self->values = NULL;
}

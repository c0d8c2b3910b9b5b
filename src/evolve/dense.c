#include "evolve/dense.h"

#include <string.h>

#include "core/try.h"

enum taub_status taub_simulation_upload_dense(struct taub_simulation *self, struct taub_buffer *to, int components,
                                              const double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    for (int c = 0; c < components; c++)
        taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, components, c, dense + (size_t)c * zones);
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

enum taub_status taub_simulation_upload_component(struct taub_simulation *self, struct taub_buffer *to, int component,
                                                  const double *dense, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    const size_t bytes = (size_t)shape->component_stride * self->real_bytes;
    memset(self->staging, 0, bytes * (size_t)shape->blocks);
    taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, 1, 0, dense);
    for (int b = 0; b < shape->blocks; b++)
        TRY(taub_buffer_upload(to, ((size_t)b * (size_t)self->stored + (size_t)component) * bytes,
                               (const char *)self->staging + (size_t)b * bytes, bytes, error));
    return TAUB_OK;
}

enum taub_status taub_simulation_upload_saved(struct taub_simulation *self, const double *dense, const double *upper,
                                              struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const unsigned axes = upper ? taub_saved_upper_faces(self->config) : 0;
    for (int c = 0; c < self->stored; c++)
        taub_mesh_scatter(self->mesh, self->staging, self->real_bytes, self->stored, c, dense + (size_t)c * zones);
    for (int a = 0; a < 3; a++)
        if (axes & 1u << a) {
            taub_mesh_scatter_upper(self->mesh, self->staging, self->real_bytes, self->stored, self->system->faces + a,
                                    a, upper);
            upper += zones;
        }
    struct taub_buffer *to = taub_simulation_field(self, TAUB_FIELD_CONSERVED);
    return taub_buffer_upload(to, 0, self->staging, taub_buffer_bytes(to), error);
}

enum taub_status taub_simulation_download_stored(struct taub_simulation *self, struct taub_buffer *from, int components,
                                                 int first, int wanted, void *stored, struct taub_error *error)
{
    const struct taub_shape *shape = &self->mesh->shape;
    const size_t component = (size_t)shape->component_stride * self->real_bytes;
    const size_t bytes = component * (size_t)wanted;
    if (wanted == components)
        return taub_buffer_download(from, 0, stored, bytes * (size_t)shape->blocks, error);
    for (int b = 0; b < shape->blocks; b++)
        TRY(taub_buffer_download(from, ((size_t)b * (size_t)components + (size_t)first) * component,
                                 (char *)stored + (size_t)b * bytes, bytes, error));
    return TAUB_OK;
}

enum taub_status taub_simulation_download_dense(struct taub_simulation *self, struct taub_buffer *from, int components,
                                                int first, int wanted, double *dense, struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    const bool here = taub_simulation_on_host(self);
    if (!here)
        TRY(taub_simulation_download_stored(self, from, components, first, wanted, self->staging, error));
    for (int c = 0; c < wanted; c++)
        taub_mesh_gather(self->mesh, here ? taub_buffer_address(from) : self->staging, self->real_bytes,
                         here ? components : wanted, here ? first + c : c, dense + (size_t)c * zones);
    return TAUB_OK;
}

enum taub_status taub_simulation_download_upper(struct taub_simulation *self, struct taub_buffer *from, int component,
                                                int axis, double *dense, struct taub_error *error)
{
    const bool here = taub_simulation_on_host(self);
    if (!here)
        TRY(taub_simulation_download_stored(self, from, self->stored, component, 1, self->staging, error));
    taub_mesh_gather_upper(self->mesh, here ? taub_buffer_address(from) : self->staging, self->real_bytes,
                           here ? self->stored : 1, here ? component : 0, axis, dense);
    return TAUB_OK;
}

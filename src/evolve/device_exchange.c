#include "evolve/device_exchange.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"

struct taub_device_exchange {
    struct taub_simulation *simulation;
    struct taub_exchange *exchange;
    struct taub_program *program;
    struct taub_pass *passes[2];     /* pack, unpack */
    struct taub_buffer *messages[2]; /* out, in */
    bool pinned[2];                  /* their memory on the host */
    bool direct;                     /* MPI takes messages from and to the memory of the device */
    struct taub_buffer *faces[2][3]; /* of each axis: block and side; NULL: none */
};

static const struct taub_pass_name names[2] = {{"pack", TAUB_POINT_PASS}, {"unpack", TAUB_POINT_PASS}};

bool taub_device_exchange_has_pass(const char *name)
{
    return strcmp(name, names[0].name) == 0 || strcmp(name, names[1].name) == 0;
}

struct taub_buffer *taub_device_exchange_memory(const struct taub_device_exchange *self, int in)
{
    return self->messages[in];
}

/* ---- creation ---- */

/* Blocks and sides of the faces of an axis, in the type of the fields. */
static enum taub_status upload_faces(struct taub_device_exchange *self, int in, int axis, struct taub_error *error)
{
    const struct taub_shared_face *faces;
    const int count = taub_exchange_faces(self->exchange, in, axis, &faces);
    const size_t real = self->simulation->real_bytes, bytes = 2 * (size_t)count * real;
    if (count == 0)
        return TAUB_OK;
    char *list = malloc(bytes);
    if (!list)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
    for (int n = 0; n < 2 * count; n++) {
        const double number = n % 2 ? faces[n / 2].side : faces[n / 2].block;
        const float single = (float)number;
        memcpy(list + (size_t)n * real, real == sizeof single ? (const void *)&single : &number, real);
    }
    enum taub_status status = taub_buffer_create(self->simulation->device, bytes, &self->faces[in][axis], error);
    if (status == TAUB_OK)
        status = taub_buffer_upload(self->faces[in][axis], 0, list, bytes, error);
    free(list);
    return status;
}

static enum taub_status fill(struct taub_device_exchange *self, size_t bytes_a_value, struct taub_error *error)
{
    TRY(taub_simulation_small_program(self->simulation, "passes/exchange.h", names, 2, &self->program, self->passes,
                                      error));
    for (int in = 0; in < 2; in++) {
        const size_t bytes = taub_exchange_bytes(self->exchange, in, 7u, TAUB_ALL_CORNERS, bytes_a_value);
        TRY(taub_buffer_create(self->simulation->device, bytes, &self->messages[in], error));
        self->pinned[in] = taub_device_pin(self->simulation->device, taub_exchange_memory(self->exchange, in), bytes);
        for (int axis = 0; axis < 3; axis++)
            TRY(upload_faces(self, in, axis, error));
    }
    return TAUB_OK;
}

enum taub_status taub_device_exchange_create(struct taub_simulation *simulation, struct taub_exchange *exchange,
                                             size_t bytes_a_value, struct taub_device_exchange **out,
                                             struct taub_error *error)
{
    struct taub_device_exchange *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "out of memory for the exchange of ghost zones");
    self->simulation = simulation;
    self->exchange = exchange;
    *out = self;
    return fill(self, bytes_a_value, error);
}

void taub_device_exchange_destroy(struct taub_device_exchange *self)
{
    if (!self)
        return;
    for (int in = 0; in < 2; in++) {
        for (int axis = 0; axis < 3; axis++)
            taub_buffer_destroy(self->faces[in][axis]);
        taub_buffer_destroy(self->messages[in]);
        if (self->pinned[in])
            taub_device_unpin(self->simulation->device, taub_exchange_memory(self->exchange, in));
    }
    taub_program_destroy(self->program);
    free(self);
}

/* ---- an exchange ---- */

int taub_device_exchange_launches(const struct taub_device_exchange *self, const struct taub_cut *cut, int in,
                                  struct taub_buffer *agreement, struct taub_launch *list)
{
    const struct taub_mesh *mesh = self->simulation->mesh;
    const int components = cut->components[0] + cut->components[1];
    double before = 0.0;
    int length = 0;
    for (int axis = 0; axis < 3; axis++) {
        const struct taub_shared_face *faces;
        const int count = taub_exchange_faces(self->exchange, in, axis, &faces);
        if (count == 0 || !(cut->axes & 1u << axis))
            continue;
        struct taub_launch launch = taub_simulation_launch(self->simulation, PASS_GHOSTS);
        int lower[3], upper[3];
        const size_t zones = taub_exchange_box(mesh, faces, in, cut->corners, lower, upper);
        launch.pass = self->passes[in];
        launch.fields[0] = self->messages[in];
        launch.fields[1] = cut->fields[0];
        launch.fields[2] = cut->fields[1];
        launch.fields[3] = self->faces[in][axis];
        launch.fields[4] = agreement;
        launch.shape.blocks = count;
        for (int a = 0; a < 3; a++)
            launch.range.upper[a] = upper[a] - lower[a];
        launch.range.option[0] = axis;
        launch.range.option[1] = cut->components[0];
        launch.range.option[2] = cut->components[1];
        launch.range.option[3] = cut->corners;
        launch.range.number[0] = before;
        launch.range.number[1] = cut->troubled;
        launch.range.number[2] = cut->refill;
        list[length++] = launch;
        before += (double)zones * count * components;
    }
    return length;
}

static enum taub_status launch_all(struct taub_device_exchange *self, const struct taub_cut *cut, int in,
                                   struct taub_error *error)
{
    struct taub_launch list[3];
    const int count = taub_device_exchange_launches(self, cut, in, NULL, list);
    for (int n = 0; n < count; n++)
        TRY(taub_device_launch(self->simulation->device, &list[n], error));
    return TAUB_OK;
}

static size_t value_bytes(const struct taub_device_exchange *self, const struct taub_cut *cut)
{
    return (size_t)(cut->components[0] + cut->components[1]) * self->simulation->real_bytes;
}

/* Messages leave when the device has packed them. What is launched behind that runs while they travel. */
enum taub_status taub_device_exchange_begin(struct taub_device_exchange *self, const struct taub_cut *cut,
                                            enum taub_status status, struct taub_error *error)
{
    char *out = taub_exchange_memory(self->exchange, 0), *in = taub_exchange_memory(self->exchange, 1);
    const size_t bytes = taub_exchange_bytes(self->exchange, 0, cut->axes, cut->corners, value_bytes(self, cut));
    if (status == TAUB_OK)
        status = launch_all(self, cut, 0, error);
    if (status == TAUB_OK)
        status = self->direct ? taub_device_finish(self->simulation->device, error)
                              : taub_buffer_download(self->messages[0], 0, out, bytes, error);
    if (self->direct) {
        out = taub_buffer_address(self->messages[0]);
        in = taub_buffer_address(self->messages[1]);
    }
    taub_exchange_begin_messages(self->exchange, cut->axes, cut->corners, value_bytes(self, cut), out, in);
    return status;
}

enum taub_status taub_device_exchange_end(struct taub_device_exchange *self, const struct taub_cut *cut,
                                          enum taub_status status, struct taub_error *error)
{
    const size_t bytes = taub_exchange_bytes(self->exchange, 1, cut->axes, cut->corners, value_bytes(self, cut));
    taub_exchange_end_messages(self->exchange);
    if (status == TAUB_OK && !self->direct)
        status = taub_buffer_upload(self->messages[1], 0, taub_exchange_memory(self->exchange, 1), bytes, error);
    return status == TAUB_OK ? launch_all(self, cut, 1, error) : status;
}

void taub_device_exchange_directly(struct taub_device_exchange *self)
{
    self->direct = true;
}

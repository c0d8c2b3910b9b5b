/* Shared by the implementations of devices: each puts these structs first in its own. */
#ifndef TAUB_DEVICE_INTERNAL_H
#define TAUB_DEVICE_INTERNAL_H

#include "device/device.h"
#include "jit/cache.h"

/* Arguments of the functions below are already checked: ranges lie inside buffers, launches are not empty. */
struct taub_device_functions {
    void (*close)(struct taub_device *self);
    /* Allocates, zero filled; sets nothing but the implementation's own members. */
    enum taub_status (*buffer_create)(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                      struct taub_error *error);
    /* The same with memory that other processes may import; both NULL where there is none. */
    enum taub_status (*buffer_share)(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                     struct taub_shared_handle *handle, struct taub_error *error);
    enum taub_status (*buffer_import)(struct taub_device *self, const struct taub_shared_handle *handle, size_t bytes,
                                      struct taub_buffer **out, struct taub_error *error);
    void (*buffer_destroy)(struct taub_buffer *self);
    /* NULL where the host's memory is as fast as it can be. */
    bool (*pin)(struct taub_device *self, void *memory, size_t bytes);
    void (*unpin)(struct taub_device *self, void *memory);
    /* Zero bytes, ordered with launches. */
    enum taub_status (*clear)(struct taub_buffer *self, struct taub_error *error);
    void *(*address)(const struct taub_buffer *self); /* NULL: buffers have none */
    enum taub_status (*upload)(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                               struct taub_error *error);
    enum taub_status (*download)(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                 struct taub_error *error);
    enum taub_status (*copy)(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                             struct taub_error *error);
    /* Sets `cached`. */
    enum taub_status (*program_create)(struct taub_device *self, const struct taub_bundle *bundle,
                                       struct taub_program **out, struct taub_error *error);
    void (*program_destroy)(struct taub_program *self);
    /* Sets the program's numbers, for all launches from now on. NULL where they are constants of the program. */
    enum taub_status (*program_numbers)(struct taub_program *self, const double *values, int count,
                                        struct taub_error *error);
    enum taub_status (*pass_create)(struct taub_program *self, const char *name, struct taub_pass **out,
                                    struct taub_error *error);
    void (*pass_destroy)(struct taub_pass *self);
    /* With `seconds`, waits and measures. */
    enum taub_status (*launch)(struct taub_device *self, const struct taub_launch *launch, double *seconds,
                               struct taub_error *error);
    enum taub_status (*finish)(struct taub_device *self, struct taub_error *error);
    /* NULL where nothing is under way when a call returns. */
    enum taub_status (*is_done)(struct taub_device *self, bool *done, struct taub_error *error);
    /* The queue for other libraries; NULL where there is none. */
    void *(*queue)(struct taub_device *self);
    /* NULL where a sequence is no more than its launches. */
    enum taub_status (*sequence_create)(struct taub_device *self, const struct taub_launch *launches, int count,
                                        struct taub_sequence **out, struct taub_error *error);
    void (*sequence_destroy)(struct taub_sequence *self);
    enum taub_status (*sequence_run)(struct taub_sequence *self, int times, struct taub_error *error);
};

struct taub_device {
    const struct taub_device_functions *functions;
    struct taub_device_config config; /* with the kind that was chosen */
    struct taub_device_report report;
    int threads; /* host */
    int units;   /* multiprocessors or compute units; 0 where they are not known */
    bool timing;
    const struct taub_compile_watch *watch; /* NULL: none */
    struct taub_pass_time *times;
    int time_count, time_capacity;
    struct taub_kept *kept; /* NULL: nothing is */
};

struct taub_buffer {
    struct taub_device *device;
    size_t bytes;
    size_t capacity;          /* bytes of its memory: at least those that were asked for */
    struct taub_buffer *next; /* of those that are kept */
    bool shared;              /* with other processes; not to be kept */
};

struct taub_program {
    struct taub_device *device;
    struct taub_pass *passes; /* owned, a list */
    bool cached;
    double seconds;
    enum taub_quick quick;
    double quick_seconds;
};

struct taub_pass {
    struct taub_program *program;
    struct taub_pass *next;
    char name[64];
    struct taub_pass_geometry geometry;
    int time_slot; /* in the device's times */
};

struct taub_sequence {
    struct taub_device *device;
    struct taub_launch *launches; /* owned; empty ones left out */
    int count;
    struct taub_sequence *next; /* of those that are kept */
};

/* What GPU passes take beside the shape and the range. */
struct taub_tile taub_launch_tile(const struct taub_launch *launch);

/* Groups along each axis and the size of a group, for GPUs. */
struct taub_grid {
    long groups[3];
    int group[2];
};
struct taub_grid taub_launch_grid(const struct taub_launch *launch);

/* src/device/keep.c: what is kept of one simulation for the next. How large the memory of a buffer is to be, so that
 * those of about its size can have it later; a buffer with that capacity, not cleared, NULL: none. */
size_t taub_kept_capacity(const struct taub_device *self, size_t bytes);
struct taub_buffer *taub_kept_buffer(struct taub_device *self, size_t capacity);
bool taub_kept_take_buffer(struct taub_buffer *buffer); /* false: it is not kept */
void taub_kept_drop_buffers(struct taub_device *self);
/* One of the very same launches; NULL: none. */
struct taub_sequence *taub_kept_sequence(struct taub_device *self, const struct taub_launch *launches, int count);
bool taub_kept_take_sequence(struct taub_sequence *sequence);
/* Before a buffer goes that sequences may use. */
void taub_kept_drop_sequences(struct taub_device *self);
enum taub_status taub_kept_program(struct taub_device *self, const struct taub_bundle *bundle,
                                   struct taub_program **out, struct taub_error *error);
void taub_kept_destroy(struct taub_device *self);
void taub_program_release(struct taub_program *self);   /* src/device/device.c */
void taub_sequence_release(struct taub_sequence *self); /* src/device/launch.c */

const char *taub_temporary_folder(void); /* for files that are compiled, and loaded from there */
/* Tells who watches that compiling begins. */
void taub_device_compiling(const struct taub_device *self, const char *compiler);
enum taub_status taub_device_no_memory(struct taub_error *error);

/* The message of a failed compilation: the user's fault or ours. */
enum taub_status taub_compile_error(const struct taub_bundle *bundle, const char *compiler, const char *log,
                                    struct taub_error *error);

/* Implementations. `survey` fills one entry per device, or one with the reason why there is none. */
int taub_host_survey(struct taub_device_report *reports, int capacity);
enum taub_status taub_host_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error);
int taub_cuda_survey(struct taub_device_report *reports, int capacity);
enum taub_status taub_cuda_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error);
int taub_opencl_survey(struct taub_device_report *reports, int capacity);
/* With kind auto only a GPU will do. */
enum taub_status taub_opencl_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error);

#endif

/* Shared by the implementations of devices, whose own structs begin with these. */
#ifndef TAUB_DEVICE_INTERNAL_H
#define TAUB_DEVICE_INTERNAL_H

#include "device/device.h"
#include "jit/cache.h"

/* Arguments have already been checked: ranges lie inside buffers, launches are not empty. */
struct taub_device_functions {
    void (*close)(struct taub_device *self);
    /* Allocates zeroed memory; sets only the implementation's own members. */
    enum taub_status (*buffer_create)(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                      struct taub_error *error);
    /* The same with memory that other processes can import; both NULL if there is none. */
    enum taub_status (*buffer_share)(struct taub_device *self, size_t bytes, struct taub_buffer **out,
                                     struct taub_shared_handle *handle, struct taub_error *error);
    enum taub_status (*buffer_import)(struct taub_device *self, const struct taub_shared_handle *handle, size_t bytes,
                                      struct taub_buffer **out, struct taub_error *error);
    void (*buffer_destroy)(struct taub_buffer *self);
    /* NULL if pinning does not make transfers faster. */
    bool (*pin)(struct taub_device *self, void *memory, size_t bytes);
    void (*unpin)(struct taub_device *self, void *memory);
    /* Fills with zeros, ordered with launches. */
    enum taub_status (*clear)(struct taub_buffer *self, struct taub_error *error);
    void *(*address)(const struct taub_buffer *self); /* NULL: buffers have no address */
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
    /* Sets the program's numbers for all later launches. NULL if they are compiled-in constants. */
    enum taub_status (*program_numbers)(struct taub_program *self, const double *values, int count,
                                        struct taub_error *error);
    enum taub_status (*pass_create)(struct taub_program *self, const char *name, struct taub_pass **out,
                                    struct taub_error *error);
    void (*pass_destroy)(struct taub_pass *self);
    /* If `seconds` is not NULL, waits and measures. */
    enum taub_status (*launch)(struct taub_device *self, const struct taub_launch *launch, double *seconds,
                               struct taub_error *error);
    enum taub_status (*finish)(struct taub_device *self, struct taub_error *error);
    /* NULL if calls are synchronous. */
    enum taub_status (*is_done)(struct taub_device *self, bool *done, struct taub_error *error);
    /* The queue for other libraries; NULL if there is none. */
    void *(*queue)(struct taub_device *self);
    /* NULL if a sequence is just the list of its launches. */
    enum taub_status (*sequence_create)(struct taub_device *self, const struct taub_launch *launches, int count,
                                        struct taub_sequence **out, struct taub_error *error);
    void (*sequence_destroy)(struct taub_sequence *self);
    enum taub_status (*sequence_run)(struct taub_sequence *self, int times, struct taub_error *error);
};

struct taub_device {
    const struct taub_device_functions *functions;
    struct taub_device_config config; /* `kind` is the chosen one, not auto */
    struct taub_device_report report;
    bool brief;  /* the program that is being made is (taub_bundle_set_brief); `config` then is what it asks for */
    int threads; /* host only */
    int units;   /* multiprocessors or compute units; 0 if unknown */
    bool timing;
    const struct taub_compile_watch *watch; /* NULL: none */
    struct taub_pass_time *times;
    int time_count, time_capacity;
    struct taub_kept *kept; /* kept resources; NULL: none are kept */
};

struct taub_buffer {
    struct taub_device *device;
    size_t bytes;
    size_t capacity;          /* bytes allocated, at least `bytes` */
    struct taub_buffer *next; /* list of kept buffers */
    bool shared;              /* with other processes; never kept */
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
    int time_slot; /* index into the device's times */
};

struct taub_sequence {
    struct taub_device *device;
    struct taub_launch *launches; /* owned; without empty launches */
    int count;
    struct taub_sequence *next; /* list of kept sequences */
};

/* The argument of GPU passes in addition to shape and range. */
struct taub_tile taub_launch_tile(const struct taub_launch *launch);

/* For GPUs: number of groups along each axis, and the size of a group. */
struct taub_grid {
    long groups[3];
    int group[2];
};
struct taub_grid taub_launch_grid(const struct taub_launch *launch);

/* src/device/keep.c: resources of one simulation kept for the next. The capacity for a buffer of `bytes` bytes, rounded
 * up so that buffers of similar size can reuse it; a kept buffer with that capacity, not cleared, or NULL. */
size_t taub_kept_capacity(const struct taub_device *self, size_t bytes);
struct taub_buffer *taub_kept_buffer(struct taub_device *self, size_t capacity);
bool taub_kept_take_buffer(struct taub_buffer *buffer); /* false: the device keeps nothing */
void taub_kept_drop_buffers(struct taub_device *self);
/* A kept sequence of identical launches, or NULL. */
struct taub_sequence *taub_kept_sequence(struct taub_device *self, const struct taub_launch *launches, int count);
bool taub_kept_take_sequence(struct taub_sequence *sequence);
/* Called before a buffer is freed that kept sequences may use. */
void taub_kept_drop_sequences(struct taub_device *self);
enum taub_status taub_kept_program(struct taub_device *self, const struct taub_bundle *bundle,
                                   struct taub_program **out, struct taub_error *error);
void taub_kept_destroy(struct taub_device *self);
void taub_program_release(struct taub_program *self);   /* src/device/device.c */
void taub_sequence_release(struct taub_sequence *self); /* src/device/launch.c */

const char *taub_temporary_folder(void); /* where files are compiled and loaded from */
/* Notifies the watch that compilation begins. */
void taub_device_compiling(const struct taub_device *self, const char *compiler);
enum taub_status taub_device_no_memory(struct taub_error *error);

/* Makes the message of a failed compilation: the fault of the user's file, of the machine or of Taub. */
enum taub_status taub_compile_error(const struct taub_bundle *bundle, const char *compiler, const char *log,
                                    struct taub_error *error);

/* Implementations. `survey` fills one entry per device, or a single one with the reason why there is none. */
int taub_host_survey(struct taub_device_report *reports, int capacity);
enum taub_status taub_host_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error);
int taub_cuda_survey(struct taub_device_report *reports, int capacity);
enum taub_status taub_cuda_open(const struct taub_device_config *config, struct taub_device **out,
                                struct taub_error *error);
int taub_opencl_survey(struct taub_device_report *reports, int capacity);
/* With kind auto only a GPU is accepted. */
enum taub_status taub_opencl_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error);

#endif

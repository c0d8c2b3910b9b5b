/* Devices: memory, compiled passes, launches, timers. Knows no physics.
 *
 * Three implementations behind one table of functions: host (threads + SIMD), cuda (driver API + NVRTC) and opencl, the
 * last two found by dlopen. Calls on one device are ordered as issued (one queue); launches may be asynchronous, and
 * taub_device_download and taub_device_finish wait. */
#ifndef TAUB_DEVICE_H
#define TAUB_DEVICE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "jit/bundle.h"
#include "launch.h"
#include "taub/config.h"
#include "taub/error.h"

struct taub_device;
struct taub_buffer;
struct taub_program;
struct taub_pass;
struct taub_sequence;

/* What taub devices prints: one entry per device that works, and one per kind that does not, with the reason. */
struct taub_device_report {
    enum taub_device_kind kind;
    int index;
    bool usable;
    char name[128];
    char detail[512];                 /* versions, architecture, compiler; or why it is missing */
    size_t memory_total, memory_free; /* bytes */
    bool host_memory;                 /* its memory is the host's */
};
int taub_device_survey(struct taub_device_report *reports, int capacity); /* returns how many were filled */

struct taub_device_config {
    enum taub_device_kind kind; /* auto: cuda, then opencl on a GPU, then host */
    int index;
    enum taub_precision precision;
    enum taub_reproducible reproducible;
    int threads; /* host; 0 = all the process may use */
    bool first;  /* CUDA: where several queues of a GPU have work, that of this one is begun first */
};

/* What a case asks for. */
struct taub_device_config taub_device_wanted(const struct taub_config_device *config);

/* Compiling takes long, and happens once for a case and a device: whoever waits may be told, and may give up. */
struct taub_compile_watch {
    /* When no compiled program was found and compiling begins: with what. NULL: not wanted. */
    void (*compiling)(void *user, const char *device, const char *compiler);
    void *user;
    /* Non-zero: give up. Looked at while the host's compiler runs; NULL: never. */
    const volatile sig_atomic_t *interrupt;
    /* On the host: begin with a quick build, where no optimised one is in the cache, and have the compiler optimise
     * while it runs. In strict mode the bits are the same; else they depend, by rounding, on when the optimised kernels
     * take over. Not where options of the compiler were chosen (TAUB_CFLAGS), or TAUB_QUICK_START is off. */
    bool quick;
};

enum taub_status taub_device_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error);
void taub_device_close(struct taub_device *self);
void taub_device_describe(const struct taub_device *self, struct taub_device_report *report);
/* For programs created from now on; NULL for none. *watch must stay. */
void taub_device_watch(struct taub_device *self, const struct taub_compile_watch *watch);
int taub_device_threads(const struct taub_device *self); /* host threads; 0 on others */
/* Which programs devices with common work have compiled: of several that want one, one compiles it and the others find
 * it in the cache. Owned by the caller, who destroys it after the devices; NULL where memory is short. */
struct taub_compiled;
struct taub_compiled *taub_compiled_create(void);
void taub_compiled_destroy(struct taub_compiled *self);
/* From now on buffers, programs and sequences that are given back stay for the next simulation on this device, until it
 * is closed: memory is not asked for, programs are not loaded and steps not recorded again. A buffer is still zero when
 * it is created. `compiled` NULL: no other device has programs in common. Who waits for a GPU lets the processor go,
 * for other threads. A device is used by one thread at a time. */
enum taub_status taub_device_keep(struct taub_device *self, struct taub_compiled *compiled, struct taub_error *error);
/* Multiprocessors of a GPU (OpenCL: compute units); 0 on the host and where they are not known. */
int taub_device_units(const struct taub_device *self);

enum taub_status taub_buffer_create(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                    struct taub_error *error); /* filled with zero bytes */
void taub_buffer_destroy(struct taub_buffer *self);
size_t taub_buffer_bytes(const struct taub_buffer *self);
void *taub_buffer_address(const struct taub_buffer *self); /* for other programs on the device; NULL on OpenCL */
enum taub_status taub_buffer_upload(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                                    struct taub_error *error);
enum taub_status taub_buffer_download(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                      struct taub_error *error);
enum taub_status taub_buffer_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                  struct taub_error *error); /* on the device, ordered with launches */

/* Memory of the host that is up- and downloaded often: transfers are faster while it is pinned. Nothing happens where
 * there is no such thing, or where the system does not allow it; to be unpinned before it is freed. */
bool taub_device_pin(struct taub_device *self, void *memory, size_t bytes);
void taub_device_unpin(struct taub_device *self, void *memory);

/* Memory that devices of other processes on this machine write into. A handle goes to them as it is; who imports it has
 * to destroy his buffer before the owner does. `device` names the device itself, whatever number processes give it; ""
 * for the host. TAUB_FAILED on devices that cannot. */
struct taub_shared_handle {
    unsigned char bytes[64];
    char device[32];
};
enum taub_status taub_buffer_create_shared(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                           struct taub_shared_handle *handle, struct taub_error *error);
enum taub_status taub_buffer_import(struct taub_device *device, const struct taub_shared_handle *handle, size_t bytes,
                                    struct taub_buffer **out, struct taub_error *error);

/* Compiles the bundle for this device, or loads it from the cache. Compiler messages of user files go to *error with
 * the user's own file names and line numbers, as TAUB_BAD_INPUT when they come from a user file. */
enum taub_status taub_program_create(struct taub_device *device, const struct taub_bundle *bundle,
                                     struct taub_program **out, struct taub_error *error);
void taub_program_destroy(struct taub_program *self);
bool taub_program_was_cached(const struct taub_program *self);
double taub_program_compile_seconds(const struct taub_program *self);
/* Whether passes run from a quick build; *seconds (may be NULL): from when it was ready to when it was replaced. */
enum taub_quick {
    TAUB_QUICK_NOT,  /* it began with the optimised one */
    TAUB_QUICK_RUNS, /* the optimised one is not ready */
    TAUB_QUICK_RAN,  /* the optimised one has taken over */
    TAUB_QUICK_STAYS /* the optimised one could not be made */
};
enum taub_quick taub_program_quick(const struct taub_program *self, double *seconds);

/* How a pass spreads over its range; must match the macro that declares it (kernels/dialect.h). */
enum taub_pass_kind { TAUB_POINT_PASS, TAUB_SPARSE_POINT_PASS, TAUB_ROW_PASS, TAUB_SINGLE_PASS, TAUB_TILE_PASS };
struct taub_pass_geometry {
    enum taub_pass_kind kind;
    int group[2]; /* tile passes on GPUs: TAUB_GROUP_X, TAUB_GROUP_Y */
    int tile[3];  /* tile passes: cells per tile */
    bool aligned; /* tile passes on GPUs: tiles along x begin where sectors of memory do, see TAUB_ROW_ALIGNMENT */
};
/* The pass is owned by the program. */
enum taub_status taub_program_pass(struct taub_program *self, const char *name,
                                   const struct taub_pass_geometry *geometry, struct taub_pass **out,
                                   struct taub_error *error);

/* Work of another library in place of a pass. `run` puts it on the queue of the device (taub_device_queue). In a
 * sequence it is called for each run, on CUDA once, while the graph is recorded: *user must stay. */
struct taub_call {
    enum taub_status (*run)(void *user, void *queue, struct taub_error *error);
    void *user;
    bool beside;   /* in a sequence that is recorded: on a second queue, behind what was launched before; what comes
                      next does not wait for it, up to a launch that `joins` */
    int time_slot; /* among the times of the device */
};
/* With the name that taub_device_times gives it. TAUB_FAILED on devices whose queue others cannot use (OpenCL). */
enum taub_status taub_device_call(struct taub_device *self, const char *name, struct taub_call *call,
                                  struct taub_error *error);
/* Makes the device current for the calling thread and returns its queue: a CUstream; NULL on the host, where all is
 * done when a call returns, and on OpenCL. */
void *taub_device_queue(struct taub_device *self);

/* One launch. Unused field slots are NULL. An empty range launches nothing. */
struct taub_launch {
    struct taub_pass *pass;
    const struct taub_call *call; /* in place of the pass and all that follows; NULL: none */
    struct taub_buffer *fields[TAUB_MAX_FIELDS];
    struct taub_buffer *control; /* struct taub_control */
    struct taub_buffer *tables;  /* reals: the equation of state's table; NULL when there is none */
    struct taub_buffer *blocks;  /* struct taub_block */
    struct taub_shape shape;
    struct taub_range range;
    int gate;   /* nothing is done while control.troubled is below this and control.refill is 0; 0: always something */
    bool few;   /* touches few cells, mostly none: sparse point passes get few groups of threads */
    bool joins; /* waits for calls beside, too: one at a time may be under way, and none behind a sequence */
};

/* A list of launches to be run many times (captured as a graph where the device has graphs). The launches are copied;
 * buffers and passes must outlive it. */
enum taub_status taub_sequence_create(struct taub_device *device, const struct taub_launch *launches, int count,
                                      struct taub_sequence **out, struct taub_error *error);
void taub_sequence_destroy(struct taub_sequence *self);
enum taub_status taub_sequence_run(struct taub_sequence *self, int times, struct taub_error *error);

enum taub_status taub_device_launch(struct taub_device *self, const struct taub_launch *launch,
                                    struct taub_error *error);
enum taub_status taub_device_finish(struct taub_device *self, struct taub_error *error);
/* Whether all that was enqueued is done, without waiting for it. */
enum taub_status taub_device_is_done(struct taub_device *self, bool *done, struct taub_error *error);

/* Seconds per pass, gathered while timing is on (then every launch is timed by itself, sequences too). */
struct taub_pass_time {
    char name[64];
    double seconds;
    long launches;
};
void taub_device_timing(struct taub_device *self, bool on);
int taub_device_times(struct taub_device *self, struct taub_pass_time *times, int capacity);

/* Measured bandwidth of a copy on the device, bytes read plus bytes written per second. */
enum taub_status taub_device_copy_bandwidth(struct taub_device *self, double *bytes_per_second,
                                            struct taub_error *error);

#endif

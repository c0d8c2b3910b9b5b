/* Devices: memory, compiled passes, launches, timers; no physics.
 *
 * Three implementations behind one table of functions: host (threads + SIMD), cuda (driver API + NVRTC) and opencl; the
 * last two are loaded by dlopen. Operations on one device are executed in the order of the calls (one queue). Launches
 * may be asynchronous; taub_buffer_download and taub_device_finish wait for them. */
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

/* What `taub devices` prints: one entry per usable device, and one per kind without any, with the reason. */
struct taub_device_report {
    enum taub_device_kind kind;
    int index;
    bool usable;
    char name[128];
    char detail[512];                 /* versions, architecture, compiler; or why it is missing */
    size_t memory_total, memory_free; /* bytes */
    bool host_memory;                 /* its memory is that of the host */
};
int taub_device_survey(struct taub_device_report *reports, int capacity); /* returns how many were filled */

struct taub_device_config {
    enum taub_device_kind kind; /* auto: cuda, then opencl on a GPU, then host */
    int index;
    enum taub_precision precision;
    enum taub_reproducible reproducible;
    int threads; /* host only; 0: all that the process may use */
    bool first;  /* CUDA: this device's work has priority over that of other queues on the same GPU */
};

/* The device that a case asks for. */
struct taub_device_config taub_device_wanted(const struct taub_config_device *config);

/* Callbacks during compilation, which may take long: to report that it begins, and to interrupt it. */
struct taub_compile_watch {
    /* Called when no compiled program was found and compilation begins, which takes a while (not for brief programs,
     * taub_bundle_set_brief); `compiler` is its name. May be NULL. */
    void (*compiling)(void *user, const char *device, const char *compiler);
    void *user;
    /* Compilation stops if this becomes non-zero; polled while the host's compiler runs. NULL: never. */
    const volatile sig_atomic_t *interrupt;
    /* Host only: if the cache has no optimised build, start with a quick build and compile the optimised one while it
     * runs. In strict mode the results have the same bits; otherwise rounding depends on when the optimised kernels
     * take over. Ignored if the user has chosen compiler options (TAUB_CFLAGS) or TAUB_QUICK_START is off. */
    bool quick;
};

enum taub_status taub_device_open(const struct taub_device_config *config, struct taub_device **out,
                                  struct taub_error *error);
void taub_device_close(struct taub_device *self);
void taub_device_describe(const struct taub_device *self, struct taub_device_report *report);
/* Applies to programs created from now on. NULL: none. The caller keeps *watch alive. */
void taub_device_watch(struct taub_device *self, const struct taub_compile_watch *watch);
int taub_device_threads(const struct taub_device *self); /* threads of the host device; 0 on other devices */
/* The programs compiled so far by a group of devices with common work: if several devices need the same one, one
 * compiles it and the others load it from the cache. Owned by the caller, who destroys it after the devices. NULL if
 * memory is exhausted. */
struct taub_compiled;
struct taub_compiled *taub_compiled_create(void);
void taub_compiled_destroy(struct taub_compiled *self);
/* From now on, buffers, programs and sequences are kept when they are destroyed, until the device is closed, and reused
 * by the next simulation: it need not allocate memory, load programs or record steps again. A reused buffer is zero as
 * well. `compiled` NULL: no programs in common with other devices. A thread that waits for a GPU then yields its
 * processor to other threads. A device is used by one thread at a time. */
enum taub_status taub_device_keep(struct taub_device *self, struct taub_compiled *compiled, struct taub_error *error);
/* Multiprocessors of a GPU (OpenCL: compute units); 0 on the host and if unknown. */
int taub_device_units(const struct taub_device *self);

enum taub_status taub_buffer_create(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                    struct taub_error *error); /* filled with zero bytes */
void taub_buffer_destroy(struct taub_buffer *self);
size_t taub_buffer_bytes(const struct taub_buffer *self);
/* Address on the device, for other libraries; NULL on OpenCL. */
void *taub_buffer_address(const struct taub_buffer *self);
enum taub_status taub_buffer_upload(struct taub_buffer *self, size_t offset, const void *source, size_t bytes,
                                    struct taub_error *error);
enum taub_status taub_buffer_download(struct taub_buffer *self, size_t offset, void *target, size_t bytes,
                                      struct taub_error *error);
enum taub_status taub_buffer_copy(struct taub_buffer *target, const struct taub_buffer *source, size_t bytes,
                                  struct taub_error *error); /* on the device, ordered with launches */

/* Pins host memory that is transferred often, which makes transfers faster. Does nothing and returns false if the
 * device has no such concept or the system does not allow it. To be unpinned before it is freed. */
bool taub_device_pin(struct taub_device *self, void *memory, size_t bytes);
void taub_device_unpin(struct taub_device *self, void *memory);

/* Memory that devices of other processes on this machine can write to. The handle is sent to them as it is; an importer
 * must destroy its buffer before the owner does. `device` identifies the physical device, whatever index the processes
 * give it; "" for the host. TAUB_FAILED on devices without such memory. */
struct taub_shared_handle {
    unsigned char bytes[64];
    char device[32];
};
enum taub_status taub_buffer_create_shared(struct taub_device *device, size_t bytes, struct taub_buffer **out,
                                           struct taub_shared_handle *handle, struct taub_error *error);
enum taub_status taub_buffer_import(struct taub_device *device, const struct taub_shared_handle *handle, size_t bytes,
                                    struct taub_buffer **out, struct taub_error *error);

/* Compiles the bundle for this device, or loads it from the cache. *error receives the compiler's messages with the
 * user's own file names and line numbers; TAUB_BAD_INPUT if they are about a user's file. */
enum taub_status taub_program_create(struct taub_device *device, const struct taub_bundle *bundle,
                                     struct taub_program **out, struct taub_error *error);
void taub_program_destroy(struct taub_program *self);
bool taub_program_was_cached(const struct taub_program *self);
double taub_program_compile_seconds(const struct taub_program *self);
/* Whether passes run from a quick build. *seconds (may be NULL): how long the quick build was in use before it was
 * replaced. */
enum taub_quick {
    TAUB_QUICK_NOT,  /* started with the optimised build */
    TAUB_QUICK_RUNS, /* the optimised build is not ready */
    TAUB_QUICK_RAN,  /* the optimised build has taken over */
    TAUB_QUICK_STAYS /* the optimised build failed */
};
enum taub_quick taub_program_quick(const struct taub_program *self, double *seconds);

/* How a pass is distributed over its range; must match the macro that declares it (kernels/dialect.h). */
enum taub_pass_kind { TAUB_POINT_PASS, TAUB_SPARSE_POINT_PASS, TAUB_ROW_PASS, TAUB_SINGLE_PASS, TAUB_TILE_PASS };
struct taub_pass_geometry {
    enum taub_pass_kind kind;
    int group[2]; /* tile passes on GPUs: TAUB_GROUP_X, TAUB_GROUP_Y */
    int tile[3];  /* tile passes: cells per tile */
    bool aligned; /* tile passes on GPUs: tiles start at memory sectors along x, see TAUB_ROW_ALIGNMENT */
};
/* The pass is owned by the program. */
enum taub_status taub_program_pass(struct taub_program *self, const char *name,
                                   const struct taub_pass_geometry *geometry, struct taub_pass **out,
                                   struct taub_error *error);

/* Work of another library, launched in place of a pass. `run` enqueues it on the device's queue (taub_device_queue). In
 * a sequence it is called in every run; on CUDA only once, while the graph is recorded, so *user must stay alive. */
struct taub_call {
    enum taub_status (*run)(void *user, void *queue, struct taub_error *error);
    void *user;
    bool beside;   /* in a recorded sequence: runs on a second queue after the preceding launches; the following ones do
                      not wait for it, up to one with `joins` */
    int time_slot; /* index into the device's times */
};
/* Registers a call under the name that taub_device_times reports. TAUB_FAILED on devices whose queue other libraries
 * cannot use (OpenCL). */
enum taub_status taub_device_call(struct taub_device *self, const char *name, struct taub_call *call,
                                  struct taub_error *error);
/* Makes the device current for the calling thread and returns its queue, a CUstream. NULL on the host, where calls are
 * synchronous, and on OpenCL. */
void *taub_device_queue(struct taub_device *self);

/* One launch. Unused field slots are NULL. An empty range launches nothing. */
struct taub_launch {
    struct taub_pass *pass;
    const struct taub_call *call; /* used instead of the pass and of all members below; NULL: none */
    struct taub_buffer *fields[TAUB_MAX_FIELDS];
    struct taub_buffer *control; /* struct taub_control */
    struct taub_buffer *tables;  /* reals: the table of the equation of state; NULL if there is none */
    struct taub_buffer *blocks;  /* struct taub_block */
    struct taub_shape shape;
    struct taub_range range;
    int gate;   /* has work only if control.troubled is at least this or control.refill is set; 0: always */
    bool few;   /* few cells, mostly none, have work: sparse point passes get few groups of threads */
    bool joins; /* also waits for a call with `beside`; only one may be under way, and none at the end of a sequence */
};

/* A list of launches that is run many times (captured as a graph if the device has graphs). The launches are copied;
 * buffers and passes must outlive the sequence. */
enum taub_status taub_sequence_create(struct taub_device *device, const struct taub_launch *launches, int count,
                                      struct taub_sequence **out, struct taub_error *error);
void taub_sequence_destroy(struct taub_sequence *self);
enum taub_status taub_sequence_run(struct taub_sequence *self, int times, struct taub_error *error);

enum taub_status taub_device_launch(struct taub_device *self, const struct taub_launch *launch,
                                    struct taub_error *error);
enum taub_status taub_device_finish(struct taub_device *self, struct taub_error *error);
/* Whether all enqueued work is done; does not wait. */
enum taub_status taub_device_is_done(struct taub_device *self, bool *done, struct taub_error *error);

/* Seconds per pass, measured while timing is on; every launch is then timed separately, also in sequences. */
struct taub_pass_time {
    char name[64];
    double seconds;
    long launches;
};
void taub_device_timing(struct taub_device *self, bool on);
int taub_device_times(struct taub_device *self, struct taub_pass_time *times, int capacity);

/* Measures the bandwidth of a copy on the device: bytes read plus bytes written per second. */
enum taub_status taub_device_copy_bandwidth(struct taub_device *self, double *bytes_per_second,
                                            struct taub_error *error);

#endif

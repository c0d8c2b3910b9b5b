#include "device/opencl_api.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <glob.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/internal.h"
#include "jit/text.h"

/* PoCL reads the name of its cache folder once per process, so all devices of a process share one private folder. Its
 * name, which contains the process number, is kept in the environment. Each device keeps a file there; the last one to
 * close removes the folder. */
static bool folder_prefix(struct taub_text *prefix)
{
    return taub_text_print(prefix, "%s/taub-pocl-%ld-", taub_temporary_folder(), (long)getpid());
}

static char *private_cache(void)
{
    struct taub_text folder = {0};
    if (!folder_prefix(&folder))
        return NULL;
    const char *present = getenv("POCL_CACHE_DIR");
    bool good = true;
    if (present && strncmp(present, folder.data, folder.length) == 0) {
        folder.length = 0;
        good = taub_text_append(&folder, present, strlen(present));
        if (good)
            mkdir(folder.data, 0700);
    } else if (present && *present && !strstr(present, "/taub-pocl-")) {
        good = false; /* chosen by the user; a name with our prefix comes from a parent process */
    } else {
        good = taub_text_append(&folder, "XXXXXX", 6) && mkdtemp(folder.data) &&
               setenv("POCL_CACHE_DIR", folder.data, 1) == 0;
    }
    int file = -1;
    if (good && taub_text_append(&folder, "/.open-XXXXXX", 13))
        file = mkostemp(folder.data, O_CLOEXEC);
    if (file < 0) {
        taub_text_free(&folder);
        return NULL;
    }
    close(file);
    return folder.data;
}

/* By default PoCL compiles a kernel again for each group size that is launched. Taub's cache keeps kernels for any
 * group size, so every kernel would be compiled twice in the first start and once in every later one. A user's own
 * setting, for kernels that are 4 to 20 % faster, is respected. */
static void disable_specialization(void)
{
    setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
}

static void remove_tree(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        struct taub_text child = {0};
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            taub_text_print(&child, "%s/%s", path, entry->d_name) && unlink(child.data) != 0)
            remove_tree(child.data);
        taub_text_free(&child);
    }
    if (folder)
        closedir(folder);
    rmdir(path);
}

static void leave_private_cache(char *mark)
{
    unlink(mark);
    *strrchr(mark, '/') = '\0';
    bool last = true;
    DIR *folder = opendir(mark);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strncmp(entry->d_name, ".open-", 6) == 0)
            last = false;
    if (folder)
        closedir(folder);
    if (last)
        remove_tree(mark);
    free(mark);
}

/* PoCL reads processors and memory from sysfs (through hwloc), and aborts the program if there is no topology of cores,
 * or an empty folder of memory nodes: in a chroot without /sys, in containers that hide parts of it. */
static bool has_topology(void)
{
#if defined(__linux__)
    glob_t nodes;
    const bool has_cores = access("/sys/devices/system/cpu/cpu0/topology/core_cpus", R_OK) == 0 ||
                           access("/sys/devices/system/cpu/cpu0/topology/thread_siblings", R_OK) == 0;
    const bool has_nodes = glob("/sys/devices/system/node/node[0-9]*", GLOB_NOSORT, NULL, &nodes) == 0;
    globfree(&nodes);
    return has_cores && (has_nodes || access("/sys/devices/system/node", F_OK) != 0);
#else
    return true;
#endif
}

/* OpenCL implementations start threads, which a fork of this process would wait for forever. They belong to the first
 * process that calls this; OpenCL has one state per process, hence the static variable. */
static bool is_fork_of(pid_t *first)
{
    static _Atomic pid_t user;
    *first = 0;
    return !atomic_compare_exchange_strong(&user, first, getpid()) && *first != getpid();
}

enum taub_status taub_opencl_load(struct taub_opencl *self, struct taub_error *error)
{
    pid_t first;
    *self = (struct taub_opencl){0};
    if (is_fork_of(&first))
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "OpenCL was already used by process %ld, and does not work in a fork of it such as this one: start "
            "new processes instead (multiprocessing: spawn), or use the host",
            (long)first);
    if (!has_topology())
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "OpenCL is not used: /sys is missing or incomplete (topology of processors, memory nodes), and without "
            "it some implementations abort the program (mount -t sysfs sysfs /sys).");
    /* Implementations start threads that outlive every context, so the library stays loaded. */
    self->library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!self->library)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "OpenCL is missing: libOpenCL.so.1 cannot be loaded (package ocl-icd-libopencl1).");
#define TAUB_FIND(type, name, arguments)                                                                            \
    *(void **)&self->name = dlsym(self->library, "cl" #name);                                                       \
    if (!self->name) {                                                                                              \
        dlclose(self->library);                                                                                     \
        return taub_fail(error, TAUB_BAD_INPUT, "libOpenCL.so.1 is older than OpenCL 1.2: it has no cl" #name "."); \
    }
    TAUB_OPENCL_FUNCTIONS(TAUB_FIND)
#undef TAUB_FIND
    self->cache_mark = private_cache();
    disable_specialization();
    return TAUB_OK;
}

void taub_opencl_unload(struct taub_opencl *self)
{
    if (self->cache_mark)
        leave_private_cache(self->cache_mark);
    if (self->library)
        dlclose(self->library);
    *self = (struct taub_opencl){0};
}

static void read_text(const struct taub_opencl *cl, cl_device_id device, unsigned what, char *text, size_t size)
{
    char long_text[1024] = "";
    if (cl->GetDeviceInfo(device, what, sizeof long_text - 1, long_text, NULL) != CL_SUCCESS)
        long_text[0] = '\0';
    snprintf(text, size, "%s", long_text);
}

static void examine(const struct taub_opencl *cl, struct taub_opencl_device *device)
{
    uint64_t memory = 0, single = 0, twice = 0;
    char name[96] = "", version[128] = "";
    cl->GetDeviceInfo(device->device, CL_DEVICE_TYPE, sizeof device->type, &device->type, NULL);
    cl->GetDeviceInfo(device->device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory, NULL);
    cl->GetDeviceInfo(device->device, CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single, NULL);
    cl->GetDeviceInfo(device->device, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice, NULL);
    read_text(cl, device->device, CL_DEVICE_NAME, device->name, sizeof device->name);
    read_text(cl, device->device, CL_DRIVER_VERSION, device->driver, sizeof device->driver);
    read_text(cl, device->device, CL_DEVICE_VERSION, device->version, sizeof device->version);
    cl->GetPlatformInfo(device->platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
    cl->GetPlatformInfo(device->platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
    snprintf(device->platform_version, sizeof device->platform_version, "%s, %s", name, version);
    if (cl->GetDeviceInfo(device->device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units, NULL) !=
        CL_SUCCESS)
        device->units = 0;
    device->memory = (size_t)memory;
    device->doubles = twice != 0;
    device->rounds_correctly = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

static int sort_order(const struct taub_opencl_device *device)
{
    return device->type & CL_DEVICE_TYPE_GPU ? 0 : device->type & CL_DEVICE_TYPE_ACCELERATOR ? 1 : 2;
}

/* Appends the devices of one platform, each one after all others of the same or lower order. */
static bool add_platform(const struct taub_opencl *cl, cl_platform_id platform, struct taub_opencl_device **devices,
                         int *count)
{
    const uint64_t all = 0xFFFFFFFF;
    unsigned found = 0;
    if (cl->GetDeviceIDs(platform, all, 0, NULL, &found) != CL_SUCCESS || found == 0)
        return true;
    cl_device_id *ids = calloc(found, sizeof(cl_device_id));
    struct taub_opencl_device *list = realloc(*devices, ((size_t)*count + found) * sizeof *list);
    if (list)
        *devices = list;
    bool good = ids && list;
    if (good && cl->GetDeviceIDs(platform, all, found, ids, NULL) == CL_SUCCESS)
        for (unsigned n = 0; n < found; n++) {
            struct taub_opencl_device fresh = {.platform = platform, .device = ids[n]};
            examine(cl, &fresh);
            int at = *count;
            for (; at > 0 && sort_order(&list[at - 1]) > sort_order(&fresh); at--)
                list[at] = list[at - 1];
            list[at] = fresh;
            ++*count;
        }
    free(ids);
    return good;
}

enum taub_status taub_opencl_list(const struct taub_opencl *self, struct taub_opencl_device **devices, int *count,
                                  struct taub_error *error)
{
    *devices = NULL;
    *count = 0;
    unsigned platforms = 0;
    if (self->GetPlatformIDs(0, NULL, &platforms) != CL_SUCCESS)
        platforms = 0;
    cl_platform_id *ids = calloc(platforms + 1, sizeof(cl_platform_id));
    bool good = ids != NULL;
    if (good && platforms > 0 && self->GetPlatformIDs(platforms, ids, NULL) == CL_SUCCESS)
        for (unsigned n = 0; n < platforms && good; n++)
            good = add_platform(self, ids[n], devices, count);
    free(ids);
    if (!good) {
        free(*devices);
        *devices = NULL;
        return taub_device_no_memory(error);
    }
    if (*count == 0) {
        free(*devices);
        *devices = NULL;
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "OpenCL is installed, but no driver offers a device (for the processor: package pocl-opencl-icd).");
    }
    return TAUB_OK;
}

const char *taub_opencl_error(int code)
{
    switch (code) {
    case -1:
        return "device not found";
    case -2:
        return "device not available";
    case -3:
        return "compiler not available";
    case CL_MEM_OBJECT_ALLOCATION_FAILURE:
        return "the device has no memory left";
    case CL_OUT_OF_RESOURCES:
        return "out of resources";
    case CL_OUT_OF_HOST_MEMORY:
        return "out of memory on the host";
    case CL_BUILD_PROGRAM_FAILURE:
        return "the program does not compile";
    case -14:
        return "a launch failed";
    case -46:
        return "no kernel of that name";
    case -52:
        return "wrong kernel arguments";
    case -54:
        return "wrong group size";
    case -61:
        return "a buffer larger than the device allows";
    default:
        return "see the OpenCL specification";
    }
}

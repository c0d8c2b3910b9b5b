/* Finds out which launcher started the program, and opens the module for its MPI. */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "comm/module.h"
#include "core/try.h"

#ifndef TAUB_MODULE_FOLDER
#define TAUB_MODULE_FOLDER "../lib/taub" /* relative to the installed program */
#endif

static const char module_name[] = "taub_mpi.so";

/* The environment variables of a launcher. */
struct launcher {
    const char *name, *family; /* the MPI that it belongs to; NULL: any */
    const char *mark;          /* a variable that no other launcher sets */
    const char *size, *rank;   /* names of variables */
};
static const struct launcher launchers[] = {
    {"Open MPI's mpirun", "Open MPI", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"srun", NULL, "SLURM_STEP_ID", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
    {"MPICH's mpirun", "MPICH", "PMI_RANK", "PMI_SIZE", "PMI_RANK"}};

static int number(const char *variable)
{
    const char *text = getenv(variable);
    return text ? atoi(text) : 0;
}

/* The launcher of this process; NULL: started by hand, or as a single process. */
static const struct launcher *find_launcher(void)
{
    for (size_t n = 0; n < sizeof launchers / sizeof *launchers; n++)
        if (getenv(launchers[n].mark))
            return number(launchers[n].size) > 1 ? &launchers[n] : NULL;
    return NULL;
}

int taub_comm_started_rank(void)
{
    const struct launcher *launcher = find_launcher();
    return launcher ? number(launcher->rank) : 0;
}

bool taub_comm_was_launched(void)
{
    return find_launcher() != NULL;
}

/* The folder of a path; false if it has none. */
static bool folder_of(const char *path, char folder[PATH_MAX])
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash && snprintf(folder, PATH_MAX, "%.*s", (int)(slash - path), path) < PATH_MAX;
}

/* Search order: TAUB_MPI_MODULE; the program's folder, the installation's folder, the program's subfolder taub; then
 * the same relative to the shared library. */
static bool find_module(char path[PATH_MAX])
{
    char program[PATH_MAX], folder[PATH_MAX];
    const char *setting = getenv("TAUB_MPI_MODULE");
    if (setting && *setting) {
        snprintf(path, PATH_MAX, "%s", setting);
        return access(path, R_OK) == 0;
    }
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    Dl_info library;
    const char *const origins[] = {program, dladdr(module_name, &library) ? library.dli_fname : NULL};
    static const char *const below[] = {"", ("/" TAUB_MODULE_FOLDER), "/taub"};
    for (size_t origin = 0; origin < sizeof origins / sizeof *origins; origin++)
        for (size_t n = 0; folder_of(origins[origin], folder) && n < sizeof below / sizeof *below; n++)
            if (snprintf(path, PATH_MAX, "%s%s/%s", folder, below[n], module_name) < PATH_MAX &&
                access(path, R_OK) == 0)
                return true;
    return false;
}

static enum taub_status open_module(const struct taub_comm_module **out, struct taub_error *error)
{
    char path[PATH_MAX];
    if (!find_module(path))
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s, the module for MPI, is missing: this Taub was built without MPI. Build it where "
            "an MPI is installed (Debian: libopenmpi-dev), or set TAUB_MPI_MODULE to the path of the module",
            module_name);
    /* RTLD_GLOBAL: an MPI loads plugins, which look for its symbols in the global scope */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: the module for MPI cannot be opened: %s", path, dlerror());
    const struct taub_comm_module *module = dlsym(library, TAUB_COMM_MODULE_SYMBOL);
    if (!module || module->version != TAUB_COMM_MODULE_VERSION) {
        dlclose(library);
        return taub_fail(error, TAUB_BAD_INPUT, "%s: this is not the module for MPI of this version of Taub", path);
    }
    *out = module;
    return TAUB_OK;
}

bool taub_comm_describe(char *text, size_t size)
{
    const struct taub_comm_module *module;
    struct taub_error error;
    if (open_module(&module, &error) != TAUB_OK) {
        snprintf(text, size, "%s", error.message);
        return false;
    }
    snprintf(text, size, "%s; mpirun -n N taub run CASE", module->library);
    return true;
}

static enum taub_status join(const struct launcher *launcher, struct taub_comm *comm, struct taub_error *error)
{
    char started[96] = "TAUB_COMM=mpi asks for MPI";
    const int expected = launcher ? number(launcher->size) : 0;
    struct taub_error reason;
    if (launcher)
        snprintf(started, sizeof started, "%s started %d processes", launcher->name, expected);
    if (open_module(&comm->module, &reason) != TAUB_OK) {
        comm->module = NULL;
        return taub_fail(error, TAUB_BAD_INPUT, "%s, and %s", started, reason.message);
    }
    const char *family = comm->module->family, *library = comm->module->library;
    if (launcher && launcher->family && strcmp(family, "another MPI") != 0 && strcmp(family, launcher->family) != 0) {
        comm->module = NULL;
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s, and the module for MPI was built with %s; start Taub with the mpirun of %s, or build it "
                         "with %s",
                         started, library, family, launcher->family);
    }
    if (!comm->module->start(&comm->rank, &comm->size, &comm->local_rank, &comm->local_size)) {
        comm->module = NULL;
        return taub_fail(error, TAUB_FAILED, "%s, and MPI (%s) cannot be started", started, library);
    }
    if (expected > 0 && comm->size != expected) {
        const int size = comm->size;
        taub_comm_stop(comm);
        *comm = *taub_comm_alone();
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s, and MPI (%s) reports %d: the processes do not find each other. Start Taub with the "
                         "mpirun of the MPI that it was built with; with srun, --mpi=pmix or --mpi=pmi2 may be needed",
                         started, library, size);
    }
    return TAUB_OK;
}

enum taub_status taub_comm_start(const struct taub_comm **out, struct taub_error *error)
{
    static struct taub_comm comm;
    const struct launcher *launcher = find_launcher();
    const char *setting = getenv("TAUB_COMM");
    comm = *taub_comm_alone();
    *out = &comm;
    gethostname(comm.host, sizeof comm.host - 1);
    if (setting && *setting && strcmp(setting, "none") != 0 && strcmp(setting, "mpi") != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "TAUB_COMM is %s; expected none or mpi", setting);
    if (setting && strcmp(setting, "none") == 0)
        return TAUB_OK;
    return launcher || (setting && *setting) ? join(launcher, &comm, error) : TAUB_OK;
}

enum taub_status taub_comm_join(const void *communicator, struct taub_comm *out, struct taub_error *error)
{
    *out = *taub_comm_alone();
    gethostname(out->host, sizeof out->host - 1);
    TRY(open_module(&out->module, error));
    const char *reason = out->module->join(communicator, &out->rank, &out->size, &out->local_rank, &out->local_size);
    if (!reason)
        return TAUB_OK;
    const char *library = out->module->library;
    *out = *taub_comm_alone();
    return taub_fail(error, TAUB_BAD_INPUT, "the communicator cannot be used: %s (Taub's module is for %s)", reason,
                     library);
}

void taub_comm_leave(struct taub_comm *self)
{
    if (self->module)
        self->module->leave();
}

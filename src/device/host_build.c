/* Builds and loads a shared library from a bundle: the cache, the compiler, and fallbacks if either does not work. */
#include "device/host_build.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/host_compiler.h"
#include "device/internal.h"

/* Model and instruction sets of the processor, for the cache key: a home folder may be shared by different machines. */
static void describe_processor(char *text, size_t size)
{
    char line[8192];
    size_t length = 0;
    text[0] = '\0';
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && fgets(line, sizeof line, file) && line[0] != '\n') {
        static const char *const keys[] = {"model name", "flags", "Features", "CPU implementer", "CPU part", "cpu\t"};
        for (size_t n = 0; n < sizeof keys / sizeof *keys; n++)
            if (strncmp(line, keys[n], strlen(keys[n])) == 0 && length < size)
                length += (size_t)snprintf(text + length, size - length, "%s", line);
    }
    if (file)
        fclose(file);
}

void taub_host_processor_name(char *name, size_t size)
{
    char text[8192];
    describe_processor(text, sizeof text);
    const char *model = strncmp(text, "model name", 10) == 0 ? strchr(text, ':') : NULL;
    if (model)
        snprintf(name, size, "%.*s", (int)strcspn(model + 2, "\n"), model + 2);
    else
        snprintf(name, size, "host processor");
}

/* A minimal kernel that every compiler must accept; its failure means bad options rather than bad kernels. */
static const char probe_text[] = "#include <math.h>\n"
                                 "__attribute__((visibility(\"default\"))) void probe(double *x, int n)\n"
                                 "{\n"
                                 "_Pragma(\"omp simd\")\n"
                                 "    for (int i = 0; i < n; i++)\n"
                                 "        x[i] = sqrt(x[i]);\n"
                                 "}\n";

/* A temporary folder for one compilation, and the paths of its files. */
struct scratch_folder {
    struct taub_text folder, source, probe, target;
};

static bool scratch_folder_open(struct scratch_folder *self)
{
    *self = (struct scratch_folder){0};
    if (!taub_text_print(&self->folder, "%s/taub-XXXXXX", taub_temporary_folder()))
        return false;
    if (!mkdtemp(self->folder.data)) {
        taub_text_free(&self->folder);
        return false;
    }
    return taub_text_print(&self->source, "%s/taub.c", self->folder.data) &&
           taub_text_print(&self->probe, "%s/probe.c", self->folder.data) &&
           taub_text_print(&self->target, "%s/taub.so", self->folder.data);
}

static void scratch_folder_close(struct scratch_folder *self)
{
    if (self->source.data)
        unlink(self->source.data);
    if (self->probe.data)
        unlink(self->probe.data);
    if (self->target.data)
        unlink(self->target.data);
    if (self->folder.data)
        rmdir(self->folder.data);
    taub_text_free(&self->folder);
    taub_text_free(&self->source);
    taub_text_free(&self->probe);
    taub_text_free(&self->target);
}

static bool write_file(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wbe");
    if (!file)
        return false;
    const bool written = fwrite(text, 1, length, file) == length;
    return fclose(file) == 0 && written;
}

/* Drops options, in addition to those in `always`, until the compiler accepts the probe. Returns the dropped options;
 * -1: the compiler accepts none. */
static int accepted_options(const struct taub_host_compiler *compiler, const struct taub_device_config *config,
                            unsigned always, const struct scratch_folder *scratch)
{
    static const unsigned tries[] = {0, TAUB_WITHOUT_TUNING, TAUB_WITHOUT_TUNING | TAUB_WITHOUT_EXTRAS};
    int result = -1;
    if (!write_file(scratch->probe.data, probe_text, strlen(probe_text)))
        return -1;
    for (size_t n = 0; n < sizeof tries / sizeof *tries && result < 0; n++) {
        struct taub_text options = {0}, log = {0};
        if (taub_host_compiler_options(config, tries[n] | always, &options) &&
            taub_host_compiler_run(compiler, options.data, scratch->probe.data, scratch->target.data, NULL, &log) ==
                TAUB_HOST_COMPILED)
            result = (int)(tries[n] | always);
        taub_text_free(&options);
        taub_text_free(&log);
        unlink(scratch->target.data);
    }
    return result;
}

/* Makes scratch->target. *without: options to drop; on return, those that were dropped. *works is false if the compiler
 * cannot compile anything at all. */
static enum taub_status compile(const struct taub_device *device, const struct taub_host_compiler *compiler,
                                const struct taub_bundle *bundle, const struct scratch_folder *scratch,
                                unsigned *without, bool *works, struct taub_error *error)
{
    const struct taub_device_config *config = &device->config;
    const struct taub_host_stop signals = {.signalled = device->watch ? device->watch->interrupt : NULL};
    const struct taub_host_stop *stop = signals.signalled ? &signals : NULL;
    enum taub_host_outcome outcome = TAUB_HOST_FAILED;
    size_t length;
    const char *source = taub_bundle_source(bundle, &length);
    struct taub_text options = {0}, log = {0};
    *works = true;
    if (!write_file(scratch->source.data, source, length))
        return taub_fail(error, TAUB_FAILED, "%s cannot be written; set TMPDIR to a folder with free space.",
                         scratch->source.data);
    if (taub_host_compiler_options(config, *without, &options))
        outcome =
            taub_host_compiler_run(compiler, options.data, scratch->source.data, scratch->target.data, stop, &log);
    if (outcome == TAUB_HOST_FAILED) {
        const int dropped = accepted_options(compiler, config, *without, scratch);
        *works = dropped >= 0;
        if (*works && (unsigned)dropped != *without) {
            *without = (unsigned)dropped;
            taub_text_free(&options);
            taub_text_free(&log);
            if (taub_host_compiler_options(config, *without, &options))
                outcome = taub_host_compiler_run(compiler, options.data, scratch->source.data, scratch->target.data,
                                                 stop, &log);
        }
    }
    enum taub_status status = TAUB_OK;
    const char *more = getenv("TAUB_CFLAGS");
    if (outcome == TAUB_HOST_ENDED)
        status = taub_fail(error, TAUB_FAILED, "The kernels were not compiled: %s",
                           log.data ? log.data : "the compiler was ended.");
    else if (outcome == TAUB_HOST_FAILED && !*works)
        status = taub_fail(error, TAUB_FAILED, "The C compiler %s does not work%s%s. It says:\n%s", compiler->program,
                           more && *more ? " with TAUB_CFLAGS=" : "", more && *more ? more : "",
                           log.data ? log.data : "(nothing)");
    else if (outcome == TAUB_HOST_FAILED)
        status = taub_compile_error(bundle, compiler->program, log.data ? log.data : "", error);
    taub_text_free(&options);
    taub_text_free(&log);
    return status;
}

/* Loads a library from a copy in memory, for file systems mounted noexec. The file's name under /proc may be reused for
 * another library while this one is loaded, and the loader would take the two for the same: so the file gets a link
 * with a unique name. */
static void *open_copy(const char *path)
{
    struct scratch_folder scratch;
    struct taub_text content = {0}, memory = {0};
    void *library = NULL;
    const int file = memfd_create("taub-kernels", MFD_CLOEXEC);
    if (scratch_folder_open(&scratch) && file >= 0 && taub_text_read(&content, path) &&
        write(file, content.data, content.length) == (ssize_t)content.length &&
        taub_text_print(&memory, "/proc/self/fd/%d", file) && symlink(memory.data, scratch.target.data) == 0)
        library = dlopen(scratch.target.data, RTLD_NOW | RTLD_LOCAL);
    if (file >= 0)
        close(file);
    taub_text_free(&content);
    taub_text_free(&memory);
    scratch_folder_close(&scratch);
    return library;
}

/* A library holds the numbers of one program, so each program loads its own: a file that this process has already
 * loaded is loaded from a copy. */
static void *open_unused(const char *path)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    void *used = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    void *library = used ? NULL : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    pthread_mutex_unlock(&lock);
    if (!used)
        return library;
    library = open_copy(path);
    dlclose(used);
    return library;
}

/* Sets *reason on failure. */
static void *open_library(const char *path, char *reason, size_t size)
{
    void *library = open_unused(path);
    if (!library) {
        const char *text = dlerror();
        snprintf(reason, size, "%s", text ? text : "no reason is given");
        library = open_copy(path);
    }
    return library;
}

/* Appends the contents of files named by options, as in "-include x.h": a changed file makes another program. */
static bool add_named_files(struct taub_text *out, const char *options)
{
    bool good = true;
    for (const char *c = options; good && *c;) {
        const size_t space = strspn(c, " \t\n"), length = strcspn(c + space, " \t\n");
        char *word = strndup(c + space, length), *value = word ? strchr(word, '=') : NULL;
        const char *names[] = {word ? word + (*word == '@') : NULL, value ? value + 1 : NULL};
        struct stat about;
        good = word != NULL;
        for (int n = 0; good && n < 2; n++)
            if (names[n] && *names[n] && stat(names[n], &about) == 0 && S_ISREG(about.st_mode))
                good = taub_text_print(out, "%s\n", names[n]) && taub_text_read(out, names[n]);
        free(word);
        c += space + length;
    }
    return good;
}

/* What else determines the result of a compiler, for the cache key: further words of TAUB_CC, named files, the
 * environment. */
static bool describe_surroundings(const char *options, struct taub_text *out)
{
    static const char *const variables[] = {"CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH",
                                            "GCC_EXEC_PREFIX"};
    const char *chosen = getenv("TAUB_CC");
    const char *words = chosen ? chosen + strspn(chosen, " \t") : "";
    words += strcspn(words, " \t");
    bool good =
        taub_text_print(out, "words%s\n", words) && add_named_files(out, words) && add_named_files(out, options);
    for (size_t n = 0; good && n < sizeof variables / sizeof *variables; n++) {
        const char *value = getenv(variables[n]);
        good = taub_text_print(out, "%s=%s\n", variables[n], value ? value : "");
    }
    return good;
}

static struct taub_key key_of(const struct taub_device_config *config, const struct taub_bundle *bundle,
                              const char *compiler, unsigned without)
{
    char processor[8192];
    struct taub_text options = {0}, surroundings = {0};
    struct taub_key key = {""};
    size_t length;
    const char *text = taub_bundle_source(bundle, &length);
    const struct taub_key source = taub_source_key(text, length);
    describe_processor(processor, sizeof processor);
    if (taub_host_compiler_options(config, without, &options) && describe_surroundings(options.data, &surroundings)) {
        const struct taub_key_part parts[] = {{"host 3", 6},
                                              {source.hex, strlen(source.hex)},
                                              {options.data, options.length},
                                              {compiler, strlen(compiler)},
                                              {surroundings.data, surroundings.length},
                                              {processor, strlen(processor)}};
        key = taub_key_of(parts, 6);
    }
    taub_text_free(&options);
    taub_text_free(&surroundings);
    return key;
}

static void *open_cached(const char *path)
{
    struct taub_text payload = {0};
    char reason[512];
    void *library = path && taub_cache_load(path, &payload) ? open_library(path, reason, sizeof reason) : NULL;
    taub_text_free(&payload);
    return library;
}

static void store(const struct scratch_folder *scratch, const char *path, const char *path_without_compiler)
{
    struct taub_text payload = {0};
    if (path && taub_text_read(&payload, scratch->target.data)) {
        taub_cache_store(path, payload.data, payload.length);
        /* also for machines of this kind without a compiler */
        if (path_without_compiler)
            taub_cache_store(path_without_compiler, payload.data, payload.length);
    }
    taub_text_free(&payload);
}

/* Compiles, caches and loads. */
static enum taub_status make(const struct taub_device *device, const struct taub_host_compiler *compiler,
                             const struct taub_bundle *bundle, const char *path, const char *bare_path,
                             unsigned *without, struct taub_host_built *built, bool *works, struct taub_error *error)
{
    enum taub_status status;
    struct scratch_folder scratch;
    taub_device_compiling(device, compiler->name);
    if (scratch_folder_open(&scratch))
        status = compile(device, compiler, bundle, &scratch, without, works, error);
    else
        status = taub_fail(error, TAUB_FAILED,
                           "No folder for compiling can be created; set TMPDIR to a folder with free space.");
    if (status == TAUB_OK) {
        store(&scratch, path, bare_path);
        char reason[512];
        built->handle = open_library(scratch.target.data, reason, sizeof reason);
        if (!built->handle)
            status = taub_fail(error, TAUB_FAILED,
                               "The compiled kernels cannot be loaded: %s. Where that folder is mounted noexec, set "
                               "TMPDIR to another one.",
                               reason);
    }
    scratch_folder_close(&scratch);
    return status;
}

/* A user who has chosen compiler options has also chosen the level of optimisation. */
static bool may_start_quickly(const struct taub_device *device)
{
    const char *more = getenv("TAUB_CFLAGS"), *wanted = getenv("TAUB_QUICK_START");
    return !device->brief && device->watch && device->watch->quick && !(more && *more) &&
           !(wanted && strcmp(wanted, "off") == 0);
}

/* Starts the build of the optimised kernels while those in `built` run. */
static void optimize_later(const struct taub_device *device, const struct taub_host_compiler *compiler,
                           const struct taub_bundle *bundle, unsigned without, const char *path, const char *bare_path,
                           struct taub_host_built *built)
{
    size_t length;
    const char *source = taub_bundle_source(bundle, &length);
    struct taub_host_job job = {.path = path ? strdup(path) : NULL, .bare_path = bare_path ? strdup(bare_path) : NULL};
    job.compiler = *compiler;
    job.compiler.program = strdup(compiler->program);
    job.compiler.words = strdup(compiler->words);
    job.compiler.identity = strdup(compiler->identity);
    built->quick = true;
    if (job.compiler.program && job.compiler.words && job.compiler.identity &&
        taub_host_compiler_options(&device->config, without & ~(unsigned)TAUB_WITHOUT_OPTIMIZATION, &job.options) &&
        taub_text_append(&job.source, source, length))
        built->later = taub_host_later_start(&job);
    else
        taub_host_job_free(&job);
}

void *taub_host_optimize(const struct taub_host_job *job, const struct taub_host_stop *stop)
{
    struct scratch_folder scratch;
    struct taub_text log = {0};
    void *library = NULL;
    char reason[512];
    if (scratch_folder_open(&scratch) && write_file(scratch.source.data, job->source.data, job->source.length) &&
        taub_host_compiler_run(&job->compiler, job->options.data, scratch.source.data, scratch.target.data, stop,
                               &log) == TAUB_HOST_COMPILED) {
        store(&scratch, job->path, job->bare_path);
        library = open_library(scratch.target.data, reason, sizeof reason);
    }
    taub_text_free(&log);
    scratch_folder_close(&scratch);
    return library;
}

static unsigned level_of(const struct taub_device *device)
{
    return device->brief ? TAUB_WITHOUT_OPTIMIZATION | TAUB_FOR_BRIEF : 0;
}

/* Leaves the library NULL and returns TAUB_OK if this compiler does not work and another may. */
static enum taub_status build_with(const struct taub_device *device, const struct taub_host_compiler *compiler,
                                   const struct taub_bundle *bundle, struct taub_host_built *built, bool *works,
                                   struct taub_error *error)
{
    const struct taub_device_config *config = &device->config;
    const unsigned level = level_of(device);
    const struct taub_key key = key_of(config, bundle, compiler->identity, level);
    const struct taub_key bare = key_of(config, bundle, "none", level);
    const struct taub_key quick = key_of(config, bundle, compiler->identity, TAUB_WITHOUT_OPTIMIZATION);
    char *path = taub_cache_path(&key, ".so"), *bare_path = taub_cache_path(&bare, ".so");
    char *quick_path = taub_cache_path(&quick, ".so");
    enum taub_status status = TAUB_OK;
    unsigned without = level;
    *works = true;
    built->handle = open_cached(path);
    built->cached = built->handle != NULL;
    if (!built->handle && may_start_quickly(device)) {
        without = TAUB_WITHOUT_OPTIMIZATION;
        built->handle = open_cached(quick_path);
        built->cached = built->handle != NULL;
        if (!built->handle)
            status = make(device, compiler, bundle, quick_path, NULL, &without, built, works, error);
        if (built->handle)
            optimize_later(device, compiler, bundle, without, path, bare_path, built);
    } else if (!built->handle)
        status = make(device, compiler, bundle, path, bare_path, &without, built, works, error);
    free(path);
    free(bare_path);
    free(quick_path);
    return status;
}

enum taub_status taub_host_build(const struct taub_device *device, const struct taub_bundle *bundle,
                                 struct taub_host_built *built, struct taub_error *error)
{
    const struct taub_device_config *config = &device->config;
    struct taub_host_compiler compiler;
    enum taub_status status = TAUB_FAILED;
    bool works = false;
    int candidate = 0;
    *built = (struct taub_host_built){0};
    for (; !works && taub_host_compiler_find(candidate, &compiler); candidate++) {
        status = build_with(device, &compiler, bundle, built, &works, error);
        taub_host_compiler_free(&compiler);
    }
    if (candidate > 0)
        return status;
    const struct taub_key bare = key_of(config, bundle, "none", level_of(device));
    char *path = taub_cache_path(&bare, ".so");
    built->handle = open_cached(path);
    built->cached = true;
    free(path);
    if (built->handle)
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT,
                     "Kernels cannot be compiled for the host: %s. Or fill the cache with `taub compile` on a "
                     "machine of the same kind that has a compiler and shares this one's cache folder.",
                     taub_host_compiler_missing());
}

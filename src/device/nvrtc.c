/* NVRTC, CUDA's compiler as a library. It needs no GPU. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "device/compile_only.h"
#include "device/cuda_api.h"
#include "device/internal.h"

/* The library stays loaded: it is slow to initialise, and leaks when it is unloaded. */
static void *find_library(void)
{
    static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12"};
    const char *const folders[] = {NULL, getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda"};
    void *library = NULL;
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++)
        for (size_t n = 0; n < sizeof names / sizeof *names && !library; n++) {
            struct taub_text path = {0};
            if (f == 0)
                library = dlopen(names[n], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
            else if (folders[f] && *folders[f] && taub_text_print(&path, "%s/lib64/%s", folders[f], names[n]))
                library = dlopen(path.data, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
            taub_text_free(&path);
        }
    return library;
}

enum taub_status taub_nvrtc_load(struct taub_nvrtc *self, struct taub_error *error)
{
    *self = (struct taub_nvrtc){0};
    self->library = find_library();
    if (!self->library)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "CUDA's compiler is missing: libnvrtc.so cannot be loaded. Install the CUDA toolkit 12 or 13 "
                         "and set CUDA_HOME to its folder.");
#define TAUB_FIND(name, arguments)                                                                                 \
    *(void **)&self->name = dlsym(self->library, "nvrtc" #name);                                                   \
    if (!self->name) {                                                                                             \
        taub_nvrtc_unload(self);                                                                                   \
        return taub_fail(error, TAUB_BAD_INPUT, "CUDA's compiler has no nvrtc" #name ": it must be 12 or newer."); \
    }
    TAUB_NVRTC_FUNCTIONS(TAUB_FIND)
#undef TAUB_FIND
    if (self->Version(&self->major, &self->minor) != NVRTC_SUCCESS) {
        taub_nvrtc_unload(self);
        return taub_fail(error, TAUB_FAILED, "CUDA's compiler does not report its version.");
    }
    return TAUB_OK;
}

void taub_nvrtc_unload(struct taub_nvrtc *self)
{
    if (self->library)
        dlclose(self->library);
    *self = (struct taub_nvrtc){0};
}

bool taub_nvrtc_options(enum taub_precision precision, enum taub_reproducible reproducible, struct taub_text *out)
{
    const bool strict = reproducible == TAUB_STRICT, single = precision == TAUB_SINGLE;
    const char *more = getenv("TAUB_CUDAFLAGS");
    return taub_text_print(out, "--std=c++17 -default-device --disable-warnings --generate-line-info") &&
           taub_text_print(out, " --fmad=%s", strict ? "false" : "true") &&
           (strict || !single || taub_text_print(out, " --prec-div=false --prec-sqrt=false --ftz=true")) &&
           taub_text_print(out, " --define-macro=TAUB_SINGLE=%d --define-macro=TAUB_STRICT=%d %s", single, strict,
                           more ? more : "");
}

/* The highest supported architecture not above `wanted`; 0: none. */
static int best_arch(const struct taub_nvrtc *self, int wanted)
{
    int count = 0, best = 0;
    if (self->GetNumSupportedArchs(&count) != NVRTC_SUCCESS || count < 1)
        return 0;
    int *list = calloc((size_t)count, sizeof *list);
    if (list && self->GetSupportedArchs(list) == NVRTC_SUCCESS)
        for (int n = 0; n < count; n++)
            if (list[n] <= wanted && list[n] > best)
                best = list[n];
    free(list);
    return best;
}

/* Splits the options in place and adds the architecture. */
static int arguments_of(char *options, char *arch, const char **list, int capacity)
{
    int count = 0;
    list[count++] = arch;
    char *rest;
    for (char *word = strtok_r(options, " ", &rest); word && count < capacity; word = strtok_r(NULL, " ", &rest))
        list[count++] = word;
    return count;
}

static bool read_log(const struct taub_nvrtc *self, nvrtcProgram program, struct taub_text *log)
{
    size_t size = 0;
    if (self->GetProgramLogSize(program, &size) != NVRTC_SUCCESS || size == 0)
        return true;
    char *text = calloc(size + 1, 1);
    const bool good =
        text && self->GetProgramLog(program, text) == NVRTC_SUCCESS && taub_text_append(log, text, strlen(text));
    free(text);
    return good;
}

static bool read_binary(const struct taub_nvrtc *self, nvrtcProgram program, bool exact, struct taub_text *binary)
{
    size_t size = 0;
    if ((exact ? self->GetCUBINSize(program, &size) : self->GetPTXSize(program, &size)) != NVRTC_SUCCESS || size == 0)
        return false;
    char *data = malloc(size);
    const bool good = data && (exact ? self->GetCUBIN(program, data) : self->GetPTX(program, data)) == NVRTC_SUCCESS &&
                      taub_text_append(binary, data, size);
    free(data);
    return good;
}

enum taub_status taub_nvrtc_compile(const struct taub_nvrtc *self, const struct taub_bundle *bundle,
                                    const char *options, int arch, struct taub_text *binary, struct taub_text *log,
                                    struct taub_error *error)
{
    enum { CAPACITY = 64 };
    const char *list[CAPACITY];
    char target[64], name[32];
    const int best = best_arch(self, arch);
    if (best == 0)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "CUDA's compiler %d.%d cannot make code for a GPU of compute capability %d.%d.", self->major,
                         self->minor, arch / 10, arch % 10);
    snprintf(target, sizeof target, "--gpu-architecture=%s_%d", best == arch ? "sm" : "compute", best);
    char *words = strdup(options);
    struct taub_text source = {0};
    nvrtcProgram program = NULL;
    const bool created = words && taub_bundle_gpu_source(bundle, false, &source) &&
                         self->CreateProgram(&program, source.data, "taub", 0, NULL, NULL) == 0;
    taub_text_free(&source);
    if (!created) {
        free(words);
        return taub_device_no_memory(error);
    }
    const int count = arguments_of(words, target, list, CAPACITY);
    struct taub_text own_log = {0};
    struct taub_text *messages = log ? log : &own_log;
    const bool compiled = self->CompileProgram(program, count, list) == NVRTC_SUCCESS;
    enum taub_status status = TAUB_OK;
    snprintf(name, sizeof name, "NVRTC %d.%d", self->major, self->minor);
    if (!read_log(self, program, messages) || (compiled && !read_binary(self, program, best == arch, binary)))
        status = taub_device_no_memory(error);
    else if (!compiled)
        status = taub_compile_error(bundle, name, messages->data ? messages->data : "", error);
    taub_text_free(&own_log);
    self->DestroyProgram(&program);
    free(words);
    return status;
}

enum taub_status taub_cuda_compile_only(const struct taub_bundle *bundle, enum taub_precision precision,
                                        enum taub_reproducible reproducible, int arch, char **log, size_t *code_bytes,
                                        struct taub_error *error)
{
    struct taub_nvrtc nvrtc;
    struct taub_text options = {0}, binary = {0}, messages = {0};
    *log = NULL;
    *code_bytes = 0;
    enum taub_status status = taub_nvrtc_load(&nvrtc, error);
    if (status != TAUB_OK)
        return status;
    if (!taub_nvrtc_options(precision, reproducible, &options))
        status = taub_device_no_memory(error);
    else
        status = taub_nvrtc_compile(&nvrtc, bundle, options.data, arch, &binary, &messages, error);
    *code_bytes = binary.length;
    *log = messages.data;
    taub_text_free(&options);
    taub_text_free(&binary);
    taub_nvrtc_unload(&nvrtc);
    return status;
}

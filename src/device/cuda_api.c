#include "device/cuda_api.h"

#include <dlfcn.h>

enum taub_status taub_cuda_load(struct taub_cuda *self, struct taub_error *error)
{
    *self = (struct taub_cuda){0};
    self->library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!self->library)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "There is no NVIDIA driver on this machine: libcuda.so.1 cannot be loaded.");
#define TAUB_FIND(name, symbol, arguments)                                                                         \
    *(void **)&self->name = dlsym(self->library, #symbol);                                                         \
    if (!self->name) {                                                                                             \
        taub_cuda_unload(self);                                                                                    \
        return taub_fail(error, TAUB_BAD_INPUT,                                                                    \
                         "The NVIDIA driver has no " #symbol ": it is older than CUDA 11.4 and must be updated."); \
    }
    TAUB_CUDA_FUNCTIONS(TAUB_FIND)
#undef TAUB_FIND
    self->newer = true;
#define TAUB_FIND(name, symbol, arguments)                 \
    *(void **)&self->name = dlsym(self->library, #symbol); \
    self->newer = self->newer && self->name;
    TAUB_CUDA_NEWER_FUNCTIONS(TAUB_FIND)
#undef TAUB_FIND
    CUresult code = self->Init(0);
    if (code == CUDA_SUCCESS)
        code = self->DriverGetVersion(&self->driver);
    if (code == CUDA_SUCCESS)
        code = self->DeviceGetCount(&self->count);
    enum taub_status status = TAUB_OK;
    if (code != CUDA_SUCCESS)
        status = taub_fail(error, TAUB_BAD_INPUT, "The NVIDIA driver does not start: %s.", taub_cuda_error(self, code));
    else if (self->count == 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "The NVIDIA driver sees no GPU.");
    if (status != TAUB_OK)
        taub_cuda_unload(self);
    return status;
}

void taub_cuda_unload(struct taub_cuda *self)
{
    if (self->library)
        dlclose(self->library);
    *self = (struct taub_cuda){0};
}

const char *taub_cuda_error(const struct taub_cuda *self, CUresult code)
{
    const char *text = NULL;
    self->GetErrorString(code, &text);
    return text ? text : "unknown error";
}

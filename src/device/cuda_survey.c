/* Lists the GPUs and their properties. */
#include <stdio.h>
#include <string.h>

#include "device/cuda.h"

void taub_cuda_describe(const struct taub_cuda *cuda, CUdevice device, int arch, struct taub_device_report *report)
{
    struct taub_nvrtc nvrtc;
    report->kind = TAUB_DEVICE_CUDA;
    cuda->DeviceGetName(report->name, (int)sizeof report->name, device);
    cuda->MemGetInfo(&report->memory_free, &report->memory_total);
    report->usable = taub_nvrtc_load(&nvrtc, NULL) == TAUB_OK;
    const int length = snprintf(report->detail, sizeof report->detail, "compute capability %d.%d, driver %d.%d, ",
                                arch / 10, arch % 10, cuda->driver / 1000, cuda->driver % 1000 / 10);
    if (report->usable) {
        snprintf(report->detail + length, sizeof report->detail - (size_t)length, "NVRTC %d.%d", nvrtc.major,
                 nvrtc.minor);
        taub_nvrtc_unload(&nvrtc);
    } else {
        snprintf(report->detail + length, sizeof report->detail - (size_t)length,
                 "but no NVRTC: install the CUDA toolkit 12 or 13, or set CUDA_HOME to its folder");
    }
}

CUresult taub_cuda_find(const struct taub_cuda *cuda, int index, CUdevice *device, int *arch)
{
    int major = 0, minor = 0;
    CUresult code = cuda->DeviceGet(device, index);
    if (code == CUDA_SUCCESS)
        code = cuda->DeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, *device);
    if (code == CUDA_SUCCESS)
        code = cuda->DeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, *device);
    *arch = 10 * major + minor;
    return code;
}

/* Lists the devices whose memory this one can access: ranks exchange ghost zones through it (evolve/peers.c). */
static void describe_peers(const struct taub_cuda *cuda, CUdevice device, struct taub_device_report *report)
{
    size_t length = strlen(report->detail);
    const char *separator = "; reaches cuda:";
    for (int n = 0; n < cuda->count && length < sizeof report->detail; n++) {
        CUdevice other;
        int can = 0;
        if (n == report->index || cuda->DeviceGet(&other, n) != CUDA_SUCCESS ||
            cuda->DeviceCanAccessPeer(&can, device, other) != CUDA_SUCCESS || !can)
            continue;
        length += (size_t)snprintf(report->detail + length, sizeof report->detail - length, "%s%d", separator, n);
        separator = ",";
    }
}

int taub_cuda_survey(struct taub_device_report *reports, int capacity)
{
    struct taub_cuda cuda;
    struct taub_error error;
    if (capacity < 1)
        return 0;
    if (taub_cuda_load(&cuda, &error) != TAUB_OK) {
        *reports = (struct taub_device_report){.kind = TAUB_DEVICE_CUDA, .name = "CUDA"};
        snprintf(reports->detail, sizeof reports->detail, "%.*s", (int)sizeof reports->detail - 1, error.message);
        return 1;
    }
    int count = 0;
    for (; count < cuda.count && count < capacity; count++) {
        CUdevice device;
        CUcontext context = NULL;
        int arch;
        reports[count] = (struct taub_device_report){.kind = TAUB_DEVICE_CUDA, .index = count, .name = "CUDA"};
        CUresult code = taub_cuda_find(&cuda, count, &device, &arch);
        if (code == CUDA_SUCCESS)
            code = cuda.DevicePrimaryCtxRetain(&context, device);
        if (code == CUDA_SUCCESS) {
            cuda.CtxSetCurrent(context);
            taub_cuda_describe(&cuda, device, arch, &reports[count]);
            describe_peers(&cuda, device, &reports[count]);
            cuda.CtxSetCurrent(NULL);
            cuda.DevicePrimaryCtxRelease(device);
        } else {
            snprintf(reports[count].detail, sizeof reports[count].detail, "%s", taub_cuda_error(&cuda, code));
        }
    }
    taub_cuda_unload(&cuda);
    return count;
}

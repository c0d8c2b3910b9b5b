/* The declarations of CUDA's driver interface and of NVRTC that Taub needs. Both are loaded at run time, so that
 * neither is needed to build Taub. Names carry the suffix (_v2) of the version that these types belong to. */
#ifndef TAUB_CUDA_API_H
#define TAUB_CUDA_API_H

#include <stdbool.h>
#include <stddef.h>

#include "device/device.h"
#include "jit/text.h"

typedef int CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef unsigned long long CUgraphConditionalHandle;
/* Only conditional nodes; other kinds are not needed. */
typedef struct CUgraphNodeParams_st {
    int type, reserved0[3];
    union {
        long long reserved1[29];
        struct {
            CUgraphConditionalHandle handle;
            int type;
            unsigned size;
            CUgraph *bodies;
            CUcontext context;
        } conditional;
    };
    long long reserved2;
} CUgraphNodeParams;
typedef struct CUipcMemHandle_st {
    char reserved[64];
} CUipcMemHandle;
typedef int nvrtcResult;
typedef struct nvrtcProgram_st *nvrtcProgram;

enum {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_NOT_READY = 600,
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = 1,
    CU_STREAM_NON_BLOCKING = 1,
    CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
    CU_STREAM_SET_CAPTURE_DEPENDENCIES = 1,
    CU_GRAPH_COND_ASSIGN_DEFAULT = 1,
    CU_GRAPH_COND_TYPE_IF = 0,
    CU_GRAPH_NODE_TYPE_CONDITIONAL = 13,
    CU_EVENT_DEFAULT = 0,
    CU_EVENT_BLOCKING_SYNC = 1,
    CU_EVENT_DISABLE_TIMING = 2,
    NVRTC_SUCCESS = 0
};

/* Member X is the function cuX; the second name is its symbol. */
#define TAUB_CUDA_FUNCTIONS(F)                                                                                        \
    F(Init, cuInit, (unsigned))                                                                                       \
    F(GetErrorString, cuGetErrorString, (CUresult, const char **))                                                    \
    F(DriverGetVersion, cuDriverGetVersion, (int *))                                                                  \
    F(DeviceGetCount, cuDeviceGetCount, (int *))                                                                      \
    F(DeviceGet, cuDeviceGet, (CUdevice *, int))                                                                      \
    F(DeviceGetName, cuDeviceGetName, (char *, int, CUdevice))                                                        \
    F(DeviceGetAttribute, cuDeviceGetAttribute, (int *, int, CUdevice))                                               \
    F(DevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))                                      \
    F(DevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (CUdevice))                                              \
    F(CtxSetCurrent, cuCtxSetCurrent, (CUcontext))                                                                    \
    F(MemGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                                                              \
    F(MemAlloc, cuMemAlloc_v2, (CUdeviceptr *, size_t))                                                               \
    F(MemFree, cuMemFree_v2, (CUdeviceptr))                                                                           \
    F(MemHostRegister, cuMemHostRegister_v2, (void *, size_t, unsigned))                                              \
    F(MemHostUnregister, cuMemHostUnregister, (void *))                                                               \
    F(IpcGetMemHandle, cuIpcGetMemHandle, (CUipcMemHandle *, CUdeviceptr))                                            \
    F(IpcOpenMemHandle, cuIpcOpenMemHandle_v2, (CUdeviceptr *, CUipcMemHandle, unsigned))                             \
    F(IpcCloseMemHandle, cuIpcCloseMemHandle, (CUdeviceptr))                                                          \
    F(DeviceCanAccessPeer, cuDeviceCanAccessPeer, (int *, CUdevice, CUdevice))                                        \
    F(DeviceGetPCIBusId, cuDeviceGetPCIBusId, (char *, int, CUdevice))                                                \
    F(MemsetD8Async, cuMemsetD8Async, (CUdeviceptr, unsigned char, size_t, CUstream))                                 \
    F(MemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (CUdeviceptr, const void *, size_t, CUstream))                           \
    F(MemcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void *, CUdeviceptr, size_t, CUstream))                                 \
    F(MemcpyDtoDAsync, cuMemcpyDtoDAsync_v2, (CUdeviceptr, CUdeviceptr, size_t, CUstream))                            \
    F(ModuleLoadData, cuModuleLoadData, (CUmodule *, const void *))                                                   \
    F(ModuleUnload, cuModuleUnload, (CUmodule))                                                                       \
    F(ModuleGetFunction, cuModuleGetFunction, (CUfunction *, CUmodule, const char *))                                 \
    F(ModuleGetGlobal, cuModuleGetGlobal_v2, (CUdeviceptr *, size_t *, CUmodule, const char *))                       \
    F(LaunchKernel, cuLaunchKernel,                                                                                   \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **)) \
    F(StreamCreate, cuStreamCreate, (CUstream *, unsigned))                                                           \
    F(StreamCreateWithPriority, cuStreamCreateWithPriority, (CUstream *, unsigned, int))                              \
    F(CtxGetStreamPriorityRange, cuCtxGetStreamPriorityRange, (int *, int *))                                         \
    F(StreamWaitEvent, cuStreamWaitEvent, (CUstream, CUevent, unsigned))                                              \
    F(StreamDestroy, cuStreamDestroy_v2, (CUstream))                                                                  \
    F(StreamSynchronize, cuStreamSynchronize, (CUstream))                                                             \
    F(StreamQuery, cuStreamQuery, (CUstream))                                                                         \
    F(StreamBeginCapture, cuStreamBeginCapture_v2, (CUstream, int))                                                   \
    F(StreamEndCapture, cuStreamEndCapture, (CUstream, CUgraph *))                                                    \
    F(GraphInstantiate, cuGraphInstantiateWithFlags, (CUgraphExec *, CUgraph, unsigned long long))                    \
    F(GraphLaunch, cuGraphLaunch, (CUgraphExec, CUstream))                                                            \
    F(GraphExecDestroy, cuGraphExecDestroy, (CUgraphExec))                                                            \
    F(GraphDestroy, cuGraphDestroy, (CUgraph))                                                                        \
    F(EventCreate, cuEventCreate, (CUevent *, unsigned))                                                              \
    F(EventDestroy, cuEventDestroy_v2, (CUevent))                                                                     \
    F(EventRecord, cuEventRecord, (CUevent, CUstream))                                                                \
    F(EventSynchronize, cuEventSynchronize, (CUevent))                                                                \
    F(EventElapsedTime, cuEventElapsedTime, (float *, CUevent, CUevent))

/* Available in drivers for CUDA 12.4 and newer: conditional branches of graphs. */
#define TAUB_CUDA_NEWER_FUNCTIONS(F)                                                                     \
    F(StreamGetCaptureInfo, cuStreamGetCaptureInfo_v3,                                                   \
      (CUstream, int *, unsigned long long *, CUgraph *, const CUgraphNode **, const void **, size_t *)) \
    F(StreamUpdateCaptureDependencies, cuStreamUpdateCaptureDependencies_v2,                             \
      (CUstream, CUgraphNode *, const void *, size_t, unsigned))                                         \
    F(StreamBeginCaptureToGraph, cuStreamBeginCaptureToGraph,                                            \
      (CUstream, CUgraph, const CUgraphNode *, const void *, size_t, int))                               \
    F(GraphConditionalHandleCreate, cuGraphConditionalHandleCreate,                                      \
      (CUgraphConditionalHandle *, CUgraph, CUcontext, unsigned, unsigned))                              \
    F(GraphAddNode, cuGraphAddNode_v2,                                                                   \
      (CUgraphNode *, CUgraph, const CUgraphNode *, const void *, size_t, CUgraphNodeParams *))

struct taub_cuda {
    void *library;
    bool newer; /* TAUB_CUDA_NEWER_FUNCTIONS are available */
    int driver; /* 13000 for 13.0 */
    int count;  /* number of devices */
#define TAUB_DECLARE(name, symbol, arguments) CUresult(*name) arguments;
    TAUB_CUDA_FUNCTIONS(TAUB_DECLARE)
    TAUB_CUDA_NEWER_FUNCTIONS(TAUB_DECLARE)
#undef TAUB_DECLARE
};

/* Loads and initialises libcuda.so.1. TAUB_BAD_INPUT, with the reason, if there is no driver or no device. */
enum taub_status taub_cuda_load(struct taub_cuda *self, struct taub_error *error);
void taub_cuda_unload(struct taub_cuda *self);
const char *taub_cuda_error(const struct taub_cuda *self, CUresult code);

#define TAUB_NVRTC_FUNCTIONS(F)                                                                                   \
    F(Version, (int *, int *))                                                                                    \
    F(GetNumSupportedArchs, (int *))                                                                              \
    F(GetSupportedArchs, (int *))                                                                                 \
    F(CreateProgram, (nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *)) \
    F(CompileProgram, (nvrtcProgram, int, const char *const *))                                                   \
    F(GetProgramLogSize, (nvrtcProgram, size_t *))                                                                \
    F(GetProgramLog, (nvrtcProgram, char *))                                                                      \
    F(GetCUBINSize, (nvrtcProgram, size_t *))                                                                     \
    F(GetCUBIN, (nvrtcProgram, char *))                                                                           \
    F(GetPTXSize, (nvrtcProgram, size_t *))                                                                       \
    F(GetPTX, (nvrtcProgram, char *))                                                                             \
    F(DestroyProgram, (nvrtcProgram *))

struct taub_nvrtc {
    void *library;
    int major, minor;
#define TAUB_DECLARE(name, arguments) nvrtcResult(*name) arguments;
    TAUB_NVRTC_FUNCTIONS(TAUB_DECLARE)
#undef TAUB_DECLARE
};

/* Looks for NVRTC on the loader's search path, then in $CUDA_HOME, $CUDA_PATH and /usr/local/cuda. */
enum taub_status taub_nvrtc_load(struct taub_nvrtc *self, struct taub_error *error);
void taub_nvrtc_unload(struct taub_nvrtc *self);

/* Appends the options, separated by spaces, without the architecture. */
bool taub_nvrtc_options(enum taub_precision precision, enum taub_reproducible reproducible, struct taub_text *out);
/* Compiles for compute capability arch (90 for 9.0): to machine code, or to PTX for the next lower one that NVRTC
 * knows. `log` may be NULL. */
enum taub_status taub_nvrtc_compile(const struct taub_nvrtc *self, const struct taub_bundle *bundle,
                                    const char *options, int arch, struct taub_text *binary, struct taub_text *log,
                                    struct taub_error *error);

#endif

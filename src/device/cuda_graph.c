/* Sequences of launches as CUDA graphs.
 *
 * Launches that nearly always do nothing (taub_launch.gate: corrections, and with several ranks their votes and ghost
 * zones) still take a microsecond each. Consecutive ones become the body of a conditional node, which the GPU enters if
 * control.troubled or control.refill requires it. Drivers before CUDA 12.4 have no such nodes and run all launches. */
#include <stddef.h>
#include <stdlib.h>

#include "device/cuda.h"

/* Fewest launches that are worth a branch: a branch takes as long as eight or nine empty launches (H200: 7.3 us and
 * 0.87 us). */
enum { FEWEST = 12 };

struct cuda_branches {
    CUmodule module;
    CUfunction set_condition;
    CUstream stream; /* bodies are recorded on it */
    bool refused;    /* a sequence could not be recorded with branches; earlier ones may use them, so the module stays
                        loaded */
};

/* set_condition(condition, &control->troubled, &control->refill, least): sets the condition of a node. In PTX, because
 * it only reads the clock, and calls a function of the device runtime that not every NVRTC knows. */
static const char condition_text[] =
    ".version 8.3\n"
    ".target sm_75\n"
    ".address_size 64\n"
    ".extern .func cudaGraphSetConditional(.param .b64 condition, .param .b32 value);\n"
    ".visible .entry set_condition(.param .u64 condition, .param .u64 troubled, .param .u64 refill, .param .u32 "
    "least)\n"
    "{\n"
    "    .reg .pred %p<3>;\n"
    "    .reg .b32 %r<6>;\n"
    "    .reg .b64 %rd<4>;\n"
    "    ld.param.u64 %rd1, [condition];\n"
    "    ld.param.u64 %rd2, [troubled];\n"
    "    ld.param.u64 %rd3, [refill];\n"
    "    ld.param.u32 %r1, [least];\n"
    "    ld.global.u32 %r2, [%rd2];\n"
    "    ld.global.u32 %r3, [%rd3];\n"
    "    setp.ge.s32 %p1, %r2, %r1;\n"
    "    setp.ne.or.s32 %p2, %r3, 0, %p1;\n"
    "    selp.u32 %r4, 1, 0, %p2;\n"
    "    {\n"
    "    .param .b64 first;\n"
    "    .param .b32 second;\n"
    "    st.param.b64 [first], %rd1;\n"
    "    st.param.b32 [second], %r4;\n"
    "    call.uni cudaGraphSetConditional, (first, second);\n"
    "    }\n"
    "    ret;\n"
    "}\n";

void taub_cuda_branches_close(struct cuda_device *self)
{
    struct cuda_branches *branches = self->branches;
    if (!branches)
        return;
    if (branches->stream)
        self->cuda.StreamDestroy(branches->stream);
    if (branches->module)
        self->cuda.ModuleUnload(branches->module);
    free(branches);
    self->branches = NULL;
}

/* Whether branches can be used. Without them all launches are made, which only costs time. */
static bool has_branches(struct cuda_device *self)
{
    if (self->branches_checked)
        return self->branches && !self->branches->refused;
    self->branches_checked = true;
    self->branches = self->cuda.newer ? calloc(1, sizeof *self->branches) : NULL;
    struct cuda_branches *branches = self->branches;
    if (branches &&
        (self->cuda.ModuleLoadData(&branches->module, condition_text) != CUDA_SUCCESS ||
         self->cuda.ModuleGetFunction(&branches->set_condition, branches->module, "set_condition") != CUDA_SUCCESS ||
         self->cuda.StreamCreate(&branches->stream, CU_STREAM_NON_BLOCKING) != CUDA_SUCCESS))
        taub_cuda_branches_close(self);
    return self->branches;
}

/* The second stream has priority when both have work: its work waits for other ranks, and passes use the remaining
 * capacity. */
static CUresult open_second_stream(struct cuda_device *self)
{
    int least = 0, greatest = 0;
    CUresult code = self->cuda.CtxGetStreamPriorityRange(&least, &greatest);
    if (code == CUDA_SUCCESS && !self->forked)
        code = self->cuda.EventCreate(&self->forked, CU_EVENT_DISABLE_TIMING);
    if (code == CUDA_SUCCESS && !self->joined)
        code = self->cuda.EventCreate(&self->joined, CU_EVENT_DISABLE_TIMING);
    return code == CUDA_SUCCESS
               ? self->cuda.StreamCreateWithPriority(&self->second_stream, CU_STREAM_NON_BLOCKING, greatest)
               : code;
}

static bool uses_second_stream(const struct taub_launch *launches, int count)
{
    for (int n = 0; n < count; n++)
        if (launches[n].call && launches[n].call->beside)
            return true;
    return false;
}

/* Calls, and launches that wait for a call, cannot be part of a body. */
static bool is_gated(const struct taub_launch *launch)
{
    return launch->gate > 0 && !launch->call && !launch->joins;
}

/* How many of the next launches have a gate, and the lowest gate among them. */
static int count_gated(const struct taub_launch *launches, int count, int *least)
{
    int n = 0;
    *least = launches[0].gate;
    for (; n < count && is_gated(&launches[n]); n++)
        *least = launches[n].gate < *least ? launches[n].gate : *least;
    return n;
}

/* The end of the graph that is being recorded, where the next node is added. */
struct tail {
    CUgraph graph;
    const CUgraphNode *nodes;
    const void *edges;
    size_t count;
};

static CUresult find_tail(struct cuda_device *self, struct tail *tail)
{
    int state;
    unsigned long long number;
    return self->cuda.StreamGetCaptureInfo(self->stream, &state, &number, &tail->graph, &tail->nodes, &tail->edges,
                                           &tail->count);
}

/* Adds the launch that sets the condition, and a conditional node with an empty body. */
static CUresult add_branch(struct cuda_device *self, const struct taub_buffer *control, int least, CUgraph *body)
{
    const struct taub_cuda *cuda = &self->cuda;
    CUgraphNodeParams node = {.type = CU_GRAPH_NODE_TYPE_CONDITIONAL};
    CUdeviceptr clock = taub_cuda_address(control);
    CUdeviceptr troubled = clock + offsetof(struct taub_control, troubled);
    CUdeviceptr refill = clock + offsetof(struct taub_control, refill);
    struct tail tail;
    CUgraphNode added;
    CUresult code = find_tail(self, &tail);
    if (code == CUDA_SUCCESS)
        code = cuda->GraphConditionalHandleCreate(&node.conditional.handle, tail.graph, self->context, 0,
                                                  CU_GRAPH_COND_ASSIGN_DEFAULT);
    void *arguments[] = {&node.conditional.handle, &troubled, &refill, &least};
    if (code == CUDA_SUCCESS)
        code = cuda->LaunchKernel(self->branches->set_condition, 1, 1, 1, 1, 1, 1, 0, self->stream, arguments, NULL);
    if (code == CUDA_SUCCESS)
        code = find_tail(self, &tail);
    node.conditional.type = CU_GRAPH_COND_TYPE_IF;
    node.conditional.size = 1;
    node.conditional.context = self->context;
    if (code == CUDA_SUCCESS)
        code = cuda->GraphAddNode(&added, tail.graph, tail.nodes, tail.edges, tail.count, &node);
    if (code == CUDA_SUCCESS)
        code = cuda->StreamUpdateCaptureDependencies(self->stream, &added, NULL, 1, CU_STREAM_SET_CAPTURE_DEPENDENCIES);
    *body = code == CUDA_SUCCESS ? node.conditional.bodies[0] : NULL;
    return code;
}

static enum taub_status record_branch(struct cuda_device *self, const struct taub_launch *launches, int count,
                                      int least, struct taub_error *error)
{
    const struct taub_cuda *cuda = &self->cuda;
    const CUstream stream = self->branches->stream;
    CUgraph body;
    CUresult code = add_branch(self, launches[0].control, least, &body);
    if (code == CUDA_SUCCESS)
        code = cuda->StreamBeginCaptureToGraph(stream, body, NULL, NULL, 0, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    if (code != CUDA_SUCCESS)
        return taub_cuda_failed(self, "record a branch", code, error);
    enum taub_status status = TAUB_OK;
    for (int n = 0; n < count && status == TAUB_OK; n++)
        status = taub_cuda_enqueue(self, &launches[n], stream, error);
    code = cuda->StreamEndCapture(stream, &body);
    return status == TAUB_OK && code != CUDA_SUCCESS ? taub_cuda_failed(self, "record a branch", code, error) : status;
}

static enum taub_status record_one(struct cuda_device *self, const struct taub_launch *launch, struct taub_error *error)
{
    const CUresult code = launch->joins ? self->cuda.StreamWaitEvent(self->stream, self->joined, 0) : CUDA_SUCCESS;
    return code == CUDA_SUCCESS ? taub_cuda_enqueue(self, launch, self->stream, error)
                                : taub_cuda_failed(self, "wait for the second stream", code, error);
}

static bool wants_branches(const struct taub_launch *launches, int count)
{
    int length = 0;
    for (int n = 0; n < count && length < FEWEST; n++)
        length = is_gated(&launches[n]) ? length + 1 : 0;
    return length >= FEWEST;
}

static enum taub_status record(struct cuda_device *self, const struct taub_launch *launches, int count, bool branches,
                               CUgraphExec *out, struct taub_error *error)
{
    CUgraph graph = NULL;
    CUresult code = self->cuda.StreamBeginCapture(self->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    if (code != CUDA_SUCCESS)
        return taub_cuda_failed(self, "record a sequence", code, error);
    enum taub_status status = TAUB_OK;
    for (int n = 0, length = 1; n < count && status == TAUB_OK; n += length) {
        int least;
        length = count_gated(launches + n, count - n, &least);
        if (branches && length >= FEWEST) {
            status = record_branch(self, launches + n, length, least, error);
            continue;
        }
        length = length > 0 ? length : 1;
        for (int k = 0; k < length && status == TAUB_OK; k++)
            status = record_one(self, &launches[n + k], error);
    }
    code = self->cuda.StreamEndCapture(self->stream, &graph);
    if (status == TAUB_OK && code == CUDA_SUCCESS)
        code = self->cuda.GraphInstantiate(out, graph, 0);
    if (graph)
        self->cuda.GraphDestroy(graph);
    if (status == TAUB_OK && code != CUDA_SUCCESS)
        status = taub_cuda_failed(self, "record a sequence", code, error);
    return status;
}

enum taub_status taub_cuda_record(struct cuda_device *self, const struct taub_launch *launches, int count,
                                  CUgraphExec *out, struct taub_error *error)
{
    const CUresult code =
        !self->second_stream && uses_second_stream(launches, count) ? open_second_stream(self) : CUDA_SUCCESS;
    if (code != CUDA_SUCCESS)
        return taub_cuda_failed(self, "record a sequence", code, error);
    /* has_branches loads a module, which is not allowed while a graph is recorded */
    if (wants_branches(launches, count) && has_branches(self)) {
        if (record(self, launches, count, true, out, NULL) == TAUB_OK)
            return TAUB_OK;
        self->branches->refused = true;
    }
    return record(self, launches, count, false, out, error);
}

/* taub devices: devices and libraries that were found, and why others are missing. */
#include "cli.h"
#include "comm/nccl.h"
#include "device/device.h"

static void print_library(const char *name, const char *detail, bool print)
{
    if (print)
        printf("%-10s %s\n", name, detail);
}

int cli_devices(const struct cli_options *options)
{
    struct taub_device_report reports[32];
    const int count = taub_device_survey(reports, 32);
    int missing = 0;
    printf("%-10s %-40s %-18s %s\n", "device", "name", "memory (free)", "detail");
    for (int i = 0; i < count; i++) {
        const struct taub_device_report *report = &reports[i];
        char label[24], memory[160];
        if (!report->usable) {
            missing++;
            continue;
        }
        snprintf(label, sizeof label, "%s:%d", cli_device_name(report->kind), report->index);
        snprintf(memory, sizeof memory, "%s (%s)", cli_bytes((double)report->memory_total).text,
                 cli_bytes((double)report->memory_free).text);
        printf("%-10s %-40s %-18s %s\n", label, report->name, memory, report->detail);
    }
    char mpi[512], nccl[512];
    const bool with_mpi = taub_comm_describe(mpi, sizeof mpi), with_nccl = taub_nccl_describe(nccl, sizeof nccl);
    if (with_mpi || with_nccl)
        printf("\n");
    print_library("mpi", mpi, with_mpi);
    print_library("nccl", nccl, with_nccl);
    if (missing > 0 || !with_mpi || !with_nccl)
        printf("\nmissing:\n");
    for (int i = 0; i < count; i++)
        if (!reports[i].usable)
            printf("%-10s %s\n", cli_device_name(reports[i].kind), reports[i].detail);
    print_library("mpi", mpi, !with_mpi);
    print_library("nccl", nccl, !with_nccl);
    return TAUB_OK;
}

/* taub doctor: its built-in cases and recorded speeds. */
#ifndef TAUB_CLI_DOCTOR_H
#define TAUB_CLI_DOCTOR_H

#include "cli.h"
#include "device/device.h"

struct doctor_case {
    const char *name, *what;
    int64_t steps;
    const char *text; /* of the case file, without the device */
};
const struct doctor_case *doctor_cases(int *count);

/* Speed of the case doctor_speed_text on some hardware. */
struct doctor_record {
    enum taub_device_kind kind;
    const char *hardware;
    int cells;   /* along each axis */
    int threads; /* of the host; 0: all */
    double zone_updates_per_second;
    double copy_bandwidth; /* bytes/s */
};
const char *doctor_speed_text(void);
/* The record to compare a device with; NULL if there is none for its kind, as for OpenCL on a CPU. */
const struct doctor_record *doctor_record_of(const struct taub_device_report *device);

#endif

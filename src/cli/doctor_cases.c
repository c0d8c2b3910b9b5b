/* The cases of taub doctor, and the speeds that it compares with. */
#include "doctor.h"

/* Small cases that together use every kind of pass: a relativistic fluid in one dimension, a Godunov scheme in two, and
 * an event in Milne coordinates with a tabulated equation of state. */
static const struct doctor_case cases[] = {
    {"shock tube", "srhd, kurganov-tadmor, 200 cells", 40,
     "system: srhd\n"
     "eos: {kind: ideal-gas, gamma: 1.6666666666666667, mass: 1}\n"
     "mesh: {cells: [200, 1, 1], lower: [0, 0, 0], upper: [1, 1, 1], boundary: outflow}\n"
     "scheme: {kind: kurganov-tadmor}\n"
     "time: {start: 0, end: 1, cfl: 0.4}\n"
     "initial:\n"
     "  kind: riemann\n"
     "  axis: x\n"
     "  position: 0.5\n"
     "  left: {pressure: 13.33, charge_density: 10}\n"
     "  right: {pressure: 0.01, charge_density: 1}\n"},
    {"gas dynamics", "euler, ader-weno 2, 48 x 32 cells", 20,
     "system: euler\n"
     "eos: {kind: ideal-gas, gamma: 1.4}\n"
     "mesh: {cells: [48, 32, 1], lower: [-1, -1, 0], upper: [1, 1, 1], boundary: outflow}\n"
     "scheme: {kind: ader-weno, order: 2}\n"
     "time: {start: 0, end: 1, cfl: 0.4}\n"
     "initial:\n"
     "  kind: riemann\n"
     "  axis: diagonal\n"
     "  position: 0\n"
     "  left: {density: 1, pressure: 1, velocity: [0.1, 0.2, 0]}\n"
     "  right: {density: 0.125, pressure: 0.1}\n"},
    {"event", "srhd, lattice-wb, Milne, 32 x 32 cells", 20,
     "system: srhd\n"
     "eos: {kind: lattice-wb}\n"
     "mesh: {coordinates: milne, cells: [32, 32, 1], lower: [-8, -8, -0.5], upper: [8, 8, 0.5], boundary: outflow}\n"
     "scheme: {kind: kurganov-tadmor}\n"
     "time: {start: 0.6, end: 5, cfl: 0.4}\n"
     "initial:\n"
     "  kind: gaussian\n"
     "  background: {energy_density: 0.01}\n"
     "  peak: {energy_density: 30}\n"
     "  center: [0.3, -0.2, 0]\n"
     "  width: [2, 3, 0]\n"},
};

/* bench/srhd-conformal.yaml. */
static const char speed_text[] = "system: srhd\n"
                                 "eos: {kind: conformal}\n"
                                 "mesh: {lower: [-8, -8, -8], upper: [8, 8, 8], boundary: periodic}\n"
                                 "scheme: {kind: kurganov-tadmor, theta: 1.5, integrator: rk2}\n"
                                 "time: {start: 0, end: 1000, cfl: 0.4}\n"
                                 "initial:\n"
                                 "  kind: gaussian\n"
                                 "  background: {energy_density: 0.5}\n"
                                 "  peak: {energy_density: 20}\n"
                                 "  width: [2, 2, 2]\n";

/* From bench/README.md, in double precision. The copy bandwidth of the core follows from its 6.4 GB/s, which are 19 %.
 */
static const struct doctor_record records[] = {
    {TAUB_DEVICE_CUDA, "NVIDIA H200, CUDA 13", 256, 0, 3.17e9, 4.16e12},
    {TAUB_DEVICE_OPENCL, "NVIDIA H200, OpenCL", 256, 0, 3.16e9, 4.16e12},
    {TAUB_DEVICE_HOST, "one core of an AMD EPYC (Zen 5, AVX-512), gcc 12", 128, 1, 1.61e7, 34e9},
};

const struct doctor_case *doctor_cases(int *count)
{
    *count = (int)(sizeof cases / sizeof *cases);
    return cases;
}

const char *doctor_speed_text(void)
{
    return speed_text;
}

const struct doctor_record *doctor_record_of(const struct taub_device_report *device)
{
    if (device->kind == TAUB_DEVICE_OPENCL && device->host_memory)
        return NULL;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (records[i].kind == device->kind)
            return &records[i];
    return NULL;
}

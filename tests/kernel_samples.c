/* Shows kernel headers to editors: kernel_samples KERNELS FOLDER COMMANDS CASE...
 *
 * A header of kernels/ is read as a part of the first of these cases whose program has it, or of the one that has the
 * header with the most similar path. FOLDER gets, for each case, its constants and what it puts in the place of the
 * headers of kernels/case, and its program; COMMANDS, the compile_commands.json of the build, an entry for each header.
 * tests/tree/test_kernel_headers.py compiles every header so. */
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "case/case.h"
#include "core/text_file.h"
#include "core/try.h"
#include "eos/eos.h"
#include "evolve/internal.h"
#include "evolve/start.h"
#include "jit/bundle.h"
#include "jit/embedded.h"
#include "taub/case.h"

/* By the beginning of a path: constants of programs that are no case's; or the case of files of which a program has
 * one, by the equation of state. */
static const struct {
    const char *begins, *options, *of_case;
} others[] = {
    {"hadrons/decays",
     "-DFEED_MOMENTA=8 -DFEED_DIRECTIONS=8 -DFEED_RAPIDITIES=8 -DFEED_STEP=0.1 -DFEED_SCALE=1.0 "
     "-DFEED_REACH=4.0 -DFEED_SLOPE=1.0 -DFEED_NODES_Y=8 -DFEED_NODES_ZETA=8 ",
     NULL},
    {"hadrons/polarization",
     "-DPOLARIZATION_DIRECTIONS=4 -DPOLARIZATION_RAPIDITIES=1 -DPOLARIZATION_INVARIANT=0 -DPOLARIZATION_NODES=16 "
     "-DPOLARIZATION_CHARGED=1 ",
     NULL},
    {"hadrons/sample", "-DSAMPLE_VISCOUS=1 -DSAMPLE_OVER_ENERGY=0 -DSAMPLE_BOUND=2.0 -DSAMPLE_CHARGED=1 ", NULL},
    {"hadrons/spectra",
     "-DSPECTRA_DIRECTIONS=8 -DSPECTRA_RAPIDITIES=4 -DSPECTRA_INVARIANT=0 -DSPECTRA_SYMMETRIC=0 "
     "-DSPECTRA_NODES=12 -DSPECTRA_CHARGED=1 -DSPECTRA_VISCOUS=1 -DSPECTRA_OVER_ENERGY=0 "
     "-DSPECTRA_BOUNDED=0 -DSPECTRA_OUTWARD=0 ",
     NULL},
    {"eos/table_2d", "-DTAUB_EOS_LEVELS=1 ", NULL},
    {"passes/diffusion", "", "/current-sheet/"},
    {"passes/maxwell_polarize", "", "/crystal-with-pole"},
    {"passes/mhd_thread_group", "", "/current-sheet/"},
    {"riemann/mhd_hllc", "", "/current-sheet/"},
    {"riemann/mhd_hlli", "", "/ryu-jones/"},
    {"riemann/srmhd_hllc", "", "/balsara-tubes/"},
    {"riemann/srmhd", "", "/srmhd-rotor/"},
    {"schemes/maxwell_crystal", "", "/crystal-with-pole"},
    {"viscosities/bulk_code", "-Dbulk_viscosity=real_fabs ", NULL},
    {"viscosities/shear_code", "-Dshear_viscosity=real_fabs ", NULL},
    {"systems/srhd_gamma_law", "", "/riemann-2d-srhd/"},
    {"systems/srhd_any_eos", "", "/pbpb-2760-2d/"},
};

enum { NO_CASE = -1 };

struct samples {
    const char *kernels, *folder;
    int *of_header; /* the case of each embedded kernel */
};

static enum taub_status no_memory(struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "There is not enough memory.");
}

static enum taub_status write_file(const char *path, const char *text, size_t length, struct taub_error *error)
{
    FILE *file = fopen(path, "w");
    if (!file || fwrite(text, 1, length, file) != length || fclose(file) != 0)
        return taub_fail(error, TAUB_FAILED, "%s cannot be written.", path);
    return TAUB_OK;
}

/* What the case puts in the place of a header: all its parts, then the user's file. */
static enum taub_status write_role(const struct taub_bundle *bundle, const char *role, const char *path,
                                   struct taub_error *error)
{
    struct taub_text whole = {0};
    const char *name, *text, *file, *follows = "";
    bool good = taub_text_print(&whole, "#pragma once\n");
    for (int n = 0; good && (name = taub_bundle_role_at(bundle, n, &text, &file)); n++)
        if (strcmp(name, role) == 0) {
            good = taub_text_print(&whole, "%s\n", text);
            follows = *file ? file : follows;
        }
    char *absolute = *follows ? realpath(follows, NULL) : NULL;
    if (absolute)
        good = good && taub_text_print(&whole, "#include \"%s\"\n", absolute);
    const enum taub_status status = good ? write_file(path, whole.data, whole.length, error) : no_memory(error);
    taub_text_free(&whole);
    free(absolute);
    return status;
}

/* Constants stand before the first file; those of GPUs, and the values of numbers, before the host's text. */
static enum taub_status write_constants(const struct taub_bundle *bundle, const char *folder, struct taub_error *error)
{
    size_t length;
    char path[4096];
    const char *source = taub_bundle_source(bundle, &length), *end = strstr(source, "#line ");
    snprintf(path, sizeof path, "%s/constants.h", folder);
    TRY(write_file(path, source, end ? (size_t)(end - source) : length, error));
    snprintf(path, sizeof path, "%s/program.c", folder);
    TRY(write_file(path, source, length, error));
    struct taub_text gpu = {0};
    enum taub_status status = taub_bundle_gpu_source(bundle, true, &gpu) ? TAUB_OK : no_memory(error);
    snprintf(path, sizeof path, "%s/gpu_constants.h", folder);
    if (status == TAUB_OK)
        status = write_file(path, gpu.data, gpu.length - length, error);
    taub_text_free(&gpu);
    return status;
}

/* Whether a header may be shown as a part of this case. */
static bool goes_with(const char *path, const char *words)
{
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        if (others[n].of_case && strncmp(path, others[n].begins, strlen(others[n].begins)) == 0)
            return strstr(words, others[n].of_case) != NULL;
    return true;
}

static enum taub_status write_sample(struct samples *self, int number, const char *words,
                                     const struct taub_bundle *bundle, struct taub_error *error)
{
    char folder[2048], path[4096];
    const char *role, *text, *file;
    snprintf(folder, sizeof folder, "%s/%d", self->folder, number);
    snprintf(path, sizeof path, "%s/case", folder);
    mkdir(self->folder, 0777);
    mkdir(folder, 0777);
    mkdir(path, 0777);
    TRY(write_constants(bundle, folder, error));
    for (int n = 0; (role = taub_bundle_role_at(bundle, n, &text, &file)); n++) {
        snprintf(path, sizeof path, "%s/%s", folder, role);
        TRY(write_role(bundle, role, path, error));
    }
    const char *source = taub_bundle_source(bundle, NULL);
    for (int n = 0; n < taub_embedded_kernel_count; n++) {
        snprintf(path, sizeof path, "#line 1 \"kernels/%s\"\n", taub_embedded_kernels[n].path);
        if (self->of_header[n] == NO_CASE && strstr(source, path) && goes_with(taub_embedded_kernels[n].path, words))
            self->of_header[n] = number;
    }
    return TAUB_OK;
}

/* A case file and, behind spaces, keys that are set: its program, and behind those of all cases that of its initial
 * data.
 */
static enum taub_status add_case(struct samples *self, int number, int cases, char *words, struct taub_error *error)
{
    char *keys[16];
    int count = 0;
    const char *path = strtok(words, " ");
    for (char *word; count < 16 && (word = strtok(NULL, " "));)
        keys[count++] = word;
    struct taub_case *run_case = NULL;
    struct taub_eos *eos = NULL;
    struct taub_bundle *bundle = NULL;
    TRY(taub_case_load(path, (const char *const *)keys, count, &run_case, error));
    enum taub_status status = taub_eos_create(&taub_case_config(run_case)->eos, &eos, error);
    if (status == TAUB_OK)
        status = taub_program_bundle(taub_case_config(run_case), eos, &bundle, error);
    if (status == TAUB_OK)
        status = write_sample(self, number, path, bundle, error);
    taub_bundle_destroy(bundle);
    bundle = NULL;
    if (status == TAUB_OK)
        status = taub_start_bundle(taub_case_config(run_case), eos, &bundle, error);
    if (status == TAUB_OK)
        status = write_sample(self, number + cases, path, bundle, error);
    taub_bundle_destroy(bundle);
    taub_eos_destroy(eos);
    taub_case_destroy(run_case);
    return status;
}

static int common(const char *a, const char *b)
{
    int n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* The case of a header that no program has: that of the header with the most similar path. */
static int nearest(const struct samples *self, int header)
{
    int best = 0, longest = 0;
    for (int n = 0; n < taub_embedded_kernel_count; n++) {
        const int length = common(taub_embedded_kernels[n].path, taub_embedded_kernels[header].path);
        if (self->of_header[n] != NO_CASE && length > longest) {
            longest = length;
            best = self->of_header[n];
        }
    }
    return best;
}

/* A header for GPUs says so before its first function. */
static bool is_for_gpus(int header)
{
    const char *text = taub_embedded_kernels[header].start, *end = taub_embedded_kernels[header].end;
    const char *found = memmem(text, (size_t)(end - text), "\n#if !defined(TAUB_HOST)", 24);
    const char *function = memmem(text, (size_t)(end - text), "\nINLINE ", 8);
    return found && (!function || found < function);
}

static bool add_entry(const struct samples *self, int header, struct taub_text *out)
{
    const char *path = taub_embedded_kernels[header].path, *more = "";
    const int known = self->of_header[header], number = known == NO_CASE ? nearest(self, header) : known;
    const bool gpu = is_for_gpus(header);
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        if (strncmp(path, others[n].begins, strlen(others[n].begins)) == 0)
            more = others[n].options;
    char gpu_constants[4096] = "";
    if (gpu)
        snprintf(gpu_constants, sizeof gpu_constants, "-include %s/%d/gpu_constants.h ", self->folder, number);
    return taub_text_print(
        out,
        ",\n{ \"output\": \"kernel_samples/%s\",\n  \"directory\": \"%s\",\n  \"file\": \"%s/%s\",\n"
        "  \"command\": \"clang %s %s-include %s/%d/constants.h %s-I%s/%d -I%s -fsyntax-only %s/%s\" }",
        path, self->kernels, self->kernels, path,
        gpu ? "-x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120" : "-x c -std=c11", gpu_constants, self->folder, number,
        more, self->folder, number, self->kernels, self->kernels, path);
}

static enum taub_status write_commands(const struct samples *self, const char *path, struct taub_error *error)
{
    struct taub_text out = {0};
    char *text = NULL;
    size_t length = 0;
    TRY(taub_file_read_as("", SIZE_MAX, path, &text, &length, error));
    const char *own = strstr(text, ",\n{ \"output\": \"kernel_samples/"), *end = own ? own : strrchr(text, ']');
    while (end && end > text && (end[-1] == '\n' || end[-1] == ' '))
        end--;
    bool good = end && taub_text_append(&out, text, (size_t)(end - text));
    for (int n = 0; good && n < taub_embedded_kernel_count; n++)
        good = add_entry(self, n, &out);
    good = good && taub_text_print(&out, "\n]\n");
    enum taub_status status = good ? TAUB_OK : no_memory(error);
    if (status == TAUB_OK && strcmp(out.data, text) != 0) /* what is as it was is not written: builds look at times */
        status = write_file(path, out.data, out.length, error);
    taub_text_free(&out);
    free(text);
    return status;
}

int main(int count, char **arguments)
{
    struct taub_error error = {0};
    if (count < 5)
        return 2;
    struct samples samples = {arguments[1], arguments[2], malloc((size_t)taub_embedded_kernel_count * sizeof(int))};
    enum taub_status status = samples.of_header ? TAUB_OK : no_memory(&error);
    for (int n = 0; samples.of_header && n < taub_embedded_kernel_count; n++)
        samples.of_header[n] = NO_CASE;
    for (int n = 4; status == TAUB_OK && n < count; n++)
        status = add_case(&samples, n - 4, count - 4, arguments[n], &error);
    if (status == TAUB_OK)
        status = write_commands(&samples, arguments[3], &error);
    if (status != TAUB_OK)
        fprintf(stderr, "%s\n", error.message);
    free(samples.of_header);
    return status != TAUB_OK;
}

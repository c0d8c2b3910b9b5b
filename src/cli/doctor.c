/* taub doctor: which devices of this machine work. Runs small built-in cases in strict mode on every device, compares
 * all quantities bit for bit with those of the first device on one thread, and times a copy and a step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "doctor.h"
#include "evolve/run.h"
#include "jit/cache.h"

enum { MOST_DEVICES = 32, MOST_CASES = 8 };

/* All quantities of a run at its end. */
struct state {
    double *values;
    size_t count;
    int64_t steps;
    double time;
};

/* The result of one case on one device. */
struct trial {
    bool ran, agrees;
    size_t values, different;
    double largest; /* difference */
    char message[1024];
};

struct patient {
    struct taub_device_report report;
    int threads; /* host: 1 for the reference, 0 for all; others 0 */
    char label[40];
    struct trial trials[MOST_CASES];
    const struct doctor_record *record; /* NULL: not timed */
    bool timed;
    double speed, copy; /* zone updates/s, bytes/s */
    int cells;
    char slow_message[1024]; /* why it was not timed */
};

struct checkup {
    struct taub_device_report reports[MOST_DEVICES];
    int report_count;
    struct patient patients[MOST_DEVICES + 1];
    int patient_count;
    struct state references[MOST_CASES];
    bool healthy;
};

static const struct taub_compile_watch watch = {.compiling = cli_compiling};

static enum taub_status load(const char *text, const struct patient *patient, const char *extra, struct taub_case **out,
                             struct taub_error *error)
{
    char kind[40], index[40], threads[40];
    const char *overrides[4] = {kind, index, threads, extra};
    snprintf(kind, sizeof kind, "device.kind=%s", cli_device_name(patient->report.kind));
    snprintf(index, sizeof index, "device.index=%d", patient->report.index);
    snprintf(threads, sizeof threads, "device.threads=%d", patient->threads);
    return taub_case_load_text("taub doctor", text, strlen(text), overrides, 4, out, error);
}

/* ---- the same bits? ---- */

/* Reads all quantities of the system into one array. */
static enum taub_status read_all(struct taub_simulation *simulation, struct state *out, struct taub_error *error)
{
    int cells[3];
    const char *name;
    taub_simulation_cells(simulation, cells);
    const size_t zones = (size_t)cells[0] * (size_t)cells[1] * (size_t)cells[2];
    for (int n = 0; (name = taub_simulation_quantity(simulation, n)); n++)
        out->count += zones * (size_t)taub_simulation_components(simulation, name);
    out->values = malloc(out->count * sizeof *out->values);
    if (!out->values)
        return taub_fail(error, TAUB_FAILED, "No memory for the fields of a case.");
    size_t at = 0;
    for (int n = 0; (name = taub_simulation_quantity(simulation, n)); n++) {
        const size_t size = zones * (size_t)taub_simulation_components(simulation, name);
        TRY(taub_simulation_read(simulation, name, out->values + at, size, error));
        at += size;
    }
    out->steps = taub_simulation_steps(simulation);
    out->time = taub_simulation_time(simulation);
    return TAUB_OK;
}

static enum taub_status evolve(const struct doctor_case *entry, const struct patient *patient, struct state *out,
                               struct taub_error *error)
{
    struct taub_case *run_case = NULL;
    struct taub_simulation *simulation = NULL;
    enum taub_status status = load(entry->text, patient, "device.reproducible=strict", &run_case, error);
    if (status == TAUB_OK)
        status = taub_simulation_create_watched(run_case, &watch, &simulation, error);
    if (status == TAUB_OK)
        status = taub_simulation_advance(simulation, entry->steps, HUGE_VAL, error);
    if (status == TAUB_OK)
        status = read_all(simulation, out, error);
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
    return status;
}

static void compare(const struct state *expected, const struct state *result, struct trial *trial)
{
    trial->values = result->count;
    for (size_t i = 0; i < result->count; i++)
        if (memcmp(&expected->values[i], &result->values[i], sizeof(double))) {
            trial->different++;
            trial->largest = fmax(trial->largest, fabs(expected->values[i] - result->values[i]));
        }
    trial->agrees = trial->different == 0 && expected->steps == result->steps && expected->time == result->time;
    if (!trial->agrees)
        snprintf(trial->message, sizeof trial->message,
                 "%zu of %zu values differ, by up to %.3g; t = %.17g, %.17g there", trial->different, trial->values,
                 trial->largest, result->time, expected->time);
}

static void try_case(struct checkup *self, struct patient *patient, const struct doctor_case *entry, int n)
{
    struct trial *trial = &patient->trials[n];
    struct state result = {0};
    struct taub_error error;
    if (evolve(entry, patient, &result, &error) != TAUB_OK) {
        snprintf(trial->message, sizeof trial->message, "%.1000s", error.message);
    } else {
        trial->ran = true;
        if (!self->references[n].values) { /* this is the first device that could run the case */
            self->references[n] = result;
            result.values = NULL;
            trial->values = result.count;
            trial->agrees = true;
        } else {
            compare(&self->references[n], &result, trial);
        }
    }
    free(result.values);
    self->healthy = self->healthy && trial->agrees;
}

/* ---- how fast? ---- */

static void time_steps(struct patient *patient)
{
    struct taub_case *run_case;
    struct taub_bench bench;
    struct taub_error error;
    char cells[64];
    int n = patient->record->cells;
    const double bytes = 250.0; /* per cell, including what the host needs */
    while (n > 32 && bytes * n * n * n > 0.5 * (double)patient->report.memory_free)
        n /= 2;
    snprintf(cells, sizeof cells, "mesh.cells=[%d,%d,%d]", n, n, n);
    struct patient with_threads = *patient;
    with_threads.threads = patient->record->threads;
    enum taub_status status = load(doctor_speed_text(), &with_threads, cells, &run_case, &error);
    if (status == TAUB_OK) {
        status =
            taub_bench(run_case, NULL, patient->report.kind == TAUB_DEVICE_HOST ? 3 : 0, 3, &watch, &bench, &error);
        taub_case_destroy(run_case);
    }
    if (status != TAUB_OK) {
        snprintf(patient->slow_message, sizeof patient->slow_message, "%.1000s", error.message);
        return;
    }
    patient->timed = true;
    patient->cells = n;
    patient->speed = bench.zone_updates_per_second;
    patient->copy = bench.copy_bandwidth;
}

/* ---- the report ---- */

static void add_patient(struct checkup *self, const struct taub_device_report *report, int threads)
{
    struct patient *patient = &self->patients[self->patient_count++];
    *patient = (struct patient){.report = *report, .threads = threads};
    snprintf(patient->label, sizeof patient->label, "%s:%d%s", cli_device_name(report->kind), report->index,
             threads == 1 ? " (1 thread)" : "");
}

static void find_devices(struct checkup *self)
{
    self->report_count = taub_device_survey(self->reports, MOST_DEVICES);
    for (int i = 0; i < self->report_count; i++) /* the host comes first, since the others are compared with it */
        if (self->reports[i].usable && self->reports[i].kind == TAUB_DEVICE_HOST) {
            add_patient(self, &self->reports[i], 1);
            add_patient(self, &self->reports[i], 0);
            self->patients[self->patient_count - 1].record = doctor_record_of(&self->reports[i]);
        }
    for (int i = 0; i < self->report_count; i++)
        if (self->reports[i].usable && self->reports[i].kind != TAUB_DEVICE_HOST) {
            add_patient(self, &self->reports[i], 0);
            self->patients[self->patient_count - 1].record = doctor_record_of(&self->reports[i]);
        }
}

/* The first Python with the packages for reading and plotting results, in the same order as ./dev; NULL: none. */
static const char *find_python(void)
{
    if (system("python3 -c 'import numpy, h5py, matplotlib' >/dev/null 2>&1") == 0)
        return "python3";
    if (system("/usr/bin/python3 -c 'import numpy, h5py, matplotlib' >/dev/null 2>&1") == 0)
        return "/usr/bin/python3";
    return NULL;
}

static void cache_state(char *text, size_t size)
{
    char reason[2048];
    const char *named = getenv("TAUB_CACHE");
    if (named && !strcmp(named, "off"))
        snprintf(text, size, "off (TAUB_CACHE): every run compiles its kernels again");
    else if (taub_cache_refused(reason, sizeof reason))
        snprintf(text, size, "not used: %.1900s", reason);
    else
        snprintf(text, size, "in use");
}

static void print_found(const struct checkup *self)
{
    char cache[2048];
    const char *python = find_python();
    cache_state(cache, sizeof cache);
    printf("taub " TAUB_VERSION "\n\nfound\n");
    for (int i = 0; i < self->report_count; i++)
        if (self->reports[i].usable) {
            char label[24];
            snprintf(label, sizeof label, "%s:%d", cli_device_name(self->reports[i].kind), self->reports[i].index);
            printf("  %-12s %s; %s\n", label, self->reports[i].name, self->reports[i].detail);
        }
    printf("  %-12s %s\n", "cache", cache);
    if (python)
        printf("  %-12s %s, with numpy, h5py and matplotlib\n", "python", python);
    printf("\nmissing\n");
    for (int i = 0; i < self->report_count; i++)
        if (!self->reports[i].usable)
            printf("  %-12s %s\n", cli_device_name(self->reports[i].kind), self->reports[i].detail);
    if (!python)
        printf("  %-12s with numpy, h5py and matplotlib: for pictures and reading results\n", "python");
    fflush(stdout);
}

static void print_trials(const struct checkup *self, const struct doctor_case *entry, int n)
{
    printf("  %s (%s, %lld steps)\n", entry->name, entry->what, (long long)entry->steps);
    for (int p = 0; p < self->patient_count; p++) {
        const struct trial *trial = &self->patients[p].trials[n];
        const char *word = !trial->ran ? "FAILED: " : trial->agrees ? "same bits" : "OTHER BITS: ";
        printf("    %-20s %s", self->patients[p].label, word);
        cli_print_text(stdout, trial->message);
        printf("\n");
    }
    fflush(stdout);
}

static void print_speed(const struct patient *patient)
{
    const struct doctor_record *record = patient->record;
    printf("  %s", patient->label);
    if (!patient->timed) {
        printf(" FAILED: ");
        cli_print_text(stdout, patient->slow_message);
        printf("\n");
        return;
    }
    printf("%s, %d^3 cells, against %s, %d^3\n", record->threads == 1 ? ", 1 thread" : "", patient->cells,
           record->hardware, record->cells);
    printf("    copy  %9s/s, %.2f of %s/s\n", cli_bytes(patient->copy).text, patient->copy / record->copy_bandwidth,
           cli_bytes(record->copy_bandwidth).text);
    printf("    step  %9.3g zone updates/s, %.2f of %.3g\n", patient->speed,
           patient->speed / record->zone_updates_per_second, record->zone_updates_per_second);
    fflush(stdout);
}

static void write_patient(struct cli_json *json, const struct patient *patient)
{
    int count;
    const struct doctor_case *cases = doctor_cases(&count);
    cli_json_begin(json, NULL, '{');
    cli_json_string(json, "device", patient->label);
    cli_json_string(json, "name", patient->report.name);
    cli_json_string(json, "detail", patient->report.detail);
    cli_json_begin(json, "cases", '[');
    for (int n = 0; n < count; n++) {
        const struct trial *trial = &patient->trials[n];
        cli_json_begin(json, NULL, '{');
        cli_json_string(json, "case", cases[n].name);
        cli_json_string(json, "outcome", !trial->ran ? "failed" : trial->agrees ? "same bits" : "other bits");
        cli_json_integer(json, "values", (int64_t)trial->values);
        cli_json_integer(json, "different", (int64_t)trial->different);
        cli_json_number(json, "largest_difference", trial->largest);
        cli_json_string(json, "message", trial->message);
        cli_json_end(json, '}');
    }
    cli_json_end(json, ']');
    if (patient->slow_message[0])
        cli_json_string(json, "speed_failed", patient->slow_message);
    if (patient->timed) {
        cli_json_begin(json, "speed", '{');
        cli_json_integer(json, "cells", patient->cells);
        cli_json_number(json, "zone_updates_per_second", patient->speed);
        cli_json_number(json, "copy_bandwidth", patient->copy);
        cli_json_string(json, "recorded_on", patient->record->hardware);
        cli_json_integer(json, "recorded_cells", patient->record->cells);
        cli_json_number(json, "step_ratio", patient->speed / patient->record->zone_updates_per_second);
        cli_json_number(json, "copy_ratio", patient->copy / patient->record->copy_bandwidth);
        cli_json_end(json, '}');
    }
    cli_json_end(json, '}');
}

static bool write_json(const struct checkup *self, const char *path)
{
    struct cli_json json;
    char cache[2048];
    const char *python = find_python();
    cache_state(cache, sizeof cache);
    if (!cli_json_open(&json, path))
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_string(&json, "version", TAUB_VERSION);
    cli_json_string(&json, "verdict", self->healthy ? "works" : "does not work");
    cli_json_string(&json, "cache", cache);
    cli_json_string(&json, "python", python ? python : "");
    cli_json_begin(&json, "devices", '[');
    for (int p = 0; p < self->patient_count; p++)
        write_patient(&json, &self->patients[p]);
    cli_json_end(&json, ']');
    cli_json_begin(&json, "missing", '[');
    for (int i = 0; i < self->report_count; i++)
        if (!self->reports[i].usable) {
            cli_json_begin(&json, NULL, '{');
            cli_json_string(&json, "device", cli_device_name(self->reports[i].kind));
            cli_json_string(&json, "reason", self->reports[i].detail);
            cli_json_end(&json, '}');
        }
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

static void examine(struct checkup *self, bool quick, bool print)
{
    int count;
    const struct doctor_case *cases = doctor_cases(&count);
    if (print)
        printf("\nstrict mode, compared bit for bit with the first\n");
    fflush(stdout);
    for (int n = 0; n < count; n++) {
        for (int p = 0; p < self->patient_count; p++)
            try_case(self, &self->patients[p], &cases[n], n);
        if (print)
            print_trials(self, &cases[n], n);
    }
    if (quick)
        return;
    if (print)
        printf("\nspeed against the recorded one (never a failure; other work on the machine shows here)\n");
    fflush(stdout);
    for (int p = 0; p < self->patient_count; p++) {
        struct patient *patient = &self->patients[p];
        if (!patient->record)
            continue;
        time_steps(patient);
        self->healthy = self->healthy && patient->timed;
        if (print)
            print_speed(patient);
    }
}

int cli_doctor(const struct cli_options *options)
{
    struct checkup *self = calloc(1, sizeof *self);
    if (!self) {
        fprintf(stderr, "taub: out of memory\n");
        return TAUB_FAILED;
    }
    const bool print = !options->json || strcmp(options->json, "-");
    find_devices(self);
    self->healthy = self->patient_count > 0;
    if (print)
        print_found(self);
    examine(self, options->quick, print);
    if (print)
        printf("\n%s\n", self->healthy ? "Everything that was found works."
                         : self->patient_count == 0
                             ? "Nothing can compute: the host needs a C compiler (gcc, clang or cc)."
                             : "Not everything works; see the lines with words in capitals.");
    bool written = true;
    if (options->json)
        written = write_json(self, options->json);
    const int code = self->healthy && written ? TAUB_OK : TAUB_FAILED;
    for (int n = 0; n < MOST_CASES; n++)
        free(self->references[n].values);
    free(self);
    return code;
}

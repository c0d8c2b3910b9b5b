/* results.h5: one dataset for each number, over all events. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch/hadrons.h"
#include "batch/ledger.h"
#include "case/difference.h"
#include "case/value.h"
#include "output/hdf5_file.h"
#include "taub/taub.h"

static bool put_numbers(hid_t group, const char *name, hid_t stored, hid_t given, const void *values, int64_t count,
                        const char *unit)
{
    const hsize_t size = (hsize_t)count;
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const hid_t dataset = H5Dcreate2(group, name, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = dataset >= 0 && H5Dwrite(dataset, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 &&
                (!unit || taub_h5_put_text(dataset, "unit", unit));
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    if (space >= 0)
        H5Sclose(space);
    return good;
}

static bool put_texts(hid_t group, const char *name, const char *const *texts, int64_t count)
{
    const hsize_t size = (hsize_t)count;
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &size, NULL);
    bool good = H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    const hid_t dataset = good ? H5Dcreate2(group, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) : -1;
    good = dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0;
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

static bool put_column(hid_t group, const char *name, const struct taub_ledger *ledger, int column, double *room,
                       const char *unit)
{
    for (int64_t n = 0; n < ledger->count; n++)
        room[n] = ledger->rows[n * ledger->width + column];
    return put_numbers(group, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, room, ledger->count, unit);
}

/* Values of the study's keys for each event. */
static bool put_keys(hid_t file, const struct taub_study *study, double *room)
{
    const hid_t group = H5Gcreate2(file, "keys", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const char **texts = calloc((size_t)study->count, sizeof *texts);
    bool good = group >= 0 && texts;
    for (int axis = 0; axis < study->axis_count && good; axis++) {
        const struct taub_study_axis *a = &study->axes[axis];
        for (int64_t n = 0; n < study->count; n++) {
            texts[n] = a->shown[taub_study_value(study, n, axis)];
            if (a->numbers)
                taub_parse_real(texts[n], &room[n]);
        }
        good = a->numbers ? put_numbers(group, a->key, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, room, study->count, NULL)
                          : put_texts(group, a->key, texts, study->count);
    }
    free(texts);
    return group >= 0 && H5Gclose(group) >= 0 && good;
}

static bool put_rows(hid_t file, const struct taub_ledger *ledger, double *room)
{
    static const char *const groups[] = {"counts", "surface", "initial", "start", "end"};
    bool good = true;
    for (int n = 0; n < 5 && good; n++) {
        const hid_t group = H5Gcreate2(file, groups[n], H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        good = group >= 0 && H5Gclose(group) >= 0;
    }
    for (int n = 0; n < ledger->metadata_count && good; n++) {
        char name[64];
        snprintf(name, sizeof name, "initial/%s", ledger->metadata[n]);
        good = put_column(file, name, ledger, TAUB_ROW_METADATA + n, room, NULL);
    }
    for (int n = 0; n < TAUB_ROW_METADATA && good; n++)
        good = put_column(file, taub_row_names[n], ledger, n, room,
                          n == TAUB_ROW_SECONDS || n == TAUB_ROW_STEP_SECONDS ? "s" : NULL);
    for (int n = 0; n < 2 * ledger->column_count && good; n++) {
        const struct taub_ledger_column *column = &ledger->columns[n % ledger->column_count];
        char name[64];
        snprintf(name, sizeof name, "%s/%s", n < ledger->column_count ? "start" : "end", column->name);
        good = put_column(file, name, ledger, TAUB_ROW_COLUMNS + n, room, column->unit);
    }
    return good;
}

/* Datasets such as hadrons/211/dN_dy. */
static bool put_hadrons(hid_t file, const struct taub_study *study, const struct taub_ledger *ledger, double *room)
{
    char name[64];
    const int first = TAUB_ROW_COLUMNS + 2 * ledger->column_count;
    bool good = true;
    for (int s = -1; s < ledger->species_count && ledger->species_count > 0 && good; s++) {
        snprintf(name, sizeof name, "hadrons");
        if (s >= 0)
            snprintf(name, sizeof name, "hadrons/%lld", (long long)study->species[s]);
        const hid_t group = H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        for (int n = 0; n < TAUB_HADRON_NUMBERS && s >= 0 && group >= 0 && good; n++)
            good = put_column(group, taub_hadron_names[n], ledger, first + s * TAUB_HADRON_NUMBERS + n, room,
                              taub_hadron_units[n]);
        good = group >= 0 && H5Gclose(group) >= 0 && good;
    }
    return good;
}

static bool put_all(hid_t file, const struct taub_study *study, const struct taub_ledger *ledger, const char *case_text)
{
    double *room = calloc((size_t)ledger->count, sizeof *room);
    const char **reasons = calloc((size_t)ledger->count, sizeof *reasons);
    for (int64_t n = 0; reasons && n < ledger->count; n++)
        reasons[n] = ledger->reasons[n] ? ledger->reasons[n] : "";
    const bool good =
        room && reasons && taub_h5_put_text(file, "software", "Taub") &&
        taub_h5_put_text(file, "softwareVersion", TAUB_VERSION) && taub_h5_put_text(file, "study", ledger->hash) &&
        taub_h5_put_text(file, "title", study->title ? study->title : "") && put_texts(file, "case", &case_text, 1) &&
        put_numbers(file, "status", H5T_STD_I8LE, H5T_NATIVE_UCHAR, ledger->status, ledger->count, NULL) &&
        put_texts(file, "reason", reasons, ledger->count) && put_keys(file, study, room) &&
        put_rows(file, ledger, room) && put_hadrons(file, study, ledger, room);
    free(reasons);
    free(room);
    return good;
}

/* Flushes the file to disk before it is renamed. */
static bool sync_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

enum taub_status taub_results_write(const char *folder, const struct taub_study *study,
                                    const struct taub_ledger *ledger, const struct taub_case *first,
                                    struct taub_error *error)
{
    char part[4096], path[4096];
    char *case_text = NULL;
    snprintf(part, sizeof part, "%s/results.h5.part", folder);
    snprintf(path, sizeof path, "%s/results.h5", folder);
    enum taub_status status = taub_case_text(first, &case_text, error);
    if (status != TAUB_OK)
        return status;
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    unlink(part); /* left by a batch that was killed, or a link that must not be followed */
    const hid_t file = taub_h5_create(part, 0);
    bool good = file >= 0 && put_all(file, study, ledger, case_text);
    if (file >= 0)
        good = H5Fclose(file) >= 0 && good;
    if (!good)
        status = taub_fail(error, TAUB_FAILED, "%s: cannot be written: %s. All results are in the journal next to it.",
                           path, taub_h5_reason());
    taub_h5_silence_end(&silence);
    if (good && (!sync_file(part) || rename(part, path) != 0))
        status = taub_fail(error, TAUB_FAILED, "%s: cannot be written: %s. All results are in the journal next to it.",
                           path, strerror(errno));
    if (status != TAUB_OK)
        unlink(part);
    free(case_text);
    return status;
}

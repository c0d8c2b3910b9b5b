/* Signals from files: times and values, and the spline through them. */
#include "systems/signal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/text_file.h"
#include "core/try.h"
#include "eos/data_file.h"

enum { MOST_TIMES = 4096 }; /* tables are part of the program's text */

static enum taub_status read_times(const char *path, const char *text, size_t length, double *times, double *values,
                                   int *count, struct taub_error *error)
{
    struct taub_numbers pair = {0};
    enum taub_status status = TAUB_OK;
    int line = 0, n = 0;
    for (const char *at = text; status == TAUB_OK && at < text + length;) {
        char bad[32];
        const char *start = at;
        pair.count = 0;
        line++;
        const int got = taub_line_numbers(&at, text + length, &pair, bad);
        if (got == 0)
            continue;
        if (got == -2)
            status = taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", path);
        else if (got != 2 || !isfinite(pair.values[0]) || !isfinite(pair.values[1]))
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected a time and a value, got '%.*s'", path, line,
                               (int)strcspn(start, "#\r\n"), start);
        else if (n > 0 && !(pair.values[0] > times[n - 1]))
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected growing times, got %.10g after %.10g", path,
                               line, pair.values[0], times[n - 1]);
        else if (n == MOST_TIMES)
            status = taub_fail(error, TAUB_BAD_INPUT, "%s:%d: expected at most %d times", path, line, MOST_TIMES);
        else {
            times[n] = pair.values[0];
            values[n++] = pair.values[1];
        }
    }
    free(pair.values);
    if (status == TAUB_OK && n < 2)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: expected two times or more, got %d", path, n);
    *count = n;
    return status;
}

enum taub_status taub_signal_read(const char *path, double **times, double **values, int *count,
                                  struct taub_error *error)
{
    char *text;
    size_t length;
    TRY(taub_file_read_as("source.table ", SIZE_MAX, path, &text, &length, error));
    *times = malloc(MOST_TIMES * sizeof **times);
    *values = malloc(MOST_TIMES * sizeof **values);
    const enum taub_status status = *times && *values
                                        ? read_times(path, text, length, *times, *values, count, error)
                                        : taub_fail(error, TAUB_FAILED, "%s: does not fit into memory", path);
    free(text);
    if (status != TAUB_OK) {
        free(*times);
        free(*values);
        *times = *values = NULL;
    }
    return status;
}

void taub_signal_spline(const double *t, const double *v, int n, double (*cubics)[TAUB_CUBIC_NUMBERS])
{
    /* second derivatives by elimination; entries 2 and 3 store them and the upper diagonal in the meantime */
    cubics[0][2] = cubics[0][3] = 0;
    for (int i = 1; i < n - 1; i++) {
        const double before = t[i] - t[i - 1], after = t[i + 1] - t[i];
        const double pivot = 2 * (before + after) - before * cubics[i - 1][3];
        const double right = 6 * ((v[i + 1] - v[i]) / after - (v[i] - v[i - 1]) / before);
        cubics[i][3] = after / pivot;
        cubics[i][2] = (right - before * cubics[i - 1][2]) / pivot;
    }
    cubics[n - 1][2] = 0;
    for (int i = n - 2; i > 0; i--)
        cubics[i][2] -= cubics[i][3] * cubics[i + 1][2];
    cubics[0][4] = 0;
    for (int i = 0; i < n - 1; i++) {
        const double h = t[i + 1] - t[i], here = cubics[i][2], next = cubics[i + 1][2];
        cubics[i][0] = v[i];
        cubics[i][1] = (v[i + 1] - v[i]) / h - h * (2 * here + next) / 6;
        cubics[i][2] = here / 2;
        cubics[i][3] = (next - here) / (6 * h);
        cubics[i + 1][4] =
            cubics[i][4] + h * (cubics[i][0] + h * (cubics[i][1] / 2 + h * (cubics[i][2] / 3 + h * cubics[i][3] / 4)));
    }
    cubics[n - 1][0] = v[n - 1];
    cubics[n - 1][1] = cubics[n - 1][3] = 0;
}

/* Formats numbers and names for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

struct cli_text cli_bytes(double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    struct cli_text out;
    int unit = 0;
    while (bytes >= 999.5 && unit < 5) {
        bytes /= 1000;
        unit++;
    }
    snprintf(out.text, sizeof out.text, "%.3g %s", bytes, units[unit]);
    return out;
}

struct cli_text cli_rate(double per_second)
{
    static const char *const prefixes[] = {"", " k", " M", " G", " T"};
    struct cli_text out;
    int prefix = 0;
    while (per_second >= 999.5 && prefix < 4) {
        per_second /= 1000;
        prefix++;
    }
    snprintf(out.text, sizeof out.text, "%.3g%s", per_second, prefixes[prefix]);
    return out;
}

struct cli_text cli_duration(double seconds)
{
    struct cli_text out;
    if (!(seconds >= 0) || isinf(seconds))
        snprintf(out.text, sizeof out.text, "?");
    else if (seconds < 59.5)
        snprintf(out.text, sizeof out.text, seconds < 9.95 ? "%.2g s" : "%.0f s", seconds);
    else if (seconds < 3600)
        snprintf(out.text, sizeof out.text, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(out.text, sizeof out.text, "%.0f h %02d min", floor(seconds / 3600), (int)fmod(seconds / 60, 60));
    return out;
}

struct cli_text cli_cells(const int cells[3])
{
    struct cli_text out;
    snprintf(out.text, sizeof out.text, "%d x %d x %d", cells[0], cells[1], cells[2]);
    return out;
}

struct cli_text cli_mesh(const struct taub_config *config)
{
    const bool sphere = config->mesh.coordinates == TAUB_CUBED_SPHERE;
    struct cli_text out;
    snprintf(out.text, sizeof out.text, "%s%.50s", sphere ? "6 panels x " : "", cli_cells(config->mesh.cells).text);
    return out;
}

#define LONGEST_NAME 32

/* Levenshtein distance; names longer than LONGEST_NAME are far from everything. */
static int edit_distance(const char *a, const char *b)
{
    const int rows = (int)strlen(a), columns = (int)strlen(b);
    int row[LONGEST_NAME + 1];
    if (rows > LONGEST_NAME || columns > LONGEST_NAME)
        return LONGEST_NAME;
    for (int j = 0; j <= columns; j++)
        row[j] = j;
    for (int i = 1; i <= rows; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= columns; j++) {
            const int change = diagonal + (a[i - 1] != b[j - 1]);
            const int other = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < other ? change : other;
        }
    }
    return row[columns];
}

const char *cli_nearest(const char *typed, const char *const *candidates, int count)
{
    const char *best = NULL;
    int least = (int)strlen(typed) / 2 + 2; /* a name less similar than this does not help */
    for (int i = 0; i < count; i++) {
        const int distance = edit_distance(typed, candidates[i]);
        if (distance < least) {
            least = distance;
            best = candidates[i];
        }
    }
    return best;
}

void cli_suggest(const char *typed, const char *const *candidates, int count, const char *dashes)
{
    const char *nearest = cli_nearest(typed, candidates, count);
    if (nearest)
        fprintf(stderr, " (did you mean %s%s?)", dashes, nearest);
}

void cli_print_expected(const char *typed, const char *const *choices, int count)
{
    fprintf(stderr, "expected ");
    for (int n = 0; n < count; n++)
        fprintf(stderr, "%s%s", n == 0 ? "" : n == count - 1 ? " or " : ", ", choices[n]);
    cli_suggest(typed, choices, count, "");
    fputc('\n', stderr);
}

void cli_print_text(FILE *file, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        const bool c1 = *c == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0; /* U+0080 to U+009F in UTF-8 */
        const bool control = (*c < 0x20 && *c != '\n' && *c != '\t') || *c == 0x7F;
        fputc(control || c1 ? '?' : *c, file);
        c += c1;
    }
}

void cli_compiling(void *user, const char *device, const char *compiler)
{
    const char *cache = getenv("TAUB_CACHE");
    fprintf(stderr, "kernels  compiling for %s with %.*s: %s\n", device, (int)strcspn(compiler, ","), compiler,
            cache && !strcmp(cache, "off") ? "TAUB_CACHE is off, so the next run will do it again"
                                           : "once for this case; later runs find them in the cache");
    fflush(stderr);
}

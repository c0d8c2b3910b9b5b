#include "case/nearest.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 48 };

/* Upper and lower case, and hyphen and underscore, count as equal: they are the most common slips. */
static int folded(char c)
{
    return c == '-' ? '_' : tolower((unsigned char)c);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Number of edits (insert, delete, replace, swap neighbours) from a to b; Damerau 1964, restricted form. */
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][LONGEST + 1];
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= b_length; ++j)
        last[j] = (int)j;
    for (size_t i = 1; i <= a_length; ++i) {
        now[0] = (int)i;
        for (size_t j = 1; j <= b_length; ++j) {
            int differs = folded(a[i - 1]) != folded(b[j - 1]);
            now[j] = smaller(smaller(last[j] + 1, now[j - 1] + 1), last[j - 1] + differs);
            if (i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]))
                now[j] = smaller(now[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[b_length];
}

void taub_nearest_start(struct taub_nearest *self, const char *wanted)
{
    self->wanted = wanted;
    self->best = NULL;
    self->distance = 0;
}

void taub_nearest_offer(struct taub_nearest *self, const char *candidate)
{
    size_t wanted_length = strlen(self->wanted), length = strlen(candidate);
    if (wanted_length > LONGEST || length > LONGEST)
        return;
    int distance = edit_distance(self->wanted, wanted_length, candidate, length);
    size_t longer = wanted_length > length ? wanted_length : length;
    int allowed = longer < 3 ? 0 : longer < 6 ? 2 : (int)longer / 3 + 1;
    if (longer < 6 && distance * 2 > (int)longer) /* half of a short word must be right */
        return;
    if (distance <= allowed && (!self->best || distance < self->distance)) {
        self->best = candidate;
        self->distance = distance;
    }
}

/* Finds the valid name most similar to a misspelt one. */
#ifndef TAUB_CASE_NEAREST_H
#define TAUB_CASE_NEAREST_H

struct taub_nearest {
    const char *wanted;
    const char *best; /* NULL while nothing is similar enough for a suggestion */
    int distance;
};

void taub_nearest_start(struct taub_nearest *self, const char *wanted);
void taub_nearest_offer(struct taub_nearest *self, const char *candidate);

#endif

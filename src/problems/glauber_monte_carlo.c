/* Monte Carlo Glauber: nucleons as black disks that collide if their distance is below sqrt(sigma/pi). */
#include <math.h>
#include <stdlib.h>

#include "problems/glauber.h"

static const double pi = 3.14159265358979323846;

enum { MOST_NUCLEONS = 256 };

struct nucleons {
    int count;
    double position[MOST_NUCLEONS][3];
    int hits[MOST_NUCLEONS];
};

/* Nucleons that cannot keep minimum_distance are counted. If they are more than one in so many, the distance is too
 * large for the nucleus. */
enum { MOST_CROWDED = 20 };

static int place(const struct taub_nucleus *nucleus, double minimum_distance, double shift, struct taub_random *random,
                 struct nucleons *out)
{
    out->count = nucleus->nucleons;
    const int crowded = taub_nucleus_sample(nucleus, minimum_distance, random, out->position);
    for (int i = 0; i < out->count; i++) {
        out->position[i][0] += shift;
        out->hits[i] = 0;
    }
    return crowded;
}

/* Counts collisions; with `sources`, adds a source in the middle of each colliding pair. */
static int collide(struct nucleons *a, struct nucleons *b, double cross_section, double weight,
                   struct taub_source *sources)
{
    int collisions = 0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            const double *p = a->position[i], *q = b->position[j], x = p[0] - q[0], y = p[1] - q[1];
            if (x * x + y * y >= cross_section / pi)
                continue;
            if (sources)
                sources[collisions] = (struct taub_source){(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, weight};
            else
                a->hits[i]++, b->hits[j]++;
            collisions++;
        }
    return collisions;
}

static int add_participants(const struct nucleons *nucleons, double weight, struct taub_source *sources)
{
    int count = 0;
    for (int i = 0; i < nucleons->count; i++)
        if (nucleons->hits[i])
            sources[count++] = (struct taub_source){nucleons->position[i][0], nucleons->position[i][1], weight};
    return count;
}

enum taub_status taub_monte_carlo_event(const struct taub_glauber *glauber, double impact_parameter,
                                        struct taub_random *random, struct taub_glauber_event *event,
                                        struct taub_error *error)
{
    struct nucleons a, b;
    *event = (struct taub_glauber_event){0};
    event->crowded = place(glauber->nuclei[0], glauber->minimum_distance, -impact_parameter / 2, random, &a);
    event->crowded += place(glauber->nuclei[1], glauber->minimum_distance, impact_parameter / 2, random, &b);
    if (event->crowded * MOST_CROWDED > a.count + b.count)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "initial.minimum_distance: %g fm is too large: %d of the %d nucleons cannot keep this "
                         "distance from the others.",
                         glauber->minimum_distance, event->crowded, a.count + b.count);
    event->collisions = collide(&a, &b, glauber->cross_section, 0, NULL);
    event->sources = malloc(((size_t)event->collisions + 2 * MOST_NUCLEONS) * sizeof *event->sources);
    if (!event->sources)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    event->participants = add_participants(&a, (1 - glauber->mixing) / 2, event->sources);
    event->participants += add_participants(&b, (1 - glauber->mixing) / 2, event->sources + event->participants);
    event->count = event->participants;
    if (glauber->mixing != 0)
        event->count += collide(&a, &b, glauber->cross_section, glauber->mixing, event->sources + event->count);
    return TAUB_OK;
}

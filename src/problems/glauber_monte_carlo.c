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
static int collide(struct nucleons *a, struct nucleons *b, double cross_section, double width, double weight,
                   struct taub_source *sources)
{
    int collisions = 0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            const double *p = a->position[i], *q = b->position[j], x = p[0] - q[0], y = p[1] - q[1];
            if (x * x + y * y >= cross_section / pi)
                continue;
            if (sources)
                sources[collisions] = (struct taub_source){(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, width, weight, 2};
            else
                a->hits[i]++, b->hits[j]++;
            collisions++;
        }
    return collisions;
}

/* Two numbers of a normal distribution, by G. E. P. Box and M. E. Muller. */
static void draw_normal(struct taub_random *random, double out[2])
{
    const double r = sqrt(-2 * log(1 - taub_random_uniform(random))), phi = 2 * pi * taub_random_uniform(random);
    out[0] = r * cos(phi);
    out[1] = r * sin(phi);
}

/* A gamma distribution of shape k and mean 1: G. Marsaglia, W. W. Tsang, ACM Trans. Math. Softw. 26 (2000) 363. */
static double draw_gamma(struct taub_random *random, double k)
{
    const double least = k < 1 ? k + 1 : k, d = least - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x[2];
        draw_normal(random, x);
        const double root = 1 + c * x[0], v = root * root * root, u = 1 - taub_random_uniform(random);
        if (root <= 0 || log(u) >= 0.5 * x[0] * x[0] + d - d * v + d * log(v))
            continue;
        return d * v / k * (k < 1 ? pow(1 - taub_random_uniform(random), 1 / k) : 1);
    }
}

int taub_participant_sources(const struct taub_glauber *glauber, int nucleus, double x, double y, double weight,
                             struct taub_random *random, struct taub_source *out)
{
    const int count = glauber->constituents > 1 ? glauber->constituents : 1;
    const double width = count > 1 ? glauber->constituent_width : glauber->nucleon_width;
    const double square = glauber->nucleon_width * glauber->nucleon_width - width * width;
    const double spread = count > 1 ? sqrt(fmax(square, 0) / (1 - 1.0 / count)) : 0; /* before it is centred */
    double centre[2] = {0, 0};
    for (int n = 0; n < count; n++) {
        double place[2] = {0, 0};
        if (count > 1)
            draw_normal(random, place);
        out[n] = (struct taub_source){x + spread * place[0], y + spread * place[1], width, weight / count, nucleus};
        if (glauber->fluctuation > 0)
            out[n].weight *= draw_gamma(random, glauber->fluctuation);
        centre[0] += spread * place[0] / count;
        centre[1] += spread * place[1] / count;
    }
    for (int n = 0; n < count; n++) {
        out[n].x -= centre[0];
        out[n].y -= centre[1];
    }
    return count;
}

/* Returns the number of participants. */
static int add_participants(const struct taub_glauber *glauber, int nucleus, const struct nucleons *nucleons,
                            struct taub_random *random, struct taub_glauber_event *event)
{
    int participants = 0;
    for (int i = 0; i < nucleons->count; i++)
        if (nucleons->hits[i]) {
            participants++;
            event->count +=
                taub_participant_sources(glauber, nucleus, nucleons->position[i][0], nucleons->position[i][1],
                                         (1 - glauber->mixing) / 2, random, event->sources + event->count);
        }
    return participants;
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
    event->collisions = collide(&a, &b, glauber->cross_section, 0, 0, NULL);
    const size_t constituents = glauber->constituents > 1 ? (size_t)glauber->constituents : 1;
    event->sources = malloc(((size_t)event->collisions + 2 * MOST_NUCLEONS * constituents) * sizeof *event->sources);
    if (!event->sources)
        return taub_fail(error, TAUB_FAILED, "Out of memory.");
    event->participants = add_participants(glauber, 0, &a, random, event);
    event->participants += add_participants(glauber, 1, &b, random, event);
    if (glauber->mixing != 0)
        event->count += collide(&a, &b, glauber->cross_section, glauber->nucleon_width, glauber->mixing,
                                event->sources + event->count);
    return TAUB_OK;
}

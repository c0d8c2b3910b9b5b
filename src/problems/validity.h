/* Where and until when an exact solution holds, and why no longer: faces of the mesh that do not know it. */
#ifndef TAUB_VALIDITY_H
#define TAUB_VALIDITY_H

#include <stdbool.h>

#include "taub/config.h"

struct taub_problem;

/* Solutions for a gas without pressure are compared while the shock's Mach number is at least this: what they leave out
 * is of the order of its inverse square. */
enum { TAUB_STRONG_SHOCK = 10 };

struct taub_validity {
    bool known;              /* the kind has an exact solution in some cases: why not in this one is worth a word */
    double from, until;      /* the times between which it holds */
    double edge_speed[3][2]; /* from a face comes, so far per time, what is not the solution; 0: nothing */
    char before[256];        /* why it does not hold before `from` */
    char reason[256];        /* why it does not hold after `until`, or never */
};

#if defined(__GNUC__)
#define TAUB_VALIDITY_FORMAT(at) __attribute__((format(printf, at, at + 1)))
#else
#define TAUB_VALIDITY_FORMAT(at)
#endif

/* There is none; the first reason is kept. */
void taub_exact_never(struct taub_problem *self, const char *format, ...) TAUB_VALIDITY_FORMAT(2);
/* It holds up to a time (the earliest that was named). */
void taub_exact_until(struct taub_problem *self, double time, const char *format, ...) TAUB_VALIDITY_FORMAT(3);

/* "the lower x face, reflecting": for reasons. */
struct taub_face_text {
    char text[48];
};
struct taub_face_text taub_face_text(const struct taub_config *config, int axis, int side);

/* Waves pass through: outflow and extrapolated. */
bool taub_face_open(const struct taub_config *config, int axis, int side);
/* Where `what` meets a face across the axis, that must be periodic. */
void taub_exact_periodic(struct taub_problem *self, const struct taub_config *config, int axis, const char *what);
/* The mesh ends in a mirror of a flow that is symmetric about `center`. */
bool taub_face_is_mirror(const struct taub_config *config, int axis, int side, double center);
/* A face with this state in front of it, and `across` at the opposite face, makes no wave: ends the solution when it
 * does. */
void taub_exact_at_rest_face(struct taub_problem *self, const struct taub_config *config, int axis, int side,
                             const double state[], const double across[]);
/* The same for both faces of each axis along which nothing varies, `skip` (bits of axes) left out, for each state. */
void taub_exact_along(struct taub_problem *self, const struct taub_config *config, unsigned skip, const double *states,
                      int count, int stride);

/* Waves from a plane across `axis`, with the slowest and the fastest speed along it. */
void taub_exact_plane(struct taub_problem *self, const struct taub_config *config, int axis, double position,
                      const double left[], const double right[], double slowest, double fastest);
/* Waves from a plane along the diagonal: they meet the faces across x and y from the start, and what these make of them
 * comes in with at most `speed`. */
void taub_exact_diagonal(struct taub_problem *self, const struct taub_config *config, const double left[],
                         const double right[], double speed);

/* A flow that is at rest and changes with time alike everywhere (Bjorken's). */
void taub_exact_uniform(struct taub_problem *self, const struct taub_config *config, const double state[]);
/* A flow that expands from the axis x = y = 0 and is the same at all z or eta (Gubser's). */
void taub_exact_radial(struct taub_problem *self, const struct taub_config *config);
/* A front that runs out from `center`, inside the mesh, and is at the distance r at time.start + when(data, r): it may
 * reach no face but mirrors through the centre. */
void taub_exact_front(struct taub_problem *self, const struct taub_config *config, const double center[3],
                      double (*when)(const void *data, double r), const void *data);

#endif

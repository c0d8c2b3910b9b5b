/* Where and until when an exact solution holds, and why it ends: boundaries of the mesh are not part of the
 * solution. */
#ifndef TAUB_VALIDITY_H
#define TAUB_VALIDITY_H

#include <stdbool.h>

#include "taub/config.h"

struct taub_problem;

/* Solutions for zero pressure are used while the Mach number of the shock is at least this: their error is of the order
 * of its inverse square. */
enum { TAUB_STRONG_SHOCK = 10 };

struct taub_validity {
    bool known;              /* the kind has an exact solution in other cases, so that its absence is worth a message */
    double from, until;      /* the solution holds between these times */
    double edge_speed[3][2]; /* speed at which disturbances enter from a face; 0: none do */
    char before[256];        /* why it does not hold before `from` */
    char reason[256];        /* why it does not hold after `until`, or at all */
};

#if defined(__GNUC__)
#define TAUB_VALIDITY_FORMAT(at) __attribute__((format(printf, at, at + 1)))
#else
#define TAUB_VALIDITY_FORMAT(at)
#endif

/* There is no exact solution; the first reason is kept. */
void taub_exact_never(struct taub_problem *self, const char *format, ...) TAUB_VALIDITY_FORMAT(2);
/* It holds until a time; the earliest one is kept. */
void taub_exact_until(struct taub_problem *self, double time, const char *format, ...) TAUB_VALIDITY_FORMAT(3);

/* Text such as "the lower x face (reflecting)", for reasons. */
struct taub_face_text {
    char text[48];
};
struct taub_face_text taub_face_text(const struct taub_config *config, int axis, int side);

/* Waves leave freely: outflow or extrapolated. */
bool taub_face_open(const struct taub_config *config, int axis, int side);
/* `what` crosses the faces of this axis: they must be periodic. */
void taub_exact_periodic(struct taub_problem *self, const struct taub_config *config, int axis, const char *what);
/* The face is a reflecting one in the symmetry plane of a flow centred at `center`. */
bool taub_face_is_mirror(const struct taub_config *config, int axis, int side, double center);
/* Ends the solution if a face emits waves, with `state` in front of it and `across` at the opposite face. */
void taub_exact_at_rest_face(struct taub_problem *self, const struct taub_config *config, int axis, int side,
                             const double state[], const double across[]);
/* The same for each state and for both faces of the axes along which nothing varies; `skip`: bits of axes to leave
 * out. */
void taub_exact_along(struct taub_problem *self, const struct taub_config *config, unsigned skip, const double *states,
                      int count, int stride);

/* Waves from a plane normal to `axis`, with their slowest and fastest speed along it. */
void taub_exact_plane(struct taub_problem *self, const struct taub_config *config, int axis, double position,
                      const double left[], const double right[], double slowest, double fastest);
/* Waves from a diagonal plane: they meet the x and y faces from the start, and the reflections enter with at most
 * `speed`. */
void taub_exact_diagonal(struct taub_problem *self, const struct taub_config *config, const double left[],
                         const double right[], double speed);

/* A uniform flow at rest that changes with time (Bjorken). */
void taub_exact_uniform(struct taub_problem *self, const struct taub_config *config, const double state[]);
/* A flow that expands from the axis x = y = 0 and does not depend on z or eta (Gubser). */
void taub_exact_radial(struct taub_problem *self, const struct taub_config *config);
/* A shock that expands from `center` inside the mesh and reaches the distance r at time.start + when(data, r). The
 * solution ends when it reaches a face, unless that is a mirror through the centre. */
void taub_exact_front(struct taub_problem *self, const struct taub_config *config, const double center[3],
                      double (*when)(const void *data, double r), const void *data);

#endif

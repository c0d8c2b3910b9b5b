/* Values of faces that the threads of a group share on GPUs, one number for each thread and component. */
#ifndef TAUB_MARCH_SHARED_FACES_H
#define TAUB_MARCH_SHARED_FACES_H

#include "dialect.h"
#include "case/system.h"

#if !defined(TAUB_HOST)

#define SHARED_FACE (TAUB_GROUP_X * TAUB_GROUP_Y)

INLINE void share_values(LOCAL_ARGUMENT real *place, const real values[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        place[c * SHARED_FACE] = values[c];
}

/* What both faces across an axis change, one axis after the other as on the host. */
INLINE void add_shared(real per, LOCAL_ARGUMENT const real *lower, LOCAL_ARGUMENT const real *upper,
                       real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += per * (lower[c * SHARED_FACE] - upper[c * SHARED_FACE]);
}

/* The same where a thread has kept the lower one. */
INLINE void add_kept_and_shared(real per, const real lower[SYSTEM_COMPONENTS], LOCAL_ARGUMENT const real *upper,
                                real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS)
        change[c] += per * (lower[c] - upper[c * SHARED_FACE]);
}

/* Of the faces across z; the upper flux is the lower one of the next plane. */
INLINE void add_column(real per, real lower[SYSTEM_COMPONENTS], const real upper[SYSTEM_COMPONENTS],
                       real change[SYSTEM_COMPONENTS])
{
    EACH (c, SYSTEM_COMPONENTS) {
        change[c] += per * (lower[c] - upper[c]);
        lower[c] = upper[c];
    }
}

#endif
#endif

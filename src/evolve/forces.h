/* Forces of a user's source at the ends of a mesh. */
#ifndef TAUB_EVOLVE_FORCES_H
#define TAUB_EVOLVE_FORCES_H

#include "taub/config.h"

/* Tells of a case whose scheme does not continue the pressure by the force beyond a wall or an open end, so that a
 * fluid at rest moves there, with an error of first order (docs/theory/godunov.md#ends-under-a-force). */
void taub_forces_tell(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user);

#endif

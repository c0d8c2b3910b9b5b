/* The freeze-out surface while a run goes on (kernels/passes/surface.h): looks at the state, and the elements between
 * two of them. */
#ifndef TAUB_EVOLVE_SURFACE_H
#define TAUB_EVOLVE_SURFACE_H

#include "evolve/surface_elements.h"

struct taub_surface;

/* Whether the case asks for one. */
bool taub_surface_wanted(const struct taub_config *config);
/* Bytes of the two lattices of nodes, and of what else the device holds for the surface at first. */
double taub_surface_bytes(const struct taub_config *config);

enum taub_status taub_surface_create(struct taub_simulation *simulation, struct taub_surface **out,
                                     struct taub_error *error);
void taub_surface_destroy(struct taub_surface *self);

/* The first look. TAUB_BAD_INPUT when no node is above the surface's value and no source or boundary can change that:
 * there is no surface then. */
enum taub_status taub_surface_begin(struct taub_surface *self, struct taub_error *error);
/* Looks at the state; the elements since the look before are in *elements until the next call, sorted by their place in
 * the lattice: the same on every device in strict mode. Nothing happens where the step was looked at already. */
enum taub_status taub_surface_look(struct taub_surface *self, const struct taub_surface_element **elements,
                                   size_t *count, struct taub_error *error);

/* The same in two parts: what the device does, and the rest, which another thread may do meanwhile. Elements stay until
 * the next call of the second. All ranks look, one after the other; elements are those of the first. */
enum taub_status taub_surface_find(struct taub_surface *self, struct taub_surface_records *records,
                                   struct taub_error *error);
enum taub_status taub_surface_order(struct taub_surface *self, struct taub_surface_records *records,
                                    const struct taub_surface_element **elements, size_t *count,
                                    struct taub_error *error);

struct taub_surface_sums taub_surface_sums(const struct taub_surface *self);

/* For checkpoints: the state at the last look, `values` to be freed. */
enum taub_status taub_surface_save(struct taub_surface *self, struct taub_checkpoint_surface *out,
                                   struct taub_error *error);
/* In place of the first look. TAUB_BAD_INPUT when the lattice is another. */
enum taub_status taub_surface_load(struct taub_surface *self, const struct taub_checkpoint_surface *saved,
                                   struct taub_error *error);

#endif

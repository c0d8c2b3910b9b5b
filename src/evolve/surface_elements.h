/* From the records that a device finds of a freeze-out surface to its elements; no device is needed for that. */
#ifndef TAUB_EVOLVE_SURFACE_ELEMENTS_H
#define TAUB_EVOLVE_SURFACE_ELEMENTS_H

#include "evolve/internal.h"
#include "output/surface.h"

/* Records of one look, in the order in which threads of the device found them. `numbers`: to be freed. */
struct taub_surface_records {
    double *numbers;
    size_t count, room; /* of numbers */
};

/* Energy that has flowed through the surface, and through the outside of the mesh from where it was above the surface's
 * value, as far as all looks tell: the second is no part of the surface. */
struct taub_surface_sums {
    double through, lost;
};

/* Elements of one look, and the sums of all. `list`: to be freed. */
struct taub_surface_elements {
    struct taub_surface_element *list;
    size_t count, room;
    struct taub_surface_sums sums;
};

/* Numbers of a record. */
int taub_surface_record(const struct taub_simulation *simulation);
/* Sorts the records by their place in the lattice and makes elements of them, in place of those of the look before. */
enum taub_status taub_surface_elements_make(const struct taub_simulation *simulation,
                                            struct taub_surface_records *records, struct taub_surface_elements *out,
                                            struct taub_error *error);

/* Surface elements of one run, collected while it goes on. */
struct taub_gathered {
    struct taub_surface_element *elements;
    size_t count, room;
    bool lost; /* out of memory for some elements */
};
/* Callback for taub_run_options.surface. */
void taub_gather(void *gathered, const struct taub_surface_element *elements, size_t count);

#endif

/* The medium of cells (electrodynamics): what the core knows of it, through struct taub_system. */
#ifndef TAUB_EVOLVE_MEDIA_H
#define TAUB_EVOLVE_MEDIA_H

#include "evolve/internal.h"

/* Numbers of a cell: those of its medium, then the strengths of poles. */
enum { TAUB_CELL_MEDIUM = 5 + 4 };

/* The medium of a case cell by cell on the host, before and beside any state. */
struct taub_media {
    const struct taub_medium_methods *methods;
};

/* What a system with a medium adds to a run. */
struct taub_medium_methods {
    /* NULL in `out` where initial data give the medium. */
    enum taub_status (*create)(const struct taub_config *config, struct taub_media **out, struct taub_error *error);
    void (*destroy)(struct taub_media *self);
    /* Of a cell of the mesh; beyond its ends of the one around the mesh from there. */
    void (*at)(const struct taub_media *self, const int cell[3], double out[TAUB_CELL_MEDIUM]);
    /* Whether fields jump between two cells: the rule of the kernels, passes/maxwell_means.h. */
    bool (*jump)(const double a[TAUB_CELL_MEDIUM], const double b[TAUB_CELL_MEDIUM]);
    /* A stencil along axis a for the value at x, in cells from the lower end, for which `cell` says where it lies along
     * the other axes: how many cells from `from` on. `most` around x, or as many as are of one medium where it jumps
     * there; at a jump those on the side with more of them, else that of longer waves. Beyond the ends of the mesh only
     * where it wraps. */
    int (*line)(const struct taub_media *self, const int cell[3], int a, double x, int most, int *from);
    /* Into the primitive state of a cell, what its initial data do not know: the numbers of an array. */
    void (*complete)(const struct taub_media *self, const double x[3], const double width[3], double *q);
    /* TAUB_BAD_INPUT where sources are in a medium that they cannot be in. */
    enum taub_status (*check)(const struct taub_media *self, struct taub_error *error);
    /* The medium of all cells into a state of initial data. */
    enum taub_status (*fill)(struct taub_simulation *simulation, struct taub_buffer *to, struct taub_error *error);
    /* Whether it is numbers of cells, and so comes from a checkpoint. */
    bool (*varies)(const struct taub_config *config);
    /* Whether currents come from outside; and the table of these in programs. */
    bool (*has_source)(const struct taub_config *config);
    enum taub_status (*add_table)(const struct taub_config *config, struct taub_bundle *bundle,
                                  struct taub_error *error);
    /* Tells where cells are too large for waves. */
    void (*tell)(const struct taub_config *config, void (*tell)(void *user, const char *text), void *user);
};

/* NULL in `out` where there is no medium. */
static inline enum taub_status taub_media_create(const struct taub_config *config, struct taub_media **out,
                                                 struct taub_error *error)
{
    const struct taub_medium_methods *medium = taub_system_find(config->system)->medium;
    *out = NULL;
    return medium ? medium->create(config, out, error) : TAUB_OK;
}

static inline void taub_media_destroy(struct taub_media *self)
{
    if (self)
        self->methods->destroy(self);
}

#endif

/* What fluxes are made of, for fluxes.c and near_fields.c alone. */
#ifndef TAUB_EVOLVE_FLUXES_PARTS_H
#define TAUB_EVOLVE_FLUXES_PARTS_H

#include "evolve/fluxes.h"
#include "evolve/interpolation.h"
#include "evolve/media.h"
#include "mesh/flux_planes.h"

enum { FIELDS = 4 }; /* on a face: E_p, E_q, H_p, H_q, p and q the axes behind its own */
enum { NAME_LENGTH = 64 };

/* A side of a plane with its cells: `layers` across it for each face, and what they weigh, layer by layer. Beside jumps
 * of the medium a face has fewer; the others weigh nothing. */
struct side {
    struct taub_flux_side face;
    int plane;
    int faces;
    int first; /* of its cells in the list of all */
    int layers;
    int *from;      /* of each face, the first cell along the axis */
    double *weight; /* [layer][face] */
    double area;    /* of a face */
    size_t samples; /* of its numbers in `now`, [field][face], and in the transforms of a frequency */
    int extent[2];  /* faces along p and q */
    bool wraps[2];
};

struct taub_fluxes {
    struct taub_simulation *simulation;
    int planes, frequencies, every;
    bool corrected; /* products of averages, by their slopes */
    struct side *sides;
    int side_count;
    int cell_count;
    struct taub_cells *cells;
    double *fields[2]; /* E and H, [component][cell] */
    size_t sample_count;
    /* The numbers of a checkpoint: the time of the last look, whether there was one; of each plane its power then and
     * the energy; the faces at the last look; the transforms, [frequency][re, im][sample]. */
    double *saved;
    size_t saved_size;
    double (*medium)[2]; /* of each plane that is a box: permittivity and permeability around it, for near fields */
    double *line;        /* of fluxes.csv */
    char (*texts)[NAME_LENGTH];
    const char **names, **spectra_names;
};

enum { TIME, LOOKED, SUMS }; /* in saved */

/* Cells across a plane that its fields are found from; those of a face: how many from `cell` on along its axis. */
int taub_fluxes_layers(const struct taub_config *config, int order, int a);
int taub_fluxes_stencil(const struct taub_mesh *mesh, const struct taub_media *media, const struct taub_flux_side *side,
                        int layers, int face, int cell[3]);

/* Of the last look, and of a frequency; part 0: real, 1: imaginary. */
double *taub_fluxes_samples_of(const struct taub_fluxes *self);
double *taub_fluxes_transform_of(const struct taub_fluxes *self, int frequency, int part);
double taub_fluxes_frequency_of(const struct taub_fluxes *self, int n);

#endif

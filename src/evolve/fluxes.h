/* Energy through planes and boxes (output.fluxes): Poynting's vector in time, and by frequency from running Fourier
 * transforms of the fields on the faces of the cells there.
 *
 * Face averages of E and H come from the averages of cells in layers on both sides, by the polynomial across the plane
 * that has them. The average of a product of two fields over a face is that of their averages and of their slopes,
 * h^2/12 of the latter along each direction: of order 4, like the averages. With the transform
 *   F(f) = integral of F(t) exp(2 pi i f t) dt
 * (trapezoidal rule over looks; spectrally accurate for pulses that begin and end within the run, while looks are
 * evenly spaced) the energy that goes through per frequency is integral of 2 Re(E* x H) dA, f > 0: its integral over
 * all f is the energy that goes through in time (Parseval). The same numbers on every device in strict mode and on any
 * number of ranks: the first rank adds. */
#ifndef TAUB_EVOLVE_FLUXES_H
#define TAUB_EVOLVE_FLUXES_H

#include "evolve/internal.h"
#include "output/output.h"

struct taub_fluxes;

/* Whether the case asks for some; bytes of the host that they take on the first rank. */
bool taub_fluxes_wanted(const struct taub_config *config);
double taub_fluxes_bytes(const struct taub_config *config);

enum taub_status taub_fluxes_create(struct taub_simulation *simulation, struct taub_fluxes **out,
                                    struct taub_error *error);
void taub_fluxes_destroy(struct taub_fluxes *self);

/* Steps between looks. */
int taub_fluxes_every(const struct taub_fluxes *self);

/* Columns of fluxes.csv: power and energy until now of each plane; *self keeps hold of the strings. */
int taub_fluxes_columns(const struct taub_fluxes *self, const char *const **names);
/* All ranks call; the first has the values, which stay until the next call. */
enum taub_status taub_fluxes_look(struct taub_fluxes *self, const double **values, struct taub_error *error);

/* Energy per frequency through each plane: rows of a frequency and `columns` - 1 numbers. Allocated, to be freed; *rows
 * is 0 where no frequencies are wanted. On the first rank. */
enum taub_status taub_fluxes_spectra(const struct taub_fluxes *self, const char *const **names, int *columns, int *rows,
                                     double **values, struct taub_error *error);

/* The same refusals as those of taub_fluxes_find_medium, before a run; not of a medium that initial data give. */
enum taub_status taub_near_fields_check(const struct taub_config *config, const struct taub_mesh *mesh,
                                        struct taub_error *error);
/* Finds the medium around the boxes, where near fields are wanted; all ranks call. TAUB_BAD_INPUT where it is not one
 * and the same on all sides of a box, of one permittivity for all axes and without conductivity. */
enum taub_status taub_fluxes_find_medium(struct taub_fluxes *self, struct taub_error *error);
/* What near_fields.h5 holds; on the first rank. *near keeps hold of numbers of *self and is given back by `free`. */
enum taub_status taub_fluxes_near_fields(const struct taub_fluxes *self, struct taub_near_fields *near,
                                         struct taub_error *error);
void taub_fluxes_near_fields_free(struct taub_near_fields *near);

/* What a checkpoint keeps, numbers that taub_fluxes_load takes; on the first rank. Stays with *self. */
void taub_fluxes_save(const struct taub_fluxes *self, const double **values, size_t *size);
/* TAUB_BAD_INPUT when they are of other planes or frequencies. */
enum taub_status taub_fluxes_load(struct taub_fluxes *self, const double *values, size_t size,
                                  struct taub_error *error);

#endif

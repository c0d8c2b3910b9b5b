/* surface.h5: the elements of the freeze-out surface, and the formats of other programs (docs/guide/freeze-out.md).
 *
 * An element is a row of numbers in an orthonormal frame along t, x, y, z, or tau, x, y, eta in Milne coordinates
 * (where the last component of a vector is tau times its coordinate component along eta, and that of a covector 1/tau
 * times). The normal is covariant, contains the volume of the element (including the factor tau in Milne coordinates)
 * and points to the cold side; along axes with one cell, it is per unit of length or rapidity. */
#ifndef TAUB_OUTPUT_SURFACE_H
#define TAUB_OUTPUT_SURFACE_H

#include "output/output.h"

enum taub_surface_column {
    TAUB_SURFACE_POSITION = 0, /* t, x, y, z or tau, x, y, eta: fm */
    TAUB_SURFACE_NORMAL = 4,   /* dSigma_mu: fm^3 */
    TAUB_SURFACE_VELOCITY = 8, /* u^mu */
    TAUB_SURFACE_ENERGY = 12,  /* energy density, GeV/fm^3 */
    TAUB_SURFACE_TEMPERATURE,  /* GeV */
    TAUB_SURFACE_PRESSURE,     /* GeV/fm^3 */
    TAUB_SURFACE_CHARGE,       /* charge density, 1/fm^3 */
    TAUB_SURFACE_SHEAR,        /* pi^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz: GeV/fm^3 */
    TAUB_SURFACE_BULK = 26,    /* Pi: GeV/fm^3 */
    TAUB_SURFACE_POTENTIAL,    /* mu_B: GeV; 0 if the equation of state has none */
    TAUB_SURFACE_DIFFUSION,    /* q^mu, the diffusion current of the charge: 1/fm^3; 0 if there is none */
    TAUB_SURFACE_GRADIENT = TAUB_SURFACE_DIFFUSION + 4, /* nabla_mu beta_nu, [4 mu + nu], beta = u/T: 1/(GeV fm); 0
                                                          unless output.surface.gradients */
    TAUB_SURFACE_LAST = TAUB_SURFACE_GRADIENT + 15,
    TAUB_SURFACE_COLUMNS
};

struct taub_surface_element {
    double value[TAUB_SURFACE_COLUMNS];
};

/* T^{mu nu} dSigma_nu of an element, mu = t, x, y, z: energy and momentum that flow through it to the cold side. */
void taub_surface_flux(const struct taub_surface_element *element, double flux[4]);

/* Whether surface.h5 of this case has the record that begins at a column; TAUB_SURFACE_POTENTIAL,
 * TAUB_SURFACE_DIFFUSION and TAUB_SURFACE_GRADIENT depend on the case, all others always exist. */
bool taub_output_surface_has(const struct taub_config *config, int column);

/* Appends elements in this order. They are buffered and written in larger portions, by taub_output_surface_flush, and
 * at the end. */
enum taub_status taub_output_surface(struct taub_output *self, const struct taub_surface_element *elements,
                                     size_t count, struct taub_error *error);
/* Writes all buffered elements; *count: number of elements in the file. */
enum taub_status taub_output_surface_flush(struct taub_output *self, int64_t *count, struct taub_error *error);
/* For a restarted run: keeps the first `count` of the existing elements. */
enum taub_status taub_output_surface_keep(struct taub_output *self, int64_t count, struct taub_error *error);

/* A whole surface in memory. */
struct taub_surface_file {
    enum taub_coordinates coordinates;
    bool physical;  /* fm and GeV */
    bool gradients; /* elements have them */
    int single[3];  /* 1 for axes with one cell, along which the surface is per unit of length */
    int64_t count;
    struct taub_surface_element *elements;
};
/* Reads surface.h5, given by its path or its folder. TAUB_BAD_INPUT if it is not a valid surface. Free it with
 * taub_surface_free. */
enum taub_status taub_surface_read(const char *path, struct taub_surface_file *out, struct taub_error *error);
void taub_surface_free(struct taub_surface_file *self);

/* Converts an element of the surface to Milne coordinates and the Milne frame; false, without a change, outside of the
 * light cone of t = z = 0. */
bool taub_surface_to_milne(const struct taub_surface_file *self, struct taub_surface_element *element);

enum taub_surface_format {
    TAUB_SURFACE_MUSIC,
    TAUB_SURFACE_IS3D,
    TAUB_SURFACE_SMASH,
    TAUB_SURFACE_FRZOUT,
    TAUB_SURFACE_MUSIC_VORTICITY,
    TAUB_SURFACE_HYDRO_FOIL
};
/* Finds a format by its name ("music"); false if there is none. The list of names ends with NULL. */
bool taub_surface_format_find(const char *name, enum taub_surface_format *out);
extern const char *const taub_surface_formats[];
/* Writes all elements in the format of another program, under a temporary name until the file is complete.
 * TAUB_BAD_INPUT if the format cannot represent the surface. */
enum taub_status taub_surface_write(const struct taub_surface_file *self, enum taub_surface_format format,
                                    const char *path, struct taub_error *error);

#endif

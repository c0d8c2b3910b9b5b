/* surface.h5: the elements of the freeze-out surface, and other programs' layouts of them (docs/guide/freeze-out.md).
 *
 * An element is a row of numbers in an orthonormal frame: along t, x, y, z, in Milne coordinates along tau, x, y, eta
 * (the last component of a vector then is tau times the one along eta, of a covector 1/tau times). Its normal is
 * covariant, holds the volume (in Milne coordinates with the factor tau) and points to the cold side; on meshes of one
 * cell along an axis it is that of a unit of length, or of rapidity, along it. */
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
    TAUB_SURFACE_POTENTIAL,    /* mu_B: GeV; 0 where the equation of state has none */
    TAUB_SURFACE_DIFFUSION,    /* q^mu, the diffusion current of the charge: 1/fm^3; 0 where there is none */
    TAUB_SURFACE_LAST = TAUB_SURFACE_DIFFUSION + 3,
    TAUB_SURFACE_COLUMNS
};

struct taub_surface_element {
    double value[TAUB_SURFACE_COLUMNS];
};

/* T^{mu nu} dSigma_nu of an element, mu = t, x, y, z: what flows through it to the cold side. */
void taub_surface_flux(const struct taub_surface_element *element, double flux[4]);

/* Whether runs of this case have the records that begin at a column: surface.h5 has TAUB_SURFACE_POTENTIAL and
 * TAUB_SURFACE_DIFFUSION only then, all others always. */
bool taub_output_surface_has(const struct taub_config *config, int column);

/* Appends elements, in this order; they are written in larger portions, at taub_output_surface_flush and at the end. */
enum taub_status taub_output_surface(struct taub_output *self, const struct taub_surface_element *elements,
                                     size_t count, struct taub_error *error);
/* Brings all elements to the disk; *count: how many the file has. */
enum taub_status taub_output_surface_flush(struct taub_output *self, int64_t *count, struct taub_error *error);
/* For a run that goes on in its folder: of the earlier elements the first `count` are kept. */
enum taub_status taub_output_surface_keep(struct taub_output *self, int64_t count, struct taub_error *error);

/* A whole surface in memory. */
struct taub_surface_file {
    enum taub_coordinates coordinates;
    bool physical; /* fm and GeV */
    int single[3]; /* 1 for axes with one cell: the surface is that of a unit of length there */
    int64_t count;
    struct taub_surface_element *elements;
};
/* Reads surface.h5, or that of a folder. TAUB_BAD_INPUT when it is none; to be freed. */
enum taub_status taub_surface_read(const char *path, struct taub_surface_file *out, struct taub_error *error);
void taub_surface_free(struct taub_surface_file *self);

/* Brings an element of the surface into Milne coordinates and their frame; false outside of the light cone of t = z =
 * 0, where it is left as it is. */
bool taub_surface_to_milne(const struct taub_surface_file *self, struct taub_surface_element *element);

enum taub_surface_format { TAUB_SURFACE_MUSIC, TAUB_SURFACE_IS3D, TAUB_SURFACE_SMASH, TAUB_SURFACE_FRZOUT };
/* By name ("music"); false when there is none. The names, ended by NULL. */
bool taub_surface_format_find(const char *name, enum taub_surface_format *out);
extern const char *const taub_surface_formats[];
/* Writes all elements as another program reads them, under a temporary name beside `path` until they are whole.
 * TAUB_BAD_INPUT for surfaces that the layout cannot hold. */
enum taub_status taub_surface_write(const struct taub_surface_file *self, enum taub_surface_format format,
                                    const char *path, struct taub_error *error);

#endif

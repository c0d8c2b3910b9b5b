/* Surface elements in the layout that the hadron kernels read (kernels/hadrons/spectra.h). */
#ifndef TAUB_HADRONS_ELEMENTS_H
#define TAUB_HADRONS_ELEMENTS_H

#include "hadrons/spectra.h"

/* Must match ELEMENT_COLUMNS of kernels/hadrons/spectra.h. */
enum taub_element_column {
    ELEMENT_UP,
    ELEMENT_DOWN,
    ELEMENT_NORMAL,
    ELEMENT_TIME = 6,
    ELEMENT_X,
    ELEMENT_Y,
    ELEMENT_ALONG,
    ELEMENT_SHEAR,
    ELEMENT_MASS = 20,
    ELEMENT_ENERGY,
    ELEMENT_CHARGE,
    ELEMENT_POTENTIAL,
    ELEMENT_COLUMNS
};

/* Elements that one thread processes at a time, and the number of such pieces. */
enum { TAUB_ELEMENTS_PIECE = 16384 };
int taub_elements_pieces(int64_t count);

/* One element in the longitudinally comoving frame: the one in which the fluid does not move along the beam. */
struct taub_moving {
    double rapidity; /* rapidity of this frame in the laboratory */
    double normal[4], u[4], shear[10];
};
struct taub_moving taub_element_moving(const struct taub_surface_file *surface,
                                       const struct taub_surface_element *element);

struct taub_elements {
    double *columns; /* [column][length]; padded at the end with at least one element of zero normal */
    int64_t count, length;
    bool viscous, symmetric; /* symmetric: reflection-symmetric along the beam */
    bool charged;            /* the baryon chemical potential is not zero everywhere */
};
/* Number of columns that the kernel reads: those after ELEMENT_ENERGY only for surfaces with a chemical potential. */
int taub_elements_columns(const struct taub_elements *self);
/* Columns of element n. Off-diagonal viscous corrections are covariant components, multiplied by two. */
void taub_element_row(const struct taub_surface_file *surface, int64_t n, const struct taub_moving *moving,
                      const struct taub_delta_f_table *delta_f, enum taub_delta_f kind, double row[ELEMENT_COLUMNS]);
/* Elements of surfaces that are not boost-invariant are sorted by rapidity, so that neighbouring threads of a device
 * need similar rapidities. */
enum taub_status taub_elements_make(const struct taub_surface_file *surface, const struct taub_delta_f_table *delta_f,
                                    enum taub_delta_f kind, bool charged, struct taub_elements *out,
                                    struct taub_error *error);
void taub_elements_free(struct taub_elements *self);

/* Refuses surfaces from which no hadrons can be computed. Returns the range of temperatures (1 to 1 without elements)
 * and chemical potentials. */
enum taub_status taub_elements_check(const struct taub_surface_file *surface, struct taub_thermal_range *out,
                                     struct taub_error *error);
/* Whether the surface is boost-invariant: one unit of rapidity in Milne coordinates. */
bool taub_surface_invariant(const struct taub_surface_file *surface);

/* Transfer between doubles and the reals of the device (single or double precision). */
enum taub_status taub_reals_upload(const struct taub_hadron_device *device, const double *values, size_t count,
                                   struct taub_buffer **out, struct taub_error *error);
enum taub_status taub_reals_download(const struct taub_hadron_device *device, struct taub_buffer *buffer,
                                     double *values, size_t count, struct taub_error *error);

#endif

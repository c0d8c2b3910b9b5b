/* Elements of a surface as the kernels of hadrons read them (kernels/hadrons/spectra.h). */
#ifndef TAUB_HADRONS_ELEMENTS_H
#define TAUB_HADRONS_ELEMENTS_H

#include "hadrons/spectra.h"

/* As ELEMENT_COLUMNS of kernels/hadrons/spectra.h. */
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

/* Elements that one thread takes at a time, and how many times that is. */
enum { TAUB_ELEMENTS_PIECE = 16384 };
int taub_elements_pieces(int64_t count);

/* One element in the frame that moves along the beam with its fluid. */
struct taub_moving {
    double rapidity; /* of that frame in the laboratory: the fluid's */
    double normal[4], u[4], shear[10];
};
struct taub_moving taub_element_moving(const struct taub_surface_file *surface,
                                       const struct taub_surface_element *element);

struct taub_elements {
    double *columns; /* [column][length]; behind the elements at least one stands with a normal of zero */
    int64_t count, length;
    bool viscous, symmetric; /* symmetric: nothing changes sign along the beam */
    bool charged;            /* somewhere there is a chemical potential */
};
/* Columns that the kernel reads: those behind ELEMENT_ENERGY of charged surfaces alone. */
int taub_elements_columns(const struct taub_elements *self);
/* Element n as a row of those columns; viscous corrections off the diagonal are covariant and twice. */
void taub_element_row(const struct taub_surface_file *surface, int64_t n, const struct taub_moving *moving,
                      const struct taub_delta_f_table *delta_f, enum taub_delta_f kind, double row[ELEMENT_COLUMNS]);
/* Elements of surfaces that are not boost-invariant are sorted by their rapidity, so that those that run together on a
 * device are near each other. */
enum taub_status taub_elements_make(const struct taub_surface_file *surface, const struct taub_delta_f_table *delta_f,
                                    enum taub_delta_f kind, bool charged, struct taub_elements *out,
                                    struct taub_error *error);
void taub_elements_free(struct taub_elements *self);

/* Refuses surfaces that have no hadrons, and finds their temperatures (1 and 1 without elements) and potentials. */
enum taub_status taub_elements_check(const struct taub_surface_file *surface, struct taub_thermal_range *out,
                                     struct taub_error *error);
/* Whether the surface is that of a unit of rapidity. */
bool taub_surface_invariant(const struct taub_surface_file *surface);

/* Numbers as the device's reals. */
enum taub_status taub_reals_upload(const struct taub_hadron_device *device, const double *values, size_t count,
                                   struct taub_buffer **out, struct taub_error *error);
enum taub_status taub_reals_download(const struct taub_hadron_device *device, struct taub_buffer *buffer,
                                     double *values, size_t count, struct taub_error *error);

#endif

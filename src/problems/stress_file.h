/* Shear stress and bulk pressure of an output, or of the last one in a fields.h5 of earlier versions. */
#ifndef TAUB_STRESS_FILE_H
#define TAUB_STRESS_FILE_H

#include "taub/config.h"
#include "taub/error.h"

struct taub_stress_file {
    int cells[3];
    double lower[3], spacing[3];
    double *values; /* [component tt .. zz, bulk][z][y][x] */
};

/* TAUB_BAD_INPUT if the file cannot be read, lacks these fields, has a different number of cells, or has values that
 * are not finite. */
enum taub_status taub_stress_file_read(const char *name, const struct taub_config_mesh *mesh,
                                       struct taub_stress_file *out, struct taub_error *error);
/* The eleven values of the cell that contains x. */
void taub_stress_file_at(const struct taub_stress_file *self, const double x[3], double out[11]);
void taub_stress_file_free(struct taub_stress_file *self);

#endif

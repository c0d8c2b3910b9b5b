/* polarization.h5 */
#include <stdlib.h>
#include <string.h>

#include "hadrons/hadron_file.h"
#include "hadrons/polarization.h"
#include "output/internal.h"
#include "taub/taub.h"

enum { TERMS = TAUB_POLARIZATION_TERMS };

static bool put_term(const struct taub_polarization *self, int term, hid_t file)
{
    static const char *const meanings[TERMS] = {"by the thermal vorticity",
                                                "by the thermal shear, with the laboratory's time (Becattini et al.)",
                                                "by the thermal shear, with the velocity of the fluid",
                                                "by sigma/T, with the velocity of the fluid (Liu, Yin)"};
    const struct taub_spectra *grid = &self->grid;
    const hsize_t size[5] = {(hsize_t)grid->species, (hsize_t)grid->rapidities, (hsize_t)grid->momenta,
                             (hsize_t)grid->directions, 3};
    const size_t count = (size_t)(size[0] * size[1] * size[2] * size[3]);
    double *values = malloc((3 * count + 1) * sizeof *values);
    for (size_t n = 0; n < count && values; n++)
        memcpy(values + 3 * n, self->values + (n * TERMS + (size_t)term) * 3, 3 * sizeof *values);
    const bool good = values && taub_h5_put_array(file, taub_polarization_terms[term], H5T_NATIVE_DOUBLE, values, 5,
                                                  size, "1", meanings[term]);
    free(values);
    return good;
}

/* Means at each pT, or over all. */
static bool put_means(const struct taub_polarization *self, bool at_pt, hid_t file)
{
    const struct taub_spectra *grid = &self->grid;
    const int momenta = at_pt ? grid->momenta : 1, axis = at_pt ? 3 : 2;
    const size_t rows = (size_t)grid->species * (size_t)grid->rapidities * (size_t)momenta;
    hsize_t size[5] = {(hsize_t)grid->species, (hsize_t)grid->rapidities, (hsize_t)momenta};
    double *number = malloc((rows + 1) * sizeof *number), *mean = malloc((rows * TERMS * 3 + 1) * sizeof *mean);
    double *sine = malloc((rows * TERMS + 1) * sizeof *sine);
    bool good = number && mean && sine;
    for (size_t n = 0; n < rows && good; n++) {
        const int m = (int)(n % (size_t)momenta), r = (int)(n / (size_t)momenta % (size_t)grid->rapidities);
        const int s = (int)(n / (size_t)momenta / (size_t)grid->rapidities);
        const struct taub_polarization_means means = taub_polarization_means(self, s, r, at_pt ? m : -1);
        number[n] = means.number;
        memcpy(mean + n * TERMS * 3, means.mean, sizeof means.mean);
        memcpy(sine + n * TERMS, means.sine, sizeof means.sine);
    }
    size[axis] = TERMS;
    size[axis + 1] = 3;
    good = good &&
           taub_h5_put_array(file, at_pt ? "pt_spectrum" : "yield", H5T_NATIVE_DOUBLE, number, axis, size,
                             at_pt ? "1/GeV^2" : "1", at_pt ? "dN/(2 pi pT dpT dy)" : "dN/dy") &&
           taub_h5_put_array(file, at_pt ? "pt_mean" : "mean", H5T_NATIVE_DOUBLE, mean, axis + 2, size, "1",
                             "mean of P by term, along x, y, z, weighted by the number of particles") &&
           taub_h5_put_array(file, at_pt ? "pt_pz_sine" : "pz_sine", H5T_NATIVE_DOUBLE, sine, axis + 1, size, "1",
                             "mean of P_z sin(2 phi) by term");
    free(number);
    free(mean);
    free(sine);
    return good;
}

static bool put_parts(const struct taub_polarization *self, hid_t file)
{
    bool good = true;
    for (int term = 0; term < TERMS && good; term++)
        good = put_term(self, term, file);
    return good && put_means(self, false, file) && put_means(self, true, file);
}

/* The same datasets in a group. */
static bool put_with_decays(const struct taub_polarization *self, hid_t file)
{
    const struct taub_polarization all = taub_polarization_with_decays(self);
    const struct taub_spectra *grid = &all.grid;
    const hsize_t size[4] = {(hsize_t)grid->species, (hsize_t)grid->rapidities, (hsize_t)grid->momenta,
                             (hsize_t)grid->directions};
    if (!all.values)
        return true;
    const hid_t group = H5Gcreate2(file, "with_decays", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = group >= 0 && put_parts(&all, group) &&
                taub_h5_put_array(group, "spectra", H5T_NATIVE_DOUBLE, grid->values, 4, size, "1/GeV^2",
                                  "d2N/(pT dpT dphi dy): species, rapidity, pT, phi, of primary hadrons and of those "
                                  "from decays that hand spin on");
    if (group >= 0)
        good = H5Gclose(group) >= 0 && good;
    return good;
}

static bool put_all(const struct taub_polarization *self, const struct taub_hadrons *list, hid_t file)
{
    return taub_h5_put_text(file, "software", "Taub") && taub_h5_put_text(file, "softwareVersion", TAUB_VERSION) &&
           taub_h5_put_text(file, "gradients", self->isothermal ? "isothermal" : "thermal") &&
           taub_h5_put_integers(file, "boostInvariant", &(int64_t){self->grid.invariant}, 0) &&
           taub_h5_put_integers(file, "elements", &self->grid.elements, 0) &&
           taub_h5_put_texts(file, "terms", taub_polarization_terms, TERMS) &&
           taub_spectra_put_species(&self->grid, list, file) && taub_spectra_put_grid(&self->grid, file) &&
           put_parts(self, file) && put_with_decays(self, file);
}

struct writing {
    const struct taub_polarization *polarization;
    const struct taub_hadrons *list;
};

static bool put(const void *user, hid_t file)
{
    const struct writing *self = user;
    return put_all(self->polarization, self->list, file);
}

enum taub_status taub_polarization_write(const struct taub_polarization *self, const struct taub_hadrons *list,
                                         const char *path, struct taub_error *error)
{
    return taub_hadron_file_write(path, put, &(struct writing){self, list}, error);
}

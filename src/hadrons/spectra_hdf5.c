#include "hadrons/spectra_hdf5.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hadrons/hadron_file.h"
#include "output/internal.h"
#include "taub/taub.h"

bool taub_h5_put_array(hid_t file, const char *name, hid_t type, const void *values, int rank, const hsize_t *size,
                       const char *unit, const char *meaning)
{
    hid_t space = H5Screate_simple(rank, size, NULL);
    hid_t dataset = H5Dcreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = dataset >= 0 && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0 &&
                taub_h5_put_text(dataset, "unit", unit) && taub_h5_put_text(dataset, "meaning", meaning);
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    H5Sclose(space);
    return good;
}

bool taub_spectra_put_species(const struct taub_spectra *self, const struct taub_hadrons *list, hid_t file)
{
    const hsize_t size[1] = {(hsize_t)self->species};
    int64_t *code = malloc(((size_t)self->species + 1) * sizeof *code);
    double *mass = malloc(((size_t)self->species + 1) * sizeof *mass);
    const char **names = malloc(((size_t)self->species + 1) * sizeof *names);
    bool good = code && mass && names;
    for (int s = 0; s < self->species && good; s++) {
        code[s] = list->list[self->hadron[s]].code;
        mass[s] = list->list[self->hadron[s]].mass;
        names[s] = list->list[self->hadron[s]].name;
    }
    good = good &&
           taub_h5_put_array(file, "pdg", H5T_NATIVE_INT64, code, 1, size, "1",
                             "Particle Data Group codes of the species") &&
           taub_h5_put_array(file, "mass", H5T_NATIVE_DOUBLE, mass, 1, size, "GeV", "") &&
           taub_h5_put_texts(file, "names", names, self->species);
    free(code);
    free(mass);
    free(names);
    return good;
}

bool taub_spectra_put_grid(const struct taub_spectra *self, hid_t file)
{
    const hsize_t pt[1] = {(hsize_t)self->momenta}, phi[1] = {(hsize_t)self->directions};
    const hsize_t y[1] = {(hsize_t)self->rapidities};
    const hsize_t all[4] = {(hsize_t)self->species, y[0], pt[0], phi[0]};
    return taub_h5_put_array(file, "pt", H5T_NATIVE_DOUBLE, self->pt, 1, pt, "GeV", "transverse momenta") &&
           taub_h5_put_array(file, "pt_weight", H5T_NATIVE_DOUBLE, self->pt_weight, 1, pt, "GeV",
                             "the integral of g(pT) dpT is the sum of weight times g") &&
           taub_h5_put_array(file, "phi", H5T_NATIVE_DOUBLE, self->phi, 1, phi, "1", "azimuths, with equal weights") &&
           taub_h5_put_array(file, "rapidity", H5T_NATIVE_DOUBLE, self->rapidity, 1, y, "1", "rapidities") &&
           taub_h5_put_array(file, "spectra", H5T_NATIVE_DOUBLE, self->values, 4, all, "1/GeV^2",
                             "d2N/(pT dpT dphi dy): species, rapidity, pT, phi");
}

static bool put_flow(const struct taub_spectra *self, hid_t file)
{
    const hsize_t size[3] = {(hsize_t)self->species, (hsize_t)self->rapidities, TAUB_HARMONICS + 1};
    const hsize_t at[4] = {size[0], size[1], (hsize_t)self->momenta, TAUB_HARMONICS + 1};
    const size_t rows = (size_t)self->species * (size_t)self->rapidities, h = TAUB_HARMONICS + 1;
    double *yield = calloc(rows + 1, sizeof(double)), *mean = calloc(rows + 1, sizeof(double));
    double *v = calloc(rows * h + 1, sizeof(double)), *angle = calloc(rows * h + 1, sizeof(double));
    double *spectrum = calloc(rows * (size_t)self->momenta + 1, sizeof(double));
    double *v_at = calloc(rows * (size_t)self->momenta * h + 1, sizeof(double));
    bool good = yield && mean && v && angle && spectrum && v_at;
    for (size_t n = 0; n < rows && good; n++) {
        struct taub_flow flow, here;
        const int s = (int)(n / (size_t)self->rapidities), r = (int)(n % (size_t)self->rapidities);
        taub_spectra_flow(self, s, r, &flow);
        yield[n] = flow.yield;
        mean[n] = flow.mean_pt;
        memcpy(v + n * h, flow.v, sizeof flow.v);
        memcpy(angle + n * h, flow.angle, sizeof flow.angle);
        for (int m = 0; m < self->momenta; m++) {
            taub_spectra_flow_at(self, s, r, m, &flow, &here);
            spectrum[n * (size_t)self->momenta + (size_t)m] = here.yield;
            memcpy(v_at + (n * (size_t)self->momenta + (size_t)m) * h, here.v, sizeof here.v);
        }
    }
    good = good &&
           taub_h5_put_array(file, "yield", H5T_NATIVE_DOUBLE, yield, 2, size, "1", "dN/dy: species, rapidity") &&
           taub_h5_put_array(file, "mean_pt", H5T_NATIVE_DOUBLE, mean, 2, size, "GeV", "mean pT: species, rapidity") &&
           taub_h5_put_array(file, "flow", H5T_NATIVE_DOUBLE, v, 3, size, "1", "v_n: species, rapidity, n from 0 on") &&
           taub_h5_put_array(file, "event_plane", H5T_NATIVE_DOUBLE, angle, 3, size, "1",
                             "angles of the event plane, arg(Q_n)/n: species, rapidity, n from 0 on") &&
           taub_h5_put_array(file, "pt_spectrum", H5T_NATIVE_DOUBLE, spectrum, 3, at, "1/GeV^2",
                             "dN/(2 pi pT dpT dy): species, rapidity, pT") &&
           taub_h5_put_array(file, "pt_flow", H5T_NATIVE_DOUBLE, v_at, 4, at, "1",
                             "v_n(pT) relative to the event plane of the species: species, rapidity, pT, n from 0 on");
    free(yield);
    free(mean);
    free(v);
    free(angle);
    free(spectrum);
    free(v_at);
    return good;
}

static bool put_all(const struct taub_spectra *self, const struct taub_hadrons *list,
                    const struct taub_spectra_config *config, hid_t file)
{
    static const char *const delta_f[] = {"none", "grad", "chapman-enskog"};
    const double thermal[2] = {self->hadrons.energy, self->hadrons.pressure};
    const double surface[2] = {self->surface_energy, self->surface_pressure};
    return taub_h5_put_text(file, "software", "Taub") && taub_h5_put_text(file, "softwareVersion", TAUB_VERSION) &&
           taub_h5_put_text(file, "deltaF", delta_f[config->delta_f]) &&
           taub_h5_put_integers(file, "decays", &(int64_t){config->decays}, 0) &&
           taub_h5_put_integers(file, "boostInvariant", &(int64_t){self->invariant}, 0) &&
           taub_h5_put_integers(file, "elements", &self->elements, 0) &&
           taub_h5_put_double(file, "inwardShare", self->inward) &&
           taub_h5_put_double(file, "negativeShare", self->negative) &&
           taub_h5_put_double(file, "temperature", self->temperature) &&
           taub_h5_put_doubles(file, "energyAndPressureOfList", thermal, 2) &&
           taub_h5_put_doubles(file, "energyAndPressureOfSurface", surface, 2) &&
           taub_h5_put_double(file, "chemicalPotential", self->potential) &&
           taub_h5_put_double(file, "chargeDensityOfList", self->hadrons.charge) &&
           taub_h5_put_double(file, "chargeDensityOfSurface", self->surface_charge) &&
           taub_spectra_put_species(self, list, file) && taub_spectra_put_grid(self, file) && put_flow(self, file);
}

enum taub_status taub_hadron_file_write(const char *path, bool (*put)(const void *user, hid_t file), const void *user,
                                        struct taub_error *error)
{
    char *part = malloc(strlen(path) + sizeof TAUB_PART);
    if (!part)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of %s.", path);
    sprintf(part, "%s%s", path, TAUB_PART);
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    unlink(part);
    hid_t file = taub_h5_create(part, 0);
    enum taub_status status = TAUB_OK;
    if (file < 0)
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be written: %s.", path, taub_h5_reason());
    else if (!put(user, file))
        status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", path, taub_h5_reason());
    if (file >= 0 && H5Fclose(file) < 0 && status == TAUB_OK)
        status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", path, taub_h5_reason());
    if (status == TAUB_OK && rename(part, path) != 0)
        status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", path, strerror(errno));
    if (status != TAUB_OK)
        unlink(part);
    taub_h5_silence_end(&silence);
    free(part);
    return status;
}

struct writing {
    const struct taub_spectra *spectra;
    const struct taub_hadrons *list;
    const struct taub_spectra_config *config;
};

static bool put_spectra(const void *user, hid_t file)
{
    const struct writing *self = user;
    return put_all(self->spectra, self->list, self->config, file);
}

enum taub_status taub_spectra_write(const struct taub_spectra *self, const struct taub_hadrons *list,
                                    const struct taub_spectra_config *config, const char *path,
                                    struct taub_error *error)
{
    return taub_hadron_file_write(path, put_spectra, &(struct writing){self, list, config}, error);
}

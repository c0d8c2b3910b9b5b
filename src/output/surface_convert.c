/* The freeze-out surface in the formats of other programs. docs/guide/freeze-out.md describes what each of them reads,
 * with versions. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output/internal.h"
#include "output/surface.h"

#define HBAR_C 0.1973269804 /* GeV fm */

const char *const taub_surface_formats[] = {"music", "is3d", "smash", "frzout", "music-vorticity", "hydro-foil", NULL};

bool taub_surface_format_find(const char *name, enum taub_surface_format *out)
{
    for (int n = 0; taub_surface_formats[n]; n++)
        if (strcmp(name, taub_surface_formats[n]) == 0) {
            *out = (enum taub_surface_format)n;
            return true;
        }
    return false;
}

/* ---- frames ---- */

/* Index of pi^{mu nu} in the list of ten. */
static const int tensor[4][4] = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

/* Transforms to a frame that moves along the last axis with -rapidity: with rapidity = eta, from the Milne frame at the
 * space-time rapidity eta to the laboratory. Covectors transform with the inverse boost. */
static void boost(struct taub_surface_element *element, double rapidity)
{
    const double c = cosh(rapidity), s = sinh(rapidity);
    const double to[4][4] = {{c, 0, 0, s}, {0, 1, 0, 0}, {0, 0, 1, 0}, {s, 0, 0, c}};
    double *u = element->value + TAUB_SURFACE_VELOCITY, *normal = element->value + TAUB_SURFACE_NORMAL;
    double *shear = element->value + TAUB_SURFACE_SHEAR, before[4][4], half[4][4];
    double *current = element->value + TAUB_SURFACE_DIFFUSION;
    const double u0 = u[0], u3 = u[3], n0 = normal[0], n3 = normal[3], q0 = current[0], q3 = current[3];
    u[0] = c * u0 + s * u3;
    u[3] = s * u0 + c * u3;
    current[0] = c * q0 + s * q3;
    current[3] = s * q0 + c * q3;
    normal[0] = c * n0 - s * n3;
    normal[3] = c * n3 - s * n0;
    double *gradient = element->value + TAUB_SURFACE_GRADIENT;
    for (int n = 0; n < 4; n++) { /* each index of a covariant tensor in turn */
        const double g0 = gradient[n], g3 = gradient[12 + n];
        gradient[n] = c * g0 - s * g3;
        gradient[12 + n] = c * g3 - s * g0;
    }
    for (int m = 0; m < 4; m++) {
        const double g0 = gradient[4 * m], g3 = gradient[4 * m + 3];
        gradient[4 * m] = c * g0 - s * g3;
        gradient[4 * m + 3] = c * g3 - s * g0;
    }
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++)
            before[m][n] = shear[tensor[m][n]];
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++) {
            half[m][n] = 0.0;
            for (int k = 0; k < 4; k++)
                half[m][n] += to[m][k] * before[k][n];
        }
    for (int m = 0; m < 4; m++)
        for (int n = m; n < 4; n++) {
            double sum = 0.0;
            for (int k = 0; k < 4; k++)
                sum += half[m][k] * to[n][k];
            shear[tensor[m][n]] = sum;
        }
}

bool taub_surface_to_milne(const struct taub_surface_file *self, struct taub_surface_element *element)
{
    double *x = element->value + TAUB_SURFACE_POSITION;
    if (self->coordinates == TAUB_MILNE)
        return true;
    const double t = x[0], z = x[3];
    if (!(t > fabs(z)))
        return false;
    x[0] = sqrt((t - z) * (t + z));
    x[3] = atanh(z / t);
    boost(element, -x[3]);
    return true;
}

/* ---- rows of each format, from elements in the Milne frame ---- */

enum { MUSIC_NUMBERS = 34, VORTICITY_NUMBERS = 72, FRZOUT_NUMBERS = 16 };

static void put_doubles(double *row, int *count, const double *values, int more, double factor)
{
    for (int n = 0; n < more; n++)
        row[(*count)++] = factor * values[n];
}

/* dSigma without the factor tau; e, T, mu, pi, Pi in powers of 1/fm. */
static void music_row(const double *v, double row[MUSIC_NUMBERS])
{
    const double tau = v[0];
    int n = 0;
    put_doubles(row, &n, v + TAUB_SURFACE_POSITION, 4, 1.0);
    put_doubles(row, &n, v + TAUB_SURFACE_NORMAL, 3, 1.0 / tau);
    put_doubles(row, &n, v + TAUB_SURFACE_NORMAL + 3, 1, 1.0);
    put_doubles(row, &n, v + TAUB_SURFACE_VELOCITY, 4, 1.0);
    row[n++] = v[TAUB_SURFACE_ENERGY] / HBAR_C;
    row[n++] = v[TAUB_SURFACE_TEMPERATURE] / HBAR_C;
    row[n++] = v[TAUB_SURFACE_POTENTIAL] / HBAR_C;
    row[n++] = 0.0; /* muS, muC */
    row[n++] = 0.0;
    row[n++] = (v[TAUB_SURFACE_ENERGY] + v[TAUB_SURFACE_PRESSURE]) / v[TAUB_SURFACE_TEMPERATURE];
    put_doubles(row, &n, v + TAUB_SURFACE_SHEAR, 10, 1.0 / HBAR_C);
    row[n++] = v[TAUB_SURFACE_BULK] / HBAR_C;
    row[n++] = v[TAUB_SURFACE_CHARGE];
    put_doubles(row, &n, v + TAUB_SURFACE_DIFFUSION, 4, 1.0);
}

static bool write_music(FILE *file, const double *v)
{
    double row[MUSIC_NUMBERS];
    float singles[MUSIC_NUMBERS];
    music_row(v, row);
    for (int n = 0; n < MUSIC_NUMBERS; n++)
        singles[n] = (float)row[n];
    return fwrite(singles, sizeof singles, 1, file) == 1;
}

/* nabla_mu u_nu and nabla_mu T of an element, from nabla_mu beta_nu: nabla_mu T = -T^2 u^nu nabla_mu beta_nu. */
static void gradients_of(const double *v, double du[4][4], double dt[4])
{
    static const double metric[4] = {1, -1, -1, -1};
    const double *gradient = v + TAUB_SURFACE_GRADIENT, *u = v + TAUB_SURFACE_VELOCITY;
    const double t = v[TAUB_SURFACE_TEMPERATURE];
    for (int m = 0; m < 4; m++) {
        dt[m] = 0.0;
        for (int n = 0; n < 4; n++)
            dt[m] -= t * t * u[n] * gradient[4 * m + n];
        for (int n = 0; n < 4; n++)
            du[m][n] = t * gradient[4 * m + n] + metric[n] * u[n] * dt[m] / t;
    }
}

/* The transverse part of a covariant tensor. */
static void project(const double *u, double in[4][4], double out[4][4])
{
    static const double metric[4] = {1, -1, -1, -1};
    double half[4][4];
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++) {
            half[m][n] = in[m][n];
            for (int k = 0; k < 4; k++)
                half[m][n] -= metric[m] * u[m] * u[k] * in[k][n];
        }
    for (int m = 0; m < 4; m++)
        for (int n = 0; n < 4; n++) {
            out[m][n] = half[m][n];
            for (int k = 0; k < 4; k++)
                out[m][n] -= metric[n] * u[n] * u[k] * half[m][k];
        }
}

/* -(a^{mu nu} - a^{nu mu})/2 times a factor: tx ty tz xy xz yz, of a covariant tensor. */
static void put_vorticity(double *row, int *count, double a[4][4], double factor)
{
    for (int m = 0; m < 4; m++)
        for (int n = m + 1; n < 4; n++)
            row[(*count)++] = (m == 0 ? factor : -factor) * 0.5 * (a[m][n] - a[n][m]);
}

/* MUSIC's 34 numbers, then in the laboratory, with upper indices: the vorticity of u over T, transverse and as it is,
 * the thermal one, and that of T u over T^2; sigma^{mu nu} [1/fm]; the gradient of mu_B/T, which Taub does not find. */
static bool write_music_vorticity(FILE *file, struct taub_surface_element element)
{
    static const double metric[4] = {1, -1, -1, -1};
    double row[VORTICITY_NUMBERS] = {0}, du[4][4], dt[4], transverse[4][4], other[4][4];
    float singles[VORTICITY_NUMBERS];
    int n = MUSIC_NUMBERS;
    music_row(element.value, row);
    boost(&element, element.value[3]);
    const double *v = element.value, *u = v + TAUB_SURFACE_VELOCITY, t = v[TAUB_SURFACE_TEMPERATURE];
    gradients_of(v, du, dt);
    project(u, du, transverse);
    put_vorticity(row, &n, transverse, HBAR_C / t);
    put_vorticity(row, &n, du, HBAR_C / t);
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 4; k++)
            other[m][k] = v[TAUB_SURFACE_GRADIENT + 4 * m + k];
    put_vorticity(row, &n, other, HBAR_C);
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 4; k++)
            other[m][k] = t * du[m][k] + metric[k] * u[k] * dt[m];
    put_vorticity(row, &n, other, HBAR_C / (t * t));
    double theta = 0.0;
    for (int m = 0; m < 4; m++)
        theta += metric[m] * du[m][m];
    for (int m = 0; m < 4; m++)
        for (int k = m; k < 4; k++) {
            const double delta = (m == k ? metric[m] : 0.0) - u[m] * u[k];
            row[n++] = metric[m] * metric[k] * 0.5 * (transverse[m][k] + transverse[k][m]) - delta * theta / 3.0;
        }
    for (int c = 0; c < VORTICITY_NUMBERS; c++)
        singles[c] = (float)row[c];
    return fwrite(singles, sizeof singles, 1, file) == 1;
}

/* Position in Milne coordinates, all else along t, x, y, z; nabla_mu beta_nu with lower indices, without a factor. */
static bool write_hydro_foil(FILE *file, struct taub_surface_element element)
{
    const double *v = element.value;
    boost(&element, v[3]);
    for (int n = 0; n < 12; n++)
        fprintf(file, n ? " %.15e" : "%.15e", v[n]);
    fprintf(file, " %.15e %.15e 0 0", v[TAUB_SURFACE_TEMPERATURE], v[TAUB_SURFACE_POTENTIAL]);
    for (int n = 0; n < 16; n++)
        fprintf(file, " %.15e", v[TAUB_SURFACE_GRADIENT + n]);
    fprintf(file, " %.15e", v[TAUB_SURFACE_ENERGY]);
    return fputc('\n', file) != EOF;
}

/* Coordinate components: dSigma_eta is tau times the frame's component; u^eta and pi^{x eta} are 1/tau times theirs. */
static bool write_is3d(FILE *file, const double *v)
{
    const double tau = v[0], *x = v + TAUB_SURFACE_POSITION, *normal = v + TAUB_SURFACE_NORMAL;
    const double *u = v + TAUB_SURFACE_VELOCITY, *shear = v + TAUB_SURFACE_SHEAR;
    const double row[] = {x[0],
                          x[1],
                          x[2],
                          x[3],
                          normal[0],
                          normal[1],
                          normal[2],
                          tau * normal[3],
                          u[1],
                          u[2],
                          u[3] / tau,
                          v[TAUB_SURFACE_ENERGY] / HBAR_C,
                          v[TAUB_SURFACE_TEMPERATURE] / HBAR_C,
                          v[TAUB_SURFACE_PRESSURE] / HBAR_C,
                          shear[4] / HBAR_C,
                          shear[5] / HBAR_C,
                          shear[6] / (tau * HBAR_C),
                          shear[7] / HBAR_C,
                          shear[8] / (tau * HBAR_C),
                          v[TAUB_SURFACE_BULK] / HBAR_C};
    for (size_t n = 0; n < sizeof row / sizeof *row; n++)
        fprintf(file, n ? " %.15e" : "%.15e", row[n]);
    return fputc('\n', file) != EOF;
}

/* Position in Milne coordinates; all other components along t, x, y, z. */
static bool write_smash(FILE *file, struct taub_surface_element element)
{
    static const int lower[10] = {0, 1, 4, 2, 5, 7, 3, 6, 8, 9}; /* tt, tx, xx, ty, xy, yy, tz, xz, yz, zz */
    double *v = element.value;
    boost(&element, v[3]);
    for (int n = 0; n < 12; n++)
        fprintf(file, n ? " %.15e" : "%.15e", v[n]);
    fprintf(file, " %.15e", v[TAUB_SURFACE_TEMPERATURE]);
    /* files without a potential keep the text of earlier versions */
    if (v[TAUB_SURFACE_POTENTIAL] == 0.0)
        fputs(" 0 0 0", file);
    else
        fprintf(file, " %.15e 0 0", v[TAUB_SURFACE_POTENTIAL]);
    for (int n = 0; n < 10; n++)
        fprintf(file, " %.15e", v[TAUB_SURFACE_SHEAR + lower[n]]);
    fprintf(file, " %.15e %.15e %.15e %.15e", v[TAUB_SURFACE_BULK], v[TAUB_SURFACE_ENERGY], v[TAUB_SURFACE_PRESSURE],
            v[TAUB_SURFACE_CHARGE]);
    return fputc('\n', file) != EOF;
}

/* dSigma without the factor tau, velocities; pi and Pi in GeV/fm^3. */
static bool write_frzout(FILE *file, const double *v)
{
    const double tau = v[0], *normal = v + TAUB_SURFACE_NORMAL, *u = v + TAUB_SURFACE_VELOCITY;
    const double *shear = v + TAUB_SURFACE_SHEAR;
    const double row[FRZOUT_NUMBERS] = {tau,
                                        v[1],
                                        v[2],
                                        normal[0] / tau,
                                        normal[1] / tau,
                                        normal[2] / tau,
                                        u[1] / u[0],
                                        u[2] / u[0],
                                        shear[0],
                                        shear[1],
                                        shear[2],
                                        shear[4],
                                        shear[5],
                                        shear[7],
                                        shear[9],
                                        v[TAUB_SURFACE_BULK]};
    return fwrite(row, sizeof row, 1, file) == 1;
}

/* ---- the file ---- */

static enum taub_status check(const struct taub_surface_file *self, enum taub_surface_format format, const char *path,
                              struct taub_error *error)
{
    const char *name = taub_surface_formats[format];
    if (!self->physical)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: the layout of %s is in GeV and fm, and this surface is dimensionless", path, name);
    if (self->single[0] || self->single[1])
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s: the layout of %s is for surfaces that extend along x and y; this one is of a mesh with one "
            "cell along %c",
            path, name, self->single[0] ? 'x' : 'y');
    if (self->single[2] && self->coordinates != TAUB_MILNE)
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: this surface is that of a unit of length along z; the layout of %s needs three axes, or "
                         "Milne coordinates",
                         path, name);
    if (!self->gradients && (format == TAUB_SURFACE_MUSIC_VORTICITY || format == TAUB_SURFACE_HYDRO_FOIL))
        return taub_fail(error, TAUB_BAD_INPUT,
                         "%s: the layout of %s holds gradients, which this surface does not have: "
                         "output.surface.gradients=true in the case of its run adds them",
                         path, name);
    if (!self->single[2] && format == TAUB_SURFACE_FRZOUT)
        return taub_fail(
            error, TAUB_BAD_INPUT,
            "%s: the layout of frzout is for boost-invariant surfaces (one cell along eta); music, is3d and "
            "smash take this one",
            path);
    return TAUB_OK;
}

static enum taub_status write_rows(const struct taub_surface_file *self, enum taub_surface_format format,
                                   const char *path, FILE *file, struct taub_error *error)
{
    bool good =
        format != TAUB_SURFACE_HYDRO_FOIL ||
        fputs("# freeze-out surface of Taub, GeV and fm: d0b1 is nabla_t beta_x, with lower indices\n# elements "
              "without corona\n# tau x y eta dS0 dS1 dS2 dS3 u0 u1 u2 u3 T muB muQ muS d0b0 d0b1 d0b2 d0b3 d1b0 "
              "d1b1 d1b2 d1b3 d2b0 d2b1 d2b2 d2b3 d3b0 d3b1 d3b2 d3b3 e\n",
              file) >= 0;
    for (int64_t n = 0; n < self->count && good; n++) {
        struct taub_surface_element element = self->elements[n];
        if (!taub_surface_to_milne(self, &element))
            return taub_fail(
                error, TAUB_BAD_INPUT,
                "%s: the element at t = %.6g, z = %.6g fm is outside of the light cone of t = z = 0, where "
                "the layout of %s has no tau and eta",
                path, self->elements[n].value[0], self->elements[n].value[3], taub_surface_formats[format]);
        good = format == TAUB_SURFACE_MUSIC             ? write_music(file, element.value)
               : format == TAUB_SURFACE_IS3D            ? write_is3d(file, element.value)
               : format == TAUB_SURFACE_SMASH           ? write_smash(file, element)
               : format == TAUB_SURFACE_MUSIC_VORTICITY ? write_music_vorticity(file, element)
               : format == TAUB_SURFACE_HYDRO_FOIL      ? write_hydro_foil(file, element)
                                                        : write_frzout(file, element.value);
    }
    return good ? TAUB_OK : taub_fail(error, TAUB_FAILED, "%s: not written: %s.", path, strerror(errno));
}

enum taub_status taub_surface_write(const struct taub_surface_file *self, enum taub_surface_format format,
                                    const char *path, struct taub_error *error)
{
    enum taub_status status = check(self, format, path, error);
    if (status != TAUB_OK)
        return status;
    char *part = malloc(strlen(path) + sizeof TAUB_PART);
    if (!part)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of %s.", path);
    sprintf(part, "%s%s", path, TAUB_PART);
    unlink(part);
    const int fd = open(part, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, 0666);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        status = taub_fail(error, TAUB_BAD_INPUT, "%s: cannot be written: %s.", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        free(part);
        return status;
    }
    status = write_rows(self, format, path, file, error);
    const bool flushed = fflush(file) == 0 && !ferror(file) && fsync(fileno(file)) == 0;
    const int reason = errno;
    const bool closed = fclose(file) == 0;
    if (status == TAUB_OK && !(flushed && closed && rename(part, path) == 0))
        status = taub_fail(error, TAUB_FAILED, "%s: not written: %s.", path, strerror(flushed ? errno : reason));
    if (status != TAUB_OK)
        unlink(part);
    free(part);
    return status;
}

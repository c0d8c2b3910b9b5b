/* The medium of electrodynamics as plain C structs (taub/config.h). */
#ifndef TAUB_CONFIG_MEDIUM_H
#define TAUB_CONFIG_MEDIUM_H

#include <stdbool.h>

struct taub_reals {
    int count;
    const double *list;
};

enum taub_units { TAUB_UNITS_NATURAL, TAUB_UNITS_SI };
/* What a cell that a surface cuts has of the permittivity. */
enum taub_averaging {
    TAUB_AVERAGING_VOLUME, /* the mean over the cell */
    TAUB_AVERAGING_AXES    /* along each axis: harmonic means of lines along it, and the mean of these */
};
enum taub_inclusion {
    TAUB_INCLUSION_BALL,
    TAUB_INCLUSION_CYLINDER_X,
    TAUB_INCLUSION_CYLINDER_Y,
    TAUB_INCLUSION_CYLINDER_Z,
    TAUB_INCLUSION_BOX /* of a list only */
};

/* A part of the permittivity that depends on the angular frequency w of exp(-i w t), relative to the vacuum's. */
enum taub_pole_kind {
    TAUB_POLE_DRUDE,   /* -plasma_frequency^2/(w^2 + i damping w): free electrons */
    TAUB_POLE_LORENTZ, /* strength frequency^2/(frequency^2 - w^2 - i damping w): bound ones */
    TAUB_POLE_DEBYE    /* strength/(1 - i w time): dipoles that turn */
};

/* Frequencies and damping in 1/(unit of time): angular ones. */
struct taub_config_pole {
    enum taub_pole_kind kind;
    bool plasma_frequency_given, frequency_given, strength_given, damping_given, time_given;
    double plasma_frequency, frequency, strength, damping, time;
};

struct taub_poles {
    int count;
    const struct taub_config_pole *list;
};

/* What of a ball, a cylinder or all of space lies between lower and upper. */
struct taub_config_inclusion {
    enum taub_inclusion kind;
    double center[3];
    bool radius_given, lower_given, upper_given;
    double radius; /* not of a box */
    double lower[3], upper[3];
    double permittivity, permeability, conductivity;
    bool axes_given;             /* of a crystal, in place of permittivity: */
    double permittivity_axes[3]; /* along x, y, z */
    struct taub_poles poles;     /* of a list only */
};

struct taub_inclusions {
    int count;
    const struct taub_config_inclusion *list;
};

/* Which index of an array counts along which axis. */
enum taub_array_axes {
    TAUB_ARRAY_XYZ, /* the first along x, as in Meep's files */
    TAUB_ARRAY_ZYX  /* the last along x, as in Taub's outputs */
};

/* Numbers of the medium from datasets of an HDF5 file. Samples divide the box of the mesh into equal parts, n along an
 * axis; a cell has the mean over it where they are as fine as cells or finer, else the line between the two samples
 * around its centre. NULL: what the other keys say. */
struct taub_config_medium_array {
    const char *file; /* NULL: there is none */
    const char *permittivity, *permeability, *conductivity;
    enum taub_array_axes axes;
};

/* system maxwell: the medium, relative permittivity and permeability and conductivity. With natural units those of the
 * vacuum are 1; with SI units all is in SI. */
struct taub_config_medium {
    enum taub_units units;
    double permittivity, permeability, conductivity; /* where nothing else is said */
    bool axes_given;                                 /* of a crystal, in place of permittivity: */
    double permittivity_axes[3];                     /* along x, y, z */
    enum taub_averaging averaging;
    struct taub_poles poles; /* likewise, in pieces and in arrays, too: everywhere but in inclusions */
    /* Pieces between planes across x, y, z: none or one value for each, x fastest, then y, then z. */
    struct taub_reals cuts[3], permittivities, permeabilities, conductivities;
    struct taub_config_medium_array array;  /* in place of the numbers above */
    struct taub_config_inclusion inclusion; /* over all of that, wanted when its radius is given; no box, no ends */
    struct taub_inclusions inclusions;      /* over all else, later ones over earlier ones */
};

#endif

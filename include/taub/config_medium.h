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
/* Shapes of bodies: src/bodies. Bodies with axes of their own have them along x, y, z, turned the shortest way so that
 * the third one is along `axis`, then by `angle` about it. */
enum taub_body {
    TAUB_BODY_BALL,
    TAUB_BODY_CYLINDER_X, /* without ends, along x */
    TAUB_BODY_CYLINDER_Y,
    TAUB_BODY_CYLINDER_Z,
    TAUB_BODY_BOX, /* from lower to upper */
    TAUB_BODY_CYLINDER,
    TAUB_BODY_BLOCK, /* a box with axes of its own */
    TAUB_BODY_ELLIPSOID,
    TAUB_BODY_HALF_SPACE,
    TAUB_BODY_PRISM,
    TAUB_BODY_CONE,
    TAUB_BODY_TORUS,
    TAUB_BODY_STL
};

/* A closed surface of triangles: the name of an STL file, and what is in it, which taub_case_create reads. */
struct taub_triangles;
struct taub_stl_file {
    const char *name;
    const struct taub_triangles *triangles; /* NULL in a config that a program fills */
};

struct taub_config_body;
struct taub_bodies {
    int count;
    const struct taub_config_body *list;
};

/* What of a shape lies between lower and upper, within all bodies of a list and in none of another one. */
struct taub_config_body {
    enum taub_body kind;
    double center[3];
    double radius, tip_radius, tube_radius; /* tip: of a cone at its upper end; tube: of a torus */
    bool height_given, axis_given;
    double height, axis[3]; /* if not given: without ends; z */
    double angle;           /* degrees */
    double size[3];         /* along the own axes */
    struct taub_reals
        vertices; /* of a prism: x, y, z of each, from the center; the polygon is what one sees along axis */
    struct taub_stl_file file;
    double scale; /* unit of length of the file */
    bool lower_given, upper_given;
    double lower[3], upper[3];
    struct taub_bodies within, without;
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
    double plasma_frequency, frequency, strength, damping, time;
};

struct taub_poles {
    int count;
    const struct taub_config_pole *list;
};

struct taub_config_inclusion {
    struct taub_config_body body;
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
    struct taub_config_medium_array array; /* in place of the numbers above */
    bool inclusion_given;
    struct taub_config_inclusion inclusion; /* over all of that: a ball or a cylinder without ends along an axis */
    struct taub_inclusions inclusions;      /* over all else, later ones over earlier ones */
};

#endif

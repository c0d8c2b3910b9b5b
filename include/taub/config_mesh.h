/* The mesh as plain C structs (taub/config.h): coordinates, spacing, blocks of several levels, ends. */
#ifndef TAUB_CONFIG_MESH_H
#define TAUB_CONFIG_MESH_H

#include <stdbool.h>

#include "taub/config_medium.h" /* bodies */

enum taub_coordinates {
    TAUB_CARTESIAN,
    TAUB_MILNE,
    TAUB_CUBED_SPHERE /* shells outside a sphere in six panels; vectors have Cartesian components */
};
enum taub_boundary {
    TAUB_OUTFLOW, /* zero gradient: the last cell's state */
    TAUB_PERIODIC,
    TAUB_REFLECTING,
    TAUB_EXTRAPOLATED,  /* the last cells' limited gradient goes on: second order where a smooth flow leaves the box */
    TAUB_INFLOW,        /* a fixed state, config.inflow of the face */
    TAUB_BOUNDARY_CODE, /* the user's C file, config.boundary */
    TAUB_MAGNETIC_WALL, /* maxwell: a perfect magnetic conductor; TAUB_REFLECTING is an electric one */
    TAUB_MATCHED_LAYER, /* maxwell: the last config.mesh.layer cells swallow what comes */
    TAUB_NO_SLIP /* euler with viscosity: a wall at rest that holds the gas beside it, and no heat goes through */
};

/* Where the faces of cells lie along an axis. */
enum taub_spacing {
    TAUB_SPACING_UNIFORM,   /* equally far apart */
    TAUB_SPACING_STRETCHED, /* by a smooth map, finest at one place */
    TAUB_SPACING_FACES,     /* as a file says */
    TAUB_SPACING_GEOMETRIC  /* radius of a cubed sphere: each shell is thicker than the one before by the same factor */
};

struct taub_config_spacing {
    enum taub_spacing kind;
    double strength;  /* stretched: widths grow as cosh(strength (s - s0)), s from 0 to 1 over the cells */
    double focus;     /* stretched: where cells are finest, as a share of the box */
    const char *file; /* faces: cells + 1 places from mesh.lower to mesh.upper, rising, one a line */
};

/* A part of the mesh that begins with finer cells: every block that the body touches. */
struct taub_config_region {
    struct taub_config_body body;
    int level; /* 0: the finest */
};
struct taub_regions {
    int count;
    const struct taub_config_region *list;
};

/* The most levels above level 0 that a case may ask for. */
enum { TAUB_FINEST_LEVEL = 12 };

/* What a criterion measures of a field in a cell. */
enum taub_criterion_kind {
    TAUB_SECOND_DIFFERENCE, /* Loehner's indicator, 0 to 1 */
    TAUB_JUMP,              /* to a neighbour, relative to the larger of both sizes, 0 to 2 */
    TAUB_HIGH,              /* the value, refined where it is high */
    TAUB_LOW                /* the value, refined where it is low: above and below change places */
};

/* A reason to refine blocks. A block becomes finer where the measure of one of the fields, or of one of their
 * components, is above `above` in a cell or next to one, and may become coarser where all of them are below `below`
 * everywhere; below < above. */
struct taub_config_criterion {
    enum taub_criterion_kind kind;
    const char *const *fields; /* field_count names of quantities of the system, or of diagnostics; NULL: those that
                                  mesh.refine takes without criteria (second-difference, jump) */
    int field_count;
    double above, below; /* high, low: in units of the field */
    double scale;        /* second-difference, jump: smaller values count as having this size, in units of the field */
};
struct taub_criteria {
    int count;
    const struct taub_config_criterion *list;
};

/* Blocks of several levels, each with cells half as wide as those of the level below. A block is refined where one
 * criterion asks for that, and coarsened where all of them allow it. */
struct taub_config_refine {
    int levels;                    /* above level 0, that of mesh.cells; 0: all blocks are of that one */
    int every;                     /* steps after which the levels follow the flow; 0: they stay as they begin */
    struct taub_criteria criteria; /* none: second differences of density and pressure (srhd: energy and charge
                                      density), with these numbers: */
    double above, below;
    int most_blocks; /* of the mesh, at least those of level 0 and of the regions: what would make more is not refined
                        further; 0: no limit */
    struct taub_regions regions;
};

struct taub_config_mesh {
    enum taub_coordinates coordinates;
    int cells[3]; /* cubed sphere: twice of a panel, then along the radius */
    double lower[3], upper[3];
    double radius[2]; /* cubed sphere: where it begins and ends; lower and upper are then those of the box around it */
    struct taub_config_spacing spacing[3]; /* of each axis */
    int blocks[3];                         /* of level 0 */
    struct taub_config_refine refine;
    enum taub_boundary boundary[3][2]; /* [axis][lower, upper] */
    struct {
        int cells;                 /* how thick */
        double reflection;         /* of E at right angles by what is behind */
        enum taub_boundary behind; /* of the scheme */
    } layer;                       /* of faces with TAUB_MATCHED_LAYER */
    bool bloch_given;              /* maxwell: fields are complex, */
    double bloch[3]; /* and gain exp(i bloch_a length_a) from one side of the mesh to the other along axis a */
};

#endif

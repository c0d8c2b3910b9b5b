/* What a run writes, as taub/config.h has it: fields, history, checkpoints, the freeze-out surface, probes, views,
 * fluxes. Times, lengths and energies are in the units of the case. */
#ifndef TAUB_CONFIG_OUTPUT_H
#define TAUB_CONFIG_OUTPUT_H

#include <stdbool.h>

#include "taub/config_medium.h"

enum { TAUB_MOST_VIEWS = 64, TAUB_MOST_FLUX_PLANES = 64 };

/* The freeze-out surface; wanted when one of the first two is given. */
struct taub_config_surface {
    bool temperature_given, energy_density_given;
    double temperature;    /* GeV, or */
    double energy_density; /* GeV/fm^3 */
    int every;             /* steps between looks */
    int stride[3];         /* cells of the mesh in a cell of the surface's lattice */
    int single;            /* surface.h5 holds floats */
    int gradients;         /* and nabla_mu beta_nu */
};

/* Quantities at points, in time; wanted when there are points. */
struct taub_config_probes {
    struct taub_reals points; /* three numbers each */
    int field_count;
    const char *const *fields; /* none: those of output.fields */
    int every;                 /* steps between lines of probes.csv */
};

/* A part of the fields, or a coarser one, in a file of its own: every stride[a]-th cell of a level along an axis from
 * the first one on, or the one layer of cells that holds a place. */
struct taub_config_view {
    const char *name; /* of the folder view-NAME: letters, digits, - and _ */
    int field_count;
    const char *const *fields; /* none: those of output.fields */
    double every;              /* written at from + n every, n = 0, 1, ... up to `until` */
    bool from_given, until_given;
    double from, until; /* not given: time.start, time.end */
    bool level_given;
    int level; /* with mesh.refine: of its cells; not given: the finest */
    int stride[3];
    bool slice_given[4];
    double slice[4]; /* place along the axis; the last one of a cubed sphere along the radius */
};

struct taub_views {
    int count;
    const struct taub_config_view *list;
};

/* A plane, or the faces of a box, through which energy is counted. */
enum taub_flux_plane_kind { TAUB_FLUX_PLANE_X, TAUB_FLUX_PLANE_Y, TAUB_FLUX_PLANE_Z, TAUB_FLUX_BOX };
struct taub_config_flux_plane {
    const char *name; /* of its columns: letters, digits, - and _ */
    enum taub_flux_plane_kind kind;
    bool position_given;
    double position; /* of a plane, along its axis */
    bool lower_given, upper_given;
    double lower[3], upper[3]; /* of a box, or the ends of a plane, the mesh's when not given; at the nearest faces */
};

struct taub_flux_planes {
    int count;
    const struct taub_config_flux_plane *list;
};

/* maxwell: energy through planes in time and by frequency; wanted when there are planes. */
struct taub_config_fluxes {
    struct taub_flux_planes planes;
    double frequencies[2]; /* the first and the last one */
    int count;             /* of them, evenly spaced; 0: no spectra */
    int every;             /* steps between looks; 0: as many as the highest frequency allows */
    int near_fields;       /* the transforms on the faces of boxes are written, too */
};

struct taub_config_output {
    double every; /* time between outputs of the fields; 0 = only start and end */
    int exact;    /* steps are divided so that outputs are written at these times; else at the first step past them */
    int field_count;
    const char *const *fields; /* names: energy_density, velocity, ... */
    int means;                 /* beyond order 2 outputs hold means of cells, not values at their centres */
    int single;                /* fields are written as floats, whatever the precision of the device */
    int compression;           /* of fields: level of deflate, 0: none */
    int history;               /* steps between lines of history.csv; 0 = none */
    double checkpoint;         /* time between checkpoints; 0 = only at the end, on failure and on a signal */
    int checkpoint_at_end;     /* a run that is done leaves one */
    struct taub_config_surface surface;
    struct taub_config_probes probes;
    struct taub_views views;
    struct taub_config_fluxes fluxes;
};

#endif

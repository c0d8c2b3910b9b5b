/* The run loop and what looks at the state on its way; only src/evolve includes this. */
#ifndef TAUB_EVOLVE_RUNNER_H
#define TAUB_EVOLVE_RUNNER_H

#include "evolve/balance.h"
#include "evolve/fluxes.h"
#include "evolve/internal.h"
#include "evolve/probes.h"
#include "evolve/schedule.h"
#include "evolve/surface.h"
#include "evolve/surface_drain.h"
#include "evolve/views.h"
#include "evolve/writer.h"
#include "mesh/rows.h"
#include "output/output.h"

struct runner;

/* Who looks at the state between steps, in this order: what a checkpoint keeps of the others is up to date. */
enum {
    TAUB_OBSERVE_TOTALS,
    TAUB_OBSERVE_SURFACE,
    TAUB_OBSERVE_PROBES,
    TAUB_OBSERVE_FLUXES,
    TAUB_OBSERVE_FIELDS,
    TAUB_OBSERVE_VIEWS,
    TAUB_OBSERVE_CHECKPOINT,
    TAUB_OBSERVERS
};

/* An observer has one of three rhythms: so many steps, times that are multiples counted from time.start, or its own. It
 * launches its passes on the device and brings what it found to the host and into files. */
struct taub_observer {
    const char *name;
    int (*steps)(const struct runner *run);   /* between two looks; 0 or NULL: not by steps */
    double (*time)(const struct runner *run); /* between two looks; 0 or NULL: not by times */
    bool (*exact)(const struct runner *run);  /* steps end at its times; NULL: it waits for the first one past them */
    bool last;                                /* also looks, by its steps, when the run is finished */
    bool own;                                 /* is asked at each pause and finds out itself what is due: views */
    enum taub_status (*look)(struct runner *run, struct taub_error *error);
};
extern const struct taub_observer taub_observers[TAUB_OBSERVERS];

/* The next look by times. */
struct taub_observed {
    struct taub_schedule schedule;
    double next;
};

struct runner {
    const struct taub_config *config;
    const struct taub_run_options *options;
    struct taub_run_result *result;
    const struct taub_comm *comm;
    struct taub_simulation *simulation;
    struct taub_output *output; /* of the first rank; NULL on the others */
    struct taub_writer *writer; /* NULL: outputs are written as the run comes to them */
    double *values;             /* room for the quantities of one output, or a checkpoint, on the cells of this rank */
    struct taub_rows rows;      /* these, for the output of the first rank */
    bool interrupted;           /* as all ranks know it, like the following */
    bool appends;               /* adds to the folder of the checkpoint */
    bool goes_on;               /* and that has outputs */
    bool begun;                 /* there is an output */
    bool silent;                /* none is wanted: no file is written */
    double reduced[MOST_REDUCTIONS];
    struct taub_column columns[TAUB_MOST_COLUMNS]; /* of the history */
    int column_count;
    int column_of[TAUB_COLUMN_ROLES];            /* -1: the system has none */
    double looked[TAUB_MOST_COLUMNS];            /* the columns at the last look */
    double temperature_max, energy_density_max;  /* at the last look; only systems that reduce them have them */
    const struct taub_config_diagnostic *passed; /* its column was beyond a limit at the last look; NULL: none is */
    double passed_value;
    struct taub_observed observed[TAUB_OBSERVERS];
    struct taub_probes *probes;              /* NULL: none are wanted */
    struct taub_fluxes *fluxes;              /* NULL: none are wanted */
    struct taub_views_state *views;          /* NULL: none are wanted */
    struct taub_surface *surface;            /* NULL: none is wanted */
    struct taub_surface_drain *drain;        /* NULL: elements are written as the run comes to them */
    int64_t surface_elements;                /* of this process */
    double surface_seconds;                  /* wall, that steps waited for it */
    struct taub_balance balance;             /* of energy; no lines: the system has none, or no history is written */
    struct taub_checkpoint_surface restored; /* of the checkpoint that the run goes on from */
    struct taub_checkpoint_list transforms;  /* of the same */
    struct taub_checkpoint_surface held;     /* for the last checkpoint, which is written behind the last elements */
    struct taub_lost lost;
    int64_t last_output_step;
    double started, reported, stepping; /* wall clock; seconds spent in steps */
    double reported_updates;            /* taub_simulation.updates at the last report */
    int64_t meshes;                     /* taub_simulation.meshes for which there is room */
};

/* src/evolve/run.c */
/* The status of all ranks; what is written, all of them call, and the first one writes. */
enum taub_status taub_runner_agree(const struct runner *run, enum taub_status status, struct taub_error *error);
bool taub_runner_finished(const struct runner *run);

/* Schedules from now on. */
void taub_observers_start(struct runner *run);
/* Lets everybody look whose time has come. */
enum taub_status taub_observers_look(struct runner *run, struct taub_error *error);
/* At most so many of `steps` until somebody has to look. */
int64_t taub_observers_steps(const struct runner *run, int64_t steps);
/* The time at which a step has to end, and the one whose first step behind it somebody waits for. */
void taub_observers_times(const struct runner *run, double *until, double *pause);

/* Single observers, for the beginning and the end of a run. */
enum taub_status taub_history_begin(struct runner *run, struct taub_error *error);
void taub_history_columns(const struct runner *run, double values[TAUB_MOST_COLUMNS]); /* of run->reduced */
enum taub_status taub_history_start(struct runner *run, struct taub_error *error);     /* the first look */
/* A line of the history; what the result says of the balance of energy. */
void taub_balance_observe(struct runner *run, const double *values);
void taub_balance_report(struct runner *run);
enum taub_status taub_write_fields(struct runner *run, struct taub_error *error);
enum taub_status taub_write_checkpoint(struct runner *run, struct taub_error *error);
/* Makes the probes; the header and the first line of probes.csv. */
enum taub_status taub_probes_prepare(struct runner *run, struct taub_error *error);
enum taub_status taub_probes_begin(struct runner *run, struct taub_error *error);
/* The planes of fluxes, or those of the checkpoint; the header and first line of fluxes.csv; flux_spectra.csv. */
enum taub_status taub_fluxes_prepare(struct runner *run, struct taub_error *error);
enum taub_status taub_fluxes_begin(struct runner *run, struct taub_error *error);
enum taub_status taub_fluxes_end(struct runner *run, struct taub_error *error);
enum taub_status taub_fluxes_observe(struct runner *run, struct taub_error *error);
/* The surface as a checkpoint of now keeps it, for one that is written behind later looks. */
enum taub_status taub_surface_hold(struct runner *run, struct taub_error *error);
/* Elements up to now. */
enum taub_status taub_write_surface(struct runner *run, struct taub_error *error);
/* Makes the surface and takes the first look, or goes on from the checkpoint's; and in its folder. */
enum taub_status taub_surface_prepare(struct runner *run, struct taub_error *error);
enum taub_status taub_surface_append(struct runner *run, struct taub_error *error);
/* The last elements; says what has left the mesh. */
enum taub_status taub_surface_end(struct runner *run, struct taub_error *error);

#endif

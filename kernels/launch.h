/* What the host program and every pass agree on: the shape of blocks, the index range of a launch, the run's clock.
 *
 * Read by the C library and by all kernel compilers, so: plain structs of int, long and double, no pointers. `long` is
 * 64 bits wide on every platform Taub runs on. */
#ifndef TAUB_LAUNCH_H
#define TAUB_LAUNCH_H

#define TAUB_MAX_FIELDS 9 /* buffers a pass may touch */

/* Rows of cells begin at multiples of so many values in memory, so that vector loads of inner cells are aligned. On
 * GPUs groups of threads along x begin there, too, below the range of a launch if need be: a warp then reads and writes
 * whole sectors of 32 bytes. */
#define TAUB_ROW_ALIGNMENT 8
#define TAUB_ALIGNED_BELOW(i) ((i) & ~(TAUB_ROW_ALIGNMENT - 1))

/* Blocks are equal boxes of cells with ghost zones. A value of component c of a cell-centred field in cell (i, j, k) of
 * block b, i from -ghosts[0] to cells[0] + ghosts[0] - 1, stands at
 *   b * components * component_stride + c * component_stride + (k + ghosts[2]) * plane_stride
 *   + (j + ghosts[1]) * row_stride + i + row_offset.
 * An axis with one cell in the whole mesh has no ghost zones. */
struct taub_shape {
    int cells[3];   /* of one block */
    int ghosts[3];  /* zones on each side of one block */
    int blocks;     /* in the whole list */
    int mesh[3];    /* cells of the whole mesh along each axis, at level 0 */
    int row_offset; /* from the start of a row of storage to cell i = 0; at least ghosts[0] */
    int row_stride;
    long plane_stride;
    long component_stride;
    double lower[3];   /* of the whole mesh */
    double spacing[3]; /* of cells of level 0 */
};

/* What a block meets across one face. A neighbour's axes may lie otherwise than the block's own: axis a of the block is
 * axis TURN_AXIS(turn, a) of the neighbour, and runs the other way where TURN_FLIPS(turn, a); turn 0 is no turn. */
struct taub_neighbour {
    int block[4]; /* its number; or in block[0] alone -1 - boundary kind. All that are finer: those that touch the face,
                     the block's first tangential axis fastest, 2 on meshes of two axes */
    int level;    /* of the neighbour less that of the block: -1, 0, 1 */
    int turn;
};
#define TURN_AXIS(turn, a) ((((turn) >> (3 * (a))) & 3) ^ (a))
#define TURN_FLIPS(turn, a) (((turn) >> (3 * (a) + 2)) & 1)

/* One block in the table of blocks. */
struct taub_block {
    int place[3];                       /* of its first cell, in cells of its level, in the mesh or its panel */
    int level;                          /* cells are 2^level times finer than those of level 0 */
    int owner;                          /* number of the process that computes it */
    int clock;                          /* number of its entry among the clocks */
    double spacing[3];                  /* of its cells */
    struct taub_neighbour neighbour[6]; /* 2 * axis + side */
};

/* A box of ghost zones of one block that are cells of another one, or have their states from such cells of another
 * level: an entry of the list of copies (src/mesh/halo.h).
 * Cells are numbered within it from its first zone on, along x first. */
#define TAUB_COPY_CELLS 256 /* of a box at most */
struct taub_copy {
    int from, to;          /* blocks of this rank; of zones that go to or come from another rank only one is */
    int rank;              /* the other rank, or the own one */
    int begin[3], size[3]; /* the first zone, in the numbers of `to`, and how many there are along each axis */
    int at[3];             /* the cell of `from` that the first zone is */
    int turn;              /* how axes of `to` lie in `from`, as in struct taub_neighbour */
    int level;             /* of `from` less that of `to`. 1: `at` is the first of the cells whose mean the first zone
                              is; -1: the cell that the first zone is a part of */
    int face;    /* above 0: nothing but the lower faces across axis face - 1, of a vector that stands on faces */
    int phase;   /* complex fields: ends of the mesh in between, across which they gain a phase; bits
                    2 * axis + side */
    long before; /* cells of all boxes that precede it in its list */
};

/* The index range of one launch, relative to each block's first inner cell, upper excluded; and what distinguishes this
 * launch from others of the same pass. */
struct taub_range {
    int lower[3];
    int upper[3];
    int option[4];
    double number[4];
    double time[2]; /* fractions of the step: of what is read, of what is written */
    int part;       /* how many whole new states the step has made before this launch */
};

/* Where the groups of a launch begin on GPUs. */
struct taub_tile {
    int cells[3]; /* of one tile */
    int begin[3]; /* of the first tile, or along x of the first group of a point pass; at or below range.lower */
};

/* Why a cell was regulated; the first ones in the order of the bits of systems/recovery_status.h. */
enum taub_cause {
    TAUB_CAUSE_MOMENTUM,  /* more momentum or charge than the energy allows */
    TAUB_CAUSE_STRESS,    /* no fluid has so much dissipative stress */
    TAUB_CAUSE_REGULATOR, /* transport.regulator */
    TAUB_CAUSE_RANGE,     /* beyond the ends of the equation of state */
    TAUB_CAUSE_DIFFUSION, /* the diffusion coefficient at its causal bound */
    TAUB_CAUSE_ACAUSAL,   /* the equations for Du have no causal solution */
    TAUB_CAUSES_OF_RECOVERY,
    TAUB_CAUSE_FLUXES = TAUB_CAUSES_OF_RECOVERY, /* fluxes of first order keep density and pressure positive */
    TAUB_CAUSE_ENERGY,                           /* energy was added for a positive pressure */
    TAUB_CAUSES
};

/* What is counted since the start of a run, in the order in which checkpoints keep them; the energy of lost cells since
 * this process began, and not kept. The host counts steps and blocks, the same on all ranks. */
enum taub_count {
    TAUB_COUNT_RECOVERY_FAILURES,
    TAUB_COUNT_FLOORED,
    TAUB_COUNT_REGULATED,
    TAUB_COUNT_ITERATIONS_EXCEEDED,
    TAUB_COUNT_FIRST_ORDER_CELLS,
    TAUB_COUNT_SHOCK_CELLS,
    TAUB_COUNT_BOUNDED_SCALARS,
    TAUB_COUNT_LOW_BETA_CELLS,
    TAUB_COUNT_CAUSE, /* the first of TAUB_CAUSES */
    TAUB_COUNT_LOST = TAUB_COUNT_CAUSE + TAUB_CAUSES,
    TAUB_COUNT_REPEATED_STEPS,
    TAUB_COUNT_BLOCKS_HELD_BACK,
    TAUB_COUNT_LOST_ENERGY,
    TAUB_COUNTS
};
#define TAUB_COUNTS_SAVED TAUB_COUNT_LOST_ENERGY

/* What blocks are refined by, of a quantity in a cell. */
enum taub_measure {
    TAUB_MEASURE_SECOND_DIFFERENCE, /* over first ones, 0 to 1 */
    TAUB_MEASURE_JUMP,              /* to a neighbour, relative to the larger of both sizes, 0 to 2 */
    TAUB_MEASURE_VALUE,
    TAUB_MEASURE_MINUS_VALUE
};

/* Lives in device memory: the time step is computed there and stays there. The host reads it when it has to write or
 * log. A pass does nothing while paused or failed is set. */
struct taub_control {
    double time;         /* at the start of the current step */
    double dt;           /* of the current step; 0 before the first */
    double until;        /* steps are divided so that one ends here, then paused is set */
    double pause;        /* paused is set at the first step that ends here or later; steps stay as they are */
    double minimum_step; /* a step below it sets failed; 0: TAUB_LEAST_SHARE of `longest` */
    double fixed_step;   /* > 0: this step; else by cfl */
    double cfl;
    double first;    /* share of the bound that the first step may take */
    double growth;   /* a step is allowed to be this much longer than the one before */
    double allowed;  /* the current step before it was divided to meet `until`; 0 before the first */
    long step;       /* completed steps */
    long steps_left; /* paused is set when it reaches 0 */
    int paused;
    int failed;              /* enum taub_failure */
    int failed_cell[4];      /* block, k, j, i of one failing cell */
    int recovery_failures;   /* cells, in the current step, like all counts here; see counts */
    int floored;             /* cells raised to the energy floor */
    int regulated;           /* cells that were changed, or whose fluxes were, to be admissible; see causes */
    int iterations_exceeded; /* recoveries that ended at the bound on iterations */
    int failing;             /* cells whose recovery failed since this process began */
    int first_order_cells;   /* cells whose data or half steps were bounded; see each scheme */
    int failed_part;         /* taub_range.part of the launch in which a cell failed */
    int halvings;            /* the step at hand has failed so often, and is taken again with half of the length */
    int lost;                /* cells above time.freeze_out and lost_above whose stress left no causal fluid */
    int troubled;            /* a cell of this step is to be corrected; above 1: and in one stage the whole mesh */
    int refill;              /* cells were changed after ghost zones had been filled from them */
    double refused_step;     /* what a fixed step was too long for, or the step that was too short */
    int lost_energy;         /* energy densities of the lost cells times lost_scale, in whole numbers, whose sum is the
                                same in any order */
    double lost_scale;
    double start;             /* where the run began: fixed steps are counted from there */
    double longest;           /* step since this process began */
    double lost_above;        /* energy density from which cells count as lost; 0: all */
    int shock_cells;          /* cells whose faces turned to HLL beside a strong shock, in every stage */
    int bounded_scalars;      /* cells whose scalars were drawn back between their bounds, likewise */
    int low_beta_cells;       /* cells whose small internal energy follows the field of the fluxes, likewise */
    int causes[TAUB_CAUSES];  /* of the regulated cells; one may have several */
    long counts[TAUB_COUNTS]; /* of completed steps: atomic additions of 64 bits are not to be had everywhere */
};

/* A step so much shorter than the longest one does not end. */
#define TAUB_LEAST_SHARE 1e-12

enum taub_failure {
    TAUB_FAILURE_NONE = 0,
    TAUB_FAILURE_NAN = 1,
    TAUB_FAILURE_RECOVERY = 2,
    TAUB_FAILURE_TIME_STEP = 3
};

#endif

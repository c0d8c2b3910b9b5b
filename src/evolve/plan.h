/* A step as data.
 *
 * A scheme names its fields and writes down one step as a list of operations over them. From these the plan derives
 * which buffer holds which field before a step of each phase, after how many steps that repeats, what a step that fails
 * falls back to, what a checkpoint keeps, and how many bytes a step moves. It knows no devices: src/evolve/launches.c
 * turns operations into launches. */
#ifndef TAUB_EVOLVE_PLAN_H
#define TAUB_EVOLVE_PLAN_H

#include <stdbool.h>

#include "launch.h"
#include "mesh/mesh.h"
#include "taub/error.h"

enum { TAUB_MOST_FIELDS = 14, TAUB_MOST_OPERATIONS = 512, TAUB_MOST_PHASES = 6 };

/* How long the values of a field are needed. */
enum taub_field_life {
    TAUB_LIFE_STATE,   /* from step to step; saved in checkpoints */
    TAUB_LIFE_DERIVED, /* from step to step, but found again from the state when a step has failed */
    TAUB_LIFE_GIVEN,   /* made with the simulation from the case, and left alone by steps */
    TAUB_LIFE_STEP     /* within a step only */
};

struct taub_field_spec {
    const char *name;
    enum taub_centring at;
    int components; /* 0: this case does without the field, which then has no buffer */
    enum taub_field_life life;
};

/* Every scheme has these two first: the conserved state, and the one that a step writes. Between steps the second is
 * room of the size of a state for whoever looks at the state. */
enum { TAUB_FIELD_CONSERVED, TAUB_FIELD_NEXT, TAUB_FIELD_OWN };

/* What an operation does to a field: looks at it; looks at what it has in another slot already, or at few cells; gives
 * every inner cell a new value; changes what is there; gives ghost zones their values. */
enum taub_use { TAUB_UNUSED, TAUB_READS, TAUB_AGAIN, TAUB_WRITES, TAUB_UPDATES, TAUB_FILLS };

/* Where values of a field stand in and around the cells that they are stored in: bits of enum taub_centring. */
enum {
    TAUB_CELLS = 1u << TAUB_CELL, /* what is stored in own cells, whatever it is */
    TAUB_FACES = 1u << TAUB_FACE_X | 1u << TAUB_FACE_Y | 1u << TAUB_FACE_Z,
    TAUB_EDGES = 1u << TAUB_EDGE_X | 1u << TAUB_EDGE_Y | 1u << TAUB_EDGE_Z,
    TAUB_NODES = 1u << TAUB_NODE
};
/* A touch: one of enum taub_use, with where the values stand that it is about (TAUB_CELLS where nothing is said), what
 * an update reads besides those that it changes, and how far it reads: so many cells beyond the own cell, to either
 * side of a face; along one axis, or all. */
#define TAUB_USE(touch) ((enum taub_use)((touch)&7u))
#define TAUB_AT(parts) ((unsigned)(parts) << 3)
#define TAUB_SEES(parts) ((unsigned)(parts) << 11)
#define TAUB_REACH(cells) ((unsigned)(cells) << 19)
#define TAUB_ALONG(axis) (1u << (24 + (axis)))

struct taub_operand {
    unsigned touch;
    int field;
};

enum taub_op_kind {
    TAUB_OP_PASS,    /* launches one of the scheme's passes */
    TAUB_OP_FILL,    /* fills the ghost zones of field operand[0]: copies, then what lies beyond the ends of the mesh */
    TAUB_OP_COPY,    /* ghost zones of operand[0] and operand[1] that are cells of other blocks; FILL does that, too */
    TAUB_OP_REDUCE,  /* reduces field operand[0] to the largest signal rate, and begins the step: chooses its size */
    TAUB_OP_DEPOSIT, /* writes what droplets bring into the step into field operand[0] */
    TAUB_OP_LIMIT,   /* shortens a step that has begun for what boundaries bring into field operand[0] */
    TAUB_OP_SHARE,   /* those that are cells of other ranks only */
    TAUB_OP_LARGEST, /* makes the first of option[0] values of operand[0] the largest of them on all ranks */
    TAUB_OP_SWAP     /* fields operand[0] and operand[1] change places; costs nothing */
};

/* Of which lists of copies a simulation has several (mesh/halo.h): all zones that the scheme reads, or those along one
 * axis; and with blocks of several levels the zones across faces of finer ones, and of blocks of each level from 1 on
 * the zones that are parts of coarser cells. */
enum taub_op_halo {
    TAUB_HALO_ALL,
    TAUB_HALO_ALONG_X,
    TAUB_HALO_ALONG_Y,
    TAUB_HALO_ALONG_Z,
    TAUB_HALO_MEETING,
    TAUB_HALO_FINER,
    TAUB_HALOS = TAUB_HALO_FINER + TAUB_FINEST_LEVEL
};

struct taub_op {
    enum taub_op_kind kind;
    int pass;                                     /* PASS: its number among the scheme's passes */
    struct taub_operand operand[TAUB_MAX_FIELDS]; /* PASS: in the slots in which the pass expects them */
    int values[TAUB_MAX_FIELDS]; /* PASS: how many components of an operand it wants, for the bytes of a step; 0: all */
    struct taub_range range;     /* PASS */
    enum taub_op_halo list;      /* PASS: over this list of copies, which is field 6; 0: over cells */
    int blocks;                  /* PASS: 0 for all, 1 for passes that are not laid out by blocks */
    enum taub_op_halo halo;      /* FILL, COPY, SHARE */
    bool twice;   /* zones beyond ends follow from zones beyond other ends, and are made once more: of a FILL, or by a
                     pass that may be run again without harm */
    int gate;     /* PASS, SHARE: it does nothing while control.troubled is below this */
    bool sure;    /* PASS: it neither fails nor finds cells to correct, so ranks need not agree behind it */
    bool few;     /* touches few cells: counts for nothing in the bytes of a step */
    int grain[3]; /* PASS: parts of it begin and end at multiples of these along each axis; 0: anywhere */
};

/* One step, as a scheme writes it down. */
struct taub_step {
    struct taub_op ops[TAUB_MOST_OPERATIONS];
    int count;     /* beyond TAUB_MOST_OPERATIONS when there was no room: taub_plan_create then fails */
    int cells[3];  /* inner cells of a block: the range of a new pass */
    int active[3]; /* 1 for axes with more than one cell in the mesh */
    int ghosts;    /* layers of ghost zones along these */
    unsigned ends; /* axes at whose upper end the last face belongs to a state: taub_upper_faces */
};

/* Appends an operation and returns it for the rest to be filled in: a pass over all inner cells at the start of the
 * step, with what it does to its fields by slot (`count` of them). */
struct taub_op *taub_step_pass(struct taub_step *step, int pass, const struct taub_operand *operands, int count);
/* All ghost zones; boundaries that depend on the time see that fraction of the step. */
struct taub_op *taub_step_fill(struct taub_step *step, int field, double time);
/* The clock; with what boundaries bring in. A scheme that begins its steps with a pass of its own adds the limit alone.
 */
void taub_step_reduce(struct taub_step *step, int field);
void taub_step_limit(struct taub_step *step, int field);
/* Rates of the droplets of the step, whose size is known, into a field. */
void taub_step_deposit(struct taub_step *step, int field);
void taub_step_swap(struct taub_step *step, int a, int b);
/* Ghost zones of up to two fields (or -1) that are cells of other blocks, for a scheme with a pass of its own for those
 * beyond the ends of the mesh. */
struct taub_op *taub_step_copy(struct taub_step *step, int field, int other);
/* What runs of one rank do without: those of up to two fields (or -1) that are cells of other ranks, for a scheme that
 * finds neighbours on its own rank without. */
struct taub_op *taub_step_share(struct taub_step *step, int field, int other, enum taub_op_halo halo);
/* The largest of `count` values of a field, for a scheme that finds the signal rate with a pass of its own. */
void taub_step_largest(struct taub_step *step, int field, int count);
/* Lets a pass that fills ghost zones run over `cells` more cells on either side along every active axis. */
void taub_op_widen(const struct taub_step *step, struct taub_op *op, int cells);

/* Calls all passes sure, whatever the step has of them, but those whose numbers are bits of `unsure`. */
void taub_step_sure_but(struct taub_step *step, unsigned unsure);

/* src/evolve/reach.c: from the last operation back to which cells each pass has to go for those behind it. */
enum { TAUB_PARTS = TAUB_NODE + 1 };
struct taub_box {
    int lower[3], upper[3];
};
bool taub_box_is_empty(const struct taub_box *box);
struct taub_box taub_box_of(const struct taub_range *range);
unsigned taub_touch_parts(unsigned touch); /* TAUB_AT of it */
bool taub_touch_writes(unsigned touch);
/* Where values are needed of a field that stand in cells, on faces across x and so on: empty boxes where none are. */
struct taub_needs {
    struct taub_box of[TAUB_MOST_FIELDS][TAUB_PARTS];
};
/* Sets the ranges of passes that write something; `needs` are those behind the operations, then those before. Returns
 * how many layers of ghost zones are read. */
int taub_step_derive(struct taub_step *step, struct taub_needs *needs);
/* The same of steps that follow each other in turn; `needs` are those before the first one. */
int taub_steps_derive(struct taub_step *steps, int variants, const struct taub_field_spec *fields, int field_count,
                      struct taub_needs *needs);
/* What a pass reads that is launched over a range, of each of its fields. */
void taub_op_reads(const struct taub_step *step, const struct taub_op *op, const struct taub_box *range,
                   struct taub_needs *reads);
/* What `count` passes in a row have to make, within their ranges, where of a field these cells are wanted. */
void taub_step_cut(const struct taub_step *step, int first, int count, int field, const struct taub_box *wanted,
                   struct taub_box boxes[]);

/* Follows an exchange in `at`, which tells the buffer of each field; returns 1 when the conserved state is one of the
 * two: a whole new state has then been made. */
int taub_op_swap(const struct taub_op *op, int at[TAUB_MOST_FIELDS]);

struct taub_plan {
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    int field_count;
    int variants; /* lists of operations, taken in turn from step to step */
    struct taub_step *steps;
    int phases; /* steps after which everything repeats: a multiple of variants */
    /* The buffer, numbered like the fields, that holds a field before a step of each phase. */
    int at[TAUB_MOST_PHASES][TAUB_MOST_FIELDS];
    struct taub_needs needs; /* of the first step: what has to be there before it */
};

/* Takes over the fields and `variants` steps. Refuses, as a fault of the scheme, a step that reads what it has not
 * made, that leaves a state unmade, or that exchanges fields of unlike shape. */
enum taub_status taub_plan_create(const struct taub_field_spec *fields, int field_count, const struct taub_step *steps,
                                  int variants, struct taub_plan **out, struct taub_error *error);
void taub_plan_destroy(struct taub_plan *self);

/* The operations of a step of this phase. */
const struct taub_step *taub_plan_step(const struct taub_plan *self, int phase);
/* The number of a field of this name, -1 when there is none or this case does without it. */
int taub_plan_field(const struct taub_plan *self, const char *name);
/* How often the conserved state becomes a new whole one in a step of this phase, and which buffer holds it after
 * `parts` of them: what is left of a step that fails behind that. */
int taub_plan_parts(const struct taub_plan *self, int phase);
int taub_plan_state_after(const struct taub_plan *self, int phase, int parts);
/* Values of the mesh's precision that a step reads and writes for each cell. */
double taub_plan_values_per_zone(const struct taub_plan *self);

#endif

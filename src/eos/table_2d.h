/* Equation of state p, T, mu of (e, n) on several levels: grids with uniform spacing in e and in n >= 0, which adjoin
 * in e.
 *
 * File format of NEOS as published (A. Monnai, B. Schenke, C. Shen, Phys. Rev. C 100 (2019) 024907) and as read by
 * MUSIC: three files per level, NAME<k>_p.dat, NAME<k>_t.dat, NAME<k>_mub.dat, in GeV/fm^3, GeV, GeV. The first line
 * has the first n and e, the second line the spacings of n and e and the numbers of intervals N_n and N_e. Then follow
 * (N_e + 1)(N_n + 1) numbers, n fastest, in lines of any length. */
#ifndef TAUB_TABLE_2D_H
#define TAUB_TABLE_2D_H

#include <stddef.h>

#include "taub/error.h"

enum { TAUB_MOST_LEVELS = 16 };

struct taub_level {
    char *path; /* file of the pressure, for messages */
    double first, step, step_n;
    int rows, cells;                            /* intervals in e and n: (rows + 1)(cells + 1) nodes */
    double *pressure, *temperature, *potential; /* [row][n]; a single array that begins with pressure */
    int *line;                                  /* line of each node in the file of the pressure */
};

struct taub_levels {
    int count;
    char note[512]; /* what was changed with respect to the files; "": nothing */
    struct taub_level level[TAUB_MOST_LEVELS];
};

/* Reads the level that `path` names, NAME<k>_p.dat, and those with k + 1, k + 2, ... as long as files exist. Checks
 * that numbers are finite and levels adjoin, not whether they make sense. Identical rows at the end of the last level
 * are dropped. Free it with taub_levels_free, also after a failure. */
enum taub_status taub_levels_read(const char *path, struct taub_levels *out, struct taub_error *error);
void taub_levels_free(struct taub_levels *self);

/* Layout of what kernels read (kernels/eos/table_2d.h), in doubles:
 *   per level 9 numbers: first e, 1/spacing of e, intervals in e, 1/spacing of n, nodes in n, index of its limits,
 *   index of its nodes, 1/(first e) or 0 if that is 0, 1/(last e);
 *   per level and row of cells the number of usable cells in n (limits);
 *   per level and node [row][n] 12 numbers: p, T^4, mu, each with its slopes along e and n and the mixed derivative, in
 * units of the spacings. In a cell each function is the bicubic Hermite interpolant. */
enum { TAUB_LEVEL_HEAD = 9, TAUB_LEVEL_NODE = 12 };

/* Pressure with its derivatives, T and mu of a state, as kernels evaluate them. */
struct taub_level_state {
    double pressure, by_e, by_n, temperature, potential;
    double charge_limit; /* largest |n| of this e */
};
struct taub_level_state taub_levels_at(const double *values, int levels, double e, double n);

/* Makes the numbers for kernels; free(*values), also after a failure. The cells of a row end where the nodes stop being
 * thermodynamically consistent, because published tables are continued with their last values. Consistent along n: ds =
 * -(mu/T) dn with s = (e + p - mu n)/T, to `tolerance` of mu/T; mu increases; and 0 < c^2 <= 1. TAUB_BAD_INPUT names
 * file and line where p or T at n = 0 are not positive and increasing, do not obey de = T ds to `tolerance`, or where
 * no cell is left. */
enum taub_status taub_levels_build(struct taub_levels *self, double tolerance, double **values, size_t *count,
                                   struct taub_error *error);

#endif

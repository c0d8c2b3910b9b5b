/* Equation of state p, T, mu of (e, n) in levels: grids of equal spacing in e and in n >= 0, one above the other in e.
 *
 * Files as NEOS is published (A. Monnai, B. Schenke, C. Shen, Phys. Rev. C 100 (2019) 024907) and as MUSIC reads them:
 * three to a level, NAME<k>_p.dat, NAME<k>_t.dat, NAME<k>_mub.dat, in GeV/fm^3, GeV, GeV. Each begins with the first n
 * and e and, in the second line, the spacings of n and e and the numbers of intervals N_n and N_e; behind them stand
 * (N_e + 1)(N_n + 1) numbers, n fastest, in lines of any length. */
#ifndef TAUB_TABLE_2D_H
#define TAUB_TABLE_2D_H

#include <stddef.h>

#include "taub/error.h"

enum { TAUB_MOST_LEVELS = 16 };

struct taub_level {
    char *path; /* of the pressure, for messages */
    double first, step, step_n;
    int rows, cells;                            /* intervals in e and n: (rows + 1)(cells + 1) nodes */
    double *pressure, *temperature, *potential; /* [row][n]; they lie in one array that begins with pressure */
    int *line;                                  /* of the pressure's file, where a node stands */
};

struct taub_levels {
    int count;
    char note[512]; /* how the files were not taken as they are; "": they were */
    struct taub_level level[TAUB_MOST_LEVELS];
};

/* Reads the level that `path` names, NAME<k>_p.dat, and those with k + 1, k + 2, ... while there are files. Numbers are
 * finite and the levels join; whether they make sense is not looked at. Rows at the end of the last level that repeat
 * each other are left out. Free it, also after a failure. */
enum taub_status taub_levels_read(const char *path, struct taub_levels *out, struct taub_error *error);
void taub_levels_free(struct taub_levels *self);

/* Layout of what kernels read (kernels/eos/table_2d.h), in doubles:
 *   for each level 9 numbers: first e, 1/spacing of e, intervals in e, 1/spacing of n, nodes in n, where its limits
 *   begin, where its nodes begin, 1/(first e) or 0 where that is 0, 1/(last e);
 *   for each level and each row of cells the number of cells in n that can be used (limits);
 *   for each level and node [row][n] 12 numbers: p, T^4, mu, each with its slopes along e, along n, and the mixed one,
 * in units of the spacings. In a cell each function is the product of Hermite's cubics. */
enum { TAUB_LEVEL_HEAD = 9, TAUB_LEVEL_NODE = 12 };

/* A state's pressure and its derivatives, T and mu, as kernels evaluate them. */
struct taub_level_state {
    double pressure, by_e, by_n, temperature, potential;
    double charge_limit; /* largest |n| of this e */
};
struct taub_level_state taub_levels_at(const double *values, int levels, double e, double n);

/* The numbers for kernels; free(*values), also after a failure. A row's cells in n end where the nodes stop being one
 * thermodynamics, as published tables do that go on with their last values: along n, ds = -(mu/T) dn with s = (e + p -
 * mu n)/T, to `tolerance` of mu/T, mu grows, and 0 < c^2 <= 1. TAUB_BAD_INPUT names file and line where p or T at n = 0
 * are not positive and growing, do not obey de = T ds to `tolerance`, or where not one cell is left. */
enum taub_status taub_levels_build(struct taub_levels *self, double tolerance, double **values, size_t *count,
                                   struct taub_error *error);

#endif

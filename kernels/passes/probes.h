/* Quantities of single cells, for points whose values are interpolated between them on the host.
 *
 *   probes   a quantity (option[1]) of option[0] listed cells; range j * PROBE_ROW + i
 *            fields: 0 values out, [component][cell], 1 state in (load_output), 2 list: block, k, j, i of each;
 *            option[2]: 1 of complex fields the imaginary part; option[3]: means over the cells
 * Places are whole numbers stored like all values: up to 2^24 in single precision, far above what a block has. */
#ifndef TAUB_PASSES_PROBES_H
#define TAUB_PASSES_PROBES_H

#include "dialect.h"
#include "case/eos.h"
#include "passes/common.h"
#include "passes/points.h"
#include "passes/state.h"

#define PROBE_ROW 64

INLINE void probes_point(const struct taub_io io, int b, int k, int j, int i)
{
    const int n = j * PROBE_ROW + i, count = io.range.option[0];
    real out[SYSTEM_QUANTITY_COMPONENTS];
    if (n >= count)
        return;
    const struct eos eos = eos_of_tables(io.tables);
    GLOBAL const stored *place = io.f[2] + 4 * n;
    const int block = COMPLEX_PARTS * (int)place[0] + io.range.option[2];
    quantity_of_cell(io, eos, io.f[1], block, (int)place[1], (int)place[2], (int)place[3], io.range.option[1],
                     io.range.option[3], out);
    EACH (c, SYSTEM_QUANTITY_COMPONENTS)
        io.f[0][(long)c * count + n] = out[c];
}
TAUB_POINT_PASS(probes)

#endif

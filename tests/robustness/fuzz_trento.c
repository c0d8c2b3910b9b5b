/* libFuzzer target: the reader of TRENTo's text grids. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "problems/trento_grid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct taub_trento_grid grid;
    struct taub_error error = {.message = ""};
    const enum taub_status status = taub_trento_parse((const char *)data, size, "fuzz", &grid, &error);
    if (status != TAUB_OK) {
        if (grid.values || error.message[0] == '\0')
            abort();
        return 0;
    }
    if (grid.rows < 1 || grid.rows != grid.columns)
        abort();
    for (int i = 0; i < grid.rows * grid.columns; i++)
        if (!(grid.values[i] >= 0) || isinf(grid.values[i]))
            abort();
    taub_trento_free(&grid);
    return 0;
}

/* The balance of energy in a run: systems whose history has the columns of one (maxwell). */
#include "evolve/media.h"
#include "evolve/runner.h"

void taub_balance_observe(struct runner *run, const double *values)
{
    const int *at = run->column_of;
    if (at[TAUB_COLUMN_ENERGY_INSIDE] < 0)
        return;
    const double power[TAUB_BALANCE_POWERS] = {values[at[TAUB_COLUMN_HEATING_INSIDE]], values[at[TAUB_COLUMN_OUTFLOW]]};
    taub_balance_add(&run->balance, run->simulation->clock.time, values[at[TAUB_COLUMN_ENERGY_INSIDE]], power);
}

void taub_balance_report(struct runner *run)
{
    double parts[TAUB_BALANCE_POWERS];
    if (run->balance.lines < 2)
        return;
    taub_balance_integrals(&run->balance, parts);
    run->result->balance =
        (struct taub_result_balance){.kept = true,
                                     .driven = run->simulation->system->medium->has_source(run->config),
                                     .start = run->balance.start,
                                     .end = run->balance.end,
                                     .heating = parts[0],
                                     .outflow = parts[1]};
    run->result->balance.missing = run->balance.start - run->balance.end - parts[0] - parts[1];
}

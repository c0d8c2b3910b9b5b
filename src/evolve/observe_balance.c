/* The balance of energy in a run: systems whose history has the columns of one (maxwell). */
#include <string.h>

#include "evolve/runner.h"
#include "systems/medium.h"

static const double *column(const struct runner *run, const double *values, const char *name)
{
    for (int n = 0; n < run->column_count; n++)
        if (strcmp(run->columns[n].name, name) == 0)
            return values + n;
    return NULL;
}

void taub_balance_observe(struct runner *run, const double *values)
{
    const double *energy = column(run, values, "energy_inside");
    if (!energy)
        return;
    const double power[TAUB_BALANCE_POWERS] = {*column(run, values, "heating_inside"), *column(run, values, "outflow")};
    taub_balance_add(&run->balance, run->simulation->clock.time, *energy, power);
}

void taub_balance_report(struct runner *run)
{
    double parts[TAUB_BALANCE_POWERS];
    if (run->balance.lines < 2)
        return;
    taub_balance_integrals(&run->balance, parts);
    run->result->balance = (struct taub_result_balance){.kept = true,
                                                        .driven = taub_medium_has_source(run->config),
                                                        .start = run->balance.start,
                                                        .end = run->balance.end,
                                                        .heating = parts[0],
                                                        .outflow = parts[1]};
    run->result->balance.missing = run->balance.start - run->balance.end - parts[0] - parts[1];
}

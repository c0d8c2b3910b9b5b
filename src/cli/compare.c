/* taub compare: norms of the difference of two results. */
#include <math.h>

#include "cli.h"
#include "output/output.h"

#define MAX_QUANTITIES 64

/* max |a - b| relative to max |a|; where a vanishes everywhere the difference itself counts. */
static double relative(const struct taub_comparison *row)
{
    return row->maximum / (row->scale > 0 ? row->scale : 1);
}

static void print_table(const struct taub_comparison *rows, int count, double time)
{
    printf("difference at time %g\n%-24s %12s %12s %12s %12s %12s\n", time, "quantity", "L1", "L2", "maximum",
           "max |a|", "relative");
    for (int i = 0; i < count; i++)
        printf("%-24s %12.4e %12.4e %12.4e %12.4e %12.4e\n", rows[i].quantity, rows[i].l1, rows[i].l2, rows[i].maximum,
               rows[i].scale, relative(&rows[i]));
}

static bool write_json(const char *path, const struct taub_comparison *rows, int count, double time)
{
    struct cli_json json;
    if (!cli_json_open(&json, path))
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_number(&json, "time", time);
    cli_json_begin(&json, "quantities", '[');
    for (int i = 0; i < count; i++) {
        cli_json_begin(&json, NULL, '{');
        cli_json_string(&json, "quantity", rows[i].quantity);
        cli_json_number(&json, "l1", rows[i].l1);
        cli_json_number(&json, "l2", rows[i].l2);
        cli_json_number(&json, "maximum", rows[i].maximum);
        cli_json_number(&json, "scale", rows[i].scale);
        cli_json_end(&json, '}');
    }
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

int cli_compare(const struct cli_options *options)
{
    struct taub_error error;
    struct taub_comparison rows[MAX_QUANTITIES];
    int count = 0, code = TAUB_OK;
    double time = 0;
    if (taub_output_compare(options->input[0], options->input[1], rows, MAX_QUANTITIES, &count, &time, &error) !=
        TAUB_OK)
        return cli_report(&error);
    if (!options->json || options->json[0] != '-')
        print_table(rows, count, time);
    if (options->json && !write_json(options->json, rows, count, time))
        code = TAUB_FAILED;
    for (int i = 0; options->tolerance_given && i < count; i++) {
        if (relative(&rows[i]) <= options->tolerance) /* false for NaN too */
            continue;
        fprintf(stderr, "taub: %s differs by %.4e, more than %g\n", rows[i].quantity, relative(&rows[i]),
                options->tolerance);
        code = TAUB_FAILED;
    }
    return code;
}

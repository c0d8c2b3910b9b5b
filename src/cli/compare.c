/* taub compare: norms of the difference of two results. */
#include <string.h>

#include "cli.h"
#include "output/output.h"

/* max |a - b| relative to max |a|, or max |a - b| itself if a is zero everywhere. */
static double relative(const struct taub_comparison *row)
{
    return row->maximum / (row->scale > 0 ? row->scale : 1);
}

static void print_table(const struct taub_compared_output *output, const char *which)
{
    printf("%s time %.10g (step %lld and step %lld)\n%-24s %12s %12s %12s %12s %12s\n", which, output->time,
           (long long)output->steps[0], (long long)output->steps[1], "quantity", "L1", "L2", "maximum", "max |a|",
           "relative");
    for (int i = 0; i < output->count; i++) {
        const struct taub_comparison *row = &output->rows[i];
        printf("%-24s %12.4e %12.4e %12.4e %12.4e %12.4e\n", row->quantity, row->l1, row->l2, row->maximum, row->scale,
               relative(row));
    }
}

static void write_output(struct cli_json *json, const struct taub_compared_output *output)
{
    cli_json_number(json, "time", output->time);
    cli_json_integer(json, "step_a", output->steps[0]);
    cli_json_integer(json, "step_b", output->steps[1]);
    cli_json_begin(json, "quantities", '[');
    for (int i = 0; i < output->count; i++) {
        const struct taub_comparison *row = &output->rows[i];
        cli_json_begin(json, NULL, '{');
        cli_json_string(json, "quantity", row->quantity);
        cli_json_number(json, "l1", row->l1);
        cli_json_number(json, "l2", row->l2);
        cli_json_number(json, "maximum", row->maximum);
        cli_json_number(json, "scale", row->scale);
        cli_json_end(json, '}');
    }
    cli_json_end(json, ']');
}

/* One output is the top-level object; with --all this contains the list of outputs. */
static bool write_json(const char *path, const struct taub_compared_output *outputs, int count, bool all)
{
    struct cli_json json;
    if (!cli_json_open(&json, path))
        return false;
    cli_json_begin(&json, NULL, '{');
    if (all)
        cli_json_begin(&json, "outputs", '[');
    for (int i = 0; i < count; i++) {
        if (all)
            cli_json_begin(&json, NULL, '{');
        write_output(&json, &outputs[i]);
        if (all)
            cli_json_end(&json, '}');
    }
    if (all)
        cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

static int check_tolerance(const struct cli_options *options, const struct taub_compared_output *output)
{
    int code = TAUB_OK;
    for (int side = 0; side < 2; side++)
        if (*output->only_in[side])
            fprintf(stderr, "taub: only in %s, not compared: %s\n", options->input[side], output->only_in[side]);
    for (int i = 0; options->tolerance_given && i < output->count; i++) {
        const struct taub_comparison *row = &output->rows[i];
        if (relative(row) <= options->tolerance) /* false also for NaN */
            continue;
        fprintf(stderr, "taub: %s differs by %.4e at time %.10g, more than %g\n", row->quantity, relative(row),
                output->time, options->tolerance);
        code = TAUB_FAILED;
    }
    return code;
}

int cli_compare(const struct cli_options *options)
{
    struct taub_error error;
    struct taub_compared_output *outputs;
    int count = 0, code = TAUB_OK;
    const enum taub_compare_which which = options->all          ? TAUB_COMPARE_ALL
                                          : options->time_given ? TAUB_COMPARE_AT
                                                                : TAUB_COMPARE_LAST;
    if (options->all && options->time_given) {
        fprintf(stderr, "taub compare: --all and --time exclude each other\n");
        return TAUB_BAD_INPUT;
    }
    if (taub_output_compare(options->input[0], options->input[1], which, options->time, &outputs, &count, &error) !=
        TAUB_OK)
        return cli_report(&error);
    const char *words = which == TAUB_COMPARE_LAST ? "difference of the last outputs of both, at" : "difference at";
    for (int i = 0; i < count && (!options->json || strcmp(options->json, "-")); i++)
        print_table(&outputs[i], words);
    if (options->json && !write_json(options->json, outputs, count, options->all))
        code = TAUB_FAILED;
    for (int i = 0; i < count; i++)
        if (check_tolerance(options, &outputs[i]) != TAUB_OK)
            code = TAUB_FAILED;
    taub_compared_free(outputs, count);
    return code;
}

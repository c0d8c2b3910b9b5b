/* libFuzzer target: no text may crash the reader of case files, and what it accepts must survive its own echo.
 *
 * The first line may start with "#!" and then holds an override. Build with -DTAUB_FUZZ=ON and clang; run
 *   build/tests/fuzz_case tests/robustness/corpus/case -max_total_time=300 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "taub/case.h"

static void check_echo(const struct taub_case *accepted)
{
    char *text = NULL;
    size_t length = 0;
    struct taub_error error;
    struct taub_case *again = NULL;
    FILE *file = open_memstream(&text, &length);
    if (!file)
        return;
    enum taub_status status = taub_case_write(accepted, file, &error);
    fclose(file);
    if (!status)
        status = taub_case_load_text("echo.yaml", text, length, NULL, 0, &again, &error);
    if (status) {
        fprintf(stderr, "%s\n%s\n", error.message, text);
        abort();
    }
    taub_case_destroy(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char override[256] = "";
    const char *overrides[] = {override};
    const uint8_t *end = size > 2 && !memcmp(data, "#!", 2) ? memchr(data, '\n', size) : NULL;
    if (end && (size_t)(end - data) < sizeof override)
        memcpy(override, data + 2, (size_t)(end - data) - 2);
    struct taub_case *accepted = NULL;
    struct taub_error error;
    enum taub_status status =
        taub_case_load_text("fuzz.yaml", (const char *)data, size, overrides, *override != 0, &accepted, &error);
    if (!status)
        check_echo(accepted);
    else if (accepted || status != TAUB_BAD_INPUT || strlen(error.message) >= sizeof error.message)
        abort();
    taub_case_destroy(accepted);
    return 0;
}

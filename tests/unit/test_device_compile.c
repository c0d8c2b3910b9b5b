/* Compiling on every device: struct layouts, what users see when their code is wrong. */
#include "nvrtc_support.h"

/* Offsets and values as the device's compiler sees them, written as numbers. */
static const char layout_text[] =
    "#define OFFSET(member) put(io, &n, (long)((GLOBAL char *)&c->member - (GLOBAL char *)c))\n"
    "INLINE void put(const struct taub_io io, int *n, long value) { io.f[0][(*n)++] = (real)value; }\n"
    "INLINE void layout_single(struct taub_io io)\n"
    "{\n"
    "    GLOBAL struct taub_control *c = io.control;\n"
    "    int n = 0;\n"
    "    put(io, &n, (long)sizeof(struct taub_control));\n"
    "    put(io, &n, (long)sizeof(struct taub_shape));\n"
    "    put(io, &n, (long)sizeof(struct taub_range));\n"
    "    put(io, &n, (long)sizeof(struct taub_block));\n"
    "    put(io, &n, (long)sizeof(real_bits) - (long)sizeof(real));\n"
    "    OFFSET(time); OFFSET(dt); OFFSET(until); OFFSET(pause); OFFSET(minimum_step); OFFSET(fixed_step); "
    "OFFSET(cfl); "
    "OFFSET(first); OFFSET(growth); OFFSET(allowed); "
    "OFFSET(step);\n"
    "    OFFSET(steps_left); OFFSET(paused); OFFSET(failed); OFFSET(failed_cell[3]); OFFSET(recovery_failures);\n"
    "    OFFSET(floored); OFFSET(regulated); OFFSET(iterations_exceeded); OFFSET(failing);\n"
    "    for (int a = 0; a < 3; a++) {\n"
    "        put(io, &n, io.shape.cells[a]);\n"
    "        put(io, &n, io.shape.ghosts[a]);\n"
    "        put(io, &n, io.shape.mesh[a]);\n"
    "        put(io, &n, (long)io.shape.lower[a]);\n"
    "        put(io, &n, (long)io.shape.spacing[a]);\n"
    "        put(io, &n, io.range.lower[a]);\n"
    "        put(io, &n, io.range.upper[a]);\n"
    "    }\n"
    "    put(io, &n, io.shape.blocks);\n"
    "    put(io, &n, io.shape.row_offset);\n"
    "    put(io, &n, io.shape.row_stride);\n"
    "    put(io, &n, io.shape.plane_stride / 1000000);\n"
    "    put(io, &n, io.shape.component_stride / 1000000);\n"
    "    for (int a = 0; a < 4; a++) {\n"
    "        put(io, &n, io.range.option[a]);\n"
    "        put(io, &n, (long)io.range.number[a]);\n"
    "    }\n"
    "    put(io, &n, (long)io.range.time[1]);\n"
    "    put(io, &n, io.range.part);\n"
    "    c->step = 9007199254740993;\n"
    "    c->failed_cell[2] = -5;\n"
    "    c->until = 0.1;\n"
    "}\n"
    "TAUB_SINGLE_PASS(layout)\n";

#define OFFSET(member) (long)offsetof(struct taub_control, member)

static void layouts(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = program_of(device, layout_text);
    const struct taub_shape shape = {{1, 2, 3}, {4, 5, 6},   7,           {8, 9, 10},   11,
                                     12,        13000000000, 14000000000, {15, 16, 17}, {18, 19, 20}};
    const struct taub_range range = {{-21, -22, -23}, {24, 25, 26}, {27, 28, 29, 30}, {31, 32, 33, 34}, {35, 36}, 37};
    const long expected[] = {sizeof(struct taub_control),
                             sizeof(struct taub_shape),
                             sizeof(struct taub_range),
                             sizeof(struct taub_block),
                             0,
                             OFFSET(time),
                             OFFSET(dt),
                             OFFSET(until),
                             OFFSET(pause),
                             OFFSET(minimum_step),
                             OFFSET(fixed_step),
                             OFFSET(cfl),
                             OFFSET(first),
                             OFFSET(growth),
                             OFFSET(allowed),
                             OFFSET(step),
                             OFFSET(steps_left),
                             OFFSET(paused),
                             OFFSET(failed),
                             OFFSET(failed_cell[3]),
                             OFFSET(recovery_failures),
                             OFFSET(floored),
                             OFFSET(regulated),
                             OFFSET(iterations_exceeded),
                             OFFSET(failing),
                             1,
                             4,
                             8,
                             15,
                             18,
                             -21,
                             24,
                             2,
                             5,
                             9,
                             16,
                             19,
                             -22,
                             25,
                             3,
                             6,
                             10,
                             17,
                             20,
                             -23,
                             26,
                             7,
                             11,
                             12,
                             13000,
                             14000,
                             27,
                             31,
                             28,
                             32,
                             29,
                             33,
                             30,
                             34,
                             36,
                             37};
    const int count = (int)(sizeof expected / sizeof *expected);
    struct taub_control control = {.cfl = 0.4};
    struct taub_launch launch = {.pass = pass_of(program, "layout", TAUB_SINGLE_PASS), .shape = shape, .range = range};
    launch.control = buffer_of(device, &control, sizeof control);
    launch.fields[0] = buffer_of(device, NULL, (size_t)count * sizeof(double));
    MUST(taub_device_launch(device, &launch, e));
    void *numbers = data_of_buffer(launch.fields[0]);
    for (int n = 0; n < count; n++) {
        const double number = place->precision == TAUB_SINGLE ? (double)((float *)numbers)[n] : ((double *)numbers)[n];
        if (number != (double)expected[n])
            fail_msg("number %d is %g, not %ld", n, number, expected[n]);
    }
    struct taub_control *after = data_of_buffer(launch.control);
    assert_true(after->step == 9007199254740993 && after->failed_cell[2] == -5 && after->until == 0.1);
    assert_true(after->cfl == 0.4);
    free(after);
    free(numbers);
    taub_buffer_destroy(launch.control);
    taub_buffer_destroy(launch.fields[0]);
    taub_program_destroy(program);
    taub_device_close(device);
}

static const char caller_text[] = "INLINE void caller_single(struct taub_io io)\n"
                                  "{\n"
                                  "    const real x[3] = {io.f[0][0], io.f[0][1], io.f[0][2]};\n"
                                  "    real made[1];\n"
                                  "    initial(x, R(0.0), made);\n"
                                  "    io.f[0][0] = made[0];\n"
                                  "}\n"
                                  "TAUB_SINGLE_PASS(caller)\n";

/* Compiles a user's file; wants an error of this status that contains all words. */
static void want_error(struct taub_device *device, const char *code, enum taub_status status, const char *word)
{
    char path[512];
    struct taub_error error = {.status = TAUB_OK};
    struct taub_program *program;
    snprintf(path, sizeof path, "%s/.initial.c", getenv("TAUB_CACHE"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(code, file);
    assert_int_equal(fclose(file), 0);
    struct taub_bundle *bundle = bundle_of("#define SCALE R(2.0)\n");
    MUST(taub_bundle_user_file(bundle, path, e));
    MUST(taub_bundle_text(bundle, caller_text, e));
    if (taub_program_create(device, bundle, &program, &error) != status)
        fail_msg("the status is not %d: %s", (int)status, error.message);
    if (status != TAUB_OK && !strstr(error.message, word))
        fail_msg("the message lacks %s: %s", word, error.message);
    if (status == TAUB_OK)
        taub_program_destroy(program);
    taub_bundle_destroy(bundle);
    unlink(path);
}

static void user_code(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    want_error(device, "void initial(const real x[3], real t, real state[])\n{\n    state[0] = SCALE * x[0] + t;\n}\n",
               TAUB_OK, "");
    /* The line of the mistake, as each compiler writes it. */
    const char *third = place->kind == TAUB_DEVICE_CUDA ? "initial.c(3)" : "initial.c:3:";
    want_error(device, "void initial(const real x[3], real t, real state[])\n{\n    state[0] = x[0] + nonsense;\n}\n",
               TAUB_BAD_INPUT, third);
    /* A function that is nowhere: some compilers leave it to their linker, which knows no lines. */
    want_error(device,
               "real missing(real x);\nvoid initial(const real x[3], real t, real state[])\n{\n    state[0] = "
               "missing(x[0]) + t;\n}\n",
               TAUB_BAD_INPUT, "missing");
    want_error(device, "void initial(const real x[3], real t, real state[])\n{\n    state[0] = unheard_of(x[0]);\n}\n",
               TAUB_BAD_INPUT, "unheard_of");
    want_error(device, "\n\nvoid initial(const real x[3], real t, real state[] { }\n", TAUB_BAD_INPUT, third);
    /* A hundred warnings do not hide the error. */
    char *long_code = calloc(1, 10000);
    for (int n = 0; n < 100; n++)
        strcat(long_code, "#warning beware of this line\n");
    strcat(long_code, "\nvoid initial(const real x[3], real t, real state[]) { state[0] = nonsense; }\n");
    want_error(device, long_code, TAUB_BAD_INPUT,
               place->kind == TAUB_DEVICE_CUDA ? "initial.c(102)" : "initial.c:102:");
    free(long_code);
    taub_device_close(device);
}

static void faults_of_kernels(void **state)
{
    struct taub_device *device = open_device(state);
    struct taub_bundle *bundle = bundle_of("int broken = nonsense;\n");
    struct taub_program *program = NULL;
    struct taub_error error;
    assert_int_equal(taub_program_create(device, bundle, &program, &error), TAUB_FAILED);
    assert_null(program);
    assert_non_null(strstr(error.message, "not of the case"));
    assert_non_null(strstr(error.message, "nonsense"));
    taub_bundle_destroy(bundle);

    program = program_of(device, small_text);
    const struct taub_pass_geometry geometry = {.kind = TAUB_SINGLE_PASS}, flat = {.kind = TAUB_TILE_PASS};
    struct taub_pass *pass;
    assert_int_equal(taub_program_pass(program, "something", &geometry, &pass, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "something"));
    assert_int_equal(taub_program_pass(program, "nothing", &flat, &pass, &error), TAUB_FAILED);
    taub_program_destroy(program);
    taub_device_close(device);
}

static void missing_device(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_error error;
    const struct taub_device_config config = {.kind = place->kind, .index = 99};
    taub_device_close(device);
    assert_int_equal(taub_device_open(&config, &device, &error), TAUB_BAD_INPUT);
    assert_null(device);
    assert_non_null(strstr(error.message, "99"));
}

static void missing_compiler(void **state)
{
    struct taub_device *device = open_device(state);
    struct taub_bundle *bundle = bundle_of("int x;\n");
    struct taub_program *program;
    struct taub_error error;
    struct taub_device_report report;
    assert_false(was_cached(device, *state,
                            "// of this test\nINLINE void nothing_single(struct taub_io io) "
                            "{ io.f[0][0] = R(42.0); }\nTAUB_SINGLE_PASS(nothing)\n"));
    char *path = strdup(getenv("PATH"));
    char *chosen = getenv("TAUB_CC") ? strdup(getenv("TAUB_CC")) : NULL;
    setenv("TAUB_CC", "/nonexistent/cc", 1);
    assert_int_equal(taub_program_create(device, bundle, &program, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "TAUB_CC"));
    unsetenv("TAUB_CC");
    setenv("PATH", "/nonexistent", 1);
    assert_int_equal(taub_program_create(device, bundle, &program, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "no C compiler was found"));
    assert_int_equal(taub_device_survey(&report, 1), 1);
    assert_false(report.usable);
    assert_non_null(strstr(report.detail, "no C compiler was found"));
    /* What was compiled before still runs. */
    assert_true(was_cached(device, *state,
                           "// of this test\nINLINE void nothing_single(struct taub_io io) "
                           "{ io.f[0][0] = R(42.0); }\nTAUB_SINGLE_PASS(nothing)\n"));
    setenv("PATH", path, 1);
    if (chosen)
        setenv("TAUB_CC", chosen, 1);
    free(path);
    free(chosen);
    taub_bundle_destroy(bundle);
    taub_device_close(device);
}

/* Compilers that refuse options get fewer of them; one that refuses everything is named. */
static void plain_compilers(void **state)
{
    struct taub_device *device = open_device(state);
    char *chosen = getenv("TAUB_CC") ? strdup(getenv("TAUB_CC")) : NULL;
    static const char *const refused[] = {"-march=native", "-fopenmp-simd", "-fvisibility=hidden", "-std=c11"};
    for (int n = 0; n < 4; n++) {
        char path[512], text[sizeof small_text + 16];
        snprintf(path, sizeof path, "%s/.cc%d", getenv("TAUB_CACHE"), n);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file,
                "#!/bin/sh\nfor a; do test \"$a\" = %s && { echo unknown option >&2; exit 1; }; done\nexec cc \"$@\"\n",
                refused[n]);
        fchmod(fileno(file), 0700);
        assert_int_equal(fclose(file), 0);
        setenv("TAUB_CC", path, 1);
        snprintf(text, sizeof text, "%s// %d\n", small_text, n);
        if (n < 3) {
            assert_false(was_cached(device, *state, text));
            assert_true(was_cached(device, *state, text));
        } else {
            struct taub_bundle *bundle = bundle_of(small_text);
            struct taub_program *program;
            struct taub_error error;
            assert_int_equal(taub_program_create(device, bundle, &program, &error), TAUB_FAILED);
            assert_non_null(strstr(error.message, path));
            assert_non_null(strstr(error.message, "unknown option"));
            taub_bundle_destroy(bundle);
        }
        unlink(path);
    }
    unsetenv("TAUB_CC");
    if (chosen)
        setenv("TAUB_CC", chosen, 1);
    free(chosen);
    taub_device_close(device);
}

static void survey(void **state)
{
    (void)state;
    struct taub_device_report reports[32];
    const int count = taub_device_survey(reports, 32);
    bool kinds[4] = {false, false, false, false};
    assert_in_range(count, 3, 32);
    for (int n = 0; n < count; n++) {
        print_message("%s: %s (%s), %zu MB\n", reports[n].usable ? "usable" : "missing", reports[n].name,
                      reports[n].detail, reports[n].memory_total >> 20);
        assert_true(reports[n].name[0] && reports[n].detail[0]);
        assert_true(!reports[n].usable || reports[n].memory_total >= reports[n].memory_free);
        kinds[reports[n].kind] = true;
    }
    assert_true(reports[0].kind == TAUB_DEVICE_HOST && reports[0].usable && reports[0].memory_free > 0);
    assert_true(kinds[TAUB_DEVICE_CUDA] && kinds[TAUB_DEVICE_OPENCL]);
    struct taub_device *device;
    const struct taub_device_config automatic = {.kind = TAUB_DEVICE_AUTO};
    MUST(taub_device_open(&automatic, &device, e));
    struct taub_device_report report;
    taub_device_describe(device, &report);
    assert_int_not_equal(report.kind, TAUB_DEVICE_AUTO);
    assert_true((taub_device_threads(device) > 0) == (report.kind == TAUB_DEVICE_HOST));
    taub_device_close(device);
}

/* The same texts for GPUs, where there is none. */
static void nvrtc(void **state)
{
    (void)state;
    struct taub_error error;
    need_nvrtc();
    for (int single = 0; single < 2; single++)
        for (int strict = 0; strict < 2; strict++) {
            char *log;
            size_t bytes;
            struct taub_bundle *bundle = bundle_of(layout_text);
            MUST(taub_bundle_text(bundle, small_text, e));
            MUST(taub_cuda_compile_only(bundle, single ? TAUB_SINGLE : TAUB_DOUBLE, strict ? TAUB_STRICT : TAUB_FAST,
                                        90, &log, &bytes, e));
            assert_true(bytes > 1000);
            free(log);
            taub_bundle_destroy(bundle);
        }
    char *log;
    size_t bytes;
    /* the programs of their own that ranks exchange ghost zones with */
    static const char *const files[2] = {"passes/exchange.h", "passes/peers.h"};
    for (int n = 0; n < 2 * (TAUB_MIXED + 1); n++) {
        const enum taub_precision precision = (enum taub_precision)(n / 2);
        struct taub_bundle *exchange;
        MUST(taub_bundle_create(&exchange, e));
        MUST(taub_bundle_define(exchange, e, "TAUB_SINGLE", "%d", precision == TAUB_SINGLE));
        MUST(taub_bundle_define(exchange, e, "TAUB_MIXED", "%d", precision == TAUB_MIXED));
        MUST(taub_bundle_kernel(exchange, files[n % 2], e));
        MUST(taub_cuda_compile_only(exchange, precision, TAUB_STRICT, 90, &log, &bytes, e));
        assert_true(bytes > 1000);
        free(log);
        taub_bundle_destroy(exchange);
    }
    struct taub_bundle *bundle = bundle_of("int broken = nonsense;\n");
    assert_int_equal(taub_cuda_compile_only(bundle, TAUB_DOUBLE, TAUB_FAST, 90, &log, &bytes, &error), TAUB_FAILED);
    assert_non_null(strstr(error.message, "nonsense"));
    free(log);
    assert_int_equal(taub_cuda_compile_only(bundle, TAUB_DOUBLE, TAUB_FAST, 10, &log, &bytes, &error), TAUB_BAD_INPUT);
    free(log);
    taub_bundle_destroy(bundle);
}

int main(void)
{
    static struct place places[4] = {{TAUB_DEVICE_HOST, TAUB_DOUBLE, TAUB_FAST},
                                     {TAUB_DEVICE_CUDA, TAUB_DOUBLE, TAUB_FAST},
                                     {TAUB_DEVICE_OPENCL, TAUB_DOUBLE, TAUB_FAST},
                                     {TAUB_DEVICE_HOST, TAUB_SINGLE, TAUB_FAST}};
#define ON(device, n, test)                            \
    {                                                  \
        device " " #test, test, NULL, NULL, &places[n] \
    }
#define ALL(device, n) \
    ON(device, n, layouts), ON(device, n, user_code), ON(device, n, faults_of_kernels), ON(device, n, missing_device)
    const struct CMUnitTest tests[] = {ALL("host", 0),
                                       ALL("cuda", 1),
                                       ALL("opencl", 2),
                                       ON("host single", 3, layouts),
                                       ON("host", 0, missing_compiler),
                                       ON("host", 0, plain_compilers),
                                       cmocka_unit_test(survey),
                                       cmocka_unit_test(nvrtc)};
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}

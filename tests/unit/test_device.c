/* What every device must do alike: memory, index ranges, reductions, structs, bandwidth. */
#include "device_support.h"

static const char kernels[] =
    "INLINE void stamp_point(struct taub_io io, int b, int k, int j, int i)\n"
    "{\n"
    "    const long at = cell_index(io.shape, 2, b, k, j, i), cs = io.shape.component_stride;\n"
    "    io.f[7][at] = R(b * 1000000 + (k + 5) * 10000 + (j + 5) * 100) + R(i) + R(io.range.option[3]);\n"
    "    io.f[7][at + cs] = LOAD(io.f[1] + at + cs) * R(io.range.number[0]) + LOAD(io.tables + 1);\n"
    "    count_up(&io.control->floored, io.blocks[1].place[2]);\n"
    "}\n"
    "TAUB_POINT_PASS(stamp)\n"

    "INLINE void arithmetic_point(struct taub_io io, int b, int k, int j, int i)\n"
    "{\n"
    "    const long at = cell_index(io.shape, 1, b, k, j, i);\n"
    "    const real x = io.f[1][at], y = io.f[2][at];\n"
    "    io.f[0][at] = x * y + (x * x - y * y);\n"
    "    io.f[3][at] = x / y;\n"
    "    io.f[4][at] = real_sqrt(real_fabs(x)) + real_min(x, y) * real_max(x, y);\n"
    "    io.f[5][at] = real_of_bits(bits_of_real(x) + (real_bits)1);\n"
    "}\n"
    "TAUB_POINT_PASS(arithmetic)\n"

    "INLINE void sums_point(struct taub_io io, int b, int k, int j, int i, real out[2])\n"
    "{\n"
    "    const real x = io.f[1][cell_index(io.shape, 1, b, k, j, i)];\n"
    "    out[0] = x;\n"
    "    out[1] = x;\n"
    "}\n"
    "INLINE real sums_combine(int c, real a, real b) { return c == 0 ? a + b : real_max(a, b); }\n"
    "INLINE real sums_identity(int c) { return c == 0 ? R(0.0) : -REAL_MAX; }\n"
    "TAUB_ROW_PASS(sums, 2)\n"

    /* Each tile is turned about its middle in x; on GPUs the group passes the values on through its scratch. */
    "#if defined(TAUB_HOST)\n"
    "INLINE void turn_tile(struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],\n"
    "                      const int upper[3])\n"
    "{\n"
    "    (void)scratch;\n"
    "    for (int k = lower[2]; k < upper[2]; k++)\n"
    "        for (int j = lower[1]; j < upper[1]; j++)\n"
    "            for (int i = lower[0]; i < upper[0]; i++)\n"
    "                io.f[0][cell_index(io.shape, 1, b, k, j, i)] =\n"
    "                    io.f[1][cell_index(io.shape, 1, b, k, j, lower[0] + upper[0] - 1 - i)];\n"
    "}\n"
    "#else\n"
    "INLINE void turn_tile(struct taub_io io, LOCAL_ARGUMENT real *scratch, int b, const int lower[3],\n"
    "                      const int upper[3])\n"
    "{\n"
    "    const int j = lower[1] + LOCAL_Y;\n"
    "    for (int k = lower[2]; k < upper[2]; k++) {\n"
    "        for (int i = lower[0] + LOCAL_X; i < upper[0]; i += TAUB_GROUP_X)\n"
    "            if (j < upper[1])\n"
    "                scratch[LOCAL_Y * 16 + i - lower[0]] = io.f[1][cell_index(io.shape, 1, b, k, j, i)];\n"
    "        BARRIER;\n"
    "        for (int i = lower[0] + LOCAL_X; i < upper[0]; i += TAUB_GROUP_X)\n"
    "            if (j < upper[1])\n"
    "                io.f[0][cell_index(io.shape, 1, b, k, j, i)] = scratch[LOCAL_Y * 16 + upper[0] - 1 - i];\n"
    "        BARRIER;\n"
    "    }\n"
    "}\n"
    "#endif\n"
    "TAUB_TILE_PASS(turn, 64)\n";

static const char group_size[] = "#define TAUB_GROUP_X 8\n#define TAUB_GROUP_Y 4\n";

/* Four blocks of 70 x 5 x 3 cells with uneven ghost zones and padding. */
static const struct taub_shape shape = {{70, 5, 3}, {2, 3, 1}, 4,           {2, 2, 1}, 4,
                                        80,         80 * 12,   80 * 12 * 6, {0, 0, 0}, {1, 1, 1}};

static long index_of(int components, int c, int b, int k, int j, int i)
{
    return ((long)b * components + c) * shape.component_stride + (k + shape.ghosts[2]) * shape.plane_stride +
           (long)(j + shape.ghosts[1]) * shape.row_stride + shape.row_offset + i;
}

/* Rounded to the device's precision. */
static double rounded(const struct reals *reals, double value)
{
    return reals->single ? (float)value : value;
}

static void fill_with_noise(struct reals *reals, unsigned seed)
{
    for (size_t n = 0; n < reals->count; n++) {
        seed = seed * 1664525u + 1013904223u;
        set(reals, (long)n, ldexp((double)(seed >> 8) - 8388608.0 + 0.25, -20));
    }
}

static struct taub_program *make_program(struct taub_device *device)
{
    struct taub_text_pair {
        char text[sizeof group_size + sizeof kernels];
    } both;
    snprintf(both.text, sizeof both.text, "%s%s", group_size, kernels);
    return program_of(device, both.text);
}

static void buffers(void **state)
{
    struct taub_device *device = open_device(state);
    unsigned char bytes[1000], back[1000];
    struct taub_error error;
    for (int n = 0; n < 1000; n++)
        bytes[n] = (unsigned char)(n * 7 + 1);
    struct taub_buffer *first = buffer_of(device, NULL, 1000), *second = buffer_of(device, bytes, 1000);
    assert_int_equal(taub_buffer_bytes(first), 1000);
    MUST(taub_buffer_download(first, 0, back, 1000, e));
    for (int n = 0; n < 1000; n++)
        assert_int_equal(back[n], 0);
    MUST(taub_buffer_copy(first, second, 500, e));
    MUST(taub_buffer_upload(first, 700, bytes, 100, e));
    MUST(taub_buffer_download(first, 3, back, 997, e));
    for (int n = 3; n < 1000; n++)
        assert_int_equal(back[n - 3], n < 500 ? bytes[n] : n >= 700 && n < 800 ? bytes[n - 700] : 0);
    assert_int_equal(taub_buffer_upload(first, 999, bytes, 2, &error), TAUB_FAILED);
    assert_int_equal(taub_buffer_download(first, 1001, back, 0, &error), TAUB_FAILED);
    assert_int_equal(taub_buffer_copy(first, second, 1001, &error), TAUB_FAILED);
    MUST(taub_buffer_upload(first, 1000, bytes, 0, e));
    taub_buffer_destroy(first);
    taub_buffer_destroy(second);
    taub_buffer_destroy(NULL);
    taub_device_close(device);
}

static void too_much_memory(void **state)
{
    struct taub_device *device = open_device(state);
    struct taub_error error;
    struct taub_buffer *buffer;
    assert_int_equal(taub_buffer_create(device, (size_t)1 << 60, &buffer, &error), TAUB_FAILED);
    assert_null(buffer);
    assert_non_null(strstr(error.message, "1152921504606846976"));
    taub_device_close(device);
}

static bool inside(const struct taub_range *range, int k, int j, int i)
{
    return k >= range->lower[2] && k < range->upper[2] && j >= range->lower[1] && j < range->upper[1] &&
           i >= range->lower[0] && i < range->upper[0];
}

/* Every point of the range once, no other, with all that a pass is given. */
static void points(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = make_program(device);
    static const struct taub_range ranges[] = {
        {{0, 0, 0}, {70, 5, 3}, {0, 0, 0, 7}, {1.5, 0, 0, 0}, {0, 0}, 0},
        {{-2, -3, -1}, {72, 8, 4}, {0, 0, 0, 7}, {0.25, 0, 0, 0}, {0, 0}, 0},
        {{-2, 1, 2}, {0, 2, 4}, {0, 0, 0, 1}, {3, 0, 0, 0}, {0, 0}, 0},
        {{3, 0, 0}, {3, 5, 3}, {0, 0, 0, 1}, {3, 0, 0, 0}, {0, 0}, 0},
    };
    const size_t count = 2 * 4 * (size_t)shape.component_stride;
    struct reals input = make_reals(place, count), blank = make_reals(place, count), table = make_reals(place, 2);
    fill_with_noise(&input, 1);
    for (size_t n = 0; n < count; n++)
        set(&blank, (long)n, -1);
    set(&table, 1, 0.5);
    const struct taub_block blocks[2] = {{.place = {7, 7, 7}}, {.place = {0, 1, 2}}};
    struct taub_control control = {0};
    struct taub_launch launch = {.pass = pass_of(program, "stamp", TAUB_POINT_PASS), .shape = shape};
    launch.fields[1] = buffer_of(device, input.data, bytes_of(&input));
    launch.fields[7] = buffer_of(device, blank.data, bytes_of(&blank));
    launch.control = buffer_of(device, &control, sizeof control);
    launch.tables = buffer_of(device, table.data, bytes_of(&table));
    launch.blocks = buffer_of(device, blocks, sizeof blocks);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        launch.range = ranges[r];
        MUST(taub_buffer_upload(launch.fields[7], 0, blank.data, bytes_of(&blank), e));
        MUST(taub_buffer_upload(launch.control, 0, &control, sizeof control, e));
        MUST(taub_device_launch(device, &launch, e));
        struct reals expected = make_reals(place, count), result = download(launch.fields[7], place);
        memcpy(expected.data, blank.data, bytes_of(&blank));
        int number = 0;
        for (int b = 0; b < 4; b++)
            for (int k = -1; k < 4; k++)
                for (int j = -3; j < 8; j++)
                    for (int i = -2; i < 72; i++)
                        if (inside(&ranges[r], k, j, i)) {
                            const long at = index_of(2, 0, b, k, j, i), next = index_of(2, 1, b, k, j, i);
                            const double first = b * 1000000 + (k + 5) * 10000 + (j + 5) * 100;
                            set(&expected, at, rounded(&expected, first + i) + ranges[r].option[3]);
                            set(&expected, next, rounded(&expected, get(&input, next) * ranges[r].number[0]) + 0.5);
                            number++;
                        }
        assert_memory_equal(result.data, expected.data, bytes_of(&expected));
        struct taub_control *after = data_of_buffer(launch.control);
        assert_int_equal(after->floored, 2 * number);
        free(after);
        free(expected.data);
        free(result.data);
    }
    taub_buffer_destroy(launch.fields[1]);
    taub_buffer_destroy(launch.fields[7]);
    taub_buffer_destroy(launch.control);
    taub_buffer_destroy(launch.tables);
    taub_buffer_destroy(launch.blocks);
    free(input.data);
    free(blank.data);
    free(table.data);
    taub_program_destroy(program);
    taub_device_close(device);
}

/* + - * / and square roots as IEEE says: nothing contracted, nothing approximated. */
static void arithmetic(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = make_program(device);
    const size_t count = 4 * (size_t)shape.component_stride;
    struct reals x = make_reals(place, count), y = make_reals(place, count);
    fill_with_noise(&x, 7);
    fill_with_noise(&y, 11);
    struct taub_launch launch = {.pass = pass_of(program, "arithmetic", TAUB_POINT_PASS),
                                 .shape = shape,
                                 .range = {{0, 0, 0}, {70, 5, 3}, {0}, {0}, {0}, 0}};
    launch.fields[1] = buffer_of(device, x.data, bytes_of(&x));
    launch.fields[2] = buffer_of(device, y.data, bytes_of(&y));
    static const int outputs[] = {0, 3, 4, 5};
    for (int n = 0; n < 4; n++)
        launch.fields[outputs[n]] = buffer_of(device, NULL, bytes_of(&x));
    MUST(taub_device_launch(device, &launch, e));
    struct reals result[4];
    for (int n = 0; n < 4; n++)
        result[n] = download(launch.fields[outputs[n]], place);
    for (int b = 0; b < 4; b++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 5; j++)
                for (int i = 0; i < 70; i++) {
                    const long at = index_of(1, 0, b, k, j, i);
                    const double p = get(&x, at), q = get(&y, at), low = p < q ? p : q, high = p < q ? q : p;
                    const double product = rounded(&x, p * q), left = rounded(&x, p * p), right = rounded(&x, q * q);
                    const double root = rounded(&x, sqrt(fabs(p)));
                    const volatile double difference = rounded(&x, left - right);
                    assert_true(get(&result[0], at) == rounded(&x, product + difference));
                    assert_true(get(&result[1], at) == rounded(&x, p / q));
                    assert_true(get(&result[2], at) == rounded(&x, root + rounded(&x, low * high)));
                    const double next = x.single ? (double)nextafterf((float)p, p > 0 ? 1e30f : -1e30f)
                                                 : nextafter(p, p > 0 ? 1e300 : -1e300);
                    assert_true(get(&result[3], at) == next);
                }
    for (int n = 0; n < 4; n++) {
        taub_buffer_destroy(launch.fields[outputs[n]]);
        free(result[n].data);
    }
    taub_buffer_destroy(launch.fields[1]);
    taub_buffer_destroy(launch.fields[2]);
    free(x.data);
    free(y.data);
    taub_program_destroy(program);
    taub_device_close(device);
}

/* The tree of kernels/dialect.h. */
static void reduce_row(const struct reals *x, long start, int length, double *sum, double *most)
{
    double lane[2][64];
    for (int l = 0; l < 64; l++) {
        lane[0][l] = 0;
        lane[1][l] = -INFINITY;
        for (int i = l; i < length; i += 64) {
            lane[0][l] = rounded(x, lane[0][l] + get(x, start + i));
            lane[1][l] = fmax(lane[1][l], get(x, start + i));
        }
    }
    for (int half = 32; half > 0; half /= 2)
        for (int l = 0; l < half; l++) {
            lane[0][l] = rounded(x, lane[0][l] + lane[0][l + half]);
            lane[1][l] = fmax(lane[1][l], lane[1][l + half]);
        }
    *sum = lane[0][0];
    *most = lane[1][0];
}

static void rows(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = make_program(device);
    struct reals x = make_reals(place, 4 * (size_t)shape.component_stride);
    fill_with_noise(&x, 3);
    const struct taub_range range = {{-2, 1, 0}, {71, 5, 3}, {0}, {0}, {0}, 0};
    struct taub_launch launch = {.pass = pass_of(program, "sums", TAUB_ROW_PASS), .shape = shape, .range = range};
    struct reals blank = make_reals(place, 4 * 3 * 4 * 2);
    launch.fields[0] = buffer_of(device, blank.data, bytes_of(&blank));
    launch.fields[1] = buffer_of(device, x.data, bytes_of(&x));
    MUST(taub_device_launch(device, &launch, e));
    struct reals result = download(launch.fields[0], place);
    long row = 0;
    for (int b = 0; b < 4; b++)
        for (int k = 0; k < 3; k++)
            for (int j = 1; j < 5; j++, row++) {
                double sum, most;
                reduce_row(&x, index_of(1, 0, b, k, j, -2), 73, &sum, &most);
                assert_true(get(&result, 2 * row) == sum);
                assert_true(get(&result, 2 * row + 1) == most);
            }
    taub_buffer_destroy(launch.fields[0]);
    taub_buffer_destroy(launch.fields[1]);
    free(result.data);
    free(blank.data);
    free(x.data);
    taub_program_destroy(program);
    taub_device_close(device);
}

static void tiles(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = make_program(device);
    struct reals x = make_reals(place, 4 * (size_t)shape.component_stride), expected = make_reals(place, x.count);
    fill_with_noise(&x, 5);
    const struct taub_range range = {{-1, 0, 0}, {70, 5, 3}, {0}, {0}, {0}, 0};
    struct taub_launch launch = {.pass = pass_of(program, "turn", TAUB_TILE_PASS), .shape = shape, .range = range};
    launch.fields[0] = buffer_of(device, NULL, bytes_of(&x));
    launch.fields[1] = buffer_of(device, x.data, bytes_of(&x));
    MUST(taub_device_launch(device, &launch, e));
    for (int b = 0; b < 4; b++)
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 5; j++)
                for (int i = -1; i < 70; i++) {
                    const int lower = -1 + (i + 1) / 16 * 16, upper = lower + 16 < 70 ? lower + 16 : 70;
                    set(&expected, index_of(1, 0, b, k, j, i), get(&x, index_of(1, 0, b, k, j, lower + upper - 1 - i)));
                }
    struct reals result = download(launch.fields[0], place);
    assert_memory_equal(result.data, expected.data, bytes_of(&x));
    taub_buffer_destroy(launch.fields[0]);
    taub_buffer_destroy(launch.fields[1]);
    free(result.data);
    free(expected.data);
    free(x.data);
    taub_program_destroy(program);
    taub_device_close(device);
}

static void bandwidth(void **state)
{
    struct taub_device *device = open_device(state);
    double bytes_per_second;
    MUST(taub_device_copy_bandwidth(device, &bytes_per_second, e));
    print_message("copies %.1f GB/s\n", 1e-9 * bytes_per_second);
    assert_true(bytes_per_second > 1e8 && bytes_per_second < 1e14);
    taub_device_close(device);
}

int main(void)
{
#define ALL(device, precision)                                                            \
    ON_DEVICE(device, precision, buffers), ON_DEVICE(device, precision, too_much_memory), \
        ON_DEVICE(device, precision, points), ON_DEVICE(device, precision, arithmetic),   \
        ON_DEVICE(device, precision, rows), ON_DEVICE(device, precision, tiles),          \
        ON_DEVICE(device, precision, bandwidth)
    struct CMUnitTest tests[] = ON_ALL_DEVICES;
    place_tests(tests, sizeof tests / sizeof *tests);
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}

/* Launches in sequences on every device: their order, their ranges, timing, calls of other libraries among them. */
#include "device_support.h"

static const char kernels[] = "INLINE void advance_single(struct taub_io io)\n"
                              "{\n"
                              "    GLOBAL struct taub_control *c = io.control;\n"
                              "    c->step += 1;\n"
                              "    c->time = c->time * 2.0 + io.range.number[1];\n"
                              "    io.f[0][0] += io.f[1] == io.f[0] ? R(1.0) : R(0.0);\n"
                              "}\n"
                              "TAUB_SINGLE_PASS(advance)\n"

                              "INLINE void nowhere_point(struct taub_io io, int b, int k, int j, int i)\n"
                              "{\n"
                              "    io.f[7][cell_index(io.shape, 1, b, k, j, i)] = R(1.0);\n"
                              "}\n"
                              "TAUB_POINT_PASS(nowhere)\n";

static const struct taub_shape shape = {{4, 1, 1}, {0, 0, 0}, 1, {1, 1, 1}, 0, 4, 4, 4, {0, 0, 0}, {1, 1, 1}};

/* Launches keep their order and their own ranges, in sequences, alone and while they are timed. */
static void sequences(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct taub_program *program = program_of(device, kernels);
    struct taub_control control = {.time = 1.0};
    struct reals zero = make_reals(place, 1);
    struct taub_launch launches[3];
    memset(launches, 0, sizeof launches);
    for (int n = 0; n < 3; n++) {
        launches[n].pass =
            pass_of(program, n == 1 ? "nowhere" : "advance", n == 1 ? TAUB_POINT_PASS : TAUB_SINGLE_PASS);
        launches[n].shape = shape;
        launches[n].range.number[1] = n + 1.0;
    }
    /* The point pass has an empty range: its missing buffers must not matter. */
    struct taub_buffer *field = buffer_of(device, zero.data, bytes_of(&zero));
    struct taub_buffer *clock = buffer_of(device, &control, sizeof control);
    launches[0].control = launches[2].control = clock;
    launches[0].fields[0] = launches[2].fields[0] = launches[2].fields[1] = field;
    struct taub_sequence *sequence, *nothing;
    MUST(taub_sequence_create(device, launches, 3, &sequence, e));
    MUST(taub_sequence_create(device, launches + 1, 1, &nothing, e));
    MUST(taub_sequence_run(nothing, 5, e));
    MUST(taub_sequence_run(sequence, 7, e));
    MUST(taub_sequence_run(sequence, 0, e));
    taub_device_timing(device, true);
    MUST(taub_sequence_run(sequence, 2, e));
    MUST(taub_device_launch(device, &launches[1], e));
    struct taub_pass_time times[8];
    assert_int_equal(taub_device_times(device, times, 8), 1);
    assert_string_equal(times[0].name, "advance");
    assert_int_equal(times[0].launches, 4);
    assert_true(times[0].seconds > 0 && times[0].seconds < 10);
    taub_device_timing(device, false);
    MUST(taub_sequence_run(sequence, 1, e));
    MUST(taub_device_finish(device, e));
    double time = 1.0;
    for (int n = 0; n < 10; n++)
        time = (time * 2 + 1) * 2 + 3;
    struct taub_control *after = data_of_buffer(clock);
    struct reals result = download(field, place);
    assert_int_equal(after->step, 20);
    assert_true(after->time == time);
    assert_true(get(&result, 0) == 10);
    free(after);
    free(result.data);
    free(zero.data);
    taub_sequence_destroy(sequence);
    taub_sequence_destroy(nothing);
    taub_sequence_destroy(NULL);
    taub_buffer_destroy(field);
    taub_buffer_destroy(clock);
    taub_program_destroy(program);
    taub_device_close(device);
}

struct called {
    struct taub_device *device;
    int times;
    bool fails;
};

static enum taub_status count_call(void *user, void *queue, struct taub_error *error)
{
    struct called *called = user;
    assert_ptr_equal(queue, taub_device_queue(called->device));
    called->times++;
    return called->fails ? taub_fail(error, TAUB_FAILED, "the call fails") : TAUB_OK;
}

/* A call of another library among passes: made in its place on the host in each run, on CUDA once, when the sequence is
 * recorded; what it fails with ends the run. OpenCL has no queue for others. */
static void calls(void **state)
{
    const struct place *place = *state;
    struct taub_device *device = open_device(state);
    struct called called = {device, 0, false};
    struct taub_call call = {.run = count_call, .user = &called};
    struct taub_error error;
    if (place->kind == TAUB_DEVICE_OPENCL) {
        assert_int_equal(taub_device_call(device, "call", &call, &error), TAUB_FAILED);
        assert_non_null(strstr(error.message, "no queue"));
        taub_device_close(device);
        return;
    }
    MUST(taub_device_call(device, "call", &call, e));
    const struct taub_launch launches[2] = {{.call = &call}, {.call = &call}};
    const bool recorded = place->kind == TAUB_DEVICE_CUDA;
    struct taub_sequence *sequence;
    bool done = false;
    MUST(taub_sequence_create(device, launches, 2, &sequence, e));
    assert_int_equal(called.times, recorded ? 2 : 0);
    MUST(taub_sequence_run(sequence, 3, e));
    assert_int_equal(called.times, recorded ? 2 : 6);
    MUST(taub_device_finish(device, e));
    MUST(taub_device_is_done(device, &done, e));
    assert_true(done);
    called.times = 0;
    taub_device_timing(device, true);
    MUST(taub_sequence_run(sequence, 1, e));
    struct taub_pass_time times[2];
    assert_int_equal(taub_device_times(device, times, 2), 1);
    assert_string_equal(times[0].name, "call");
    assert_int_equal(times[0].launches, 2);
    assert_int_equal(called.times, 2);
    called.fails = true;
    assert_int_equal(taub_device_launch(device, &launches[0], &error), TAUB_FAILED);
    assert_string_equal(error.message, "the call fails");
    taub_sequence_destroy(sequence);
    taub_device_close(device);
}

int main(void)
{
#define ALL(device, precision) ON_DEVICE(device, precision, sequences), ON_DEVICE(device, precision, calls)
    struct CMUnitTest tests[] = ON_ALL_DEVICES;
    place_tests(tests, sizeof tests / sizeof *tests);
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}

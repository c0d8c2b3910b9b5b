/* Text files of users: byte order marks, pipes, numbers as Fortran prints them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text_file.h"

static char *folder, path[64];

static int begin(void **state)
{
    static char name[] = "/tmp/taub-text-XXXXXX";
    (void)state;
    folder = mkdtemp(name);
    snprintf(path, sizeof path, "%s/file", folder ? folder : "");
    return folder ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void put(const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* What a file of these bytes reads as. */
static void reads(const char *bytes, size_t length, const char *expected, size_t expected_length)
{
    char *text;
    size_t found;
    put(bytes, length);
    assert_int_equal(taub_file_read(path, &text, &found, NULL), TAUB_OK);
    assert_int_equal(found, expected_length);
    assert_memory_equal(text, expected, expected_length + 1); /* with the zero byte behind it */
    free(text);
}

static void marks(void **state)
{
    (void)state;
    reads("\xEF\xBB\xBF"
          "1 2\n",
          7, "1 2\n", 4);
    reads("\xEF\xBB\xBF", 3, "", 0);
    reads("\xEF\xBB", 2, "\xEF\xBB", 2);
    reads("1\xEF\xBB\xBF", 4, "1\xEF\xBB\xBF", 4);
    reads("", 0, "", 0);
}

static void large_files(void **state)
{
    enum { SIZE = (1 << 20) + 1 };
    static char bytes[SIZE + 1];
    (void)state;
    memset(bytes, 'x', SIZE);
    bytes[SIZE - 1] = 'y';
    reads(bytes, SIZE, bytes, SIZE);
    struct taub_error error;
    char *text;
    size_t length;
    assert_int_equal(taub_file_read_as("this case file ", SIZE - 1, path, &text, &length, &error), TAUB_BAD_INPUT);
    assert_null(text);
    assert_non_null(strstr(error.message, "this case file cannot be read: expected at most 1 MiB"));
    assert_int_equal(taub_file_read_as("", SIZE, path, &text, &length, &error), TAUB_OK);
    free(text);
}

static void *write_slowly(void *pipe)
{
    for (int n = 0; n < 3; n++) {
        usleep(20000);
        fprintf(pipe, "line %d\n", n);
        fflush(pipe);
    }
    fclose(pipe);
    return NULL;
}

static void pipes(void **state)
{
    struct taub_error error;
    char *text;
    size_t length;
    (void)state;
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(20); /* a reader that waits for ever ends this program */
    assert_int_equal(taub_file_read(path, &text, &length, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "nobody writes to this pipe"));
    FILE *held = fopen(path, "r+"), *pipe = held ? fopen(path, "w") : NULL; /* opens, since there is a reader */
    pthread_t writer;
    assert_non_null(pipe);
    fclose(held);
    assert_int_equal(pthread_create(&writer, NULL, write_slowly, pipe), 0);
    assert_int_equal(taub_file_read(path, &text, &length, &error), TAUB_OK);
    assert_string_equal(text, "line 0\nline 1\nline 2\n");
    free(text);
    pthread_join(writer, NULL);
    alarm(0);
    unlink(path);
}

static void numbers(void **state)
{
    static const struct {
        const char *text;
        double value;
        size_t length;
    } cases[] = {
        {"1.0D-02", 1.0e-2, 7},
        {"1.0d+02", 1.0e2, 7},
        {"-.5D3 7", -500, 5},
        {"0.1-102", 0.1e-102, 7},
        {"2.5+100", 2.5e100, 7},
        {"1.0e-02", 1.0e-2, 7},
        {" 3", 3, 2},
        {"1.0D", 1.0, 3},
        {"1.0D+", 1.0, 3},
        {"1.0Dx", 1.0, 3},
        {"1-2", 1, 1},
        {"1-1000", 1, 1},
        {"D3", 0, 0},
        {"x", 0, 0},
        {"0x1D", 29, 4},
        {"1.0e-02D1", 1e-2, 7},
        {"1.0D-02e1", 1.0e-2, 7},
        {"1D2.5", 100, 3},
        {"1D5-2", 1, 1},
    };
    (void)state;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char *stop;
        const double value = taub_read_number(cases[n].text, &stop);
        if (value != cases[n].value || stop != cases[n].text + cases[n].length)
            fail_msg("'%s' reads as %.17g, %zu characters", cases[n].text, value, (size_t)(stop - cases[n].text));
    }
}

/* All digits count: as with the letter of C. */
static void all_digits(void **state)
{
    (void)state;
    srand48(7);
    for (int n = 0; n < 20000; n++) {
        char text[64], *stop;
        const double value = ldexp(drand48() - 0.5, (int)(drand48() * 1800) - 900);
        snprintf(text, sizeof text, "%.16e", value);
        *strchr(text, 'e') = n % 2 ? 'D' : 'd';
        assert_true(taub_read_number(text, &stop) == value && *stop == '\0');
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks),   cmocka_unit_test(large_files), cmocka_unit_test(pipes),
        cmocka_unit_test(numbers), cmocka_unit_test(all_digits),
    };
    return cmocka_run_group_tests(tests, begin, end);
}

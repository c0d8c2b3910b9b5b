/* A thread with one slot of work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/worker.h"

enum { PIECES = 2000 };

struct pieces {
    struct taub_worker *worker;
    int slot;                /* the owner's, but while the slot is full */
    int done[PIECES], count; /* the work's, until the owner has waited */
    int fails[2];            /* numbers of pieces that fail; 0: none does */
    bool releases;
    int gate[2]; /* a pipe: work on a piece goes on when it has read a byte; 0: at once */
};

static enum taub_status take(void *user, struct taub_error *error)
{
    struct pieces *self = user;
    const int piece = self->slot;
    char byte;
    if (self->releases) {
        taub_worker_release(self->worker);
        taub_worker_release(self->worker); /* once more: the next piece stays in the slot */
    }
    if (self->gate[0] && read(self->gate[0], &byte, 1) != 1)
        return taub_fail(error, TAUB_FAILED, "no byte");
    self->done[self->count++] = piece;
    if (piece == self->fails[0] || piece == self->fails[1])
        return taub_fail(error, TAUB_FAILED, "piece %d", piece);
    return TAUB_OK;
}

static struct pieces *begin(bool releases)
{
    struct pieces *self = calloc(1, sizeof *self);
    assert_non_null(self);
    self->releases = releases;
    self->worker = taub_worker_create(take, self);
    assert_non_null(self->worker);
    return self;
}

static void give(struct pieces *self, int piece)
{
    self->slot = piece;
    taub_worker_give(self->worker);
}

static void check_order(const struct pieces *self, int count)
{
    assert_int_equal(self->count, count);
    for (int n = 0; n < count; n++)
        assert_int_equal(self->done[n], n + 1);
}

static void all_in_order(void **state)
{
    (void)state;
    for (int releases = 0; releases < 2; releases++) {
        struct pieces *self = begin(releases);
        for (int n = 1; n <= PIECES; n++) {
            assert_int_equal(taub_worker_room(self->worker, NULL), TAUB_OK);
            give(self, n);
        }
        assert_int_equal(taub_worker_wait(self->worker, NULL), TAUB_OK);
        check_order(self, PIECES);
        taub_worker_destroy(self->worker);
        free(self);
    }
}

/* Work that has released its slot goes on, and the next piece waits in the slot until it is done. */
static void next_piece_waits_in_the_slot(void **state)
{
    (void)state;
    struct pieces *self = begin(true);
    assert_int_equal(pipe(self->gate), 0);
    give(self, 1);
    assert_int_equal(taub_worker_room(self->worker, NULL), TAUB_OK);
    give(self, 2);
    assert_int_equal(write(self->gate[1], "12", 2), 2);
    assert_int_equal(taub_worker_wait(self->worker, NULL), TAUB_OK);
    check_order(self, 2);
    taub_worker_destroy(self->worker);
    close(self->gate[0]);
    close(self->gate[1]);
    free(self);
}

/* Whoever asks is told the first failure; later pieces are worked on all the same. */
static void first_failure_is_told(void **state)
{
    (void)state;
    struct taub_error error = {.status = TAUB_OK};
    struct pieces *self = begin(false);
    self->fails[0] = 2;
    self->fails[1] = 3;
    assert_int_equal(taub_worker_check(self->worker, &error), TAUB_OK);
    for (int n = 1; n <= 4; n++) {
        give(self, n);
        assert_int_equal(taub_worker_room(self->worker, &error), n == 1 ? TAUB_OK : TAUB_FAILED);
    }
    assert_string_equal(error.message, "piece 2");
    assert_int_equal(taub_worker_check(self->worker, NULL), TAUB_FAILED);
    assert_int_equal(taub_worker_wait(self->worker, &error), TAUB_FAILED);
    assert_string_equal(error.message, "piece 2");
    check_order(self, 4);
    taub_worker_destroy(self->worker);
    free(self);
}

static void what_was_given_is_done_at_the_end(void **state)
{
    (void)state;
    for (int n = 0; n < 200; n++) {
        struct pieces *self = begin(n % 2);
        if (n % 3)
            give(self, 1);
        taub_worker_destroy(self->worker);
        check_order(self, n % 3 ? 1 : 0);
        free(self);
    }
    taub_worker_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_in_order),
        cmocka_unit_test(next_piece_waits_in_the_slot),
        cmocka_unit_test(first_failure_is_told),
        cmocka_unit_test(what_was_given_is_done_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

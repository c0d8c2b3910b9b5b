/* The plan of a step: which buffer holds which field, what a failed step leaves, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "evolve/plan.h"

enum { CONSERVED = TAUB_FIELD_CONSERVED, NEXT = TAUB_FIELD_NEXT, PRIMITIVE = TAUB_FIELD_OWN, PRIMITIVE_NEXT, SCRATCH };

static const struct taub_field_spec fields[] = {[CONSERVED] = {"conserved", TAUB_CELL, 5, TAUB_LIFE_STATE},
                                                [NEXT] = {"next", TAUB_CELL, 5, TAUB_LIFE_STEP},
                                                [PRIMITIVE] = {"primitive", TAUB_CELL, 5, TAUB_LIFE_DERIVED},
                                                [PRIMITIVE_NEXT] = {"primitive_next", TAUB_CELL, 5, TAUB_LIFE_STEP},
                                                [SCRATCH] = {"scratch", TAUB_CELL, 2, TAUB_LIFE_STEP}};
enum { FIELDS = sizeof fields / sizeof *fields };

static struct taub_step empty(void)
{
    return (struct taub_step){.cells = {8, 4, 1}, .active = {1, 1, 0}};
}

static struct taub_plan *plan_of(const struct taub_step *steps, int variants)
{
    struct taub_plan *plan = NULL;
    struct taub_error error;
    if (taub_plan_create(fields, FIELDS, steps, variants, &plan, &error) != TAUB_OK)
        fail_msg("%s", error.message);
    return plan;
}

/* The step is refused with a message that holds these words. */
static void refused(const struct taub_step *step, const char *words)
{
    struct taub_plan *plan = NULL;
    struct taub_error error;
    assert_int_equal(taub_plan_create(fields, FIELDS, step, 1, &plan, &error), TAUB_FAILED);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" is not in: %s", words, error.message);
    assert_null(plan);
}

/* Stages as those of kurganov-tadmor. */
static struct taub_step runge_kutta(int stages)
{
    struct taub_step step = empty();
    taub_step_reduce(&step, PRIMITIVE);
    for (int s = 0; s < stages; s++) {
        const struct taub_operand operands[] = {{TAUB_READS, PRIMITIVE},
                                                {TAUB_READS, CONSERVED},
                                                {s ? TAUB_UPDATES : TAUB_WRITES, NEXT},
                                                {TAUB_WRITES, PRIMITIVE_NEXT}};
        taub_step_fill(&step, PRIMITIVE, 0.0);
        taub_step_pass(&step, 0, operands, 4);
        taub_step_swap(&step, PRIMITIVE, PRIMITIVE_NEXT);
    }
    taub_step_swap(&step, CONSERVED, NEXT);
    return step;
}

static void even_stages_leave_the_primitive_state_in_place(void **state)
{
    (void)state;
    const struct taub_step step = runge_kutta(2);
    struct taub_plan *plan = plan_of(&step, 1);
    assert_int_equal(plan->phases, 2);
    for (int phase = 0; phase < 2; phase++) {
        assert_int_equal(plan->at[phase][CONSERVED], phase ? NEXT : CONSERVED);
        assert_int_equal(plan->at[phase][NEXT], phase ? CONSERVED : NEXT);
        assert_int_equal(plan->at[phase][PRIMITIVE], PRIMITIVE);
        assert_int_equal(taub_plan_parts(plan, phase), 1);
        assert_int_equal(taub_plan_state_after(plan, phase, 0), plan->at[phase][CONSERVED]);
        assert_int_equal(taub_plan_state_after(plan, phase, 1), plan->at[1 - phase][CONSERVED]);
    }
    taub_plan_destroy(plan);
}

static void odd_stages_move_the_primitive_state(void **state)
{
    (void)state;
    const struct taub_step step = runge_kutta(3);
    struct taub_plan *plan = plan_of(&step, 1);
    assert_int_equal(plan->phases, 2);
    assert_int_equal(plan->at[1][PRIMITIVE], PRIMITIVE_NEXT);
    assert_int_equal(plan->at[1][PRIMITIVE_NEXT], PRIMITIVE);
    taub_plan_destroy(plan);
}

/* Clock 1; first stage 4, each later one 5 states: 10 for two stages (bench/stage.md). */
static void values_of_a_step_are_counted(void **state)
{
    (void)state;
    struct taub_step step = runge_kutta(2);
    struct taub_plan *plan = plan_of(&step, 1);
    assert_float_equal(taub_plan_values_per_zone(plan), 5.0 * 10.0, 0.0);
    taub_plan_destroy(plan);
    const struct taub_operand rare[] = {{TAUB_UPDATES, NEXT}}, again[] = {{TAUB_AGAIN, CONSERVED}};
    taub_step_pass(&step, 1, rare, 1)->few = true;
    taub_step_pass(&step, 1, again, 1);
    plan = plan_of(&step, 1);
    assert_float_equal(taub_plan_values_per_zone(plan), 5.0 * 10.0, 0.0);
    taub_plan_destroy(plan);
}

/* Split sweeps make a whole state each: three of them leave it in the other buffer, and a sweep that fails leaves what
 * the sweeps before it made. */
static struct taub_step sweeps(int count)
{
    static const struct taub_operand operands[] = {{TAUB_WRITES, NEXT}, {TAUB_READS, CONSERVED}};
    struct taub_step step = empty();
    for (int n = 0; n < count; n++) {
        taub_step_fill(&step, CONSERVED, 0.0)->halo = TAUB_HALO_ALONG_X + n % 3;
        taub_step_pass(&step, n % 3, operands, 2);
        taub_step_swap(&step, CONSERVED, NEXT);
    }
    return step;
}

static void sweeps_keep_what_was_made_before(void **state)
{
    (void)state;
    const struct taub_step step = sweeps(3);
    struct taub_plan *plan = plan_of(&step, 1);
    assert_int_equal(plan->phases, 2);
    assert_int_equal(taub_plan_parts(plan, 0), 3);
    for (int parts = 0; parts <= 3; parts++) {
        assert_int_equal(taub_plan_state_after(plan, 0, parts), parts % 2 ? NEXT : CONSERVED);
        assert_int_equal(taub_plan_state_after(plan, 1, parts), parts % 2 ? CONSERVED : NEXT);
    }
    taub_plan_destroy(plan);
}

static void variants_are_taken_in_turn(void **state)
{
    (void)state;
    const struct taub_step steps[] = {sweeps(2), sweeps(3), sweeps(2)};
    struct taub_plan *plan = plan_of(steps, 3);
    assert_int_equal(plan->phases, 6); /* three variants, and the state is in the other buffer after one round */
    for (int phase = 0; phase < 6; phase++)
        assert_int_equal(taub_plan_step(plan, phase)->count, steps[phase % 3].count);
    assert_int_equal(plan->at[3][CONSERVED], NEXT);
    taub_plan_destroy(plan);
}

static void passes_run_over_inner_cells_or_more(void **state)
{
    (void)state;
    struct taub_step step = empty();
    struct taub_op *op = taub_step_pass(&step, 3, NULL, 0);
    assert_int_equal(op->pass, 3);
    taub_op_widen(&step, op, 2);
    const int lower[3] = {-2, -2, 0}, upper[3] = {10, 6, 1};
    assert_memory_equal(op->range.lower, lower, sizeof lower);
    assert_memory_equal(op->range.upper, upper, sizeof upper);
}

static void passes_are_sure_but_for_some(void **state)
{
    (void)state;
    struct taub_step step = empty();
    const struct taub_operand operand = {TAUB_UPDATES, CONSERVED};
    taub_step_reduce(&step, CONSERVED);
    for (int pass = 0; pass < 4; pass++)
        taub_step_pass(&step, pass, &operand, 1);
    taub_step_sure_but(&step, 1u << 1 | 1u << 3);
    for (int o = 0; o < step.count; o++)
        assert_int_equal(step.ops[o].sure, step.ops[o].kind == TAUB_OP_PASS && step.ops[o].pass % 2 == 0);
}

static void fields_are_found_by_name(void **state)
{
    (void)state;
    const struct taub_step step = runge_kutta(2);
    struct taub_plan *plan = plan_of(&step, 1);
    assert_int_equal(taub_plan_field(plan, "scratch"), SCRATCH);
    assert_int_equal(taub_plan_field(plan, "slopes"), -1);
    plan->fields[SCRATCH].components = 0;
    assert_int_equal(taub_plan_field(plan, "scratch"), -1);
    taub_plan_destroy(plan);
}

static void faults_of_a_scheme_are_refused(void **state)
{
    (void)state;
    const struct taub_operand early[] = {{TAUB_READS, SCRATCH}}, added[] = {{TAUB_UPDATES, SCRATCH}};
    struct taub_step step = runge_kutta(2);
    taub_step_pass(&step, 1, early, 1);
    refused(&step, "before anything was written to it, the field scratch");
    step = runge_kutta(2);
    taub_step_pass(&step, 1, added, 1);
    refused(&step, "before anything was written to it, the field scratch");
    step = runge_kutta(2);
    taub_step_swap(&step, CONSERVED, SCRATCH);
    refused(&step, "exchanges fields of unlike shape");
    step = empty();
    taub_step_swap(&step, CONSERVED, NEXT);
    refused(&step, "does not make a new value of conserved");
    step = empty();
    for (int n = 0; n <= TAUB_MOST_OPERATIONS; n++)
        taub_step_fill(&step, CONSERVED, 0.0);
    refused(&step, "operations");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_stages_leave_the_primitive_state_in_place),
        cmocka_unit_test(odd_stages_move_the_primitive_state),
        cmocka_unit_test(values_of_a_step_are_counted),
        cmocka_unit_test(sweeps_keep_what_was_made_before),
        cmocka_unit_test(variants_are_taken_in_turn),
        cmocka_unit_test(passes_run_over_inner_cells_or_more),
        cmocka_unit_test(passes_are_sure_but_for_some),
        cmocka_unit_test(fields_are_found_by_name),
        cmocka_unit_test(faults_of_a_scheme_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

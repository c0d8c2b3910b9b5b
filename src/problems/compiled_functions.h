/* Behind the kernel file of a kind: how problem.c evaluates it (problems/compiled.h). */
#ifndef TAUB_PROBLEMS_COMPILED_FUNCTIONS_H
#define TAUB_PROBLEMS_COMPILED_FUNCTIONS_H

static_assert(PROBLEM_COMPONENTS == TAUB_MOST_COMPONENTS, "kernels/problems/formula.h");
static_assert(sizeof(struct problem) % sizeof(double) == 0, "numbers of a kind are of type real");

static void evaluate(const void *numbers, const double x[3], double t, int part, double q[TAUB_MOST_COMPONENTS])
{
    problem_state(numbers, x, t, part, q);
}

#define FORMULA(path) .kernel = "problems/" path, .bytes = sizeof(struct problem), .evaluate = evaluate

#endif

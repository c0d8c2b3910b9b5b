/* Compiles the formulas of a kind (kernels/problems) into the library, in strict double precision as devices do. A file
 * of src/problems includes this one, then its kernel file, and declares the latter by FORMULA in its methods. */
#ifndef TAUB_PROBLEMS_COMPILED_H
#define TAUB_PROBLEMS_COMPILED_H

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/problem_kind.h"

#define TAUB_STRICT 1
#define SYSTEM_COMPONENTS TAUB_MOST_COMPONENTS
#include "problems/formula.h"

/* Formulas use real_exp and its like; what the library computes once is by the functions of C. */
#undef exp
#undef log
#undef pow
#undef sin
#undef cos
#undef tanh
#undef sinh
#undef cosh
#undef sqrt
#undef fabs

#endif

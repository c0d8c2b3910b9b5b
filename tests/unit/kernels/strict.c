#include "pointwise.h"

#define TAUB_SINGLE 0
#define TAUB_STRICT 1
#include "dialect.h"
#include "strict_math.h"

struct pointwise_constants pointwise_constants;

static double strictly_exp(double x)
{
    return exp(x);
}
static double strictly_log(double x)
{
    return log(x);
}
static double strictly_sin(double x)
{
    return sin(x);
}
static double strictly_cos(double x)
{
    return cos(x);
}
static double strictly_tanh(double x)
{
    return tanh(x);
}
static double strictly_sinh(double x)
{
    return sinh(x);
}
static double strictly_cosh(double x)
{
    return cosh(x);
}

double (*const pointwise_strict[7])(double) = {strictly_exp,  strictly_log,  strictly_sin, strictly_cos,
                                               strictly_tanh, strictly_sinh, strictly_cosh};

double pointwise_strict_pow(double x, double y)
{
    return pow(x, y);
}

/* HLLI of magnetohydrodynamics. */
#define TAUB_MHD_SOLVER 3
#define SOLVER_FILE "riemann/mhd_hlli.h"
#include "mhd_solver_body.h"

int main(void)
{
    const struct CMUnitTest tests[] = {SOLVER_TESTS};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Freeze-out surfaces in four dimensions. */
#define TAUB_SURFACE_AXES 3
#include "surface_checks.h"

int main(void)
{
    return surface_tests();
}

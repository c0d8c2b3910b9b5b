/* Freeze-out surfaces in three dimensions. */
#define TAUB_SURFACE_AXES 2
#include "surface_checks.h"

int main(void)
{
    return surface_tests();
}

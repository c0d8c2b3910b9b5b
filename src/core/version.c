#include "taub/taub.h"

const char *taub_version(void)
{
    return TAUB_VERSION;
}

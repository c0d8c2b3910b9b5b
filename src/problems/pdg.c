#include "problems/pdg.h"

static int is_quark(int64_t digit)
{
    return digit >= 1 && digit <= 6;
}

int taub_pdg_baryon_number(int64_t code)
{
    const int64_t size = code < 0 ? -code : code;
    const int sign = code < 0 ? -1 : 1;
    if (size >= 1000000000)
        return size / 100000000 == 10 ? sign * (int)(size / 10 % 1000) : 0;
    return is_quark(size / 1000 % 10) && is_quark(size / 100 % 10) && is_quark(size / 10 % 10) ? sign : 0;
}

int taub_pdg_baryon_thirds(int64_t code)
{
    return is_quark(code) ? 1 : is_quark(-code) ? -1 : 3 * taub_pdg_baryon_number(code);
}

/* Quantum numbers encoded in a Particle Data Group code. */

#include "hadrons/list.h"
#include "problems/pdg.h"

struct digits {
    int spin, quark[3]; /* the last four digits, from the right: n_J, n_q3, n_q2, n_q1 */
};

static struct digits digits_of(int64_t code)
{
    const int64_t size = code < 0 ? -code : code;
    return (struct digits){(int)(size % 10), {(int)(size / 10 % 10), (int)(size / 100 % 10), (int)(size / 1000 % 10)}};
}

static int is_baryon(struct digits d)
{
    return d.quark[0] > 0 && d.quark[1] > 0 && d.quark[2] > 0;
}

static int thirds(int quark) /* charge in units of e/3; up-type quarks have even numbers */
{
    return quark % 2 == 0 ? 2 : -1;
}

int taub_code_degeneracy(int64_t code)
{
    const struct digits d = digits_of(code);
    if (code == 130 || code == 310)
        return 1;
    return is_baryon(d) && d.spin == 9 ? 10 : d.spin; /* 2J+1 = 10 does not fit into one digit: lists write 9 */
}

bool taub_code_is_hadron(int64_t code)
{
    const struct digits d = digits_of(code);
    const int64_t size = code < 0 ? -code : code;
    return size >= 100 && size < 100000000 && d.quark[0] > 0 && d.quark[1] > 0 &&
           (d.spin > 0 || size == 130 || size == 310) && d.quark[0] < 7 && d.quark[1] < 7 && d.quark[2] < 7;
}

/* In a meson the heavier quark is the antiquark if it is of down type. */
static int sum_over_quarks(int64_t code, int (*value)(int quark))
{
    const struct digits d = digits_of(code);
    const int sign = code < 0 ? -1 : 1;
    if (is_baryon(d))
        return sign * (value(d.quark[0]) + value(d.quark[1]) + value(d.quark[2]));
    if (d.quark[0] == d.quark[1] || code == 130 || code == 310)
        return 0;
    const int heavy_is_quark = d.quark[1] % 2 == 0;
    return sign * (heavy_is_quark ? value(d.quark[1]) - value(d.quark[0]) : value(d.quark[0]) - value(d.quark[1]));
}

static int strangeness(int quark)
{
    return quark == 3 ? -1 : 0;
}

int taub_code_charge(int64_t code)
{
    const int64_t size = code < 0 ? -code : code;
    if (size == 11 || size == 13 || size == 15)
        return code < 0 ? 1 : -1;
    return taub_code_is_hadron(code) ? sum_over_quarks(code, thirds) / 3 : 0;
}

int taub_code_strangeness(int64_t code)
{
    return taub_code_is_hadron(code) ? sum_over_quarks(code, strangeness) : 0;
}

bool taub_code_has_antiparticle(int64_t code)
{
    const struct digits d = digits_of(code);
    return code != 130 && code != 310 && (is_baryon(d) || d.quark[0] != d.quark[1]);
}

double taub_code_light_mass(int64_t code)
{
    switch (code < 0 ? -code : code) {
    case 11:
        return 0.00051099895;
    case 13:
        return 0.1056583755;
    case 15:
        return 1.77693;
    case 12:
    case 14:
    case 16:
    case 22:
        return 0.0;
    default:
        return -1.0;
    }
}

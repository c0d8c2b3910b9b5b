/* Pieces of src/hadrons: quantum numbers, isospin, phase space, Poisson's distribution, Philox. */
#include "device_support.h"

#include <gsl/gsl_sf_coupling.h>

#include "hadrons/clebsch.h"
#include "hadrons/list.h"
#include "hadrons/phase_space.h"
#include "hadrons/program.h"
#include "hadrons/sample.h"

static void codes(void **state)
{
    static const struct {
        int64_t code;
        int charge, strange, degeneracy;
        bool anti;
    } known[] = {
        {211, 1, 0, 1, true},       {-211, -1, 0, 1, true},    {111, 0, 0, 1, false},   {321, 1, 1, 1, true},
        {311, 0, 1, 1, true},       {-311, 0, -1, 1, true},    {213, 1, 0, 3, true},    {333, 0, 0, 3, false},
        {2212, 1, 0, 2, true},      {2112, 0, 0, 2, true},     {-2212, -1, 0, 2, true}, {2224, 2, 0, 4, true},
        {3122, 0, -1, 2, true},     {3312, -1, -2, 2, true},   {3334, -1, -3, 4, true}, {-3334, 1, 3, 4, true},
        {12112, 0, 0, 2, true},     {9010221, 0, 0, 1, false}, {411, 1, 0, 1, true},    {521, 1, 0, 1, true},
        {9000211, 1, 0, 1, true},   {310, 0, 0, 1, false},     {319, 0, 1, 9, true},    {19922119, 0, 0, 10, true},
        {-19903129, 0, 1, 10, true}};
    (void)state;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        assert_int_equal(taub_code_charge(known[n].code), known[n].charge);
        assert_int_equal(taub_code_strangeness(known[n].code), known[n].strange);
        assert_int_equal(taub_code_degeneracy(known[n].code), known[n].degeneracy);
        assert_int_equal(taub_code_has_antiparticle(known[n].code), known[n].anti);
        assert_true(taub_code_is_hadron(known[n].code));
    }
    assert_false(taub_code_is_hadron(22));
    assert_false(taub_code_is_hadron(11));
    assert_int_equal(taub_code_charge(11), -1);
}

/* <a am b bm | c cm> by Wigner's symbol of GSL. */
static void isospin(void **state)
{
    (void)state;
    for (int a = 0; a <= 4; a++)
        for (int b = 0; b <= 4; b++)
            for (int c = 0; c <= 8; c++)
                for (int am = -a; am <= a; am += 2)
                    for (int bm = -b; bm <= b; bm += 2) {
                        const double symbol = gsl_sf_coupling_3j(a, b, c, am, bm, -am - bm);
                        const double expected = (c + 1) * symbol * symbol;
                        assert_true(fabs(taub_clebsch_squared(a, am, b, bm, c, am + bm) - expected) < 1e-12);
                    }
}

/* Mean energies add up to the parent's mass; of three massless particles each has a third, and E^2 a mean of M^2/8. */
static void phase_space(void **state)
{
    static const double masses[][4] = {
        {0.14, 0.14, 0, 0}, {0.14, 0.14, 0.135, 0}, {0.94, 0.14, 0.5, 0}, {0.2, 0.14, 0.3, 0.1}};
    static const int counts[] = {2, 3, 3, 4};
    double energies[TAUB_PHASE_SPACE_NODES], shares[TAUB_PHASE_SPACE_NODES];
    (void)state;
    for (int n = 0; n < 4; n++) {
        double sum = 0.0;
        for (int which = 0; which < counts[n]; which++) {
            const int nodes = taub_phase_space(1.9, masses[n], counts[n], which, energies, shares);
            for (int k = 0; k < nodes; k++)
                sum += energies[k] * shares[k];
        }
        assert_true(fabs(sum - 1.9) < 2e-4);
    }
    static const double none[3] = {0, 0, 0};
    const int nodes = taub_phase_space(1.0, none, 3, 0, energies, shares);
    double mean = 0.0, square = 0.0;
    for (int k = 0; k < nodes; k++) {
        mean += energies[k] * shares[k];
        square += energies[k] * energies[k] * shares[k];
    }
    assert_true(fabs(mean - 1.0 / 3.0) < 2e-3);
    assert_true(fabs(square - 0.125) < 2e-3); /* the density of E is 8 E up to M/2 */
    /* omega -> rho pi -> 3 pi with the spectral function of the rho has pions of 0.21833 GeV in the mean */
    static const double pions[3] = {0.138, 0.138, 0.138};
    const int places = taub_phase_space(0.783, pions, 3, 1, energies, shares);
    double momentum = 0.0;
    for (int k = 0; k < places; k++)
        momentum += sqrt(energies[k] * energies[k] - 0.138 * 0.138) * shares[k];
    assert_true(fabs(momentum / 0.21833 - 1.0) < 4e-3);
}

static void poisson(void **state)
{
    static const double means[] = {0.3, 4.0, 25.0, 4321.0};
    (void)state;
    for (int n = 0; n < 4; n++) {
        enum { DRAWS = 20000 };
        double sum = 0.0, square = 0.0;
        for (int d = 0; d < DRAWS; d++) {
            const double count = (double)taub_poisson(means[n], 7, (uint64_t)d);
            sum += count - means[n];
            square += (count - means[n]) * (count - means[n]);
        }
        assert_true(fabs(sum / DRAWS) < 4.5 * sqrt(means[n] / DRAWS));
        assert_true(fabs(square / DRAWS / means[n] - 1.0) < 4.5 * sqrt((2.0 + 1.0 / means[n]) / DRAWS));
    }
    assert_int_equal(taub_poisson(0.0, 7, 1), 0);
}

/* The vectors that the authors of Philox give for philox4x32-10 (kat_vectors of Random123). */
static void philox(void **state)
{
    static const char text[] = "INLINE void words_point(struct taub_io io, int b, int k, int j, int i)\n"
                               "{\n"
                               "    GLOBAL long *word = (GLOBAL long *)io.f[0];\n"
                               "    long counter[4], out[4];\n"
                               "    for (int n = 0; n < 4; n++)\n"
                               "        counter[n] = word[10 * i + n];\n"
                               "    philox(counter, word[10 * i + 4], word[10 * i + 5], out);\n"
                               "    for (int n = 0; n < 4; n++)\n"
                               "        word[10 * i + 6 + n] = out[n];\n"
                               "    (void)b;\n    (void)k;\n    (void)j;\n"
                               "}\n"
                               "TAUB_POINT_PASS(words)\n";
    static const int64_t vectors[3][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                           {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff,
                                            0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                           {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,
                                            0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}};
    struct taub_device *device = open_device(state);
    struct taub_bundle *bundle;
    struct taub_program *program;
    MUST(taub_bundle_create(&bundle, e));
    MUST(taub_bundle_kernel(bundle, "dialect.h", e));
    MUST(taub_bundle_kernel(bundle, "hadrons/random.h", e));
    MUST(taub_bundle_text(bundle, text, e));
    MUST(taub_program_create(device, bundle, &program, e));
    taub_bundle_destroy(bundle);
    struct taub_launch launch = {.pass = pass_of(program, "words", TAUB_POINT_PASS)};
    int64_t words[3][10];
    memcpy(words, vectors, sizeof words);
    for (int v = 0; v < 3; v++)
        memset(words[v] + 6, 0, 4 * sizeof words[v][0]);
    struct taub_buffer *buffer = buffer_of(device, words, sizeof words);
    launch.fields[0] = buffer;
    launch.shape = (struct taub_shape){.cells = {3, 1, 1}, .blocks = 1};
    launch.range = (struct taub_range){.upper = {3, 1, 1}};
    MUST(taub_device_launch(device, &launch, e));
    MUST(taub_buffer_download(buffer, 0, words, sizeof words, e));
    assert_memory_equal(words, vectors, sizeof words);
    taub_buffer_destroy(buffer);
    taub_program_destroy(program);
    taub_device_close(device);
}

int main(void)
{
    static struct place places[] = {{TAUB_DEVICE_HOST, TAUB_DOUBLE, TAUB_STRICT},
                                    {TAUB_DEVICE_OPENCL, TAUB_DOUBLE, TAUB_STRICT},
                                    {TAUB_DEVICE_CUDA, TAUB_DOUBLE, TAUB_STRICT}};
    const struct CMUnitTest tests[] = {cmocka_unit_test(codes),
                                       cmocka_unit_test(isospin),
                                       cmocka_unit_test(phase_space),
                                       cmocka_unit_test(poisson),
                                       cmocka_unit_test_prestate(philox, &places[0]),
                                       cmocka_unit_test_prestate(philox, &places[1]),
                                       cmocka_unit_test_prestate(philox, &places[2])};
    return cmocka_run_group_tests_name("hadrons", tests, make_cache, remove_cache);
}

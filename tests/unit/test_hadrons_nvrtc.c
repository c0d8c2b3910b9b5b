/* NVRTC takes the kernels of hadrons, in both precisions and modes. */
#include "nvrtc_support.h"

#include "hadrons/program.h"

static void compile(const struct taub_constant *constants, const char *kernel)
{
    for (int variant = 0; variant < 4; variant++) {
        struct taub_bundle *bundle;
        char *log = NULL;
        size_t bytes;
        MUST(taub_hadron_bundle(variant % 2, variant / 2, constants, kernel, &bundle, e));
        MUST(taub_cuda_compile_only(bundle, variant % 2 ? TAUB_SINGLE : TAUB_DOUBLE,
                                    variant / 2 ? TAUB_STRICT : TAUB_FAST, 90, &log, &bytes, e));
        if (log && *log)
            print_message("%s %d: %s\n", kernel, variant, log);
        free(log);
        taub_bundle_destroy(bundle);
    }
}

static void nvrtc(void **state)
{
    (void)state;
    need_nvrtc();
    for (int invariant = 0; invariant < 2; invariant++) {
        const struct taub_constant spectra[] = {{"SPECTRA_DIRECTIONS", 8},
                                                {"SPECTRA_RAPIDITIES", invariant ? 1 : 4},
                                                {"SPECTRA_INVARIANT", invariant},
                                                {"SPECTRA_SYMMETRIC", invariant},
                                                {"SPECTRA_CHARGED", invariant},
                                                {"SPECTRA_NODES", 12},
                                                {"SPECTRA_VISCOUS", 1},
                                                {"SPECTRA_OVER_ENERGY", 0},
                                                {"SPECTRA_BOUNDED", 0},
                                                {"SPECTRA_OUTWARD", 0},
                                                {NULL, 0}};
        compile(spectra, "hadrons/spectra.h");
        const struct taub_constant polarization[] = {
            {"POLARIZATION_DIRECTIONS", 4}, {"POLARIZATION_RAPIDITIES", 1},      {"POLARIZATION_INVARIANT", invariant},
            {"POLARIZATION_NODES", 16},     {"POLARIZATION_CHARGED", invariant}, {NULL, 0}};
        compile(polarization, "hadrons/polarization.h");
    }
    const struct taub_constant decays[] = {{"FEED_MOMENTA", 32},    {"FEED_DIRECTIONS", 32},
                                           {"FEED_RAPIDITIES", 17}, {"FEED_STEP", 0.1},
                                           {"FEED_SCALE", 0.4},     {"FEED_REACH", 4},
                                           {"FEED_SLOPE", 0.25},    {"FEED_NODES_Y", 14},
                                           {"FEED_NODES_ZETA", 20}, {NULL, 0}};
    compile(decays, "hadrons/decays.h");
    const struct taub_constant sample[] = {
        {"SAMPLE_VISCOUS", 1}, {"SAMPLE_OVER_ENERGY", 1}, {"SAMPLE_BOUND", 2}, {"SAMPLE_CHARGED", 1}, {NULL, 0}};
    compile(sample, "hadrons/sample.h");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nvrtc)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What compilers make of the kernels: NVRTC takes those of every case, without a GPU; gcc and clang vectorise the loops
 * that matter. */
#include "nvrtc_support.h"

#include "case/case.h"
#include "evolve/internal.h"
#include "evolve/start.h"

/* The kernels of a case. */
static struct taub_bundle *bundle_of_case(const struct taub_config *config)
{
    struct taub_eos *eos;
    struct taub_bundle *bundle;
    MUST(taub_eos_create(&config->eos, &eos, e));
    MUST(taub_program_bundle(config, eos, &bundle, e));
    taub_eos_destroy(eos);
    return bundle;
}

/* Of its initial data, which compute in strict double whatever the run does. */
static void nvrtc_takes_start(const struct taub_config *config)
{
    struct taub_eos *eos;
    struct taub_bundle *bundle;
    char *log;
    size_t bytes;
    MUST(taub_eos_create(&config->eos, &eos, e));
    MUST(taub_start_bundle(config, eos, &bundle, e));
    MUST(taub_cuda_compile_only(bundle, TAUB_DOUBLE, TAUB_STRICT, 90, &log, &bytes, e));
    assert_true(bytes > 1000);
    free(log);
    taub_bundle_destroy(bundle);
    taub_eos_destroy(eos);
}

static struct taub_config case_of(enum taub_eos_kind eos, enum taub_coordinates coordinates, int nx, int ny, int nz)
{
    struct taub_config config;
    taub_config_default(&config);
    taub_config_set_system_defaults(&config);
    config.eos.kind = eos;
    config.eos.gamma = 5.0 / 3.0;
    config.eos.mass = 1.0;
    config.mesh.coordinates = coordinates;
    const int cells[3] = {nx, ny, nz};
    for (int a = 0; a < 3; a++) {
        config.mesh.cells[a] = cells[a];
        config.mesh.blocks[a] = 1;
        config.mesh.lower[a] = 0;
        config.mesh.upper[a] = 1;
    }
    return config;
}

static void nvrtc_takes_every_case(void **state)
{
    (void)state;
    need_nvrtc();
    struct taub_config cases[] = {
        case_of(TAUB_EOS_CONFORMAL, TAUB_CARTESIAN, 64, 64, 64), case_of(TAUB_EOS_CONFORMAL, TAUB_CARTESIAN, 64, 1, 1),
        case_of(TAUB_EOS_IDEAL_GAS, TAUB_CARTESIAN, 64, 64, 1),  case_of(TAUB_EOS_IDEAL_GAS, TAUB_CARTESIAN, 1, 64, 64),
        case_of(TAUB_EOS_LATTICE_WB, TAUB_MILNE, 64, 64, 64),    case_of(TAUB_EOS_LATTICE_WB, TAUB_MILNE, 64, 64, 1)};
    cases[1].scheme.reconstruct = TAUB_RECONSTRUCT_CONSERVED;
    cases[2].scheme.flux = TAUB_FLUX_RUSANOV;
    cases[3].device.precision = cases[4].device.precision = TAUB_SINGLE;
    cases[3].mesh.boundary[1][0] = TAUB_INFLOW;
    cases[3].inflow.face[1][0] = (struct taub_state){
        .given = TAUB_GIVEN_PRESSURE | TAUB_GIVEN_CHARGE_DENSITY, .pressure = 1.0, .charge_density = 1.0};
    cases[4].scheme.reconstruct = TAUB_RECONSTRUCT_CONSERVED;
    cases[5].source.kind = TAUB_SOURCE_DROPLETS;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char *log;
        size_t bytes;
        cases[n].device.reproducible = n % 2 ? TAUB_STRICT : TAUB_FAST;
        struct taub_bundle *bundle = bundle_of_case(&cases[n]);
        MUST(taub_cuda_compile_only(bundle, cases[n].device.precision, cases[n].device.reproducible, n == 0 ? 80 : 90,
                                    &log, &bytes, e));
        assert_true(bytes > 10000);
        free(log);
        taub_bundle_destroy(bundle);
        nvrtc_takes_start(&cases[n]);
    }
}

/* NVRTC's programs of an example's case. */
static void nvrtc_takes_example(const char *name, const char *const *overrides, int count,
                                enum taub_precision precision, enum taub_reproducible reproducible)
{
    struct taub_case *loaded;
    char path[512], *log;
    size_t bytes;
    snprintf(path, sizeof path, "%s/examples/%s/case.yaml", TAUB_SOURCE_DIR, name);
    MUST(taub_case_load(path, overrides, count, &loaded, e));
    struct taub_bundle *bundle = bundle_of_case(taub_case_config(loaded));
    MUST(taub_cuda_compile_only(bundle, precision, reproducible, 90, &log, &bytes, e));
    assert_true(bytes > 10000);
    free(log);
    taub_bundle_destroy(bundle);
    nvrtc_takes_start(taub_case_config(loaded));
    taub_case_destroy(loaded);
}

/* Cases whose passes are all in others, too, are left to these. */
static bool long_tests(void)
{
    return getenv("TAUB_LONG_TESTS") != NULL;
}

/* With a user's initial data, boundaries, inflow, sources and scalars; one on blocks of several levels, one viscous
 * between walls under a force, the same without viscosity but with a state at rest. */
static void nvrtc_takes_gas_dynamics(void **state)
{
    static const char *const names[] = {"double-mach", "kelvin-helmholtz", "rayleigh-taylor", "noh"};
    static const char *const viscous[] = {"transport={kinematic_viscosity: 0.01, thermal_diffusivity: 0.01}",
                                          "mesh.boundary={x: periodic, y: no-slip}"};
    static const char *const refined[] = {"mesh.blocks=[48,12,1]", "mesh.refine.levels=2"};
    static const char *const *const overrides[] = {refined, NULL, viscous, NULL};
    static const char *const at_rest[] = {"scheme.equilibrium=initial", "scheme.order=4"};
    (void)state;
    need_nvrtc();
    for (size_t n = 0; n < (long_tests() ? sizeof names / sizeof *names : 3); n++)
        nvrtc_takes_example(names[n], overrides[n], overrides[n] ? 2 : 0, n == 1 ? TAUB_SINGLE : TAUB_DOUBLE,
                            n % 2 ? TAUB_STRICT : TAUB_FAST);
    nvrtc_takes_example("rayleigh-taylor", at_rest, 2, TAUB_DOUBLE, TAUB_STRICT);
}

/* On one to three axes, in Milne coordinates too. */
static void nvrtc_takes_unequal_cells(void **state)
{
    static const char *const spaced[] = {"mesh.spacing={x: {kind: stretched}}", "mesh.boundary=outflow"};
    static const char *const cube[] = {"mesh.spacing={z: {kind: stretched}}", "scheme={}",
                                       "scheme.kind=kurganov-tadmor"};
    static const char *const godunov[] = {"mesh.spacing={x: {kind: stretched}}", "scheme={}", "scheme.kind=ader-weno",
                                          "scheme.order=2", "scheme.limiter=mc-smooth"};
    (void)state;
    need_nvrtc();
    nvrtc_takes_example("gubser-ideal", spaced, 2, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("explosion", cube, 3, TAUB_SINGLE, TAUB_FAST);
    nvrtc_takes_example("sod", godunov, 5, TAUB_DOUBLE, TAUB_STRICT);
}

/* Powers and exponentials of viscosities, in both precisions; a dissipative fluid on blocks of several levels. */
static void nvrtc_takes_viscosities(void **state)
{
    static const char *const duke[] = {
        "transport={shear_viscosity: {kind: duke, minimum: 0.08, slope: 1.1, curvature: -0.5, floor: 0}, "
        "bulk_viscosity: {kind: gaussian, maximum: 0.1, temperature: 0.16, width_below: 0.01, width_above: 0.1}}"};
    static const char *const skewed[] = {
        "transport={shear_viscosity: {kind: jetscape, at_kink: 0.1, kink_temperature: 0.2, low_slope: -1, high_slope: "
        "0.4}, bulk_viscosity: {kind: cauchy, maximum: 0.1, temperature: 0.16, width: 0.1, skew: 0.1}}"};
    static const char *const refined[] = {"mesh.blocks=[25,25,1]", "mesh.refine.levels=1"};
    (void)state;
    need_nvrtc();
    nvrtc_takes_example("pbpb-2760-2d", duke, 1, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("pbpb-2760-2d", skewed, 1, TAUB_SINGLE, TAUB_FAST);
    nvrtc_takes_example("gubser-viscous", refined, 2, TAUB_DOUBLE, TAUB_STRICT);
}

/* On one, two and three axes, orders 2 to 4. */
static void nvrtc_takes_magnetohydrodynamics(void **state)
{
    static const char *const cube[] = {"mesh.cells=[32,32,32]", "scheme.order=2"}, *const fourth[] = {"scheme.order=4"};
    static const char *const at_rest[] = {"scheme.equilibrium=initial"};
    static const char *const relativistic[] = {"system=srhd", "output.fields=[energy_density]", "scheme.order=4"};
    static const char *const magnetized[] = {"system=srmhd", "scheme.kind=ader-weno"};
    (void)state;
    need_nvrtc();
    nvrtc_takes_example("mhd-rayleigh-taylor", at_rest, 1, TAUB_DOUBLE, TAUB_FAST);
    nvrtc_takes_example("brio-wu", fourth, 1, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("mhd-blast", NULL, 0, TAUB_SINGLE, TAUB_FAST);
    nvrtc_takes_example("field-loop", cube, 2, TAUB_DOUBLE, TAUB_FAST);
    if (long_tests())
        nvrtc_takes_example("balsara-tubes", NULL, 0, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("srmhd-blast", NULL, 0, TAUB_SINGLE, TAUB_FAST);
    if (long_tests())
        nvrtc_takes_example("magnetized-bondi", NULL, 0, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("stellar-wind", fourth, 1, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("sphere-blast", relativistic, 3, TAUB_DOUBLE, TAUB_FAST);
    nvrtc_takes_example("sphere-blast", magnetized, 2, TAUB_SINGLE, TAUB_STRICT);
}

/* Uniform and not, with conductors and without, crystals, on one to three axes. */
static void nvrtc_takes_electrodynamics(void **state)
{
    static const char *const cube[] = {"mesh.cells=[32,32,32]", "scheme.order=4"};
    static const char *const crystals[] = {"mesh.cells=[32,32,32]", "scheme.order=4", "medium.averaging=axes"};
    static const char *const crystal[] = {"scheme.order=4", "medium={permittivity_axes: [2, 3, 4]}"};
    (void)state;
    need_nvrtc();
    nvrtc_takes_example("dielectric-pulse", NULL, 0, TAUB_DOUBLE, TAUB_STRICT);
    nvrtc_takes_example("conducting-cylinder", cube, 2, TAUB_SINGLE, TAUB_FAST);
    nvrtc_takes_example("conducting-cylinder", crystals, 3, TAUB_DOUBLE, TAUB_FAST);
    if (long_tests())
        nvrtc_takes_example("conducting-cylinder", crystal, 2, TAUB_DOUBLE, TAUB_STRICT);
    static const char *const layers[] = {"mesh.cells=[320,12,12]", "mesh.layer.cells=10"};
    if (long_tests())
        nvrtc_takes_example("bragg-mirror", NULL, 0, TAUB_DOUBLE, TAUB_FAST);
    nvrtc_takes_example("bragg-mirror", layers, 2, TAUB_SINGLE, TAUB_STRICT);
    nvrtc_takes_example("photonic-crystal", NULL, 0, TAUB_SINGLE, TAUB_STRICT);
    nvrtc_takes_example("scattering-cylinder", cube + 1, 1, TAUB_DOUBLE, TAUB_STRICT);
    static const char *const second[] = {"scheme.order=2"};
    if (long_tests()) {
        nvrtc_takes_example("mie-sphere", NULL, 0, TAUB_DOUBLE, TAUB_STRICT);
        nvrtc_takes_example("beam-disk", cube + 1, 1, TAUB_DOUBLE, TAUB_FAST);
    }
    nvrtc_takes_example("hertzian-dipole", second, 1, TAUB_SINGLE, TAUB_FAST);
}

/* With shear, bulk and all second-order terms, and the freeze-out surface, in two and three dimensions. */
static void nvrtc_takes_dissipative_fluids(void **state)
{
    static const char *const names[] = {"pbpb-2760-2d", "pbpb-2760"}, *const terms[] = {
                                                                          "transport.phi_7=1",
                                                                          "output.surface.temperature=0.155"};
    (void)state;
    need_nvrtc();
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        nvrtc_takes_example(names[n], terms, 2 * (int)n, n == 1 ? TAUB_SINGLE : TAUB_DOUBLE,
                            n % 2 ? TAUB_STRICT : TAUB_FAST);
}

/* Of both systems, on one, two and three axes, with and without inflow and scalars. */
static void nvrtc_takes_conservation_elements(void **state)
{
    static const struct {
        const char *name, *overrides[5];
        enum taub_precision precision;
    } cases[] = {
        {"cese-sod", {"scheme.alpha=2"}, TAUB_DOUBLE},
        {"cese-riemann-2d", {"scalars=3"}, TAUB_SINGLE},
        {"double-mach", {"scheme={}", "scheme.kind=cese", "scheme.variant=c-tau"}, TAUB_DOUBLE},
        {"shock-tube", {"scheme={}", "scheme.kind=cese", "eos.kind=lattice-wb"}, TAUB_SINGLE},
        {"shock-tube-diagonal", {"scheme={}", "scheme.kind=cese", "scheme.variant=c-tau"}, TAUB_DOUBLE},
        {"sedov-3d", {"scheme={}", "scheme.kind=cese"}, TAUB_SINGLE},
    };
    (void)state;
    need_nvrtc();
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char path[512], *log;
        size_t bytes;
        struct taub_case *loaded;
        int count = 0;
        while (cases[n].overrides[count])
            count++;
        snprintf(path, sizeof path, "%s/examples/%s/case.yaml", TAUB_SOURCE_DIR, cases[n].name);
        MUST(taub_case_load(path, cases[n].overrides, count, &loaded, e));
        struct taub_bundle *bundle = bundle_of_case(taub_case_config(loaded));
        MUST(taub_cuda_compile_only(bundle, cases[n].precision, n % 2 ? TAUB_FAST : TAUB_STRICT, 90, &log, &bytes, e));
        assert_true(bytes > 10000);
        free(log);
        taub_bundle_destroy(bundle);
        taub_case_destroy(loaded);
    }
}

/* A second-order step of gas dynamics, all six fluxes in one point: what a scheme's author may write first. */
static const char points[] =
    "INLINE real slope(real l, real m, real r)\n"
    "{\n"
    "    const real a = R(1.5) * (m - l), b = R(0.5) * (r - l), c = R(1.5) * (r - m);\n"
    "    const real least = real_min(real_fabs(a), real_min(real_fabs(b), real_fabs(c)));\n"
    "    return a > 0 && b > 0 && c > 0 ? least : a < 0 && b < 0 && c < 0 ? -least : R(0.0);\n"
    "}\n"
    "INLINE void flux_of(const real w[5], int axis, real u[5], real f[5], real *c)\n"
    "{\n"
    "    const real v = w[1 + axis];\n"
    "    u[0] = w[0];\n"
    "    UNROLL for (int d = 1; d < 4; d++) u[d] = w[0] * w[d];\n"
    "    u[4] = w[4] / R(0.4) + R(0.5) * w[0] * (w[1] * w[1] + w[2] * w[2] + w[3] * w[3]);\n"
    "    UNROLL for (int n = 0; n < 5; n++) f[n] = u[n] * v;\n"
    "    f[1 + axis] += w[4];\n"
    "    f[4] += w[4] * v;\n"
    "    *c = real_sqrt(R(1.4) * w[4] / w[0]);\n"
    "}\n"
    "INLINE void hll(const real l[5], const real r[5], int axis, real f[5])\n"
    "{\n"
    "    real ul[5], ur[5], fl[5], fr[5], cl, cr;\n"
    "    flux_of(l, axis, ul, fl, &cl);\n"
    "    flux_of(r, axis, ur, fr, &cr);\n"
    "    const real sl = real_min(l[1 + axis] - cl, r[1 + axis] - cr);\n"
    "    const real sr = real_max(l[1 + axis] + cl, r[1 + axis] + cr);\n"
    "    if (sl >= 0) { UNROLL for (int n = 0; n < 5; n++) f[n] = fl[n]; return; }\n"
    "    if (sr <= 0) { UNROLL for (int n = 0; n < 5; n++) f[n] = fr[n]; return; }\n"
    "    UNROLL for (int n = 0; n < 5; n++)\n"
    "        f[n] = (sr * fl[n] - sl * fr[n] + sl * sr * (ur[n] - ul[n])) / (sr - sl);\n"
    "}\n"
    "INLINE void face(const struct taub_io io, long at, long stride, int axis, real f[5])\n"
    "{\n"
    "    real q[4][5], l[5], r[5];\n"
    "    UNROLL for (int m = 0; m < 4; m++)\n"
    "        UNROLL for (int c = 0; c < 5; c++)\n"
    "            q[m][c] = LOAD(io.f[0] + at + (m - 2) * stride + c * io.shape.component_stride);\n"
    "    UNROLL for (int c = 0; c < 5; c++) {\n"
    "        l[c] = q[1][c] + R(0.5) * slope(q[0][c], q[1][c], q[2][c]);\n"
    "        r[c] = q[2][c] - R(0.5) * slope(q[1][c], q[2][c], q[3][c]);\n"
    "    }\n"
    "    hll(l, r, axis, f);\n"
    "}\n"
    "INLINE void euler_point(struct taub_io io, int b, int k, int j, int i)\n"
    "{\n"
    "    const long at = cell_index(io.shape, 5, b, k, j, i);\n"
    "    const long stride[3] = {1, io.shape.row_stride, io.shape.plane_stride};\n"
    "    const real dt = R(io.control->dt);\n"
    "    real sum[5] = {0, 0, 0, 0, 0};\n"
    "    UNROLL for (int a = 0; a < 3; a++) {\n"
    "        real lower[5], upper[5];\n"
    "        face(io, at, stride[a], a, lower);\n"
    "        face(io, at + stride[a], stride[a], a, upper);\n"
    "        UNROLL for (int c = 0; c < 5; c++) sum[c] += (lower[c] - upper[c]) * R(1.0 / io.shape.spacing[a]);\n"
    "    }\n"
    "    UNROLL for (int c = 0; c < 5; c++) {\n"
    "        const long n = at + c * io.shape.component_stride;\n"
    "        io.f[1][n] = LOAD(io.f[0] + n) + dt * sum[c];\n"
    "    }\n"
    "}\n"
    "TAUB_GATED_POINT_PASS(euler)\n";

static const char rows[] =
    "INLINE void signal_point(struct taub_io io, int b, int k, int j, int i, real out[1])\n"
    "{\n"
    "    const long at = cell_index(io.shape, 5, b, k, j, i), cs = io.shape.component_stride;\n"
    "    const real rho = LOAD(io.f[1] + at), v = LOAD(io.f[1] + at + cs), p = LOAD(io.f[1] + at + 4 * cs);\n"
    "    out[0] = real_fabs(v) + real_sqrt(R(1.4) * p / rho);\n"
    "}\n"
    "INLINE real signal_combine(int c, real a, real b) { return real_max(a, b); }\n"
    "INLINE real signal_identity(int c) { return R(0.0); }\n"
    "TAUB_ROW_PASS(signal, 1)\n";

/* Compiles for the host with this compiler and counts the loops that its report calls vectorised: lines that contain
 * `where` and `what`. Skips when the compiler is not that one. */
static int vectorised(struct taub_bundle *bundle, const char *compiler, const char *where, const char *what)
{
    struct taub_device *device;
    struct taub_program *program;
    struct taub_device_report about;
    char report[256], flags[512], line[512];
    const bool gcc = strcmp(compiler, "gcc") == 0;
    snprintf(report, sizeof report, "%s/report", getenv("TAUB_CACHE"));
    snprintf(flags, sizeof flags,
             gcc ? "-fopt-info-vec-optimized=%s"
                 : "-fsave-optimization-record -foptimization-record-passes=loop-vectorize "
                   "-foptimization-record-file=%s",
             report);
    setenv("TAUB_CC", compiler, 1);
    setenv("TAUB_CFLAGS", flags, 1);
    const struct taub_device_config config = {.kind = TAUB_DEVICE_HOST};
    MUST(taub_device_open(&config, &device, e));
    taub_device_describe(device, &about);
    if (!about.usable || !strstr(about.detail, compiler)) {
        taub_device_close(device);
        taub_bundle_destroy(bundle);
        unsetenv("TAUB_CC");
        unsetenv("TAUB_CFLAGS");
        print_message("skipped: %s is not here: %s\n", compiler, about.detail);
        skip();
    }
    MUST(taub_program_create(device, bundle, &program, e));
    taub_program_destroy(program);
    taub_device_close(device);
    taub_bundle_destroy(bundle);
    unsetenv("TAUB_CC");
    unsetenv("TAUB_CFLAGS");
    FILE *file = fopen(report, "r");
    int count = 0;
    while (file && fgets(line, sizeof line, file))
        count += strstr(line, where) && strstr(line, what);
    if (file)
        fclose(file);
    unlink(report);
    return count;
}

static void gcc_vectorises_passes(void **state)
{
    (void)state;
    assert_true(vectorised(bundle_of(points), "gcc", "kernels/dialect.h", "loop vectorized") >= 1);
    assert_true(vectorised(bundle_of(rows), "gcc", "taub:", "loop vectorized") >= 2);
}

static void clang_vectorises_passes(void **state)
{
    (void)state;
    assert_true(vectorised(bundle_of(points), "clang", "Name:", " Vectorized") >= 1);
    assert_true(vectorised(bundle_of(rows), "clang", "Name:", " Vectorized") >= 1);
}

/* The report's guard: what cannot be vectorised is not counted. */
static void reports_are_read(void **state)
{
    (void)state;
    static const char serial[] = "INLINE void serial_single(struct taub_io io)\n"
                                 "{\n"
                                 "    for (int i = 0; i < io.shape.cells[0]; i++)\n"
                                 "        io.f[0][i + 1] = real_sqrt(io.f[0][i]) + io.f[0][i + 1] / io.f[0][i];\n"
                                 "}\n"
                                 "TAUB_SINGLE_PASS(serial)\n";
    assert_int_equal(vectorised(bundle_of(serial), "gcc", "", "loop vectorized"), 0);
}

/* Fluxes and differences along three axes; robustness/test_vectorisation looks at the other loops of the stage, too. */
static void gcc_vectorises_the_stage(void **state)
{
    (void)state;
    const struct taub_config config = case_of(TAUB_EOS_CONFORMAL, TAUB_CARTESIAN, 64, 64, 64);
    assert_true(vectorised(bundle_of_case(&config), "gcc", "kernels/march/strip.h", "loop vectorized") >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nvrtc_takes_every_case),
                                       cmocka_unit_test(nvrtc_takes_viscosities),
                                       cmocka_unit_test(nvrtc_takes_gas_dynamics),
                                       cmocka_unit_test(nvrtc_takes_unequal_cells),
                                       cmocka_unit_test(nvrtc_takes_magnetohydrodynamics),
                                       cmocka_unit_test(nvrtc_takes_electrodynamics),
                                       cmocka_unit_test(nvrtc_takes_dissipative_fluids),
                                       cmocka_unit_test(nvrtc_takes_conservation_elements),
                                       cmocka_unit_test(gcc_vectorises_passes),
                                       cmocka_unit_test(clang_vectorises_passes),
                                       cmocka_unit_test(reports_are_read),
                                       cmocka_unit_test(gcc_vectorises_the_stage)};
    return cmocka_run_group_tests(tests, make_cache, remove_cache);
}

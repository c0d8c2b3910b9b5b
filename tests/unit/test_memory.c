/* What a case needs, and what the system lets a process have: known before anything is allocated. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/limits.h"
#include "evolve/internal.h"

static const char head[] = "mesh: {cells: [24, 16, 1], blocks: [2, 1, 1], lower: [-3, -2, -1], upper: [3, 2, 1]}\n"
                           "time: {end: 0.1}\n"
                           "device: {kind: host, threads: 1}\n";
static const char relativistic[] = "system: srhd\n"
                                   "eos: {kind: conformal}\n"
                                   "initial: {kind: gaussian, width: [1, 1, 1], peak: {energy_density: 2}, "
                                   "background: {energy_density: 1}}\n";
static const char viscous[] = "system: israel-stewart\n"
                              "eos: {kind: conformal}\n"
                              "transport: {shear_viscosity: {kind: constant, value: 0.08}}\n"
                              "initial: {kind: gaussian, width: [1, 1, 1], peak: {energy_density: 2}, "
                              "background: {energy_density: 1}}\n";

static struct taub_case *load(const char *system, const char *scheme)
{
    char text[2048];
    struct taub_error error;
    struct taub_case *run_case;
    snprintf(text, sizeof text, "%s%s%s", head, system, scheme);
    if (taub_case_load_text("case.yaml", text, strlen(text), NULL, 0, &run_case, &error) != TAUB_OK)
        fail_msg("%s: %s", scheme, error.message);
    return run_case;
}

static void estimate_is_what_a_simulation_takes(void **state)
{
    static const struct {
        const char *system, *scheme;
    } cases[] = {
        {relativistic, "scheme: {kind: kurganov-tadmor}\n"},
        {viscous, "scheme: {kind: kurganov-tadmor}\n"},
        {relativistic, "scheme: {kind: shasta}\n"},
        {relativistic, "scheme: {kind: musta}\n"},
        {relativistic, "scheme: {kind: cese}\n"},
        {relativistic, "scheme: {kind: ader-weno, order: 2}\n"},
        {relativistic, "scheme: {kind: ader-weno, order: 3}\n"},
        {relativistic, "scheme: {kind: rk-weno, order: 3}\n"},
    };
    (void)state;
    setenv("TAUB_CFLAGS", "-O0", 1); /* no step is taken */
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        struct taub_case *run_case = load(cases[n].system, cases[n].scheme);
        struct taub_simulation *simulation = NULL;
        struct taub_estimate estimate;
        struct taub_error error;
        if (taub_estimate(run_case, 1, &estimate, &error) != TAUB_OK ||
            taub_simulation_create(run_case, &simulation, &error) != TAUB_OK)
            fail_msg("%s: %s", cases[n].scheme, error.message);
        if (estimate.device_bytes != taub_simulation_memory(simulation))
            fail_msg("%s: %.0f bytes estimated, %.0f taken", cases[n].scheme, estimate.device_bytes,
                     taub_simulation_memory(simulation));
        assert_true(estimate.host_bytes > 0 && !*estimate.refusal);
        taub_simulation_destroy(simulation);
        taub_case_destroy(run_case);
    }
}

static void too_large_for_a_device(void **state)
{
    struct taub_case *run_case = load(relativistic, "scheme: {kind: kurganov-tadmor}\n");
    struct taub_device_report device = {.kind = TAUB_DEVICE_CUDA, .name = "a GPU", .memory_free = 1000000};
    struct taub_memory memory = {.device = 999999, .host = 1};
    struct taub_error error;
    (void)state;
    assert_int_equal(taub_memory_check(taub_case_config(run_case), &memory, &device, &error), TAUB_OK);
    memory.device = 2.5e9;
    assert_int_equal(taub_memory_check(taub_case_config(run_case), &memory, &device, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "24 x 16 x 1"));
    assert_non_null(strstr(error.message, "2.5 GB"));
    assert_non_null(strstr(error.message, "1.0 MB"));
    memory.device = 1;
    memory.host = 1e18;
    assert_int_equal(taub_memory_check(taub_case_config(run_case), &memory, &device, &error), TAUB_BAD_INPUT);
    taub_case_destroy(run_case);
}

static void meshes_beyond_all_numbers(void **state)
{
    const struct taub_config_mesh mesh = {
        .cells = {1 << 30, 1 << 30, 1 << 30}, .blocks = {1, 1, 1}, .lower = {0, 0, 0}, .upper = {1, 1, 1}};
    struct taub_mesh *out = NULL;
    struct taub_error error;
    (void)state;
    assert_int_equal(taub_mesh_create(&mesh, 2, &out, &error), TAUB_BAD_INPUT);
    assert_non_null(strstr(error.message, "1.24e+27"));
}

/* ---- other systems' /proc and /sys ---- */

struct tree {
    char root[64];
    char paths[32][256];
    int count;
};

static void put(struct tree *tree, const char *name, const char *content)
{
    char path[256];
    snprintf(path, sizeof path, "%s%s", tree->root, name);
    for (char *slash = strchr(path + strlen(tree->root) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) == 0)
            snprintf(tree->paths[tree->count++], sizeof *tree->paths, "%s", path);
        *slash = '/';
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    snprintf(tree->paths[tree->count++], sizeof *tree->paths, "%s", path);
}

static void plant(struct tree *tree)
{
    *tree = (struct tree){.root = "/tmp/taub-limits-XXXXXX"};
    assert_non_null(mkdtemp(tree->root));
    put(tree, "/proc/meminfo", "MemTotal: 99 kB\nMemFree: 2 kB\nMemAvailable:   1000000 kB\n");
}

static void fell(struct tree *tree)
{
    while (tree->count > 0)
        remove(tree->paths[--tree->count]);
    rmdir(tree->root);
}

static void without_control_groups(void **state)
{
    struct tree tree;
    (void)state;
    plant(&tree);
    assert_true(taub_memory_available(tree.root) == 1024e6);
    fell(&tree);
    assert_true(isinf(taub_memory_available("/nowhere")));
}

static void groups_of_version_2(void **state)
{
    struct tree tree;
    (void)state;
    plant(&tree);
    put(&tree, "/proc/self/cgroup", "0::/outer/inner\n");
    put(&tree, "/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    put(&tree, "/sys/fs/cgroup/outer/inner/memory.current", "5000\n");
    put(&tree, "/sys/fs/cgroup/outer/memory.max", "500000000\n");
    put(&tree, "/sys/fs/cgroup/outer/memory.current", "100000000\n");
    put(&tree, "/sys/fs/cgroup/outer/memory.stat", "anon 1\ninactive_file 20000000\nactive_file 10000000\n");
    put(&tree, "/sys/fs/cgroup/outer/cpu.max", "50000 100000\n");
    assert_true(taub_memory_available(tree.root) == 430e6);
    assert_int_equal(taub_processors_with_quota(tree.root), 1);
    fell(&tree);
}

/* The path of a container that does not see its own namespace: only the top folder is there. */
static void groups_of_version_1(void **state)
{
    struct tree tree;
    (void)state;
    plant(&tree);
    put(&tree, "/proc/self/cgroup", "5:devices:/x\n4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/\n");
    put(&tree, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "300000000\n");
    put(&tree, "/sys/fs/cgroup/memory/memory.usage_in_bytes", "200000000\n");
    put(&tree, "/sys/fs/cgroup/memory/memory.stat", "total_inactive_file 50000000\n");
    put(&tree, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    put(&tree, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    assert_true(taub_memory_available(tree.root) == 150e6);
    assert_int_equal(taub_processors_with_quota(tree.root), taub_processors());
    put(&tree, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "30000\n");
    assert_int_equal(taub_processors_with_quota(tree.root), 1);
    put(&tree, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    assert_true(taub_memory_available(tree.root) == 1024e6);
    fell(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimate_is_what_a_simulation_takes),
        cmocka_unit_test(too_large_for_a_device),
        cmocka_unit_test(meshes_beyond_all_numbers),
        cmocka_unit_test(without_control_groups),
        cmocka_unit_test(groups_of_version_2),
        cmocka_unit_test(groups_of_version_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "core/limits.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Reads the first number of a file; false if there is none, as in "max". */
static bool read_number(const char *folder, const char *name, double *value)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    const bool good = file && fscanf(file, "%lf", value) == 1;
    if (file)
        fclose(file);
    return good;
}

/* The number after a word at the start of a line; 0 if there is no such line. */
static double read_entry(const char *folder, const char *name, const char *word)
{
    char path[PATH_MAX], line[256];
    const size_t length = strlen(word);
    double value = 0.0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == ':'))
            value = strtod(line + length + 1, NULL);
    if (file)
        fclose(file);
    return value;
}

/* Memory that the limit of one control group leaves, in bytes; infinite without a limit. Cached files count as free,
 * because the kernel drops them first. */
static double group_memory(const char *folder)
{
    double limit, used;
    if (read_number(folder, "memory.max", &limit) && read_number(folder, "memory.current", &used))
        return limit - used + read_entry(folder, "memory.stat", "inactive_file") +
               read_entry(folder, "memory.stat", "active_file");
    if (read_number(folder, "memory.limit_in_bytes", &limit) && read_number(folder, "memory.usage_in_bytes", &used) &&
        limit < 9e18) /* cgroup version 1 reports no limit as LONG_MAX, rounded to pages */
        return limit - used + read_entry(folder, "memory.stat", "total_inactive_file") +
               read_entry(folder, "memory.stat", "total_active_file");
    return HUGE_VAL;
}

/* CPU quota of one control group in processors; infinite without a quota. */
static double group_processors(const char *folder)
{
    char path[PATH_MAX];
    double quota, period;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *file = fopen(path, "re");
    const bool found = file && fscanf(file, "%lf %lf", &quota, &period) == 2;
    if (file)
        fclose(file);
    if (!found &&
        (!read_number(folder, "cpu.cfs_quota_us", &quota) || !read_number(folder, "cpu.cfs_period_us", &period)))
        return HUGE_VAL;
    return quota > 0.0 && period > 0.0 ? quota / period : HUGE_VAL;
}

/* The smallest value of a control group and all groups that enclose it. In a container the path may belong to another
 * namespace: its folders are then missing here, and the top one is the container's own. */
static double minimum_of_ancestors(const char *base, const char *group, double (*of)(const char *folder))
{
    char folder[PATH_MAX];
    const size_t top = strlen(base);
    double least = HUGE_VAL;
    if ((size_t)snprintf(folder, sizeof folder, "%s%s", base, group) >= sizeof folder)
        return of(base);
    for (;;) {
        least = fmin(least, of(folder));
        char *slash = strrchr(folder + top, '/');
        if (!slash)
            return least;
        *slash = '\0';
    }
}

/* The smallest value over all cgroup hierarchies that have this controller. */
static double minimum_of_groups(const char *root, const char *controller, double (*of)(const char *folder))
{
    char path[PATH_MAX], base[PATH_MAX], line[PATH_MAX];
    double least = HUGE_VAL;
    snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file)) { /* "4:cpu,cpuacct:/group", "0::/group" */
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        names++;
        if (!*names) {
            snprintf(base, sizeof base, "%s/sys/fs/cgroup", root);
            least = fmin(least, minimum_of_ancestors(base, group, of));
            continue;
        }
        char *rest = NULL;
        bool ours = false;
        snprintf(base, sizeof base, "%s/sys/fs/cgroup/%s", root, names);
        for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
            ours = ours || strcmp(name, controller) == 0;
        if (ours)
            least = fmin(least, minimum_of_ancestors(base, group, of));
    }
    if (file)
        fclose(file);
    return least;
}

double taub_memory_available(const char *root)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/proc", root);
    const double kilobytes = read_entry(folder, "meminfo", "MemAvailable");
    return fmin(kilobytes > 0.0 ? 1024.0 * kilobytes : HUGE_VAL, minimum_of_groups(root, "memory", group_memory));
}

/* Reserves address space without memory behind it; NULL if none is left. */
static void *reserve_address_space(size_t bytes)
{
    void *space = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return space == MAP_FAILED ? NULL : space;
}

int taub_takeable_pieces(int wanted, size_t bytes, size_t reserved)
{
    void **pieces = calloc((size_t)wanted + 1, sizeof *pieces), *first = reserve_address_space(reserved);
    int count = pieces && first ? 0 : -1;
    while (count >= 0 && count < wanted && (pieces[count] = reserve_address_space(bytes)))
        count++;
    for (int n = 0; n < count; n++)
        munmap(pieces[n], bytes);
    if (first)
        munmap(first, reserved);
    free(pieces);
    return count;
}

int taub_processors(void)
{
    const long online = sysconf(_SC_NPROCESSORS_CONF);
    const size_t most = online > 1024 ? (size_t)online : 1024;
    cpu_set_t *set = CPU_ALLOC(most);
    int count = 0;
    if (set && sched_getaffinity(0, CPU_ALLOC_SIZE(most), set) == 0)
        count = CPU_COUNT_S(CPU_ALLOC_SIZE(most), set);
    if (set)
        CPU_FREE(set);
    return count > 0 ? count : 1;
}

int taub_processors_with_quota(const char *root)
{
    const int bound = taub_processors();
    return (int)fmax(1.0, ceil(fmin(minimum_of_groups(root, "cpu", group_processors), bound)));
}

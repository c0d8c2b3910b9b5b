/* Finds the case most similar to a path that does not exist, and the folders that belong to the program. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { MOST_NAMES = 512 };

struct names {
    char *list[MOST_NAMES];
    int count;
};

static bool exists(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0;
}

/* Whether it is a folder with a case.yaml in it, or a YAML file. */
static bool is_case(const char *folder, const char *name)
{
    char path[4096];
    const char *ending = strrchr(name, '.');
    snprintf(path, sizeof path, "%s/%s/case.yaml", folder, name);
    return exists(path) || (ending && (!strcmp(ending, ".yaml") || !strcmp(ending, ".yml")));
}

static void collect(const char *folder, struct names *names)
{
    DIR *open = opendir(folder);
    for (const struct dirent *entry = open ? readdir(open) : NULL; entry && names->count < MOST_NAMES;
         entry = readdir(open))
        if (entry->d_name[0] != '.' && is_case(folder, entry->d_name) &&
            (names->list[names->count] = strdup(entry->d_name)))
            names->count++;
    if (open)
        closedir(open);
}

/* The case in a folder with the most similar name, with or without its ending. */
static bool nearest_in(const char *folder, const char *typed, char *out, size_t size)
{
    struct names names = {.count = 0};
    char with_ending[512];
    collect(folder, &names);
    snprintf(with_ending, sizeof with_ending, "%s.yaml", typed);
    const char *nearest = NULL;
    for (int i = 0; i < names.count && !nearest; i++)
        if (!strcmp(names.list[i], typed) || !strcmp(names.list[i], with_ending))
            nearest = names.list[i];
    if (!nearest)
        nearest = cli_nearest(typed, (const char *const *)names.list, names.count);
    if (nearest)
        snprintf(out, size, "%s%s%s", strcmp(folder, ".") ? folder : "", strcmp(folder, ".") ? "/" : "", nearest);
    for (int i = 0; i < names.count; i++)
        free(names.list[i]);
    return nearest != NULL;
}

bool cli_nearest_case(const char *typed, char *out, size_t size)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", typed);
    for (size_t length = strlen(folder); length > 1 && folder[length - 1] == '/'; length--)
        folder[length - 1] = '\0';
    char *slash = strrchr(folder, '/');
    const char *name = slash ? slash + 1 : folder;
    if (exists(typed) || !*name)
        return false;
    char last[512];
    snprintf(last, sizeof last, "%.*s", (int)sizeof last - 8, name);
    if (slash)
        *(slash == folder ? slash + 1 : slash) = '\0';
    const char *here = slash ? folder : ".";
    char example[4096];
    snprintf(example, sizeof example, "examples/%.500s/case.yaml", last);
    if (exists(example)) {
        snprintf(out, size, "examples/%s", last);
        return true;
    }
    char examples[4096];
    return nearest_in(here, last, out, size) || nearest_in("examples", last, out, size) ||
           (cli_examples_folder(examples, sizeof examples) && nearest_in(examples, last, out, size));
}

bool cli_program_folder(const char *const *folders, const char *probe, char *out, size_t size)
{
    char program[2048];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    for (int level = 0; level < 2; level++) { /* its folder, and the one above */
        char *slash = strrchr(program, '/');
        if (!slash || slash == program)
            return false;
        *slash = '\0';
    }
    for (; *folders; folders++) {
        char file[4096];
        snprintf(file, sizeof file, "%s/%s/%s", program, *folders, probe);
        if (!exists(file))
            continue;
        snprintf(file, sizeof file, "%s/%s", program, *folders);
        char *resolved = realpath(file, NULL); /* without "..", since copies of examples name it */
        snprintf(out, size, "%s", resolved ? resolved : file);
        free(resolved);
        return true;
    }
    return false;
}

bool cli_examples_folder(char *out, size_t size)
{
    static const char *const folders_to_try[] = {"examples", "../examples", "share/taub/examples", NULL};
    return cli_program_folder(folders_to_try, "shock-tube/case.yaml", out, size);
}

static int is_example(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int cli_examples_names(char *folder, size_t size, struct dirent ***out)
{
    const int count = cli_examples_folder(folder, size) ? scandir(folder, out, is_example, alphasort) : -1;
    if (count < 0)
        fprintf(stderr, "taub: the examples of this program were not found\n");
    return count;
}

/* Runs a fuzz target over files and folders given as arguments: the corpus as a test, without libFuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    uint8_t *data = malloc(1 << 22);
    const size_t size = data ? fread(data, 1, 1 << 22, file) : 0;
    fclose(file);
    /* A copy of the exact size, so that the sanitizers see any read beyond the end. */
    uint8_t *exact = malloc(size ? size : 1);
    for (size_t n = 0; exact && n < size; n++)
        exact[n] = data[n];
    free(data);
    if (!exact)
        return 0;
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    return 1;
}

static int replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    int count = 0;
    while (folder && (entry = readdir(folder))) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            count += replay_file(name);
    }
    if (folder)
        closedir(folder);
    return count;
}

int main(int count, char **arguments)
{
    int replayed = 0;
    for (int i = 1; i < count; i++)
        replayed += replay_folder(arguments[i]);
    printf("%d inputs replayed\n", replayed);
    return replayed > 0 ? 0 : 1; /* a target that aborts does not come here */
}

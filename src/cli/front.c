/* Verbs of the Python package under the program's own name: `taub plot` is `python3 -m taub plot`. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Where CMake was told to install the package, below the prefix. */
#ifndef TAUB_PYTHON_DIR
#define TAUB_PYTHON_DIR "python"
#endif

/* The folder that holds the package beside this program: of the source tree, with the program in its build folder or
 * one below it, or of the installed prefix. False: Python has to know it. */
static bool package_folder(char *out, size_t size)
{
    static const char *const beside[] = {"/../python", "/../../python", "/../" TAUB_PYTHON_DIR};
    char program[2048];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return false;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    for (size_t n = 0; n < sizeof beside / sizeof *beside; n++) {
        char file[4096];
        snprintf(file, sizeof file, "%s%s/taub/__main__.py", program, beside[n]);
        snprintf(out, size, "%s%s", program, beside[n]);
        if (access(file, R_OK) == 0)
            return true;
    }
    return false;
}

int cli_front(const char *verb, int count, char **arguments)
{
    char folder[4096], path[8192];
    char **all = calloc((size_t)count + 5, sizeof *all);
    if (!all) {
        fprintf(stderr, "taub: out of memory\n");
        return TAUB_FAILED;
    }
    const char *const first[] = {"python3", "-m", "taub", verb};
    for (int n = 0; n < 4; n++)
        all[n] = (char *)first[n]; /* execvp leaves them as they are */
    for (int n = 0; n < count; n++)
        all[4 + n] = arguments[n];
    if (package_folder(folder, sizeof folder)) {
        const char *more = getenv("PYTHONPATH");
        snprintf(path, sizeof path, "%s%s%s", folder, more && *more ? ":" : "", more ? more : "");
        setenv("PYTHONPATH", path, 1);
    }
    fflush(stdout);
    signal(SIGPIPE, SIG_DFL); /* what is ignored here would stay so there */
    signal(SIGXFSZ, SIG_DFL);
    execvp(all[0], all);
    fprintf(stderr, "taub %s: python3 cannot be started: %s\n", verb, strerror(errno));
    free(all);
    return TAUB_FAILED;
}

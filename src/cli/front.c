/* Verbs of the Python package: `taub plot` runs `python3 -m taub plot`. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* The same as python3 -m taub, except that the system's python3 is used if this one lacks numpy or h5py, and that there
 * is a clear message if Python does not find the package. */
static const char start[] =
    "import importlib.util, os, runpy, sys\n"
    "known, system = importlib.util.find_spec, '/usr/bin/python3'\n"
    "if not (known('numpy') and known('h5py')) and os.access(system, os.X_OK) and not os.path.samefile(system, "
    "sys.executable):\n"
    "    os.execv(system, [system, '-c', sys.argv[1], *sys.argv[1:]])\n"
    "sys.argv[:2] = ['-m']\n" /* the argument after -c is this text itself, for the other python */
    "if importlib.util.find_spec('taub') is None:\n"
    "    sys.stderr.write(f\"taub: the Python package taub, which reads and plots results, is not installed for "
    "{sys.executable}: install it with '{sys.executable} -m pip install PATH-OF-TAUB', or name its folder in "
    "PYTHONPATH\\n\")\n"
    "    sys.exit(2)\n"
    "runpy.run_module('taub', run_name='__main__', alter_sys=True)\n";

/* Finds the folder of the package that belongs to this program: in the source tree, with the program in the build
 * folder or one folder below, or where CMake installs it. If false, Python must find the package itself. */
static bool package_folder(char *out, size_t size)
{
    static const char *const folders_to_try[] = {"python", "../python", TAUB_PYTHON_DIR, NULL};
    return cli_program_folder(folders_to_try, "taub/__main__.py", out, size);
}

int cli_front(const char *verb, int count, char **arguments)
{
    static const char *const programs[] = {"bin", NULL};
    char folder[4096], path[8192], python[4096 + 16] = "python3";
    char **all = calloc((size_t)count + 6, sizeof *all);
    if (!all) {
        fprintf(stderr, "taub: out of memory\n");
        return TAUB_FAILED;
    }
    /* pip and Debian install the program in the same folder as the python3 that has the package. */
    if (cli_program_folder(programs, "python3", folder, sizeof folder))
        snprintf(python, sizeof python, "%s/python3", folder);
    const char *const first[] = {python, "-c", start, start, verb};
    for (int n = 0; n < 5; n++)
        all[n] = (char *)first[n]; /* execvp does not change them */
    for (int n = 0; n < count; n++)
        all[5 + n] = arguments[n];
    if (package_folder(folder, sizeof folder)) {
        const char *more = getenv("PYTHONPATH");
        snprintf(path, sizeof path, "%s%s%s", folder, more && *more ? ":" : "", more ? more : "");
        setenv("PYTHONPATH", path, 1);
    }
    fflush(stdout);
    signal(SIGPIPE, SIG_DFL); /* ignored signals would stay ignored in Python */
    signal(SIGXFSZ, SIG_DFL);
    execvp(all[0], all);
    fprintf(stderr, "taub %s: %s cannot be started: %s\n", verb, python, strerror(errno));
    free(all);
    return TAUB_FAILED;
}

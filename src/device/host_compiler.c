#include "device/host_compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "jit/cache.h"

extern char **environ;

enum { MAX_WORDS = 256 };

/* Arguments of a command; owns the strings. */
struct words {
    char *list[MAX_WORDS + 1]; /* ends with NULL */
    int count;
};

static bool add_word(struct words *self, const char *word, size_t length)
{
    if (self->count == MAX_WORDS)
        return false;
    self->list[self->count] = strndup(word, length);
    return self->list[self->count] && ++self->count;
}

static bool add_split(struct words *self, const char *text)
{
    for (const char *c = text; *c;) {
        const size_t space = strspn(c, " \t\n");
        const size_t length = strcspn(c + space, " \t\n");
        if (length && !add_word(self, c + space, length))
            return false;
        c += space + length;
    }
    return true;
}

static void free_words(struct words *self)
{
    for (int n = 0; n < self->count; n++)
        free(self->list[n]);
}

/* A copy of the environment that makes messages English, as taub_bundle_blames_user expects. The list is to be freed.
 */
static char **english_environment(void)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **list = malloc((count + 2) * sizeof *list);
    if (!list)
        return NULL;
    size_t kept = 0;
    for (size_t n = 0; n < count; n++)
        if (strncmp(environ[n], "LC_", 3) != 0 && strncmp(environ[n], "LANGUAGE=", 9) != 0)
            list[kept++] = environ[n];
    list[kept++] = "LC_ALL=C";
    list[kept] = NULL;
    return list;
}

static bool read_output(int file, struct taub_text *output)
{
    char chunk[4096];
    off_t at = 0;
    for (ssize_t read; (read = pread(file, chunk, sizeof chunk, at)) > 0; at += read)
        if (!taub_text_append(output, chunk, (size_t)read))
            return false;
    return true;
}

/* Ignored signals stay ignored across exec, which compilers do not expect of these two. A compiler that may be stopped
 * leads its own process group, because the programs that it starts (cc1 of gcc) do not end with it. */
static void set_attributes(posix_spawnattr_t *attributes, bool own_group)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, (short)(POSIX_SPAWN_SETSIGDEF | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
}

static bool is_stopped(const struct taub_host_stop *stop)
{
    return stop && ((stop->signalled && *stop->signalled) || (stop->asked && atomic_load(stop->asked)));
}

/* Waits for a child; if it is to be stopped, ends it and its process group. False if its exit status is unknown. */
static bool wait_for(pid_t child, const struct taub_host_stop *stop, int *status, bool *interrupted)
{
    struct timespec pause = {.tv_nsec = 1000000};
    bool asked = false;
    *interrupted = false;
    for (;;) {
        const pid_t waited = waitpid(child, status, stop ? WNOHANG : 0);
        if (waited == child) {
            const bool failed = !WIFEXITED(*status) || WEXITSTATUS(*status) != 0;
            *interrupted = failed && is_stopped(stop);
            return true;
        }
        if (waited < 0 && errno != EINTR)
            return false;
        if (waited == 0) {
            if (!asked && is_stopped(stop)) {
                asked = true;
                kill(-child, SIGTERM);
            }
            nanosleep(&pause, NULL);
            if (pause.tv_nsec < 20000000) /* short at first: with ccache the compiler may end at once */
                pause.tv_nsec += pause.tv_nsec / 4;
        }
    }
}

static enum taub_host_outcome outcome_of(const char *program, bool known, int status, bool interrupted,
                                         struct taub_text *output)
{
    if (interrupted || (known && WIFSIGNALED(status))) {
        taub_text_free(output);
        taub_text_print(output, interrupted ? "interrupted while %s ran." : "%s was ended by signal %d (%s).", program,
                        WTERMSIG(status), strsignal(WTERMSIG(status)));
        return TAUB_HOST_ENDED;
    }
    /* If this process ignores SIGCHLD there is no exit status: then the existence of the output decides. */
    return !known || (WIFEXITED(status) && WEXITSTATUS(status) == 0) ? TAUB_HOST_COMPILED : TAUB_HOST_FAILED;
}

/* Closes files that libraries (HDF5 among them) have opened without FD_CLOEXEC: a compiler that outlives the run for a
 * moment would keep their locks. */
static int close_other_files(posix_spawn_file_actions_t *actions, int first)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    return 0;
#endif
}

/* A compiler that may be stopped also ends when this process is killed: in its process group a shell reads from a pipe
 * whose other end only this process holds, and ends the group when the pipe is closed. PR_SET_PDEATHSIG of Linux would
 * need a fork, is tied to a thread and does not reach cc1. */
enum { LIFELINE = 3 }; /* file number of the pipe in the child */
#define SHELL "/bin/sh"
static const char watchdog_script[] = "(while read -r end; do :; done; kill -TERM 0) <&3 3<&- & exec \"$@\" 3<&-";

struct lifeline {
    int child, own; /* the two ends of the pipe; -1: closed */
};

static struct lifeline lifeline_open(bool wanted)
{
    struct lifeline lifeline = {-1, -1};
    int ends[2];
    if (!wanted || access(SHELL, X_OK) != 0 || pipe2(ends, O_CLOEXEC) != 0)
        return lifeline;
    lifeline.child = fcntl(ends[0], F_DUPFD_CLOEXEC, LIFELINE); /* above standard input and output */
    close(ends[0]);
    if (lifeline.child >= 0)
        lifeline.own = ends[1];
    else
        close(ends[1]);
    return lifeline;
}

static void lifeline_close(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Starts a command directly, not through a shell that would interpret it; its output goes to `log`. */
static bool start(char *const *arguments, char *const *environment, bool own_group, int lifeline, int log, pid_t *child)
{
    /* posix_spawn does not change the strings */
    char *with_watchdog[MAX_WORDS + 5] = {SHELL, "-c", (char *)watchdog_script, "sh"};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    for (int n = 0; n <= MAX_WORDS && arguments[n]; n++)
        with_watchdog[4 + n] = arguments[n];
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return false;
    }
    set_attributes(&attributes, own_group);
    char *const *command = lifeline >= 0 ? with_watchdog : arguments;
    const int failure = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) ||
                        posix_spawn_file_actions_adddup2(&actions, log, 1) ||
                        posix_spawn_file_actions_adddup2(&actions, log, 2) ||
                        (lifeline >= 0 && posix_spawn_file_actions_adddup2(&actions, lifeline, LIFELINE)) ||
                        close_other_files(&actions, lifeline >= 0 ? LIFELINE + 1 : LIFELINE) ||
                        posix_spawn(child, command[0], &actions, &attributes, command, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return !failure;
}

/* Runs a command and collects its output. */
static enum taub_host_outcome run(char *const *arguments, const struct taub_host_stop *stop, struct taub_text *output)
{
    enum taub_host_outcome outcome = TAUB_HOST_FAILED;
    char **environment = english_environment();
    const int log = memfd_create("taub-log", MFD_CLOEXEC);
    struct lifeline lifeline = lifeline_open(stop != NULL);
    pid_t child;
    if (environment && log >= 0 && start(arguments, environment, stop != NULL, lifeline.child, log, &child)) {
        int status = 0;
        bool interrupted;
        lifeline_close(&lifeline.child);
        const bool known = wait_for(child, stop, &status, &interrupted);
        if (read_output(log, output))
            outcome = outcome_of(arguments[0], known, status, interrupted, output);
    }
    lifeline_close(&lifeline.child);
    lifeline_close(&lifeline.own);
    if (log >= 0)
        close(log);
    free(environment);
    return outcome;
}

static bool is_program(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0;
}

/* The path of a program, searched for on PATH like a shell does; to be freed. */
static char *find_program(const char *name)
{
    if (strchr(name, '/'))
        return is_program(name) ? strdup(name) : NULL;
    const char *path = getenv("PATH");
    for (const char *c = path ? path : "/usr/bin:/bin"; *c;) {
        const size_t length = strcspn(c, ":");
        struct taub_text candidate = {0};
        if (length && taub_text_print(&candidate, "%.*s/%s", (int)length, c, name) && is_program(candidate.data))
            return candidate.data;
        taub_text_free(&candidate);
        c += length + (c[length] == ':');
    }
    return NULL;
}

/* The compiler's description of its version. Cached by path, size and modification time, because running the compiler
 * takes longer than the rest of a start from the cache. */
static char *ask_identity(const char *program, const char *words)
{
    struct stat about;
    char *whole = realpath(program, NULL);
    struct taub_text identity = {0}, file = {0};
    bool good = whole && stat(whole, &about) == 0 &&
                taub_text_print(&file, "%s %s %lld %lld.%09ld", whole, words, (long long)about.st_size,
                                (long long)about.st_mtim.tv_sec, (long)about.st_mtim.tv_nsec);
    free(whole);
    char *path = NULL;
    if (good) {
        const struct taub_key_part parts[] = {{"compiler", 8}, {file.data, file.length}};
        const struct taub_key key = taub_key_of(parts, 2);
        path = taub_cache_path(&key, ".version");
    }
    if (good && !(path && taub_cache_load(path, &identity))) {
        struct words command = {0};
        good = add_word(&command, program, strlen(program)) && add_split(&command, words) &&
               add_split(&command, "--version") && run(command.list, NULL, &identity) == TAUB_HOST_COMPILED &&
               identity.length > 0;
        free_words(&command);
        if (good && path)
            taub_cache_store(path, identity.data, identity.length);
    }
    free(path);
    taub_text_free(&file);
    if (!good)
        taub_text_free(&identity);
    return identity.data;
}

static bool examine(const char *name, struct taub_host_compiler *out)
{
    *out = (struct taub_host_compiler){0};
    name += strspn(name, " \t");
    const size_t length = strcspn(name, " \t");
    char *first = strndup(name, length);
    out->program = first ? find_program(first) : NULL;
    out->words = strdup(name + length);
    free(first);
    if (out->program && out->words)
        out->identity = ask_identity(out->program, out->words);
    if (!out->identity) {
        taub_host_compiler_free(out);
        return false;
    }
    snprintf(out->name, sizeof out->name, "%.*s", (int)strcspn(out->identity, "\n"), out->identity);
    return true;
}

bool taub_host_compiler_find(int candidate, struct taub_host_compiler *out)
{
    static const char *const usual[] = {"gcc", "clang", "cc"};
    *out = (struct taub_host_compiler){0};
    const char *chosen = getenv("TAUB_CC");
    if (chosen && *chosen)
        return candidate == 0 && examine(chosen, out);
    int found = 0;
    for (int n = 0; n < 3; n++) {
        if (!examine(usual[n], out))
            continue;
        if (found++ == candidate)
            return true;
        taub_host_compiler_free(out);
    }
    return false;
}

const char *taub_host_compiler_missing(void)
{
    const char *chosen = getenv("TAUB_CC");
    return chosen && *chosen ? "TAUB_CC does not name a C compiler that runs; unset it or name one, say gcc"
                             : "no C compiler was found (gcc, clang, cc on PATH); install gcc or set TAUB_CC";
}

void taub_host_compiler_free(struct taub_host_compiler *self)
{
    free(self->program);
    free(self->words);
    free(self->identity);
    *self = (struct taub_host_compiler){0};
}

bool taub_host_compiler_options(const struct taub_device_config *config, unsigned without, struct taub_text *out)
{
    const bool strict = config->reproducible == TAUB_STRICT;
    const char *brief = without & TAUB_FOR_BRIEF ? getenv("TAUB_BRIEF_CFLAGS") : NULL;
    const char *more = brief ? brief : getenv("TAUB_CFLAGS");
    bool good =
        taub_text_print(out, "-std=c11 %s -fPIC -shared -DTAUB_SINGLE=%d -DTAUB_STRICT=%d",
                        without & TAUB_WITHOUT_OPTIMIZATION ? "-Og" : "-O3", config->precision == TAUB_SINGLE, strict);
    if (!(without & TAUB_WITHOUT_EXTRAS))
        good = good && taub_text_print(out,
                                       " -fno-math-errno -fno-trapping-math -ffp-contract=%s -fvisibility=hidden"
                                       " -fdiagnostics-color=never -Werror=implicit-function-declaration -Wl,-z,defs",
                                       strict ? "off" : "fast");
    if (!(without & TAUB_WITHOUT_TUNING))
        good = good && taub_text_print(out, " -march=native");
    if (!(without & TAUB_WITHOUT_EXTRAS))
        good = good && taub_text_print(out, " -fopenmp-simd");
    return good && taub_text_print(out, " %s", more ? more : "");
}

enum taub_host_outcome taub_host_compiler_run(const struct taub_host_compiler *self, const char *options,
                                              const char *source, const char *target, const struct taub_host_stop *stop,
                                              struct taub_text *log)
{
    struct words command = {0};
    enum taub_host_outcome outcome = TAUB_HOST_FAILED;
    if (add_word(&command, self->program, strlen(self->program)) && add_split(&command, self->words) &&
        add_split(&command, options) && add_split(&command, "-o") && add_word(&command, target, strlen(target)) &&
        add_word(&command, source, strlen(source)) && add_split(&command, "-lm"))
        outcome = run(command.list, stop, log);
    free_words(&command);
    return outcome == TAUB_HOST_COMPILED && access(target, R_OK) != 0 ? TAUB_HOST_FAILED : outcome;
}

/* What the program asks of the system around it: descriptors that are open, signals that do no harm. */
#include <errno.h>
#include <fcntl.h>
#include <hdf5.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* Handlers can reach nothing but file scope. */
static volatile sig_atomic_t interrupted;
static volatile sig_atomic_t asked[NSIG]; /* signals that were caught, by number */
static volatile sig_atomic_t stepping;    /* else there is nothing to be finished and written */

void cli_process_prepare(void)
{
    /* A closed descriptor 0, 1 or 2 would be given to the next file that is opened, and what is printed would go into
     * that file. */
    int opened;
    do
        opened = open("/dev/null", O_RDWR);
    while (opened >= 0 && opened <= STDERR_FILENO);
    if (opened >= 0)
        close(opened);
    /* A reader that has gone and a limit on the size of files are errors of the write, not the end of the run. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    /* A file that HDF5 could not close on a full disk stays in its tables, and its handler at exit would trip over it.
     * All files are closed by hand. */
    H5dont_atexit();
}

int cli_silence_errors(void)
{
    const int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(stderr);
    if (kept >= 0 && nowhere >= 0)
        dup2(nowhere, STDERR_FILENO);
    if (nowhere >= 0)
        close(nowhere);
    return kept;
}

void cli_restore_errors(int kept)
{
    if (kept < 0)
        return;
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
}

void cli_let_first_rank_speak(void)
{
    sleep(1);
}

bool cli_stderr_ready(int patience)
{
    struct pollfd descriptor = {STDERR_FILENO, POLLOUT, 0};
    return poll(&descriptor, 1, patience) > 0 && descriptor.revents == POLLOUT;
}

static void on_signal(int number)
{
    static const char by_hand[] = "\ntaub: finishing the step and writing; once more to end at once\n";
    static const char by_system[] = "\ntaub: finishing the step and writing\n";
    const bool hand = number == SIGINT || number == SIGTERM;
    const int before = errno;
    /* Only the same signal again means impatience: batch systems send several kinds one after the other, and SIGXCPU
     * every second. */
    if (hand && asked[number]) {
        signal(number, SIG_DFL); /* delivered when this handler returns */
        raise(number);
        return;
    }
    asked[number] = 1;
    const bool first = !interrupted;
    interrupted = 1;
    const char *note = hand ? by_hand : by_system;
    if (!first || !stepping || !cli_stderr_ready(0) || write(STDERR_FILENO, note, strlen(note)) < 0)
        errno = before;
}

void cli_stepping(bool now)
{
    stepping = now;
}

const volatile sig_atomic_t *cli_catch_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) {
        struct sigaction action, before;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART; /* a write in progress goes on */
        sigemptyset(&action.sa_mask);
        /* nohup: the end of the terminal is none of the run's business */
        if (signals[n] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
            continue;
        sigaction(signals[n], &action, NULL);
    }
    return &interrupted;
}

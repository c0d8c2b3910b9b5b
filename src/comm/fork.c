/* Ranks that this process forks and looks after: what mpirun does elsewhere. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "comm/local.h"

#define GRACE_SECONDS 2 /* for the others, once one rank has failed */

/* Handlers can reach nothing but file scope. */
static volatile sig_atomic_t first_rank;

/* A signal to one rank is one to all (evolve/run.c). What comes from the terminal all have got already. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    const int before = errno;
    if (info->si_code <= 0 && first_rank > 0) /* from a process */
        kill((pid_t)first_rank, number);
    errno = before;
}

static void look_after_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) {
        struct sigaction action, before;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = pass_on;
        action.sa_flags = SA_SIGINFO; /* no SA_RESTART: waiting is looked at again */
        sigemptyset(&action.sa_mask);
        if (signals[n] == SIGHUP && sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
            continue;
        sigaction(signals[n], &action, NULL);
    }
}

static void kill_all(const pid_t *ranks, int count)
{
    for (int n = 0; n < count; n++)
        if (ranks[n] > 0)
            kill(ranks[n], SIGKILL);
}

/* Waits for one of them; false when none has ended within the time. */
static bool wait_one(bool patiently, pid_t *which, int *how)
{
    for (int tries = 0; patiently || tries < GRACE_SECONDS * 100; tries++) {
        *which = waitpid(-1, how, patiently ? 0 : WNOHANG);
        if (*which > 0 || (*which < 0 && errno != EINTR))
            return true;
        if (!patiently)
            usleep(10000);
    }
    return false;
}

static int number_of(const pid_t *ranks, int count, pid_t which)
{
    for (int n = 0; n < count; n++)
        if (ranks[n] == which)
            return n;
    return -1;
}

/* Until all have ended; returns the exit code of the first that failed. */
static int look_after(pid_t *ranks, int count)
{
    int code = TAUB_OK, left = count, how = 0;
    bool failed = false;
    while (left > 0) {
        pid_t which = 0;
        if (!wait_one(!failed, &which, &how)) {
            kill_all(ranks, count);
            failed = false; /* waits for what is sure to come */
            code = code ? code : TAUB_FAILED;
            continue;
        }
        const int rank = number_of(ranks, count, which);
        if (which < 0)
            return TAUB_FAILED;
        if (rank < 0)
            continue;
        ranks[rank] = 0;
        left--;
        if (rank == 0)
            first_rank = 0;
        const int own = WIFEXITED(how) ? WEXITSTATUS(how) : TAUB_FAILED;
        if (!WIFEXITED(how) && code == TAUB_OK) {
            fprintf(stderr, "taub: rank %d was ended by signal %d (%s), and with it all others\n", rank, WTERMSIG(how),
                    strsignal(WTERMSIG(how)));
            kill_all(ranks, count);
        }
        failed = failed || own != TAUB_OK;
        code = code ? code : own;
    }
    return code;
}

int taub_comm_fork(int ranks, const struct taub_comm **out, struct taub_error *error)
{
    static struct taub_comm comm;
    pid_t started[TAUB_MOST_LOCAL_RANKS];
    const pid_t parent = getpid();
    void *memory = ranks > 0 && ranks <= TAUB_MOST_LOCAL_RANKS ? taub_local_create(ranks) : NULL;
    if (!memory)
        return taub_fail(error, TAUB_FAILED, "there is no memory for %d ranks to share", ranks);
    fflush(stdout);
    fflush(stderr);
    for (int rank = 0; rank < ranks; rank++) {
        started[rank] = fork();
        if (started[rank] < 0) {
            kill_all(started, rank);
            return taub_fail(error, TAUB_FAILED, "process %d of %d cannot be started: %s", rank + 1, ranks,
                             strerror(errno));
        }
        if (started[rank] > 0)
            continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody is left behind */
        if (getppid() != parent)
            _exit(TAUB_FAILED);
        taub_local_join(memory, ranks, rank);
        comm = *taub_comm_alone();
        comm.module = &taub_local_module;
        comm.module->start(&comm.rank, &comm.size, &comm.local_rank, &comm.local_size);
        gethostname(comm.host, sizeof comm.host - 1);
        *out = &comm;
        return -1;
    }
    first_rank = (sig_atomic_t)started[0];
    look_after_signals();
    return look_after(started, ranks);
}

/* Forks ranks on this machine and supervises them, as mpirun does elsewhere. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "comm/local.h"

#define GRACE_SECONDS 2 /* for the other ranks to end, after one has failed */

/* Signal handlers can only use variables at file scope. */
static volatile sig_atomic_t first_rank;

/* Forwards a signal to the first rank, from which it reaches all (evolve/run.c). Signals from the terminal have already
 * reached all ranks. */
static void forward_signal(int number, siginfo_t *info, void *context)
{
    const int before = errno;
    if (info->si_code <= 0 && first_rank > 0) /* sent by a process, not from the terminal */
        kill((pid_t)first_rank, number);
    errno = before;
}

static void install_signal_handlers(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) {
        struct sigaction action, before;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = forward_signal;
        action.sa_flags = SA_SIGINFO; /* no SA_RESTART: a signal interrupts waitpid */
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

/* Waits for any rank to end; unless `patiently`, false if none has ended within GRACE_SECONDS. */
static bool wait_for_any(bool patiently, pid_t *which, int *how)
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

static int rank_of(const pid_t *ranks, int count, pid_t which)
{
    for (int n = 0; n < count; n++)
        if (ranks[n] == which)
            return n;
    return -1;
}

/* Waits until all ranks have ended; returns the exit code of the first that failed. */
static int supervise(pid_t *ranks, int count)
{
    int code = TAUB_OK, left = count, how = 0;
    bool failed = false;
    while (left > 0) {
        pid_t which = 0;
        if (!wait_for_any(!failed, &which, &how)) {
            kill_all(ranks, count);
            failed = false; /* killed processes always end, so wait without a limit */
            code = code ? code : TAUB_FAILED;
            continue;
        }
        const int rank = rank_of(ranks, count, which);
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
            fprintf(stderr, "taub: rank %d was ended by signal %d (%s); all other ranks were ended with it\n", rank,
                    WTERMSIG(how), strsignal(WTERMSIG(how)));
            kill_all(ranks, count);
        }
        failed = failed || own != TAUB_OK;
        code = code ? code : own;
    }
    return code;
}

/* Binds each rank to its part of the processors, close to the memory that it has touched. With more ranks than
 * processors, none is bound. */
static void bind_to_processors(int rank, int ranks)
{
    cpu_set_t usable, own;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof usable, &usable) != 0 || CPU_COUNT(&usable) < ranks)
        return;
    const int count = CPU_COUNT(&usable), first = rank * count / ranks, end = (rank + 1) * count / ranks;
    for (int n = 0, seen = 0; n < CPU_SETSIZE; n++)
        if (CPU_ISSET(n, &usable)) {
            if (seen >= first && seen < end)
                CPU_SET(n, &own);
            seen++;
        }
    sched_setaffinity(0, sizeof own, &own);
}

int taub_comm_fork(int ranks, const struct taub_comm **out, struct taub_error *error)
{
    static struct taub_comm comm;
    pid_t started[TAUB_MOST_LOCAL_RANKS];
    const pid_t parent = getpid();
    void *memory = ranks > 0 && ranks <= TAUB_MOST_LOCAL_RANKS ? taub_local_create(ranks) : NULL;
    if (!memory)
        return taub_fail(error, TAUB_FAILED, "there is no shared memory for %d ranks", ranks);
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
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* no rank outlives the parent process */
        if (getppid() != parent)
            _exit(TAUB_FAILED);
        bind_to_processors(rank, ranks);
        taub_local_join(memory, ranks, rank);
        comm = *taub_comm_alone();
        comm.module = &taub_local_module;
        comm.module->start(&comm.rank, &comm.size, &comm.local_rank, &comm.local_size);
        gethostname(comm.host, sizeof comm.host - 1);
        *out = &comm;
        return -1;
    }
    first_rank = (sig_atomic_t)started[0];
    install_signal_handlers();
    return supervise(started, ranks);
}

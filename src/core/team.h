/* A team of threads that share pieces of work which follow each other quickly, such as the passes of a step.
 *
 * A waiting thread polls a bounded number of times and then sleeps, so that waiting costs other programs little. Nobody
 * waits for a thread that the system has not scheduled: the caller runs every share that no other thread has claimed.
 * OpenMP runtimes do neither, and they read the variables that could bound their waiting before a library can set them.
 */
#ifndef TAUB_TEAM_H
#define TAUB_TEAM_H

struct taub_team;

/* The caller and `threads` - 1 more threads, which are started by the first run that needs them. NULL: out of memory.
 */
struct taub_team *taub_team_create(int threads);
int taub_team_threads(const struct taub_team *self);
/* Calls work(user, n) once for each n from 0 to shares - 1, with at most `threads` shares, and returns when all are
 * done. A thread gets the same n in each run unless it is late. One caller at a time. */
void taub_team_run(struct taub_team *self, int shares, void (*work)(void *user, int n), void *user);
void taub_team_destroy(struct taub_team *self); /* NULL is allowed */

#endif

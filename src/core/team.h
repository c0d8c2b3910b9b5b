/* Threads that share pieces of work which follow each other quickly, as the passes of a step do.
 *
 * Who waits for the next piece looks for it a bounded number of times and then sleeps, so that waiting costs other
 * programs little; and nobody waits for a thread that the system does not run: the caller does what no other has begun.
 * OpenMP's runtimes do neither, and read what could bound their waiting before a library can say so. */
#ifndef TAUB_TEAM_H
#define TAUB_TEAM_H

struct taub_team;

/* The caller and `threads` - 1 others, which start with the first piece that has something for them. NULL: no memory.
 */
struct taub_team *taub_team_create(int threads);
int taub_team_threads(const struct taub_team *self);
/* Calls work(user, n) for n from 0 to shares - 1, each once, at most `threads` of them, and returns when all are done.
 * The same thread gets the same n wherever it is there in time. One caller at a time. */
void taub_team_run(struct taub_team *self, int shares, void (*work)(void *user, int n), void *user);
void taub_team_destroy(struct taub_team *self); /* NULL is good */

#endif

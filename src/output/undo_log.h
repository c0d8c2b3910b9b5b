/* Files that HDF5 changes in place, and that a kill must not damage.
 *
 * HDF5 writes changed metadata over old ones, in no order that a reader could rely on: a file whose writer is killed
 * meanwhile may be lost with all that was in it before. Here a log beside the file keeps what each write would
 * overwrite of the last committed state (a rollback journal); taub_undo_recover puts it back. What lies behind the end
 * of that state (new datasets) is not logged, so the log has a few kilobytes for each output.
 *
 * The log outlives the process, not a loss of power: nothing here waits for the disk. */
#ifndef TAUB_OUTPUT_UNDO_LOG_H
#define TAUB_OUTPUT_UNDO_LOG_H

#include <hdf5.h>
#include <stdbool.h>

#define TAUB_UNDO ".undo"

/* Stays where it is while the file is open. {.log = -1}: not begun. */
struct taub_undo {
    int log;           /* descriptor of the log */
    int data;          /* HDF5's descriptor of the file; not ours to close */
    haddr_t committed; /* size of the file when the log was emptied last */
    bool failed;       /* a write failed: the file goes back to its last commit, and nothing more is written to it */
    bool closing;
    hid_t driver; /* HDF5's name of the driver; 0: none */
};

/* Begins a log, in place of any that is there, that says that nothing was committed. Returns 0 or errno. */
int taub_undo_begin(struct taub_undo *self, int folder_fd, const char *log_name);
/* HDF5 files whose writes are logged; negative when that fails. */
hid_t taub_undo_create(struct taub_undo *self, const char *path);
hid_t taub_undo_append(struct taub_undo *self, const char *path);
/* Flushes the file; from here on its present state is what a kill leaves. */
bool taub_undo_commit(struct taub_undo *self, hid_t file);
/* Closes the file; false when it is not what was put into it. HDF5 does not hear of it: its version 1.10 keeps the
 * identifier of a file that could not be closed, and end the program with a signal when it exits. */
bool taub_undo_close(struct taub_undo *self, hid_t file);
/* Closes the log, which stays in its folder; the file must have been closed before. */
void taub_undo_end(struct taub_undo *self);

/* Puts the file of a run that was killed back to its last commit, removes it when there was none, and then removes the
 * log. Without a log there is nothing to do. Returns 0 or errno. */
int taub_undo_recover(int folder_fd, const char *name, const char *log_name);

#endif

/* HDF5's library has one state for the whole process, and most builds of it are for one thread: whoever calls it holds
 * this lock. It may be taken again by the thread that has it. */
#ifndef TAUB_HDF5_LOCK_H
#define TAUB_HDF5_LOCK_H

void taub_hdf5_lock(void);
void taub_hdf5_unlock(void);

#endif

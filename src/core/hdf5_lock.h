/* HDF5 has one state for the whole process, and most builds of it are not thread-safe: every caller of HDF5 must hold
 * this lock. The lock is recursive. */
#ifndef TAUB_HDF5_LOCK_H
#define TAUB_HDF5_LOCK_H

void taub_hdf5_lock(void);
void taub_hdf5_unlock(void);

#endif

#include "core/hdf5_lock.h"

#include <pthread.h>

/* One lock per process, because HDF5 has one state per process. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void taub_hdf5_lock(void)
{
    pthread_mutex_lock(&lock);
}

void taub_hdf5_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

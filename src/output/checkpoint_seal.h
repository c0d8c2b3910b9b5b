/* HDF5 trusts what it reads, and a damaged file can make it read freed memory. So checkpoint.hdf begins with a user
 * block (HDF5 allows one, and every reader skips it): a line of text with the size of the file and the hash of
 * everything after the block, which is checked before HDF5 opens the file. */
#ifndef TAUB_OUTPUT_CHECKPOINT_SEAL_H
#define TAUB_OUTPUT_CHECKPOINT_SEAL_H

#include <stdbool.h>

#include "taub/taub.h"

#define TAUB_CHECKPOINT_VERSION 2 /* 1: one hash of all bytes */
#define TAUB_SEAL_SIZE 512        /* the smallest user block */

/* Seals a file that HDF5 has closed and flushes it to the disk; on false errno is set. */
bool taub_checkpoint_seal(int fd);
/* TAUB_BAD_INPUT, with the reason, if the seal does not match the file. */
enum taub_status taub_checkpoint_check_seal(const char *path, struct taub_error *error);
/* Fails with TAUB_BAD_INPUT and a message that the checkpoint is not usable because of `what`. */
enum taub_status taub_checkpoint_wrong(const char *path, struct taub_error *error, const char *what);

#endif

/* What the library was built from; the file behind it is written by cmake/commit.cmake. */
#ifndef TAUB_CORE_COMMIT_H
#define TAUB_CORE_COMMIT_H

/* The git commit, with "-dirty" where the tree differed from it; "" where it is not known. */
const char *taub_build_commit(void);

#endif

/* The git commit that the library was built from; defined in a file that cmake/commit.cmake writes. */
#ifndef TAUB_CORE_COMMIT_H
#define TAUB_CORE_COMMIT_H

/* The git commit, with "-dirty" if the tree had uncommitted changes; "" if it is not known. */
const char *taub_build_commit(void);

#endif

/* Filled by the case: the equation of state of the case, a file of eos/. */
#ifndef TAUB_CASE_EOS_H
#define TAUB_CASE_EOS_H
#endif

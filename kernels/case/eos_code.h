/* Filled by the case: the user's equation of state (eos: code), for eos/code.h. */
#ifndef TAUB_CASE_EOS_CODE_H
#define TAUB_CASE_EOS_CODE_H
#endif

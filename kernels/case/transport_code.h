/* Filled by the case: the user's viscosities (transport: code), for systems/transport.h. */
#ifndef TAUB_CASE_TRANSPORT_CODE_H
#define TAUB_CASE_TRANSPORT_CODE_H
#endif

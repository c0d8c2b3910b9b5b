/* Verbs that several ranks carry out together. */
#include "cli.h"
#include "comm/comm.h"

enum taub_status cli_start_ranks(const struct taub_comm **out)
{
    struct taub_error error;
    const enum taub_status status = taub_comm_start(out, &error);
    if (status == TAUB_OK)
        return TAUB_OK;
    if (taub_comm_started_rank() == 0)
        cli_report(&error);
    else
        cli_let_first_rank_speak();
    return status;
}

void cli_stop_ranks(const struct taub_comm *comm)
{
    fflush(stdout);
    fflush(stderr);
    taub_comm_stop(comm);
}

/* Ranks of which one is lost within a step: that is a failure, and so is whatever is asked of the simulation after it.
 * Argument: the case file. Prints "refused" on rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "taub/taub.h"

int main(int count, char **arguments)
{
    int rank = 0;
    struct taub_case *run_case = NULL;
    struct taub_simulation *simulation = NULL;
    struct taub_error error;
    MPI_Init(&count, &arguments);
    const MPI_Comm world = MPI_COMM_WORLD;
    MPI_Comm_rank(world, &rank);
    if (taub_case_load(arguments[1], NULL, 0, &run_case, &error) != TAUB_OK ||
        taub_simulation_create_mpi(run_case, &world, &simulation, &error) != TAUB_OK) {
        fprintf(stderr, "%s\n", error.message);
        MPI_Abort(world, 1);
    }
    if (taub_simulation_advance(simulation, 1000, 1e9, &error) != TAUB_FAILED || !strstr(error.message, "NCCL"))
        MPI_Abort(world, 2);
    for (int n = 0; n < 2; n++)
        if (taub_simulation_advance(simulation, 1, 1e9, &error) != TAUB_FAILED ||
            !strstr(error.message, "what it leaves is no state"))
            MPI_Abort(world, 3);
    if (rank == 0)
        puts("refused");
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
    MPI_Finalize();
    return 0;
}

/* A program that has MPI of its own: three of four ranks share a simulation, the fourth has the same one alone, and
 * both are compared bit for bit. Arguments: the case file, steps. Prints "same" on the fourth rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "taub/taub.h"

static struct taub_error error;

static void must(enum taub_status status)
{
    if (status == TAUB_OK)
        return;
    fprintf(stderr, "%s\n", error.message);
    MPI_Abort(MPI_COMM_WORLD, status);
}

static double *all_rows(struct taub_simulation *simulation, const char *name, MPI_Comm comm, int sharing, size_t *size)
{
    int cells[3], rank = 0, ranks = 1, components = taub_simulation_components(simulation, name);
    taub_simulation_cells(simulation, cells);
    const int total = cells[1] * cells[2], count = taub_simulation_rows(simulation, NULL, 0);
    int *rows = malloc((size_t)count * sizeof *rows);
    taub_simulation_rows(simulation, rows, count);
    const size_t own = (size_t)components * (size_t)count * (size_t)cells[0];
    double *values = malloc(own * sizeof *values);
    double *all = calloc((size_t)components * (size_t)total * (size_t)cells[0], sizeof *all);
    must(taub_simulation_read(simulation, name, values, own, &error));
    for (int c = 0; c < components; c++)
        for (int n = 0; n < count; n++)
            memcpy(all + ((size_t)c * (size_t)total + (size_t)rows[n]) * (size_t)cells[0],
                   values + ((size_t)c * (size_t)count + (size_t)n) * (size_t)cells[0], (size_t)cells[0] * sizeof *all);
    *size = (size_t)components * (size_t)total * (size_t)cells[0];
    if (sharing &&
        count < total) { /* every row is one rank's: sums with zeros change no bit but that of a zero's sign */
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &ranks);
        MPI_Allreduce(MPI_IN_PLACE, all, (int)*size, MPI_DOUBLE, MPI_SUM, comm);
    }
    free(values);
    free(rows);
    return all;
}

/* Behind `values`, that of all cells: at points between rows of several ranks. All ranks get them. */
enum { POINTS = 300 };
static void add_points(struct taub_simulation *simulation, double *values)
{
    double points[3 * POINTS];
    for (int n = 0; n < 3 * POINTS; n++)
        points[n] = -3 + 6 * (double)(n * 37 % 101) / 100;
    must(taub_simulation_read_at(simulation, "velocity", points, POINTS, values, 3 * POINTS, &error));
    points[7] = 3.5;
    if (taub_simulation_read_at(simulation, "velocity", points, POINTS, values, 3 * POINTS, &error) != TAUB_BAD_INPUT ||
        !strstr(error.message, "point 3"))
        MPI_Abort(MPI_COMM_WORLD, 4);
}

int main(int count, char **arguments)
{
    int rank = 0;
    size_t size = 0;
    struct taub_case *run_case = NULL;
    struct taub_simulation *simulation = NULL, *second = NULL;
    MPI_Comm part;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int alone = rank == 3;
    MPI_Comm_split(MPI_COMM_WORLD, alone, rank, &part);
    must(taub_case_load(arguments[1], NULL, 0, &run_case, &error));
    if (alone)
        must(taub_simulation_create(run_case, &simulation, &error));
    else
        must(taub_simulation_create_mpi(run_case, &part, &simulation, &error));
    if (!alone) { /* a second one on the same ranks, and none on others */
        must(taub_simulation_create_mpi(run_case, &part, &second, &error));
        const MPI_Comm self = MPI_COMM_SELF;
        struct taub_simulation *third = NULL;
        if (taub_simulation_create_mpi(run_case, &self, &third, &error) != TAUB_BAD_INPUT ||
            !strstr(error.message, "one communicator at a time"))
            MPI_Abort(MPI_COMM_WORLD, 3);
        must(taub_simulation_advance(second, 2, 1e9, &error));
        taub_simulation_destroy(second);
    }
    must(taub_simulation_advance(simulation, atoi(arguments[2]), 1e9, &error));
    double *cells = all_rows(simulation, "energy_density", part, !alone, &size);
    double *values = realloc(cells, (size + 3 * POINTS) * sizeof *values);
    add_points(simulation, values + size);
    size += 3 * POINTS;
    if (rank == 1)
        MPI_Send(values, (int)size, MPI_DOUBLE, 3, 0, MPI_COMM_WORLD);
    if (alone) {
        double *theirs = malloc(size * sizeof *theirs);
        MPI_Recv(theirs, (int)size, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        puts(memcmp(values, theirs, size * sizeof *values) ? "other bits" : "same");
        free(theirs);
    }
    free(values);
    taub_simulation_destroy(simulation);
    taub_case_destroy(run_case);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}

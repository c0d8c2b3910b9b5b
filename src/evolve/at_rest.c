/* What is known of a state at rest (scheme.equilibrium) when a checkpoint continues: the case's files make it again,
 * and may have changed since. Sums over cells of hashes of their place and primitive state, which are the same on all
 * devices and numbers of ranks. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <inttypes.h>
#include <stdlib.h>

#include "core/fault.h"
#include "core/try.h"
#include "evolve/dense.h"
#include "evolve/internal.h"

static void add_cells(const struct taub_simulation *self, const double *state, uint64_t sums[TAUB_AT_REST])
{
    const size_t zones = (size_t)taub_simulation_zones(self), nx = (size_t)self->mesh->cells[0];
    double whole[TAUB_MOST_COMPONENTS];
    float rounded[TAUB_MOST_COMPONENTS];
    for (size_t n = 0; n < zones; n++) {
        const uint64_t place = (uint64_t)taub_mesh_row(self->mesh, (int)(n / nx)) * nx + n % nx;
        for (int c = 0; c < self->components; c++) {
            whole[c] = state[(size_t)c * zones + n] + 0.0; /* one zero */
            rounded[c] = (float)whole[c];
        }
        sums[0] += XXH3_64bits_withSeed(rounded, (size_t)self->components * sizeof *rounded, place);
        sums[1] += XXH3_64bits_withSeed(whole, (size_t)self->components * sizeof *whole, place);
    }
}

enum taub_status taub_at_rest_note(struct taub_simulation *self, struct taub_buffer *primitive,
                                   struct taub_error *error)
{
    const size_t zones = (size_t)taub_simulation_zones(self);
    double *state = malloc(zones * (size_t)self->components * sizeof *state);
    uint64_t sums[TAUB_AT_REST] = {0};
    enum taub_status status =
        state ? taub_simulation_download_dense(self, primitive, self->stored, 0, self->components, state, error)
              : taub_fail(error, TAUB_FAILED, "out of memory for the state at rest of %zu cells", zones);
    if (status == TAUB_OK)
        add_cells(self, state, sums);
    free(state);
    TRY(taub_simulation_agree(self, status, error));
    for (int n = 0; n < TAUB_AT_REST; n++)
        self->at_rest[n] = taub_comm_sum(self->comm, (int64_t)sums[n]);
    if (self->real_bytes == sizeof(float))
        self->at_rest[1] = 0; /* of singles, doubles are not known */
    return TAUB_OK;
}

enum taub_status taub_at_rest_compare(const struct taub_simulation *self, const int64_t kept[TAUB_AT_REST],
                                      const char *path, struct taub_error *error)
{
    const struct taub_config *config = self->config;
    const int64_t *now = self->at_rest;
    const bool whole = kept[1] != 0 && now[1] != 0;
    if (config->scheme.equilibrium == TAUB_EQUILIBRIUM_NONE || kept[0] == 0 ||
        (kept[0] == now[0] && (!whole || kept[1] == now[1])))
        return TAUB_OK;
    return taub_fail(error, TAUB_BAD_INPUT,
                     "scheme.equilibrium: the state at rest that %s makes is not the one of %s, whose flow would be "
                     "drawn towards another one; --force-restart goes on all the same",
                     config->initial.file ? config->initial.file : "the initial data of this case", path);
}

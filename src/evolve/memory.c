/* How much memory a case needs, before any of it is taken; buffers are created by the same sizes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/fault.h"
#include "core/limits.h"
#include "evolve/fluxes.h"
#include "evolve/internal.h"
#include "evolve/surface.h"
#include "evolve/views.h"
#include "evolve/writer.h"
#include "mesh/spacing.h"
#include "mesh/sphere.h"
#include "problems/smear.h"

unsigned taub_saved_upper_faces(const struct taub_config *config)
{
    return taub_face_vectors(config) == 1 ? taub_upper_faces(config) : 0;
}

int taub_memory_saved_components(const struct taub_config *config)
{
    const unsigned axes = taub_saved_upper_faces(config);
    return taub_memory_state_components(config) + (int)((axes & 1) + (axes >> 1 & 1) + (axes >> 2 & 1));
}

int taub_memory_state_components(const struct taub_config *config)
{
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    const int count = taub_scheme_find(config)->fields(config, true, fields);
    int components = 2 * taub_system_stored(config);
    for (int f = TAUB_FIELD_OWN; f < count; f++)
        components += fields[f].life == TAUB_LIFE_STATE ? fields[f].components : 0;
    return components;
}

int taub_memory_output_components(const struct taub_config *config)
{
    int components = 0;
    for (int n = 0; n < config->output.field_count; n++)
        components += taub_quantity_of(config, config->output.fields[n]).components;
    const int saved = taub_memory_saved_components(config);
    return components > saved ? components : saved;
}

/* Components of the largest quantity that is compared with an exact solution. */
static int most_error_fields(const struct taub_config *config)
{
    const struct taub_system *system = taub_system_find(config->system);
    int most = 0;
    for (const struct taub_error_field *compared = system->error_fields; compared->name; compared++) {
        const struct taub_quantity_info *info = taub_system_quantity(system, compared->name);
        most = info && info->components > most ? info->components : most;
    }
    return most;
}

/* Doubles for each cell on the host beside the buffers and their staging, at the most demanding moment: when the
 * initial state is made, when a checkpoint is read, or at the end, with outputs and errors. */
static double host_values(const struct taub_config *config, enum taub_purpose purpose, bool exact)
{
    const int components = taub_system_stored(config);
    const double outputs = purpose == TAUB_FOR_STEPS ? 0 : taub_memory_output_components(config);
    const double restart = purpose == TAUB_FOR_RESTART ? taub_memory_saved_components(config) : 0;
    /* the exact state, a quantity, the cell's weight */
    const double errors = exact && purpose != TAUB_FOR_STEPS ? components + most_error_fields(config) + 1 : 0;
    const double particles = config->initial.kind == TAUB_INITIAL_PARTICLES ? TAUB_DEPOSITS : 0; /* to the end */
    const bool read =
        config->system == TAUB_SYSTEM_ISRAEL_STEWART && config->transport.initial_stress.kind == TAUB_STRESS_READ;
    const double stress = read ? 11 : 0; /* shear stress and bulk pressure of the file, to the end */
    size_t numbers;
    const bool on_device = config->initial.kind == TAUB_INITIAL_CODE || taub_problem_kernel(config, &numbers);
    const double start = on_device ? 0 : components;
    return particles + stress + fmax(start, outputs + fmax(restart, errors));
}

void taub_memory_plan(const struct taub_config *config, const struct taub_mesh *mesh, const struct taub_eos *eos,
                      bool on_host, enum taub_purpose purpose, bool exact, struct taub_memory *out)
{
    const struct taub_scheme *scheme = taub_scheme_find(config);
    const struct taub_eos_numbers table = taub_eos_device_numbers(eos);
    const struct taub_shape *shape = &mesh->shape;
    struct taub_field_spec fields[TAUB_MOST_FIELDS];
    const int count = scheme->fields(config, on_host, fields);
    const size_t real = config->device.precision == TAUB_DOUBLE ? sizeof(double) : sizeof(float);
    /* a block of one row has two faces */
    const int beyond[2] = {mesh->levels ? 2 * shape->ghosts[1] : 0, mesh->levels ? 2 * shape->ghosts[2] : 0};
    size_t rows = 2 * (size_t)(shape->blocks * mesh->parts) * (size_t)(shape->cells[1] + beyond[0]) *
                  (size_t)(shape->cells[2] + beyond[1]);
    /* the first of several ranks brings the rows of all together (totals.c) */
    const size_t all = mesh->rank == 0 ? (size_t)mesh->cells[1] * (size_t)mesh->cells[2] : 0;
    rows = rows > all ? rows : all;
    memset(out, 0, sizeof *out);
    out->tree = mesh->levels > 0 ? shape->blocks : 0;
    out->rows = rows * (size_t)taub_reductions_of(config) * real;
    out->control = sizeof(struct taub_control);
    out->blocks = sizeof(struct taub_block) * (size_t)(taub_mesh_stored_blocks(mesh) * mesh->parts);
    /* in the precision of the arithmetic, which may be higher than that of the fields */
    out->table = (table.count + taub_spacing_count(mesh) + (mesh->sphere ? taub_sphere_count(mesh->sphere) : 0)) *
                 (config->device.precision == TAUB_SINGLE ? sizeof(float) : sizeof(double));
    size_t numbers;
    taub_problem_kernel(config, &numbers);
    const size_t again = config->device.precision == TAUB_SINGLE ? 2 * out->table : 0; /* for initial data, in double */
    out->device =
        2.0 * (double)out->rows + (double)(out->control + out->blocks + out->table + again + numbers * sizeof(double));
    for (int f = 0; f < count; f++) {
        out->fields[f] = taub_mesh_values(mesh, fields[f].at, fields[f].components) * real;
        out->device += (double)out->fields[f];
        if (fields[f].life == TAUB_LIFE_STATE && out->fields[f] > out->staging)
            out->staging = out->fields[f];
    }
    /* the lattices of a surface, and on the host one of them in doubles, for a checkpoint */
    const double surface = purpose == TAUB_FOR_STEPS ? 0.0 : taub_surface_bytes(config);
    double views_on_device = 0.0, views_on_host = 0.0;
    if (purpose != TAUB_FOR_STEPS)
        taub_views_memory(config, mesh, &views_on_device, &views_on_host);
    out->device += surface + views_on_device;
    out->host = (double)(out->staging + out->blocks) +
                8.0 * host_values(config, purpose, exact) * (double)taub_mesh_zones(mesh) +
                surface * (real == sizeof(double) ? 0.5 : 1.0) + views_on_host +
                (purpose == TAUB_FOR_STEPS ? 0.0 : taub_fluxes_bytes(config)) +
                (purpose == TAUB_FOR_STEPS ? 0.0 : taub_writer_bytes(config, mesh));
}

struct amount {
    char text[32];
};

static struct amount amount(double bytes)
{
    struct amount out;
    const bool large = bytes >= 1e9;
    snprintf(out.text, sizeof out.text, large ? "%.1f GB" : "%.1f MB", bytes / (large ? 1e9 : 1e6));
    return out;
}

/* What is too large, and what helps. */
static void name_mesh(const struct taub_config *config, const struct taub_memory *memory, char *what, char *helps,
                      size_t size)
{
    const int *n = config->mesh.cells;
    if (memory->tree > 0)
        snprintf(what, size, "mesh.refine: %d blocks", memory->tree);
    else
        snprintf(what, size, "mesh.cells: %d x %d x %d cells", n[0], n[1], n[2]);
    snprintf(helps, size, "%s", memory->tree > 0 ? "mesh.refine.most_blocks, fewer levels" : "fewer cells");
}

enum taub_status taub_memory_check(const struct taub_config *config, const struct taub_memory *memory,
                                   const struct taub_device_report *device, struct taub_error *error)
{
    const double free_on_host = taub_memory_available("");
    const double on_host = memory->host + (device->host_memory ? memory->device : 0.0);
    char what[96], helps[96];
    name_mesh(config, memory, what, helps, sizeof what);
    if (memory->device > (double)device->memory_free && device->memory_free > 0 && !device->host_memory)
        return taub_fail_machine(error,
                                 "%s need %s on the device, and %s has %s free; use %s, "
                                 "--precision single or another device",
                                 what, amount(memory->device).text, device->name,
                                 amount((double)device->memory_free).text, helps);
    if (on_host > free_on_host)
        return taub_fail_machine(error,
                                 "%s need %s of the host's memory (%s for the scheme, %s for initial "
                                 "data, transfers and outputs), and this process can have %s; use %s, "
                                 "--precision single or another machine",
                                 what, amount(on_host).text, amount(device->host_memory ? memory->device : 0.0).text,
                                 amount(memory->host).text, amount(free_on_host).text, helps);
    return TAUB_OK;
}

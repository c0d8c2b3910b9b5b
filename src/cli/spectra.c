/* taub spectra: hadrons of a freeze-out surface. */
#include <math.h>
#include <string.h>

#include "hadron_options.h"
#include "hadrons/spectra_hdf5.h"

/* The closed decays of the list, and how much of the yields comes from the decays that replace them. */
static void print_closed(const struct taub_spectra *self, const struct taub_hadrons *list)
{
    if (list->closed == 0)
        return;
    printf("%d decays of the list are closed by the masses; other decays that replace them give", list->closed);
    int printed = 0;
    for (int s = 0; s < self->species; s++)
        if (self->closed[s] >= 5e-4)
            printf("%s %.1f %% of %s", printed++ ? "," : "", 100.0 * self->closed[s], list->list[self->hadron[s]].name);
    printf("%s\n", printed ? "" : " less than 0.05 % of each yield");
}

void cli_spectra_print(const struct taub_spectra *self, const struct taub_hadrons *list, const char *path)
{
    const int middle = self->rapidities / 2;
    printf("%-10s %9s %12s %10s %8s %8s %8s\n", "species", "number", "dN/dy", "<pT> [GeV]", "v_2", "v_3", "v_4");
    for (int s = 0; s < self->species; s++) {
        const struct taub_hadron *hadron = &list->list[self->hadron[s]];
        struct taub_flow flow;
        taub_spectra_flow(self, s, middle, &flow);
        printf("%-10s %9lld %12.6g %10.4f %8.4f %8.4f %8.4f\n", hadron->name, (long long)hadron->code, flow.yield,
               flow.mean_pt, flow.v[2], flow.v[3], flow.v[4]);
    }
    printf("at y = %g; %lld elements, T = %.4f GeV\n", self->rapidity[middle], (long long)self->elements,
           self->temperature);
    printf("energy density of the list %.4f GeV/fm^3, of the surface %.4f; pressure %.4f and %.4f\n",
           self->hadrons.energy, self->surface_energy, self->hadrons.pressure, self->surface_pressure);
    if (self->potential != 0.0 || self->surface_charge != 0.0)
        printf("mu_B = %.4f GeV; net baryon density of the list %.4f /fm^3, of the surface %.4f\n", self->potential,
               self->hadrons.charge, self->surface_charge);
    printf("flowing inwards %.2e of the sum, negative by viscous corrections %.2e\n", self->inward, self->negative);
    print_closed(self, list);
    printf("sums %.3f s (%.3g momenta of elements a second), decays %.3f s; in %s\n", self->seconds,
           (double)self->evaluations / fmax(self->seconds, 1e-9), self->decay_seconds, path);
}

static void print_polarizations(const struct taub_polarization *self, const struct taub_hadrons *list)
{
    const struct taub_spectra *grid = &self->grid;
    const int middle = grid->rapidities / 2;
    printf("%-10s %12s %12s %12s %12s %12s %12s\n", "species", "P_J, vort.", "lab", "sigma", "P_z, vort.", "lab",
           "sigma");
    for (int s = 0; s < grid->species; s++) {
        const struct taub_polarization_means means = taub_polarization_means(self, s, middle, -1);
        static const int terms[] = {TAUB_POLARIZATION_VORTICITY, TAUB_POLARIZATION_SHEAR_LAB,
                                    TAUB_POLARIZATION_SHEAR_SIGMA};
        printf("%-10s", list->list[grid->hadron[s]].name);
        for (int t = 0; t < 3; t++)
            printf(" %12.4e", -means.mean[terms[t]][1]);
        for (int t = 0; t < 3; t++)
            printf(" %12.4e", 2.0 * means.sine[terms[t]]);
        printf("\n");
    }
}

void cli_polarization_print(const struct taub_polarization *self, const struct taub_hadrons *list, const char *path)
{
    const struct taub_polarization all = taub_polarization_with_decays(self);
    printf("polarization, %s gradients, at y = %g: P_J = -P_y, and 2 <P_z sin 2 phi>, by vorticity and shear\n",
           self->isothermal ? "isothermal" : "thermal", self->grid.rapidity[self->grid.rapidities / 2]);
    printf("primary hadrons\n");
    print_polarizations(self, list);
    if (all.values) {
        printf("with those from decays of Sigma0, Sigma(1385), Xi and Xi(1530)\n");
        print_polarizations(&all, list);
    }
    printf("%.3f s; in %s\n", self->seconds, path);
}

static void write_species(struct cli_json *json, const struct taub_spectra *self, const struct taub_hadrons *list,
                          int s)
{
    const struct taub_hadron *hadron = &list->list[self->hadron[s]];
    struct taub_flow flow;
    char name[16];
    taub_spectra_flow(self, s, self->rapidities / 2, &flow);
    cli_json_begin(json, NULL, '{');
    cli_json_integer(json, "pdg", hadron->code);
    cli_json_string(json, "name", hadron->name);
    cli_json_number(json, "dN_dy", flow.yield);
    cli_json_number(json, "mean_pt", flow.mean_pt);
    cli_json_number(json, "closed_share", self->closed[s]);
    for (int n = 1; n <= TAUB_HARMONICS; n++) {
        snprintf(name, sizeof name, "v%d", n);
        cli_json_number(json, name, flow.v[n]);
        snprintf(name, sizeof name, "psi%d", n);
        cli_json_number(json, name, flow.angle[n]);
    }
    cli_json_end(json, '}');
}

/* The number of closed decays, and the parents that have some with the share of their decays. */
static void write_closed(struct cli_json *json, const struct taub_hadrons *list)
{
    cli_json_integer(json, "closed_decays", list->closed);
    cli_json_begin(json, "closed", '[');
    for (int h = 0; h < list->count; h++)
        if (list->list[h].closed > 0) {
            cli_json_begin(json, NULL, '{');
            cli_json_integer(json, "pdg", list->list[h].code);
            cli_json_number(json, "share", list->list[h].closed);
            cli_json_end(json, '}');
        }
    cli_json_end(json, ']');
}

static bool write_json(const struct cli_options *options, const struct taub_spectra *self,
                       const struct taub_hadrons *list)
{
    struct cli_json json;
    if (!cli_json_open(&json, options->json))
        return false;
    cli_json_begin(&json, NULL, '{');
    cli_json_number(&json, "rapidity", self->rapidity[self->rapidities / 2]);
    cli_json_integer(&json, "elements", self->elements);
    cli_json_number(&json, "temperature", self->temperature);
    cli_json_number(&json, "energy_density_of_list", self->hadrons.energy);
    cli_json_number(&json, "energy_density_of_surface", self->surface_energy);
    cli_json_number(&json, "pressure_of_list", self->hadrons.pressure);
    cli_json_number(&json, "pressure_of_surface", self->surface_pressure);
    cli_json_number(&json, "chemical_potential", self->potential);
    cli_json_number(&json, "charge_density_of_list", self->hadrons.charge);
    cli_json_number(&json, "charge_density_of_surface", self->surface_charge);
    cli_json_number(&json, "inward_share", self->inward);
    cli_json_number(&json, "negative_share", self->negative);
    write_closed(&json, list);
    cli_json_integer(&json, "evaluations", self->evaluations);
    cli_json_number(&json, "seconds", self->seconds);
    cli_json_number(&json, "decay_seconds", self->decay_seconds);
    cli_json_begin(&json, "species", '[');
    for (int s = 0; s < self->species; s++)
        write_species(&json, self, list, s);
    cli_json_end(&json, ']');
    cli_json_end(&json, '}');
    return cli_json_close(&json);
}

/* polarization.h5 in the folder of spectra.h5. */
static enum taub_status make_polarization(const struct cli_options *options, const struct cli_hadron_inputs *inputs,
                                          struct taub_error *error)
{
    struct taub_polarization polarization;
    char path[4200];
    const char *slash = strrchr(inputs->output, '/');
    snprintf(path, sizeof path, "%.*spolarization.h5", slash ? (int)(slash - inputs->output + 1) : 0, inputs->output);
    enum taub_status status =
        taub_polarization_of_surface(&inputs->device, &inputs->surface, &inputs->list, &inputs->config,
                                     cli_isothermal(options), &polarization, error);
    if (status != TAUB_OK)
        return status;
    status = taub_polarization_write(&polarization, &inputs->list, path, error);
    if (status == TAUB_OK && !options->quiet)
        cli_polarization_print(&polarization, &inputs->list, path);
    taub_polarization_free(&polarization);
    return status;
}

int cli_spectra(const struct cli_options *options)
{
    struct cli_hadron_inputs inputs;
    struct taub_spectra spectra;
    struct taub_error error;
    enum taub_status status = cli_hadrons_open(options, "spectra.h5", &inputs);
    if (status != TAUB_OK)
        return status;
    status = taub_spectra_of_surface(&inputs.device, &inputs.surface, &inputs.list, &inputs.config, &spectra, &error);
    if (status == TAUB_OK) {
        status = taub_spectra_write(&spectra, &inputs.list, &inputs.config, inputs.output, &error);
        if (status == TAUB_OK && !options->quiet)
            cli_spectra_print(&spectra, &inputs.list, inputs.output);
        if (status == TAUB_OK && options->json && !write_json(options, &spectra, &inputs.list)) {
            error.status = status = TAUB_FAILED;
            error.message[0] = '\0';
        }
        if (status == TAUB_OK && options->polarization)
            status = make_polarization(options, &inputs, &error);
        taub_spectra_free(&spectra);
    }
    cli_hadrons_close(&inputs);
    return status == TAUB_OK || !error.message[0] ? (int)status : cli_report(&error);
}

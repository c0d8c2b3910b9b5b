/* taub cite: the papers of the methods that a case uses. */
#include <stdlib.h>
#include <string.h>

#include "case/schema.h"
#include "cli.h"
#include "core/try.h"

struct paper {
    /* Which cases use it: alternatives separated by spaces, each a list of conditions joined by &. A condition is
     * KEY=WORD, KEY=NUMBER, or KEY, which must be given and not zero. */
    const char *when;
    const char *name; /* of the BibTeX entry */
    const char *authors, *title, *journal, *volume, *pages;
    int year;
};

#define ABOVE_SECOND(system) "system=" system "&scheme.order=3 system=" system "&scheme.order=4"
#define ABOVE_SECOND_IN(variables) \
    "scheme.variables=" variables "&scheme.order=3 scheme.variables=" variables "&scheme.order=4"

static const char jcp[] = "J. Comput. Phys.", prc[] = "Phys. Rev. C", prd[] = "Phys. Rev. D",
                  cpc[] = "Comput. Phys. Commun.", mnras[] = "Mon. Not. R. Astron. Soc.",
                  sinum[] = "SIAM J. Numer. Anal.", jfm[] = "J. Fluid Mech.", aps[] = "Astrophys. J. Suppl.";

/* clang-format off */
static const struct paper papers[] = {
    /* systems */
    {"system=srhd", "marti2003", "J. M. Martí and E. Müller", "Numerical hydrodynamics in special relativity", "Living Rev. Relativ.", "6", "7", 2003},
    {"system=israel-stewart", "bazow2018", "D. Bazow and U. Heinz and M. Strickland", "Massively parallel simulations of relativistic fluid dynamics on graphics processing units with CUDA", cpc, "225", "92", 2018},
    {"system=israel-stewart", "denicol2014", "G. S. Denicol and S. Jeon and C. Gale", "Transport coefficients of bulk viscous pressure in the 14-moment approximation", prc, "90", "024912", 2014},
    {"system=israel-stewart&scheme.integrator=rk2", "cox2002", "S. M. Cox and P. C. Matthews", "Exponential time differencing for stiff systems", jcp, "176", "430", 2002},
    {"system=mhd system=srmhd", "londrillo2004", "P. Londrillo and L. Del Zanna", "On the divergence-free condition in Godunov-type schemes for ideal magnetohydrodynamics: the upwind constrained transport method", jcp, "195", "17", 2004},
    {"system=srmhd", "mignone2007", "A. Mignone and J. C. McKinney", "Equation of state in relativistic magnetohydrodynamics: variable versus constant adiabatic index", mnras, "378", "1118", 2007},
    {"system=maxwell&scheme.kind=ader-weno", "balsara2017", "D. S. Balsara and A. Taflove and S. Garain and G. Montecinos", "Computational electrodynamics in material media with constraint-preservation, multidimensional Riemann solvers and sub-cell resolution - Part I, second-order FVTD schemes", jcp, "349", "604", 2017},
    {"system=maxwell&scheme.kind=ader-weno&scheme.order=3 system=maxwell&scheme.kind=ader-weno&scheme.order=4", "balsara2018", "D. S. Balsara and S. Garain and A. Taflove and G. Montecinos", "Computational electrodynamics in material media with constraint-preservation, multidimensional Riemann solvers and sub-cell resolution - Part II, higher order FVTD schemes", jcp, "354", "613", 2018},
    {"mesh.boundary=matched-layer", "roden2000", "J. A. Roden and S. D. Gedney", "Convolution PML (CPML): an efficient FDTD implementation of the CFS-PML for arbitrary media", "Microw. Opt. Technol. Lett.", "27", "334", 2000},
    /* schemes */
    {"scheme.kind=symmetric", "chin1997", "S. A. Chin", "Symplectic integrators from composite operator factorizations", "Phys. Lett. A", "226", "344", 1997},
    {"scheme.kind=kurganov-tadmor", "kurganov2000", "A. Kurganov and E. Tadmor", "New high-resolution central schemes for nonlinear conservation laws and convection-diffusion equations", jcp, "160", "241", 2000},
    {"scheme.flux=central-upwind", "kurganov2001", "A. Kurganov and S. Noelle and G. Petrova", "Semidiscrete central-upwind schemes for hyperbolic conservation laws and Hamilton-Jacobi equations", "SIAM J. Sci. Comput.", "23", "707", 2001},
    {"scheme.kind=kurganov-tadmor&system=srhd scheme.kind=kurganov-tadmor&system=israel-stewart", "schenke2010", "B. Schenke and S. Jeon and C. Gale", "(3+1)D hydrodynamic simulation of relativistic heavy-ion collisions", prc, "82", "014903", 2010},
    {"scheme.kind=shasta", "boris1973", "J. P. Boris and D. L. Book", "Flux-corrected transport. I. SHASTA, a fluid transport algorithm that works", jcp, "11", "38", 1973},
    {"scheme.kind=shasta", "rischke1995", "D. H. Rischke and S. Bernard and J. A. Maruhn", "Relativistic hydrodynamics for heavy-ion collisions. I. General aspects and expansion into vacuum", "Nucl. Phys. A", "595", "346", 1995},
    {"scheme.kind=cese", "chang1995", "S.-C. Chang", "The method of space-time conservation element and solution element - a new approach for solving the Navier-Stokes and Euler equations", jcp, "119", "295", 1995},
    {"scheme.kind=cese", "chang1999", "S.-C. Chang and X.-Y. Wang and C.-Y. Chow", "The space-time conservation element and solution element method: a new high-resolution and genuinely multidimensional paradigm for solving conservation laws", jcp, "156", "89", 1999},
    {"scheme.variant=c-tau", "chang2002", "S.-C. Chang", "Courant number insensitive CE/SE schemes", "AIAA paper 2002-3890", NULL, NULL, 2002},
    {"scheme.kind=musta", "toro2006", "E. F. Toro", "MUSTA: a multi-stage numerical flux", "Appl. Numer. Math.", "56", "1464", 2006},
    {"scheme.kind=musta", "titarev2005", "V. A. Titarev and E. F. Toro", "MUSTA schemes for multi-dimensional hyperbolic systems: analysis and improvements", "Int. J. Numer. Methods Fluids", "49", "117", 2005},
    {ABOVE_SECOND("euler") " " ABOVE_SECOND("srhd") " " ABOVE_SECOND("mhd") " " ABOVE_SECOND("srmhd"), "balsara2016", "D. S. Balsara and S. Garain and C.-W. Shu", "An efficient class of WENO schemes with adaptive order", jcp, "326", "780", 2016},
    {"scheme.integrator=rk2 scheme.integrator=rk3 scheme.kind=rk-weno&scheme.order=2 scheme.kind=rk-weno&scheme.order=3", "shu1988", "C.-W. Shu and S. Osher", "Efficient implementation of essentially non-oscillatory shock-capturing schemes", jcp, "77", "439", 1988},
    {"scheme.integrator=rk2 scheme.integrator=rk3 scheme.kind=rk-weno&scheme.order=2 scheme.kind=rk-weno&scheme.order=3", "gottlieb2001", "S. Gottlieb and C.-W. Shu and E. Tadmor", "Strong stability-preserving high-order time discretization methods", "SIAM Rev.", "43", "89", 2001},
    {"scheme.kind=rk-weno&scheme.order=4", "spiteri2002", "R. J. Spiteri and S. J. Ruuth", "A new class of optimal high-order strong-stability-preserving time discretization methods", sinum, "40", "469", 2002},
    {ABOVE_SECOND_IN("characteristic") " " ABOVE_SECOND_IN("primitive&mesh.coordinates=cartesian") " " ABOVE_SECOND_IN("primitive&mesh.coordinates=milne"), "suresh1997", "A. Suresh and H. T. Huynh", "Accurate monotonicity-preserving schemes with Runge-Kutta time stepping", jcp, "136", "83", 1997},
    {"scheme.limiter=mc-smooth&scheme.order=2", "huynh1995", "H. T. Huynh", "Accurate upwind methods for the Euler equations", sinum, "32", "1565", 1995},
    {"scheme.positivity=on", "zhang2010", "X. Zhang and C.-W. Shu", "On positivity-preserving high order discontinuous Galerkin schemes for compressible Euler equations on rectangular meshes", jcp, "229", "8918", 2010},
    {"scheme.positivity=on&system=srhd", "wu2015", "K. Wu and H. Tang", "High-order accurate physical-constraints-preserving finite difference WENO schemes for special relativistic hydrodynamics", jcp, "298", "539", 2015},
    {"scheme.positivity=on&system=mhd", "wu2018", "K. Wu", "Positivity-preserving analysis of numerical schemes for ideal magnetohydrodynamics", sinum, "56", "2124", 2018},
    {"scheme.positivity=on&system=srmhd", "wu2017", "K. Wu and H. Tang", "Admissible states and physical-constraints-preserving schemes for relativistic magnetohydrodynamic equations", "Math. Models Methods Appl. Sci.", "27", "1871", 2017},
    {"scheme.equilibrium=initial scheme.equilibrium=code", "berberich2021", "J. P. Berberich and P. Chandrashekar and C. Klingenberg", "High order well-balanced finite volume methods for multi-dimensional systems of hyperbolic balance laws", "Comput. Fluids", "219", "104858", 2021},
    /* fluxes */
    {"scheme.riemann=hll", "harten1983", "A. Harten and P. D. Lax and B. van Leer", "On upstream differencing and Godunov-type schemes for hyperbolic conservation laws", "SIAM Rev.", "25", "35", 1983},
    {"scheme.riemann=hllc&system=euler", "toro1994", "E. F. Toro and M. Spruce and W. Speares", "Restoration of the contact surface in the HLL-Riemann solver", "Shock Waves", "4", "25", 1994},
    {"scheme.riemann=hllc&system=srhd", "mignone2005", "A. Mignone and G. Bodo", "An HLLC Riemann solver for relativistic flows - I. Hydrodynamics", mnras, "364", "126", 2005},
    {"scheme.riemann=hllc&system=mhd", "li2005", "S. Li", "An HLLC Riemann solver for magneto-hydrodynamics", jcp, "203", "344", 2005},
    {"scheme.riemann=hlli", "dumbser2016", "M. Dumbser and D. S. Balsara", "A new efficient formulation of the HLLEM Riemann solver for general conservative and non-conservative hyperbolic systems", jcp, "304", "275", 2016},
    {"scheme.riemann=hllc&system=srmhd", "mignone2006", "A. Mignone and G. Bodo", "An HLLC Riemann solver for relativistic flows - II. Magnetohydrodynamics", mnras, "368", "1040", 2006},
    {"scheme.riemann=hlld&system=srmhd", "mignone2009", "A. Mignone and M. Ugliano and G. Bodo", "A five-wave Harten-Lax-van Leer Riemann solver for relativistic magnetohydrodynamics", mnras, "393", "1141", 2009},
    {"scheme.riemann=hlld&system=mhd", "miyoshi2005", "T. Miyoshi and K. Kusano", "A multi-state HLL approximate Riemann solver for ideal magnetohydrodynamics", jcp, "208", "315", 2005},
    {"scheme.shock_fix=hll", "quirk1994", "J. J. Quirk", "A contribution to the great Riemann solver debate", "Int. J. Numer. Methods Fluids", "18", "555", 1994},
    /* equations of state and transport */
    {"eos.kind=lattice-wb", "borsanyi2010", "S. Borsányi and G. Endrődi and Z. Fodor and A. Jakovác and S. D. Katz and S. Krieg and C. Ratti and K. K. Szabó", "The QCD equation of state with dynamical quarks", "J. High Energy Phys.", "11", "077", 2010},
    {"eos.kind=table-2d", "monnai2019", "A. Monnai and B. Schenke and C. Shen", "Equation of state at finite densities for QCD matter in nuclear collisions", prc, "100", "024907", 2019},
    {"transport.bulk_viscosity.kind=denicol", "denicol2009", "G. S. Denicol and T. Kodama and T. Koide and Ph. Mota", "Effect of bulk viscosity on elliptic flow near the QCD phase transition", prc, "80", "064901", 2009},
    {"transport.baryon_diffusion.kind=constant transport.baryon_diffusion.kind=kinetic", "denicol2018", "G. S. Denicol and C. Gale and S. Jeon and A. Monnai and B. Schenke and C. Shen", "Net-baryon diffusion in fluid-dynamic simulations of relativistic heavy-ion collisions", prc, "98", "034916", 2018},
    {"transport.phi_7", "molnar2014", "E. Molnár and H. Niemi and G. S. Denicol and D. H. Rischke", "Relative importance of second-order terms in relativistic dissipative fluid dynamics", prd, "89", "074010", 2014},
    {"transport.resistivity&scheme.diffusion=rkl2 transport.kinematic_viscosity&scheme.diffusion=rkl2 transport.thermal_diffusivity&scheme.diffusion=rkl2", "meyer2014", "C. D. Meyer and D. S. Balsara and T. D. Aslam", "A stabilized Runge-Kutta-Legendre method for explicit super-time-stepping of parabolic and mixed equations", jcp, "257", "594", 2014},
    /* initial data */
    {"initial.kind=glauber", "miller2007", "M. L. Miller and K. Reygers and S. J. Sanders and P. Steinberg", "Glauber modeling in high-energy nuclear collisions", "Annu. Rev. Nucl. Part. Sci.", "57", "205", 2007},
    {"initial.kind=glauber", "loizides2018", "C. Loizides and J. Kamin and D. d'Enterria", "Improved Monte Carlo Glauber predictions at present and future nuclear colliders", prc, "97", "054910", 2018},
    {"initial.kind=trento", "moreland2015", "J. S. Moreland and J. E. Bernhard and S. A. Bass", "Alternative ansatz to wounded nucleon and binary collision scaling in high-energy nuclear collisions", prc, "92", "011901", 2015},
    {"initial.free_stream.time", "broniowski2009", "W. Broniowski and W. Florkowski and M. Chojnacki and A. Kisiel", "Free-streaming approximation in early dynamics of relativistic heavy-ion collisions", prc, "80", "034902", 2009},
    {"initial.free_stream.time", "liu2015", "J. Liu and C. Shen and U. Heinz", "Pre-equilibrium evolution effects on heavy-ion collision observables", prc, "91", "064906", 2015},
    {"initial.kind=particles", "oliinychenko2016", "D. Oliinychenko and H. Petersen", "Deviations of the energy-momentum tensor from equilibrium in the initial state for hydrodynamics from transport approaches", prc, "93", "034905", 2016},
    {"source.kind=droplets", "shen2018", "C. Shen and B. Schenke", "Dynamical initial state model for relativistic heavy-ion collisions", prc, "97", "024907", 2018},
    {"initial.kind=bjorken", "bjorken1983", "J. D. Bjorken", "Highly relativistic nucleus-nucleus collisions: the central rapidity region", prd, "27", "140", 1983},
    {"initial.kind=gubser", "gubser2010", "S. S. Gubser", "Symmetry constraints on generalizations of Bjorken flow", prd, "82", "085027", 2010},
    {"initial.kind=gubser&system=israel-stewart", "marrochio2015", "H. Marrochio and J. Noronha and G. S. Denicol and M. Luzum and S. Jeon and C. Gale", "Solutions of conformal Israel-Stewart relativistic viscous fluid dynamics", prc, "91", "014903", 2015},
    {"initial.kind=riemann&system=srhd", "pons2000", "J. A. Pons and J. M. Martí and E. Müller", "The exact solution of the Riemann problem with non-zero tangential velocities in relativistic hydrodynamics", jfm, "422", "125", 2000},
    {"initial.kind=noh", "noh1987", "W. F. Noh", "Errors for calculations of strong shocks using an artificial viscosity and an artificial heat flux", jcp, "72", "78", 1987},
    {"initial.kind=vortex&system=euler", "yee1999", "H. C. Yee and N. D. Sandham and M. J. Djomehri", "Low-dissipative high-order shock-capturing methods using characteristic-based filters", jcp, "150", "199", 1999},
    {"initial.kind=vortex&system=euler", "balsara2000", "D. S. Balsara and C.-W. Shu", "Monotonicity preserving weighted essentially non-oscillatory schemes with increasingly high order of accuracy", jcp, "160", "405", 2000},
    {"initial.kind=vortex&system=mhd", "balsara2004", "D. S. Balsara", "Second-order-accurate schemes for magnetohydrodynamics with divergence-free reconstruction", aps, "151", "149", 2004},
    {"initial.kind=alfven-wave&system=mhd initial.kind=rotor", "toth2000", "G. Tóth", "The div B = 0 constraint in shock-capturing magnetohydrodynamics codes", jcp, "161", "605", 2000},
    {"initial.kind=alfven-wave&system=srmhd", "delzanna2007", "L. Del Zanna and O. Zanotti and N. Bucciantini and P. Londrillo", "ECHO: a Eulerian conservative high-order scheme for general relativistic magnetohydrodynamics and magnetodynamics", "Astron. Astrophys.", "473", "11", 2007},
    {"initial.kind=linear-wave", "gardiner2008", "T. A. Gardiner and J. M. Stone", "An unsplit Godunov method for ideal MHD via constrained transport in three dimensions", jcp, "227", "4123", 2008},
    {"initial.kind=field-loop", "gardiner2005", "T. A. Gardiner and J. M. Stone", "An unsplit Godunov method for ideal MHD via constrained transport", jcp, "205", "509", 2005},
    {"initial.kind=orszag-tang", "orszag1979", "S. A. Orszag and C.-M. Tang", "Small-scale structure of two-dimensional magnetohydrodynamic turbulence", jfm, "90", "129", 1979},
    {"initial.kind=rotor scheme.positivity=on&system=mhd", "balsara1999", "D. S. Balsara and D. S. Spicer", "A staggered mesh algorithm using high order Godunov fluxes to ensure solenoidal magnetic fields in magnetohydrodynamic simulations", jcp, "149", "270", 1999},
    /* outputs */
    {"output.surface.temperature output.surface.energy_density", "huovinen2012", "P. Huovinen and H. Petersen", "Particlization in hybrid models", "Eur. Phys. J. A", "48", "171", 2012},
};
/* clang-format on */

/* Whether KEY=WORD, KEY=NUMBER or KEY holds of the case. */
static bool condition_holds(const char *condition, const struct taub_config *config)
{
    char path[128];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(condition, "="), condition);
    const struct taub_key *key = taub_schema_find(path);
    const char *word = condition + strlen(path);
    if (!key || !taub_key_conditions_hold(key, config))
        return false;
    if (*word++ != '=')
        return taub_key_is_set(key, config);
    if (key->type == TAUB_KEY_INT)
        return *(const int *)taub_key_value(key, config) == atoi(word);
    const struct taub_enum_name *wanted = taub_enum_name_by_text(key->enum_names, word);
    const int *values = taub_key_value(key, config); /* boundaries have one for each face */
    for (int n = 0; n < (key->type == TAUB_KEY_BOUNDARY ? 6 : 1); n++)
        if (wanted && values[n] == wanted->value)
            return true;
    return false;
}

static bool is_used(const struct paper *paper, const struct taub_config *config)
{
    char when[512], *rest_of_all, *rest;
    snprintf(when, sizeof when, "%s", paper->when);
    for (char *list = strtok_r(when, " ", &rest_of_all); list; list = strtok_r(NULL, " ", &rest_of_all)) {
        bool all = true;
        for (char *one = strtok_r(list, "&", &rest); one; one = strtok_r(NULL, "&", &rest))
            all = all && condition_holds(one, config);
        if (all)
            return true;
    }
    return false;
}

/* "A and B and C" as "A, B, C". */
static void print_authors(const char *authors)
{
    for (const char *and; (and = strstr(authors, " and ")); authors = and+5)
        printf("%.*s, ", (int)(and-authors), authors);
    printf("%s", authors);
}

static void print_plain(const struct paper *paper)
{
    printf("- ");
    print_authors(paper->authors);
    printf(", %s, %s", paper->title, paper->journal);
    if (paper->volume)
        printf(" %s (%d) %s\n", paper->volume, paper->year, paper->pages);
    else
        printf(" (%d)\n", paper->year);
}

static void print_bibtex(const struct paper *paper)
{
    printf("\n@%s{%s,\n  author = {%s},\n  title = {{%s}},\n", paper->volume ? "article" : "misc", paper->name,
           paper->authors, paper->title);
    if (paper->volume)
        printf("  journal = {%s},\n  volume = {%s},\n  pages = {%s},\n", paper->journal, paper->volume, paper->pages);
    else
        printf("  howpublished = {%s},\n", paper->journal);
    printf("  year = {%d}\n}\n", paper->year);
}

int cli_cite(const struct cli_options *options)
{
    struct taub_case *run_case;
    TRY(cli_load_case(options, NULL, &run_case));
    if (options->bibtex)
        printf("@software{taub,\n  author = {{The Taub developers}},\n"
               "  title = {{Taub: hyperbolic conservation laws on CPUs and GPUs}},\n  version = {" TAUB_VERSION
               "}\n}\n");
    else
        printf("- The Taub developers, Taub: hyperbolic conservation laws on CPUs and GPUs, version " TAUB_VERSION
               "\n");
    for (size_t n = 0; n < sizeof papers / sizeof *papers; n++)
        if (is_used(&papers[n], taub_case_config(run_case)))
            (options->bibtex ? print_bibtex : print_plain)(&papers[n]);
    taub_case_destroy(run_case);
    return TAUB_OK;
}

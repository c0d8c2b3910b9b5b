/* A running simulation: the handle that a transport model or a script embeds.
 *
 * One thread at a time may call functions of a simulation that can fail, in the process that created it: others get
 * TAUB_BAD_INPUT, also in a fork of that process.
 *
 * Fields are named as in the case file and outputs (energy_density, velocity, ...), always in double here, shape
 * [component][nz][ny][nx] with x contiguous, over the whole mesh without ghost zones.
 *
 * With mesh.refine arrays have all cells of one level of the mesh, by default the finest: a cell of a coarser block is
 * repeated in all cells that it covers, cells of finer blocks are averaged. taub_simulation_choose_level takes another
 * level; taub_simulation_blocks says where blocks are. No array can be written into such a mesh:
 * taub_simulation_write_state, taub_simulation_write_particles and taub_simulation_device_array fail with the reason.
 */
#ifndef TAUB_SIMULATION_H
#define TAUB_SIMULATION_H

#include <stddef.h>
#include <stdint.h>

#include "taub/case.h"

struct taub_simulation;

/* Opens the device, compiles (or finds in the cache) the kernels, sets the initial data. The case must outlive the
 * simulation. */
enum taub_status taub_simulation_create(const struct taub_case *run_case, struct taub_simulation **out,
                                        struct taub_error *error);
void taub_simulation_destroy(
    struct taub_simulation *self); /* while no other thread uses it; in a fork nothing is done */

/* The same on the ranks of an MPI communicator (docs/guide/many-ranks.md). `communicator` points to an MPI_Comm of the
 * MPI that Taub's module for MPI (taub_mpi.so) was built with; it is duplicated. The program has called MPI_Init, and
 * calls MPI_Finalize behind taub_simulation_destroy. All ranks call this, and every function below that can fail,
 * together and with the same case: what fails on one fails on all. At a time all simulations of a process are on the
 * same ranks.
 *
 * Arrays then hold the rows of cells along x that this rank has, [component][row][x]; particles and the case are the
 * same on all. */
enum taub_status taub_simulation_create_mpi(const struct taub_case *run_case, const void *communicator,
                                            struct taub_simulation **out, struct taub_error *error);
/* How many rows of cells along x this process has: all of the mesh without a communicator. Their numbers, y + ny z,
 * rising, go into rows[0] to rows[room - 1]; NULL: not wanted. */
int taub_simulation_rows(const struct taub_simulation *self, int *rows, int room);

/* At most `steps` further steps, never past `until`: one ends there exactly, for which the last ones before it are made
 * equal. TAUB_BAD_INPUT for fewer than 0 steps, and for `until` before the present time or not a number. On failure the
 * state is the last good one; where a device or a rank failed within a step there is none, and all that would look at
 * it or go on fails. */
enum taub_status taub_simulation_advance(struct taub_simulation *self, int64_t steps, double until,
                                         struct taub_error *error);

/* What it is made of: cells and box of the mesh, the end that the case names, numbers of a state's components. */
void taub_simulation_cells(const struct taub_simulation *self, int cells[3]);
void taub_simulation_box(const struct taub_simulation *self, double lower[3], double upper[3]);
/* The cells[axis] + 1 places of faces along an axis (0: x), rising; of a cubed sphere along alpha, beta and the radius.
 */
void taub_simulation_faces(const struct taub_simulation *self, int axis, double *faces);
/* The cells[axis] places of centres of cells, half way between faces; along the radius of a cubed sphere half way in
 * the numbers of cells, by the cubic through four faces. */
void taub_simulation_centers(const struct taub_simulation *self, int axis, double *centers);
/* With mesh.refine: the finest level, mesh.refine.levels; 0 without. The level whose cells arrays and all functions
 * above have from now on; TAUB_BAD_INPUT for one that is not between 0 and the finest. */
int taub_simulation_levels(const struct taub_simulation *self);
enum taub_status taub_simulation_choose_level(struct taub_simulation *self, int level, struct taub_error *error);
/* How many blocks the mesh has; with mesh.refine the number changes as the simulation advances. cells: of each block.
 * blocks[0] to blocks[room - 1] get the level of each and where its first cell is among all cells of that level, x, y,
 * z; NULL: not wanted. */
struct taub_block_place {
    int level, first[3];
};
int taub_simulation_blocks(const struct taub_simulation *self, int cells[3], struct taub_block_place *blocks, int room);

double taub_simulation_end(const struct taub_simulation *self);
int taub_simulation_state_components(const struct taub_simulation *self);

double taub_simulation_time(const struct taub_simulation *self);
double taub_simulation_last_step(const struct taub_simulation *self); /* dt of the last step, 0 before the first */
int64_t taub_simulation_steps(const struct taub_simulation *self);

/* Name of quantity n of the system, n from 0, then of the case's diagnostics; NULL past the last. Its unit; NULL when
 * there is no such quantity. */
const char *taub_simulation_quantity(const struct taub_simulation *self, int n);
const char *taub_simulation_unit(const struct taub_simulation *self, const char *name);

/* Number of components of a quantity, 0 when the system has none of that name. */
int taub_simulation_components(const struct taub_simulation *self, const char *name);

/* Copies a quantity out; `size` is the number of doubles `values` has room for. At orders 3 and 4 it is that of values
 * at the centres of cells, unless the case has output.values: means; states that are written are those of means. */
enum taub_status taub_simulation_read(struct taub_simulation *self, const char *name, double *values, size_t size,
                                      struct taub_error *error);

/* The columns of history.csv between step, time, dt and the counters, as the state is now: totals of conserved
 * quantities over the mesh, extrema, diagnostics. Name of column n, NULL past the last one; the values of all. They are
 * those of the blocks, whatever level arrays have. */
const char *taub_simulation_total(const struct taub_simulation *self, int n);
enum taub_status taub_simulation_read_totals(struct taub_simulation *self, double *values, size_t size,
                                             struct taub_error *error);

/* A quantity at points of the mesh, as it is now: `points` has three numbers each, x, y, z (eta in Milne coordinates),
 * and values[component][point] come back, in the units of outputs, of vectors along the axes of the mesh (Milne: x, y
 * and the orthonormal eta, seen from an observer at rest at that eta). As many cells along each axis as the scheme has
 * orders, two at least, lie around a point, and the value is that of the polynomial through them, as for output.probes
 * (docs/guide/probes.md); quantities that are made of differences of cells are there, too. With mesh.refine the cells
 * are those of the finest block at the point, and ghost zones around it where blocks of other levels follow. Along an
 * axis with one cell nothing varies, and any place is taken. TAUB_BAD_INPUT for points outside of the mesh, quantities
 * on faces, and cells of unequal widths (mesh.spacing). On a cubed sphere points and vectors are along x, y and z.
 *
 * The first call for a quantity after a change of the state copies it from the device as taub_simulation_read does;
 * further ones look there, so that points may come one by one. All ranks ask for the same points, and all get the
 * values. */
enum taub_status taub_simulation_read_at(struct taub_simulation *self, const char *name, const double *points,
                                         size_t count, double *values, size_t size, struct taub_error *error);

/* A quantity in the device's memory. It is the array's own: what the simulation does later changes nothing there. */
struct taub_device_array {
    enum taub_device_kind kind; /* TAUB_DEVICE_HOST or TAUB_DEVICE_CUDA; others have no addresses to give */
    int index;                  /* of the device */
    void *data;                 /* of the first component in the first cell */
    int value_bytes;            /* 8 or 4, by device.precision */
    int64_t shape[4];           /* component, z, y, x */
    int64_t strides[4];         /* in bytes; ghost zones lie between rows */
    void *memory;               /* for taub_simulation_release_array */
};
/* Derives the quantity on the device and says where it is. The mesh must be one block, without mesh.refine. The memory
 * is there until the array is released, at the latest until taub_simulation_destroy. */
enum taub_status taub_simulation_device_array(struct taub_simulation *self, const char *name,
                                              struct taub_device_array *out, struct taub_error *error);

enum taub_status taub_simulation_release_array(struct taub_simulation *self, struct taub_device_array *array,
                                               struct taub_error *error);

/* Replaces the state by (energy_density, four_velocity x y z, charge_density), shape [5][nz][ny][nx]; systems with
 * other states take those in the order of their theory pages, taub_simulation_state_components of them; complex fields
 * (mesh.bloch) the state of the real part and behind it that of the imaginary one, both with the medium. */
enum taub_status taub_simulation_write_state(struct taub_simulation *self, const double *state, size_t size,
                                             struct taub_error *error);

/* Replaces the state by the exact solution at a time, which need not be the present one; fails with the reason where
 * there is none. Where what the faces of the mesh make of it has arrived, it is the solution without them. */
enum taub_status taub_simulation_write_exact(struct taub_simulation *self, double time, struct taub_error *error);

/* Replaces the state by the fluid of a list of particles, as initial.kind: particles makes it of a file
 * (docs/theory/particles.md): moved on to the present time along straight lines, smeared with Gaussians of width sigma
 * (fm, contracted along their momentum), each with this weight, over a fluid at rest of the energy density
 * `background`. A particle is nine numbers: t, x, y, z in fm, p0, px, py, pz in GeV, baryon number. In Milne
 * coordinates, too, t and z are the Cartesian ones. */
enum { TAUB_PARTICLE_VALUES = 9 };
enum taub_status taub_simulation_write_particles(struct taub_simulation *self, const double *particles, size_t count,
                                                 double weight, double sigma, double background,
                                                 struct taub_error *error);

/* Adds droplets of energy, momentum and charge that enter the fluid from now on, to those of source.file: for a program
 * that learns of them as it steps, such as a jet that loses energy. A droplet is twelve numbers, in fm and GeV: t, x,
 * y, z; E, px, py, pz; charge; the widths of its Gaussians in t, in x and y, and in z. In Milne coordinates t and z,
 * and their widths, are tau and eta; the momentum is Cartesian there, too. Signs are free: a wake takes out what a jet
 * has put in before. docs/guide/droplets.md says how a droplet enters and when one is refused: TAUB_BAD_INPUT, and then
 * none of the list is added. The case has source.kind: droplets. */
enum { TAUB_DROPLET_VALUES = 12 };
enum taub_status taub_simulation_add_droplets(struct taub_simulation *self, const double *droplets, size_t count,
                                              struct taub_error *error);
/* What droplets have brought in until now: E, px, py, pz, charge; zeros without any. */
void taub_simulation_deposited(const struct taub_simulation *self, double deposited[5]);

/* The freeze-out surface that output.surface asks for, while a program steps. The first call takes the first look at
 * the fluid and gives no elements; each later one gives those between the look before and now, in *elements until the
 * next call with this simulation: *count rows of TAUB_SURFACE_VALUES numbers in the order of surface.h5, in an
 * orthonormal frame (docs/guide/freeze-out.md):
 *
 *   0 t, x, y, z or tau, x, y, eta [fm]     4 normal dSigma_mu, covariant, to the cold side [fm^3]     8 u^mu
 *   12 energy density [GeV/fm^3]   13 temperature [GeV]   14 pressure [GeV/fm^3]   15 charge density [1/fm^3]
 *   16 pi^tt, tx, ty, tz, xx, xy, xz, yy, yz, zz [GeV/fm^3]   26 bulk pressure [GeV/fm^3]
 *   27 chemical potential mu_B [GeV], 0 but for eos.kind: table-2d
 *   28 diffusion current q^t, q^x, q^y, q^z of the charge [1/fm^3], 0 without transport.baryon_diffusion
 *   32 nabla_mu beta_nu at 32 + 4 mu + nu, beta = u/T [1/(GeV fm)], 0 without output.surface.gradients
 *
 * With a call after every output.surface.every steps and at the end the elements are those of `taub run`. What
 * taub_simulation_write_* does between two calls counts as a change of the fluid between them, so initial data are
 * written before the first call. Of several ranks the first one has all elements. TAUB_BAD_INPUT without
 * output.surface, and in the first call where nothing is hot and nothing in the case can heat it. */
enum { TAUB_SURFACE_VALUES = 48 };
enum taub_status taub_simulation_surface(struct taub_simulation *self, const double **elements, size_t *count,
                                         struct taub_error *error);

#endif

// Problem generator of Athena++ for bench/planes.py: a mesh of one block and two dimensions that begins with the cell
// means and face means of a file, and leaves those of the end in another. In the input file, <problem>: `state` and
// `result` name the files, `kind` (dmr or noh) says what faces with the boundary `user` are. Both files are arrays of
// doubles, x the fastest index: density, momentum (3), energy, and with a field B on x1, x2 and x3 faces, the last (lower)
// faces of the mesh included: (nx2, nx1 + 1), (nx2 + 1, nx1), (nx2, nx1).
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "../athena.hpp"
#include "../athena_arrays.hpp"
#include "../bvals/bvals.hpp"
#include "../coordinates/coordinates.hpp"
#include "../eos/eos.hpp"
#include "../field/field.hpp"
#include "../hydro/hydro.hpp"
#include "../mesh/mesh.hpp"
#include "../parameter_input.hpp"

namespace {
template <typename Visit>
void every_value(MeshBlock *block, Visit visit) {
  const int is = block->is, ie = block->ie, js = block->js, je = block->je, k = block->ks;
  for (int n = 0; n < NHYDRO; n++)
    for (int j = js; j <= je; j++)
      for (int i = is; i <= ie; i++) visit(block->phydro->u(n, k, j, i));
  if (!MAGNETIC_FIELDS_ENABLED) return;
  FaceField &b = block->pfield->b;
  for (int j = js; j <= je; j++)
    for (int i = is; i <= ie + 1; i++) visit(b.x1f(k, j, i));
  for (int j = js; j <= je + 1; j++)
    for (int i = is; i <= ie; i++) visit(b.x2f(k, j, i));
  for (int j = js; j <= je; j++)
    for (int i = is; i <= ie; i++) visit(b.x3f(k, j, i));
}

struct File {
  std::FILE *stream;
  File(const std::string &name, const char *mode) : stream(std::fopen(name.c_str(), mode)) {
    if (!stream) throw std::runtime_error("cannot open " + name);
  }
  ~File() { std::fclose(stream); }
};

struct State {
  Real density, vx, vy, pressure;
};

// Woodward and Colella's shock, Mach 10 at 60 degrees to the x axis
State shock(Real x, Real y, Real t) {
  const bool inside = x < 1.0 / 6.0 + (y + 20.0 * t) / std::sqrt(3.0);
  return inside ? State{8.0, 8.25 * std::sqrt(0.75), -4.125, 116.5} : State{1.4, 0.0, 0.0, 1.0};
}

// Noh's gas ahead of the shock around an axis
State infall(Real x, Real y, Real t) {
  const Real r = std::sqrt(x * x + y * y), squeezed = 1.0 + t / r;
  return State{squeezed, -x / r, -y / r, 1.0e-6 * std::pow(squeezed, 5.0 / 3.0)};
}

void put(AthenaArray<Real> &prim, int k, int j, int i, const State &state) {
  prim(IDN, k, j, i) = state.density;
  prim(IVX, k, j, i) = state.vx;
  prim(IVY, k, j, i) = state.vy;
  prim(IVZ, k, j, i) = 0.0;
  prim(IPR, k, j, i) = state.pressure;
}

using Rule = State (*)(Real x, Real y, Real t);

template <Rule rule>
void left(MeshBlock *, Coordinates *at, AthenaArray<Real> &prim, FaceField &, Real t, Real, int il, int, int jl, int ju,
          int k, int, int ghosts) {
  for (int j = jl; j <= ju; j++)
    for (int i = il - ghosts; i < il; i++) put(prim, k, j, i, rule(at->x1v(i), at->x2v(j), t));
}

template <Rule rule>
void right(MeshBlock *, Coordinates *at, AthenaArray<Real> &prim, FaceField &, Real t, Real, int, int iu, int jl, int ju,
           int k, int, int ghosts) {
  for (int j = jl; j <= ju; j++)
    for (int i = iu + 1; i <= iu + ghosts; i++) put(prim, k, j, i, rule(at->x1v(i), at->x2v(j), t));
}

template <Rule rule>
void top(MeshBlock *, Coordinates *at, AthenaArray<Real> &prim, FaceField &, Real t, Real, int il, int iu, int, int ju,
         int k, int, int ghosts) {
  for (int j = ju + 1; j <= ju + ghosts; j++)
    for (int i = il; i <= iu; i++) put(prim, k, j, i, rule(at->x1v(i), at->x2v(j), t));
}

// up to the foot what is behind the shock, then a mirror
void wall(MeshBlock *, Coordinates *at, AthenaArray<Real> &prim, FaceField &, Real, Real, int il, int iu, int jl, int,
          int k, int, int ghosts) {
  for (int j = jl - ghosts; j < jl; j++) {
    for (int i = il; i <= iu; i++) {
      if (at->x1v(i) < 1.0 / 6.0) {
        put(prim, k, j, i, shock(-1.0, 0.0, 0.0));
        continue;
      }
      for (int n = 0; n < NHYDRO; n++) {
        const Real value = prim(n, k, 2 * jl - 1 - j, i);
        prim(n, k, j, i) = n == IVY ? -value : value;
      }
    }
  }
}
} // namespace

void Mesh::InitUserMeshData(ParameterInput *pin) {
  const std::string kind = pin->GetOrAddString("problem", "kind", "");
  if (kind == "dmr") {
    EnrollUserBoundaryFunction(BoundaryFace::inner_x1, left<shock>);
    EnrollUserBoundaryFunction(BoundaryFace::inner_x2, wall);
    EnrollUserBoundaryFunction(BoundaryFace::outer_x2, top<shock>);
  } else if (kind == "noh") {
    EnrollUserBoundaryFunction(BoundaryFace::outer_x1, right<infall>);
    EnrollUserBoundaryFunction(BoundaryFace::outer_x2, top<infall>);
  }
}

void MeshBlock::ProblemGenerator(ParameterInput *pin) {
  File file(pin->GetString("problem", "state"), "rb");
  every_value(this, [&file](Real &value) {
    double number;
    if (std::fread(&number, sizeof number, 1, file.stream) != 1) throw std::runtime_error("the state is too short");
    value = number;
  });
  if (MAGNETIC_FIELDS_ENABLED)
    for (int j = js; j <= je; j++)
      for (int i = is; i <= ie; i++) pfield->b.x3f(ks + 1, j, i) = pfield->b.x3f(ks, j, i);
}

void Mesh::UserWorkAfterLoop(ParameterInput *pin) {
  File file(pin->GetString("problem", "result"), "wb");
  every_value(my_blocks(0), [&file](Real &value) {
    const double number = value;
    std::fwrite(&number, sizeof number, 1, file.stream);
  });
}

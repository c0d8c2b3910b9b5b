# In the root of the tree, with Spack 1.0 or later:
#     spack repo add packaging/spack/spack_repo/taub
#     spack dev-build taub@0.2.0
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Taub(CMakePackage):
    """Hyperbolic conservation laws on CPUs and GPUs: heavy-ion collisions, gas dynamics, magnetohydrodynamics,
    electrodynamics."""

    license("BSD-3-Clause")

    version("0.2.0")

    variant("mpi", default=False, description="the module for runs on several ranks")
    variant("python", default=True, description="what taub plot and import taub need")

    depends_on("c", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("hdf5~mpi")
    depends_on("libfyaml")
    depends_on("xxhash")
    depends_on("mpi", when="+mpi")
    with when("+python"):
        depends_on("python@3.9:", type="run")
        depends_on("py-h5py~mpi", type="run")
        depends_on("py-numpy", type="run")

    def cmake_args(self):
        return [self.define("TAUB_TESTS", False), self.define_from_variant("TAUB_MPI", "mpi")]

    def setup_run_environment(self, env):
        env.prepend_path("PYTHONPATH", self.prefix.share.taub.python)

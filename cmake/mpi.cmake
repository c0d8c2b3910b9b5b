# The module for MPI: taub_mpi.so, which the program opens when mpirun has started it. Where no MPI is found there is none,
# and the program runs alone.
option(TAUB_MPI "the module for runs on several ranks, where MPI is found" ON)
if(TAUB_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(TAUB_MPI AND MPI_C_FOUND)
  add_library(taub_mpi MODULE src/comm_mpi/mpi_module.c)
  set_target_properties(taub_mpi PROPERTIES PREFIX "" OUTPUT_NAME taub_mpi)
  target_include_directories(taub_mpi PRIVATE include src)
  target_link_libraries(taub_mpi PRIVATE MPI::MPI_C)
endif()

# Where the program looks for it when both are installed.
file(RELATIVE_PATH module_folder /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR}/taub)
target_compile_definitions(taub_comm PRIVATE TAUB_MODULE_FOLDER="${module_folder}")

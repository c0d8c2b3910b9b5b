# What cmake --install puts in place: the program with its man pages and completion, the library as an archive and shared,
# headers, the Fortran module's source, a pkg-config file and a CMake package. Kernels are inside of the library.
include(CMakePackageConfigHelpers)

install(TARGETS taub_program RUNTIME COMPONENT program)
if(TARGET taub_mpi)
  install(TARGETS taub_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/taub COMPONENT program)
endif()
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program
  FILES_MATCHING PATTERN "*.1")
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program
  FILES_MATCHING PATTERN "*.5")
install(FILES ${PROJECT_BINARY_DIR}/man/taub.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME taub COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/man/_taub DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
  COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/man/taub.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
  COMPONENT program)

install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/taub COMPONENT program)

install(TARGETS taub_shared EXPORT taub-targets
  LIBRARY COMPONENT library NAMELINK_COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS taub EXPORT taub-static-targets ARCHIVE COMPONENT development
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/taub DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h")
install(FILES fortran/taub.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/taub COMPONENT development)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/taub)
install(EXPORT taub-targets NAMESPACE taub:: DESTINATION ${package_folder} COMPONENT development)
install(EXPORT taub-static-targets NAMESPACE taub:: DESTINATION ${package_folder} COMPONENT development)
set(fortran_folder ${CMAKE_INSTALL_INCLUDEDIR}/taub)
configure_package_config_file(cmake/taub-config.cmake.in ${PROJECT_BINARY_DIR}/package/taub-config.cmake
  INSTALL_DESTINATION ${package_folder} PATH_VARS fortran_folder)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/taub-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/taub-config.cmake ${PROJECT_BINARY_DIR}/package/taub-config-version.cmake
  DESTINATION ${package_folder} COMPONENT development)

# Relative to the file itself, so that a prefix can be moved and DESTDIR does not show.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/taub.pc.in ${PROJECT_BINARY_DIR}/package/taub.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/taub.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

# The Python package: where `taub plot` of the prefix finds it, for Debian in the place of its modules; in a wheel the
# library lies in the package and the program among the scripts.
if(SKBUILD)
  install(PROGRAMS $<TARGET_FILE:taub_program> DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT wheel)
  install(FILES $<TARGET_FILE:taub_shared> DESTINATION ${SKBUILD_PLATLIB_DIR}/taub
    RENAME libtaub.so COMPONENT wheel)
  install(DIRECTORY examples DESTINATION ${SKBUILD_DATA_DIR}/share/taub COMPONENT wheel)
  install(FILES LICENSE DESTINATION ${SKBUILD_METADATA_DIR}/licenses COMPONENT wheel)
  if(TAUB_WHEEL_LICENCES) # of libraries that are inside: packaging/wheel
    install(DIRECTORY ${TAUB_WHEEL_LICENCES} DESTINATION ${SKBUILD_METADATA_DIR}/licenses COMPONENT wheel)
  endif()
  set(python_library libtaub.so)
  set(python_to_library .)
  set(python_folder ${SKBUILD_PLATLIB_DIR})
  set(python_component wheel)
else()
  set(python_library libtaub.so.${PROJECT_VERSION_MAJOR})
  file(RELATIVE_PATH python_to_library /${TAUB_PYTHON_DIR}/taub /${CMAKE_INSTALL_LIBDIR})
  set(python_folder ${TAUB_PYTHON_DIR})
  set(python_component python)
  install(DIRECTORY python/taub DESTINATION ${python_folder} COMPONENT python FILES_MATCHING PATTERN "*.py" PATTERN "*.html")
endif()
configure_file(python/built.py.in ${PROJECT_BINARY_DIR}/package/_built.py @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/_built.py DESTINATION ${python_folder}/taub COMPONENT ${python_component})

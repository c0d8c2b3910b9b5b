# Which commit the library is built from, for summary.json: a C file that is looked at in every build and rewritten when
# the commit has changed. As a script (cmake -P) it writes that file.
if(CMAKE_SCRIPT_MODE_FILE)
  set(commit "")
  execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top ERROR_QUIET
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(top "${top}" REALPATH)
  get_filename_component(source "${SOURCE}" REALPATH)
  if(top STREQUAL source) # not that of a project that has Taub in a folder, or of a package that is being built
    execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=* OUTPUT_VARIABLE commit
      ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"core/commit.h\"

const char *taub_build_commit(void)
{
    return \"${commit}\";
}
" @ONLY)
  return()
endif()

set(commit_file ${PROJECT_BINARY_DIR}/embedded/commit.c)
add_custom_target(taub_commit BYPRODUCTS ${commit_file}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${commit_file} -P ${CMAKE_CURRENT_LIST_FILE}
  COMMENT "")
set_source_files_properties(${commit_file} PROPERTIES GENERATED TRUE)
target_sources(taub_core PRIVATE ${commit_file})
add_dependencies(taub_core taub_commit)

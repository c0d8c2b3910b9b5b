# Puts every kernel source into the jit module: an assembler file that reads them with .incbin, and a table in C that names
# them. TAUB_KERNELS lists the paths below kernels/.
set(embed_folder ${CMAKE_BINARY_DIR}/embedded)
set(embed_assembler "    .section .rodata\n")
set(embed_symbols "")
set(embed_rows "")
set(embed_depends "")
set(embed_count 0)
foreach(kernel ${TAUB_KERNELS})
  set(file ${PROJECT_SOURCE_DIR}/kernels/${kernel})
  set(symbol taub_kernel_${embed_count})
  string(APPEND embed_assembler
    "    .globl ${symbol}_start\n    .globl ${symbol}_end\n"
    "${symbol}_start:\n    .incbin \"${file}\"\n${symbol}_end:\n    .byte 0\n")
  string(APPEND embed_symbols "extern const char ${symbol}_start[], ${symbol}_end[];\n")
  string(APPEND embed_rows "    {\"${kernel}\", ${symbol}_start, ${symbol}_end},\n")
  list(APPEND embed_depends ${file})
  math(EXPR embed_count "${embed_count} + 1")
endforeach()
string(APPEND embed_assembler "    .section .note.GNU-stack,\"\",%progbits\n")

# file(CONFIGURE) leaves an unchanged file alone, so that a new configuration compiles nothing again.
file(CONFIGURE OUTPUT ${embed_folder}/kernels.s CONTENT "${embed_assembler}" @ONLY)
file(CONFIGURE OUTPUT ${embed_folder}/kernels.c CONTENT
"#include \"jit/embedded.h\"

${embed_symbols}
const struct taub_embedded_kernel taub_embedded_kernels[] = {
${embed_rows}};
const int taub_embedded_kernel_count = ${embed_count};
" @ONLY)
# An assembler has no use for the options of C, of which clang would remark each.
set_source_files_properties(${embed_folder}/kernels.s PROPERTIES OBJECT_DEPENDS "${embed_depends}"
  COMPILE_OPTIONS -Wno-unused-command-line-argument)
# The module's library is made further down in CMakeLists.txt.
cmake_language(EVAL CODE "cmake_language(DEFER CALL target_sources taub_jit PRIVATE
  [[${embed_folder}/kernels.s]] [[${embed_folder}/kernels.c]])")

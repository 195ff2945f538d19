# fuzz_archive.c, fuzz_call_sites.c, fuzz_dwarf.c, fuzz_elf.c, fuzz_evidence.c, fuzz_kallsyms.c and fuzz_series.c: plain tests of the files at hand, and libFuzzer targets.
#
#	build-fuzz/tests/fuzz_elf -max_total_time=600 NEW_CORPUS build-fuzz/tests/elf

function(symbols_fuzz_test name)
    add_executable(replay_${name} fuzz/fuzz_${name}.c fuzz/replay.c)
    target_link_libraries(replay_${name} PRIVATE symdiff_objects)
    add_test(NAME fuzz/${name} COMMAND replay_${name} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(SYMDIFF_FUZZ)
        add_executable(fuzz_${name} fuzz/fuzz_${name}.c)
        target_link_libraries(fuzz_${name} PRIVATE symdiff_objects)
        target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    endif()
endfunction()

symbols_fuzz_test(archive ${CMAKE_CURRENT_BINARY_DIR}/elf/archive.tar)
symbols_fuzz_test(call_sites ${CMAKE_CURRENT_BINARY_DIR}/tails)
symbols_fuzz_test(dwarf ${CMAKE_CURRENT_BINARY_DIR}/dwarf tests/data/fuzz/dwarf)
symbols_fuzz_test(elf ${CMAKE_CURRENT_BINARY_DIR}/elf tests/data/symbols)
symbols_fuzz_test(evidence tests/data/evidence tests/data/tables)
symbols_fuzz_test(kallsyms tests/data/symbols)
symbols_fuzz_test(series tests/data/series tests/data/fleet tests/data/tables)
# The ELF files are those that test_elf has the compiler make.
set_tests_properties(fuzz/archive fuzz/elf PROPERTIES DEPENDS unit/elf)
set_tests_properties(fuzz/dwarf PROPERTIES DEPENDS unit/dwarf)
set_tests_properties(fuzz/call_sites PROPERTIES DEPENDS unit/tail_calls)

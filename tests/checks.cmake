# Tests from outside: of the tree, of the library as it is exported, of the program.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(SYMDIFF_TOP ${PROJECT_SOURCE_DIR})

add_test(NAME tree/layers COMMAND Python3::Interpreter ${SYMDIFF_TOP}/scripts/check-layers)

add_test(NAME tree/manuals
         COMMAND Python3::Interpreter ${SYMDIFF_TOP}/scripts/update-manuals --check)
set_tests_properties(tree/manuals PROPERTIES ENVIRONMENT "SYMDIFF=$<TARGET_FILE:symdiff>")

add_test(NAME api/exports
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/api/exports $<TARGET_FILE:symdiff_lib>
                 ${SYMDIFF_TOP}/include)

# As a user of the library sees it, once it is installed.
include(CheckLanguage)
check_language(CXX)
if(CMAKE_CXX_COMPILER)
    set(sanitize)
    if(SYMDIFF_SANITIZE)
        set(sanitize -fsanitize=${SYMDIFF_SANITIZE})
    endif()
    add_test(NAME api/installed
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/api/installed ${PROJECT_BINARY_DIR}
                     ${CMAKE_CXX_COMPILER} ${sanitize})
endif()

# Golden cases: one test a line.
file(STRINGS golden/cases.txt cases REGEX "^[a-z]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS golden/cases.txt)
foreach(case IN LISTS cases)
    string(REGEX MATCH "^[^ \t]+" name "${case}")
    add_test(NAME golden/${name}
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/golden/run $<TARGET_FILE:symdiff> ${name})
endforeach()
add_test(NAME golden/readme
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/golden/readme.py)

add_test(NAME golden/links
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/golden/links.py)
add_test(NAME golden/tutorial
         COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/golden/tutorial.py
                 $<TARGET_FILE:symdiff>)

# What it says about profiles and other files: tests/cli/test_NAME.py.
function(cli_test name)
    add_test(NAME cli/${name}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/cli/test_${name}.py)
    set_tests_properties(cli/${name} PROPERTIES
                         ENVIRONMENT
                         "SYMDIFF=$<TARGET_FILE:symdiff>;SANITIZE=${SYMDIFF_SANITIZE};PYTHONDONTWRITEBYTECODE=1")
endfunction()

cli_test(bad_input)
cli_test(bench)
cli_test(budget)
cli_test(capture)
cli_test(charged)
cli_test(evidence)
cli_test(examples)
cli_test(explain)
cli_test(findings)
cli_test(fleet)
cli_test(founding)
cli_test(gate_outputs)
cli_test(inline)
cli_test(json)
cli_test(ledger)
cli_test(completion)
cli_test(lkp)
cli_test(options)
cli_test(pictures)
cli_test(policy)
cli_test(repeats)
cli_test(schemas)
cli_test(snapshot)
cli_test(sweep)
cli_test(tables)
cli_test(tail_calls)
cli_test(use)

# HTML reports, and exports in the viewer they are for, in headless Chromium: tests/browser/test_NAME.py, skipped where there is none.
function(browser_test name)
    add_test(NAME browser/${name}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/browser/test_${name}.py)
    set_tests_properties(browser/${name} PROPERTIES
                         SKIP_RETURN_CODE 77
                         ENVIRONMENT
                         "SYMDIFF=$<TARGET_FILE:symdiff>;PYTHONDONTWRITEBYTECODE=1")
endfunction()

browser_test(html)
browser_test(viewers)

# What `cmake --install` puts where. The tree may be moved: pkg-config finds its own place.
file(RELATIVE_PATH SYMDIFF_PC_TO_PREFIX
     "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/symdiff.pc.in symdiff.pc @ONLY)

# Manual pages are packed, as man(1) reads them and Debian wants them.
find_program(GZIP gzip REQUIRED)
set(SYMDIFF_MANUALS
    symdiff-capture.1
    symdiff-gate.1
    symdiff-json.5
    symdiff-policy.5
    symdiff-report.1
    symdiff.1)
foreach(page IN LISTS SYMDIFF_MANUALS)
    set(source ${PROJECT_SOURCE_DIR}/src/cli/${page})
    set(packed ${PROJECT_BINARY_DIR}/man/${page}.gz)
    string(REGEX REPLACE ".*\\." "" section ${page})
    add_custom_command(OUTPUT ${packed} DEPENDS ${source} VERBATIM
                       COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
                       COMMAND sh -c "\"$1\" -9nc \"$2\" >\"$3\"" sh ${GZIP} ${source} ${packed})
    list(APPEND packed_manuals ${packed})
    install(FILES ${packed} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT program)
endforeach()
add_custom_target(manuals ALL DEPENDS ${packed_manuals})

# Debian's zsh looks for the files of packages in a folder of its own.
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    set(zsh_functions zsh/vendor-completions)
else()
    set(zsh_functions zsh/site-functions)
endif()

install(TARGETS symdiff COMPONENT program)
install(PROGRAMS scripts/symdiff-capture DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES src/cli/symdiff.bash RENAME symdiff COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES src/cli/symdiff.zsh RENAME _symdiff COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/${zsh_functions})
install(FILES src/cli/symdiff.fish COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

if(NOT SYMDIFF_STATIC)
    install(TARGETS symdiff_lib
            LIBRARY COMPONENT library NAMELINK_COMPONENT development)
    install(DIRECTORY include/symdiff DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
    install(FILES ${PROJECT_BINARY_DIR}/symdiff.pc COMPONENT development
            DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

# Each package has its own copyright and changelog; the program's has what there is to read.
set(SYMDIFF_MAINTAINER "symdiff maintainers <symdiff@localhost>" CACHE STRING
    "Who made the packages: NAME <ADDRESS>")
string(TIMESTAMP SYMDIFF_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC) # or of SOURCE_DATE_EPOCH
configure_file(cmake/changelog.in man/changelog @ONLY)
set(changelog ${PROJECT_BINARY_DIR}/man/changelog)
add_custom_command(OUTPUT ${changelog}.gz DEPENDS ${changelog} VERBATIM
                   COMMAND sh -c "\"$1\" -9nc \"$2\" >\"$3\"" sh ${GZIP} ${changelog} ${changelog}.gz)
add_custom_target(changelog ALL DEPENDS ${changelog}.gz)
foreach(pair program:symdiff library:libsymdiff0 development:libsymdiff-dev)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 component)
    list(GET pair 1 package)
    install(FILES cmake/copyright ${changelog}.gz COMPONENT ${component}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package})
endforeach()
set(doc ${CMAKE_INSTALL_DATADIR}/doc/symdiff)
install(FILES README.md COMPONENT program DESTINATION ${doc})
install(FILES CHANGELOG.md COMPONENT program DESTINATION ${doc}/docs)
install(DIRECTORY docs COMPONENT program DESTINATION ${doc} USE_SOURCE_PERMISSIONS)
install(FILES tests/data/slub-2.6.24.txt tests/data/slub-2.6.25-rc4.txt COMPONENT program
        DESTINATION ${doc}/examples)

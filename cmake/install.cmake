# What `cmake --install` puts where. The tree may be moved: pkg-config finds its own place.
file(RELATIVE_PATH SYMDIFF_PC_TO_PREFIX
     "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file(cmake/symdiff.pc.in symdiff.pc @ONLY)

install(TARGETS symdiff symdiff_lib)
install(DIRECTORY include/symdiff DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/symdiff.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(PROGRAMS scripts/symdiff-capture DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES src/cli/symdiff.1 src/cli/symdiff-capture.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES src/cli/symdiff.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME symdiff)

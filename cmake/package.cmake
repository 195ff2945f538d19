# Debian packages by CPack: `cmake --preset package && cmake --build --preset package`, then
# `cpack --preset package`. scripts/check-deb installs them into a clean Debian and uses them.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME symdiff)
set(CPACK_PACKAGE_CONTACT "${SYMDIFF_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compare two kernel profiles")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME symdiff)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS linux-perf)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS libdebuginfod1)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
"Says where the time went between two profiles of the same work: which
subsystems and functions moved, what was renamed or merged on the way, and
what cannot be said from this input. Reads perf.data, and texts of perf,
oprofile, readprofile and others, also as mail leaves them; prints text, JSON,
CSV, Markdown and mail, and judges by limits in continuous integration.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsymdiff0)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
file(WRITE ${PROJECT_BINARY_DIR}/deb/shlibs "libsymdiff 0 libsymdiff0 (>= ${PROJECT_VERSION})\n")
file(WRITE ${PROJECT_BINARY_DIR}/deb/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
    ${PROJECT_BINARY_DIR}/deb/shlibs ${PROJECT_BINARY_DIR}/deb/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
"The library: what symdiff does, for programs in C and C++.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsymdiff-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libsymdiff0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"What is needed to build programs with the library.")

include(CPack)

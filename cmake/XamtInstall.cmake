# install and find_package(xamt): the headers, and xamt::eigen and xamt::torch where those are found.
include_guard()
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS xamt_headers xamt_high_precision EXPORT xamtTargets)
install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT headers FILES_MATCHING PATTERN "*.hpp" PATTERN "*.ipp" PATTERN "*.cuh")
install(DIRECTORY "${XAMT_GENERATED}/xamt" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT headers FILES_MATCHING PATTERN "*.hpp" PATTERN "*.ipp" PATTERN "*.cuh")
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/xamt")
install(EXPORT xamtTargets NAMESPACE xamt:: DESTINATION "${package_dir}" COMPONENT headers)
configure_package_config_file(cmake/xamtConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/xamtConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/xamtConfigVersion.cmake" COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/xamtConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/xamtConfigVersion.cmake" cmake/XamtTorch.cmake
    DESTINATION "${package_dir}" COMPONENT headers)

# How things are built here. Applies to this project only: a project that takes xamt in keeps its own settings.
include_guard()

if(NOT PROJECT_IS_TOP_LEVEL)
    function(xamt_settings target)
    endfunction()
    return()
endif()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# A fresh clone in another folder must find what the last one compiled: paths relative to the source, and precompiled
# headers compared by what they contain.
find_program(XAMT_CCACHE ccache)
find_program(XAMT_ENV env)
if(XAMT_CCACHE AND XAMT_ENV AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${XAMT_ENV};CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;${XAMT_CCACHE}")
endif()

include(CheckLinkerFlag)
find_program(XAMT_MOLD mold)
if(XAMT_MOLD)
    check_linker_flag(CXX -fuse-ld=mold XAMT_MOLD_WORKS)
endif()

# xamt_settings(TARGET): what every program and test of this project is built with.
function(xamt_settings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # ccache reads through a precompiled header only with this.
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
        # Without a date in it, a precompiled header made again is the same.
        target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
    if(XAMT_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # g++ 12 sees uninitialised values in std::optional and std::function where there are none.
            target_compile_options(${target} PRIVATE -Wno-error=maybe-uninitialized)
        endif()
    endif()
    if(XAMT_MOLD_WORKS)
        target_link_options(${target} PRIVATE -fuse-ld=mold)
    endif()
    if(XAMT_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${XAMT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${XAMT_SANITIZE})
    endif()
endfunction()

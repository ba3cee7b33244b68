# xamt::torch: libtorch as it lies in the interpreter's torch package. Absent torch is no error: what needs it is left out.
# Deliberately not find_package(Torch): that pulls in Caffe2's configuration, which probes for CUDA and MKL.
include_guard()

set(XAMT_TORCH_FOUND FALSE)
if(XAMT_INTERPRETER)
    execute_process(
        COMMAND "${XAMT_INTERPRETER}" -c
                "import importlib.util as u, importlib.metadata as m; print(u.find_spec('torch').submodule_search_locations[0]); print(m.version('torch'))"
        OUTPUT_VARIABLE answer ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(answer)
        string(REPLACE "\n" ";" answer "${answer}")
        list(GET answer 0 XAMT_TORCH_DIR)
        list(GET answer 1 XAMT_TORCH_VERSION)
        if(EXISTS "${XAMT_TORCH_DIR}/lib/libtorch_cpu.so" AND EXISTS "${XAMT_TORCH_DIR}/include/ATen/core/Tensor.h")
            set(XAMT_TORCH_FOUND TRUE)
        endif()
    endif()
endif()

if(NOT XAMT_TORCH_FOUND)
    message(STATUS "xamt: no libtorch; the torch host, and examples and benchmarks that use torch, are left out")
    return()
endif()
message(STATUS "xamt: libtorch ${XAMT_TORCH_VERSION}")

foreach(library c10 torch_cpu)
    add_library(xamt_torch_${library} SHARED IMPORTED)
    set_target_properties(xamt_torch_${library} PROPERTIES IMPORTED_LOCATION "${XAMT_TORCH_DIR}/lib/lib${library}.so")
endforeach()
add_library(xamt_torch INTERFACE)
add_library(xamt::torch ALIAS xamt_torch)
target_include_directories(xamt_torch SYSTEM INTERFACE
    "${XAMT_TORCH_DIR}/include" "${XAMT_TORCH_DIR}/include/torch/csrc/api/include")
# Operators register themselves when the library is loaded, so it must be loaded even if no symbol of it is named.
target_link_libraries(xamt_torch INTERFACE -Wl,--no-as-needed xamt_torch_torch_cpu xamt_torch_c10 -Wl,--as-needed)

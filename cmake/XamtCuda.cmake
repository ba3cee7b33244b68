# Device code: a test program and a benchmark that share one file of kernels. Without nvcc or a device they are listed as skipped, never left
# out in silence.
include_guard()

find_program(XAMT_NVCC nvcc HINTS /usr/local/cuda/bin)
find_program(XAMT_NVIDIA_SMI nvidia-smi)
xamt_check(cuda.device LABEL cuda COMMAND bash -c
    "if [ -x '${XAMT_NVIDIA_SMI}' ] && '${XAMT_NVIDIA_SMI}' -L; then exit 0; fi; echo 'no CUDA device here: tests of device code are skipped'; exit 77")
if(NOT XAMT_NVCC)
    xamt_check(cuda.kernels LABEL cuda COMMAND bash -c "echo 'no nvcc here: the kernels are not compiled'; exit 77")
    return()
endif()

set(CMAKE_CUDA_COMPILER "${XAMT_NVCC}")
set(CMAKE_CUDA_ARCHITECTURES 90)
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
add_library(cuda_kernels OBJECT "${PROJECT_SOURCE_DIR}/tests/cuda/device/kernels.cu")
set_target_properties(cuda_kernels PROPERTIES CUDA_STANDARD 17)
target_include_directories(cuda_kernels PRIVATE "${PROJECT_SOURCE_DIR}/include")

# xamt_device_program(NAME SOURCE FOLDER): a host program beside the kernels.
function(xamt_device_program name source folder)
    add_executable(device_${name} "${source}")
    xamt_settings(device_${name})
    target_compile_options(device_${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O2>)
    target_include_directories(device_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(device_${name} PRIVATE xamt::xamt cuda_kernels CUDA::cudart fmt::fmt nlohmann_json::nlohmann_json)
    set_target_properties(device_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${folder}")
endfunction()
xamt_device_program(variance_device "${PROJECT_SOURCE_DIR}/tests/cuda/device/variance_device.cpp" tests)
xamt_device_program(check_cuda "${PROJECT_SOURCE_DIR}/bench/cuda/check_cuda.cpp" bench)
# The program itself returns 77 where it finds no device.
xamt_check(cuda.kernels COMMAND device_variance_device LABEL cuda TIMEOUT 600)

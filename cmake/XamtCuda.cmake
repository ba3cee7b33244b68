# Tests of device code. Without nvcc or a device they are listed as skipped, never left out in silence.
include_guard()

find_program(XAMT_NVCC nvcc HINTS /usr/local/cuda/bin)
find_program(XAMT_NVIDIA_SMI nvidia-smi)
file(GLOB cuda_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/cuda/*.cu")
xamt_check(cuda.device LABEL cuda COMMAND bash -c
    "if [ -x '${XAMT_NVIDIA_SMI}' ] && '${XAMT_NVIDIA_SMI}' -L; then exit 0; fi; echo 'no CUDA device here: tests of device code are skipped'; exit 77")
if(cuda_sources AND XAMT_NVCC)
    set(CMAKE_CUDA_COMPILER "${XAMT_NVCC}")
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual 90)
    enable_language(CUDA)
    add_executable(test_cuda_device ${cuda_sources})
    set_target_properties(test_cuda_device PROPERTIES CUDA_STANDARD 20 OUTPUT_NAME cuda_device RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/tests")
    target_link_libraries(test_cuda_device PRIVATE xamt::xamt)
    # The program itself returns 77 where it finds no device.
    xamt_check(cuda.kernels COMMAND test_cuda_device LABEL cuda TIMEOUT 600)
endif()

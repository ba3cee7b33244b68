// The kernels, for the programs that test and measure them on a device.
#include <xamt/cuda/variance_launch.cuh>

// The interface to a device where there is none, and tensors that come by DLPack.
#include <xamt/cuda/device_check.hpp>
#include <xamt/cuda/dlpack.hpp>

#include "../catch.hpp"

#include <cstdio>
#include <filesystem>
#include <string>

using namespace xamt;

namespace {

float const first[] = {1, 2, 3}, second[] = {1, 2, 4};
void const* const columns[] = {first, second};

} // namespace

TEST_CASE("columns of the host are checked on the CPU, whether there is a device or not") {
    variance_trial const trials[] = {{columns, 3}};
    variance_record record;
    auto const ran = cuda::check_variance_on_device({dtype::float32, 2, trials}, {&record, 1}, cuda::memory::host);
    REQUIRE(ran);
    CHECK(*ran == cuda::ran_on::cpu);
    CHECK(record.at == 2);
}

// Run by the test below in a process of its own, since what is said once is said by whoever comes first.
TEST_CASE("three batches of the host in a program without kernels", "[.][three_batches]") {
    variance_trial const trials[] = {{columns, 3}};
    for (int i = 0; i < 3; ++i) {
        variance_record record;
        CHECK(cuda::check_variance_on_device({dtype::float32, 2, trials}, {&record, 1}, cuda::memory::host));
        CHECK(record.ulp_spread != 0);
    }
}

TEST_CASE("that the CPU does a missing device's work is said once") {
    std::string const command = "'" + std::filesystem::read_symlink("/proc/self/exe").string() + "' '[three_batches]' 2>&1";
    std::FILE* const output = popen(command.c_str(), "r");
    REQUIRE(output != nullptr);
    std::string text;
    for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) text += static_cast<char>(c);
    CHECK(pclose(output) == 0);
    std::string const said = "xamt: the variance check runs on the CPU: the program has no kernels";
    auto const first_time = text.find(said);
    INFO(text);
    REQUIRE(first_time != std::string::npos);
    CHECK(text.find(said, first_time + 1) == std::string::npos);
}

TEST_CASE("columns on a device that cannot be used are an error that says why") {
    // This program has no file with kernels.
    variance_trial const trials[] = {{columns, 3}};
    variance_record record;
    auto const ran = cuda::check_variance_on_device({dtype::float32, 2, trials}, {&record, 1}, cuda::memory::device);
    REQUIRE_FALSE(ran);
    CHECK(ran.failure().text() == "the columns of a batch lie on a CUDA device that cannot be used: the program has no kernels (a .cu file "
                                  "that includes <xamt/cuda/variance_launch.cuh>) (copy them to the host)");
}

TEST_CASE("a DLPack tensor is a column where it lies") {
    std::int64_t shape[] = {3, 2}, strides[] = {2, 1}, turned[] = {1, 3};
    float values[6] = {};
    cuda::dlpack::tensor t{values, {cuda::dlpack::cpu, 0}, 2, {cuda::dlpack::floating, 32, 1}, shape, strides, 4};
    auto const c = cuda::column_of(t);
    REQUIRE(c);
    CHECK(c->data == static_cast<void const*>(values + 1));
    CHECK(c->elements == 6);
    CHECK(c->type == dtype::float32);
    CHECK(c->where == cuda::memory::host);
    t.on.type = cuda::dlpack::cuda;
    CHECK(cuda::column_of(t)->where == cuda::memory::device);
    t.strides = nullptr;
    CHECK(cuda::column_of(t));
    t.strides = turned;
    CHECK(cuda::column_of(t).failure().what == "a DLPack tensor cannot be read in place");
    t.strides = strides;
    t.of.bits = 128;
    CHECK_FALSE(cuda::column_of(t));
    t.of = {cuda::dlpack::bfloating, 16, 1};
    CHECK(cuda::column_of(t)->type == dtype::bfloat16);
    t.on.type = 10; // ROCm
    CHECK_FALSE(cuda::column_of(t));
}

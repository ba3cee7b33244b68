#include <xamt/report/public_name.hpp>

#include <tests/catch.hpp>

using xamt::public_name;

TEST_CASE("operators of PyTorch go by the names that users write") {
    CHECK(public_name("aten::add.Tensor") == "torch.add");
    CHECK(public_name("aten::div.Tensor_mode") == "torch.div");
    CHECK(public_name("aten::special_bessel_j0") == "torch.special.bessel_j0");
    CHECK(public_name("aten::linalg_vector_norm") == "torch.linalg.vector_norm");
    CHECK(public_name("aten::fft_fft") == "torch.fft.fft");
    CHECK(public_name("aten::fftshift") == "torch.fftshift"); // only the prefix with its underscore is a module
}

TEST_CASE("operators that users call through torch.nn.functional are named so") {
    for (char const* name :
         {"relu6", "gelu", "silu", "mish", "softplus", "elu", "selu", "hardtanh", "avg_pool2d", "conv2d", "layer_norm", "softshrink"})
        CHECK(public_name(std::string("aten::") + name) == std::string("torch.nn.functional.") + name);
    CHECK(public_name("aten::relu") == "torch.relu");
    CHECK(public_name("aten::softmax.int") == "torch.softmax");
}

TEST_CASE("inner operators go by the public function that calls them") {
    CHECK(public_name("aten::log_sigmoid") == "torch.nn.functional.logsigmoid");
    CHECK(public_name("aten::upsample_bilinear2d") == "torch.nn.functional.interpolate");
    CHECK(public_name("aten::im2col") == "torch.nn.functional.unfold");
}

TEST_CASE("methods of tensors are named as methods") { CHECK(public_name("aten::view") == "torch.Tensor.view"); }

TEST_CASE("names of other frameworks stay as they are") {
    for (char const* name : {"tf.nn.relu", "numpy.add", "jax.numpy.add", "keras.ops.add", "torch.nn.functional.rms_norm", ""})
        CHECK(public_name(name) == name);
}

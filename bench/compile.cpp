// What including xamt and describing one more API costs: user CPU seconds of the compiler, best of three, above an empty file.
//
//     build/bench/compile [--compiler CXX] [--json F]

#include "bench.hpp"

#include <filesystem>
#include <optional>
#include <spawn.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace {

namespace fs = std::filesystem;

class compiler {
  public:
    explicit compiler(std::string program)
        : program_(std::move(program)), folder_(fs::temp_directory_path() / fmt::format("xamt-compile-{}", getpid())) {
        fs::create_directories(folder_);
    }
    ~compiler() { fs::remove_all(folder_); }
    compiler(compiler const&) = delete;
    compiler& operator=(compiler const&) = delete;

    struct cost {
        double seconds, megabytes;
    };

    // User CPU seconds and resident memory, or nothing where it does not compile; then the compiler has said why.
    std::optional<cost> cost_of(std::string const& text) const {
        fs::path const source = folder_ / "source.cpp";
        std::ofstream(source) << text;
        std::optional<cost> best;
        for (int run = 0; run < 3; ++run) {
            auto const once = run_on(source);
            if (!once) return std::nullopt;
            best = {std::min(best.value_or(*once).seconds, once->seconds), std::min(best.value_or(*once).megabytes, once->megabytes)};
        }
        return best;
    }
    std::optional<double> seconds(std::string const& text) const {
        auto const all = cost_of(text);
        return all ? std::optional(all->seconds) : std::nullopt;
    }

  private:
    std::optional<cost> run_on(fs::path const& source) const {
        std::vector<std::string> words{program_, "-std=c++20",
                                       "-O0",    "-c",
                                       "-o",     (folder_ / "object.o").string(),
                                       "-I",     XAMT_SOURCE_DIR "/include",
                                       "-I",     XAMT_BUILD_DIR "/generated"};
        if (std::string_view(XAMT_TORCH_DIR) != "") words.insert(words.end(), {"-isystem", XAMT_TORCH_DIR "/include"});
        words.push_back(source.string());
        std::vector<char*> arguments;
        for (auto& w : words) arguments.push_back(w.data());
        arguments.push_back(nullptr);
        pid_t child = 0;
        if (posix_spawnp(&child, program_.c_str(), nullptr, nullptr, arguments.data(), environ) != 0) return std::nullopt;
        int status = 0;
        rusage used{};
        if (wait4(child, &status, 0, &used) != child || status != 0) return std::nullopt;
        return cost{static_cast<double>(used.ru_utime.tv_sec) + static_cast<double>(used.ru_utime.tv_usec) * 1e-6,
                    static_cast<double>(used.ru_maxrss) / 1024};
    }

    std::string program_;
    fs::path folder_;
};

// `count` equivalences over five frameworks, with names of their own and each checked.
std::string equivalences(int count) {
    std::string text = "#include <xamt/describe.hpp>\nnamespace fw = xamt::fw;\n";
    for (int i = 0; i < count; ++i)
        text += fmt::format(R"(inline constexpr auto api_{0} = xamt::api("api_{0}")
    .takes(xamt::tensor("x_{0}").floating().rank(1, 4), xamt::axis("axis_{0}").by_default(-1), xamt::flag("keep_{0}").by_default(false))
    .on(fw::torch, "aten::f_{0}.int", "self", "dim_{0}", "keepdim")
    .on(fw::tensorflow, "tf.nn.f_{0}", "logits", "axis_{0}", "keepdims")
    .on(fw::keras, "keras.ops.f_{0}", "x", "axis_{0}", "keepdims")
    .on(fw::jax, "jax.nn.f_{0}", "x", "axis_{0}", "keepdims")
    .on(fw::numpy, "scipy.special.f_{0}", "x", "axis_{0}", "keepdims");
static_assert(xamt::sound<api_{0}>);
)",
                            i);
    return text;
}

// One API checked against all operators of PyTorch.
constexpr char const* among_all_operators = R"(#include <xamt/framework/torch_operators.hpp>
#include <xamt/describe/sound.hpp>
inline constexpr auto softmax = xamt::api("softmax").takes(xamt::tensor("x"), xamt::axis("axis"))
    .on(xamt::fw::torch, "aten::softmax.int", "self", "dim");
static_assert(xamt::sound<softmax, xamt::torch_operators>);
)";

// Reads every schema of PyTorch's operators, parameter by parameter.
constexpr char const* all_operators = R"(#include <xamt/framework/torch_operators.hpp>
#include <iterator>
#include <utility>
consteval int parameters(std::size_t from, std::size_t to) {
    int count = 0;
    for (std::size_t i = from; i < to && i < std::size(xamt::catalogues::torch_operator_schemas); ++i) {
        xamt::schema_reader reader(xamt::catalogues::torch_operator_schemas[i]);
        for (xamt::schema_parameter p; reader.next(p);) ++count;
    }
    return count;
}
template <std::size_t Block> constexpr int in_block = parameters(Block * 128, Block * 128 + 128); // a compiler limits one evaluation
template <std::size_t... I> constexpr int in_blocks(std::index_sequence<I...>) { return (in_block<I> + ...); }
static_assert(in_blocks(std::make_index_sequence<32>{}) > 10'000);
)";

// A library of a hundred functions matched with all operators of PyTorch.
std::string hundred_matches() {
    constexpr std::string_view of_one =
        "abs acos acosh asin asinh atan atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor frac i0 isfinite isinf isnan "
        "lgamma "
        "log log10 log1p log2 logical_not logit neg reciprocal relu relu6 round rsqrt selu sgn sigmoid sign signbit silu sin sinc sinh "
        "sqrt "
        "square tan tanh trunc hardswish hardsigmoid mish log_sigmoid bessel_j0 bessel_j1 entr ndtr ndtri erfcx";
    constexpr std::string_view of_two =
        "add subtract multiply divide power maximum minimum fmax fmin hypot atan2 copysign nextafter remainder fmod floor_divide logaddexp "
        "logaddexp2 xlogy heaviside greater less equal not_equal greater_equal less_equal logical_and logical_or logical_xor ldexp "
        "bitwise_and";
    constexpr std::string_view along = "softmax log_softmax cumsum cumprod argmax argmin logsumexp flip logcumsumexp";
    std::string functions, lines;
    int count = 0;
    auto const add = [&](std::string_view names, char const* parameters, char const* list) {
        std::istringstream words{std::string(names)};
        for (std::string name; words >> name; ++count) {
            functions += fmt::format("void {}_kernel({});\n", name, parameters);
            lines += fmt::format("{}    own(\"{}\", fn<&mine::{}_kernel>, {})", count == 0 ? "" : ",\n", name, name, list);
        }
    };
    add(of_one, "float const*, float*, std::size_t", R"("x", "y", size_of("x"))");
    add(of_two, "float const*, float const*, float*, std::size_t", R"("a", "b", "y", size_of("a"))");
    add(along, "float const*, int, float*, std::size_t", R"("x", "axis", "y", size_of("x"))");
    return fmt::format(
        "#include <xamt/framework/torch_aten.hpp>\n#include <xamt/describe/native.hpp>\nnamespace mine {{\n{}}}\nusing namespace xamt;\n"
        "constexpr auto my_library = library(\"mine\",\n{});\nconstexpr auto found = match<my_library, aten>();\n"
        "static_assert(my_library.size() == 100 && found.found() >= 95);\n",
        functions, lines);
}

std::string including(std::string_view header) { return fmt::format("#include <{}>\n", header); }

} // namespace

int main(int argc, char** argv) {
    compiler const cxx(bench::option(argc, argv, "--compiler", XAMT_CXX));
    bench::report table("Compile time above an empty file");
    auto const nothing = cxx.cost_of("").value_or(compiler::cost{NAN, NAN});
    double const empty = nothing.seconds;
    auto const above = [&](std::string name, std::string const& text, double base, double budget, std::string note = "budget") {
        if (auto const s = cxx.seconds(text)) table.add({std::move(name), *s - base, "s", budget, std::move(note)});
    };
    table.add({"empty_seconds", empty, "s", NAN, ""});
    above("string_and_vector_seconds", "#include <string>\n#include <vector>\n", empty, NAN, "what the standard library costs");
    above("describe_seconds", including("xamt/describe.hpp"), empty, 0.5);
    above("xamt_seconds", including("xamt/xamt.hpp"), empty, 1.5);
    auto const few = cxx.seconds(equivalences(20)), many = cxx.seconds(equivalences(120));
    if (few && many) table.add({"equivalence_ms", (*many - *few) * 10, "ms", 6, "budget"});
    double const described = cxx.seconds(including("xamt/describe.hpp")).value_or(NAN);
    if (fs::exists(XAMT_BUILD_DIR "/generated/xamt_catalogue/all.hpp"))
        above("catalogue_seconds", including("xamt/describe.hpp") + including("xamt/describe/installed.hpp"), described, 0.3);
    if (fs::exists(XAMT_BUILD_DIR "/generated/xamt_catalogue/torch_operators.hpp")) {
        above("torch_ops_seconds", among_all_operators, described, 2);
        if (auto const matched = cxx.cost_of(hundred_matches())) {
            table.add({"match_seconds", matched->seconds - empty, "s", 4, "100 functions against all operators of PyTorch; budget"});
            table.add({"match_megabytes", matched->megabytes - nothing.megabytes, "MB", 400, "budget"});
        }
        above("torch_schemas_read_seconds", all_operators, described, NAN, "the same, and every schema read");
    }
    above("explore_seconds", including("xamt/campaign/explore.hpp"), empty, NAN, "the whole engine");
    return table.finish(argc, argv);
}

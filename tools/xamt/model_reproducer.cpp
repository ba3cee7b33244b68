// Reproducers of suspect layers; see model_reproducer.hpp.
#include "model_reproducer.hpp"

#include <xamt/report/output_file.hpp>

#include <fmt/format.h>

namespace xamt_command {

using namespace xamt;

namespace {

namespace fs = std::filesystem;

/// A tensor as NumPy's file format has it (version 1.0).
std::string npy(ndarray_view const& t) {
    constexpr std::string_view letters[] = {"<f2", "<u2", "<f4", "<f8", "|i1", "<i2", "<i4", "<i8", "|u1", "|b1", "<c8", "<c16"};
    std::string shape;
    for (auto e : t.dims) shape += fmt::format("{},", e);
    std::string head =
        fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", letters[static_cast<std::size_t>(t.type)], shape);
    head.append(63 - (10 + head.size()) % 64, ' ').push_back('\n');
    std::string text = "\x93NUMPY";
    text += '\x01', text += '\0';
    text += static_cast<char>(head.size() & 255), text += static_cast<char>(head.size() >> 8);
    return text + head + std::string(reinterpret_cast<char const*>(t.data), t.bytes());
}

std::string safe(std::string_view name) {
    std::string out;
    for (char c : name) out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
    return out;
}

} // namespace

std::string api_of(std::string_view form, std::string_view kind) {
    return form == "keras" ? fmt::format("keras.layers.{}", kind) : fmt::format("onnx.{}", kind);
}

std::string write_reproducer(std::string const& folder, model_request const& request, model_node const& node, std::string const& column,
                             suspect_evidence const& evidence) {
    fs::path const at = fs::path(folder) / fmt::format("{}-{}-{}", safe(request.model.name), safe(node.name), safe(column));
    std::error_code failed;
    fs::create_directories(at, failed);
    std::string files;
    auto const keep = [&](char const* what, std::span<ndarray_view const> tensors) {
        for (std::size_t k = 0; k < tensors.size(); ++k) {
            auto const name = fmt::format("{}{}.npy", what, k);
            if (!write_report((at / name).string(), npy(tensors[k]))) failed = std::make_error_code(std::errc::io_error);
        }
    };
    keep("input", evidence.inputs);
    keep("given", evidence.given);
    keep("right", evidence.right);
    auto const script = fmt::format("\"\"\"{} {} of {} in {}: what it gave on these inputs, and what float64 gives.\n\n"
                                    "attributes: {}\n\"\"\"\nimport pathlib\nimport numpy as np\n\n"
                                    "here = pathlib.Path(__file__).parent\n"
                                    "for given in sorted(here.glob('given*.npy')):\n"
                                    "    right = np.load(here / given.name.replace('given', 'right')).astype(np.float64)\n"
                                    "    error = np.abs(np.load(given).astype(np.float64) - right)\n"
                                    "    at = np.unravel_index(np.nanargmax(error), error.shape)\n"
                                    "    print(given.name, 'largest error', error[at], 'at', at, 'where', right[at], 'is right')\n",
                                    node.kind, node.name, request.model.name, column, node.attributes);
    auto const path = (at / "show.py").string();
    if (failed || !write_report(path, script)) return "";
    return path;
}

} // namespace xamt_command

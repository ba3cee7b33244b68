/// @file
/// A host program for C++ functions, so that one that crashes or never returns costs its trial and not the run.
///
/// Place in the pipeline: run, on the host's side. Example, a whole program:
/// @code
/// int main(int argc, char** argv) {
///     return xamt::serve_natives({argv, std::size_t(argc)}, xamt::groups::eigen_columns, "eigen", "3.4.0");
/// }
/// @endcode
#pragma once

#include <xamt/describe/native_column.hpp>
#include <xamt/describe/native_layout.hpp>
#include <xamt/run/get.hpp>
#include <xamt/run/host_program.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xamt {
inline namespace v0 {

class native_host {
  public:
    explicit native_host(std::span<native_column const> functions) : functions_(functions) {}

    /// The plan names a function by `served_name`.
    [[nodiscard]] std::string define(std::uint32_t number, std::string const& plan) {
        for (auto const& f : functions_) {
            if (plan.find('"' + served_name(f.group, f.how) + '"') == std::string::npos) continue;
            plans_[number] = &f;
            return "ok";
        }
        return "fails refused: xamt: this host program has no such function";
    }

    void call(wire::record& r, std::byte* slot, outcome_writer& out) {
        auto const found = plans_.find(r.plan);
        if (found == plans_.end()) return out.fail(r, "refused", "no such plan");
        std::vector<value> arguments;
        std::vector<value const*> list;
        for (std::size_t i = 0; i < r.arguments_used; ++i) arguments.push_back(detail::get(slot, r.arguments[i]));
        for (auto const& v : arguments) list.push_back(&v);
        binding const& how = found->second->how;
        native_frame frame{list, how.list(), {}, {}};
        how.call(frame);
        if (!frame.failure.empty()) return out.fail(r, "refused", frame.failure);
        keep(r, out, frame.outputs);
    }

  private:
    static void keep(wire::record& r, outcome_writer& out, std::vector<ndarray> const& outputs) {
        r.results_used = 0;
        r.outcome = wire::status::value;
        std::uint64_t const before = out.used;
        for (auto const& t : outputs) {
            if (r.results_used == wire::most_results) return out.fail(r, "unsupported", "unsupported result of more than 5 tensors");
            if (t.dims().rank() > wire::most_rank) return out.fail(r, "unsupported", "unsupported rank of a result");
            wire::descriptor d{wire::kind::tensor, t.type(), static_cast<std::uint8_t>(t.dims().rank()), 0, 0, 0, {}};
            std::copy(t.dims().begin(), t.dims().end(), d.dims);
            auto* const at = out.reserve(r, d, t.bytes());
            if (at == nullptr) {
                out.used = before;
                r.results_used = 0;
                r.outcome = wire::status::limit;
                return;
            }
            if (t.bytes() != 0) std::memcpy(at, t.data(), t.bytes());
        }
    }

    std::span<native_column const> functions_;
    std::map<std::uint32_t, native_column const*> plans_;
};

/// The main function of a host program for C++ functions of the framework `name`.
[[nodiscard]] inline int serve_natives(std::span<char* const> words, std::span<native_column const> functions, std::string_view name,
                                       std::string_view version) {
    auto const asked = host_arguments::from(words);
    detail::guard_host(asked);
    native_host program(functions);
    std::string const hello = "{\"column\": \"" + asked.column + "\", \"framework\": \"" + std::string(name) + "\", \"version\": \"" +
                              std::string(version) +
                              "\", \"python\": null, \"switches\": {}, \"rss_mb\": " + std::to_string(detail::resident_mb()) + "}";
    return serve(program, asked, hello);
}

} // namespace v0
} // namespace xamt

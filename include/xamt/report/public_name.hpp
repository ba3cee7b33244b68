/// @file
/// The name under which a framework's users know a function: a finding about `aten::special_bessel_j0` is filed as one about
/// `torch.special.bessel_j0`.
///
/// Place in the pipeline: report. Only PyTorch needs it: its operators have names of their own, the other columns are bound by
/// the names that people write. Example: `public_name("aten::add.Tensor") == "torch.add"`.
#pragma once

#include <xamt/report/public_name_table.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace xamt {
inline namespace v0 {

/// The qualified name as a user of the framework writes it; names of other frameworks than PyTorch come back as they are.
[[nodiscard]] inline std::string public_name(std::string_view function) {
    constexpr std::string_view space = "aten::";
    if (!function.starts_with(space)) return std::string(function);
    std::string_view name = function.substr(space.size());
    name = name.substr(0, name.find('.')); // the overload is no part of what users write

    auto const renamed = std::ranges::lower_bound(detail::renamed_operators, name, {}, &detail::renamed_operator::name);
    if (renamed != std::ranges::end(detail::renamed_operators) && renamed->name == name) return std::string(renamed->known_as);

    for (std::string_view module : {"linalg", "special", "fft"})
        if (name.starts_with(module) && name.substr(module.size()).starts_with('_'))
            return "torch." + std::string(module) + "." + std::string(name.substr(module.size() + 1));
    if (std::ranges::binary_search(detail::functional_operators, name)) return "torch.nn.functional." + std::string(name);
    if (std::ranges::binary_search(detail::tensor_methods, name)) return "torch.Tensor." + std::string(name);
    return "torch." + std::string(name);
}

} // namespace v0
} // namespace xamt

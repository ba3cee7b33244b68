/// @file
/// What `xamt model` is asked to run, and with what.
#pragma once

#include "model_catalogue.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace xamt_command {

struct model_request {
    model_entry model;
    std::vector<std::string> columns;   ///< in order; the first is what the others are compared with
    std::string dataset;                ///< empty: the model's own
    int batch = 0;                      ///< 0: the model's own
    std::uint64_t seed = 1;
    bool backward = false, depth = true, whole = true;
    bool bits = false;                  ///< also a key of each layer's bits, to see whether a planted fault changes anything
    std::string plant, at, planted_in;  ///< a fault, a layer, a column; empty: none
    std::string reproducers;            ///< folder; empty: none are written
};

} // namespace xamt_command

#include "last_judge.hpp"

// In a file of its own: multiple precision is slow to compile, and its functions never change with the rest.
#ifdef XAMT_HAS_MPFR
#include <xamt/compare/high_precision.hpp>
#endif

namespace xamt_command {

xamt::oracle_options oracle() {
    xamt::oracle_options options;
#ifdef XAMT_HAS_MPFR
    options.last_judge = &xamt::evaluate_precisely;
#endif
    return options;
}

} // namespace xamt_command

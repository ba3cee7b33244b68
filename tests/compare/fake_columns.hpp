// Columns made of C++ functions, for tests of the oracle: each computes its outputs from the canonical arguments, in their dtype.
#pragma once

#include <xamt/compare/evaluator.hpp>
#include <xamt/generate/trial.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace fake {

using namespace xamt;

inline ndarray tensor(dtype type, shape dims, std::vector<double> const& cells) {
    ndarray t(type, dims);
    for (std::size_t i = 0; i < cells.size(); ++i) store(t, static_cast<std::int64_t>(i), cells[i]);
    return t;
}
inline ndarray vector(dtype type, std::vector<double> const& cells) {
    return tensor(type, {static_cast<std::int64_t>(cells.size())}, cells);
}

inline outcome gives(ndarray t) {
    outcome o;
    o.is = ending::value;
    o.outputs.push_back(std::move(t));
    return o;
}
inline outcome ends(ending e, std::string type, std::string message = {}) {
    outcome o;
    o.is = e;
    o.error_type = std::move(type);
    o.message = std::move(message);
    return o;
}

using implementation = std::function<outcome(std::vector<value> const&, dtype)>;

/// f on every element of the first tensor, computed in double and rounded once to the tensor's dtype.
inline implementation elementwise(std::function<double(double)> f) {
    return [f](std::vector<value> const& arguments, dtype) {
        auto const& x = std::get<ndarray>(arguments[0]);
        ndarray y(x.type(), x.dims());
        for (std::int64_t i = 0; i < x.size(); ++i) store(y, i, f(load(x.view(), i)));
        return gives(std::move(y));
    };
}
/// The same, told the dtype: for faults that show in one precision only.
inline implementation elementwise(std::function<double(double, dtype)> f) {
    return
        [f](std::vector<value> const& arguments, dtype type) { return elementwise([&](double x) { return f(x, type); })(arguments, type); };
}
/// f(x, y) on two tensors of one shape.
inline implementation pairwise(std::function<double(double, double)> f) {
    return [f](std::vector<value> const& arguments, dtype) {
        auto const &x = std::get<ndarray>(arguments[0]), &y = std::get<ndarray>(arguments[1]);
        ndarray z(x.type(), x.dims());
        for (std::int64_t i = 0; i < x.size(); ++i) store(z, i, f(load(x.view(), i), load(y.view(), i)));
        return gives(std::move(z));
    };
}
inline std::vector<double> cells(ndarray const& t) {
    std::vector<double> all;
    for (std::int64_t i = 0; i < t.size(); ++i) all.push_back(load(t.view(), i));
    return all;
}

/// One number from all elements, as a scalar of the tensor's dtype.
inline implementation reduction(std::function<double(std::vector<double> const&, dtype)> f) {
    return [f](std::vector<value> const& arguments, dtype) {
        auto const& x = std::get<ndarray>(arguments[0]);
        return gives(tensor(x.type(), {}, {f(cells(x), x.type())}));
    };
}

struct table {
    std::vector<column> columns;
    std::vector<implementation> implementations;
    int runs = 0; ///< how often the oracle asked for a second opinion

    table& with(column c, implementation f) {
        columns.push_back(c);
        implementations.push_back(std::move(f));
        return *this;
    }
    std::vector<outcome> run(std::vector<value> const& arguments, dtype type, column_set wanted) {
        ++runs;
        std::vector<outcome> all(columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (wanted.contains(c)) all[c] = implementations[c](arguments, type);
        return all;
    }
    std::vector<outcome> outcomes(trial const& t) { return run(t.arguments, t.type, column_set::all(columns.size())); }
};

static_assert(Evaluator<table>);

inline trial on(dtype type, std::vector<value> arguments) {
    trial t;
    t.type = type;
    t.arguments = std::move(arguments);
    return t;
}

} // namespace fake

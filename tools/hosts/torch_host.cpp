/// @file
/// The host of libtorch: calls operators of the dispatcher by name ("aten::softmax.int"), boxed, so that no operator needs code here.
///
/// It speaks the protocol of the hosts (commands on descriptor 3, replies on 4, trials in the memory of 5; see <xamt/run/wire.hpp>) and
/// knows nothing of groups or verdicts. Arguments are converted by the schema's types; what a plan does not bind takes the schema's
/// default. Schemas come from the running library, so that the same program text serves every version of it.

#include <xamt/align/variant.hpp>
#include <xamt/run/host_program.hpp>

#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <ATen/core/List.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/jit_type.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/full.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>
#include <c10/util/Logging.h>
#include <nlohmann/json.hpp>
#include <torch/csrc/api/include/torch/version.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace wire = xamt::wire;
using wire::kind;

/// A plan that cannot be served; the text is for the user.
struct refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A result that is not a dense tensor of a known dtype, a number, or a few of them.
struct unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The results do not fit into what is left of the slot.
struct no_room {};

constexpr at::ScalarType scalar_types[] = {at::kHalf, at::kBFloat16, at::kFloat, at::kDouble, at::kChar,         at::kShort,
                                           at::kInt,  at::kLong,     at::kByte,  at::kBool,   at::kComplexFloat, at::kComplexDouble};
static_assert(std::size(scalar_types) == xamt::dtype_count);

at::ScalarType scalar_type(xamt::dtype element) {
    if (static_cast<std::size_t>(element) >= std::size(scalar_types)) throw refused("a dtype that this host does not know");
    return scalar_types[static_cast<std::size_t>(element)];
}

/// What a schema asks for, once `?` and `[]` are taken off.
enum class wanted { tensor, integer, real, flag, text, scalar, scalar_type, other };

struct parameter {
    std::string name;
    std::string spelled; ///< the type as the schema writes it
    wanted type = wanted::other;
    bool optional = false;
    bool list = false;
    bool optional_elements = false;
    bool written = false; ///< the operator writes to it: it gets a copy
    std::int64_t length = 0; ///< N of int[N]: one number stands for N
    int argument = -1;       ///< which argument of the record it takes, or none
    c10::IValue otherwise;
};

wanted wanted_of(c10::Type const& type) {
    switch (type.kind()) {
    case c10::TypeKind::TensorType: return wanted::tensor;
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType: return wanted::integer;
    case c10::TypeKind::FloatType:
    case c10::TypeKind::SymFloatType: return wanted::real;
    case c10::TypeKind::BoolType:
    case c10::TypeKind::SymBoolType: return wanted::flag;
    case c10::TypeKind::StringType: return wanted::text;
    case c10::TypeKind::NumberType: return wanted::scalar;
    case c10::TypeKind::ScalarTypeType: return wanted::scalar_type;
    default: return wanted::other;
    }
}

parameter described(c10::Argument const& argument) {
    parameter p;
    p.name = argument.name();
    auto type = argument.real_type();
    p.spelled = type->str();
    if (auto optional = type->cast<c10::OptionalType>()) p.optional = true, type = optional->getElementType();
    if (auto list = type->cast<c10::ListType>()) {
        p.list = true, type = list->getElementType();
        if (auto element = type->cast<c10::OptionalType>()) p.optional_elements = true, type = element->getElementType();
    }
    p.type = wanted_of(*type);
    p.length = argument.N().value_or(0);
    p.written = argument.alias_info() && argument.alias_info()->isWrite();
    return p;
}

/// What no function may read: NaN, or the largest number.
at::Scalar poison(at::ScalarType type) {
    if (at::isFloatingType(type) || at::isComplexType(type)) return at::Scalar(std::numeric_limits<double>::quiet_NaN());
    if (type == at::kBool) return at::Scalar(true);
    return at::Scalar(type == at::kByte ? 255 : (std::int64_t{1} << (8 * static_cast<int>(c10::elementSize(type)) - 1)) - 1);
}

/// The same tensor as a variant has it lie in memory.
at::Tensor laid_out(at::Tensor const& t, xamt::variant how) {
    std::int64_t const last = t.dim() - 1;
    switch (how) {
    case xamt::variant::strided: {
        if (last < 0) return t;
        auto sizes = t.sizes().vec();
        sizes.back() *= 2;
        return at::full(sizes, poison(t.scalar_type()), t.options()).slice(last, 0, std::nullopt, 2).copy_(t);
    }
    case xamt::variant::transposed: {
        if (last < 1) return t;
        std::vector<std::int64_t> backwards;
        for (std::int64_t i = last; i >= 0; --i) backwards.push_back(i);
        return t.permute(backwards).contiguous().permute(backwards);
    }
    case xamt::variant::shifted: return at::empty({t.numel() + 1}, t.options()).slice(0, 1).view(t.sizes()).copy_(t);
    default: return t;
    }
}

/// Values from the record and the arenas of one slot.
class reader {
  public:
    reader(std::byte* slot, xamt::variant how) : slot_(slot), how_(how) {}

    [[nodiscard]] at::Tensor tensor(wire::descriptor const& d) const {
        if (d.what != kind::tensor) throw refused("a tensor is wanted");
        return laid_out(at::from_blob(slot_ + d.payload, at::IntArrayRef(d.dims, d.rank), at::TensorOptions(scalar_type(d.element))), how_);
    }
    [[nodiscard]] std::span<std::int64_t const> integers(wire::descriptor const& d) const {
        return {reinterpret_cast<std::int64_t const*>(slot_ + d.payload), d.count};
    }
    [[nodiscard]] std::span<double const> reals(wire::descriptor const& d) const {
        return {reinterpret_cast<double const*>(slot_ + d.payload), d.count};
    }
    [[nodiscard]] std::span<wire::descriptor const> tensors(wire::descriptor const& d) const {
        return {reinterpret_cast<wire::descriptor const*>(slot_ + d.payload), d.count};
    }
    [[nodiscard]] std::string text(wire::descriptor const& d) const { return {reinterpret_cast<char const*>(slot_ + d.payload), d.count}; }

  private:
    std::byte* slot_;
    xamt::variant how_;
};

double real_of(wire::descriptor const& d) { return std::bit_cast<double>(d.payload); }

[[noreturn]] void mismatch(parameter const& p) {
    throw refused("the parameter \"" + p.name + "\" is a " + p.spelled + ", which the argument given is not");
}

at::Scalar scalar_of(parameter const& p, wire::descriptor const& d) {
    switch (d.what) {
    case kind::flag: return at::Scalar(d.payload != 0);
    case kind::integer: return at::Scalar(d.payload);
    case kind::real: return at::Scalar(real_of(d));
    case kind::complex: return at::Scalar(c10::complex<double>(std::bit_cast<double>(d.dims[0]), std::bit_cast<double>(d.dims[1])));
    default: mismatch(p);
    }
}

c10::IValue tensor_list(parameter const& p, wire::descriptor const& d, reader const& from) {
    auto given = d.what == kind::tensors ? from.tensors(d) : std::span(&d, 1);
    if (!p.optional_elements) {
        c10::List<at::Tensor> list;
        for (auto const& each : given) list.push_back(p.written ? from.tensor(each).clone() : from.tensor(each));
        return list;
    }
    c10::List<std::optional<at::Tensor>> list;
    for (auto const& each : given) list.push_back(each.what == kind::none ? std::nullopt : std::optional(from.tensor(each)));
    return list;
}

c10::IValue list_of(parameter const& p, wire::descriptor const& d, reader const& from) {
    switch (p.type) {
    case wanted::tensor: return tensor_list(p, d, from);
    case wanted::integer: {
        c10::List<std::int64_t> list;
        if (d.what == kind::integer)
            for (auto i = std::max<std::int64_t>(p.length, 1); i-- > 0;) list.push_back(d.payload);
        else if (d.what == kind::integers)
            for (auto each : from.integers(d)) list.push_back(each);
        else
            mismatch(p);
        return list;
    }
    case wanted::real: {
        c10::List<double> list;
        if (d.what == kind::reals)
            for (auto each : from.reals(d)) list.push_back(each);
        else if (d.what == kind::integers)
            for (auto each : from.integers(d)) list.push_back(static_cast<double>(each));
        else
            mismatch(p);
        return list;
    }
    case wanted::flag: {
        c10::List<bool> list;
        if (d.what != kind::integers) mismatch(p);
        for (auto each : from.integers(d)) list.push_back(each != 0);
        return list;
    }
    default: mismatch(p);
    }
}

c10::IValue converted(parameter const& p, wire::descriptor const& d, reader const& from) {
    if (d.what == kind::none) {
        if (!p.optional) mismatch(p);
        return {};
    }
    if (p.list) return list_of(p, d, from);
    switch (p.type) {
    case wanted::tensor:
        if (d.what != kind::tensor) mismatch(p);
        return p.written ? from.tensor(d).clone() : from.tensor(d);
    case wanted::integer:
        if (d.what != kind::integer) mismatch(p);
        return d.payload;
    case wanted::real:
        if (d.what == kind::integer) return static_cast<double>(d.payload);
        if (d.what != kind::real) mismatch(p);
        return real_of(d);
    case wanted::flag:
        if (d.what != kind::flag) mismatch(p);
        return d.payload != 0;
    case wanted::text:
        if (d.what != kind::text) mismatch(p);
        return from.text(d);
    case wanted::scalar: return scalar_of(p, d);
    case wanted::scalar_type:
        if (d.what != kind::dtype) mismatch(p);
        return static_cast<std::int64_t>(scalar_type(d.element));
    default: mismatch(p);
    }
}

struct plan {
    c10::OperatorHandle operation;
    std::optional<c10::OperatorHandle> in_place; ///< the same, written over its first argument: "aten::exp_" of "aten::exp"
    std::vector<parameter> parameters;
    std::size_t arguments = 0;
};

std::string listed(std::vector<std::string> const& names) {
    std::string text;
    for (auto const& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

c10::OperatorHandle operator_named(std::string const& name) {
    auto const colon = name.find("::");
    auto const dot = name.find('.', colon == std::string::npos ? 0 : colon);
    c10::OperatorName wanted{name.substr(0, dot), dot == std::string::npos ? "" : name.substr(dot + 1)};
    auto& dispatcher = c10::Dispatcher::singleton();
    if (auto found = dispatcher.findSchema(wanted)) return *found;
    std::vector<std::string> overloads;
    for (auto const& known : dispatcher.getAllOpNames())
        if (known.name == wanted.name) overloads.push_back(known.overload_name.empty() ? "(no overload name)" : known.overload_name);
    throw refused("xamt: torch has no operator " + name +
                  (overloads.empty() ? "" : " (overloads of " + wanted.name + ": " + listed(overloads) + ")"));
}

/// The operator that does the same in place, if there is one with the same parameters.
std::optional<c10::OperatorHandle> in_place_of(c10::OperatorHandle const& operation) {
    auto const& name = operation.operator_name();
    auto const found = c10::Dispatcher::singleton().findSchema({name.name + "_", name.overload_name});
    if (!found) return std::nullopt;
    auto const &own = operation.schema().arguments(), &other = found->schema().arguments();
    auto const same = [](auto const& a, auto const& b) { return a.name() == b.name(); };
    bool const writes_first = !other.empty() && other[0].alias_info() && other[0].alias_info()->isWrite();
    return writes_first && std::equal(own.begin(), own.end(), other.begin(), other.end(), same) ? found : std::nullopt;
}

plan plan_from(std::string const& text) {
    auto const told = nlohmann::json::parse(text);
    auto const name = told.at("function").get<std::string>();
    plan made{operator_named(name), {}, {}, 0};
    made.in_place = in_place_of(made.operation);
    std::vector<std::string> names;
    for (auto const& argument : made.operation.schema().arguments()) {
        made.parameters.push_back(described(argument));
        if (argument.default_value()) made.parameters.back().otherwise = *argument.default_value();
        names.push_back(argument.name());
    }
    for (auto const& argument : told.value("arguments", nlohmann::json::array())) {
        auto const given = argument.at("name").get<std::string>();
        auto const found = std::find(names.begin(), names.end(), given);
        if (found == names.end()) throw refused("xamt: " + name + " has no parameter \"" + given + "\" (it has: " + listed(names) + ")");
        made.parameters[static_cast<std::size_t>(found - names.begin())].argument = static_cast<int>(made.arguments++);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto const& p = made.parameters[i];
        if (p.argument < 0 && !p.optional && !made.operation.schema().arguments()[i].default_value())
            throw refused("xamt: " + name + " needs its parameter \"" + p.name + "\", which is not bound (it has: " + listed(names) + ")");
    }
    return made;
}

/// Writes what an operator returned.
struct writer {
    xamt::outcome_writer& out;

    void add(wire::record& r, at::Tensor const& given) {
        if (!given.defined()) throw unsupported("unsupported result type undefined tensor");
        if (r.results_used == wire::most_results) throw unsupported("unsupported result of more than 5 tensors");
        auto const found = std::find(std::begin(scalar_types), std::end(scalar_types), given.scalar_type());
        if (found == std::end(scalar_types))
            throw unsupported(std::string("unsupported result type ") + c10::toString(given.scalar_type()));
        if (given.layout() != at::kStrided || !given.device().is_cpu())
            throw unsupported("unsupported result type: not a dense tensor on the CPU");
        if (given.dim() > static_cast<std::int64_t>(wire::most_rank))
            throw unsupported("unsupported result of rank " + std::to_string(given.dim()));
        auto const count = static_cast<std::uint64_t>(given.numel());
        if (count > (out.end - out.used) / given.itemsize()) throw no_room{};
        wire::descriptor d{
            kind::tensor, static_cast<xamt::dtype>(found - scalar_types), static_cast<std::uint8_t>(given.dim()), 0, 0, 0, {}};
        std::copy(given.sizes().begin(), given.sizes().end(), d.dims);
        auto* const at = out.reserve(r, d, count * given.itemsize());
        if (count == 0) return;
        auto const plain = given.resolve_conj().resolve_neg().contiguous();
        std::memcpy(at, plain.const_data_ptr(), count * given.itemsize());
    }

    template <class T> void add_number(wire::record& r, T number, xamt::dtype element) {
        if (r.results_used == wire::most_results) throw unsupported("unsupported result of more than 5 tensors");
        auto* const at = out.reserve(r, {kind::tensor, element, 0, 0, 0, 0, {}}, sizeof number);
        if (at == nullptr) throw no_room{};
        std::memcpy(at, &number, sizeof number);
    }

    void add(wire::record& r, c10::IValue const& v) {
        if (v.isTensor()) return add(r, v.toTensor());
        if (v.isInt()) return add_number(r, v.toInt(), xamt::dtype::int64);
        if (v.isDouble()) return add_number(r, v.toDouble(), xamt::dtype::float64);
        if (v.isBool()) return add_number(r, v.toBool(), xamt::dtype::boolean);
        if (v.isComplexDouble()) return add_number(r, v.toComplexDouble(), xamt::dtype::complex128);
        if (v.isList() || v.isTuple()) {
            if (v.isTuple())
                for (auto const& each : v.toTupleRef().elements()) add(r, each);
            else
                for (c10::IValue const& each : v.toListRef()) add(r, each);
            return;
        }
        throw unsupported("unsupported result type " + v.tagKind());
    }
};

/// The name under which Python users know a C++ error of torch.
std::string_view type_of(c10::Error const& e) {
    if (dynamic_cast<c10::IndexError const*>(&e)) return "IndexError";
    if (dynamic_cast<c10::ValueError const*>(&e)) return "ValueError";
    if (dynamic_cast<c10::TypeError const*>(&e)) return "TypeError";
    if (dynamic_cast<c10::NotImplementedError const*>(&e)) return "NotImplementedError";
    if (dynamic_cast<c10::LinAlgError const*>(&e)) return "LinAlgError";
    if (dynamic_cast<c10::OutOfMemoryError const*>(&e)) return "OutOfMemoryError";
    if (std::string_view(e.what_without_backtrace()).find("DefaultCPUAllocator: can't allocate memory") != std::string_view::npos)
        return "OutOfMemoryError";
    return "RuntimeError";
}

/// The operators that were asked for.
class program {
  public:
    std::string define(std::uint32_t number, std::string const& text) {
        try {
            plans_.insert_or_assign(number, plan_from(text));
            return "ok";
        } catch (refused const& e) {
            return std::string("fails refused: ") + e.what();
        } catch (std::exception const& e) {
            std::string_view const words = e.what();
            return "fails error: " + std::string(words.substr(0, words.find('\n')));
        }
    }

    void call(wire::record& r, std::byte* base, xamt::outcome_writer& out) {
        auto const used_before = out.used;
        try {
            run(r, base, out);
            return;
        } catch (no_room const&) {
            r.results_used = 0;
            r.outcome = wire::status::limit;
        } catch (refused const& e) {
            out.fail(r, "refused", e.what());
        } catch (unsupported const& e) {
            out.fail(r, "unsupported", e.what());
        } catch (c10::Error const& e) {
            out.fail(r, type_of(e), e.what_without_backtrace());
        } catch (std::bad_alloc const& e) {
            out.fail(r, "MemoryError", e.what());
        } catch (std::exception const& e) {
            out.fail(r, "RuntimeError", e.what());
        } catch (...) {
            out.fail(r, "unknown", "an exception that is no std::exception");
        }
        if (r.outcome == wire::status::limit) out.used = used_before;
        stack_.clear();
    }

  private:
    void run(wire::record& r, std::byte* base, xamt::outcome_writer& out) {
        auto const found = plans_.find(r.plan);
        if (found == plans_.end()) throw refused("no plan " + std::to_string(r.plan));
        auto const& made = found->second;
        if (r.arguments_used != made.arguments) throw refused("planned with another number of arguments");
        reader const from(base, static_cast<xamt::variant>(r.how));
        stack_.clear();
        for (auto const& p : made.parameters) stack_.push_back(p.argument < 0 ? p.otherwise : converted(p, r.arguments[p.argument], from));
        auto const given = static_cast<xamt::variant>(r.how) == xamt::variant::in_place && made.in_place ? stack_ : torch::jit::Stack{};
        made.operation.callBoxed(&stack_);
        if (!given.empty()) write_in_place(*made.in_place, given);
        r.results_used = 0;
        for (auto const& v : stack_) writer{out}.add(r, v);
        if (r.results_used == 0) throw unsupported("unsupported result type: nothing");
        r.outcome = wire::status::value;
    }

    /// Puts what the operator writes over a copy of its first argument in the place of the plain result, where it has the same form: a comparison
    /// in place gives numbers, and a result of another shape or dtype cannot be written there.
    void write_in_place(c10::OperatorHandle const& operation, torch::jit::Stack given) {
        if (stack_.size() != 1 || !stack_[0].isTensor() || !given[0].isTensor()) return;
        auto const& plain = stack_[0].toTensor();
        auto const first = given[0].toTensor().clone();
        if (!plain.defined() || plain.sizes() != first.sizes() || plain.scalar_type() != first.scalar_type()) return;
        given[0] = first;
        try {
            operation.callBoxed(&given);
            stack_ = std::move(given);
        } catch (c10::Error const&) { // what cannot be done in place is no difference
        }
    }

    std::map<std::uint32_t, plan> plans_;
    torch::jit::Stack stack_;
};

std::string hello(xamt::host_arguments const& o) {
    nlohmann::ordered_json const j{
        {"column", o.column},
        {"framework", "torch"},
        {"version", TORCH_VERSION},
        {"python", nullptr},
        {"switches", {{"cpu_capability", at::get_cpu_capability()}, {"inference_mode", true}, {"calls", "boxed"}}},
        {"rss_mb", xamt::detail::resident_mb()}};
    return j.dump();
}

} // namespace

int main(int argc, char** argv) {
    auto asked = xamt::host_arguments::from({argv, static_cast<std::size_t>(argc)});
    if (asked.column.empty()) asked.column = "torch";
    xamt::detail::guard_host(asked);
    at::set_num_threads(1);
    // Symbolising a stack for every refused call costs 250 times the call.
    c10::SetStackTraceFetcher(std::function<std::string()>([] { return std::string(); }));
    c10::InferenceMode const inference;
    c10::Dispatcher::singleton();
    program operators;
    return xamt::serve(operators, asked, hello(asked));
}

/// @file
/// A backend that holds models, in a host process: questions to it and its answers.
///
/// Place in the pipeline: localise. The process is a `host` like those of the API campaign, with the same shared memory, limits and outcomes
/// of death and hang; only its plans are other ones (`tools/hosts/models`). Every question goes through one of a few slots of the shared
/// memory, so that several can be open at once and answers can be compared where they lie.
#pragma once

#include <xamt/localise/graph_text.hpp>
#include <xamt/run/host.hpp>
#include <xamt/run/pump.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What the slots of a backend's shared memory are used for.
enum class model_slot : std::uint32_t { free_run, replay, reference, depth };

/// Which of a backend's models is meant: in the dtype that is tested, or in float64.
enum class precision : std::int64_t { tested, float64 };

class model_backend {
  public:
    static constexpr std::uint32_t lanes = 4;

    static result<model_backend> start(host_options options) {
        options.memory_map.slots = lanes;
        auto h = host::start(std::move(options));
        if (!h) return h.failure();
        return model_backend(std::make_unique<host>(std::move(*h)));
    }

    [[nodiscard]] host& process() const { return *host_; }
    [[nodiscard]] std::string const& name() const { return host_->column(); }
    [[nodiscard]] bool down() const { return host_->state() == host::condition::down; }

    /// Asks; the answer comes while hosts are pumped. Small numbers (or JSON as bytes) first, then tensors for the model.
    void ask(model_slot at, std::string_view mode, std::span<std::int64_t const> numbers, std::span<ndarray_view const> tensors = {}) {
        ask(at, mode,
            ndarray_view{dtype::int64, {static_cast<std::int64_t>(numbers.size())}, reinterpret_cast<std::byte const*>(numbers.data())},
            tensors);
    }
    void ask(model_slot at, std::string_view mode, std::string const& json, std::span<ndarray_view const> tensors = {}) {
        ask(at, mode, ndarray_view{dtype::uint8, {static_cast<std::int64_t>(json.size())}, reinterpret_cast<std::byte const*>(json.data())},
            tensors);
    }
    [[nodiscard]] bool answered(model_slot at) const { return host_->finished(slot(at)); }
    /// The answer, as long as the slot is not released; absent afterwards, though the memory still holds what it was.
    [[nodiscard]] outcome_view answer(model_slot at) const {
        if (!refused_[slot(at)] && host_->slot(slot(at)).empty()) return {};
        if (refused_[slot(at)]) {
            outcome_view v;
            v.is = ending::limit;
            v.message = "the tensors do not fit into the shared memory";
            return v;
        }
        return host_->outcome(slot(at), 0);
    }
    void release(model_slot at) {
        refused_[slot(at)] = false;
        host_->release(slot(at));
    }

    /// Waits for an answer and takes a copy of it, for what need not be quick.
    [[nodiscard]] outcome wait_for(model_slot at) {
        host* const one[] = {host_.get()};
        while (!answered(at) && !refused_[slot(at)]) pump(one, std::chrono::duration<double>(1));
        auto o = owned(answer(at));
        release(at);
        return o;
    }
    /// Whether an answer is still to come.
    [[nodiscard]] bool open(model_slot at) const { return !refused_[slot(at)] && !answered(at); }

  private:
    explicit model_backend(std::unique_ptr<host> h) : host_(std::move(h)) {}

    [[nodiscard]] static std::uint32_t slot(model_slot at) { return static_cast<std::uint32_t>(at); }

    void ask(model_slot at, std::string_view mode, ndarray_view first, std::span<ndarray_view const> tensors) {
        auto const plan = host_->define("{\"mode\":\"" + std::string(mode) + "\"}");
        std::span<ndarray_view const> const arguments[] = {{&first, 1}, tensors};
        refused_[slot(at)] = host_->slot(slot(at)).add(plan, arguments) != added::yes;
        if (!refused_[slot(at)]) host_->submit(slot(at));
    }

    std::unique_ptr<host> host_;
    std::array<bool, lanes> refused_{};
};

/// Pumps all backends until none of them owes an answer in that slot.
inline void await(std::span<model_backend* const> backends, std::initializer_list<model_slot> at) {
    std::vector<host*> hosts;
    for (auto* b : backends) hosts.push_back(&b->process());
    auto const asked = [&](model_backend const& b, model_slot l) { return !b.process().slot(static_cast<std::uint32_t>(l)).empty(); };
    auto const done = [&] {
        for (auto* b : backends)
            for (auto l : at)
                if (asked(*b, l) && b->open(l)) return false;
        return true;
    };
    while (!done()) pump(hosts, std::chrono::duration<double>(1));
}

/// Whether an answer tells that the process was lost, with the model that it held, rather than what came of the question.
[[nodiscard]] inline bool was_lost(outcome_view const& v) {
    return v.host_lost || (v.is == ending::error && v.error_type == "LookupError" && v.message.starts_with("no model is loaded"));
}

} // namespace v0
} // namespace xamt

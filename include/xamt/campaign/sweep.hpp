/// @file
/// Streams the numbers of a dtype through one function of every column and counts errors against the right answers.
///
/// Place in the pipeline: campaign. Hosts, lanes and seats are those of every campaign; a piece of the number line is one evaluation. While
/// the hosts work on one piece, the right answers of the next are computed and the last one is counted. What is counted goes out by
/// chunks of 16 pieces, so that whoever keeps them can continue later.
#pragma once

#include <xamt/align/convert.hpp>
#include <xamt/campaign/dispatcher.hpp>
#include <xamt/compare/bound.hpp>
#include <xamt/compare/count_errors.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace xamt {
inline namespace v0 {

/// What one column contributed.
struct swept_column {
    error_tally tally;
    std::uint64_t lost = 0; ///< inputs without an answer
    std::string why; ///< the first reason for that
};
/// What the columns of a group (its seats, in order) contributed to one chunk.
struct swept_chunk {
    std::uint64_t index = 0;
    std::uint64_t inputs = 0;
    std::uint64_t judged = 0; ///< inputs for which the last judge was asked
    std::vector<swept_column> columns;
};

/// Where the time of the campaign's thread went, in seconds of its processor.
struct sweep_seconds {
    double handing = 0, right = 0, counting = 0;
};

/// A function of one floating tensor, element by element, all of whose other parameters have defaults: what a sweep can do.
[[nodiscard]] inline bool can_be_swept(api_description const& api, dtype type) {
    if (!api.pointwise || api.output_count != 1) return false;
    std::size_t tensors = 0;
    for (auto const& p : api.takes()) {
        if (p.what == kind::tensor && p.types.contains(type) && is_floating(type))
            ++tensors;
        else if (p.what == kind::tensor || p.what == kind::tensors || !(p.fallback.present() || p.may_be_none))
            return false;
    }
    return tensors == 1;
}

/// Its arguments for one tensor: the defaults of everything else.
[[nodiscard]] inline std::vector<value> sweep_arguments(api_description const& api, ndarray x) {
    std::vector<value> arguments;
    for (auto const& p : api.takes())
        if (p.what == kind::tensor)
            arguments.emplace_back(std::move(x));
        else
            arguments.push_back(p.fallback.present() ? to_value(p.fallback) : value(none{}));
    return arguments;
}

[[nodiscard]] inline std::size_t swept_tensor(api_description const& api) {
    std::size_t i = 0;
    while (i < api.parameter_count && api.parameters[i].what != kind::tensor) ++i;
    return i;
}

/// One sweep of one group. Chunks are taken in the order given; `done` gets each as soon as it is counted, and ends the sweep with false.
template <class Number> class sweep {
  public:
    using taker = std::function<bool(swept_chunk&&)>;

    sweep(dispatcher& columns, group_table const& table, number_line line, high_precision judge)
        : columns_(columns), table_(table), line_(line), hand_(table.api->name, line.type, judge) {
        auto const bound = bound_for(*table.api, line.type, 1);
        allowed_ = {bound.table, bound.amplified};
    }

    [[nodiscard]] sweep_seconds const& seconds() const { return seconds_; }

    void run(std::span<std::uint64_t const> chunks, taker const& done) {
        std::deque<std::pair<std::uint64_t, std::uint64_t>> ahead; // chunk, piece
        auto chunk = chunks.begin();
        while (!columns_.interrupted()) {
            while (ahead.size() < 4 * pieces_a_chunk && chunk != chunks.end()) {
                for (auto p = *chunk * pieces_a_chunk; p < (std::min)((*chunk + 1) * pieces_a_chunk, line_.pieces()); ++p)
                    ahead.emplace_back(*chunk, p);
                ++chunk;
            }
            if (ahead.empty() && under_way_.empty()) break;
            if (!ahead.empty() && under_way_.size() < most_under_way) {
                begin(ahead.front().second, ahead.front().first);
                ahead.pop_front();
                continue;
            }
            columns_.wait_until([&] { return under_way_.front().of->finished(); });
            if (columns_.interrupted()) break;
            bool const last = ahead.empty() && under_way_.size() == 1;
            if (!count_first(last || (under_way_.size() > 1 ? under_way_[1].chunk : ahead.front().first) != under_way_.front().chunk, done))
                break;
        }
        under_way_.clear();
        current_ = {};
    }

  private:
    /// Each host has two slots; with three evaluations it never waits for the counting.
    static constexpr std::size_t most_under_way = 3;

    struct flight {
        std::uint64_t chunk = 0, piece = 0;
        std::shared_ptr<evaluation> of;
        std::vector<Number> inputs;
        right_answers<Number> right;
    };

    /// Adds the time of this thread since it was made to a sum.
    class timed {
      public:
        explicit timed(double& sum) : sum_(sum), began_(now()) {}
        ~timed() { sum_ += now() - began_; }
        timed(timed const&) = delete;
        timed& operator=(timed const&) = delete;

      private:
        static double now() {
            timespec t{};
            ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
            return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
        }
        double& sum_;
        double began_;
    };

    /// The elements of a tensor of the line's dtype as numbers.
    void numbers(ndarray_view const& t, std::vector<Number>& into) const {
        auto const n = static_cast<std::size_t>(t.size());
        into.resize(n);
        visit_dtype(t.type, [&]<class T>(std::type_identity<T>) {
            if constexpr (std::is_same_v<T, Number>)
                std::copy_n(t.as<T>().begin(), n, into.begin());
            else if constexpr (std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>)
                for (std::size_t i = 0; i < n; ++i) into[i] = static_cast<Number>(widen(t.as<T>()[static_cast<std::int64_t>(i)]));
        });
    }

    void begin(std::uint64_t piece, std::uint64_t chunk) {
        flight f;
        if (!spare_.empty()) {
            f = std::move(spare_.back());
            spare_.pop_back();
        }
        f.chunk = chunk, f.piece = piece;
        {
            timed const t(seconds_.handing);
            std::vector<std::vector<value>> trials;
            trials.push_back(sweep_arguments(*table_.api, line_.inputs(piece)));
            f.of = columns_.begin(table_, std::move(trials), column_set::all(table_.seats.size()));
        }
        timed const t(seconds_.right);
        auto const& arguments = f.of->arguments.front();
        numbers(std::get<ndarray>(arguments[swept_tensor(*table_.api)]).view(), f.inputs);
        hand_.answer(std::span<Number const>(f.inputs), arguments, f.right);
        under_way_.push_back(std::move(f));
    }

    /// Counts the first piece under way; hands its chunk on if that is complete. False if the sweep is to end.
    bool count_first(bool completes, taker const& done) {
        timed const t(seconds_.counting);
        flight f = std::move(under_way_.front());
        under_way_.pop_front();
        current_.index = f.chunk;
        current_.inputs += 2 * line_.run * line_.runs_of(f.piece);
        current_.judged += f.right.judged;
        current_.columns.resize(table_.seats.size());
        swept_piece<Number> const piece{&line_, f.piece, f.inputs, &f.right, &hand_.function(), allowed_};
        for (std::size_t s = 0; s < table_.seats.size(); ++s)
            count_column(piece, f.of->outcomes.front()[s], table_.seats[s], current_.columns[s]);
        f.of.reset();
        spare_.push_back(std::move(f));
        if (!completes) return true;
        return done(std::exchange(current_, {}));
    }

    void count_column(swept_piece<Number> const& piece, outcome const& o, seat const& s, swept_column& into) {
        std::string why;
        if (o.is != ending::value)
            why = !s.left_out.empty()    ? s.left_out
                  : o.message.empty()    ? std::string(name_of(o.is))
                  : o.error_type.empty() ? o.message
                                         : o.error_type + ": " + o.message;
        else if (o.outputs.size() != 1 || o.outputs.front().type() != line_.type)
            why = o.outputs.empty()
                      ? "gives nothing"
                      : "gives " + std::string(name_of(o.outputs.front().type())) + " for " + std::string(name_of(line_.type));
        else if (o.outputs.front().size() != static_cast<std::int64_t>(piece.inputs.size()))
            why = "gives another number of elements";
        if (!why.empty()) {
            into.lost += 2 * line_.run * line_.runs_of(piece.index);
            if (into.why.empty()) into.why = why;
            return;
        }
        auto const& y = o.outputs.front();
        if (dtype_of<Number> == line_.type) {
            count_errors(piece, std::span<Number const>(y.template as<Number>().data, piece.inputs.size()), into.tally);
        } else {
            numbers(y.view(), got_);
            count_errors(piece, std::span<Number const>(got_), into.tally);
        }
    }

    dispatcher& columns_;
    group_table const& table_;
    number_line line_;
    right_hand hand_;
    allowance allowed_;
    sweep_seconds seconds_;
    std::deque<flight> under_way_;
    std::vector<flight> spare_;
    swept_chunk current_;
    std::vector<Number> got_;
};

} // namespace v0
} // namespace xamt

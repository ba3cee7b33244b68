/// @file
/// The work of `xamt match`: candidates by text, their calls, verdicts, groups.
#pragma once

#include "match_catalogue.hpp"
#include "prober_pool.hpp"
#include "shared_form.hpp"

#include <xamt/match/cluster.hpp>
#include <xamt/match/text_match.hpp>
#include <xamt/match/verdict.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace xamt_command {

/// A callable in a matched group.
struct matched_member {
    std::size_t which = 0;          ///< in the universe
    std::vector<std::string> names; ///< that have the group's meaning
    std::string recipe;             ///< what to do to get the group's result, or nothing
};

struct matched_group {
    std::string name;         ///< the one that most members have
    std::string about;        ///< the concept, with the number of dimensions
    std::string kind, status; ///< confirmed, confirmed with recipe, accepted
    std::vector<matched_member> members;
    int scenarios = 0, distinct = 0; ///< that the best pair agrees on
    std::optional<shared_form> form = std::nullopt; ///< calls that gave the same, for `xamt fuzz`
};

/// A member of a text group that execution did not confirm.
struct open_candidate {
    std::string group;
    std::size_t which = 0;
    std::string status, reason; ///< contradicted, not run, open
};

struct match_counts {
    std::size_t objects = 0, candidates = 0, accepted_groups = 0, accepted_objects = 0, confirmed_groups = 0, confirmed_objects = 0;
    std::array<std::size_t, 8> by_width{}; ///< confirmed groups by their number of frameworks
};

struct match_options {
    std::vector<std::string> frameworks;
    std::vector<std::string> catalogues; ///< files of other libraries that take part
    bool confirm = false;
    int processes = 2;
};

/// Calls that Keras is to make on another backend: of these scenarios, with these changes and conventions.
struct second_opinion {
    std::set<std::size_t> scenarios;
    std::set<std::string> changes{""}, structures{""};
};

/// A call by the name of what is called.
struct direct_call {
    std::string framework, name, text;
};

/// Keras computes with one of these; what only it and PyTorch agree on is tried with the other.
inline constexpr char keras_backend[] = "torch", other_keras_backend[] = "jax";

/// Whether single calls say something about a callable.
[[nodiscard]] bool can_be_tried(xamt::described_callable const& d);

class matcher {
  public:
    matcher(xamt::toolbox tools, match_options options) : tools_(std::move(tools)), options_(std::move(options)) {}

    /// Catalogues and candidates.
    [[nodiscard]] result<xamt::none> describe();
    /// Runs what the candidates need, and judges them.
    [[nodiscard]] result<xamt::none> confirm();
    /// Groups by text alone.
    void accept();

    [[nodiscard]] std::vector<xamt::public_callable> const& universe() const { return universe_; }
    [[nodiscard]] std::vector<xamt::described_callable> const& described() const { return described_; }
    [[nodiscard]] std::vector<xamt::text_group> const& candidates() const { return candidates_; }
    [[nodiscard]] std::vector<matched_group> const& groups() const { return groups_; }
    [[nodiscard]] std::vector<open_candidate> const& open() const { return open_; }
    [[nodiscard]] xamt::behaviour const& behaviour_of(std::size_t which) const { return behaviours_[which]; }
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> versions() const;
    [[nodiscard]] match_counts counts() const;
    [[nodiscard]] double text_seconds() const { return text_seconds_; }

    /// Behaviours of these callables only; for `--why`.
    [[nodiscard]] result<xamt::none> observe(std::vector<std::size_t> const& wanted);
    [[nodiscard]] xamt::pair_verdict judged(std::size_t a, std::size_t b) const;
    /// What these calls give, one answer each, from the cache where they are known.
    [[nodiscard]] result<std::vector<std::string>> ask(std::vector<direct_call> const& calls);
    /// A callable by any of its names.
    [[nodiscard]] std::size_t find(std::string_view name) const;

  private:
    struct planned;
    void plan(std::size_t which, std::vector<std::size_t> const& scenario_numbers, std::vector<planned>& to,
              std::string const& backend) const;
    [[nodiscard]] result<xamt::none> run(std::vector<planned> const& plans);
    [[nodiscard]] result<xamt::none> ask_second_opinions();
    [[nodiscard]] std::vector<std::size_t> scenarios_of_partners(std::size_t which, std::set<std::size_t> const& without) const;
    void judge_group(xamt::text_group const& group);
    void join_homonyms(xamt::text_group const& group);
    void leave_joined_out();
    void emit(xamt::text_group const& group, std::vector<std::size_t> const& cluster, std::vector<xamt::judged_pair> const& pairs);
    [[nodiscard]] std::optional<shared_form> form_of(matched_group const& made) const;
    [[nodiscard]] matched_member member(xamt::text_group const& group, std::size_t at) const;
    [[nodiscard]] outcome_cache& cache_of(std::string const& framework, std::string const& backend);
    [[nodiscard]] xamt::public_catalogue const* catalogue_of(std::string const& framework) const;
    [[nodiscard]] probe_job job_for(std::string const& framework, std::string const& backend, std::string const& api) const;
    [[nodiscard]] std::string version_of(std::string const& framework) const;
    [[nodiscard]] bool independent(xamt::text_group const& group, std::vector<std::size_t> const& cluster,
                                   std::vector<xamt::judged_pair> const& pairs);

    xamt::toolbox tools_;
    match_options options_;
    catalogues_found catalogues_;
    std::vector<xamt::public_callable> universe_;
    std::vector<xamt::described_callable> described_;
    std::vector<xamt::text_group> candidates_;
    std::vector<xamt::behaviour> behaviours_, second_opinions_; ///< by callable; of Keras on another backend
    std::vector<matched_group> groups_;
    std::vector<open_candidate> open_;
    std::map<std::size_t, second_opinion> doubtful_; ///< Keras functions that only Keras's own backend agrees with
    std::map<std::size_t, std::string> joined_; ///< homonyms, and the concept of the group that they were found to belong to
    std::set<std::size_t> certain_;  ///< confirmed with the meaning that their names have for certain
    std::map<std::string, std::unique_ptr<outcome_cache>> caches_;
    double text_seconds_ = 0;
};

} // namespace xamt_command

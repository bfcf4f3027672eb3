#include "memetik/search/compromise.hpp"

#include <algorithm>

namespace memetik {

namespace {

constexpr int settle_quota = 60;  // evaluations; a run that needs more is seldom the best

}  // namespace

Compromise::Compromise(const Problem& problem, const StartSources& sources, bool eased)
    : problem_(&problem),
      objective_(problem, eased),
      settle_(problem),
      starts_(problem, sources),
      q_(static_cast<std::size_t>(problem.tree().dof())),
      start_(q_.size()) {}

bool Compromise::run(const Query& query, Solution& solution, std::int64_t budget, Stop& stop) {
  objective_.set_parameters(query.parameters);
  const std::int64_t end = solution.evaluations + budget;
  while (solution.evaluations < end && !stop.requested()) {
    for (int l = 0; l < pack_lanes; ++l) {
      solution.evaluations += starts_.random(query, static_cast<int>(solution.starts++), start_.data(), stop);
      for (std::size_t i = 0; i < q_.size(); ++i) q_[i].set(l, start_[i]);
    }
    const auto result = settle_.run(query, objective_, q_.data(), settle_quota, stop);
    solution.evaluations += static_cast<std::int64_t>(pack_lanes) * result.evaluations;
    for (int l = 0; l < pack_lanes; ++l) {
      const bool accepted = lane_bits(result.accepted) >> l & 1;
      if (!accepted && !(result.cost[l] < solution.cost)) continue;
      for (std::size_t i = 0; i < q_.size(); ++i) solution.q[i] = q_[i][l];
      solution.cost = result.cost[l];
      if (accepted) return true;
    }
  }
  return false;
}

}  // namespace memetik

#include "memetik/search/compromise.hpp"

#include <algorithm>

namespace memetik {

namespace {

constexpr double rough_gain = 1e-4;
constexpr int polish_quota = 200;
constexpr int settle_quota = 60;  // evaluations; a run that needs more is seldom the best
// A search of few variables has converged after so many descents in vain, of more variables later.
constexpr int few_variables = 12, patience_of_few = 24, patience_of_many = 32;
constexpr double min_gain = 0.01;  // a descent is in vain if it lowers the best cost by a smaller share

}  // namespace

Compromise::Compromise(const Problem& problem, const StartSources& sources, Verifier& verifier, bool eased)
    : problem_(&problem),
      verifier_(&verifier),
      objective_(problem, eased),
      settle_(problem),
      single_(problem, eased),
      polish_(problem),
      starts_(problem, sources),
      q_(static_cast<std::size_t>(problem.tree().dof())),
      start_(q_.size()) {}

void Compromise::begin(double best_cost) {
  best_ = best_cost;
  in_vain_ = 0;
}

bool Compromise::converged() const {
  const bool few = static_cast<int>(problem_->active().size()) <= few_variables;
  return in_vain_ >= (few ? patience_of_few : patience_of_many);
}

void Compromise::run(const Query& query, Solution& solution, int& attempts, std::int64_t budget, Stop& stop) {
  objective_.set_parameters(query.parameters);
  const std::int64_t end = solution.evaluations + budget;
  while (solution.evaluations < end && solution.status != Status::solved && !converged() && !stop.requested()) {
    for (int l = 0; l < pack_lanes; ++l) {
      solution.evaluations += starts_.random(query, attempts++, start_.data(), stop);
      for (std::size_t i = 0; i < q_.size(); ++i) q_[i].set(l, start_[i]);
    }
    const auto left = static_cast<int>(std::clamp<std::int64_t>(
        (end - solution.evaluations) / pack_lanes, 1, settle_quota));
    const auto result = settle_.run(query, objective_, q_.data(), left, stop, rough_gain);
    solution.evaluations += static_cast<std::int64_t>(pack_lanes) * result.evaluations;
    for (int l = 0; l < pack_lanes; ++l) {
      const bool accepted = lane_bits(result.accepted) >> l & 1;
      count(result.cost[l], lane_bits(result.converged) >> l & 1);
      if (!accepted && !(result.cost[l] <= 1.01 * best_)) continue;
      for (std::size_t i = 0; i < q_.size(); ++i) start_[i] = q_[i][l];
      verifier_->offer(query, solution, start_, {.stage = Stage::settle});
      if (solution.status == Status::solved) return;
    }
    if (in_vain_ < pack_lanes) polish(query, solution, stop);
    if (solution.status == Status::solved) return;
  }
}

// Descends from the solution until it has converged.
void Compromise::polish(const Query& query, Solution& solution, Stop& stop) {
  single_.set_parameters(query.parameters);
  std::vector<double> q = solution.q;
  const Stage stage = solution.stage;
  const auto result = polish_.run(query, single_, q.data(), polish_quota, stop);
  solution.evaluations += result.evaluations;
  best_ = std::min(best_, result.cost);
  verifier_->offer(query, solution, std::move(q), {.stage = stage});
}

void Compromise::count(double cost, bool converged) {
  if (cost < (1 - min_gain) * best_)
    in_vain_ = 0;
  else if (converged)
    ++in_vain_;
  best_ = std::min(best_, cost);
}

}  // namespace memetik

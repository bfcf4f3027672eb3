#include "memetik/search/local/sublevel_descent.hpp"

#include <algorithm>

#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

constexpr double min_gain = 1e-3;  // the descent ends if a step gains less, relative to the cost
constexpr double min_step = 1e-4;  // [rad, m] it ends if a step below this fails
constexpr double max_fall = 5;     // of the primary cost, in multiples of its room to rise
constexpr int projections = 5;     // maximum reach steps back to the required goals

}  // namespace

SublevelDescent::SublevelDescent(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      reach_(problem),
      model_(problem),
      trial_(static_cast<std::size_t>(problem.tree().dof())) {
  if (problem.required_rows() == 0) return;
  required_ = std::make_unique<Objective<double>>(problem);
  std::size_t errors = 0;
  for (const Goal& goal : problem.goals()) errors += static_cast<std::size_t>(goal.kernel->error_count(goal));
  errors_.resize(errors);
}

SublevelDescent::Costs SublevelDescent::costs(const Objective<double>& objective) {
  const double secondary = objective.secondary_cost();
  return {objective.cost() - secondary - objective.required_cost(), secondary};
}

// Reach steps of the required goals alone. Returns the evaluations spent.
int SublevelDescent::restore_required(Stop& stop) {
  if (!required_) return 0;
  for (int k = 1; k <= projections; ++k) {
    required_->linearize(trial_.data(), Scope::primary);
    if (required_->accepted() || stop.requested()) return k;
    reach_.apply(*required_, trial_.data());
  }
  return projections;
}

bool SublevelDescent::keeps_required() {
  if (!required_) return true;
  required_->measure(trial_.data(), errors_.data());
  return required_->violation() <= (1 + 1e-3) * violation_;
}

int SublevelDescent::run(const Query& query, Objective<double>& objective, double* q, double limit,
                         int max_evaluations, Stop& stop) {
  if (count_ == 0) return 0;
  reach_.bounds().set_query(query);
  if (required_) {
    parameters_.assign(query.parameters.begin(), query.parameters.end());
    for (const Goal& goal : problem_->goals())
      if (goal.priority != Priority::required) parameters_[static_cast<std::size_t>(goal.parameter)] = 0;
    required_->set_parameters(parameters_);
    required_->measure(q, errors_.data());
    violation_ = required_->violation();
  }
  objective.linearize(q, Scope::all);
  Costs now = costs(objective);
  model_.begin(objective);
  int evaluations = 1;
  bool fresh = false;  // H_p is the one at q
  const double room = limit - now.primary, floor = now.primary - max_fall * room;
  double lambda = 0;
  while (evaluations < max_evaluations && now.secondary > 0 && !stop.requested()) {
    const BoxStep& step = model_.find_step(reach_.bounds(), q, lambda, limit - now.primary);
    step.apply(*problem_, query, q, trial_);
    evaluations += 1 + restore_required(stop);
    objective.linearize(trial_.data(), Scope::all);
    const Costs trial = costs(objective);
    const bool fits = trial.primary >= floor && trial.primary <= limit;
    if (fits && trial.secondary < now.secondary && keeps_required()) {
      const bool worth_it = now.secondary - trial.secondary > min_gain * now.secondary;
      if (worth_it) model_.move(objective, q, trial_.data());
      std::copy(trial_.begin(), trial_.end(), q);
      now = trial;
      limit = std::min(limit, now.primary + room);
      if (!worth_it) break;
      fresh = false;
      lambda *= 0.3;
    } else if (!fresh) {
      if (evaluations + static_cast<int>(count_) >= max_evaluations) break;
      evaluations += model_.find_hessian(objective, reach_.bounds(), q);
      fresh = true;
    } else {
      if (step.below(min_step)) break;
      lambda = std::max(4 * lambda, 1e-2 * model_.size());
    }
  }
  return evaluations;
}

}  // namespace memetik

#include "memetik/search/evolve/fitness.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/objective/kernel.hpp"

namespace memetik {

int error_count(const Problem& problem, Scope scope) {
  int count = 0;
  for (const Goal& goal : problem.goals())
    if (goal.decides_success() || (scope == Scope::all && goal.priority == Priority::secondary))
      count += goal.kernel->error_count(goal);
  return std::max(count, 1);
}

MeanError::MeanError(Objective<double>& objective, Scope scope)
    : objective_(&objective), scope_(scope), errors_(error_count(objective.problem(), scope)) {
  objective.record_cost_terms();
}

Differentiable::Value MeanError::at(const double* q, double* gradient) {
  objective_->linearize(q, scope_);
  const auto count = static_cast<int>(objective_->problem().active().size());
  std::fill_n(gradient, count, 0.0);
  for (const CostTerm<double>& term : objective_->cost_terms()) {
    const double size = std::sqrt(term.cost);
    if (!(size > 0)) continue;  // the fitness is not differentiable here; zero is a subgradient
    const double share = term.factor / (size * errors_);
    for (int c = 0; c < count; ++c) {
      double sum = 0;
      for (int row = term.first; row < term.last; ++row)
        sum += objective_->column(c)[row] * objective_->residuals()[row];
      gradient[c] += share * sum;
    }
  }
  return {fitness(FitnessKind::mean, errors_, *objective_), objective_->accepted()};
}

}  // namespace memetik

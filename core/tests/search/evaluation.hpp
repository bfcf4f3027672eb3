// An independent evaluation of a configuration, to check the results that a search reports.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

// The cost of the secondary goals at the last evaluation.
inline double secondary_cost_of(const Objective<double>& objective) {
  const double* residuals = objective.residuals();
  double cost = 0;
  for (int k = objective.problem().primary_rows(); k < objective.problem().rows(); ++k)
    cost += residuals[k] * residuals[k];
  return cost;
}

struct Evaluation {
  bool accepted;
  double cost, secondary_cost;

  Evaluation(const Problem& problem, const std::vector<double>& q, bool eased = false) {
    Objective<double> objective(problem, eased);
    objective.evaluate(q.data(), Scope::primary);
    accepted = objective.accepted();
    cost = objective.cost();
    objective.evaluate(q.data(), Scope::all);
    secondary_cost = secondary_cost_of(objective);
  }
};

}  // namespace memetik

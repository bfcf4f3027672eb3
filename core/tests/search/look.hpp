// A fresh look at a configuration: what the goals say of it, whatever the search claims that found it.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"

namespace memetik {

struct Look {
  bool accepted;
  double cost, secondary_cost = 0;

  Look(const Problem& problem, const std::vector<double>& q, bool eased = false) {
    Objective<double> objective(problem, eased);
    objective.evaluate(q.data(), Scope::primary);
    accepted = objective.accepted();
    cost = objective.cost();
    objective.evaluate(q.data(), Scope::all);
    for (int k = problem.primary_rows(); k < problem.rows(); ++k)
      secondary_cost += objective.residuals()[k] * objective.residuals()[k];
  }
};

}  // namespace memetik

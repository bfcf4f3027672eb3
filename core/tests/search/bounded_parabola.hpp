// Parabolas within bounds, whose minimum is known: every variable is at its target, or at the bound nearest
// to it.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "random_goals.hpp"
#include "search/slides.hpp"

namespace memetik {

struct BoundedParabola {
  std::vector<double> lower, upper, start;
  GoalSpec goal;

  explicit BoundedParabola(Random& random) {
    const auto n = static_cast<std::size_t>(1 + random.integer(12));
    goal.kind = GoalKind::stay_close;
    goal.variables.resize(n);
    std::iota(goal.variables.begin(), goal.variables.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
      lower.push_back(random.uniform(-2, 0));
      upper.push_back(random.uniform(0.1, 2));
      goal.target.push_back(random.uniform(-4, 4));
      start.push_back(random.uniform(lower[i], upper[i]));
      goal.variable_weights.push_back(random.uniform(0.1, 3));
    }
  }
  Tree tree() const { return slides(lower, upper); }
  void check_minimum(const std::vector<double>& q, double tolerance) const {
    for (std::size_t i = 0; i < q.size(); ++i)
      CHECK_NEAR(q[i], std::clamp(goal.target[i], lower[i], upper[i]), tolerance);
  }
};

template <class Visit>
void for_each_bounded_parabola(Visit visit) {
  Random random(1);
  for (int example = 0; example < 50; ++example) visit(BoundedParabola(random));
}

}  // namespace memetik

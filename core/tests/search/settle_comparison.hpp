// Compares the minima that another local search finds with those of Settle.
#pragma once

#include <vector>

#include "memetik/search/local/settle.hpp"
#include "search/tip_goals.hpp"

namespace memetik {

// The share of problems, two contradicting positions of an arm's tip, in which the other search ends about as
// low as Settle from the same start. descend(tree, goals, start) returns the final cost of the other search.
template <class Descend>
double share_as_low_as_settle(int max_evaluations, Descend descend) {
  int as_low = 0, tried = 0;
  for_each_arm(20, 2, [&](Random& random, const Tree& tree, const Arm& arm) {
    const GoalSpec one = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position),
                   other = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position);
    const std::vector<Goal> goals{one, other};
    auto q = inside_limits(random, tree);
    const double cost = descend(tree, goals, q);
    const Problem problem(tree, goals);
    Objective<double> objective(problem);
    Settle<double> settle(problem);
    Stop stop;
    as_low += cost <= 1.01 * settle.run({}, objective, q.data(), max_evaluations, stop).cost;
    ++tried;
  });
  return static_cast<double>(as_low) / tried;
}

}  // namespace memetik

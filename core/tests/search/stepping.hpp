// Local steps, taken one at a time.
#pragma once

#include <vector>

#include "memetik/search/local/local_step.hpp"
#include "search/query_case.hpp"
#include "search/tip_goals.hpp"

namespace memetik {

// Takes a step from the start of the query case. Returns the change of the variables, empty if there was no
// step.
inline std::vector<double> step_from_start(LocalStep& step, const QueryCase& query_case) {
  std::vector<double> q = query_case.start;
  step.set_query(query_case.query);
  step.begin(RandomStream(1));
  step.evaluate(q.data());
  if (!step.step(q.data())) return {};
  for (std::size_t i = 0; i < q.size(); ++i) q[i] -= query_case.start[i];
  return q;
}

// Steps until all primary goals are met, the search ends, or the maximum number of steps is taken. Returns
// the number of steps.
inline int follow(LocalStep& step, const QueryCase& query_case, std::vector<double>& q, int max_steps) {
  step.set_query(query_case.query);
  step.begin(RandomStream(1));
  int taken = 0;
  for (step.evaluate(q.data()); taken < max_steps && !step.accepted(); step.evaluate(q.data())) {
    if (!step.step(q.data())) break;
    ++taken;
  }
  return taken;
}

// Calls visit(random, tree, arm) for arms whose joints have a range of a whole turn.
template <class Visit>
void for_each_wide_arm(int count, Visit visit) {
  Random random(1);
  for (Arm arm : arms()) {
    arm.lower.assign(arm.lower.size(), -3.1);
    arm.upper.assign(arm.upper.size(), 3.1);
    const Tree tree = arm.tree();
    for (int i = 0; i < count; ++i) visit(random, tree, arm);
  }
}

// A configuration near another one.
inline std::vector<double> nearby(Random& random, const Tree& tree, std::vector<double> q, double distance) {
  for (double& value : q) value += random.uniform(-distance, distance);
  clip(tree, q);
  return q;
}

}  // namespace memetik

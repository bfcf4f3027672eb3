// Goals of an arm's tip.
#pragma once

#include <vector>

#include "random_goals.hpp"

namespace memetik {

// Calls visit(random, tree, arm) `count` times for every arm.
template <class Visit>
void for_each_arm(int count, unsigned seed, Visit visit) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(seed);
    for (int i = 0; i < count; ++i) visit(random, tree, arm);
  }
}

// A goal that is met at q.
inline GoalSpec tip_goal(const Arm& arm, const Tree& tree, const std::vector<double>& q,
                         GoalKind kind = GoalKind::pose) {
  GoalSpec goal;
  goal.kind = kind;
  goal.links = {arm.tip()};
  goal.rotation_scale = 0.2;
  goal.target = target_met_at(tree, goal, q);
  return goal;
}

// A target 3 m farther, which no arm reaches: only a limit ends the search for it.
inline GoalSpec out_of_reach(GoalSpec pose) {
  pose.target[3] += 3;
  return pose;
}

inline GoalSpec secondary(GoalSpec goal) {
  goal.priority = Priority::secondary;
  return goal;
}

// A secondary goal that wants the posture `target`.
inline GoalSpec stay_close_to(const std::vector<double>& target) {
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  for (std::size_t i = 0; i < target.size(); ++i) goal.variables.push_back(static_cast<int>(i));
  goal.variable_weights.assign(target.size(), 1.0);
  goal.target = target;
  return secondary(goal);
}

}  // namespace memetik

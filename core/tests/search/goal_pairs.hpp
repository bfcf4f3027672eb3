// Pairs of goals that may contradict each other.
#pragma once

#include <vector>

#include "random_goals.hpp"

namespace memetik {

// Calls visit(random, tree, goals, start) for pairs of goals of any kind, which are met at different
// configurations.
template <class Visit>
void for_each_pair(unsigned count, int joints, Visit visit) {
  for_each_example(
      count, joints, [&](Random& random, const Tree& tree, const auto& goals, const auto& start) {
        const auto others = goals_met_at(random, tree, inside_limits(random, tree));
        for (std::size_t i = 0; i < goals.size(); ++i) {
          const NameOnFailure name_on_failure(goals[i]);
          const RandomGoal& other = others[static_cast<std::size_t>(random.integer(static_cast<int>(i) + 1))];
          visit(random, tree, std::vector<Goal>{goals[i].goal, other.goal}, start);
        }
      });
}

}  // namespace memetik

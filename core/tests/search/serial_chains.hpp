// Serial chains for start tables.
#pragma once

#include <cmath>
#include <vector>

#include "random_tree.hpp"

// Consecutive joints with arbitrary axes.
inline RandomTree serial(const std::vector<memetik::JointKind>& kinds, unsigned seed = 3) {
  RandomTree result;
  Random random(seed);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    memetik::JointSpec spec;
    spec.kind = kinds[i];
    spec.parent_link = static_cast<int>(i);
    spec.variable = static_cast<int>(result.lower.size());
    spec.origin = random.frame();
    spec.axis = random.axis();
    result.joints.push_back(spec);
    for (int c = 0; c < memetik::variable_count(kinds[i]); ++c) {
      result.lower.push_back(-1.5);
      result.upper.push_back(1.5);
    }
  }
  result.masses.resize(kinds.size() + 1);
  return result;
}

inline constexpr memetik::JointKind turning = memetik::JointKind::revolute,
                                    sliding = memetik::JointKind::prismatic;

// A chain with all supported features, and a side branch; its last link is `odd_tip`. Variable 0 belongs to
// the branch, 1 to 6 to the chain.
inline constexpr int odd_tip = 8;
inline RandomTree odd_chain() {
  RandomTree result = serial({turning, turning, turning, sliding, turning, turning, turning, turning});
  result.joints[1].parent_link = 0;  // the branch is link 1
  result.joints[5].variable = 2;     // mimics the chain's second joint
  result.joints[5].is_mimic = true;
  result.joints[5].multiplier = -0.5;
  for (const int i : {6, 7}) --result.joints[static_cast<std::size_t>(i)].variable;
  result.lower = {-1.5, -2, -1.5, -0.2, -INFINITY, -1, -INFINITY};
  result.upper = {1.5, 1, 1.5, 0.3, INFINITY, INFINITY, INFINITY};
  return result;
}

// A chain of prismatic joints along one direction.
#pragma once

#include <vector>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// One joint per pair of limits.
inline Tree slides(const std::vector<double>& lower, const std::vector<double>& upper) {
  std::vector<JointSpec> joints(lower.size());
  for (std::size_t i = 0; i < joints.size(); ++i)
    joints[i] = {
        .kind = JointKind::prismatic, .parent_link = static_cast<int>(i), .variable = static_cast<int>(i)};
  return Tree(joints, std::vector<LinkMass>(lower.size() + 1), lower, upper);
}

}  // namespace memetik

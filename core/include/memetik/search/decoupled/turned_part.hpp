// The part of a robot beyond a link, turned around: its root is where the tip is wanted.
#pragma once

#include <vector>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

// The chain from the link `split` to the link `tip`, and all that its joints move, as a tree. Its first joint
// is a floating one, which places the tip. Then follow the joints of the chain, the last one first, each
// about the opposite axis: T_parent_child = O M(q) becomes T_child_parent = M(q)^-1 O^-1 (Engelke 2024,
// 8.10). All variables keep their indices, limits and meaning, and all links their frames. The variables of
// the floating joint follow those of the robot.
class TurnedPart {
 public:
  static constexpr int absent = -1;

  // Throws std::invalid_argument if `split` is not on the way to `tip`, if no joint is before or beyond it,
  // or if the inverse of a joint beyond it is none of its own kind.
  TurnedPart(const Tree& robot, int split, int tip);

  const Tree& tree() const { return tree_; }
  // The number of a link of the robot in this tree, or `absent`.
  int link(int of_robot) const { return links_[static_cast<std::size_t>(of_robot)]; }
  // The first of the six variables that place the tip.
  int place_variable() const { return tree_.dof() - variable_count(JointKind::floating); }

 private:
  Tree turned(const Tree& robot, int split, int tip);

  std::vector<int> links_;  // per link of the robot
  Tree tree_;
};

}  // namespace memetik

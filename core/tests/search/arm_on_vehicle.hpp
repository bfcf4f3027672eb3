// An arm on a vehicle that slides and turns, beside a second arm: a limb of a robot.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "arms.hpp"

struct ArmOnVehicle {
  static constexpr int vehicle_variables = 3;

  Arm arm;
  memetik::Tree tree;

  explicit ArmOnVehicle(const Arm& own) : arm(own), tree(make_tree(own)) {}

  int tip() const { return vehicle_variables + arm.tip(); }
  std::size_t arm_variables() const { return arm.a.size(); }

  // Whether a variable moves, if only the arm's do.
  std::vector<bool> only_arm() const {
    std::vector<bool> movable(static_cast<std::size_t>(tree.dof()), false);
    for (std::size_t i = 0; i < arm_variables(); ++i) movable[vehicle_variables + i] = true;
    return movable;
  }
  std::span<const double> arm_of(std::span<const double> q) const {
    return q.subspan(vehicle_variables, arm_variables());
  }
  std::vector<double> with_arm(std::vector<double> q, std::span<const double> own) const {
    std::copy(own.begin(), own.end(), q.begin() + vehicle_variables);
    return q;
  }

 private:
  static memetik::Tree make_tree(const Arm& arm) {
    using namespace memetik;
    std::vector<JointSpec> joints(vehicle_variables);
    joints[0].kind = joints[1].kind = JointKind::prismatic;
    joints[0].axis = {1, 0, 0};
    joints[1].axis = {0, 1, 0};
    joints[2].kind = JointKind::revolute;
    joints[2].origin.p = {0.1, 0.2, 0.3};
    for (int i = 0; i < vehicle_variables; ++i)
      joints[static_cast<std::size_t>(i)].parent_link = joints[static_cast<std::size_t>(i)].variable = i;
    std::vector<double> lower(vehicle_variables, -HUGE_VAL), upper(vehicle_variables, HUGE_VAL);
    for (int copy = 0; copy < 2; ++copy) {
      const int links = static_cast<int>(joints.size()) - vehicle_variables;
      const int variables = static_cast<int>(lower.size());
      for (JointSpec joint : arm.joints()) {
        joint.parent_link += joint.parent_link == 0 ? vehicle_variables : vehicle_variables + links;
        if (joint.kind != JointKind::fixed) joint.variable += variables;
        joints.push_back(joint);
      }
      lower.insert(lower.end(), arm.lower.begin(), arm.lower.end());
      upper.insert(upper.end(), arm.upper.begin(), arm.upper.end());
    }
    return Tree(joints, std::vector<LinkMass>(joints.size() + 1), lower, upper);
  }
};

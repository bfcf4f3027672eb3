// Random six-joint arms of every kind that decomposes.
#pragma once

#include <cmath>
#include <vector>

#include "memetik/search/closed_form/closed_form.hpp"
#include "random_tree.hpp"

namespace memetik {

enum class Relation { skew, parallel, intersecting };

// Successive axes have these relations; otherwise they are random.
struct ArmPlan {
  const char* name;
  std::array<Relation, 5> relations;
  ArmKind kind;
  bool coupled;
};

inline constexpr Relation S = Relation::skew, P = Relation::parallel, X = Relation::intersecting;
inline constexpr ArmPlan arm_plans[] = {
    {"wrist, parallel elbow", {S, P, S, X, X}, ArmKind::wrist, false},
    {"wrist, intersecting shoulder", {X, S, S, X, X}, ArmKind::wrist, false},
    {"wrist, intersecting elbow", {S, X, S, X, X}, ArmKind::wrist, false},
    {"wrist, parallel shoulder", {P, S, S, X, X}, ArmKind::wrist, false},
    {"wrist, parallel elbow, intersecting shoulder", {X, P, S, X, X}, ArmKind::wrist, false},
    {"wrist, general", {S, S, S, X, X}, ArmKind::wrist, true},
    {"inner parallel, intersecting tip", {S, P, P, S, X}, ArmKind::inner_parallel, false},
    {"inner parallel, parallel tip", {S, P, P, S, P}, ArmKind::inner_parallel, false},
    {"inner parallel, intersecting shoulder", {X, P, P, S, X}, ArmKind::inner_parallel, false},
    {"inner parallel, general", {S, P, P, S, S}, ArmKind::inner_parallel, true},
    {"outer parallel", {P, P, S, S, X}, ArmKind::outer_parallel, false},
};

// A unit vector that is far from parallel to another.
inline Vec3<double> random_direction(Random& random, const Vec3<double>& other) {
  for (;;) {
    const Vec3<double> v = random.vector(1), unit = (1 / norm(v)) * v;
    if (norm(v) > 0.1 && abs(dot(unit, other)) < 0.95) return unit;
  }
}

// Two intersections in a row are in one point.
inline ArmAxes random_arm(Random& random, const ArmPlan& plan) {
  ArmAxes arm;
  for (std::size_t i = 0; i < ArmAxes::joints; ++i) {
    const Vec3<double> aside = random.vector(0.7);
    const Vec3<double> direction =
        random_direction(random, i ? arm.axes[i - 1].direction : Vec3<double>{0, 0, 0});
    if (i == 0) {
      arm.axes[0] = {direction, aside};
      continue;
    }
    const Axis& last = arm.axes[i - 1];
    switch (plan.relations[i - 1]) {
      case S: arm.axes[i] = {direction, last.point + aside}; break;
      case P: arm.axes[i] = {random.integer(2) ? last.direction : -last.direction, last.point + aside}; break;
      case X: {
        const bool again = i > 1 && plan.relations[i - 2] == X;
        const Vec3<double> at = again ? last.point : last.point + random.uniform(-0.5, 0.5) * last.direction;
        arm.axes[i] = {direction, at};
        if (i > 1) arm.axes[i - 1].point = at;
        break;
      }
    }
  }
  arm.tip = random.frame();
  arm.tip.p = arm.axes[5].point + random.vector(0.3);
  arm.measure();
  return arm;
}

// The arm as a tree: six joints with limits, then a fixed one with the tip. All links are parallel to the
// root at zero.
inline Tree tree_of(const ArmAxes& arm, double limit = HUGE_VAL) {
  std::vector<JointSpec> joints(ArmAxes::joints + 1);
  Vec3<double> at{0, 0, 0};
  for (std::size_t i = 0; i < joints.size(); ++i) {
    JointSpec& joint = joints[i];
    joint.parent_link = static_cast<int>(i);
    if (i < ArmAxes::joints) {
      joint.kind = JointKind::revolute;
      joint.variable = static_cast<int>(i);
      joint.axis = arm.axes[i].direction;
      joint.origin.p = arm.axes[i].point - at;
      at = arm.axes[i].point;
    } else {
      joint.origin = arm.tip;
      joint.origin.p = arm.tip.p - at;
    }
  }
  return Tree(joints, std::vector<LinkMass>(joints.size() + 1), std::vector<double>(6, -limit),
              std::vector<double>(6, limit));
}

}  // namespace memetik

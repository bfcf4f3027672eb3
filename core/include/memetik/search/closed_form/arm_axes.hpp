// The revolute joints that move a link, as axes in space.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "memetik/kinematics/tree.hpp"

namespace memetik {

struct Axis {
  Vec3<double> direction, point;  // a unit vector, and any point on the axis
};

// The axes from the root to the link where all angles are zero. The pose of the link is E_1 ... E_n tip,
// where E_i rotates space about the i-th axis (Brockett 1984).
struct ChainAxes {
  std::vector<Axis> axes;
  Frame<double> tip;

  // The chain of the other joints, where this one is held at an angle.
  ChainAxes held(std::size_t joint, double angle) const;
};

// A chain of six joints.
struct ArmAxes {
  static constexpr std::size_t joints = 6;

  std::array<Axis, joints> axes;
  Frame<double> tip;
  double length =
      0;  // an upper bound of the distance between a point near an axis and the tip, see `measure`

  void measure();
  // The arm from the link to the root, whose poses are the inverse ones; the angles keep their signs.
  ArmAxes reversed() const;
};

// Moves the point that represents each axis along the axis, close to the points of the neighboring axes. The
// sum of the distances between them then is the arm's length.
ArmAxes arm_of(const ChainAxes& chain);

// Reads the axes from a tree where all variables but these, from the root to the link, are as in q. The tip
// is at `point` of the link. None if a variable drives no revolute joint of the link's chain, or several, or
// does not repeat after a turn.
std::optional<ChainAxes> chain_of(const Tree& tree, int link, const Vec3<double>& point,
                                  std::span<const int> variables, std::span<const double> q);

}  // namespace memetik

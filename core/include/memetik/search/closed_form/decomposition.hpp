// How the inverse kinematics of a six-joint arm decomposes into subproblems, and the exact arm that does.
#pragma once

#include "memetik/search/closed_form/arm_axes.hpp"
#include "memetik/search/closed_form/equation_pair.hpp"

namespace memetik {

enum class ArmKind : std::uint8_t {
  none,            // no known decomposition
  wrist,           // the last three axes intersect in one point
  inner_parallel,  // the second, third and fourth axes are parallel
  outer_parallel,  // the first three axes are parallel, the last two intersect
};

struct Decomposition {
  ArmKind kind = ArmKind::none;
  bool reversed = false;  // the kind is that of ArmAxes::reversed
  PairOrder order;        // of the pair of equations that determines two of the angles
  // The axes, with points that simplify the equations: those of axes that intersect coincide. Parallel axes
  // of the kind have the same direction, up to a sign.
  ArmAxes arm;
  std::array<double, ArmAxes::joints> signs{1, 1, 1, 1, 1, 1};  // of the joints' own directions
  // The largest distance [m] and angle [rad] between the poses of this arm and those of the given one.
  double distance = 0, angle = 0;
};

// Axes count as intersecting if they pass within this share of the arm's length, and as parallel within this
// angle [rad]: published descriptions of robots round quarter turns to 1.5708, which is 4e-6 rad off.
inline constexpr double structural_tolerance = 1e-5;

Decomposition decompose(const ArmAxes& arm);

}  // namespace memetik

// Frames near other frames, for goals that place links.
#pragma once

#include "random_goals.hpp"

namespace placement_tests {

using namespace memetik;

inline constexpr GoalKind kinds[] = {GoalKind::pose, GoalKind::position, GoalKind::orientation};
inline constexpr double inside = 1 - 1e-6, outside = 1 + 1e-6;

inline Vec3<double> direction(Random& random) {
  const Vec3<double> v = random.vector(1);
  return (1 / norm(v)) * v;
}

inline Vec3<double> unit(int i) { return {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0}; }

inline Frame<double> moved(Frame<double> frame, const Vec3<double>& by) {
  frame.p = frame.p + by;
  return frame;
}

// The frame, rotated about an axis of the root.
inline Frame<double> turned(const Frame<double>& frame, const Vec3<double>& axis, double angle) {
  Frame<double> result = exp_rotation(angle * axis) * frame;
  result.p = frame.p;
  return result;
}

// The rotation with 2 sin(angle/2) axis = chord.
inline Frame<double> rotation_by_chord(const Vec3<double>& chord) {
  const double sine = 0.5 * norm(chord);
  return sine > 0 ? exp_rotation((std::asin(sine) / sine) * chord) : identity_frame;
}

inline GoalSpec with_target(GoalSpec goal, const Frame<double>& target) {
  goal.target = target_at(target, goal.kind);
  return goal;
}

}  // namespace placement_tests

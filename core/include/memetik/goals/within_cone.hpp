// WithinCone: an axis of a link points less than an angle away from a direction.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/goals/shared/in_frame.hpp"
#include "memetik/math/atan2.hpp"

namespace memetik::goals {

// Target: a unit direction; constants: a unit axis of the link, the cone's half angle.
struct WithinCone : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  static int row_count(const Goal&) { return 1; }

  // Residual: how far the angle between axis a and direction d is beyond, in radians. The angle grows fastest
  // where a moves along (a (a.d) - d) / |a x d|.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, view.vector(3));
    const Vec3<T> direction = view.vector(0);
    const T sine = norm(cross(axis.local, direction)), cosine = dot(axis.local, direction);
    const Excess<T> out = excess(atan2(sine, cosine), T(-1), view.number(6));
    sink.rows(std::array{out.value});
    sink.error(out.value * out.value, 0);
    const Vec3<T> outwards = (out.slope / max(sine, T(1e-9))) * (cosine * axis.local - direction);
    axis.moves(sink, [&](const Vec3<T>& rate) { return std::array{dot(outwards, rate)}; });
  }
};

}  // namespace memetik::goals

// WithinCone: an axis of a link points less than an angle away from a direction.
#pragma once

#include "memetik/goals/shared/angle_beyond.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a unit direction; constants: a unit axis of the link, the cone's half angle.
struct WithinCone : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  static int row_count(const Goal&) { return 3; }

  // Residual: as long as the angle between the axis and the direction is beyond, in radians.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, view.vector(3));
    const AngleBeyond<T> beyond(axis.local, view.vector(0), view.number(6));
    const Vec3<T> still{T(0), T(0), T(0)};
    sink.rows(std::array{beyond.residual.x, beyond.residual.y, beyond.residual.z});
    sink.error(beyond.value * beyond.value, 0);
    axis.moves(sink, [&](const Vec3<T>& turning) {
      const Vec3<T> rate = beyond.rate(turning, still);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals

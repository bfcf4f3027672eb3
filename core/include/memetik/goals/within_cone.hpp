// WithinCone: the angle between an axis of a link and a direction is at most a given angle.
#pragma once

#include "memetik/goals/shared/angle_beyond.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a unit direction.
struct WithinCone : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  struct Data {
    Vec3<double> axis;  // of the link, a unit vector
    double angle;       // half the opening angle of the cone [rad]
  };
  static Fields fields(Data& data) { return {{"axis", &data.axis}, {"angle", &data.angle}}; }

  static int row_count(const Goal&) { return 3; }

  // The norm of the residual is the excess of the angle between the axis and the direction, in radians.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, data.axis);
    const AngleBeyond<T> beyond(axis.local, view.target(), T(data.angle));
    const Vec3<T> still{T(0), T(0), T(0)};
    sink.rows(std::array{beyond.residual.x, beyond.residual.y, beyond.residual.z});
    sink.error(beyond.value * beyond.value, 0);
    axis.add_rates(sink, [&](const Vec3<T>& turning) {
      const Vec3<T> rate = beyond.rate(turning, still);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals

// FaceAway: the angle between an axis of a link and a direction is at least 90 degrees.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a unit direction.
struct FaceAway : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  struct Data {
    Vec3<double> axis;  // of the link, a unit vector
  };
  static Fields fields(Data& data) { return {{"axis", &data.axis}}; }

  static int row_count(const Goal&) { return 1; }

  // Residual max(0, a . d): the sine of the angle by which 90 degrees are missed.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, data.axis);
    const Vec3<T> direction = view.target();
    const T along = dot(axis.local, direction), wrong = max(along, T(0));
    sink.rows(std::array{wrong});
    sink.error(wrong * wrong, 0);
    const T slope = select(along > T(0), T(1), T(0));
    axis.add_rates(sink, [&](const Vec3<T>& rate) { return std::array{slope * dot(direction, rate)}; });
  }
};

}  // namespace memetik::goals

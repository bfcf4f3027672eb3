// AlignAxis: an axis of a link points in a direction.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a unit direction.
struct AlignAxis : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  struct Data {
    Vec3<double> axis;  // of the link, a unit vector
  };
  static Fields fields(Data& data) { return {{"axis", &data.axis}}; }

  static int row_count(const Goal&) { return 3; }
  static Unit unit(const Goal&, std::size_t) { return Unit::angle; }

  // Residual a - d; its norm is 2 sin(angle/2).
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, data.axis);
    const Vec3<T> residual = axis.local - view.target();
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    axis.add_rates(sink, [](const Vec3<T>& rate) { return std::array{rate.x, rate.y, rate.z}; });
  }
};

}  // namespace memetik::goals

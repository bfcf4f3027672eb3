// AlignAxis: an axis of a link points in a direction.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a unit direction; constants: a unit axis of the link.
struct AlignAxis : GoalBase {
  static constexpr TargetKind target_kind = TargetKind::direction;

  static int row_count(const Goal&) { return 3; }
  static Unit unit(const Goal&, std::size_t) { return Unit::angle; }

  // Residual a - d: as long as 2 sin(angle/2).
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const AxisInFrame<T> axis(view, view.vector(3));
    const Vec3<T> residual = axis.local - view.vector(0);
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    axis.moves(sink, [](const Vec3<T>& rate) { return std::array{rate.x, rate.y, rate.z}; });
  }
};

}  // namespace memetik::goals

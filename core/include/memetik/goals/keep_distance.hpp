// KeepDistance: a point of a link is neither too near to a place nor too far from it.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: the place; constants: least and largest distance, the point in the link's frame.
struct KeepDistance : GoalBase {
  static int row_count(const Goal&) { return 1; }

  // Residual: how far the distance is outside of its range.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const PointInFrame<T> point(view, view.vector(5));
    const Vec3<T> way = point.local - view.vector(0);
    const T distance = norm(way);
    const Excess<T> out = excess(distance, view.number(3), view.number(4));
    sink.rows(std::array{out.value});
    sink.error(out.value * out.value, 0);
    // at the place itself any direction leads away
    const Vec3<T> away =
        select(distance > T(1e-9), (T(1) / max(distance, T(1e-9))) * way, {T(0), T(0), T(1)});
    point.moves(sink, [&](const Vec3<T>& velocity) { return std::array{out.slope * dot(away, velocity)}; });
  }
};

}  // namespace memetik::goals

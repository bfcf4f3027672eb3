// OnPlane: a point of a link lies on a plane.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a point of the plane; constants: its unit normal, the point in the link's frame.
struct OnPlane : GoalBase {
  static int row_count(const Goal&) { return 1; }

  // Residual n . (x - p).
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Vec3<T> normal = view.vector(3);
    const PointInFrame<T> point(view, view.vector(6));
    const T height = dot(normal, point.local - view.vector(0));
    sink.rows(std::array{height});
    sink.error(height * height, 0);
    point.moves(sink, [&](const Vec3<T>& velocity) { return std::array{dot(normal, velocity)}; });
  }
};

}  // namespace memetik::goals

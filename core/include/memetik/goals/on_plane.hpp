// OnPlane: a point of a link lies on a plane.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a point on the plane.
struct OnPlane : GoalBase {
  struct Data {
    Vec3<double> normal;  // of the plane, a unit vector
    Vec3<double> offset;  // the point in the link's frame
  };
  static Fields fields(Data& data) { return {{"normal", &data.normal}, {"offset", &data.offset}}; }

  static int row_count(const Goal&) { return 1; }

  // Residual n . (x - p).
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> normal = broadcast<T>(data.normal);
    const PointInFrame<T> point(view, data.offset);
    const T height = dot(normal, point.local - view.target());
    sink.rows(std::array{height});
    sink.error(height * height, 0);
    point.add_rates(sink, [&](const Vec3<T>& velocity) { return std::array{dot(normal, velocity)}; });
  }
};

}  // namespace memetik::goals

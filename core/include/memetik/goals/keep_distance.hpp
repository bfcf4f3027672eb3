// KeepDistance: the distance of a point of a link from a position is within a range.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: the position.
struct KeepDistance : GoalBase {
  struct Data {
    double min, max;      // range of the distance [m]
    Vec3<double> offset;  // the point in the link's frame
  };
  static Fields fields(Data& data) {
    return {{"min", &data.min}, {"max", &data.max}, {"offset", &data.offset}};
  }

  static int row_count(const Goal&) { return 1; }

  // Residual: by how much the distance is outside of its range.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const PointInFrame<T> point(view, data.offset);
    const Vec3<T> way = point.local - view.target();
    const T distance = norm(way);
    const Excess<T> out = excess(distance, T(data.min), T(data.max));
    sink.rows(std::array{out.value});
    sink.error(out.value * out.value, 0);
    // at the position itself any direction leads away
    const Vec3<T> away =
        select(distance > T(1e-9), (T(1) / max(distance, T(1e-9))) * way, {T(0), T(0), T(1)});
    point.add_rates(sink,
                    [&](const Vec3<T>& velocity) { return std::array{out.slope * dot(away, velocity)}; });
  }
};

}  // namespace memetik::goals

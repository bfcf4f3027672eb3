// OnLine: a point of a link lies on a line.
#pragma once

#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: a point on the line.
struct OnLine : GoalBase {
  struct Data {
    Vec3<double> direction;  // of the line, a unit vector
    Vec3<double> offset;     // the point in the link's frame
  };
  static Fields fields(Data& data) { return {{"direction", &data.direction}, {"offset", &data.offset}}; }

  static int row_count(const Goal&) { return 3; }

  // Residual (I - d d^T) (x - p); its norm is the distance.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> direction = broadcast<T>(data.direction);
    const PointInFrame<T> point(view, data.offset);
    const auto across = [&](const Vec3<T>& v) { return v - dot(direction, v) * direction; };
    const Vec3<T> residual = across(point.local - view.target());
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    point.add_rates(sink, [&](const Vec3<T>& velocity) {
      const Vec3<T> rate = across(velocity);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals

// NormalizedPosition: a point of a link is at a position. The residual is the distance relative to the
// robot's size, scaled to [0, pi].
#pragma once

#include <numbers>

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the position.
struct NormalizedPosition : GoalBase {
  struct Data {
    Vec3<double> offset;  // the point in the link's frame
    double length;        // length of the chain from the root to the point
  };
  static Fields fields(Data& data) { return {{"offset", &data.offset}, {"length", &data.length}}; }

  static int row_count(const Goal&) { return 3; }

  // Residual k d with d = x - p and k = pi / sqrt((L + |d|) (l + |d|)), where L is the length of the chain
  // and l = |x| the point's distance from the root. Its norm is the loss of Starke (2020, eq. 4.4), but it is
  // differentiable at zero.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> at = apply(view.link(0), data.offset), way = at - view.target();
    const T distance = norm(way), reach = norm(at);
    const T by_length = T(1) / max(T(data.length) + distance, T(1e-9));
    const T by_reach = T(1) / max(reach + distance, T(1e-9));
    const T k = std::numbers::pi * sqrt(by_length * by_reach);
    sink.rows(std::array{k * way.x, k * way.y, k * way.z});
    sink.error(dot(way, way), 0);
    // d log k = -((v . d/|d|) / (L + |d|) + (v . d/|d| + v . x/|x|) / (l + |d|)) / 2
    const Vec3<T> toward = (T(1) / max(distance, T(1e-12))) * way,
                  outward = (T(1) / max(reach, T(1e-12))) * at;
    const Vec3<T> shrink = T(-0.5) * ((by_length + by_reach) * toward + by_reach * outward);
    sink.add_link_rates(view.goal.links[0], at, [&](const Vec3<T>& v, const Vec3<T>&) {
      const Vec3<T> rate = k * (v + dot(shrink, v) * way);
      return std::array{rate.x, rate.y, rate.z};
    });
  }
};

}  // namespace memetik::goals

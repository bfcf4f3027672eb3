// SmoothPoint: a point of a link is where it would be if it continued its motion.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the extrapolated position. The row factor is a power of the time step; see History.
struct SmoothPoint : GoalBase {
  struct Data {
    Vec3<double> offset;  // the point in the link's frame
  };
  static Fields fields(Data& data) { return {{"offset", &data.offset}}; }
  static std::span<const double> row_factors(const Goal&) {
    static constexpr double one = 1;
    return {&one, 1};
  }

  static int row_count(const Goal&) { return 3; }

  // Residual k (x - p). The error does not include the factor k.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Vec3<T> at = apply(view.link(0), data.offset), way = at - view.target();
    const T k = view.parameters[3];
    sink.rows(std::array{k * way.x, k * way.y, k * way.z});
    sink.error(dot(way, way), 0);
    sink.add_link_rates(view.goal.links[0], at, [&](const Vec3<T>& v, const Vec3<T>&) {
      return std::array{k * v.x, k * v.y, k * v.z};
    });
  }
};

}  // namespace memetik::goals

// SmoothPoint: a point of a link is where it would be if its motion went on.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the place; constants: the point in the link's frame, the factor of the rows (see Past).
struct SmoothPoint : GoalBase {
  static constexpr int place = 0, point = 3, factor = 6;

  static int row_count(const Goal&) { return 3; }

  // Residual k (x - p), the error without the factor k.
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Vec3<T> at = apply(view.link(0), view.vector(point)), way = at - view.vector(place);
    const T k = view.number(factor);
    sink.rows(std::array{k * way.x, k * way.y, k * way.z});
    sink.error(dot(way, way), 0);
    sink.moves(view.goal.links[0], at,
               [&](const Vec3<T>& v, const Vec3<T>&) { return std::array{k * v.x, k * v.y, k * v.z}; });
  }
};

}  // namespace memetik::goals

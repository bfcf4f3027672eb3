// LookAt: an axis of a link points at a position.
#pragma once

#include "memetik/objective/kernel_of.hpp"

namespace memetik::goals {

// Target: the position, in `goal.frame`.
struct LookAt : GoalBase {
  struct Data {
    Vec3<double> offset, axis;  // the origin of the axis and its unit vector, in the link's frame
  };
  static Fields fields(Data& data) { return {{"offset", &data.offset}, {"axis", &data.axis}}; }

  static int row_count(const Goal&) { return 3; }
  static Unit unit(const Goal&, std::size_t) { return Unit::angle; }

  // Residual R a - d with the direction d = unit(target - point); its norm is 2 sin(angle/2). The axis
  // changes by w x R a, the direction by -(I - d d^T) (v - v_target) / |target - point|.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const Frame<T> frame = view.link(0);
    const Vec3<T> place = apply(view.frame(), view.target());
    const Vec3<T> from = apply(frame, data.offset), pointing = rotate(frame, data.axis);
    const Vec3<T> way = place - from;
    const T inverse_distance = T(1) / max(norm(way), T(1e-9));  // at the target there is no direction
    const Vec3<T> direction = inverse_distance * way, residual = pointing - direction;
    sink.rows(std::array{residual.x, residual.y, residual.z});
    sink.error(dot(residual, residual), 0);
    const auto across = [&](const Vec3<T>& v) {
      return inverse_distance * (v - dot(direction, v) * direction);
    };
    sink.add_link_rates(view.goal.links[0], from, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
      const Vec3<T> rate = cross(angular, pointing) + across(linear);
      return std::array{rate.x, rate.y, rate.z};
    });
    if (view.has_frame())
      sink.add_link_rates(view.goal.frame, place, [&](const Vec3<T>& linear, const Vec3<T>&) {
        const Vec3<T> rate = -across(linear);
        return std::array{rate.x, rate.y, rate.z};
      });
  }
};

}  // namespace memetik::goals

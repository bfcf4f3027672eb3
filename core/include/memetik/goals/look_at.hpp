// LookAt: an axis of a link points at a place.
#pragma once

#include <array>

#include "memetik/goals/pose.hpp"

namespace memetik::goals {

struct LookAtParameters {
  static constexpr int target = 0;  // place, in `goal.frame`
  static constexpr int point = 3;   // where the axis starts, in the link's frame
  static constexpr int axis = 6;    // unit vector, in the link's frame
  static constexpr int factor = 9;
  static constexpr int count = 10;
};

// Residual R a - d with the direction d = unit(target - point): as long as 2 sin(angle/2). The axis
// turns by w x R a, the direction by -(I - d d^T) (v - v_target) / |target - point|.
template <class T, class Poses, class Sink>
MEMETIK_INLINE void evaluate_look_at(const Goal& goal, const T* p, const Poses& poses, Sink& sink) {
  using P = LookAtParameters;
  const int link = goal.links[0];
  const Frame<T>& frame = poses.link(link);
  Vec3<T> place = vec3_at(p + P::target);
  if (goal.frame >= 0) place = apply(poses.link(goal.frame), place);
  const Vec3<T> point = apply(frame, vec3_at(p + P::point));
  const Vec3<T> axis = rotate(frame, vec3_at(p + P::axis));
  const T factor = p[P::factor];
  const Vec3<T> way = place - point;
  const T inverse_distance = T(1) / max(norm(way), T(1e-9));  // at the place itself there is no direction
  const Vec3<T> direction = inverse_distance * way;
  const Vec3<T> residual = axis - direction;
  sink.rows(goal.row, std::array{factor * residual.x, factor * residual.y, factor * residual.z});
  sink.angle(dot(residual, residual), goal.limit[0]);
  const auto across = [&](const Vec3<T>& v) {
    return inverse_distance * (v - dot(direction, v) * direction);
  };
  sink.moves(goal, link, point, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
    const Vec3<T> rate = cross(angular, axis) + across(linear);
    return std::array{factor * rate.x, factor * rate.y, factor * rate.z};
  });
  if (goal.frame >= 0)
    sink.moves(goal, goal.frame, place, [&](const Vec3<T>& linear, const Vec3<T>&) {
      const Vec3<T> rate = -factor * across(linear);
      return std::array{rate.x, rate.y, rate.z};
    });
}

}  // namespace memetik::goals

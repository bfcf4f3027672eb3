// StandOn: a foot stands on terrain, flat on it.
#pragma once

#include "memetik/collision/ray.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Constants: the sole's point and the unit axis out of it, in the link's frame; the unit direction in which
// the ground is sought, how far from above the sole and to how far below it; the rotation scale; then the
// primitives of the terrain.
struct StandOn : GoalBase {
  static constexpr int point = 0, axis = 3, direction = 6, above = 9, below = 10, rotation_scale = 11,
                       terrain = 12;

  static constexpr bool adds_up = true;

  static int row_count(const Goal&) { return 4; }
  static int parameter_count(const Goal&) { return terrain; }
  static void set_constants(const Goal& goal, double* parameters) {
    std::copy_n(goal.constants.data(), terrain, parameters);
  }
  static Unit unit(const Goal&, std::size_t tolerance) { return tolerance == 0 ? Unit::plain : Unit::angle; }

  // The ray through the sole meets the terrain at h with the normal n. Residuals: how far below it the sole
  // is, d . (p - h), and R a + n: as long as 2 sin(angle/2) between the sole and the ground. Without a hit
  // both are zero. As the sole moves by v, h moves along the surface, by v - d (n . v) / (n . d).
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const Frame<T> link = view.link(0);
    const Vec3<T> sole = apply(link, view.vector(point)), out = rotate(link, view.vector(axis));
    const Vec3<T> down = view.vector(direction);
    const T lead = view.number(above), scale = view.number(rotation_scale);
    const Hit<T> hit = first_hit(view.goal, sole - lead * down, down, lead + view.number(below));
    const auto stands = hit.distance < T(0.5 * Hit<T>::none);
    const T on = select(stands, T(1), T(0)), depth = on * (lead - hit.distance);
    const Vec3<T> tilt = on * (out + hit.normal);
    sink.rows(std::array{depth});
    sink.error(depth * depth, 0);
    sink.rows(std::array{scale * tilt.x, scale * tilt.y, scale * tilt.z});
    sink.error(dot(tilt, tilt), 1, scale);
    const T slope = dot(hit.normal, down);
    const T inverse = on / select(abs(slope) > T(1e-9), slope, T(1));
    sink.moves(view.goal.links[0], sole, [&](const Vec3<T>& v, const Vec3<T>& angular) {
      const T sinking = inverse * dot(hit.normal, v);
      const Vec3<T> along = v - sinking * down;
      const Vec3<T> bend = hit.curvature * (along - dot(hit.axis, along) * hit.axis);
      const Vec3<T> rate = (on * scale) * (cross(angular, out) + bend);
      return std::array{sinking, rate.x, rate.y, rate.z};
    });
  }

 private:
  template <class T>
  static Hit<T> first_hit(const Goal& goal, const Vec3<T>& from, const Vec3<T>& down, const T& length) {
    Hit<T> first{T(Hit<T>::none), {T(0), T(0), T(1)}, T(0), {T(0), T(0), T(0)}};
    for (std::size_t i = terrain; i < goal.constants.size(); i += Primitive::numbers) {
      const Hit<T> hit = cast_ray(Primitive::read(goal.constants.data() + i), from, down, length);
      const auto nearer = hit.distance < first.distance;
      first = {select(nearer, hit.distance, first.distance), select(nearer, hit.normal, first.normal),
               select(nearer, hit.curvature, first.curvature), select(nearer, hit.axis, first.axis)};
    }
    return first;
  }
};

}  // namespace memetik::goals

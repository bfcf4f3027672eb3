// Scan: a sensor close to a point of a surface, looking at it, straight from above.
#pragma once

#include "memetik/goals/shared/hinge.hpp"
#include "memetik/goals/shared/in_frame.hpp"
#include "memetik/math/atan2.hpp"

namespace memetik::goals {

// Target: the point; constants: the unit normal of the surface, the sensor's place and its unit axis in the
// link's frame, least and largest distance, largest angles of view and to the normal.
struct Scan : GoalBase {
  static constexpr int point = 0, normal = 3, place = 6, axis = 9, distances = 12, view_angle = 14,
                       normal_angle = 15;

  static constexpr bool adds_up = true;

  static int row_count(const Goal&) { return 3; }

  // Residuals: how far the distance is outside of its range [m], the angle between the axis and the way to
  // the point beyond what is seen [rad], and that between the axis and the inward normal beyond its range
  // [rad].
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const PointInFrame<T> sensor(view, view.vector(place));
    const AxisInFrame<T> looking(view, view.vector(axis));
    const Vec3<T> way = view.vector(point) - sensor.local, inward = -view.vector(normal);
    const T distance = norm(way), near = T(1) / max(distance, T(1e-9));
    const Vec3<T> direction = near * way;
    const Angle<T> seen(looking.local, direction), across(looking.local, inward);
    const Excess<T> d = excess(distance, view.number(distances), view.number(distances + 1));
    const Excess<T> v = excess(seen.value, T(-1), view.number(view_angle));
    const Excess<T> n = excess(across.value, T(-1), view.number(normal_angle));
    say(sink, d.value, 0);
    say(sink, v.value, 1);
    say(sink, n.value, 2);
    const Vec3<T> nearer = -d.slope * direction, turned = v.slope * seen.slope,
                  tilted = n.slope * across.slope;
    // the direction changes by -(I - d d^T) velocity / distance
    const Vec3<T> swept =
        (-v.slope * near) * (seen.other_slope - dot(seen.other_slope, direction) * direction);
    sensor.moves(sink, [&](const Vec3<T>& velocity) {
      return std::array{dot(nearer, velocity), dot(swept, velocity)};
    });
    looking.moves(
        sink, [&](const Vec3<T>& rate) { return std::array{dot(turned, rate), dot(tilted, rate)}; }, 1);
  }

 private:
  // Between unit vectors, with its slopes by both.
  template <class T>
  struct Angle {
    T value;
    Vec3<T> slope, other_slope;

    Angle(const Vec3<T>& a, const Vec3<T>& b) {
      const T sine = norm(cross(a, b)), cosine = dot(a, b), k = T(1) / max(sine, T(1e-9));
      value = atan2(sine, cosine);
      slope = k * (cosine * a - b);
      other_slope = k * (cosine * b - a);
    }
  };

  template <class T>
  static void say(Sink<T>& sink, const T& excess, std::size_t error) {
    sink.rows(std::array{excess});
    sink.error(excess * excess, error);
  }
};

}  // namespace memetik::goals

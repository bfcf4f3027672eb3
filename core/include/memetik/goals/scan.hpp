// Scan: a sensor close to a point of a surface, looking at it, straight from above.
#pragma once

#include "memetik/collision/primitive.hpp"
#include "memetik/goals/shared/angle_beyond.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: the point; constants: the unit normal of the surface, the sensor's place and its unit axis in the
// link's frame, least and largest distance, largest angles of view and to the normal, how much room the line
// of sight needs, and the primitives that must not stand in it.
struct Scan : GoalBase {
  static constexpr int point = 0, normal = 3, place = 6, axis = 9, distances = 12, view_angle = 14,
                       normal_angle = 15, clearance = 16, obstacles = 17;

  static constexpr bool adds_up = true;

  static int row_count(const Goal&) { return 8; }
  static int parameter_count(const Goal&) { return obstacles; }
  static void set_constants(const Goal& goal, double* parameters) {
    std::copy_n(goal.constants.data(), obstacles - normal, parameters + normal);
  }

  // Residuals: how far the distance is outside of its range [m]; as long as the angle between the axis and
  // the way to the point is beyond what is seen [rad], and as that between the axis and the inward normal is
  // beyond its range [rad]; what the line of sight lacks in clearance [m].
  template <class T>
  static void evaluate(const GoalView<T>& view, Sink<T>& sink) {
    const PointInFrame<T> sensor(view, view.vector(place));
    const AxisInFrame<T> looking(view, view.vector(axis));
    const Vec3<T> way = view.vector(point) - sensor.local, still{T(0), T(0), T(0)};
    const T distance = norm(way), near = T(1) / max(distance, T(1e-9));
    const Vec3<T> direction = near * way;
    const AngleBeyond<T> seen(looking.local, direction, view.number(view_angle));
    const AngleBeyond<T> tilt(looking.local, -view.vector(normal), view.number(normal_angle));
    const Excess<T> far = excess(distance, view.number(distances), view.number(distances + 1));
    const Sight<T> sight(view, sensor.local, way);
    const T lacking = max(view.number(clearance) - sight.least, T(0));
    say(sink, std::array{far.value}, far.value, 0);
    say(sink, std::array{seen.residual.x, seen.residual.y, seen.residual.z}, seen.value, 1);
    say(sink, std::array{tilt.residual.x, tilt.residual.y, tilt.residual.z}, tilt.value, 2);
    say(sink, std::array{lacking}, lacking, 3);
    const Vec3<T> nearer = -far.slope * direction;
    sensor.moves(sink, [&](const Vec3<T>& v) {
      const Vec3<T> swept = -near * (v - dot(direction, v) * direction);  // how the direction changes
      const Vec3<T> rate = seen.rate(still, swept);
      return std::array{dot(nearer, v), rate.x, rate.y, rate.z};
    });
    looking.moves(
        sink,
        [&](const Vec3<T>& turning) {
          const Vec3<T> view_rate = seen.rate(turning, still), tilt_rate = tilt.rate(turning, still);
          return std::array{view_rate.x, view_rate.y, view_rate.z, tilt_rate.x, tilt_rate.y, tilt_rate.z};
        },
        1);
    // the point of the line that is nearest to an obstacle moves (1 - u) times as fast as the sensor
    const Vec3<T> freer = select(lacking > T(0), sight.u - T(1), T(0)) * sight.normal;
    sensor.moves(sink, [&](const Vec3<T>& v) { return std::array{dot(freer, v)}; }, 7);
  }

 private:
  // Where the line from the sensor to the point is nearest to an obstacle: the distance to a convex solid is
  // convex along the line, so that bisection by its slope finds the least.
  template <class T>
  struct Sight {
    T least = T(1e30), u = T(1);
    Vec3<T> normal{T(0), T(0), T(1)};

    Sight(const GoalView<T>& view, const Vec3<T>& from, const Vec3<T>& way) {
      const auto& constants = view.goal.constants;
      for (std::size_t i = obstacles - normal_start; i < constants.size(); i += Primitive::numbers)
        look_past(Primitive::read(constants.data() + i), from, way);
    }

   private:
    static constexpr std::size_t normal_start = 3;  // constants begin behind the target
    static constexpr int halvings = 36;

    void look_past(const Primitive& obstacle, const Vec3<T>& from, const Vec3<T>& way) {
      const auto at = [&](const T& where) { return signed_distance(obstacle, from + where * way); };
      T low(0), high(1);
      for (int i = 0; i < halvings; ++i) {
        const T middle = T(0.5) * (low + high);
        const auto falls = dot(at(middle).normal, way) < T(0);
        low = select(falls, middle, low);
        high = select(falls, high, middle);
      }
      // Inside of a solid the least may be at a corner of the distance. It moves by the mixture of the
      // normals on both sides that has no slope along the line.
      const SignedDistance<T> before = at(low), after = at(high);
      const T down = min(dot(before.normal, way), T(0)), up = max(dot(after.normal, way), T(0));
      const T share = up / max(up - down, T(1e-300));
      const auto nearer = after.value < least;
      least = select(nearer, after.value, least);
      u = select(nearer, high, u);
      normal = select(nearer, share * before.normal + (T(1) - share) * after.normal, normal);
    }
  };

  template <class T, std::size_t n>
  static void say(Sink<T>& sink, const std::array<T, n>& rows, const T& beyond, std::size_t error) {
    sink.rows(rows);
    sink.error(beyond * beyond, error);
  }
};

}  // namespace memetik::goals

// Scan: a sensor looks at a point of a surface, at a suitable distance, along the normal, with a clear view.
#pragma once

#include "memetik/collision/placed_field.hpp"
#include "memetik/goals/shared/angle_beyond.hpp"
#include "memetik/goals/shared/in_frame.hpp"

namespace memetik::goals {

// Target: the point, and the normal of the surface: a unit vector out of it.
struct Scan : GoalBase {
  static constexpr bool accumulates_jacobian = true;
  static constexpr TargetKind target_kind = TargetKind::point_and_direction;

  struct Data {
    Vec3<double> offset, axis;         // position and unit axis of the sensor, in the link's frame
    std::array<double, 2> distance;    // minimum and maximum [m]
    double view_angle, normal_angle;   // maximum angles [rad] of the axis to the line of sight and the normal
    double clearance;                  // minimum distance of the line of sight from obstacles [m]
    std::vector<Primitive> obstacles;  // solids that may block the line of sight
    std::vector<PlacedField> fields;   // more of them
  };
  static Fields fields(Data& data) {
    return {{"offset", &data.offset},
            {"axis", &data.axis},
            {"distance", &data.distance},
            {"view_angle", &data.view_angle},
            {"normal_angle", &data.normal_angle},
            {"clearance", &data.clearance},
            {"obstacles", &data.obstacles},
            {"fields", &data.fields}};
  }

  static int row_count(const Goal&) { return 8; }

  static Vec3<double> rough_point(const Goal& goal) { return data_of<Scan>(goal).offset; }
  // In the middle of the range of distances, looking along the normal: 2 - 2 cos(angle) for the rotation.
  static RoughPlace rough_place(const Goal& goal, double weight, const double* parameters) {
    const Data& data = data_of<Scan>(goal);
    const Vec3<double> point = vec3_at(parameters), normal = vec3_at(parameters + 3);
    const double along = 0.5 * (data.distance[0] + data.distance[1]);
    const double rotation = 2 * weight * rotation_scale * rotation_scale;
    RoughPlace place{weight, point + along * normal, rotation, {}};
    const double axis[] = {data.axis.x, data.axis.y, data.axis.z},
                 inward[] = {-normal.x, -normal.y, -normal.z};
    for (std::size_t i = 0; i < 9; ++i) place.rotation[i] = rotation * axis[i / 3] * inward[i % 3];
    return place;
  }

  // Residuals, in this order: by how much the distance is outside of its range [m]; a vector whose norm is
  // the excess of the angle between the axis and the direction to the point, times the distance [m]; one for
  // the angle between the axis and the inward normal, times 0.2 m; the clearance minus the minimum distance
  // of the line of sight from an obstacle, if positive [m].
  //
  // The direction to a near point turns fast, so its angle alone would change by 1 / distance. Below
  // `near_distance` the factor is constant: at the point itself the angle still matters. A loss applies to
  // the product, whose derivative the rows have.
  template <class T>
  static void evaluate(const GoalView<T>& view, const Data& data, Sink<T>& sink) {
    const PointInFrame<T> sensor(view, data.offset);
    const AxisInFrame<T> looking(view, data.axis);
    const Vec3<T> way = view.target() - sensor.local, still{T(0), T(0), T(0)};
    const T distance = norm(way), near = T(1) / max(distance, T(1e-9));
    const Vec3<T> direction = near * way;
    const AngleBeyond<T> seen(looking.local, direction, T(data.view_angle));
    const AngleBeyond<T> tilt(looking.local, -vec3_at(view.parameters + 3), T(data.normal_angle));
    const Excess<T> far = excess(distance, T(data.distance[0]), T(data.distance[1]));
    const Sight<T> sight(data, sensor.local, way);
    const T size = max(distance, T(near_distance)), growth = select(distance > T(near_distance), T(1), T(0));
    const Vec3<T> aside = size * seen.residual;
    const T lacking = max(T(data.clearance) - sight.min_distance, T(0));
    write_rows(sink, std::array{far.value}, far.value, 0);
    write_rows(sink, std::array{aside.x, aside.y, aside.z}, seen.value, 1);
    const T turn(rotation_scale);
    const Vec3<T> tilted = turn * tilt.residual;
    write_rows(sink, std::array{tilted.x, tilted.y, tilted.z}, tilt.value, 2, turn);
    write_rows(sink, std::array{lacking}, lacking, 3);
    const Vec3<T> nearer = -far.slope * direction;
    sensor.add_rates(sink, [&](const Vec3<T>& v) {
      const T approach = dot(direction, v);
      const Vec3<T> swept = -near * (v - approach * direction);  // rate of the direction
      const Vec3<T> rate = size * seen.rate(still, swept) - (growth * approach) * seen.residual;
      return std::array{dot(nearer, v), rate.x, rate.y, rate.z};
    });
    looking.add_rates(
        sink,
        [&](const Vec3<T>& turning) {
          const Vec3<T> view_rate = size * seen.rate(turning, still);
          const Vec3<T> tilt_rate = turn * tilt.rate(turning, still);
          return std::array{view_rate.x, view_rate.y, view_rate.z, tilt_rate.x, tilt_rate.y, tilt_rate.z};
        },
        1);
    // the point of the line nearest to an obstacle moves (1 - u) times as fast as the sensor
    const Vec3<T> freer = select(lacking > T(0), sight.u - T(1), T(0)) * sight.normal;
    sensor.add_rates(sink, [&](const Vec3<T>& v) { return std::array{dot(freer, v)}; }, 7);
  }

 private:
  static constexpr double near_distance = 0.02;  // [m]
  static constexpr double rotation_scale = 0.2;  // [m/rad]

  // The point of the line of sight that is nearest to an obstacle. The distance from a convex solid is a
  // convex function along the line, so bisection on its slope finds the minimum. A field may have several
  // minima; the smallest of the samples tells in which part of the line to bisect.
  template <class T>
  struct Sight {
    T min_distance = T(1e30), u = T(1);
    Vec3<T> normal{T(0), T(0), T(1)};

    Sight(const Data& data, const Vec3<T>& from, const Vec3<T>& way) {
      for (const Primitive& obstacle : data.obstacles) look_past(obstacle, from, way, T(0), T(1));
      for (const PlacedField& field : data.fields) {
        const T nearest = nearest_sample(field, from, way);
        look_past(field, from, way, max(nearest - T(part), T(0)), min(nearest + T(part), T(1)));
      }
    }

   private:
    static constexpr int halvings = 36, parts = 64;
    static constexpr double part = 1.0 / parts;

    static T nearest_sample(const PlacedField& field, const Vec3<T>& from, const Vec3<T>& way) {
      T least(1e30), nearest(0);
      for (int i = 0; i <= parts; ++i) {
        const T where(i * part), distance = signed_distance(field, from + where * way).value;
        nearest = select(distance < least, where, nearest);
        least = min(distance, least);
      }
      return nearest;
    }

    // Looks from `low` to `high`, shares of the way.
    template <class Obstacle>
    void look_past(const Obstacle& obstacle, const Vec3<T>& from, const Vec3<T>& way, T low, T high) {
      const auto at = [&](const T& where) { return signed_distance(obstacle, from + where * way); };
      for (int i = 0; i < halvings; ++i) {
        const T middle = T(0.5) * (low + high);
        const auto falls = dot(at(middle).normal, way) < T(0);
        low = select(falls, middle, low);
        high = select(falls, high, middle);
      }
      // Inside a solid the minimum may be at a kink of the distance. There the derivative of the minimum is
      // the convex combination of the normals on both sides that has no slope along the line.
      const SignedDistance<T> before = at(low), after = at(high);
      const T down = min(dot(before.normal, way), T(0)), up = max(dot(after.normal, way), T(0));
      const T share = up / max(up - down, T(1e-300));
      const auto nearer = after.value < min_distance;
      min_distance = select(nearer, after.value, min_distance);
      u = select(nearer, high, u);
      normal = select(nearer, share * before.normal + (T(1) - share) * after.normal, normal);
    }
  };

  template <class T, std::size_t n>
  static void write_rows(Sink<T>& sink, const std::array<T, n>& rows, const T& beyond, std::size_t error,
                         const T& scale = T(1)) {
    sink.rows(rows);
    sink.error(beyond * beyond, error, scale);
  }
};

}  // namespace memetik::goals

// Pose, Position and Orientation: a point and axes fixed to a link against a target frame.
#pragma once

#include <array>

#include "memetik/objective/goal.hpp"

namespace memetik::goals {

// The parameters of the three goals, in order.
struct PoseParameters {
  static constexpr int target = 0;     // frame, in `goal.frame`; rotation such that the link itself meets it
  static constexpr int point = 12;     // offset of the point that is placed
  static constexpr int position = 15;  // factor of the position rows
  static constexpr int rotation = 16;  // factor of the rotation rows
  static constexpr int axes = 17;      // by_axis only: the target's axes, and a factor for each row
  static constexpr int factors = 26;
  static constexpr int count = 17, count_by_axis = 32;
};

template <class T>
MEMETIK_INLINE Vec3<T> vec3_at(const T* p) {
  return {p[0], p[1], p[2]};
}

template <class T>
MEMETIK_INLINE Frame<T> frame_at(const T* p) {
  return {vec3_at(p), vec3_at(p + 3), vec3_at(p + 6), vec3_at(p + 9)};
}

// The rotation from a frame to a target as the vector and scalar part of a unit quaternion.
template <class T>
struct RotationError {
  Vec3<T> vector;  // sin(angle / 2) axis
  T scalar;        // cos(angle / 2) >= 0
};

// Where a rotation R = 2 v v^T + 2 c [v]x + (2 c^2 - 1) I is almost a half turn, c = 0: v from the column of
// 2 v v^T with the largest diagonal (Shepperd 1978). `sum` = 4 c v decides the sign, `square` = 4 c^2.
template <class T>
[[gnu::noinline]] RotationError<T> error_near_half_turn(const Frame<T>& frame, const Frame<T>& target,
                                                        const Vec3<T>& sum, const T& square) {
  const auto column = [&](const Vec3<T>& e) {  // of R + I - 2 c [v]x - 2 c^2 I
    const Vec3<T> turned =
        dot(frame.x, e) * target.x + dot(frame.y, e) * target.y + dot(frame.z, e) * target.z;
    return (T(1) - T(0.5) * square) * e + turned - T(0.5) * cross(sum, e);
  };
  const Vec3<T> x = column({T(1), T(0), T(0)}), y = column({T(0), T(1), T(0)}),
                z = column({T(0), T(0), T(1)});
  const auto x_largest = (x.x >= y.y) & (x.x >= z.z);
  const Vec3<T> v = select(x_largest, x, select(y.y >= z.z, y, z));
  const T scalar = T(0.5) * sqrt(square);
  const T length = sqrt((T(1) - scalar * scalar) / max(dot(v, v), T(1e-30)));
  return {select(dot(v, sum) < T(0), -length, length) * v, scalar};
}

// With the columns e of the frame and t of the target, sum(e x t) = 2 sin(angle) axis = 4 c v and
// trace = sum(e . t) = 1 + 2 cos(angle) = 4 c^2 - 1: half-angle values without a single arc function.
template <class T>
MEMETIK_INLINE RotationError<T> rotation_error(const Frame<T>& frame, const Frame<T>& target) {
  const Vec3<T> sum = cross(frame.x, target.x) + cross(frame.y, target.y) + cross(frame.z, target.z);
  const T trace = dot(frame.x, target.x) + dot(frame.y, target.y) + dot(frame.z, target.z);
  const T square = max(trace + 1, T(0));
  const auto half_turn = square < T(1e-5);
  const T twice = sqrt(select(half_turn, T(1), square));
  RotationError<T> error{(T(0.5) / twice) * sum, T(0.5) * twice};
  if (any(half_turn)) [[unlikely]] {
    const RotationError<T> other = error_near_half_turn(frame, target, sum, square);
    error = {select(half_turn, other.vector, error.vector), select(half_turn, other.scalar, error.scalar)};
  }
  return error;
}

// Residual, fixed target: position error p - p_target and rotation error -2 sin(angle/2) axis, in the
// root's axes. For a link that turns with angular velocity w the latter changes by (c I + [v]x) w, with c
// and v the scalar and vector part of the error quaternion.
template <bool has_position, bool has_rotation, class T, class Poses, class Sink>
MEMETIK_INLINE void evaluate_pose(const Goal& goal, const T* p, const Poses& poses, Sink& sink) {
  using P = PoseParameters;
  const int link = goal.links[0];
  const Frame<T>& frame = poses.link(link);
  const Frame<T> target = frame_at(p + P::target);
  const Vec3<T> point = apply(frame, vec3_at(p + P::point));
  const T position_factor = p[P::position], rotation_factor = p[P::rotation];
  const Vec3<T> distance = point - target.p;
  RotationError<T> error{{T(0), T(0), T(0)}, T(1)};
  if constexpr (has_position) {
    sink.rows(goal.row, std::array{position_factor * distance.x, position_factor * distance.y,
                                   position_factor * distance.z});
    sink.length(dot(distance, distance), goal.limit[0]);
  }
  if constexpr (has_rotation) {
    error = rotation_error(frame, target);
    const T f = T(-2) * rotation_factor;
    sink.rows(goal.row + (has_position ? 3 : 0),
              std::array{f * error.vector.x, f * error.vector.y, f * error.vector.z});
    sink.angle(T(4) * dot(error.vector, error.vector), goal.limit[has_position ? 1 : 0]);
  }
  const T c = rotation_factor * error.scalar;
  const Vec3<T> v = rotation_factor * error.vector;
  sink.moves(goal, link, point, [&](const Vec3<T>& linear, const Vec3<T>& angular) {
    std::array<T, (has_position ? 3 : 0) + (has_rotation ? 3 : 0)> rows;
    if constexpr (has_position) {
      rows[0] = position_factor * linear.x;
      rows[1] = position_factor * linear.y;
      rows[2] = position_factor * linear.z;
    }
    if constexpr (has_rotation) {
      const Vec3<T> turned = c * angular + cross(v, angular);
      constexpr int first = has_position ? 3 : 0;
      rows[first + 0] = turned.x;
      rows[first + 1] = turned.y;
      rows[first + 2] = turned.z;
    }
    return rows;
  });
}

// The same along the target's axes, each with its own factor and tolerance, and with a target that may
// move with another link: only the velocity relative to that link counts.
template <bool has_position, bool has_rotation, class T, class Poses, class Sink>
void evaluate_pose_by_axis(const Goal& goal, const T* p, const Poses& poses, Sink& sink) {
  using P = PoseParameters;
  const int link = goal.links[0];
  const Frame<T>& frame = poses.link(link);
  const Frame<T> reference = goal.frame < 0 ? broadcast<T>(identity_frame) : poses.link(goal.frame);
  const Frame<T> target = reference * frame_at(p + P::target);
  const Vec3<T> x = rotate(reference, vec3_at(p + P::axes)), y = rotate(reference, vec3_at(p + P::axes + 3)),
                z = rotate(reference, vec3_at(p + P::axes + 6));
  const Vec3<T> point = apply(frame, vec3_at(p + P::point));
  const T* factor = p + P::factors;
  const auto along_axes = [&](const Vec3<T>& v) { return Vec3<T>{dot(x, v), dot(y, v), dot(z, v)}; };
  const auto scaled = [](const T* f, const Vec3<T>& v) {
    return std::array{f[0] * v.x, f[1] * v.y, f[2] * v.z};
  };
  // squares of the constrained components: all that counts for the report, each for acceptance
  const auto squared = [](const double* wanted, const Vec3<T>& v) {
    return Vec3<T>{wanted[0] * v.x * v.x, wanted[1] * v.y * v.y, wanted[2] * v.z * v.z};
  };
  constexpr int first = has_position ? 3 : 0;
  RotationError<T> error{{T(0), T(0), T(0)}, T(1)};
  if constexpr (has_position) {
    const Vec3<T> distance = along_axes(point - target.p);
    sink.rows(goal.row, scaled(factor, distance));
    const Vec3<T> squares = squared(goal.axes.data(), distance);
    if (goal.tolerance_by_axis)
      sink.lengths(squares, goal.limit.data());
    else
      sink.length(squares.x + squares.y + squares.z, goal.limit[0]);
  }
  if constexpr (has_rotation) {
    error = rotation_error(frame, target);
    error.vector = along_axes(error.vector);
    sink.rows(goal.row + first, scaled(factor + 3, T(-2) * error.vector));
    const Vec3<T> squares = squared(goal.axes.data() + 3, T(2) * error.vector);
    if (goal.tolerance_by_axis)
      sink.angles(squares, goal.limit.data() + 3);
    else
      sink.angle(squares.x + squares.y + squares.z, goal.limit[has_position ? 1 : 0]);
  }
  const auto rates = [&](const Vec3<T>& linear, const Vec3<T>& angular) {
    std::array<T, first + (has_rotation ? 3 : 0)> rows;
    if constexpr (has_position) {
      const auto moved = scaled(factor, along_axes(linear));
      for (std::size_t i = 0; i < 3; ++i) rows[i] = moved[i];
    }
    if constexpr (has_rotation) {
      const Vec3<T> w = along_axes(angular);
      const auto turned = scaled(factor + 3, error.scalar * w + cross(error.vector, w));
      for (std::size_t i = 0; i < 3; ++i) rows[first + i] = turned[i];
    }
    return rows;
  };
  sink.moves(goal, link, point, rates);
  if (goal.frame >= 0)
    sink.moves(goal, goal.frame, point,
               [&](const Vec3<T>& linear, const Vec3<T>& angular) { return rates(-linear, -angular); });
}

}  // namespace memetik::goals

// The rotation between two frames.
#pragma once

#include "memetik/math/frame.hpp"

namespace memetik::goals {

// The rotation from a frame to a target, as the vector and the scalar part of a unit quaternion.
template <class T>
struct RotationError {
  Vec3<T> vector;  // sin(angle / 2) axis
  T scalar;        // cos(angle / 2) >= 0
};

// For a rotation R = 2 v v^T + 2 c [v]x + (2 c^2 - 1) I near half a turn, where c = 0: computes v from the
// column of 2 v v^T with the largest diagonal entry (Shepperd 1978). `sum` = 4 c v decides the sign,
// `square` = 4 c^2.
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
// trace = sum(e . t) = 1 + 2 cos(angle) = 4 c^2 - 1. This gives the half-angle values without inverse
// trigonometric functions.
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

}  // namespace memetik::goals

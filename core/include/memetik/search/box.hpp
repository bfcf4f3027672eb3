// The box of a query: each variable stays within its limits and within max_change of the start.
#pragma once

#include <cmath>
#include <span>

#include "memetik/kinematics/tree.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

struct Interval {
  double lower, upper;
};

// The interval of one variable. It is infinite for a component of a rotation vector, which has a largest
// angle instead. If the change of a rotation vector is limited, the intervals of its components form a cube
// around the start; at the cube's corners the angle between the two rotations is at most the allowed change.
Interval interval_of(const Tree& tree, const Query& query, std::size_t variable);

// Whether a variable is an angle whose interval contains a full turn. Bounds need not block such a variable:
// beyond a bound it can continue one turn back.
bool covers_full_turn(const Tree& tree, const Interval& interval, std::size_t variable);

// Adds whole turns to bring an angle into its interval, which covers a full turn.
double wrapped_into(const Interval& interval, double angle);

// Moves q into the box.
void clip(const Tree& tree, const Query& query, std::span<double> q);

// Shortens a rotation vector w that exceeds its largest angle. The result is on the segment from w to
// `center`, a vector within the largest angle, as near to w as possible: |center + t (w - center)| = largest.
template <class T>
MEMETIK_INLINE Vec3<T> shorten_towards(const Vec3<T>& center, const Vec3<T>& w, const T& largest) {
  const Vec3<T> way = w - center;
  const T a = max(dot(way, way), T(1e-300)), b = dot(center, way);
  const T c = max(largest * largest - dot(center, center), T(0));
  const T t = (sqrt(b * b + a * c) - b) / a;
  return center + max(T(0), min(t, T(1))) * way;
}

}  // namespace memetik

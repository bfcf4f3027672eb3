// Where the variables of a query may be: within their limits, and no farther from the start than asked for.
#pragma once

#include <cmath>
#include <span>

#include "memetik/kinematics/tree.hpp"
#include "memetik/search/query.hpp"

namespace memetik {

struct Interval {
  double lower, upper;
};

// Of one variable. Infinite for the components of a rotation vector, which has a largest angle instead,
// unless its change is limited: then a cube around the start's, in whose corners the angle between the two
// rotations is at most the change.
Interval interval_of(const Tree& tree, const Query& query, std::size_t variable);

// Whether a variable is an angle with all of a turn in its interval: it need not end at bounds, because it
// can go on a turn back.
bool winds(const Tree& tree, const Interval& interval, std::size_t variable);

// The same angle in the interval of one that winds.
double wound_into(const Interval& interval, double angle);

// Brings q into the box.
void clip(const Tree& tree, const Query& query, std::span<double> q);

// Brings a rotation vector from outside its largest angle to the nearest place on the way to the center, a
// vector within it: |center + t (w - center)| = largest.
template <class T>
MEMETIK_INLINE Vec3<T> shorten_towards(const Vec3<T>& center, const Vec3<T>& w, const T& largest) {
  const Vec3<T> way = w - center;
  const T a = max(dot(way, way), T(1e-300)), b = dot(center, way);
  const T c = max(largest * largest - dot(center, center), T(0));
  const T t = (sqrt(b * b + a * c) - b) / a;
  return center + max(T(0), min(t, T(1))) * way;
}

}  // namespace memetik

// The solid angle of a triangle, from which winding numbers are summed.
#pragma once

#include <numbers>

#include "memetik/math/atan2.hpp"
#include "memetik/math/vec3.hpp"

namespace memetik {

// The solid angle of a triangle seen from the origin, divided by that of a sphere (van Oosterom and Strackee
// 1983). It is positive if the triangle is counter-clockwise seen from its other side, so that the outwards
// oriented triangles of a closed surface around the origin add up to 1.
template <class T>
T winding_share(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  const T la = norm(a), lb = norm(b), lc = norm(c);
  const T volume = dot(a, cross(b, c));
  const T cosine = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return T(1 / (2 * std::numbers::pi)) * atan2(volume, cosine);
}

}  // namespace memetik

// Rigid frames: the columns of a rotation matrix and an origin.
#pragma once

#include "memetik/math/vec3.hpp"

namespace memetik {

template <class T>
struct Frame {
  Vec3<T> x, y, z;  // the frame's axes, in the coordinates of its parent
  Vec3<T> p;        // its origin
};

inline constexpr Frame<double> identity_frame{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}};

// In all products U is T, or double for constants of the tree.
template <class T, class U>
MEMETIK_INLINE Vec3<T> rotate(const Frame<T>& a, const Vec3<U>& b) {
  return {a.x.x * b.x + a.y.x * b.y + a.z.x * b.z, a.x.y * b.x + a.y.y * b.y + a.z.y * b.z,
          a.x.z * b.x + a.y.z * b.y + a.z.z * b.z};
}

// The transpose of the frame's rotation times b.
template <class T>
MEMETIK_INLINE Vec3<T> rotate_back(const Frame<T>& a, const Vec3<T>& b) {
  return {dot(a.x, b), dot(a.y, b), dot(a.z, b)};
}

template <class T, class U>
MEMETIK_INLINE Vec3<T> apply(const Frame<T>& a, const Vec3<U>& b) {
  return a.p + rotate(a, b);
}

template <class T, class U>
MEMETIK_INLINE Frame<T> operator*(const Frame<T>& a, const Frame<U>& b) {
  return {rotate(a, b.x), rotate(a, b.y), rotate(a, b.z), apply(a, b.p)};
}

template <class T>
MEMETIK_INLINE Frame<T> inverse(const Frame<T>& a) {
  const Vec3<T> x{a.x.x, a.y.x, a.z.x}, y{a.x.y, a.y.y, a.z.y}, z{a.x.z, a.y.z, a.z.z};
  return {x, y, z, {-dot(a.x, a.p), -dot(a.y, a.p), -dot(a.z, a.p)}};
}

template <class T>
MEMETIK_INLINE Vec3<T> broadcast(const Vec3<double>& a) {
  return {T(a.x), T(a.y), T(a.z)};
}

template <class T>
MEMETIK_INLINE Frame<T> broadcast(const Frame<double>& a) {
  return {broadcast<T>(a.x), broadcast<T>(a.y), broadcast<T>(a.z), broadcast<T>(a.p)};
}

template <class T>
MEMETIK_INLINE void set_lane(Vec3<T>& a, int lane, const Vec3<double>& value) {
  set_lane(a.x, lane, value.x);
  set_lane(a.y, lane, value.y);
  set_lane(a.z, lane, value.z);
}

template <class T>
MEMETIK_INLINE void set_lane(Frame<T>& a, int lane, const Frame<double>& value) {
  set_lane(a.x, lane, value.x);
  set_lane(a.y, lane, value.y);
  set_lane(a.z, lane, value.z);
  set_lane(a.p, lane, value.p);
}

// A rotation (origin zero) that takes z to `axis`, a unit vector. If axis.z >= 0 it is the shortest one,
// otherwise a half turn about x is added, which keeps it well conditioned. It is exact for coordinate axes.
inline Frame<double> rotation_from_z_to(const Vec3<double>& axis) {
  if (axis.z < 0) {
    constexpr Frame<double> half_turn_about_x{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 0, 0}};
    return half_turn_about_x * rotation_from_z_to({axis.x, -axis.y, -axis.z});
  }
  // Rodrigues' formula about v = z x axis with cosine axis.z: R = I + [v] + [v]^2 / (1 + axis.z)
  const double k = 1 / (1 + axis.z);
  return {{1 - k * axis.x * axis.x, -k * axis.x * axis.y, -axis.x},
          {-k * axis.x * axis.y, 1 - k * axis.y * axis.y, -axis.y},
          axis,
          {0, 0, 0}};
}

}  // namespace memetik

// Vectors of three numbers.
#pragma once

#include "memetik/math/pack.hpp"

namespace memetik {

template <class T>
struct Vec3 {
  T x, y, z;

  friend MEMETIK_INLINE Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  friend MEMETIK_INLINE Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  friend MEMETIK_INLINE Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend MEMETIK_INLINE Vec3 operator*(const T& s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

template <class T>
MEMETIK_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
MEMETIK_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
MEMETIK_INLINE T norm(const Vec3<T>& a) {
  return sqrt(dot(a, a));
}

template <class M, class T>
MEMETIK_INLINE Vec3<T> select(const M& mask, const Vec3<T>& yes, const Vec3<T>& no) {
  return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}
template <class T, class M>
MEMETIK_INLINE Vec3<T> zero_where(const M& mask, const Vec3<T>& a) {
  return {zero_where(mask, a.x), zero_where(mask, a.y), zero_where(mask, a.z)};
}

}  // namespace memetik

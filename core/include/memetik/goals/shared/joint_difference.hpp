// Differences of joint values: angles take the shorter way round, rotations their relative quaternion.
#pragma once

#include <array>
#include <numbers>

#include "memetik/math/sincos.hpp"
#include "memetik/math/vec3.hpp"

namespace memetik::goals {

// The shorter of the two ways round: d - 2 pi round(d / 2 pi).
template <class T>
MEMETIK_INLINE T wrapped(const T& d) {
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer
  const T turns = (d * (0.5 * std::numbers::inv_pi) + magic) - magic;
  return d - turns * (2 * std::numbers::pi);
}

// The unit quaternion (c, s w) of a rotation vector w, where c = cos(t/2), s = sin(t/2)/t and t = |w|. The
// member ds is (ds/dt)/t, so that d(s w) = s dw + ds w (w . dw) and dc = -s (w . dw) / 2.
template <class T>
struct HalfAngle {
  T c, s, ds;
};

template <class T>
MEMETIK_INLINE HalfAngle<T> half_angle(const Vec3<T>& w) {
  const T t2 = dot(w, w);
  const auto small = t2 < T(0.01);
  const T safe = select(small, T(1), t2), t = sqrt(safe);
  T sine, cosine;
  sincos(T(0.5) * sqrt(t2), sine, cosine);
  // for small t the Taylor series of sin(t/2)/t and of its derivative divided by t
  const T s = select(small, 0.5 - t2 * (1. / 48 - t2 * (1. / 3840 - t2 * (1. / 645120))), sine / t);
  const T ds = select(small, -1. / 24 + t2 * (1. / 960 - t2 * (1. / 107520)), (T(0.5) * cosine - s) / safe);
  return {cosine, s, ds};
}

// Twice the vector part of the quaternion from a wanted rotation w0 to a rotation w (both rotation vectors),
// in the axes of the wanted one. Its norm is 2 sin(angle/2), like that of the rotation rows of a pose.
// `rates[j]` is its derivative by the j-th entry of w.
template <class T>
struct BallDifference {
  Vec3<T> residual;
  std::array<Vec3<T>, 3> rates;

  BallDifference(const Vec3<T>& w, const Vec3<T>& w0) {
    const HalfAngle<T> a = half_angle(w), b = half_angle(w0);
    const Vec3<T> u0 = -b.s * w0;  // vector part of the inverse of the wanted rotation
    const Vec3<T> u = a.s * w;
    const T scalar = b.c * a.c - dot(u0, u);
    const T sign = select(scalar < T(0), T(-2), T(2));
    residual = sign * (b.c * u + a.c * u0 + cross(u0, u));
    const Vec3<T> unit[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
    const T component[3] = {w.x, w.y, w.z};
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3<T> du = a.s * unit[j] + (a.ds * component[j]) * w;
      const T dc = T(-0.5) * a.s * component[j];
      rates[j] = sign * (b.c * du + dc * u0 + cross(u0, du));
    }
  }
};

}  // namespace memetik::goals

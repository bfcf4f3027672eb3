// Rotation vectors w = angle * axis: exponential map, its derivative, logarithm, wrapping.
#pragma once

#include <numbers>

#include "memetik/math/frame.hpp"

namespace memetik {

// exp(w) = I + a [w] + b [w]^2 and the left Jacobian V(w) = I + b [w] + c [w]^2, where
// a = sin t / t, b = (1 - cos t) / t^2, c = (t - sin t) / t^3, t = |w|  (Rodrigues).
template <class T>
struct RotationCoefficients {
  T a, b, c;
};

// The coefficients from t^2 and the sine and cosine of t. Below 0.1 rad, where the quotients lose digits by
// cancellation, they are Taylor series.
template <class T>
MEMETIK_INLINE RotationCoefficients<T> rotation_coefficients(const T& t2, const T& sine, const T& cosine) {
  const auto small = t2 < T(0.01);
  const T safe = select(small, T(1), t2), t = sqrt(safe), inverse = T(1) / safe;
  const T a =
      select(small, 1 - t2 * (1. / 6 - t2 * (1. / 120 - t2 * (1. / 5040 - t2 * (1. / 362880)))), sine / t);
  const T b = select(small, 0.5 - t2 * (1. / 24 - t2 * (1. / 720 - t2 * (1. / 40320 - t2 * (1. / 3628800)))),
                     (1 - cosine) * inverse);
  const T c =
      select(small, 1. / 6 - t2 * (1. / 120 - t2 * (1. / 5040 - t2 * (1. / 362880 - t2 * (1. / 39916800)))),
             (1 - a) * inverse);
  return {a, b, c};
}

// I + p [w] + q [w]^2 as the columns of a frame at the origin.
template <class T>
MEMETIK_INLINE Frame<T> skew_polynomial(const Vec3<T>& w, const T& p, const T& q) {
  const T xx = q * w.x * w.x, yy = q * w.y * w.y, zz = q * w.z * w.z;
  const T xy = q * w.x * w.y, xz = q * w.x * w.z, yz = q * w.y * w.z;
  const Vec3<T> s = p * w;
  return {{1 - yy - zz, xy + s.z, xz - s.y},
          {xy - s.z, 1 - xx - zz, yz + s.x},
          {xz + s.y, yz - s.x, 1 - xx - yy},
          {T(0), T(0), T(0)}};
}

// The rotation vector of the same rotation with |w| <= pi: w (1 - 2 pi k / |w|).
inline Vec3<double> wrap_rotation_vector(const Vec3<double>& w) {
  const double angle = norm(w);
  if (angle <= std::numbers::pi) return w;
  return (std::remainder(angle, 2 * std::numbers::pi) / angle) * w;
}

Frame<double> exp_rotation(const Vec3<double>& w);

// The rotation vector with angle in [0, pi] of a frame's rotation.
Vec3<double> log_rotation(const Frame<double>& rotation);

}  // namespace memetik

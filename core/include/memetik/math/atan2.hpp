// The angle of a vector in the plane, by a polynomial that the compiler can vectorise.
#pragma once

#include <numbers>

#include "memetik/math/pack.hpp"

namespace memetik {

// The absolute error is below 1e-15; the angle of the zero vector is 0. Let t <= 1 be the smaller of |x| and
// |y| over the larger. If t > tan(pi/12), atan t = pi/6 + atan((sqrt(3) t - 1) / (sqrt(3) + t)). Then
// atan t = t + t^3 P(t^2), where P interpolates at Chebyshev nodes (error 3e-19).
template <class T>
MEMETIK_INLINE T atan2(const T& y, const T& x) {
  constexpr double pi = std::numbers::pi, root = std::numbers::sqrt3, tan_twelfth = 2 - root;
  const T ax = abs(x), ay = abs(y);
  const T ratio = min(ax, ay) / max(max(ax, ay), T(1e-300));
  const auto far = ratio > T(tan_twelfth);
  const T t = select(far, (root * ratio - T(1)) / (root + ratio), ratio), z = t * t;
  T p = -0.039578935915461960171 * z + 0.057163298944428525134;
  p = p * z - 0.066549450536776579928;
  p = p * z + 0.076918196381987079155;
  p = p * z - 0.090908970815922119353;
  p = p * z + 0.11111110944516938184;
  p = p * z - 0.14285714284553813648;
  p = p * z + 0.19999999999996881959;
  p = p * z - 0.33333333333333331952;
  T angle = t + t * z * p + select(far, T(pi / 6), T(0));
  angle = select(ay > ax, T(pi / 2) - angle, angle);
  angle = select(x < T(0), T(pi) - angle, angle);
  return select(y < T(0), -angle, angle);
}

}  // namespace memetik

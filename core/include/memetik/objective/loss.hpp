// Losses: an error x costs rho(x) instead of x^2. Every loss has the minimum 0, at the wanted value or range.
#pragma once

#include <array>
#include <cstdint>

#include "memetik/math/exp.hpp"

namespace memetik {

// With y = x - s, z = (2 x - l - u) / (u - l) and E = exp(-(z/b)^n):
enum class LossKind : std::uint8_t {
  quadratic,     // x^2
  angle,         // t^2, where x = 2 sin(t/2) is the chord of the angle t
  quaternion,    // 2 (1 - sqrt(1 - x^2/4)): the squared distance of unit quaternions, x = 2 sin(t/2)
  absolute,      // sqrt(x^2 + d^2) - d: |x|, rounded off at zero
  huber,         // x^2 if |x| <= d, else 2 d |x| - d^2
  hinge,         // the squared distance of x from [l, u]
  groove,        // 1 - exp(-y^2 / (2 c^2)) + r y^g              (Rakita et al. 2017, RelaxedIK)
  swamp,         // (a1 + a2 z^m) (1 - E)                         (Wang et al. 2023, RangedIK)
  swamp_groove,  // -f1 exp(-y^2 / (2 c^2)) + f2 y^2 + f3 (1 - E) - its minimum
};

// rho, its derivative, and the weight of a square that has about the same curvature; the weight is never
// negative.
template <class T>
struct LossValue {
  T value, slope, weight;
};

// The parameters have the names of the formulas above; exponents are even.
struct Loss {
  LossKind kind = LossKind::quadratic;
  double d = 0;                                // absolute, huber
  double lower = 0, upper = 0;                 // the wanted range: l and u, or s twice
  double s = 0, c = 1, r = 0;                  // groove
  int g = 2, m = 2, n = 8;                     // even exponents
  double b = 1, a1 = 1, a2 = 0;                // swamp
  double f1 = 0, f2 = 0, f3 = 0, minimum = 0;  // swamp_groove

  template <class T>
  LossValue<T> at(const T& x) const;

  // The signed distance of x from [lower, upper]: 0 within, negative below.
  template <class T>
  MEMETIK_INLINE T beyond(const T& x) const {
    return min(x - T(lower), T(0)) + max(x - T(upper), T(0));
  }
};

extern template LossValue<double> Loss::at(const double&) const;
extern template LossValue<Pack> Loss::at(const Pack&) const;

}  // namespace memetik

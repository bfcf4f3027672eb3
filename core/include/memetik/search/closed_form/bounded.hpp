// A number that is known up to an error. Formulas written for a number type T give, with T = Bounded, a bound
// of their result for all inputs within their errors.
#pragma once

#include <cmath>

#include "memetik/math/pack.hpp"

namespace memetik {

// The true number differs from `value` by at most `error`. The rounding of single operations is not added:
// inputs have errors far above it, which the same operations enlarge as much.
struct Bounded {
  double value = 0, error = 0;

  Bounded() = default;
  Bounded(double exact) : value(exact) {}  // implicit: constants mix with bounded numbers
  Bounded(double known, double uncertain) : value(known), error(uncertain) {}

  double lowest() const { return value - error; }
  double highest() const { return value + error; }

  friend Bounded operator+(const Bounded& a, const Bounded& b) {
    return {a.value + b.value, a.error + b.error};
  }
  friend Bounded operator-(const Bounded& a, const Bounded& b) {
    return {a.value - b.value, a.error + b.error};
  }
  friend Bounded operator-(const Bounded& a) { return {-a.value, a.error}; }
  // (a + d)(b + e) - a b = a e + b d + d e
  friend Bounded operator*(const Bounded& a, const Bounded& b) {
    return {a.value * b.value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error};
  }
  // (a + d) / (b + e) - a / b = (d - (a / b) e) / (b + e). Without bound if the divisor may be zero.
  friend Bounded operator/(const Bounded& a, const Bounded& b) {
    const double least = std::abs(b.value) - b.error;
    if (!(least > 0)) return {0, HUGE_VAL};
    const double ratio = a.value / b.value;
    return {ratio, (a.error + std::abs(ratio) * b.error) / least};
  }
};

// The square root of a number that is not negative.
inline Bounded sqrt(const Bounded& a) {
  const double highest = std::sqrt(std::fmax(a.highest(), 0)), lowest = std::sqrt(std::fmax(a.lowest(), 0));
  return {0.5 * (highest + lowest), 0.5 * (highest - lowest)};
}

}  // namespace memetik

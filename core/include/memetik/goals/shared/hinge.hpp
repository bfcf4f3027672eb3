// Residuals of inequalities: zero inside a range, the distance from the range outside.
#pragma once

#include "memetik/math/vec3.hpp"

namespace memetik::goals {

// The signed distance of x from [lower, upper] (negative below, 0 inside) and its derivative.
template <class T>
struct Excess {
  T value, slope;
};

template <class T>
MEMETIK_INLINE Excess<T> excess(const T& x, const T& lower, const T& upper) {
  const T value = min(x - lower, T(0)) + max(x - upper, T(0));
  return {value, select((x < lower) | (x > upper), T(1), T(0))};
}

}  // namespace memetik::goals

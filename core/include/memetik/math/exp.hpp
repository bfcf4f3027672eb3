// e^x - 1 by a polynomial that the compiler can vectorise.
#pragma once

#include <bit>

#include "memetik/math/pack.hpp"

namespace memetik {

// The relative error is below 1e-15; x is clamped to [-700, 700]. Cody-Waite reduction (ln 2 in two pieces,
// fdlibm) gives x = k ln 2 + r with |r| <= ln(2)/2. The series of e^r - 1 up to r^14 has a remainder below
// 3e-19. Then e^x - 1 = 2^k (e^r - 1) + (2^k - 1).
template <class T>
MEMETIK_INLINE T expm1(const T& x) {
  using Integer = typename Lanes<T>::Integer;
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer, kept in the low bits
  const T bounded = min(max(x, T(-700)), T(700));
  const T shifted = bounded * 1.44269504088896338700 + magic;
  const T k = shifted - magic;
  const T r = (bounded - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  T p = r * (1. / 87178291200) + 1. / 6227020800;
  p = p * r + 1. / 479001600;
  p = p * r + 1. / 39916800;
  p = p * r + 1. / 3628800;
  p = p * r + 1. / 362880;
  p = p * r + 1. / 40320;
  p = p * r + 1. / 5040;
  p = p * r + 1. / 720;
  p = p * r + 1. / 120;
  p = p * r + 1. / 24;
  p = p * r + 1. / 6;
  p = p * r + 0.5;
  const T power = std::bit_cast<T>((std::bit_cast<Integer>(shifted) + 1023) << 52);  // 2^k
  return power * (r + r * r * p) + (power - T(1));
}

}  // namespace memetik

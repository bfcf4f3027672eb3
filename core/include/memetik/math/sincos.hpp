// Sine and cosine together, by polynomials that the compiler can vectorise.
#pragma once

#include <bit>

#include "memetik/math/pack.hpp"

namespace memetik {

// The largest value of a variable [rad, m]: configurations beyond it are rejected as input. For angles up to
// it, the reduction below is exact. Mimics may have larger angles, whose error grows with the angle.
inline constexpr double max_value = 1e6;

// The absolute error is below 4e-16 for |x| <= max_value. Cody-Waite reduction gives x = k pi + r with
// |r| <= pi/2: pi is split into pieces of 33 bits (fdlibm), whose products with k are exact; with fused
// multiply-add, pi and its rounding error suffice. Then sin r = r + r^3 P(r^2) and cos r = 1 + r^2 Q(r^2)
// with minimax polynomials P and Q (Remez, absolute error 2e-19 and 4e-18), and an odd k flips both signs.
// Reducing to half a turn instead of the usual quarter costs two more coefficients, but avoids exchanging
// sine and cosine, which costs more in lanes.
template <class T>
MEMETIK_INLINE void sincos(const T& x, T& sine, T& cosine) {
  using Integer = typename Lanes<T>::Integer;
  constexpr double magic = 0x1.8p52;  // adding it rounds to an integer, kept in the low bits
  const T shifted = x * 0.31830988618379067154 + magic;
  const T k = shifted - magic;
#if defined(__FMA__)
  T r = minus_product(x, k, T(3.14159265358979311600e+00));
  r = minus_product(r, k, T(1.22464679914735317723e-16));
#else
  T r = x - k * 3.14159265346825122833e+00;
  r = r - k * 1.21542010126079319532e-10;
  r = r - k * 4.04453249759190126308e-21;
#endif

  const T z = r * r;
  T p = z * 2.7184506397753766563e-15 - 7.6427085242862861289e-13;
  p = p * z + 1.6058927663810647298e-10;
  p = p * z - 2.505210660310105232e-8;
  p = p * z + 2.7557319207746627288e-6;
  p = p * z - 0.00019841269841185710219;
  p = p * z + 0.0083333333333331132385;
  p = p * z - 0.16666666666666664542;
  T q = z * 4.6102114009470633204e-14 - 1.1463031784514573003e-11;
  q = q * z + 2.0876567460716477443e-9;
  q = q * z - 2.7557316519886110777e-7;
  q = q * z + 0.000024801587279093404655;
  q = q * z - 0.0013888888888785344648;
  q = q * z + 0.041666666666664361259;
  q = q * z - 0.49999999999999982454;

  const Integer sign = std::bit_cast<Integer>(shifted) << 63;
  sine = std::bit_cast<T>(std::bit_cast<Integer>(r + r * z * p) ^ sign);
  cosine = std::bit_cast<T>(std::bit_cast<Integer>(1.0 + z * q) ^ sign);
}

// sincos of an array; arrays of double are processed in packs. `count` is a multiple of pack_lanes.
template <class T>
MEMETIK_INLINE void sincos_array(const T* x, T* sine, T* cosine, int count) {
  if constexpr (Lanes<T>::count == 1) {
    for (int i = 0; i < count; i += pack_lanes) {
      Pack s, c;
      sincos(Pack::load(x + i), s, c);
      s.store(sine + i);
      c.store(cosine + i);
    }
  } else {
    for (int i = 0; i < count; ++i) sincos(x[i], sine[i], cosine[i]);
  }
}

}  // namespace memetik

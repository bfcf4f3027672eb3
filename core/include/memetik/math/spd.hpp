// Symmetric positive definite systems, small enough to live in registers or L1, over any number type.
#pragma once

#include <array>

#include "memetik/math/vec3.hpp"

namespace memetik {

// A symmetric 3x3 matrix by its lower triangle.
template <class T>
struct Symmetric3 {
  T xx, yx, yy, zx, zy, zz;
};

template <class T>
MEMETIK_INLINE Vec3<T> operator*(const Symmetric3<T>& a, const Vec3<T>& b) {
  return {a.xx * b.x + a.yx * b.y + a.zx * b.z, a.yx * b.x + a.yy * b.y + a.zy * b.z,
          a.zx * b.x + a.zy * b.y + a.zz * b.z};
}

// By the adjugate: one division, and a short chain of dependent operations.
template <class T>
MEMETIK_INLINE Symmetric3<T> inverse(const Symmetric3<T>& a) {
  constexpr double least = 1e-60;  // a determinant that rounding made zero or negative
  const T xx = a.yy * a.zz - a.zy * a.zy, yx = a.zy * a.zx - a.yx * a.zz, zx = a.yx * a.zy - a.yy * a.zx;
  const T k = T(1) / max(a.xx * xx + (a.yx * yx + a.zx * zx), T(least));
  return {k * xx,
          k * yx,
          k * (a.xx * a.zz - a.zx * a.zx),
          k * zx,
          k * (a.yx * a.zx - a.xx * a.zy),
          k * (a.xx * a.yy - a.yx * a.yx)};
}

// x <- A^-1 b of a 6x6 matrix in 3x3 blocks, by the Schur complement of the lower right one (faster here
// than LDL^T: 2 divisions instead of 6). `coupling[i]` is row i of the upper right block.
template <class T>
MEMETIK_INLINE void solve_6x6(const Symmetric3<T>& upper, const std::array<Vec3<T>, 3>& coupling,
                              const Symmetric3<T>& lower, Vec3<T>& b_upper, Vec3<T>& b_lower) {
  const Symmetric3<T> p = inverse(lower);
  const Vec3<T> g0 = p * coupling[0], g1 = p * coupling[1], g2 = p * coupling[2];
  const Symmetric3<T> schur = inverse(Symmetric3<T>{
      upper.xx - dot(g0, coupling[0]), upper.yx - dot(g1, coupling[0]), upper.yy - dot(g1, coupling[1]),
      upper.zx - dot(g2, coupling[0]), upper.zy - dot(g2, coupling[1]), upper.zz - dot(g2, coupling[2])});
  const Vec3<T> u = schur * (b_upper - Vec3<T>{dot(g0, b_lower), dot(g1, b_lower), dot(g2, b_lower)});
  b_lower = p * b_lower - (u.x * g0 + u.y * g1 + u.z * g2);
  b_upper = u;
}

// x <- A^-1 b by LDL^T in place; `a` holds the lower triangle, row-major with n columns. A pivot that
// rounding made negative or zero is replaced by `least`.
template <class T>
void solve_spd(T* a, T* x, int n, double least) {
  for (int j = 0; j < n; ++j) {
    T* row = a + j * n;
    T pivot = row[j];
    for (int k = 0; k < j; ++k) {
      const T scaled = row[k] * a[k * n + k];  // the diagonal holds inverse pivots
      pivot -= scaled * row[k];
      row[k] = scaled;
    }
    row[j] = T(1) / max(pivot, T(least));
    for (int i = j + 1; i < n; ++i) {
      T sum = a[i * n + j];
      for (int k = 0; k < j; ++k) sum -= a[i * n + k] * row[k];
      a[i * n + j] = sum;
    }
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) x[i] -= a[i * n + k] * x[k];
  for (int i = 0; i < n; ++i) x[i] *= a[i * n + i];
  for (int i = n; i-- > 0;)
    for (int k = i + 1; k < n; ++k) x[i] -= a[k * n + i] * x[k];
}

}  // namespace memetik

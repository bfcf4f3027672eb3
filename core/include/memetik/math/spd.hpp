// Symmetric positive definite systems that fit into registers or the L1 cache, for double and Pack.
#pragma once

#include <array>

#include "memetik/math/vec3.hpp"

namespace memetik {

// The lower triangle of a symmetric 3x3 matrix.
template <class T>
struct Symmetric3 {
  T xx, yx, yy, zx, zy, zz;
};

template <class T>
MEMETIK_INLINE Vec3<T> operator*(const Symmetric3<T>& a, const Vec3<T>& b) {
  return {a.xx * b.x + a.yx * b.y + a.zx * b.z, a.yx * b.x + a.yy * b.y + a.zy * b.z,
          a.zx * b.x + a.zy * b.y + a.zz * b.z};
}

template <class T>
MEMETIK_INLINE Symmetric3<T> operator*(const T& k, const Symmetric3<T>& a) {
  return {k * a.xx, k * a.yx, k * a.yy, k * a.zx, k * a.zy, k * a.zz};
}

// a += v w^T for parallel vectors.
template <class T>
MEMETIK_INLINE void add_outer(Symmetric3<T>& a, const Vec3<T>& v, const Vec3<T>& w) {
  a.xx += v.x * w.x;
  a.yx += v.y * w.x;
  a.yy += v.y * w.y;
  a.zx += v.z * w.x;
  a.zy += v.z * w.y;
  a.zz += v.z * w.z;
}

template <class T>
MEMETIK_INLINE void add_diagonal(Symmetric3<T>& a, const T& d) {
  a.xx += d;
  a.yy += d;
  a.zz += d;
}

// The inverse by the adjugate, which takes one division and a short chain of dependent operations.
template <class T>
struct Inverse3 {
  Symmetric3<T> inverse;
  T determinant;
};
template <class T>
MEMETIK_INLINE Inverse3<T> invert(const Symmetric3<T>& a) {
  constexpr double min_determinant = 1e-60;  // replaces a determinant that rounding made zero or negative
  const T xx = a.yy * a.zz - a.zy * a.zy, yx = a.zy * a.zx - a.yx * a.zz, zx = a.yx * a.zy - a.yy * a.zx;
  const T determinant = a.xx * xx + (a.yx * yx + a.zx * zx);
  const T k = T(1) / max(determinant, T(min_determinant));
  return {{k * xx, k * yx, k * (a.xx * a.zz - a.zx * a.zx), k * zx, k * (a.yx * a.zx - a.xx * a.zy),
           k * (a.xx * a.yy - a.yx * a.yx)},
          determinant};
}

// x <- A^-1 x by LDL^T in place; `a` holds the lower triangle, row-major with n columns. A pivot that
// rounding made negative or zero is replaced by `min_pivot`. Four rows are processed at a time, so that their
// sums are independent.
template <class T>
void solve_spd(T* a, T* x, int n, double min_pivot) {
  for (int j = 0; j < n; ++j) {
    T* row = a + j * n;
    T pivot = row[j];
    for (int k = 0; k < j; ++k) {
      const T scaled = row[k] * a[k * n + k];  // the diagonal holds inverse pivots
      pivot -= scaled * row[k];
      row[k] = scaled;
    }
    row[j] = T(1) / max(pivot, T(min_pivot));
    int i = j + 1;
    for (; i + 4 <= n; i += 4) {
      T *r0 = a + i * n, *r1 = r0 + n, *r2 = r1 + n, *r3 = r2 + n;
      T s0 = r0[j], s1 = r1[j], s2 = r2[j], s3 = r3[j];
      for (int k = 0; k < j; ++k) {
        s0 -= r0[k] * row[k];
        s1 -= r1[k] * row[k];
        s2 -= r2[k] * row[k];
        s3 -= r3[k] * row[k];
      }
      r0[j] = s0;
      r1[j] = s1;
      r2[j] = s2;
      r3[j] = s3;
    }
    for (; i < n; ++i) {
      T sum = a[i * n + j];
      for (int k = 0; k < j; ++k) sum -= a[i * n + k] * row[k];
      a[i * n + j] = sum;
    }
  }
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) x[i] -= a[i * n + k] * x[k];
  for (int i = 0; i < n; ++i) x[i] *= a[i * n + i];
  for (int k = n; k-- > 0;)
    for (int i = 0; i < k; ++i) x[i] -= a[k * n + i] * x[k];
}

template <class T>
MEMETIK_INLINE Symmetric3<T> diagonal(const T& d) {
  return {d, T(0), d, T(0), T(0), d};
}

template <class T>
[[gnu::noinline]] void solve_nearly_singular(const Symmetric3<T>& u, const std::array<Vec3<T>, 3>& c,
                                             const Symmetric3<T>& l, Vec3<T>& b_upper, Vec3<T>& b_lower,
                                             double min_pivot) {
  const T zero(0);
  T matrix[36] = {u.xx,   zero,   zero,   zero, zero, zero, u.yx,   u.yy,   zero,   zero, zero, zero,
                  u.zx,   u.zy,   u.zz,   zero, zero, zero, c[0].x, c[1].x, c[2].x, l.xx, zero, zero,
                  c[0].y, c[1].y, c[2].y, l.yx, l.yy, zero, c[0].z, c[1].z, c[2].z, l.zx, l.zy, l.zz};
  T x[6] = {b_upper.x, b_upper.y, b_upper.z, b_lower.x, b_lower.y, b_lower.z};
  solve_spd(matrix, x, 6, min_pivot);
  b_upper = {x[0], x[1], x[2]};
  b_lower = {x[3], x[4], x[5]};
}

// b <- A^-1 b for a 6x6 matrix in 3x3 blocks; `coupling[i]` is row i of the upper right block. The Schur
// complement of the lower right block needs 2 divisions instead of the 6 of LDL^T, and half the time. But it
// squares the condition of 3x3 blocks. So if a determinant is small compared with the product of the diagonal
// (Hadamard's bound), as for stretched or planar arms, LDL^T is used, with pivots of at least `min_pivot`.
template <class T>
MEMETIK_INLINE void solve_6x6(const Symmetric3<T>& upper, const std::array<Vec3<T>, 3>& coupling,
                              const Symmetric3<T>& lower, Vec3<T>& b_upper, Vec3<T>& b_lower,
                              double min_pivot) {
  constexpr double reliable = 1e-9;
  const auto [p, p_determinant] = invert(lower);
  const Vec3<T> g0 = p * coupling[0], g1 = p * coupling[1], g2 = p * coupling[2];
  const auto [schur, schur_determinant] = invert(Symmetric3<T>{
      upper.xx - dot(g0, coupling[0]), upper.yx - dot(g1, coupling[0]), upper.yy - dot(g1, coupling[1]),
      upper.zx - dot(g2, coupling[0]), upper.zy - dot(g2, coupling[1]), upper.zz - dot(g2, coupling[2])});
  const Vec3<T> u = schur * (b_upper - Vec3<T>{dot(g0, b_lower), dot(g1, b_lower), dot(g2, b_lower)});
  const Vec3<T> w = p * b_lower - (u.x * g0 + u.y * g1 + u.z * g2);
  const auto doubtful = !((p_determinant > (reliable * lower.xx) * (lower.yy * lower.zz)) &
                          (schur_determinant > (reliable * upper.xx) * (upper.yy * upper.zz)));
  if (any(doubtful)) [[unlikely]] {
    // copies, so that the likely path can keep the originals in registers
    const Symmetric3<T> first = upper, second = lower;
    const std::array<Vec3<T>, 3> beside = coupling;
    Vec3<T> x = b_upper, y = b_lower;
    solve_nearly_singular(first, beside, second, x, y, min_pivot);
    b_upper = select(doubtful, x, u);
    b_lower = select(doubtful, y, w);
  } else {
    b_upper = u;
    b_lower = w;
  }
}

}  // namespace memetik

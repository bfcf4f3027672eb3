// Vectors and square matrices of a few rows, with sizes known at compile time.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace memetik {

template <std::size_t N>
using SmallVector = std::array<double, N>;

template <std::size_t N>
using SmallMatrix = std::array<SmallVector<N>, N>;  // row-major

template <std::size_t N>
double dot(const SmallVector<N>& a, const SmallVector<N>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}

// y += factor * x.
template <std::size_t N>
void add(SmallVector<N>& y, double factor, const SmallVector<N>& x) {
  for (std::size_t i = 0; i < N; ++i) y[i] += factor * x[i];
}

// A += factor * x y^T.
template <std::size_t N>
void add_outer(SmallMatrix<N>& a, double factor, const SmallVector<N>& x, const SmallVector<N>& y) {
  for (std::size_t i = 0; i < N; ++i) add(a[i], factor * x[i], y);
}

template <std::size_t N>
SmallMatrix<N> scaled(double factor, SmallMatrix<N> a) {
  for (SmallVector<N>& row : a)
    for (double& entry : row) entry *= factor;
  return a;
}

template <std::size_t N>
SmallMatrix<N> transposed(const SmallMatrix<N>& a) {
  SmallMatrix<N> result;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = 0; j < N; ++j) result[i][j] = a[j][i];
  return result;
}

// A^T x, as a sum of whole rows, which the compiler vectorises.
template <std::size_t N>
SmallVector<N> transposed_product(const SmallMatrix<N>& a, const SmallVector<N>& x) {
  SmallVector<N> result{};
  for (std::size_t k = 0; k < N; ++k) add(result, x[k], a[k]);
  return result;
}

template <std::size_t N>
SmallVector<N> product(const SmallMatrix<N>& a, const SmallVector<N>& x) {
  SmallVector<N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = dot(a[i], x);
  return result;
}

template <std::size_t N>
SmallMatrix<N> product(const SmallMatrix<N>& a, const SmallMatrix<N>& b) {
  SmallMatrix<N> result;
  for (std::size_t i = 0; i < N; ++i) result[i] = transposed_product(b, a[i]);
  return result;
}

// A <- A^-1 of a symmetric positive definite matrix by Gauss-Jordan elimination, which needs no pivoting for
// such a matrix. Returns false if the matrix is not positive definite.
template <std::size_t N>
bool invert_positive(SmallMatrix<N>& a) {
  for (std::size_t k = 0; k < N; ++k) {
    const double pivot = a[k][k];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    a[k][k] = 0;
    for (double& entry : a[k]) entry /= pivot;
    for (std::size_t i = 0; i < N; ++i) {
      if (i == k) continue;
      const double factor = a[i][k];
      a[i][k] = 0;
      add(a[i], -factor, a[k]);
      a[i][k] = -factor / pivot;
    }
    a[k][k] = 1 / pivot;
  }
  return true;
}

}  // namespace memetik

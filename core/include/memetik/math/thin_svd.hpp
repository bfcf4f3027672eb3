// The singular value decomposition of a small dense matrix, A = sum_i sigma_i u_i v_i^T.
#pragma once

#include <span>
#include <vector>

#include "memetik/math/pack.hpp"

namespace memetik {

// By one-sided Jacobi rotations (Hestenes 1958): pairs of rows, or of columns where these are fewer, are
// turned until all are orthogonal; their lengths are the singular values then, as exact as the matrix itself
// where A A^T would have squared its condition. For at most some tens of rows or columns. Construction
// allocates, nothing else does.
class ThinSvd {
 public:
  ThinSvd(int rows, int columns);

  // Of the matrix: factor * values[0 .. rows). All columns are set before it is decomposed.
  void set_column(int c, const double* values, double factor = 1);
  void decompose();

  int count() const { return count_; }  // of singular values: min(rows, columns), in no order
  std::span<const double> sigmas() const { return sigma_; }
  double sigma(int i) const { return sigma_[static_cast<std::size_t>(i)]; }
  double largest() const;
  // Entries of the singular vectors, where sigma(i) > 0.
  double u(int i, int row) const { return wide_ ? turn(i, row) : length(i, row); }
  double v(int i, int column) const { return wide_ ? length(i, column) : turn(i, column); }

  // x <- A^+ b, the shortest of all x with the least |A x - b|. Singular values below `cutoff`, as a share of
  // the largest, count as zero.
  void solve(const double* b, double cutoff, double* x) const;
  // The same of the matrix as it was set, which is decomposed only where A A^T, or A^T A where that is
  // smaller, is too nearly singular: some ten times as fast where it is not.
  void solve_directly(const double* b, double cutoff, double* x);

 private:
  // What is made orthogonal, padded to whole packs, and beside it the rotation that did it.
  double* vector(int i) { return vectors_.data() + i * stride_; }
  const double* vector(int i) const { return vectors_.data() + i * stride_; }
  double length(int i, int entry) const { return vector(i)[entry] / sigma(i); }
  double turn(int i, int entry) const { return vector(i)[padded_ + entry]; }
  double product(int i, int j) const;
  bool orthogonalize(int i, int j);
  bool solve_normal(const double* b, double* x);

  int rows_, columns_;
  bool wide_;  // not more rows than columns
  int count_, padded_, stride_;
  std::vector<double> vectors_;
  std::vector<double> squares_, sigma_;
  std::vector<double> gram_, y_;
};

}  // namespace memetik

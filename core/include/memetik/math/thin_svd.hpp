// The singular value decomposition of a small dense matrix, A = sum_i sigma_i u_i v_i^T.
#pragma once

#include <span>
#include <vector>

#include "memetik/math/pack.hpp"

namespace memetik {

// One-sided Jacobi rotations (Hestenes 1958) rotate pairs of rows, or of columns if these are fewer, until
// all are orthogonal. Their norms are then the singular values, as accurate as the matrix itself, whereas A
// A^T would square its condition. Suitable for up to some tens of rows or columns. Only construction
// allocates.
class ThinSvd {
 public:
  ThinSvd(int rows, int columns);

  // Sets a column to factor * values[0 .. rows). All columns must be set before each decomposition.
  void set_column(int c, const double* values, double factor = 1);
  void decompose();

  int count() const { return count_; }  // number of singular values, min(rows, columns); they are unordered
  std::span<const double> sigmas() const { return sigma_; }
  double sigma(int i) const { return sigma_[static_cast<std::size_t>(i)]; }
  double largest() const;
  // Entries of the singular vectors; defined if sigma(i) > 0.
  double u(int i, int row) const { return wide_ ? rotation_entry(i, row) : normalized_entry(i, row); }
  double v(int i, int column) const {
    return wide_ ? normalized_entry(i, column) : rotation_entry(i, column);
  }

  // x <- A^+ b, the shortest of all x that minimise |A x - b|. Singular values below `cutoff` times the
  // largest are treated as zero.
  void solve(const double* b, double cutoff, double* x) const;
  // Solves without a previous `decompose`. It uses the normal equations, which is about ten times as fast,
  // and decomposes the matrix only if A A^T (or A^T A, if smaller) is nearly singular.
  void solve_directly(const double* b, double cutoff, double* x);

 private:
  // The vector that is made orthogonal, padded to whole packs, followed by its row of the accumulated
  // rotation.
  double* vector(int i) { return vectors_.data() + i * stride_; }
  const double* vector(int i) const { return vectors_.data() + i * stride_; }
  double normalized_entry(int i, int entry) const { return vector(i)[entry] / sigma(i); }
  double rotation_entry(int i, int entry) const { return vector(i)[padded_ + entry]; }
  double product(int i, int j) const;
  bool orthogonalize(int i, int j);
  bool solve_normal(const double* b, double* x);

  int rows_, columns_;
  bool wide_;  // rows <= columns
  int count_, padded_, stride_;
  std::vector<double> vectors_;
  std::vector<double> squares_, sigma_;
  std::vector<double> gram_, y_;
};

}  // namespace memetik

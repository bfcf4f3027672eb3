#include "memetik/math/thin_svd.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/math/spd.hpp"

namespace memetik {

namespace {

constexpr int max_sweeps = 30;         // more than six are rare
constexpr double right_angle = 1e-18;  // squared cosine below which vectors count as orthogonal

constexpr double regular = 1e-6;  // minimum pivot of a usable Gram matrix, relative to its largest entry

int whole_packs(int count) { return (count + Pack::lanes - 1) / Pack::lanes * Pack::lanes; }

}  // namespace

ThinSvd::ThinSvd(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      wide_(rows <= columns),
      count_(std::min(rows, columns)),
      padded_(whole_packs(std::max(rows, columns))),
      stride_(padded_ + whole_packs(count_)),
      vectors_(static_cast<std::size_t>(count_ * stride_), 0.0),
      squares_(static_cast<std::size_t>(count_)),
      sigma_(static_cast<std::size_t>(count_)),
      gram_(static_cast<std::size_t>(count_ * count_)),
      y_(static_cast<std::size_t>(count_)) {}

void ThinSvd::set_column(int c, const double* values, double factor) {
  for (int r = 0; r < rows_; ++r) (wide_ ? vector(r)[c] : vector(c)[r]) = factor * values[r];
}

double ThinSvd::product(int i, int j) const {
  Pack sum(0);
  for (int k = 0; k < padded_; k += Pack::lanes) sum += Pack::load(vector(i) + k) * Pack::load(vector(j) + k);
  double total = 0;
  for (int k = 0; k < Pack::lanes; ++k) total += sum[k];
  return total;
}

// Rotates two vectors so that they become orthogonal, by the smaller of the two possible angles. Returns
// whether they already were orthogonal.
bool ThinSvd::orthogonalize(int i, int j) {
  double& ii = squares_[static_cast<std::size_t>(i)];
  double& jj = squares_[static_cast<std::size_t>(j)];
  const double ij = product(i, j);
  if (!(ij * ij > right_angle * ii * jj)) return true;
  const double zeta = (jj - ii) / (2 * ij);
  const double tangent = std::copysign(1 / (std::abs(zeta) + std::sqrt(1 + zeta * zeta)), zeta);
  const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
  double *a = vector(i), *b = vector(j);
  for (int k = 0; k < stride_; k += Pack::lanes) {
    const Pack p = Pack::load(a + k), q = Pack::load(b + k);
    (cosine * p - sine * q).store(a + k);
    (sine * p + cosine * q).store(b + k);
  }
  ii -= tangent * ij;
  jj += tangent * ij;
  return false;
}

void ThinSvd::decompose() {
  for (int i = 0; i < count_; ++i) {
    std::fill_n(vector(i) + padded_, stride_ - padded_, 0.0);
    vector(i)[padded_ + i] = 1;
  }
  bool orthogonal = false;
  for (int sweep = 0; sweep < max_sweeps && !orthogonal; ++sweep) {
    for (int i = 0; i < count_; ++i) squares_[static_cast<std::size_t>(i)] = product(i, i);
    orthogonal = true;
    for (int i = 0; i < count_; ++i)
      for (int j = i + 1; j < count_; ++j)
        if (!orthogonalize(i, j)) orthogonal = false;
  }
  for (int i = 0; i < count_; ++i) sigma_[static_cast<std::size_t>(i)] = std::sqrt(product(i, i));
}

double ThinSvd::largest() const { return count_ ? *std::max_element(sigma_.begin(), sigma_.end()) : 0; }

void ThinSvd::solve(const double* b, double cutoff, double* x) const {
  std::fill_n(x, columns_, 0.0);
  const double min_sigma = cutoff * largest();
  for (int i = 0; i < count_; ++i) {
    if (!(sigma(i) > min_sigma)) continue;
    const double *scaled = vector(i),
                 *turned = scaled + padded_;  // sigma v and u if wide_, else sigma u and v
    const double *left = wide_ ? turned : scaled, *right = wide_ ? scaled : turned;
    double share = 0;
    for (int r = 0; r < rows_; ++r) share += left[r] * b[r];
    share /= sigma(i) * sigma(i);
    for (int c = 0; c < columns_; ++c) x[c] += share * right[c];
  }
}

// Computes x = A^T (A A^T)^-1 b if wide_, else x = (A^T A)^-1 A^T b. Returns false if the Gram matrix is
// nearly singular.
bool ThinSvd::solve_normal(const double* b, double* x) {
  double largest = 0;
  for (int i = 0; i < count_; ++i) {
    for (int j = 0; j <= i; ++j) gram_[static_cast<std::size_t>(i * count_ + j)] = product(i, j);
    largest = std::max(largest, gram_[static_cast<std::size_t>(i * count_ + i)]);
    double sum = 0;
    for (int r = 0; r < rows_ && !wide_; ++r) sum += vector(i)[r] * b[r];
    y_[static_cast<std::size_t>(i)] = wide_ ? b[i] : sum;
  }
  if (!(largest > 0)) return false;
  solve_spd(gram_.data(), y_.data(), count_, 1e-300);
  for (int i = 0; i < count_; ++i)  // inverse pivots
    if (!(gram_[static_cast<std::size_t>(i * count_ + i)] * regular * largest < 1)) return false;
  if (!wide_) {
    std::copy(y_.begin(), y_.end(), x);
    return true;
  }
  std::fill_n(x, columns_, 0.0);
  for (int i = 0; i < count_; ++i)
    for (int c = 0; c < columns_; ++c) x[c] += y_[static_cast<std::size_t>(i)] * vector(i)[c];
  return true;
}

void ThinSvd::solve_directly(const double* b, double cutoff, double* x) {
  if (solve_normal(b, x)) return;
  decompose();
  solve(b, cutoff, x);
}

}  // namespace memetik

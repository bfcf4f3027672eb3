#include "memetik/search/local/lbfgs_model.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

constexpr std::size_t memory = LbfgsModel::memory;
constexpr double min_curvature = 2.2e-16;  // minimum s^T y / y^T y (safeguard of the paper)

SmallMatrix<memory> identity() {
  SmallMatrix<memory> result{};
  for (std::size_t i = 0; i < memory; ++i) result[i][i] = 1;
  return result;
}

SmallVector<memory> first_half(const LbfgsModel::Row& row) {
  SmallVector<memory> half;
  std::copy_n(row.begin(), memory, half.begin());
  return half;
}

SmallVector<memory> second_half(const LbfgsModel::Row& row) {
  SmallVector<memory> half;
  std::copy_n(row.begin() + memory, memory, half.begin());
  return half;
}

}  // namespace

LbfgsModel::LbfgsModel(std::size_t variables) : w_(variables) { forget(); }

void LbfgsModel::forget() {
  count_ = 0;
  theta_ = 1;
  std::fill(w_.begin(), w_.end(), Row{});
  sy_ = ss_ = identity();
  yy_ = {};
}

LbfgsModel::Row LbfgsModel::project(std::span<const double> direction) const {
  Row result{};
  for (std::size_t i = 0; i < direction.size(); ++i) add(result, direction[i], w_[i]);
  return result;
}

void LbfgsModel::learn(std::span<const double> x0, std::span<const double> gradient0,
                       std::span<const double> x1, std::span<const double> gradient1) {
  double sy = 0, yy = 0;
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const double s = x1[i] - x0[i], y = gradient1[i] - gradient0[i];
    sy += s * y;
    yy += y * y;
  }
  if (!(sy > min_curvature * yy)) return;
  if (count_ == memory) make_room();
  const std::size_t k = count_++;
  Row with_s{}, with_y{};
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const double s = x1[i] - x0[i], y = gradient1[i] - gradient0[i];
    w_[i][k] = y;
    w_[i][memory + k] = s;
    add(with_s, s, w_[i]);
    add(with_y, y, w_[i]);
  }
  for (std::size_t i = 0; i < memory; ++i) {
    yy_[i][k] = yy_[k][i] = with_y[i];
    ss_[i][k] = ss_[k][i] = with_s[memory + i];
    sy_[i][k] = with_y[memory + i];
    sy_[k][i] = with_s[i];
  }
  for (std::size_t i = count_; i < memory; ++i) sy_[i][i] = ss_[i][i] = 1;
  theta_ = yy / sy;
  if (!update_m()) forget();
}

// With D the diagonal of S^T Y and L its strictly lower triangle, M is the inverse of
// [-D, L^T; L, theta S^T S], computed by blocks. Returns false if it is not finite.
bool LbfgsModel::update_m() {
  Square below{}, across{};  // L and D^-1 L^T
  for (std::size_t i = 0; i < memory; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      below[i][j] = sy_[i][j];
      across[j][i] = sy_[i][j] / sy_[j][j];
    }
  Square inverse = scaled(theta_, ss_);
  const Square fill = product(below, across);
  for (std::size_t i = 0; i < memory; ++i) add(inverse[i], 1, fill[i]);
  if (!invert_positive(inverse)) return false;
  const Square mixed = product(across, inverse), corner = product(mixed, transposed(across));
  bool finite = true;
  for (std::size_t i = 0; i < memory; ++i)
    for (std::size_t j = 0; j < memory; ++j) {
      m_[i][j] = corner[i][j] - (i == j ? 1 / sy_[i][i] : 0);
      m_[i][memory + j] = m_[memory + j][i] = theta_ * mixed[i][j];
      m_[memory + i][memory + j] = theta_ * theta_ * inverse[i][j];
      finite = finite && std::isfinite(m_[i][j]) && std::isfinite(m_[i][memory + j]) &&
               std::isfinite(m_[memory + i][memory + j]);
    }
  return finite;
}

// With D the diagonal of S^T Y, R its upper triangle and A the held variables, it solves
//   [ -(D + Y_F^T Y_F / theta)    (S_A^T Y_A - R)^T ]
//   [  S_A^T Y_A - R               theta S_A^T S_A  ] v = W_F^T r:
// by two systems of half the size, both positive definite (the direct primal method of Byrd et al. 1995).
bool LbfgsModel::solve_free(std::span<const int> held, const Row& sum, Row& v) const {
  v = {};
  if (empty()) return true;
  Square below{}, second{}, first = yy_;
  for (const int i : held) {
    const Half y = first_half(w_[static_cast<std::size_t>(i)]);
    const Half s = second_half(w_[static_cast<std::size_t>(i)]);
    add_outer(below, 1, s, y);
    add_outer(second, theta_, s, s);
    add_outer(first, -1, y, y);
  }
  first = scaled(1 / theta_, first);
  for (std::size_t i = 0; i < memory; ++i) {
    first[i][i] += sy_[i][i];
    for (std::size_t j = i; j < memory; ++j) below[i][j] -= sy_[i][j];
  }
  if (!invert_positive(first)) return false;
  const Square across = product(first, transposed(below)), fill = product(below, across);
  for (std::size_t i = 0; i < memory; ++i) add(second[i], 1, fill[i]);
  if (!invert_positive(second)) return false;
  const Half a = first_half(sum);
  Half known = transposed_product(across, a);
  add(known, theta_, second_half(sum));
  const Half half = product(second, known), left = product(across, half), right = product(first, a);
  for (std::size_t i = 0; i < memory; ++i) {
    v[i] = left[i] - right[i];
    v[memory + i] = theta_ * half[i];
  }
  return true;
}

// Drops the oldest step.
void LbfgsModel::make_room() {
  for (Row& row : w_)
    for (const std::size_t half : {std::size_t(0), memory})
      std::copy_n(row.begin() + half + 1, memory - 1, row.begin() + half);
  for (Square* products : {&sy_, &ss_, &yy_})
    for (std::size_t i = 0; i + 1 < memory; ++i)
      for (std::size_t j = 0; j + 1 < memory; ++j) (*products)[i][j] = (*products)[i + 1][j + 1];
  --count_;
}

}  // namespace memetik

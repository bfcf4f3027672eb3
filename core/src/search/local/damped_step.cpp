#include "memetik/search/local/damped_step.hpp"

#include <algorithm>
#include <type_traits>

#include "memetik/math/spd.hpp"
#include "memetik/search/local/damping.hpp"

namespace memetik {

namespace {

template <class T>
MEMETIK_INLINE Vec3<T> upper_rows(const T* column) {
  return {column[0], column[1], column[2]};
}
template <class T>
MEMETIK_INLINE Vec3<T> lower_rows(const T* column) {
  return {column[3], column[4], column[5]};
}

// Four independent sums, so that additions overlap. `length` may be a constant.
template <class T, class Length>
MEMETIK_INLINE T product(const T* a, const T* b, Length length) {
  T s0(0), s1(0), s2(0), s3(0);
  int k = 0;
  for (; k + 4 <= length; k += 4) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
  }
  for (; k < length; ++k) s0 += a[k] * b[k];
  return (s0 + s1) + (s2 + s3);
}

// Calls f with the length, as a constant if it is that of a pose or a point.
template <class F>
MEMETIK_INLINE void with_length(int length, const F& f) {
  if (length == 6) return f(std::integral_constant<int, 6>());
  if (length == 3) return f(std::integral_constant<int, 3>());
  f(length);
}

}  // namespace

template <class T>
DampedStep<T>::DampedStep(const Problem& problem)
    : problem_(&problem),
      skipped_(problem.aggregated_rows()),
      rows_(problem.primary_rows() - skipped_),
      count_(static_cast<int>(problem.active().size())),
      min_damping_(min_damping(problem.tree().reach())) {
  step_.resize(static_cast<std::size_t>(count_));
  for (int c = 0; c < count_; ++c) {
    auto& ranges = support_.emplace_back();
    for (const RowRange& range : problem.primary_support(c))
      if (range.first >= skipped_) ranges.push_back({range.first - skipped_, range.last - skipped_});
  }
  const bool may_eliminate = problem.eliminates_variables() && skipped_ == 0;
  dual_ = rows_ <= count_ && (!may_eliminate || takes_fewer_products_in_dual_form());
  if (dual_) {
    matrix_.resize(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(rows_));
    vector_.resize(static_cast<std::size_t>(rows_));
  }
  if (!dual_ || skipped_ > 0) primal_ = std::make_unique<CoupledSystem<T>>(problem);
}

// On a tree with several tips the primal form has more equations, but they couple only along branches.
template <class T>
bool DampedStep<T>::takes_fewer_products_in_dual_form() const {
  const auto triangle = [](std::int64_t n) { return n * (n + 1) / 2; };
  std::int64_t dual = std::int64_t{rows_} * rows_ * rows_ / 6, primal = 0;
  for (int c = 0; c < count_; ++c) {
    int own = 0;
    for (const RowRange& range : support_[static_cast<std::size_t>(c)]) own += range.last - range.first;
    const auto coupled = static_cast<std::int64_t>(problem_->coupled(c).size());
    dual += triangle(own);
    primal += (coupled + 1) * own + triangle(coupled);
  }
  return dual <= primal;
}

template <class T>
const std::vector<T>& DampedStep<T>::solve(const Linear& linear, const T* free, const T& lambda) {
  if (skipped_ > 0) [[unlikely]]
    solve_aggregated(linear, free, lambda);
  else
    solve_smaller(linear, free, lambda);
  return step_;
}

// A lane whose aggregated rows are zero is solved as if it had none, whatever the lanes beside it do.
template <class T>
void DampedStep<T>::solve_aggregated(const Linear& linear, const T* free, const T& lambda) {
  T sum(0);
  for (int i = 0; i < skipped_; ++i) sum += abs(linear.residuals[i]);
  const auto none = sum <= T(0);
  const Linear rest{linear.columns + skipped_, linear.stride, linear.residuals + skipped_, linear.gradient};
  if (all(none) && rows_ <= count_) return solve_smaller(rest, free, lambda);
  const bool mixed = any(none) && rows_ <= count_;
  if (mixed) {
    solve_smaller(rest, free, lambda);
    without_ = step_;
  }
  solve_primal(linear, free, lambda);
  if (mixed)
    for (std::size_t c = 0; c < step_.size(); ++c) step_[c] = select(none, without_[c], step_[c]);
}

template <class T>
void DampedStep<T>::solve_smaller(const Linear& linear, const T* free, const T& lambda) {
  if (rows_ == 6 && count_ >= 6)
    solve_pose(linear, free, lambda);
  else if (rows_ == 3 && count_ >= 3)
    solve_point(linear, free, lambda);
  else if (dual_)
    solve_dual(linear, free, lambda);
  else
    solve_primal(linear, free, lambda);
}

// Solves six rows in 3x3 blocks. It passes over the columns twice, so that all sums stay in registers.
template <class T>
void DampedStep<T>::solve_pose(const Linear& linear, const T* free, const T& lambda) {
  Symmetric3<T> upper = diagonal(lambda), lower = diagonal(lambda);
  for (int c = 0; c < count_; ++c) {
    const Vec3<T> v = upper_rows(linear.column(c)), w = lower_rows(linear.column(c));
    add_outer(upper, free[c] * v, v);
    add_outer(lower, free[c] * w, w);
  }
  const Vec3<T> zero{T(0), T(0), T(0)};
  std::array<Vec3<T>, 3> coupling{zero, zero, zero};
  for (int c = 0; c < count_; ++c) {
    const Vec3<T> v = free[c] * upper_rows(linear.column(c)), w = lower_rows(linear.column(c));
    coupling[0] = coupling[0] + v.x * w;
    coupling[1] = coupling[1] + v.y * w;
    coupling[2] = coupling[2] + v.z * w;
  }
  Vec3<T> y = upper_rows(linear.residuals), z = lower_rows(linear.residuals);
  solve_6x6(upper, coupling, lower, y, z, min_damping_);
  for (int c = 0; c < count_; ++c) {
    const T* column = linear.column(c);
    step_[static_cast<std::size_t>(c)] = -free[c] * (dot(upper_rows(column), y) + dot(lower_rows(column), z));
  }
}

template <class T>
void DampedStep<T>::solve_point(const Linear& linear, const T* free, const T& lambda) {
  Symmetric3<T> matrix = diagonal(lambda);
  for (int c = 0; c < count_; ++c) {
    const Vec3<T> v = upper_rows(linear.column(c));
    add_outer(matrix, free[c] * v, v);
  }
  const Vec3<T> y = invert(matrix).inverse * upper_rows(linear.residuals);
  for (int c = 0; c < count_; ++c)
    step_[static_cast<std::size_t>(c)] = -free[c] * dot(upper_rows(linear.column(c)), y);
}

// Two goals of a tree couple only through the variables that both depend on, so rows that a variable does not
// change are skipped.
template <class T>
void DampedStep<T>::solve_dual(const Linear& linear, const T* free, const T& lambda) {
  std::fill(matrix_.begin(), matrix_.end(), T(0));
  T* matrix = matrix_.data();
  for (int c = 0; c < count_; ++c) {
    const T* column = linear.column(c);
    const auto& ranges = support_[static_cast<std::size_t>(c)];
    for (auto range = ranges.begin(); range != ranges.end(); ++range)
      for (int i = range->first; i < range->last; ++i) {
        const T scaled = free[c] * column[i];
        T* row = matrix + i * rows_;
        for (auto other = ranges.begin(); other != range; ++other)
          for (int j = other->first; j < other->last; ++j) row[j] += scaled * column[j];
        for (int j = range->first; j <= i; ++j) row[j] += scaled * column[j];
      }
  }
  for (int i = 0; i < rows_; ++i) {
    matrix[i * rows_ + i] += lambda;
    vector_[static_cast<std::size_t>(i)] = linear.residuals[i];
  }
  solve_spd(matrix, vector_.data(), rows_, min_damping_);
  for (int c = 0; c < count_; ++c) {
    const T* column = linear.column(c);
    T sum(0);
    for (const RowRange& range : support_[static_cast<std::size_t>(c)])
      for (int i = range.first; i < range.last; ++i) sum -= column[i] * vector_[static_cast<std::size_t>(i)];
    step_[static_cast<std::size_t>(c)] = free[c] * sum;
  }
}

template <class T>
void DampedStep<T>::solve_primal(const Linear& linear, const T* free, const T& lambda) {
  for (int i = 0; i < count_; ++i) {
    const auto others = primal_->others(i);
    T* row = primal_->row(i);
    bool first = true;
    for (const RowRange& range : problem_->primary_support(i)) {
      with_length(range.last - range.first, [&](auto length) {
        const T* own = linear.column(i) + range.first;
        const auto product_with = [&](int j) { return product(own, linear.column(j) + range.first, length); };
        for (std::size_t n = 0; n < others.size(); ++n) {
          const T sum = product_with(others[n]);
          row[n] = first ? sum : row[n] + sum;
        }
        T& diagonal = row[others.size()];
        const T sum = product_with(i);
        diagonal = first ? sum : diagonal + sum;
      });
      first = false;
    }
    for (std::size_t n = 0; n < others.size(); ++n) row[n] = free[i] * free[others[n]] * row[n];
    T& diagonal = row[others.size()];
    diagonal = (first ? T(0) : free[i] * free[i] * diagonal) + lambda;
    step_[static_cast<std::size_t>(i)] = -free[i] * linear.gradient[i];
    if (first) std::fill_n(row, others.size(), T(0));
  }
  primal_->solve(step_.data(), min_damping_);
}

template class DampedStep<double>;
template class DampedStep<Pack>;

}  // namespace memetik

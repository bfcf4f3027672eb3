#include "memetik/search/local/reach.hpp"

#include <algorithm>

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

}  // namespace

template <class T>
ReachStep<T>::ReachStep(const Problem& problem)
    : problem_(&problem),
      bounds_(problem),
      rows_(problem.primary_rows()),
      count_(static_cast<int>(problem.active().size())),
      least_(least_damping(problem.tree())) {
  const auto order = static_cast<std::size_t>(std::min(rows_, count_));
  matrix_.resize(order * order);
  vector_.resize(order);
  step_.resize(static_cast<std::size_t>(count_));
  free_.resize(static_cast<std::size_t>(count_));
}

template <class T>
void ReachStep<T>::apply(const Objective<T>& objective, T* q) {
  const T lambda = damping * objective.cost() + least_;
  hold_bounds(objective, q);
  if (rows_ == 6 && count_ >= 6)
    solve_pose(objective, lambda);
  else if (rows_ == 3 && count_ >= 3)
    solve_point(objective, lambda);
  else if (rows_ <= count_)
    solve_dual(objective, lambda);
  else
    solve_primal(objective, lambda);
  bounds_.apply(step_.data(), q);
}

template <class T>
void ReachStep<T>::hold_bounds(const Objective<T>& objective, const T* q) {
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < free_.size(); ++c) {
    free_[c] = select(bounds_.holds(c, q[active[c]], objective.gradient()[c]), T(0), T(1));
  }
}

// Six rows in 3x3 blocks. Two passes over the columns, so that all sums stay in registers.
template <class T>
void ReachStep<T>::solve_pose(const Objective<T>& objective, const T& lambda) {
  Symmetric3<T> upper = diagonal(lambda), lower = diagonal(lambda);
  const T* columns = objective.column(0);
  const int stride = problem_->rows();
  for (int c = 0; c < count_; ++c) {
    const Vec3<T> v = upper_rows(columns + c * stride), w = lower_rows(columns + c * stride);
    const T& free = free_[static_cast<std::size_t>(c)];
    add_outer(upper, free * v, v);
    add_outer(lower, free * w, w);
  }
  const Vec3<T> zero{T(0), T(0), T(0)};
  std::array<Vec3<T>, 3> coupling{zero, zero, zero};
  for (int c = 0; c < count_; ++c) {
    const T* column = columns + c * stride;
    const Vec3<T> v = free_[static_cast<std::size_t>(c)] * upper_rows(column), w = lower_rows(column);
    coupling[0] = coupling[0] + v.x * w;
    coupling[1] = coupling[1] + v.y * w;
    coupling[2] = coupling[2] + v.z * w;
  }
  Vec3<T> y = upper_rows(objective.residuals()), z = lower_rows(objective.residuals());
  solve_6x6(upper, coupling, lower, y, z, least_);
  for (int c = 0; c < count_; ++c) {
    const T* column = columns + c * stride;
    const auto i = static_cast<std::size_t>(c);
    step_[i] = -free_[i] * (dot(upper_rows(column), y) + dot(lower_rows(column), z));
  }
}

template <class T>
void ReachStep<T>::solve_point(const Objective<T>& objective, const T& lambda) {
  Symmetric3<T> matrix = diagonal(lambda);
  for (int c = 0; c < count_; ++c) {
    const Vec3<T> v = upper_rows(objective.column(c));
    add_outer(matrix, free_[static_cast<std::size_t>(c)] * v, v);
  }
  const Vec3<T> y = invert(matrix).inverse * upper_rows(objective.residuals());
  for (int c = 0; c < count_; ++c) {
    const auto i = static_cast<std::size_t>(c);
    step_[i] = -free_[i] * dot(upper_rows(objective.column(c)), y);
  }
}

// dq = -J^T (J J^T + lambda I)^-1 r, a system of the size of the rows.
template <class T>
void ReachStep<T>::solve_dual(const Objective<T>& objective, const T& lambda) {
  std::fill(matrix_.begin(), matrix_.end(), T(0));
  for (int c = 0; c < count_; ++c) {
    const T* column = objective.column(c);
    for (int i = 0; i < rows_; ++i) {
      const T scaled = free_[static_cast<std::size_t>(c)] * column[i];
      for (int j = 0; j <= i; ++j) matrix_[static_cast<std::size_t>(i * rows_ + j)] += scaled * column[j];
    }
  }
  for (int i = 0; i < rows_; ++i) {
    matrix_[static_cast<std::size_t>(i * rows_ + i)] += lambda;
    vector_[static_cast<std::size_t>(i)] = objective.residuals()[i];
  }
  solve_spd(matrix_.data(), vector_.data(), rows_, least_);
  for (int c = 0; c < count_; ++c) {
    const T* column = objective.column(c);
    T sum(0);
    for (int i = 0; i < rows_; ++i) sum -= column[i] * vector_[static_cast<std::size_t>(i)];
    step_[static_cast<std::size_t>(c)] = free_[static_cast<std::size_t>(c)] * sum;
  }
}

// dq = -(J^T J + lambda I)^-1 J^T r, a system of the size of the variables.
template <class T>
void ReachStep<T>::solve_primal(const Objective<T>& objective, const T& lambda) {
  for (int i = 0; i < count_; ++i) {
    const T* a = objective.column(i);
    const T& free = free_[static_cast<std::size_t>(i)];
    for (int j = 0; j <= i; ++j) {
      const T* b = objective.column(j);
      T sum(0);
      for (int k = 0; k < rows_; ++k) sum += a[k] * b[k];
      matrix_[static_cast<std::size_t>(i * count_ + j)] = free * free_[static_cast<std::size_t>(j)] * sum;
    }
    matrix_[static_cast<std::size_t>(i * count_ + i)] += lambda;
    step_[static_cast<std::size_t>(i)] = -free * objective.gradient()[i];
  }
  solve_spd(matrix_.data(), step_.data(), count_, least_);
}

template class ReachStep<double>;
template class ReachStep<Pack>;

}  // namespace memetik

#include "memetik/search/local/reach.hpp"

#include <algorithm>
#include <numbers>

#include "memetik/math/sincos.hpp"
#include "memetik/math/spd.hpp"

namespace memetik {

namespace {

// Found by random search over the nine arms of benchmarks/fk_ik.py; flat optima.
constexpr double damping = 0.05;        // [1/rad^2]
constexpr double least_damping = 1e-9;  // times the square of the robot's size
constexpr double longest_step = 1.8;    // [rad], of any variable; translations in units of the robot's size

template <class T>
MEMETIK_INLINE Vec3<T> upper_rows(const T* column) {
  return {column[0], column[1], column[2]};
}
template <class T>
MEMETIK_INLINE Vec3<T> lower_rows(const T* column) {
  return {column[3], column[4], column[5]};
}

// a += k v v^T
template <class T>
MEMETIK_INLINE void add_square(Symmetric3<T>& a, const T& k, const Vec3<T>& v) {
  const Vec3<T> w = k * v;
  a.xx += w.x * v.x;
  a.yx += w.y * v.x;
  a.yy += w.y * v.y;
  a.zx += w.z * v.x;
  a.zy += w.z * v.y;
  a.zz += w.z * v.z;
}

template <class T>
MEMETIK_INLINE Symmetric3<T> diagonal(const T& d) {
  return {d, T(0), d, T(0), T(0), d};
}

}  // namespace

template <class T>
ReachStep<T>::ReachStep(const Problem& problem)
    : problem_(&problem), rows_(problem.primary_rows()), count_(static_cast<int>(problem.active().size())) {
  const Tree& tree = problem.tree();
  const double size = tree.reach() > 0 ? tree.reach() : 1;
  least_ = least_damping * size * size;
  for (const int i : problem.active()) {
    const Variable& v = tree.variables()[static_cast<std::size_t>(i)];
    const bool ball = v.kind == VariableKind::rotation_vector;
    lower_.push_back(ball ? -HUGE_VAL : std::max(v.lower, -max_angle));
    upper_.push_back(ball ? HUGE_VAL : std::min(v.upper, max_angle));
    step_scale_.push_back(v.kind == VariableKind::translation ? 1 / size : 1);
  }
  for (std::size_t c = 0; c < lower_.size(); ++c) {
    const auto i = static_cast<std::size_t>(problem.active()[c]);
    if (tree.variables()[i].kind == VariableKind::rotation_vector)
      balls_.push_back(static_cast<int>(i)), c += 2;
  }
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
  move(q);
}

template <class T>
void ReachStep<T>::hold_bounds(const Objective<T>& objective, const T* q) {
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < free_.size(); ++c) {
    const T& value = q[active[c]];
    const T& gradient = objective.gradient()[c];
    const auto held =
        ((value <= T(lower_[c])) & (gradient > T(0))) | ((value >= T(upper_[c])) & (gradient < T(0)));
    free_[c] = select(held, T(0), T(1));
  }
}

// Six rows in 3x3 blocks. Two passes over the columns, so that all sums stay in registers.
template <class T>
void ReachStep<T>::solve_pose(const Objective<T>& objective, const T& lambda) {
  Symmetric3<T> upper = diagonal(lambda), lower = diagonal(lambda);
  const T* columns = objective.column(0);
  const int stride = problem_->rows();
  for (int c = 0; c < count_; ++c) {
    const T* column = columns + c * stride;
    const T& free = free_[static_cast<std::size_t>(c)];
    add_square(upper, free, upper_rows(column));
    add_square(lower, free, lower_rows(column));
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
  solve_6x6(upper, coupling, lower, y, z);
  for (int c = 0; c < count_; ++c) {
    const T* column = columns + c * stride;
    const auto i = static_cast<std::size_t>(c);
    step_[i] = -free_[i] * (dot(upper_rows(column), y) + dot(lower_rows(column), z));
  }
}

template <class T>
void ReachStep<T>::solve_point(const Objective<T>& objective, const T& lambda) {
  Symmetric3<T> matrix = diagonal(lambda);
  for (int c = 0; c < count_; ++c)
    add_square(matrix, free_[static_cast<std::size_t>(c)], upper_rows(objective.column(c)));
  const Vec3<T> y = inverse(matrix) * upper_rows(objective.residuals());
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

template <class T>
void ReachStep<T>::move(T* q) {
  T largest(longest_step);
  for (std::size_t c = 0; c < step_.size(); ++c) largest = max(largest, abs(step_scale_[c] * step_[c]));
  const T scale = T(longest_step) / largest;
  const int* active = problem_->active().data();
  for (std::size_t c = 0; c < step_.size(); ++c) {
    T& value = q[active[c]];
    value = min(max(value + scale * step_[c], T(lower_[c])), T(upper_[c]));
  }
  for (const int i : balls_) {  // |w| <= pi, and within the largest angle
    Vec3<T> w{q[i], q[i + 1], q[i + 2]};
    const T angle = max(norm(w), T(1e-30));
    const T wrapped = select(angle > T(std::numbers::pi), T(1) - T(2 * std::numbers::pi) / angle, T(1));
    // rounding must not lead out again
    const T limit((1 - 1e-15) * problem_->tree().variables()[static_cast<std::size_t>(i)].upper);
    w = (wrapped * min(T(1), limit / abs(wrapped * angle))) * w;
    q[i] = w.x;
    q[i + 1] = w.y;
    q[i + 2] = w.z;
  }
}

template class ReachStep<double>;
template class ReachStep<Pack>;

}  // namespace memetik

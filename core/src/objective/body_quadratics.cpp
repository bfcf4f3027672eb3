#include "memetik/objective/body_quadratics.hpp"

#include <algorithm>

namespace memetik {

namespace {

template <class T>
MEMETIK_INLINE std::array<T, 6> numbers(const Vec3<T>& v, const Vec3<T>& w) {
  return {v.x, v.y, v.z, w.x, w.y, w.z};
}

template <class T>
MEMETIK_INLINE T product(const std::array<T, 6>& a, const std::array<T, 6>& b) {
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

constexpr std::size_t entry(std::size_t i, std::size_t j) {
  return i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i;
}

}  // namespace

template <class T>
BodyQuadratics<T>::BodyQuadratics(const Kinematics<T>& kinematics)
    : sums_(static_cast<std::size_t>(kinematics.node_count())), used_(sums_.size(), false) {
  const auto variables = static_cast<std::size_t>(kinematics.tree().dof());
  columns_.reserve(6 * sums_.size());
  row_.assign(variables, T(0));
  touched_.reserve(variables);
}

template <class T>
void BodyQuadratics<T>::add(int node, const BodyRate<T>& rate, const T& weight, const T& pull) {
  if (node < 0) return;
  Sums& sums = sums_[static_cast<std::size_t>(node)];
  if (!used_[static_cast<std::size_t>(node)]) {
    used_[static_cast<std::size_t>(node)] = true;
    sums.matrix.fill(T(0));
    sums.vector.fill(T(0));
  }
  const std::array<T, 6> a = numbers(rate.linear, rate.angular);
  T* next = sums.matrix.data();
  for (std::size_t i = 0; i < 6; ++i) {
    sums.vector[i] += pull * a[i];
    const T scaled = weight * a[i];
    for (std::size_t j = 0; j <= i; ++j) *next++ += scaled * a[j];
  }
}

template <class T>
void BodyQuadratics<T>::project(const Kinematics<T>& kinematics, const int* column_of, Quadratic<T>& out) {
  const Vec3<T> origin{T(0), T(0), T(0)};
  for (int node = kinematics.node_count(); node-- > 0;) {
    const auto i = static_cast<std::size_t>(node);
    if (!used_[i]) continue;
    used_[i] = false;
    Sums& sums = sums_[i];
    columns_.clear();
    std::size_t own = 0;  // how many of the columns are the node's own
    for (int k = node; k >= 0; k = kinematics.parent(k)) {
      kinematics.for_each_joint_column(k, origin, [&](int variable, const Vec3<T>& v, const Vec3<T>& w) {
        if (column_of[variable] >= 0) columns_.push_back({column_of[variable], numbers(v, w)});
      });
      if (k == node) own = columns_.size();
    }
    for (std::size_t j = 0; j < own; ++j) {
      const auto& [variable, motion] = columns_[j];
      out.gradient(variable) += product(motion, sums.vector);
      std::array<T, 6> force;  // A s_j
      for (std::size_t row = 0; row < 6; ++row) {
        T sum(0);
        for (std::size_t k = 0; k < 6; ++k) sum += sums.matrix[entry(row, k)] * motion[k];
        force[row] = sum;
      }
      for (std::size_t k = j; k < columns_.size(); ++k) {
        const T share = product(columns_[k].motion, force);
        const int other = columns_[k].variable;
        // a variable that drives both joints has their product twice on its diagonal
        if (other == variable && k != j)
          out.hessian(variable, variable) += T(2) * share;
        else
          out.hessian(std::max(variable, other), std::min(variable, other)) += share;
      }
    }
    const int parent = kinematics.parent(node);
    if (parent < 0) continue;
    const auto p = static_cast<std::size_t>(parent);
    if (!used_[p]) {
      used_[p] = true;
      sums_[p] = sums;
      continue;
    }
    for (std::size_t k = 0; k < 21; ++k) sums_[p].matrix[k] += sums.matrix[k];
    for (std::size_t k = 0; k < 6; ++k) sums_[p].vector[k] += sums.vector[k];
  }
}

template <class T>
void BodyQuadratics<T>::add_pair(const Kinematics<T>& kinematics, const int* column_of,
                                 const std::array<int, 2>& nodes, const BodyRate<T>& rate, const T& weight,
                                 const T& pull, Quadratic<T>& out) {
  for_each_relative_rate(kinematics, nodes, rate, [&](int variable, const T& change) {
    const int column = column_of[variable];
    if (column < 0) return;
    if (std::find(touched_.begin(), touched_.end(), column) == touched_.end()) touched_.push_back(column);
    row_[static_cast<std::size_t>(column)] += change;
  });
  for (const int i : touched_) {
    const T scaled = weight * row_[static_cast<std::size_t>(i)];
    out.gradient(i) += pull * row_[static_cast<std::size_t>(i)];
    for (const int j : touched_)
      if (j <= i) out.hessian(i, j) += scaled * row_[static_cast<std::size_t>(j)];
  }
  for (const int i : touched_) row_[static_cast<std::size_t>(i)] = T(0);
  touched_.clear();
}

template class BodyQuadratics<double>;
template class BodyQuadratics<Pack>;

}  // namespace memetik

#include "memetik/objective/quadratic.hpp"

#include <algorithm>

namespace memetik {

namespace {

// H is singular if there are fewer residuals than variables; this share of its trace is added to its
// diagonal.
constexpr double regularization = 1e-14;

}  // namespace

template <class T>
Quadratic<T>::Quadratic(int count)
    : count_(count),
      hessian_(static_cast<std::size_t>(count) * static_cast<std::size_t>(count), T(0)),
      gradient_(static_cast<std::size_t>(count), T(0)),
      residuals_(static_cast<std::size_t>(rows(count)), T(0)) {}

template <class T>
void Quadratic<T>::clear() {
  std::fill(hessian_.begin(), hessian_.end(), T(0));
  std::fill(gradient_.begin(), gradient_.end(), T(0));
  cost_ = T(0);
}

template <class T>
void Quadratic<T>::ease(const T& share) {
  cost_ *= share * share;
  for (T& entry : gradient_) entry *= share;
  const T counts = select(share > T(0), T(1), T(0));
  for (T& entry : hessian_) entry *= counts;
}

template <class T>
void Quadratic<T>::factor() {
  T trace(0);
  for (int i = 0; i < count_; ++i) trace += hessian(i, i);
  // lanes without residuals have zero rows: their diagonal becomes 1 here, and 0 in the end
  const auto none = trace <= T(0);
  const T shift = select(none, T(1), T(regularization) * trace);
  T rest = cost_;
  for (int i = 0; i < count_; ++i) {
    T* own = &hessian(i, 0);
    T residual = gradient(i), diagonal = own[i] + shift;
    for (int j = 0; j < i; ++j) {
      const T* other = &hessian(j, 0);
      T sum = own[j];
      for (int k = 0; k < j; ++k) sum -= own[k] * other[k];
      own[j] = sum * other[j];  // other[j] holds 1 / L_jj until the end
      diagonal -= own[j] * own[j];
      residual -= own[j] * residuals_[static_cast<std::size_t>(j)];
    }
    own[i] = T(1) / sqrt(max(diagonal, shift));
    residual *= own[i];
    residuals_[static_cast<std::size_t>(i)] = residual;
    rest -= residual * residual;
  }
  residuals_.back() = sqrt(max(rest, T(0)));
  for (int i = 0; i < count_; ++i) hessian(i, i) = select(none, T(0), T(1) / hessian(i, i));
}

template class Quadratic<double>;
template class Quadratic<Pack>;

}  // namespace memetik

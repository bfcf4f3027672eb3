#include "memetik/search/local/settle.hpp"

#include <algorithm>
#include <numbers>

namespace memetik {

namespace {

constexpr double min_damping_share = 1e-9, max_damping = 1e12;
constexpr double many = 50;  // steps, see Plan

}  // namespace

template <class T>
Settle<T>::Settle(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      rows_(problem.primary_rows()),
      bounds_(problem),
      damped_(problem),
      columns_(count_ * static_cast<std::size_t>(rows_), T(0)),
      residuals_(static_cast<std::size_t>(rows_), T(0)),
      gradient_(count_, T(0)),
      free_(count_),
      step_(count_),
      trial_(static_cast<std::size_t>(problem.tree().dof())),
      change_(residuals_.size()) {}

template <class T>
void Settle<T>::keep(const Objective<T>& objective, const Truth& where) {
  const auto take = [&](T* old, const T* fresh, int first, int last) {
    for (int k = first; k < last; ++k) old[k] = select(where, fresh[k], old[k]);
  };
  take(residuals_.data(), objective.residuals(), 0, rows_);
  take(gradient_.data(), objective.gradient(), 0, static_cast<int>(count_));
  for (int c = 0; c < static_cast<int>(count_); ++c)
    for (const RowRange& range : problem_->primary_support(c))
      take(columns_.data() + c * rows_, objective.column(c), range.first, range.last);
}

template <class T>
T Settle<T>::largest_diagonal() const {
  T largest(1e-30);
  for (int c = 0; c < static_cast<int>(count_); ++c) {
    T sum(0);
    for (const RowRange& range : problem_->primary_support(c))
      for (int k = range.first; k < range.last; ++k) {
        const T& entry = columns_[static_cast<std::size_t>(c * rows_ + k)];
        sum += entry * entry;
      }
    largest = max(largest, sum);
  }
  return largest;
}

template <class T>
auto Settle<T>::is_flat() const -> Truth {
  T sum(0);
  for (const T& slope : gradient_) sum += abs(slope);
  return sum <= T(0);
}

// trial_ <- q + step_ within limits; step_ becomes the actual motion.
template <class T>
void Settle<T>::propose(const T* q, const T& lambda) {
  bounds_.find_free(q, gradient_.data(), free_.data());
  step_ = damped_.solve({columns_.data(), rows_, residuals_.data(), gradient_.data()}, free_.data(), lambda);
  std::copy_n(q, trial_.size(), trial_.begin());
  bounds_.apply(step_.data(), trial_.data());
  for (std::size_t c = 0; c < count_; ++c) {
    const auto i = static_cast<std::size_t>(problem_->active()[c]);
    const Variable& v = problem_->tree().variables()[i];
    const bool may_wrap = v.kind == VariableKind::rotation_vector && v.upper >= std::numbers::pi;
    if (!may_wrap) step_[c] = trial_[i] - q[i];
  }
}

// cost(q) - |r + J step|^2 = -(2 g . step + |J step|^2)
template <class T>
T Settle<T>::predicted_gain() {
  std::fill(change_.begin(), change_.end(), T(0));
  T gain(0);
  for (int c = 0; c < static_cast<int>(count_); ++c) {
    const T& step = step_[static_cast<std::size_t>(c)];
    gain -= 2 * gradient_[static_cast<std::size_t>(c)] * step;
    for (const RowRange& range : problem_->primary_support(c))
      for (int k = range.first; k < range.last; ++k)
        change_[static_cast<std::size_t>(k)] += columns_[static_cast<std::size_t>(c * rows_ + k)] * step;
  }
  for (const T& change : change_) gain -= change * change;
  return gain;
}

template <class T>
auto Settle<T>::run(const Query& query, Objective<T>& objective, T* q, int max_evaluations, Stop& stop,
                    const Plan& plan) -> Result {
  begin(query, objective, q, plan);
  return advance(objective, q, max_evaluations, stop);
}

template <class T>
void Settle<T>::begin(const Query& query, Objective<T>& objective, const T* q, const Plan& plan) {
  plan_ = plan;
  const Truth always = T(0) <= T(0), never = T(0) > T(0);
  bounds_.set_query(query);
  objective.linearize(q, Scope::primary);
  result_ = {objective.cost(), objective.accepted(), never, never, 1};
  keep(objective, always);
  result_.flat = is_flat();
  largest_ = largest_diagonal();
  lambda_ = plan.first_damping * largest_;
  growth_ = T(2);
}

template <class T>
auto Settle<T>::advance(Objective<T>& objective, T* q, int max_evaluations, Stop& stop) -> const Result& {
  Result& result = result_;
  if (count_ == 0 || stop.requested()) return result;
  while (result.evaluations < max_evaluations && !all(result.accepted | result.converged)) {
    propose(q, lambda_);
    if (stop.requested()) break;
    const T predicted = predicted_gain();
    if (stop.requested()) break;
    objective.linearize(trial_.data(), Scope::primary);
    ++result.evaluations;
    const T gain = result.cost - objective.cost();
    const Truth better = (gain > T(0)) & !(result.accepted | result.converged);
    // Nielsen's rule: the damping changes smoothly with the cube of the gain ratio, at least to 1/3
    const T surplus = 2 * min(gain / max(predicted, T(1e-300)), T(1)) - 1;
    const T eased =
        max(lambda_ * max(T(1. / 3), 1 - surplus * surplus * surplus), min_damping_share * largest_);
    // lanes that have ended keep computing until all end: their damping must not become infinite
    lambda_ = select(better, eased, min(lambda_ * growth_, 2 * max_damping * largest_));
    growth_ = select(better, T(2), 2 * growth_);
    const Truth slow = (gain < plan_.min_gain * result.cost) | (many * gain < objective.cost() - plan_.known);
    const Truth stuck = (better & slow) | (lambda_ > max_damping * largest_);
    result.cost = select(better, objective.cost(), result.cost);
    result.accepted = result.accepted | (better & objective.accepted());
    result.converged = result.converged | stuck;
    for (std::size_t i = 0; i < trial_.size(); ++i) q[i] = select(better, trial_[i], q[i]);
    if (any(better)) keep(objective, better);
    if (stop.requested()) break;
  }
  return result;
}

template class Settle<double>;
template class Settle<Pack>;

}  // namespace memetik

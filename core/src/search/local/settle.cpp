#include "memetik/search/local/settle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "memetik/kinematics/configuration.hpp"
#include "memetik/math/spd.hpp"

namespace memetik {

namespace {

constexpr double first_damping = 1e-3;  // of the largest diagonal entry
constexpr double most_damping = 1e12;
constexpr double least_gain = 1e-12;  // of the cost: less is no progress

}  // namespace

Settle::Settle(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      hessian_(count_ * count_),
      gradient_(count_),
      matrix_(count_ * count_),
      step_(count_),
      trial_(static_cast<std::size_t>(problem.tree().dof())) {}

void Settle::remember(const Objective<double>& objective) {
  const int rows = problem_->primary_rows();
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(static_cast<int>(i));
    for (std::size_t j = 0; j <= i; ++j) {
      const double* b = objective.column(static_cast<int>(j));
      double sum = 0;
      for (int k = 0; k < rows; ++k) sum += a[k] * b[k];
      hessian_[i * count_ + j] = sum;
    }
    gradient_[i] = objective.gradient()[i];
  }
}

// trial_ <- q + step_ within limits; false if nothing is left to gain. step_ becomes what is really walked.
bool Settle::propose(const double* q, double lambda) {
  const auto variables = problem_->tree().variables();
  const auto held = [&](std::size_t c) {
    const int i = problem_->active()[c];
    const Variable& v = variables[static_cast<std::size_t>(i)];
    if (v.kind == VariableKind::rotation_vector) return false;
    return (q[i] <= v.lower && gradient_[c] > 0) || (q[i] >= v.upper && gradient_[c] < 0);
  };
  matrix_ = hessian_;
  for (std::size_t i = 0; i < count_; ++i) {
    matrix_[i * count_ + i] += lambda;
    step_[i] = -gradient_[i];
  }
  for (std::size_t c = 0; c < count_; ++c) {
    if (!held(c)) continue;
    for (std::size_t j = 0; j < c; ++j) matrix_[c * count_ + j] = 0;
    for (std::size_t i = c + 1; i < count_; ++i) matrix_[i * count_ + c] = 0;
    step_[c] = 0;
  }
  if (std::all_of(step_.begin(), step_.end(), [](double s) { return s == 0; })) return false;
  solve_spd(matrix_.data(), step_.data(), static_cast<int>(count_), 1e-300);
  if (!std::all_of(step_.begin(), step_.end(), [](double s) { return std::isfinite(s); })) return false;
  std::copy_n(q, trial_.size(), trial_.begin());
  for (std::size_t c = 0; c < count_; ++c)
    trial_[static_cast<std::size_t>(problem_->active()[c])] += step_[c];
  clip(problem_->tree(), trial_);
  for (std::size_t c = 0; c < count_; ++c) {
    const int i = problem_->active()[c];
    const Variable& v = variables[static_cast<std::size_t>(i)];
    const bool may_wrap = v.kind == VariableKind::rotation_vector && v.upper >= std::numbers::pi;
    if (!may_wrap) step_[c] = trial_[static_cast<std::size_t>(i)] - q[i];
  }
  return true;
}

// cost(q) - model(q + step) = -(2 g . d + d . H d)
double Settle::predicted_gain() const {
  double gain = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    gain -= (2 * gradient_[i] + hessian_[i * count_ + i] * step_[i]) * step_[i];
    for (std::size_t j = 0; j < i; ++j) gain -= 2 * hessian_[i * count_ + j] * step_[i] * step_[j];
  }
  return gain;
}

Settle::Result Settle::run(Objective<double>& objective, double* q, int max_evaluations) {
  objective.linearize(q, Scope::primary);
  Result result{objective.cost(), objective.accepted(), false, 1};
  if (result.accepted || count_ == 0) return result;
  remember(objective);
  double largest = 0;
  for (std::size_t i = 0; i < count_; ++i) largest = std::max(largest, hessian_[i * count_ + i]);
  double lambda = first_damping * std::max(largest, 1e-30), growth = 2;
  while (result.evaluations < max_evaluations) {
    if (!propose(q, lambda)) {
      result.converged = true;
      break;
    }
    const double predicted = predicted_gain();
    objective.linearize(trial_.data(), Scope::primary);
    ++result.evaluations;
    const double gain = result.cost - objective.cost();
    if (gain > 0) {
      const double ratio = gain / std::max(predicted, 1e-300);
      lambda *= std::max(1. / 3, 1 - std::pow(2 * std::min(ratio, 1.) - 1, 3));
      growth = 2;
      std::copy(trial_.begin(), trial_.end(), q);
      const bool stuck = gain < least_gain * result.cost;
      result.cost = objective.cost();
      result.accepted = objective.accepted();
      if (result.accepted) break;
      if (stuck) {
        result.converged = true;
        break;
      }
      remember(objective);
    } else {
      lambda *= growth;
      growth *= 2;
      if (lambda > most_damping * std::max(largest, 1e-30)) {
        result.converged = true;
        break;
      }
    }
  }
  return result;
}

}  // namespace memetik

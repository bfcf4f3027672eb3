#include "memetik/search/local/secondary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/math/semidefinite.hpp"
#include "memetik/math/spd.hpp"

namespace memetik {

namespace {

constexpr double primary_weight = 1e10;  // W, divided by the ratio of the two Hessians' sizes
constexpr double min_gain = 1e-6;        // minimum gain of a step, relative to the secondary cost
constexpr int corrections = 10;          // maximum reach steps back to the primary goals
constexpr double min_step = 1e-3;        // [rad, m] the descent ends if a step below this fails
constexpr int rounds = 3;                // maximum rounds to find the bounds that stop a step

// The entries of a matrix of all active variables; none if there is nothing to descend.
std::size_t matrix_size(const Problem& problem) {
  const std::size_t count = problem.active().size();
  return problem.rows() > problem.primary_rows() ? count * count : 0;
}

}  // namespace

SecondaryDescent::SecondaryDescent(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      reach_(problem),
      hessian_(matrix_size(problem)),
      gradient_(count_),
      matrix_(hessian_.size()),
      vector_(count_),
      trial_(static_cast<std::size_t>(problem.tree().dof())),
      free_(count_),
      step_(count_) {}

void SecondaryDescent::store_derivatives(const Objective<double>& objective, const double* q) {
  const int primary = problem_->primary_rows(), rows = problem_->rows();
  const double* r = objective.residuals();
  const auto product = [&](const double* a, const double* b, int first, int last) {
    double sum = 0;
    for (int k = first; k < last; ++k) sum += a[k] * b[k];
    return sum;
  };
  double primary_size = 1e-30, secondary_size = 1e-30;
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(static_cast<int>(i));
    primary_size = std::max(primary_size, product(a, a, 0, primary));
    secondary_size = std::max(secondary_size, product(a, a, primary, rows));
  }
  const double weight = primary_weight * secondary_size / primary_size;
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(static_cast<int>(i));
    for (std::size_t j = 0; j <= i; ++j) {
      const double* b = objective.column(static_cast<int>(j));
      hessian_[i * count_ + j] = product(a, b, primary, rows) + weight * product(a, b, 0, primary);
    }
    gradient_[i] = product(a, r, primary, rows);
  }
  reach_.bounds().find_free(q, gradient_.data(), free_.data());
}

// Solves for the step of the moving variables, given the step of the others.
void SecondaryDescent::solve(double lambda) {
  matrix_ = hessian_;
  for (std::size_t i = 0; i < count_; ++i) {
    matrix_[i * count_ + i] += lambda;
    vector_[i] = -gradient_[i];
  }
  const int n = static_cast<int>(count_);
  SymmetricSystem{matrix_.data(), vector_.data(), n}.hold(step_.moves, step_.step.data(), 1);
  solve_spd(matrix_.data(), vector_.data(), n, 1e-300);
  step_.step = vector_;
}

bool SecondaryDescent::return_to_primary(Objective<double>& objective, int& evaluations) {
  double before = HUGE_VAL, earlier = HUGE_VAL;
  for (int k = 0; k < corrections; ++k) {
    objective.linearize(trial_.data(), Scope::primary);
    ++evaluations;
    if (objective.accepted()) return true;
    if (objective.cost() > 0.5 * earlier) return false;
    earlier = std::exchange(before, objective.cost());
    reach_.apply(objective, trial_.data());
  }
  return false;
}

int SecondaryDescent::run(const Query& query, Objective<double>& objective, double* q, int max_evaluations,
                          Stop& stop) {
  reach_.bounds().set_query(query);
  objective.linearize(q, Scope::all);
  int evaluations = 1;
  if (count_ == 0) return evaluations;
  double cost = objective.secondary_cost(), size = 1e-30;
  store_derivatives(objective, q);
  for (std::size_t i = 0; i < count_; ++i) size = std::max(size, hessian_[i * count_ + i] / primary_weight);
  double lambda = 1e-3 * size;
  while (evaluations < max_evaluations && !stop.requested()) {
    step_.moves = free_;
    step_.find(*problem_, reach_.bounds(), q, rounds, [&] { solve(lambda); });
    step_.apply(*problem_, query, q, trial_);
    double trial_cost = cost;
    if (return_to_primary(objective, evaluations)) {
      objective.linearize(trial_.data(), Scope::all);
      ++evaluations;
      trial_cost = objective.secondary_cost();
    }
    if (!(trial_cost < cost) || !objective.accepted()) {  // also if NaN
      if (step_.below(min_step)) break;
      lambda = std::max(16 * lambda, 1e-2 * size);
      continue;
    }
    const bool worth_it = cost - trial_cost > min_gain * cost;
    std::copy(trial_.begin(), trial_.end(), q);
    cost = trial_cost;
    if (!worth_it) break;
    store_derivatives(objective, q);
    lambda = std::max(0.2 * lambda, 1e-9 * size);  // without damping the matrix may be singular
  }
  return evaluations;
}

}  // namespace memetik

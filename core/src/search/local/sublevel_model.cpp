#include "memetik/search/local/sublevel_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/math/semidefinite.hpp"

namespace memetik {

namespace {

constexpr double difference_step = 1e-6;  // [rad, m]
constexpr double required_weight = 1e6;   // relative to the secondary goals' size
constexpr double min_pivot = 1e-9;        // relative to the secondary goals' size
constexpr int rounds = 6;                 // maximum rounds to find the bounds that stop a step
constexpr int bisections = 40;
constexpr double max_multiplier = 1e15;
constexpr double well_used = 0.8;  // the bisection ends with a step that uses so much of the room

double product(const double* a, const double* b, std::span<const RowRange> support, int first, int last) {
  double sum = 0;
  for (const RowRange& range : support)
    for (int k = std::max(range.first, first); k < std::min(range.last, last); ++k) sum += a[k] * b[k];
  return sum;
}

bool overlap(std::span<const RowRange> one, std::span<const RowRange> other) {
  for (const RowRange& a : one)
    for (const RowRange& b : other)
      if (a.first < b.last && b.first < a.last) return true;
  return false;
}

}  // namespace

SublevelModel::SublevelModel(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      order_(count_),
      secondary_gradient_(count_),
      secondary_hessian_(count_ * count_),
      moves_(count_),
      step_(count_),
      matrix_(count_ * count_),
      vector_(count_),
      box_step_(count_) {
  for (std::size_t c = 0; c < count_; ++c) order_[c] = static_cast<int>(c);
  const auto middle = std::stable_partition(order_.begin(), order_.end(),
                                            [&](int c) { return !problem.primary_support(c).empty(); });
  coupled_ = static_cast<std::size_t>(middle - order_.begin());
  primary_gradient_.resize(coupled_);
  primary_vector_.resize(coupled_);
  primary_hessian_.resize(coupled_ * coupled_);
  primary_matrix_.resize(coupled_ * coupled_);
  reduced_.resize(coupled_ * coupled_);
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (overlap(problem.support(order_[i]), problem.support(order_[j]))) pairs_.emplace_back(i, j);
}

void SublevelModel::find_gradients(const Objective<double>& objective) {
  const int required = problem_->required_rows(), primary = problem_->primary_rows(), rows = problem_->rows();
  const double* r = objective.residuals();
  size_ = 1e-30;
  double required_size = 1e-30;
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(order_[i]);
    const auto support = problem_->support(order_[i]);
    if (i < coupled_) primary_gradient_[i] = product(a, r, support, required, primary);
    secondary_gradient_[i] = product(a, r, support, primary, rows);
    size_ = std::max(size_, product(a, a, support, primary, rows));
    required_size = std::max(required_size, product(a, a, support, 0, required));
  }
  const double weight = required_weight * size_ / required_size;
  for (const auto& [i, j] : pairs_) {
    const double *a = objective.column(order_[i]), *b = objective.column(order_[j]);
    const auto support = problem_->support(order_[i]);
    secondary_hessian_[i * count_ + j] =
        product(a, b, support, primary, rows) + weight * product(a, b, support, 0, required);
  }
}

void SublevelModel::begin(const Objective<double>& objective) {
  find_gradients(objective);
  for (std::size_t i = 0; i < coupled_; ++i)
    for (std::size_t j = 0; j < coupled_; ++j)
      primary_hessian_[i * coupled_ + j] =
          product(objective.column(order_[i]), objective.column(order_[j]), problem_->support(order_[i]),
                  problem_->required_rows(), problem_->primary_rows());
  multiplier_ = 0;
}

void SublevelModel::move(const Objective<double>& objective, const double* before, const double* after) {
  std::vector<double> change(coupled_), step(coupled_);
  const std::vector<double> earlier = primary_gradient_;
  find_gradients(objective);
  for (std::size_t i = 0; i < coupled_; ++i) {
    const int variable = problem_->active()[static_cast<std::size_t>(order_[i])];
    step[i] = after[variable] - before[variable];
    change[i] = primary_gradient_[i] - earlier[i];
  }
  update_hessian(change, step);
}

// H_p += v v^T / (v . d) with v = y - H_p d, where the gradient changed by y in the step d.
void SublevelModel::update_hessian(const std::vector<double>& change, const std::vector<double>& step) {
  std::vector<double> v = change;
  double curvature = 0, length = 0, size = 0;
  for (std::size_t i = 0; i < coupled_; ++i) {
    for (std::size_t j = 0; j < coupled_; ++j) v[i] -= primary_hessian_[i * coupled_ + j] * step[j];
    curvature += v[i] * step[i];
    length += v[i] * v[i];
    size += step[i] * step[i];
  }
  if (std::abs(curvature) <= 1e-8 * std::sqrt(length * size)) return;
  for (std::size_t i = 0; i < coupled_; ++i)
    for (std::size_t j = 0; j < coupled_; ++j) primary_hessian_[i * coupled_ + j] += v[i] * v[j] / curvature;
}

int SublevelModel::find_hessian(Objective<double>& objective, const StepBounds<double>& bounds,
                                const double* q) {
  const int required = problem_->required_rows(), primary = problem_->primary_rows();
  std::vector<double> trial(q, q + problem_->tree().dof());
  std::fill(primary_hessian_.begin(), primary_hessian_.end(), 0.0);
  for (std::size_t k = 0; k < coupled_; ++k) {
    const auto c = static_cast<std::size_t>(order_[k]);
    double& value = trial[static_cast<std::size_t>(problem_->active()[c])];
    const double h = value >= bounds.upper(c) ? -difference_step : difference_step;
    const double before = std::exchange(value, value + h);
    objective.linearize(trial.data(), Scope::primary);
    value = before;
    for (std::size_t i = 0; i < coupled_; ++i) {
      const double gradient = product(objective.column(order_[i]), objective.residuals(),
                                      problem_->primary_support(order_[i]), required, primary);
      const double entry = 0.5 * (gradient - primary_gradient_[i]) / h;
      primary_hessian_[i * coupled_ + k] += entry;
      primary_hessian_[k * coupled_ + i] += entry;
    }
  }
  return static_cast<int>(coupled_);
}

// Eliminates the variables that change no primary row.
void SublevelModel::reduce(double lambda) {
  for (std::size_t i = 0; i < count_; ++i) {
    const auto c = static_cast<std::size_t>(order_[i]);
    moves_[i] = box_step_.moves[c];
    step_[i] = box_step_.step[c];
    vector_[i] = -secondary_gradient_[i];
  }
  matrix_ = secondary_hessian_;
  for (std::size_t i = 0; i < count_; ++i) matrix_[i * count_ + i] += lambda;
  const SymmetricSystem system{matrix_.data(), vector_.data(), static_cast<int>(count_)};
  system.hold(moves_, step_.data(), 1);
  system.eliminate(static_cast<int>(coupled_), min_pivot * size_);

  primary_matrix_ = primary_hessian_;
  for (std::size_t i = 0; i < coupled_; ++i) primary_vector_[i] = -primary_gradient_[i];
  const SymmetricSystem primary{primary_matrix_.data(), primary_vector_.data(), static_cast<int>(coupled_)};
  primary.hold(moves_, step_.data(), 0);
}

// Solves for the coupled variables. Returns the predicted rise p(q + d) - p(q) = 2 g_p . d + d^T H_p d.
double SublevelModel::solve_reduced(double multiplier) {
  for (std::size_t i = 0; i < coupled_; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      reduced_[i * coupled_ + j] = matrix_[i * count_ + j] + multiplier * primary_matrix_[i * coupled_ + j];
    step_[i] = vector_[i] + multiplier * primary_vector_[i];
  }
  const SymmetricSystem system{reduced_.data(), step_.data(), static_cast<int>(coupled_)};
  system.eliminate(0, min_pivot * size_);
  system.substitute(0);
  double rise = 0;
  for (std::size_t i = 0; i < coupled_; ++i) {
    double row = 2 * primary_gradient_[i];
    for (std::size_t j = 0; j < coupled_; ++j) row += primary_hessian_[i * coupled_ + j] * step_[j];
    rise += row * step_[i];
  }
  return rise;
}

// Finds the smallest multiplier whose step keeps the rise of the primary cost below `room`: about so, from
// above.
void SublevelModel::solve_within(double lambda, double room) {
  reduce(lambda);
  double low = 0, high = 0, there = solve_reduced(high);
  if (there > room) {
    high = multiplier_ > 0 ? multiplier_ : 1;
    there = solve_reduced(high);
  }
  const auto found = [&] {
    return there <= room && (high == 0 || there >= well_used * room || low > 0.9 * high);
  };
  for (int k = 0; k < bisections && high < max_multiplier && !found(); ++k) {
    if (there > room) {
      low = std::exchange(high, 10 * high);
      there = solve_reduced(high);
      continue;
    }
    const double middle = low > 0 ? std::sqrt(low * high) : 0.1 * high, rise = solve_reduced(middle);
    if (rise <= room)
      high = middle, there = rise;
    else
      low = middle;
  }
  multiplier_ = high;
  solve_reduced(high);
  std::copy(vector_.begin() + static_cast<std::ptrdiff_t>(coupled_), vector_.end(),
            step_.begin() + static_cast<std::ptrdiff_t>(coupled_));
  SymmetricSystem{matrix_.data(), step_.data(), static_cast<int>(count_)}.substitute(
      static_cast<int>(coupled_));
  for (std::size_t i = 0; i < count_; ++i) box_step_.step[static_cast<std::size_t>(order_[i])] = step_[i];
}

const BoxStep& SublevelModel::find_step(const StepBounds<double>& bounds, const double* q, double lambda,
                                        double room) {
  for (std::size_t i = 0; i < count_; ++i) {
    const auto c = static_cast<std::size_t>(order_[i]);
    const double primary = i < coupled_ ? primary_gradient_[i] : 0;
    const double slope = multiplier_ > 0 ? multiplier_ * primary + secondary_gradient_[i] : primary;
    box_step_.moves[c] = bounds.holds(c, q[problem_->active()[c]], slope) ? 0 : 1;
  }
  box_step_.find(*problem_, bounds, q, rounds, [&] { solve_within(lambda, room); });
  return box_step_;
}

}  // namespace memetik

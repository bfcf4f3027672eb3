#include "memetik/search/local/sublevel_descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/objective/kernel.hpp"
#include "memetik/search/box.hpp"

namespace memetik {

namespace {

constexpr double difference_step = 1e-6;  // [rad, m]
constexpr double min_gain = 1e-3;         // the descent ends if a step gains less, relative to the cost
constexpr double min_step = 1e-4;         // [rad, m] it ends if a step below this fails
constexpr double required_weight = 1e6;   // relative to the secondary goals' size
constexpr int rounds = 6;                 // maximum rounds to find the bounds that stop a step
constexpr int bisections = 40;
constexpr double max_multiplier = 1e15;
constexpr double well_used = 0.8;  // the bisection ends with a step that uses so much of the room
constexpr double max_fall = 5;     // of the primary cost, in multiples of its room to rise
constexpr int projections = 5;     // maximum reach steps back to the required goals

double product(const double* a, const double* b, int first, int last) {
  double sum = 0;
  for (int k = first; k < last; ++k) sum += a[k] * b[k];
  return sum;
}

// x <- A^-1 x by LDL^T, where A is the lower triangle `a`. A direction that is not curved upwards is not
// taken: a pivot below min_pivot becomes infinite, as if the variable were locked.
void solve_definite(double* a, double* x, int n, double min_pivot) {
  for (int j = 0; j < n; ++j) {
    double* row = a + j * n;
    double pivot = row[j];
    for (int k = 0; k < j; ++k) {
      const double scaled = row[k] * a[k * n + k];  // the diagonal holds inverse pivots
      pivot -= scaled * row[k];
      row[k] = scaled;
    }
    row[j] = pivot > min_pivot ? 1 / pivot : 0;
    for (int i = j + 1; i < n; ++i) a[i * n + j] -= product(a + i * n, row, 0, j);
  }
  for (int i = 0; i < n; ++i) x[i] -= product(a + i * n, x, 0, i);
  for (int i = 0; i < n; ++i) x[i] *= a[i * n + i];
  for (int k = n; k-- > 0;)
    for (int i = 0; i < k; ++i) x[i] -= a[k * n + i] * x[k];
}

}  // namespace

SublevelDescent::SublevelDescent(const Problem& problem)
    : problem_(&problem),
      count_(problem.active().size()),
      reach_(problem),
      primary_gradient_(count_),
      primary_hessian_(count_ * count_),
      secondary_gradient_(count_),
      secondary_hessian_(count_ * count_),
      matrix_(count_ * count_),
      step_(count_),
      moves_(count_),
      trial_(static_cast<std::size_t>(problem.tree().dof())) {
  if (problem.required_rows() == 0) return;
  required_ = std::make_unique<Objective<double>>(problem);
  std::size_t errors = 0;
  for (const Goal& goal : problem.goals()) errors += static_cast<std::size_t>(goal.kernel->error_count(goal));
  errors_.resize(errors);
}

SublevelDescent::Costs SublevelDescent::costs(const Objective<double>& objective) {
  const double secondary = objective.secondary_cost();
  return {objective.cost() - secondary - objective.required_cost(), secondary};
}

// g_p, g_s and H_s after objective.linearize(q, Scope::all).
void SublevelDescent::find_gradients(const Objective<double>& objective) {
  const int required = problem_->required_rows(), primary = problem_->primary_rows(), rows = problem_->rows();
  const double* r = objective.residuals();
  size_ = 1e-30;
  double required_size = 1e-30;
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(static_cast<int>(i));
    primary_gradient_[i] = product(a, r, required, primary);
    secondary_gradient_[i] = product(a, r, primary, rows);
    size_ = std::max(size_, product(a, a, primary, rows));
    required_size = std::max(required_size, product(a, a, 0, required));
  }
  const double weight = required_weight * size_ / required_size;
  for (std::size_t i = 0; i < count_; ++i) {
    const double* a = objective.column(static_cast<int>(i));
    for (std::size_t j = 0; j <= i; ++j) {
      const double* b = objective.column(static_cast<int>(j));
      secondary_hessian_[i * count_ + j] = product(a, b, primary, rows) + weight * product(a, b, 0, required);
    }
  }
}

// H_p <- J^T J after objective.linearize(q, Scope::all).
void SublevelDescent::begin_hessian(const Objective<double>& objective) {
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t j = 0; j < count_; ++j)
      primary_hessian_[i * count_ + j] =
          product(objective.column(static_cast<int>(i)), objective.column(static_cast<int>(j)),
                  problem_->required_rows(), problem_->primary_rows());
}

// H_p by differences of g_p. Returns the evaluations spent.
int SublevelDescent::find_hessian(Objective<double>& objective, const double* q) {
  const int required = problem_->required_rows(), primary = problem_->primary_rows();
  std::fill(primary_hessian_.begin(), primary_hessian_.end(), 0.0);
  std::copy_n(q, trial_.size(), trial_.begin());
  int evaluations = 0;
  for (std::size_t c = 0; c < count_; ++c) {
    if (problem_->primary_support(static_cast<int>(c)).empty()) continue;
    double& value = trial_[static_cast<std::size_t>(problem_->active()[c])];
    const double before = value, h = value >= reach_.bounds().upper(c) ? -difference_step : difference_step;
    value += h;
    objective.linearize(trial_.data(), Scope::primary);
    ++evaluations;
    value = before;
    for (std::size_t i = 0; i < count_; ++i) {
      const double* a = objective.column(static_cast<int>(i));
      const double gradient = product(a, objective.residuals(), required, primary);
      const double entry = 0.5 * (gradient - primary_gradient_[i]) / h;
      primary_hessian_[i * count_ + c] += entry;
      primary_hessian_[c * count_ + i] += entry;
    }
  }
  return evaluations;
}

// H_p += v v^T / (v . d) with v = y - H_p d, where the gradient changed by y in the step d.
void SublevelDescent::update_hessian(const std::vector<double>& earlier_gradient) {
  std::vector<double>& v = matrix_;  // its first row is free now
  double curvature = 0, length = 0, size = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    v[i] = primary_gradient_[i] - earlier_gradient[i];
    for (std::size_t j = 0; j < count_; ++j) v[i] -= primary_hessian_[i * count_ + j] * step_[j];
    curvature += v[i] * step_[i];
    length += v[i] * v[i];
    size += step_[i] * step_[i];
  }
  if (std::abs(curvature) <= 1e-8 * std::sqrt(length * size)) return;
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t j = 0; j < count_; ++j) primary_hessian_[i * count_ + j] += v[i] * v[j] / curvature;
}

// The step of the moving variables, given that of the others.
void SublevelDescent::solve(double lambda, double multiplier) {
  const auto entry = [&](std::size_t i, std::size_t j) -> double& {
    return matrix_[std::max(i, j) * count_ + std::min(i, j)];
  };
  for (std::size_t i = 0; i < count_; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      entry(i, j) = secondary_hessian_[i * count_ + j] + multiplier * primary_hessian_[i * count_ + j];
  for (std::size_t i = 0; i < count_; ++i) {
    if (moves_[i] == 0) continue;
    step_[i] = -secondary_gradient_[i] - multiplier * primary_gradient_[i];
    for (std::size_t j = 0; j < count_; ++j)
      if (moves_[j] == 0) step_[i] -= entry(i, j) * step_[j];
  }
  for (std::size_t i = 0; i < count_; ++i) {
    if (moves_[i] == 0)
      for (std::size_t j = 0; j < count_; ++j) entry(i, j) = 0;
    entry(i, i) = moves_[i] == 0 ? 1 : entry(i, i) + lambda;
  }
  solve_definite(matrix_.data(), step_.data(), static_cast<int>(count_), 1e-9 * size_);
}

// p(q + d) - p(q) = 2 g_p . d + d^T H_p d
double SublevelDescent::predicted_rise() const {
  double rise = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    double row = 2 * primary_gradient_[i];
    for (std::size_t j = 0; j < count_; ++j) row += primary_hessian_[i * count_ + j] * step_[j];
    rise += row * step_[i];
  }
  return rise;
}

// Finds the smallest multiplier whose step keeps the rise of the primary cost below `room`: about so, from
// above.
void SublevelDescent::solve_within(double lambda, double room) {
  const std::vector<double> others = step_;
  const auto rise = [&](double multiplier) {
    step_ = others;
    solve(lambda, multiplier);
    return predicted_rise();
  };
  if (rise(0) <= room) return void(multiplier_ = 0);
  double low = 0, high = multiplier_ > 0 ? multiplier_ : 1;
  double there = rise(high);
  for (int k = 0; k < bisections && high < max_multiplier &&
                  !(there <= room && (there >= well_used * room || low > 0.9 * high));
       ++k) {
    if (there <= room) {
      const double middle = low > 0 ? std::sqrt(low * high) : 0.1 * high;
      there = rise(middle);
      if (there <= room)
        high = middle;
      else
        low = middle, there = rise(high);
    } else {
      low = std::exchange(high, 10 * high);
      there = rise(high);
    }
  }
  multiplier_ = high;
}

// A variable that the step would move beyond a bound stops there, and the step of the others is solved again.
void SublevelDescent::propose(const Query& query, const double* q, double lambda, double room) {
  std::fill(step_.begin(), step_.end(), 0.0);
  for (std::size_t c = 0; c < count_; ++c) {
    const double slope = multiplier_ * primary_gradient_[c] + secondary_gradient_[c];
    const double value = q[problem_->active()[c]];
    moves_[c] = reach_.bounds().holds(c, value, multiplier_ > 0 ? slope : primary_gradient_[c]) ? 0 : 1;
  }
  bool inside = false;
  for (int round = 0; round < rounds && !inside; ++round) {
    solve_within(lambda, room);
    inside = true;
    for (std::size_t c = 0; c < count_; ++c) {
      const double value = q[problem_->active()[c]];
      const double lower = reach_.bounds().lower(c) - value, upper = reach_.bounds().upper(c) - value;
      if (moves_[c] == 0 || (step_[c] >= lower && step_[c] <= upper)) continue;
      step_[c] = std::clamp(step_[c], lower, upper);
      moves_[c] = 0;
      inside = false;
    }
  }
  std::copy_n(q, trial_.size(), trial_.begin());
  for (std::size_t c = 0; c < count_; ++c)
    trial_[static_cast<std::size_t>(problem_->active()[c])] += step_[c];
  clip(problem_->tree(), query, trial_);
}

// Reach steps of the required goals alone. Returns the evaluations spent.
int SublevelDescent::restore_required(Stop& stop) {
  if (!required_) return 0;
  for (int k = 1; k <= projections; ++k) {
    required_->linearize(trial_.data(), Scope::primary);
    if (required_->accepted() || stop.requested()) return k;
    reach_.apply(*required_, trial_.data());
  }
  return projections;
}

bool SublevelDescent::keeps_required() {
  if (!required_) return true;
  required_->measure(trial_.data(), errors_.data());
  return required_->violation() <= (1 + 1e-3) * violation_;
}

int SublevelDescent::run(const Query& query, Objective<double>& objective, double* q, double limit,
                         int max_evaluations, Stop& stop) {
  if (count_ == 0) return 0;
  reach_.bounds().set_query(query);
  if (required_) {
    parameters_.assign(query.parameters.begin(), query.parameters.end());
    for (const Goal& goal : problem_->goals())
      if (goal.priority != Priority::required) parameters_[static_cast<std::size_t>(goal.parameter)] = 0;
    required_->set_parameters(parameters_);
    required_->measure(q, errors_.data());
    violation_ = required_->violation();
  }
  objective.linearize(q, Scope::all);
  Costs now = costs(objective);
  find_gradients(objective);
  begin_hessian(objective);
  int evaluations = 1;
  bool fresh = false;  // H_p is the one at q
  const double room = limit - now.primary, floor = now.primary - max_fall * room;
  double lambda = 0;
  multiplier_ = 0;
  std::vector<double> earlier;
  while (evaluations < max_evaluations && now.secondary > 0 && !stop.requested()) {
    propose(query, q, lambda, limit - now.primary);
    evaluations += 1 + restore_required(stop);
    objective.linearize(trial_.data(), Scope::all);
    const Costs trial = costs(objective);
    const bool fits = trial.primary >= floor && trial.primary <= limit;
    if (fits && trial.secondary < now.secondary && keeps_required()) {
      const bool worth_it = now.secondary - trial.secondary > min_gain * now.secondary;
      for (std::size_t c = 0; c < count_; ++c) {
        const auto i = static_cast<std::size_t>(problem_->active()[c]);
        step_[c] = trial_[i] - q[i];
      }
      std::copy(trial_.begin(), trial_.end(), q);
      now = trial;
      limit = std::min(limit, now.primary + room);
      if (!worth_it) break;
      earlier = primary_gradient_;
      find_gradients(objective);
      update_hessian(earlier);
      fresh = false;
      lambda *= 0.3;
    } else if (!fresh) {
      if (evaluations + static_cast<int>(count_) >= max_evaluations) break;
      evaluations += find_hessian(objective, q);
      fresh = true;
    } else {
      const auto small = [](double step) { return std::abs(step) < min_step; };
      if (std::all_of(step_.begin(), step_.end(), small)) break;
      lambda = std::max(4 * lambda, 1e-2 * size_);
    }
  }
  return evaluations;
}

}  // namespace memetik

#include "memetik/search/local/sqp_step.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/math/spd.hpp"

namespace memetik {

namespace {

constexpr double sufficient_decrease = 1e-4;
constexpr double min_share = 1e-6;    // minimum fraction of a direction before it is given up
constexpr double damped_below = 0.2;  // s^T y below this share of s^T B s is raised to it
constexpr double first_move = 1;      // [rad, m] first step, before any curvature is known
constexpr int max_exchanges = 20;     // maximum exchanges of variables on bounds in one program

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

SqpStep::SqpStep(const Problem& problem) : LocalStep(problem, Scope::primary, WideAngles::stop) {
  hessian_.resize(free_.size() * free_.size());
  matrix_.resize(hessian_.size());
  for (auto* v :
       {&here_, &gradient_, &direction_, &lower_, &upper_, &moves_, &change_, &slopes_, &product_, &step_})
    v->resize(free_.size());
}

void SqpStep::begin(RandomStream) {
  best_cost_ = HUGE_VAL;
  updates_ = 0;
}

// B <- B - B s s^T B / (s^T B s) + y y^T / (s^T y).
void SqpStep::learn(const double* q) {
  const std::size_t n = step_.size();
  for (std::size_t i = 0; i < n; ++i) {
    change_[i] = q[problem_->active()[i]] - here_[i];
    slopes_[i] = 2 * objective_.gradient()[i] - gradient_[i];
  }
  double sy = dot(change_, slopes_);
  const double yy = dot(slopes_, slopes_);
  if (updates_++ == 0 && sy > 0)  // the first update sets the scale of B
    for (std::size_t i = 0; i < n; ++i) hessian(i, i) = yy / sy;
  for (std::size_t i = 0; i < n; ++i) {
    product_[i] = 0;
    for (std::size_t j = 0; j < n; ++j) product_[i] += hessian(i, j) * change_[j];
  }
  const double curvature = dot(change_, product_);
  if (!(curvature > 0)) return;
  if (sy < damped_below * curvature) {
    const double share = (1 - damped_below) * curvature / (curvature - sy);
    for (std::size_t i = 0; i < n; ++i) slopes_[i] = share * slopes_[i] + (1 - share) * product_[i];
    sy = dot(change_, slopes_);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      hessian(i, j) += slopes_[i] * slopes_[j] / sy - product_[i] * product_[j] / curvature;
}

// Solves the program for the moving variables; the others stay on their bounds.
void SqpStep::solve_free() {
  const std::size_t n = step_.size();
  for (std::size_t i = 0; i < n; ++i) {
    product_[i] = moves_[i] == 0 ? direction_[i] : -gradient_[i];
    for (std::size_t j = 0; j < n; ++j) {
      const bool both = moves_[i] != 0 && moves_[j] != 0;
      if (moves_[i] != 0 && moves_[j] == 0) product_[i] -= hessian(i, j) * direction_[j];
      matrix_[i * n + j] = both ? hessian(i, j) : (i == j ? 1 : 0);
    }
  }
  solve_spd(matrix_.data(), product_.data(), static_cast<int>(n), 1e-300);
  direction_ = product_;
}

// Puts variables beyond a bound on it, and releases variables on a bound whose slope g + B d pushes them
// inwards (block principal pivoting, Judice and Pires 1994). Returns whether any variable changed.
bool SqpStep::exchange_bounds() {
  const std::size_t n = step_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (moves_[i] != 0) {
      product_[i] = direction_[i] >= lower_[i] && direction_[i] <= upper_[i] ? 1 : 0;
      continue;
    }
    double slope = gradient_[i];
    for (std::size_t j = 0; j < n; ++j) slope += hessian(i, j) * direction_[j];
    product_[i] = lower_[i] < upper_[i] && (direction_[i] <= lower_[i] ? slope < 0 : slope > 0) ? 1 : 0;
  }
  const bool exchanged = product_ != moves_;
  moves_ = product_;
  for (std::size_t i = 0; i < n; ++i) direction_[i] = std::clamp(direction_[i], lower_[i], upper_[i]);
  return exchanged;
}

void SqpStep::solve_program() {
  for (std::size_t i = 0; i < step_.size(); ++i) {
    lower_[i] = bounds_.lower(i) - here_[i];
    upper_[i] = bounds_.upper(i) - here_[i];
    moves_[i] = bounds_.holds(i, here_[i], gradient_[i]) ? 0 : 1;
    direction_[i] = 0;
  }
  for (int k = 0; k < max_exchanges; ++k) {
    solve_free();
    if (!exchange_bounds()) break;
  }
}

// Finds a descent direction from here_. Returns false at a minimum.
bool SqpStep::find_direction() {
  solve_program();
  slope_ = dot(gradient_, direction_);
  share_ = 1;
  if (slope_ < 0 || updates_ == 0) return slope_ < 0;
  forget();  // the model misleads: try again along the gradient
  return find_direction();
}

void SqpStep::forget() {
  updates_ = 0;
  const double steepest = std::sqrt(dot(gradient_, gradient_));
  std::fill(hessian_.begin(), hessian_.end(), 0.0);
  for (std::size_t i = 0; i < step_.size(); ++i) hessian(i, i) = std::max(steepest / first_move, 1e-12);
}

// Shortens the step by the parabola through both costs and the slope. Returns false if it becomes too short.
bool SqpStep::backtrack() {
  const double bend = cost_ - best_cost_ - share_ * slope_;
  const double lowest = bend > 0 ? -0.5 * slope_ * share_ * share_ / bend : share_;
  share_ = std::clamp(lowest, 0.1 * share_, 0.5 * share_);
  return share_ >= min_share;
}

bool SqpStep::step(double* q) {
  const int* active = problem_->active().data();
  const bool first = best_cost_ == HUGE_VAL;
  if (first || cost_ <= best_cost_ + sufficient_decrease * share_ * slope_) {
    if (!first) learn(q);
    best_cost_ = cost_;
    for (std::size_t i = 0; i < step_.size(); ++i) {
      here_[i] = q[active[i]];
      gradient_[i] = 2 * objective_.gradient()[i];
    }
    if (first) forget();
    if (!find_direction()) return false;
  } else if (!backtrack()) {
    return false;
  }
  for (std::size_t i = 0; i < step_.size(); ++i) {
    q[active[i]] = here_[i];
    step_[i] = share_ * direction_[i];
  }
  return move(step_.data(), q);
}

}  // namespace memetik

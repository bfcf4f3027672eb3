#include "memetik/search/local/newton_step.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

constexpr double cutoff = 1e-4;  // singular values below this share of the largest count as zero
constexpr double weight_if_clipped = 0.1;
constexpr double most_of_last_step = 0.2;  // maximum fraction to which a step that was too long is shortened
constexpr double least_move = 1e-5;        // [rad, m] minimum sum of all variables' motion
constexpr double least_gain = 1e-3;        // the same relative to the error, if the error is small
constexpr double largest_wiggle = 0.1;     // [rad, m]

}  // namespace

NewtonStep::NewtonStep(const Problem& problem)
    : LocalStep(problem, Scope::primary),
      svd_(problem.primary_rows(), count_),
      weights_(free_),
      step_(free_),
      clipped_(free_),
      here_(static_cast<std::size_t>(problem.tree().dof())) {}

void NewtonStep::begin(RandomStream random) {
  random_ = random;
  weights_ = free_;
  least_ = HUGE_VAL;
  share_ = 1;
}

void NewtonStep::find_step() {
  for (int c = 0; c < count_; ++c)
    svd_.set_column(c, objective_.column(c), weights_[static_cast<std::size_t>(c)]);
  svd_.solve_directly(objective_.residuals(), cutoff, step_.data());
  for (std::size_t c = 0; c < step_.size(); ++c) step_[c] *= -weights_[c];
}

// Clips share_ * step_ at the bounds and sets the weights. Returns the sum of all variables' motion.
double NewtonStep::clip_step(const double* q) {
  double sum = 0;
  for (std::size_t c = 0; c < step_.size(); ++c) {
    const double value = q[problem_->active()[c]], wanted = share_ * step_[c];
    clipped_[c] = std::clamp(wanted, bounds_.lower(c) - value, bounds_.upper(c) - value);
    weights_[c] = free_[c] * (clipped_[c] == wanted ? 1 : weight_if_clipped);
    sum += std::abs(clipped_[c]);
  }
  return sum;
}

void NewtonStep::wiggle(const double* q) {
  const double most = std::min(largest_wiggle, std::sqrt(cost_));
  share_ = 1;
  for (double& s : step_) s = random_.uniform(-most, most);
  clip_step(q);
  weights_ = free_;
  least_ = HUGE_VAL;
}

bool NewtonStep::step(double* q) {
  if (cost_ < least_) {
    std::copy_n(q, here_.size(), here_.begin());
    least_ = cost_;
    share_ = 1;
    find_step();
  } else {
    share_ *= std::min(most_of_last_step, std::sqrt(least_ / cost_));
    std::copy(here_.begin(), here_.end(), q);
  }
  if (clip_step(q) < std::min(least_move, least_gain * std::sqrt(cost_))) {
    if (share_ < least_move) return false;
    wiggle(q);
  }
  return move(clipped_.data(), q);
}

}  // namespace memetik

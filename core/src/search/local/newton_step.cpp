#include "memetik/search/local/newton_step.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

constexpr double cutoff = 1e-4;  // singular values below this share of the largest count as zero
constexpr double weight_if_clipped = 0.1;
constexpr double max_share_of_last_step =
    0.2;                                  // maximum fraction to which a step that was too long is shortened
constexpr double min_move = 1e-5;         // [rad, m] minimum sum of all variables' motion
constexpr double min_gain = 1e-3;         // the same relative to the error, if the error is small
constexpr double max_perturbation = 0.1;  // [rad, m]

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
  best_cost_ = HUGE_VAL;
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

void NewtonStep::perturb(const double* q) {
  const double size = std::min(max_perturbation, std::sqrt(cost_));
  share_ = 1;
  for (double& s : step_) s = random_.uniform(-size, size);
  clip_step(q);
  weights_ = free_;
  best_cost_ = HUGE_VAL;
}

bool NewtonStep::step(double* q) {
  if (cost_ < best_cost_) {
    std::copy_n(q, here_.size(), here_.begin());
    best_cost_ = cost_;
    share_ = 1;
    find_step();
  } else {
    share_ *= std::min(max_share_of_last_step, std::sqrt(best_cost_ / cost_));
    std::copy(here_.begin(), here_.end(), q);
  }
  if (clip_step(q) < std::min(min_move, min_gain * std::sqrt(cost_))) {
    if (share_ < min_move) return false;
    perturb(q);
  }
  return move(clipped_.data(), q);
}

}  // namespace memetik

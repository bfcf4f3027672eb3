#include "memetik/search/local/gradient_step.hpp"

namespace memetik {

GradientStep::GradientStep(const Problem& problem, bool ends_uphill)
    : LocalStep(problem, Scope::primary), ends_uphill_(ends_uphill), before_(HUGE_VAL), step_(free_) {}

void GradientStep::begin(RandomStream) { before_ = HUGE_VAL; }

bool GradientStep::step(double* q) {
  if (ends_uphill_ && !(cost_ < before_)) return false;
  before_ = cost_;
  double square = 0;
  for (std::size_t c = 0; c < step_.size(); ++c) {
    step_[c] = -2 * free_[c] * objective_.gradient()[c];
    square += step_[c] * step_[c];
  }
  if (!(square > 0)) return false;
  for (double& s : step_) s *= cost_ / square;
  return move(step_.data(), q);
}

}  // namespace memetik

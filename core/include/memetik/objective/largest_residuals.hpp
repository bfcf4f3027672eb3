// Rows of their own for the largest of many residuals.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "memetik/objective/body_quadratics.hpp"

namespace memetik {

// A residual that depends on the motion of two bodies relative to each other; node -1 is the root.
struct PairResidual {
  double cost, weight, pull;  // the residual squared, and as in BodyQuadratics
  std::array<int, 2> nodes;
  BodyRate<double> rate;
};

// Keeps the `count` largest, in descending order.
class LargestResiduals {
 public:
  explicit LargestResiduals(int count) : count_(static_cast<std::size_t>(count)) {
    kept_.reserve(count_ + 1);
  }

  void clear() { kept_.clear(); }
  std::span<const PairResidual> kept() const { return kept_; }

  // Adds a residual. If there are too many then, calls leave(smallest).
  template <class Leave>
  void add(const PairResidual& residual, const Leave& leave) {
    const auto place = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const PairResidual& other) { return other.cost < residual.cost; });
    kept_.insert(place, residual);
    if (kept_.size() <= count_) return;
    leave(kept_.back());
    kept_.pop_back();
  }

 private:
  std::size_t count_;
  std::vector<PairResidual> kept_;
};

}  // namespace memetik

// Starts for any target: random configurations whose link poses are computed once, and the best of them
// for a target found without moving the robot.
#pragma once

#include <array>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

class StartPool {
 public:
  static constexpr int best_count = 8;
  using Best = std::array<int, best_count>;

  // Empty where link poses alone do not decide the cost, or depend on more than the active variables.
  StartPool(const Problem& problem, const Sampler& sampler);

  bool empty() const { return packs_ == 0; }
  // Eight configurations of low cost, best first; the goals are those of `objective`.
  Best best(const Objective<Pack>& objective) const;
  // Overwrites the active variables of q.
  void get(int index, const Problem& problem, double* q) const;

 private:
  int packs_ = 0;
  std::size_t links_ = 0, active_ = 0;
  std::vector<Frame<Pack>> frames_;  // per pack, per link
  std::vector<Pack> q_;              // per pack, per active variable
};

}  // namespace memetik

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
  static constexpr int best_count = 16;
  using Best = std::array<int, best_count>;

  // Empty without a pose, position or orientation to go by, or where starts depend on more than the target.
  StartPool(const Problem& problem, const Sampler& sampler);

  bool empty() const { return packs_ == 0; }
  // Configurations near the targets in `parameters`, nearest first.
  Best best(std::span<const double> parameters) const;
  // Overwrites the active variables of q.
  void get(int index, const Problem& problem, double* q) const;

 private:
  // The cost of a pose is ||p - t||^2 f^2 + (3 - trace) g^2, 4 sin^2(angle/2) = 3 - trace: but for a constant
  // it is linear in the features |p|^2, p and the nine entries of the rotation.
  static constexpr int features = 13;
  static void coefficients(const Goal& goal, const double* parameters, Pack* out);

  int packs_ = 0;
  std::size_t active_ = 0;
  std::vector<Goal> goals_;     // those that are compared
  std::vector<Pack> features_;  // per pack, per goal
  std::vector<Pack> q_;         // per pack, per active variable
};

}  // namespace memetik

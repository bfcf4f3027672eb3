// A pool of random configurations whose link poses are computed once. For a target it finds the configuration
// of lowest cost in each of 16 groups, without evaluating forward kinematics again.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

struct RoughPlace;

class StartPool {
 public:
  static constexpr int size = 256;  // configurations; more would cost more to compare than they save
  static constexpr int best_count = 16;

  // The configuration nearest to a target in each of `best_count` groups, the nearest of all first.
  using Best = std::array<std::uint8_t, best_count>;

  // The pool is empty if no primary goal has a rough place in the root's frame, if one of those that have
  // depends on an inactive variable below the base of its link, or if random configurations depend on the
  // query's start. What it has in common with the pool `known` of another
  // problem of the same tree is copied from there, which is faster; null if there is none.
  StartPool(const Problem& problem, const Sampler& sampler, const StartPool* known = nullptr);

  bool empty() const { return goals_.empty(); }
  // The base of each goal whose cost is compared, see Problem::base_of.
  std::span<const int> bases() const { return bases_; }
  // For the targets in `parameters`. `places` are the poses of bases().
  Best best(std::span<const double> parameters, std::span<const Frame<double>> places) const;
  // Writes the configuration with this index into the varied variables of q.
  void get(int index, double* q) const;

 private:
  // Single precision is sufficient to compare costs.
  static constexpr int float_lanes = 2 * pack_lanes, groups = size / float_lanes;
  using Floats = float __attribute__((vector_size(float_lanes * sizeof(float))));
  // The cost of a RoughPlace is linear in the features |p|^2, p, the nine entries of the rotation, and 1.
  static constexpr int features = 13;
  static void coefficients(const RoughPlace& place, float* out);

  void sample(const Problem& problem, const Sampler& sampler);
  // Computes the features of the goals with these indices.
  void compute_features(const Problem& problem, std::span<const std::size_t> goals);
  // The features of a goal that places the same point of the same link; null if there is none.
  const Floats* features_of(const Goal& goal) const;

  std::vector<Goal> goals_;       // the goals whose cost is compared
  std::vector<int> bases_;        // per goal: its features are those of poses relative to this link
  std::vector<Floats> features_;  // per goal, per group
  std::vector<int> varied_;       // the variables that the sampler varies
  std::vector<double> q_;         // per configuration, per varied variable
};

}  // namespace memetik

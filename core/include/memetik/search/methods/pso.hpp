// Particle swarm optimisation with inertia (Kennedy and Eberhart 1995, Shi and Eberhart 1998).
#pragma once

#include <optional>

#include "memetik/search/methods/shared/population_searcher.hpp"

namespace memetik {

struct ParticleOptions {
  int population = 40;
  double inertia = 0.7298, cognitive = 1.49618, social = 1.49618;
  double fastest = 0.5;  // per generation, in search intervals
  std::optional<int> neighbors =
      {};  // to either side, on a ring, whose best attracts a particle; else of all
  bool restarts = true;
  std::optional<int> runners = {};  // by default as many as the solver has threads
};

// The population are the best places that the particles know; the newcomers are where they are.
class ParticleSearcher final : public PopulationSearcher {
 public:
  ParticleSearcher(const Problem& problem, const Sampler& sampler, const ParticleOptions& options);

 private:
  void breed() override;
  void select() override;
  void settle() override;
  std::size_t leader_of(std::size_t i) const;
  void fly(std::size_t i, const Candidate& leader);

  ParticleOptions options_;
  std::vector<std::vector<double>> velocities_;  // per active variable
  std::vector<double> unbounded_;                // where a particle would be
  std::size_t best_ = 0;
};

}  // namespace memetik

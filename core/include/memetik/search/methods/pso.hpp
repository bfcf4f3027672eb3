// Particle swarm optimisation with inertia (Kennedy and Eberhart 1995, Shi and Eberhart 1998).
#pragma once

#include <optional>

#include "memetik/search/methods/shared/population_searcher.hpp"

namespace memetik {

struct ParticleOptions {
  int population = 40;
  double inertia = 0.7298, cognitive = 1.49618, social = 1.49618;
  double fastest = 0.5;  // maximum speed per generation, in search intervals
  // A particle is attracted by the best of this many neighbours to either side on a ring; by default by the
  // best of all.
  std::optional<int> neighbors = {};
  bool restarts = true;
  int runners = 1;  // fixed, so that solutions do not depend on the number of threads
};

// The population holds each particle's best position; the children are the particles' current positions.
class ParticleSearcher final : public PopulationSearcher {
 public:
  ParticleSearcher(const Problem& problem, const Sampler& sampler, const ParticleOptions& options);

 private:
  void breed() override;
  void select() override;
  void start_population() override;
  std::size_t leader_of(std::size_t i) const;
  void move_particle(std::size_t i, const LaneIndividual& leader);

  ParticleOptions options_;
  std::vector<std::vector<double>> velocities_;  // per active variable
  std::vector<double> unbounded_;                // a particle's position before it is clipped
  std::size_t best_ = 0;
};

}  // namespace memetik

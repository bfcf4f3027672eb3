// A standard genetic algorithm with real-valued genes.
#pragma once

#include <optional>

#include "memetik/search/methods/shared/population_searcher.hpp"

namespace memetik {

struct GeneticOptions {
  int population = 100, elites = 2;
  int tournament = 3;      // the best of this many random individuals becomes a parent
  double crossover = 0.9;  // probability that a child has two parents
  double blend = 0.5;      // BLX-alpha: how far a gene may be outside its parents' interval, in its widths
  std::optional<double> mutation = {};  // probability per gene; by default one gene mutates on average
  double mutation_size = 0.1;           // maximum, in search intervals
  bool restarts = true;
  int runners = 1;  // fixed, so that solutions do not depend on the number of threads
};

class GeneticSearcher final : public PopulationSearcher {
 public:
  GeneticSearcher(const Problem& problem, const Sampler& sampler, const GeneticOptions& options);

 private:
  void breed() override;
  void select() override;
  const LaneIndividual& win_tournament();
  void cross(const LaneIndividual& first, const LaneIndividual& second, LaneIndividual& child);
  void mutate(LaneIndividual& child);

  GeneticOptions options_;
  std::size_t elites_;
  double mutation_;  // probability
};

}  // namespace memetik

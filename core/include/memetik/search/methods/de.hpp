// Differential evolution, DE/rand/1/bin (Storn and Price 1997).
#pragma once

#include "memetik/search/methods/shared/population_searcher.hpp"

namespace memetik {

struct DifferentialOptions {
  int population = 50;
  double factor = 0.5;     // F: factor of the difference
  double crossover = 0.9;  // CR: probability that a gene comes from the mutant
  bool restarts = true;
  int runners = 1;  // fixed, so that solutions do not depend on the number of threads
};

class DifferentialSearcher final : public PopulationSearcher {
 public:
  DifferentialSearcher(const Problem& problem, const Sampler& sampler, const DifferentialOptions& options)
      : PopulationSearcher(problem, sampler, options.population, options.restarts), options_(options) {}

 private:
  void breed() override;
  void select() override;

  DifferentialOptions options_;
};

}  // namespace memetik

// Differential evolution, DE/rand/1/bin (Storn and Price 1997).
#pragma once

#include "memetik/search/methods/population_searcher.hpp"

namespace memetik {

struct DifferentialOptions {
  int population;
  double factor;     // F: of the difference
  double crossover;  // CR: probability that a gene is the mutant's
  bool restarts;
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

// A plain genetic algorithm with genes that are real numbers.
#pragma once

#include "memetik/search/methods/population_searcher.hpp"

namespace memetik {

struct GeneticOptions {
  int population, elites;
  int tournament;        // of so many random individuals the best becomes a parent
  double crossover;      // probability that a child has two parents
  double blend;          // BLX-alpha: how far beyond its parents' interval a gene may be, in its widths
  double mutation;       // probability, of every gene
  double mutation_size;  // the largest, in search intervals
  bool restarts;
};

class GeneticSearcher final : public PopulationSearcher {
 public:
  GeneticSearcher(const Problem& problem, const Sampler& sampler, const GeneticOptions& options);

 private:
  void breed() override;
  void select() override;
  const Candidate& win_tournament();
  void cross(const Candidate& first, const Candidate& second, Candidate& child);
  void mutate(Candidate& child);

  GeneticOptions options_;
  std::size_t elites_;
};

}  // namespace memetik

// The generations of one population: the common part of genetic algorithms, differential evolution and
// particle swarms.
#pragma once

#include <vector>

#include "memetik/search/methods/shared/lane_population.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// The first generation is random, except for one individual at the query's start. A population has converged
// when its best and median cost are nearly equal, or when its best has not improved for long. Then the next
// population begins at random configurations.
class PopulationSearcher : public Searcher {
 public:
  PopulationSearcher(const Problem& problem, const Sampler& sampler, int size, bool restarts);

 protected:
  // Breeds children_ from the population.
  virtual void breed() = 0;
  // Selects the next population after all children are evaluated.
  virtual void select() = 0;
  // Makes the children the first population.
  virtual void start_population();

  std::size_t size() const { return population_.size(); }
  // The width of the search interval of the active variable c.
  double width(std::size_t c) const { return widths_[c]; }
  std::span<const int> active() const { return problem_->active(); }
  // Draws the index of an individual that is not in `taken`.
  std::size_t other_than(std::initializer_list<std::size_t> taken);
  void clip_to_box(LaneIndividual& individual) const;

  const Problem* problem_;
  std::vector<LaneIndividual> population_;
  LanePopulation children_;

 private:
  void begin_search(Stop& stop) final;
  void search(std::int64_t end, Stop& stop) final;
  void begin_elsewhere(Stop& stop) final;
  void populate(bool from_start);
  void end_generation(Stop& stop);
  void record_population(std::size_t best);
  bool has_converged(double best);

  const Sampler* sampler_;
  bool restarts_;
  std::vector<double> widths_, costs_;
  bool has_population_ = false;  // the first generation is evaluated
  double known_best_ = 0;
  int stale_ = 0;  // generations without improvement
};

}  // namespace memetik

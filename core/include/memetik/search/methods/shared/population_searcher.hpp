// Generation after generation of one population: what genetic algorithms, differential evolution and particle
// swarms have in common.
#pragma once

#include <vector>

#include "memetik/search/methods/shared/lane_population.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// The first generation is random, but for one individual at the query's start. A population has converged
// when its better half costs the same, and not nothing, or when its best has not gained for long: then the
// next one begins at random places.
class PopulationSearcher : public Searcher {
 public:
  PopulationSearcher(const Problem& problem, const Sampler& sampler, int size, bool restarts);

 protected:
  // Renews newcomers_: children of the population.
  virtual void breed() = 0;
  // Who lives on, now that all newcomers are evaluated.
  virtual void select() = 0;
  // The newcomers are the population, the first of its kind.
  virtual void settle();

  std::size_t size() const { return population_.size(); }
  // Of the active variable c, the width of its search interval.
  double span(std::size_t c) const { return spans_[c]; }
  std::span<const int> active() const { return problem_->active(); }
  // Draws an individual other than these.
  std::size_t other_than(std::initializer_list<std::size_t> taken);
  void clip_to_box(Candidate& individual) const;

  const Problem* problem_;
  std::vector<Candidate> population_;
  LanePopulation newcomers_;

 private:
  void begin_search(Stop& stop) final;
  void search(std::int64_t end, Stop& stop) final;
  void begin_elsewhere(Stop& stop) final;
  void populate(bool from_start);
  void end_generation(Stop& stop);
  void tell_population(std::size_t best);
  bool has_converged(double best);

  const Sampler* sampler_;
  bool restarts_;
  std::vector<double> spans_, costs_;
  bool settled_ = false;  // the first generation is evaluated
  double known_best_ = 0;
  int stale_ = 0;  // generations
};

}  // namespace memetik

// Memetic evolution: a population that explores, and local search that exploits its elites.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// One population with its own random numbers and workspace; several of them run side by side. The
// operators are those of Bio IK (Starke 2020): recombination with momentum, mutation that grows with a
// parent's distance from the best (its extinction), adoption of the best, wipe-out when nothing improves.
// Elites are exploited by settle mode, children are evaluated in lanes.
class Island {
 public:
  Island(const Problem& problem, const Sampler& sampler, bool eased);

  // A new population around the query's start and `best`, a configuration found before.
  void begin(const Query& query, const double* best, int number);
  // Generations until the quota of evaluations is used, every primary goal is met, or the stop requested.
  void run(int evaluations, Stop& stop);

  bool solved() const { return solved_; }
  double cost() const { return best_cost_; }
  const std::vector<double>& best() const { return best_; }
  std::int64_t evaluations() const { return evaluations_; }

 private:
  struct Individual {
    std::vector<double> q, momentum;
    double cost = 0, extinction = 0;
  };

  void populate(const double* first);
  void exploit_elites();
  void breed(Individual& child);
  void evaluate(std::vector<Individual>& group, std::size_t first);
  void rank();
  std::size_t select_by_rank();
  bool note_best(const Individual& individual);

  const Problem* problem_;
  const Sampler* sampler_;
  const Query* query_ = nullptr;
  Objective<Pack> lanes_;
  Objective<double> exact_;
  Settle settle_;
  RandomStream random_{0};
  std::vector<Individual> population_, offspring_;
  std::vector<Pack> packed_;
  std::vector<double> best_;
  double best_cost_ = 0;
  bool solved_ = false;
  std::int64_t evaluations_ = 0;
};

}  // namespace memetik

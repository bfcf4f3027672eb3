// PickIK: a memetic evolution in which only elites have children (pick_ik, as described in Engelke 2024,
// 3.1.5).
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/evolve/genome.hpp"
#include "memetik/search/evolve/operators.hpp"
#include "memetik/search/methods/shared/searcher.hpp"

namespace memetik {

enum class PickIkMode : std::uint8_t { global, local };

struct PickIkOptions {
  PickIkMode mode = PickIkMode::global;
  int islands = 1;  // fixed, so that solutions do not depend on the number of threads
  int population = 16;
  int elites = 4;
  int descent_iterations = 25;
  int local_iterations = 100;        // of the local mode's only descent
  double descent_step = 1e-4;        // step of the finite differences for gradients
  double descent_tolerance = 1e-12;  // a descent ends when a step changes the cost by no more than this
  double wipe_out_tolerance = 1e-5;  // the best cost has to fall by this in a generation
};

// One of several independent islands. In the local mode there is no population: the individual at the query's
// start descends, and the search ends with its descent.
class PickIk final : public Searcher {
 public:
  PickIk(const Problem& problem, const Sampler& sampler, const PickIkOptions& options);

 private:
  struct Individual {
    std::vector<double> genes, momentum;
    double cost = 0, extinction = 0;
    std::int32_t row = Lineage::no_individual;
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  bool is_local() const { return options_.mode == PickIkMode::local; }
  void begin_descent();
  void continue_descent();

  void populate(Stop& stop);
  void make_start(Individual& individual);
  void generation(Stop& stop);
  void make_random(Individual& individual);
  void breed(Individual& child);
  void descend(Individual& elite, Stop& stop);
  bool step_down(Individual& elite);
  void take_step(Individual& walker);
  void find_direction(const Individual& walker);
  void evaluate(std::size_t count);
  void evaluate(Individual& individual);
  void rank();
  void record(Individual& individual, Operator by, std::int32_t one, std::int32_t other);

  PickIkOptions options_;
  Genome genome_;
  Objective<Pack> lanes_;
  std::vector<Individual> population_;       // best first
  Individual walker_;                        // the individual that descends
  std::vector<const Individual*> pool_;      // individuals that may still be parents
  std::vector<std::vector<double>> trials_;  // genes, one per lane
  std::vector<double> trial_costs_;
  std::vector<double> direction_;  // of a descent; its absolute values sum to descent_step
  std::vector<Pack> packed_;
  std::vector<double> q_;
  double best_before_ = 0;
  int local_steps_ = 0;     // of the local mode's descent
  bool from_start_ = true;  // populations include the query's start until a solution is rejected
};

}  // namespace memetik

// HGSA, the first BioIK: evolution with momentum, and hill climbing on single genes (Starke et al. 2016, as
// ported to C++ by Ruppel 2017, thesis 2.10, 3.3 and 3.4).
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/evolve/genome.hpp"
#include "memetik/search/evolve/operators.hpp"
#include "memetik/search/methods/shared/searcher.hpp"

namespace memetik {

enum class HgsaFitness : std::uint8_t {
  linear,     // distances and angles, with random relative weights
  quadratic,  // the cost of the goals
};

struct HgsaOptions {
  int islands = 1;  // fixed, so that solutions do not depend on the number of threads
  int population = 12;
  int elites = 4;
  HgsaFitness fitness = HgsaFitness::quadratic;
};

// One island.
class HgsaIsland final : public Searcher {
 public:
  HgsaIsland(const Problem& problem, const Sampler& sampler, const HgsaOptions& options);

 private:
  struct Individual {
    std::vector<double> genes, momentum;
    double fitness = 0;
    double distance = 0;    // mean error of the goals, relative to the largest possible error
    double extinction = 0;  // see operators.hpp
    std::int32_t row = Lineage::no_individual;

    Motion motion() { return {genes, momentum}; }
    ConstMotion motion() const { return {genes, momentum}; }
  };
  // The properties of an error that goals report.
  struct Measure {
    std::size_t goal;
    double farthest;  // [m] or [rad]
    bool of_pose;     // one of the two errors of a pose
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  void populate(const std::vector<double>* start, Stop& stop);
  void generation(Stop& stop);
  void make_random(Individual& individual);
  void breed(Individual& child);
  bool climb(Individual& elite, Stop& stop);
  bool try_step(Individual& elite, std::size_t gene, double step);
  void evaluate(Individual& individual, bool climbs = false);
  double linear_fitness(bool climbs);
  void close_generation();
  void record(Individual& individual, Operator by, std::int32_t one, std::int32_t other);

  const Problem* problem_;
  HgsaOptions options_;
  Genome genome_;
  Objective<double> objective_;
  std::vector<Measure> measures_;
  double reach_;
  std::vector<Individual> present_, next_;
  Individual trial_;
  std::vector<std::size_t> pool_;  // individuals that may still be parents, best first
  std::vector<double> q_, errors_, before_, solution_;
  double solution_fitness_ = 0;
};

}  // namespace memetik

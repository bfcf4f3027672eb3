// Memetic evolution: species explore by mutation and recombination, and local search improves their children.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/runtime/lineage.hpp"
#include "memetik/runtime/random.hpp"
#include "memetik/runtime/stop.hpp"
#include "memetik/search/evolve/evolution.hpp"
#include "memetik/search/local/lbfgsb.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/query.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// One of several populations that run in parallel, with its own random numbers and workspace. Every species
// keeps its best individual and the momentum of that individual's motion. In a generation
// - each child moves by a random multiple of the momentum and mutates on a scale 2^-s, with a random s per
//   child (BioIK 2); half of the children are recombined with another species;
// - the children are evaluated in lanes; if there are secondary goals, these pre-select some of them;
// - local search starts from the best child of each species, or, if no child is better than the species, from
//   the best child that was mutated on a large scale. Species run in parallel lanes. The number of
//   evaluations adapts to the gain;
// - the result replaces the species' best if it is better;
// - if two species are near each other, the worse one is wiped out (niching), and so is a species that does
//   not improve for long: it begins anew at a random start.
class Island {
 public:
  Island(const Problem& problem, const Sampler& sampler, const Evolution& evolution, bool eased);

  // Maximum evaluations of a generation, and those before the first one.
  static int generation_size(const Evolution& evolution);
  static int first_size(const Evolution& evolution);

  // Begins a query with new species: one at `best`, a configuration found before, the others at random
  // starts. If the query is traced, its trace must already have a lineage of this number.
  void begin(const Query& query, const double* best, int number, Stop& stop);
  // Runs generations until the evaluations are spent, every primary goal is met, or stop is requested.
  // A generation begins only if `budget` evaluations suffice for it.
  void run(std::int64_t evaluations, std::int64_t budget, Stop& stop);
  // Discards a solution that was rejected; all species begin anew at random starts.
  void reject(Stop& stop);

  bool solved() const { return solved_; }
  double cost() const { return best_cost_; }
  const std::vector<double>& best() const { return best_; }
  // The best configurations since the last call, after each generation, as far as their costs equal that of
  // the last one.
  std::vector<std::vector<double>> take_bests() { return std::exchange(bests_, {}); }
  std::int64_t evaluations() const { return evaluations_; }
  std::int64_t starts() const { return starts_; }  // species begun
  std::int64_t generations() const { return generations_; }

 private:
  struct Species {
    std::vector<double> q, momentum;
    double cost = 0;
    int stale = 0;  // generations without improvement
    Operator made_by = Operator::random;
    std::int32_t row = Lineage::no_individual;  // its latest row in the lineage
  };
  struct Child {
    std::vector<double> q;
    double cost = 0, secondary = 0;
    bool accepted = false, wide = false;
    std::size_t other = 0;                      // species that it was recombined with, or its own
    std::int32_t row = Lineage::no_individual;  // in the lineage
  };

  void begin_species(Species& species, Stop& stop);
  void generation(Stop& stop);
  void breed(std::size_t species, std::size_t number, Child& child);
  bool mutate(bool sparse, double* q);
  void evaluate(std::size_t count, Stop& stop);
  std::size_t select(std::size_t species);
  void exploit(Stop& stop);
  int settle(std::size_t species, std::size_t used, int quota, Stop& stop);
  int descend(Child& child, int quota, Stop& stop);
  bool improve(Child& child, double cost, bool accepted);
  void replace(std::size_t species, const Child& child);
  void wipe_out(Stop& stop);
  void record_generation();
  void record_exploited();
  std::int32_t record(const std::vector<double>& q, Lineage::Individual individual);
  double distance(const Species& a, const Species& b) const;
  void keep_if_best(const std::vector<double>& q, double cost, bool accepted);

  const Problem* problem_;
  const Sampler* sampler_;
  Evolution evolution_;
  const Query* query_ = nullptr;
  Objective<Pack> lanes_;
  Settle<Pack> settle_;
  std::unique_ptr<Objective<double>> single_;  // for gradient descent, otherwise null
  std::unique_ptr<Lbfgsb> gradient_descent_;
  RandomStream random_{0};
  std::vector<Species> species_;
  std::vector<Child> children_;      // of all species
  std::vector<std::size_t> chosen_;  // the selected child of every species
  std::vector<double> widths_;       // widths of the search intervals, per active variable
  std::vector<Pack> packed_;
  std::vector<double> best_, found_;
  std::vector<std::vector<double>> bests_;
  double best_cost_ = 0;
  double exploitation_ = 0;  // evaluations of a local search
  bool solved_ = false;
  std::int64_t evaluations_ = 0, starts_ = 0, generations_ = 0;
  Lineage* lineage_ = nullptr;  // may be null
};

}  // namespace memetik

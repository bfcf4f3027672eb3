// Memetic evolution: species that explore by mutation and recombination, and local search that exploits what
// they find.
#pragma once

#include <memory>
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

// One of several populations that run side by side, with its own random numbers and workspace. Every species
// keeps its best individual and the momentum of its way there. In a generation
// - its children are mutated on a scale 2^-s, s random once per child (BioIK 2), after a random multiple of
// the
//   momentum, half of them recombined with another species;
// - the children are evaluated in lanes; where there are secondary goals these pre-select a random number;
// - the best child of each species, or where none is better than the species the best in another valley, is
//   exploited by local search, the species side by side in lanes, for more or fewer evaluations as that has
//   paid off;
// - it replaces the species' best if it is better. Two species at one place are one too many (niching), and
// one
//   that does not improve for long is wiped out: the worse begins anew at a random place.
class Island {
 public:
  Island(const Problem& problem, const Sampler& sampler, const Evolution& evolution, bool eased);

  // Evaluations, but for new beginnings.
  static int generation_size(const Evolution& evolution);

  // New species: one at `best`, a configuration found before, the others at random places. Where the query
  // is traced, the trace has a lineage of this number already.
  void begin(const Query& query, const double* best, int number, Stop& stop);
  // Generations until the quota of evaluations is used, every primary goal is met, or the stop requested.
  void run(std::int64_t evaluations, Stop& stop);
  // What was found is not wanted: forget it, and look elsewhere.
  void reject(Stop& stop);

  bool solved() const { return solved_; }
  double cost() const { return best_cost_; }
  const std::vector<double>& best() const { return best_; }
  std::int64_t evaluations() const { return evaluations_; }
  std::int64_t starts() const { return starts_; }  // species begun
  std::int64_t generations() const { return generations_; }

 private:
  struct Species {
    std::vector<double> q, momentum;
    double cost = 0;
    int stale = 0;  // generations without improvement
    Operator made_by = Operator::random;
    std::int32_t row = Lineage::nobody;  // of itself a generation ago, or of the child it was
  };
  struct Child {
    std::vector<double> q;
    double cost = 0, secondary = 0;
    bool accepted = false, wide = false;
    std::size_t other = 0;               // species it was recombined with, or its own
    std::int32_t row = Lineage::nobody;  // in the lineage
  };

  void settle_in(Species& species, Stop& stop);
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
  void tell_generation();
  void tell_exploited();
  std::int32_t tell(const std::vector<double>& q, Lineage::Individual individual);
  double distance(const Species& a, const Species& b) const;
  void note_best(const std::vector<double>& q, double cost, bool accepted);

  const Problem* problem_;
  const Sampler* sampler_;
  Evolution evolution_;
  const Query* query_ = nullptr;
  Objective<Pack> lanes_;
  Settle<Pack> settle_;
  std::unique_ptr<Objective<double>> single_;  // for gradient descent, else null
  std::unique_ptr<Lbfgsb> gradient_descent_;
  RandomStream random_{0};
  std::vector<Species> species_;
  std::vector<Child> children_;      // of all species
  std::vector<std::size_t> chosen_;  // child of every species
  std::vector<double> spans_;        // of the search intervals, per active variable
  std::vector<Pack> packed_;
  std::vector<double> best_, found_;
  double best_cost_ = 0;
  double exploitation_ = 0;  // evaluations
  bool solved_ = false;
  std::int64_t evaluations_ = 0, starts_ = 0, generations_ = 0;
  Lineage* lineage_ = nullptr;  // may be null
};

}  // namespace memetik

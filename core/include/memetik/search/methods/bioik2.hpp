// BioIK 2: evolution and gradients on extrapolated kinematics (Ruppel 2017; parameters from Engelke
// 2024, 7.3).
#pragma once

#include <memory>
#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/lbfgsb.hpp"
#include "memetik/search/methods/bioik2/children.hpp"
#include "memetik/search/methods/bioik2/linear_model.hpp"
#include "memetik/search/methods/shared/searcher.hpp"
#include "memetik/search/sampling.hpp"

namespace memetik {

// One island. In each step
// - the best individual of every species is evaluated exactly, with its Jacobian;
// - a species other than the best one is wiped out if its cost did not change since the last step, and
//   otherwise with a small probability: it begins anew at a random start;
// - every species evolves for a few generations, evaluated by the linear model of its best individual;
// - its elites are improved by gradients of that model.
class BioIk2Island final : public Searcher {
 public:
  BioIk2Island(const Problem& problem, const Sampler& sampler, const BioIk2Options& options);

 private:
  struct Species {
    BioIk2Population population;
    LinearModel model;
    double cost = 0;      // exact cost of its first individual
    bool changed = true;  // the last step changed the cost
    Operator begun_by = Operator::start;
  };

  void begin_search(Stop& stop) override;
  void search(std::int64_t end, Stop& stop) override;
  void begin_elsewhere(Stop& stop) override;

  void step(Stop& stop);
  void begin_species(Species& species, Operator by);
  void begin_species_at_random(Species& species);
  void evaluate_best(std::size_t first, std::size_t last);
  void update_species(Species& species, int lane);
  void wipe_out();
  void evolve(Species& species, Stop& stop);
  void evaluate_population(Species& species);
  void evaluate_children(const Species& species);
  void exploit(Species& species, Stop& stop);
  void improve(Species& species, BioIk2Individual& individual, Stop& stop);
  void descend(BioIk2Individual& individual, Stop& stop);
  LinearModel::Costs costs_at(Species& species, std::vector<double>& genes);
  void write_genes(const std::vector<double>& genes);
  void read_genes(std::vector<double>& genes) const;

  const Problem* problem_;
  const Sampler* sampler_;
  BioIk2Options options_;
  Scope scope_;
  Objective<Pack> lanes_;
  std::vector<Species> species_;
  BioIk2Children children_;
  LaneRandom normal_{RandomStream(0)};
  std::vector<GeneRange> ranges_;
  std::vector<Pack> packed_;                   // one configuration per lane
  std::vector<double> q_, candidate_;          // a configuration; genes
  std::unique_ptr<Objective<double>> single_;  // for L-BFGS-B, otherwise null
  std::unique_ptr<Lbfgsb> lbfgsb_;
};

}  // namespace memetik

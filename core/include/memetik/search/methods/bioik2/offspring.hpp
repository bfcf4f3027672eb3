// One generation of a species of BioIK 2: its children are born, judged, and some of them take their parents'
// places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/runtime/lane_random.hpp"
#include "memetik/runtime/lineage.hpp"
#include "memetik/search/methods/bioik2/options.hpp"

namespace memetik {

struct BioIk2Individual {
  std::vector<double> genes, momentum;  // of the active variables
  double cost = 0;                      // of the primary goals, as far as known
  std::int32_t row = Lineage::nobody;
};

// The best first.
using BioIk2Population = std::vector<BioIk2Individual>;

// Where a gene may be, and how wide its search interval is.
struct GeneRange {
  double lower, upper, span;
};

// The memory of one generation, reused by all of an island. Gene by gene: the c-th gene of all children lies
// together, so that several are bred and judged at once.
class BioIk2Offspring {
 public:
  BioIk2Offspring(const BioIk2Options& options, std::size_t genes);

  void breed(const BioIk2Population& population, std::span<const GeneRange> ranges, LaneRandom& lanes,
             RandomStream& random);
  // After costs() and secondary() of all children are set: the best of them and their parents survive. Where
  // there are secondary goals, only a random number of children that please these most are considered.
  void select(BioIk2Population& population, bool by_secondary, RandomStream& random);
  // For the trace: all children and those who survived. To be called after select.
  void record(BioIk2Population& population, std::int32_t generation, Lineage& lineage);

  std::size_t size() const { return children_; }
  std::size_t stride() const { return stride_; }
  double* genes() { return genes_.data(); }
  double* costs() { return costs_.data(); }
  double* secondary() { return secondary_.data(); }

 private:
  struct Parents {
    std::size_t better, other;  // of the population
  };
  // One who survives: a child, or from children_ on an individual of the population.
  struct Place {
    double cost;
    std::size_t who;
  };

  void choose_parents(std::size_t population, RandomStream& random);
  void gather_parents(const BioIk2Population& population, std::size_t gene);
  template <bool one_couple>
  void breed_gene(std::size_t c, const GeneRange& range, const double* couple, LaneRandom& lanes);
  void draw_sizes(LaneRandom& lanes);
  std::span<const std::size_t> most_pleasing(RandomStream& random);
  void compete(std::size_t child);
  void take_places(BioIk2Population& population);
  void grow_up(const Place& place, const BioIk2Population& population, BioIk2Individual& out);

  BioIk2Options options_;
  std::size_t children_, stride_;
  std::vector<double> genes_;               // gene by gene
  std::vector<double> costs_, secondary_;   // of every child
  std::vector<double> sizes_;               // of its mutation
  std::vector<double> factors_, mixes_;     // of its parent's momentum, and of the other's
  std::vector<double> base_, own_, other_;  // one gene of its parent, and of both parents' momenta
  std::vector<Parents> parents_;
  std::vector<std::size_t> order_;
  std::vector<Place> places_;
  BioIk2Population next_;
  std::vector<double> child_genes_;  // of one, for the trace
  std::vector<std::int32_t> rows_, parent_rows_;
};

}  // namespace memetik

// One generation of a species of BioIK 2: children are bred and evaluated, and some of them replace
// individuals of the population.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/runtime/lane_random.hpp"
#include "memetik/runtime/lineage.hpp"
#include "memetik/search/methods/bioik2/options.hpp"

namespace memetik {

struct BioIk2Individual {
  std::vector<double> genes, momentum;  // per active variable
  double cost = 0;                      // of the primary goals, exact or extrapolated
  std::int32_t row = Lineage::no_individual;
};

// Sorted, best first.
using BioIk2Population = std::vector<BioIk2Individual>;

// The bounds of a gene and the width of its search interval.
struct GeneRange {
  double lower, upper, width;
};

// The memory of one generation, which all generations of an island reuse. Genes are stored gene by gene: the
// c-th genes of all children are contiguous, so that several children are bred and evaluated per pack.
class BioIk2Children {
 public:
  BioIk2Children(const BioIk2Options& options, std::size_t genes);

  void breed(const BioIk2Population& population, std::span<const GeneRange> ranges, LaneRandom& lanes,
             RandomStream& random);
  // Keeps the best among the population and the children, whose costs() and secondary() must be set. With
  // `by_secondary`, only a random number of children with the lowest secondary cost compete.
  void select(BioIk2Population& population, bool by_secondary, RandomStream& random);
  // Records all children and the survivors in the lineage. Call it after select().
  void record(BioIk2Population& population, std::int32_t generation, Lineage& lineage);

  std::size_t size() const { return children_; }
  std::size_t stride() const { return stride_; }
  double* genes() { return genes_.data(); }
  double* costs() { return costs_.data(); }
  double* secondary() { return secondary_.data(); }

 private:
  struct Parents {
    std::size_t better, other;  // indices in the population
  };
  // `index` is that of a child, or children_ plus that of an individual of the population.
  struct Survivor {
    double cost;
    std::size_t index;
  };

  void choose_parents(std::size_t population, RandomStream& random);
  void gather_parents(const BioIk2Population& population, std::size_t gene);
  template <bool one_couple>
  void breed_gene(std::size_t c, const GeneRange& range, const double* couple, LaneRandom& lanes);
  void draw_sizes(LaneRandom& lanes);
  std::span<const std::size_t> lowest_secondary(RandomStream& random);
  void compete(std::size_t child);
  void replace_population(BioIk2Population& population);
  void make_individual(const Survivor& survivor, const BioIk2Population& population, BioIk2Individual& out);

  BioIk2Options options_;
  std::size_t children_, stride_;
  std::vector<double> genes_;               // gene by gene
  std::vector<double> costs_, secondary_;   // per child
  std::vector<double> sizes_;               // per child: size of the mutation
  std::vector<double> factors_, mixes_;     // per child: factor of the momentum, share of the other parent's
  std::vector<double> base_, own_, other_;  // per child: one gene of its parent and of both parents' momenta
  std::vector<Parents> parents_;
  std::vector<std::size_t> order_;
  std::vector<Survivor> survivors_;
  BioIk2Population next_;
  std::vector<double> child_genes_;  // of one child, for the trace
  std::vector<std::int32_t> rows_, parent_rows_;
};

}  // namespace memetik

// The optional record of every individual of an evolution and its parents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace memetik {

// The operator that created an individual.
enum class Operator : std::uint8_t { start, random, survived, bred, exploited };

class Lineage {
 public:
  static constexpr std::size_t max_individuals = 1'000'000;
  static constexpr std::int32_t no_individual = -1;

  struct Individual {
    double fitness;
    std::int32_t generation;
    std::int32_t parents[2];  // indices into individuals(), or no_individual
    Operator made_by;
    bool elite;
  };

  // Adds an individual and returns its index, or `no_individual` if the record is full. `genes` are the
  // active variables.
  std::int32_t add(const Individual& individual, std::span<const double> genes) {
    if (individuals_.size() == max_individuals) return no_individual;
    individuals_.push_back(individual);
    genes_.insert(genes_.end(), genes.begin(), genes.end());
    return static_cast<std::int32_t>(individuals_.size() - 1);
  }
  void add_wipe_out(std::int32_t generation) { wipe_outs_.push_back(generation); }

  std::span<const Individual> individuals() const { return individuals_; }
  std::span<const double> genes() const { return genes_; }
  std::span<const std::int32_t> wipe_outs() const { return wipe_outs_; }

 private:
  std::vector<Individual> individuals_;
  std::vector<double> genes_;  // of all individuals, in their order
  std::vector<std::int32_t> wipe_outs_;
};

}  // namespace memetik

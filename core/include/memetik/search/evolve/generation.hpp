// The individuals of one generation, ranked.
#pragma once

#include <span>
#include <vector>

#include "memetik/runtime/lineage.hpp"
#include "memetik/search/evolve/operators.hpp"

namespace memetik {

// What is told of an individual beside its genes.
struct Individual {
  double fitness = 0, extinction = 0;
  bool accepted = false, elite = false;
  Operator made_by = Operator::random;
  int parents[2] = {-1, -1};  // of the generation before
  std::int32_t row = Lineage::nobody;
};

// All memory is allocated by construction.
class Generation {
 public:
  Generation(std::size_t size, std::size_t genes);

  std::size_t size() const { return individuals_.size(); }
  Individual& operator[](std::size_t i) { return individuals_[i]; }
  const Individual& operator[](std::size_t i) const { return individuals_[i]; }
  Motion motion(std::size_t i) {
    return {std::span(genes_).subspan(i * gene_count_, gene_count_),
            std::span(momenta_).subspan(i * gene_count_, gene_count_)};
  }
  ConstMotion motion(std::size_t i) const {
    return {genes(i), std::span(momenta_).subspan(i * gene_count_, gene_count_)};
  }
  std::span<const double> genes(std::size_t i) const {
    return std::span(genes_).subspan(i * gene_count_, gene_count_);
  }

  // The i-th becomes what the parent of another generation is.
  void inherit(std::size_t i, const Generation& before, std::size_t parent, Operator made_by);

  // Sorts by fitness, and tells extinctions.
  void rank();
  std::span<const int> ranking() const { return ranking_; }  // the fittest first
  std::size_t fittest() const { return static_cast<std::size_t>(ranking_[0]); }

  // Adds so many to the lineage, after those of the generation before.
  void tell(Lineage& lineage, std::int32_t number, const Generation& before, int count);

 private:
  std::size_t gene_count_;
  std::vector<Individual> individuals_;
  std::vector<double> genes_, momenta_;  // of one individual after the other
  std::vector<int> ranking_;
};

}  // namespace memetik

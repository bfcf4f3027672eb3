// The individuals of one generation, ranked.
#pragma once

#include <span>
#include <vector>

#include "memetik/runtime/lineage.hpp"
#include "memetik/search/evolve/operators.hpp"

namespace memetik {

// The properties of an individual other than its genes.
struct Individual {
  double fitness = 0, extinction = 0;
  bool accepted = false, elite = false;
  Operator made_by = Operator::random;
  int parents[2] = {-1, -1};  // indices in the previous generation
  std::int32_t row = Lineage::no_individual;
};

// The constructor allocates all memory.
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

  // Makes the i-th individual a copy of a parent in the previous generation.
  void inherit(std::size_t i, const Generation& before, std::size_t parent, Operator made_by);

  // Ranks individuals by fitness and computes their extinctions.
  void rank();
  std::span<const int> ranking() const { return ranking_; }  // fittest first
  std::size_t fittest() const { return static_cast<std::size_t>(ranking_[0]); }

  // Adds the first `count` individuals to the lineage, after the previous generation `before`.
  void record(Lineage& lineage, std::int32_t number, const Generation& before, int count);

 private:
  std::size_t gene_count_;
  std::vector<Individual> individuals_;
  std::vector<double> genes_, momenta_;  // individual by individual
  std::vector<int> ranking_;
};

}  // namespace memetik

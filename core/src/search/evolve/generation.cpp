#include "memetik/search/evolve/generation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace memetik {

Generation::Generation(std::size_t size, std::size_t genes)
    : gene_count_(genes), individuals_(size), genes_(size * genes), momenta_(size * genes), ranking_(size) {}

void Generation::inherit(std::size_t i, const Generation& before, std::size_t parent, Operator made_by) {
  individuals_[i] = before[parent];
  individuals_[i].elite = false;
  individuals_[i].made_by = made_by;
  individuals_[i].parents[0] = static_cast<int>(parent);
  individuals_[i].parents[1] = Lineage::no_individual;
  const Motion own = motion(i);
  const ConstMotion given = before.motion(parent);
  std::copy(given.genes.begin(), given.genes.end(), own.genes.begin());
  std::copy(given.momentum.begin(), given.momentum.end(), own.momentum.begin());
}

void Generation::rank() {
  const auto fitness = [&](int i) { return individuals_[static_cast<std::size_t>(i)].fitness; };
  std::iota(ranking_.begin(), ranking_.end(), 0);
  std::sort(ranking_.begin(), ranking_.end(),
            [&](int a, int b) { return std::pair(fitness(a), a) < std::pair(fitness(b), b); });
  const double lowest = fitness(ranking_.front()), highest = fitness(ranking_.back());
  for (std::size_t r = 0; r < size(); ++r) {
    Individual& own = individuals_[static_cast<std::size_t>(ranking_[r])];
    own.extinction = extinction(own.fitness, lowest, highest, r, size());
  }
}

void Generation::record(Lineage& lineage, std::int32_t number, const Generation& before, int count) {
  const auto row_of = [&](int parent) {
    return parent < 0 ? Lineage::no_individual : before[static_cast<std::size_t>(parent)].row;
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    Individual& own = individuals_[i];
    own.row = lineage.add({.fitness = own.fitness,
                           .generation = number,
                           .parents = {row_of(own.parents[0]), row_of(own.parents[1])},
                           .made_by = own.made_by,
                           .elite = own.elite},
                          genes(i));
  }
}

}  // namespace memetik

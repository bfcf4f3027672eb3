// How an island records its individuals for a trace.
#include <algorithm>

#include "memetik/search/evolve/island.hpp"

namespace memetik {

// Records the species and their children.
void Island::record_generation() {
  const auto best = std::min_element(species_.begin(), species_.end(),
                                     [](const Species& a, const Species& b) { return a.cost < b.cost; });
  for (auto own = species_.begin(); own != species_.end(); ++own) {
    own->row = record(own->q, {.fitness = own->cost,
                               .generation = 0,
                               .parents = {own->row, Lineage::no_individual},
                               .made_by = own->made_by,
                               .elite = own == best});
    own->made_by = Operator::survived;
  }
  const auto children = static_cast<std::size_t>(evolution_.children);
  for (std::size_t k = 0; k < species_.size() * children; ++k) {
    Child& child = children_[k];
    const std::size_t own = k / children;
    child.row =
        record(child.q, {.fitness = child.cost,
                         .generation = 0,
                         .parents = {species_[own].row,
                                     child.other == own ? Lineage::no_individual : species_[child.other].row},
                         .made_by = Operator::bred,
                         .elite = false});
  }
}

// Records the children that local search has improved.
void Island::record_exploited() {
  for (const std::size_t k : chosen_) {
    Child& child = children_[k];
    if (child.row == Lineage::no_individual) continue;
    if (child.cost < lineage_->individuals()[static_cast<std::size_t>(child.row)].fitness)
      child.row = record(child.q, {.fitness = child.cost,
                                   .generation = 0,
                                   .parents = {child.row, Lineage::no_individual},
                                   .made_by = Operator::exploited,
                                   .elite = false});
  }
}

std::int32_t Island::record(const std::vector<double>& q, Lineage::Individual individual) {
  std::vector<double> genes;
  for (const int v : problem_->active()) genes.push_back(q[static_cast<std::size_t>(v)]);
  individual.generation = static_cast<std::int32_t>(generations_);
  return lineage_->add(individual, genes);
}

}  // namespace memetik

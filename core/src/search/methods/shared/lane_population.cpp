#include "memetik/search/methods/shared/lane_population.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

LanePopulation::LanePopulation(const Problem& problem, std::size_t size)
    : objective_(problem), individuals_(size), packed_(static_cast<std::size_t>(problem.tree().dof())) {
  for (LaneIndividual& individual : individuals_) individual.q.resize(packed_.size());
}

void LanePopulation::begin(const Query& query) {
  objective_.set_parameters(query.parameters);
  for (LaneIndividual& individual : individuals_) individual.q.assign(query.start.begin(), query.start.end());
  mark_unevaluated(0);
}

void LanePopulation::mark_unevaluated(std::size_t count) {
  next_ = 0;
  count_ = count;
}

std::span<LaneIndividual> LanePopulation::evaluate(std::int64_t max_count) {
  const std::size_t first = next_, lanes = pack_lanes;
  const std::size_t left = std::min(lanes, count_ - first);
  const std::size_t used = std::min(left, static_cast<std::size_t>(std::max<std::int64_t>(max_count, 1)));
  const double* q[pack_lanes];
  for (std::size_t l = 0; l < lanes; ++l) q[l] = individuals_[first + std::min(l, used - 1)].q.data();
  for (std::size_t v = 0; v < packed_.size(); ++v) {
    double values[pack_lanes];
    for (std::size_t l = 0; l < lanes; ++l) values[l] = q[l][v];
    packed_[v] = Pack::load(values);
  }
  objective_.evaluate(packed_.data(), Scope::primary);
  for (std::size_t l = 0; l < used; ++l) {
    const int lane = static_cast<int>(l);
    individuals_[first + l].cost = objective_.cost()[lane];
    individuals_[first + l].accepted = lane_bits(objective_.accepted()) >> lane & 1;
  }
  next_ += used;
  return {individuals_.data() + first, used};
}

void record(Lineage* lineage, const Problem& problem, std::int64_t generation, LaneIndividual& individual,
            bool elite) {
  if (!lineage) return;
  std::vector<double> genes;
  for (const int v : problem.active()) genes.push_back(individual.q[static_cast<std::size_t>(v)]);
  const auto [first, second] = individual.parents;
  individual.row = lineage->add({.fitness = individual.cost,
                                 .generation = static_cast<std::int32_t>(generation),
                                 .parents = {first, second},
                                 .made_by = individual.made_by,
                                 .elite = elite},
                                genes);
}

}  // namespace memetik

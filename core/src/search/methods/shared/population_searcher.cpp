#include "memetik/search/methods/shared/population_searcher.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/search/box.hpp"

namespace memetik {

namespace {

constexpr double min_spread = 1e-4;  // minimum difference of the best from the median, relative to it
constexpr double min_gain = 0.1;     // minimum improvement of the best cost in max_stale generations, ...
constexpr int max_stale = 60, more_stale = 4;  // ... plus more_stale for every variable

}  // namespace

PopulationSearcher::PopulationSearcher(const Problem& problem, const Sampler& sampler, int size,
                                       bool restarts)
    : problem_(&problem),
      population_(static_cast<std::size_t>(size)),
      children_(problem, population_.size()),
      sampler_(&sampler),
      restarts_(restarts),
      widths_(problem.active().size()),
      costs_(population_.size()) {
  for (LaneIndividual& individual : population_)
    individual.q.resize(static_cast<std::size_t>(problem.tree().dof()));
}

void PopulationSearcher::begin_search(Stop&) {
  children_.begin(*query_);
  sampler_->widths(*query_, widths_);
  populate(role_.number == 0);
}

void PopulationSearcher::begin_elsewhere(Stop&) {
  if (role_.lineage) role_.lineage->add_wipe_out(static_cast<std::int32_t>(generations_));
  populate(false);
}

void PopulationSearcher::populate(bool from_start) {
  for (std::size_t i = 0; i < size(); ++i) {
    const bool at_start = from_start && i == 0;
    children_[i].q.assign(query_->start.begin(), query_->start.end());
    children_[i].set_origin(at_start ? Operator::start : Operator::random);
    if (!at_start) sampler_->sample(random_.branch(i), *query_, children_[i].q.data());
  }
  random_ = random_.branch(size());
  children_.mark_unevaluated();
  has_population_ = false;
  ++starts_;
}

void PopulationSearcher::search(std::int64_t end, Stop& stop) {
  while (may_continue(end, stop)) {
    if (children_.evaluated()) {
      end_generation(stop);
      continue;
    }
    const auto evaluated = children_.evaluate(end - evaluations_);
    evaluations_ += static_cast<std::int64_t>(evaluated.size());
    for (LaneIndividual& individual : evaluated) {
      keep_if_best(individual.q, individual.cost, individual.accepted);
      if (individual.accepted) record(role_.lineage, *problem_, generations_, individual, true);
    }
  }
}

void PopulationSearcher::end_generation(Stop& stop) {
  if (has_population_)
    select();
  else
    start_population();
  const auto by_cost = [](const LaneIndividual& a, const LaneIndividual& b) { return a.cost < b.cost; };
  const auto best = std::min_element(population_.begin(), population_.end(), by_cost);
  if (role_.lineage) record_population(static_cast<std::size_t>(best - population_.begin()));
  ++generations_;
  if (!has_population_ || best->cost < (1 - min_gain) * known_best_) {
    known_best_ = best->cost;
    stale_ = 0;
  }
  has_population_ = true;
  ++stale_;
  if (!has_converged(best->cost)) return breed();
  const bool can_move = std::any_of(widths_.begin(), widths_.end(), [](double width) { return width > 0; });
  exhausted_ = !restarts_ || !can_move;
  if (!exhausted_) begin_elsewhere(stop);
}

void PopulationSearcher::start_population() {
  for (std::size_t i = 0; i < size(); ++i) population_[i] = children_[i];
}

bool PopulationSearcher::has_converged(double best) {
  for (std::size_t i = 0; i < size(); ++i) costs_[i] = population_[i].cost;
  const auto median = costs_.begin() + static_cast<std::ptrdiff_t>(size() / 2);
  std::nth_element(costs_.begin(), median, costs_.end());
  return *median - best <= min_spread * *median ||
         stale_ > max_stale + more_stale * static_cast<int>(widths_.size());
}

void PopulationSearcher::record_population(std::size_t best) {
  for (std::size_t i = 0; i < size(); ++i)
    record(role_.lineage, *problem_, generations_, population_[i], i == best);
}

std::size_t PopulationSearcher::other_than(std::initializer_list<std::size_t> taken) {
  std::size_t drawn;
  do drawn = static_cast<std::size_t>(random_.below(static_cast<int>(size())));
  while (std::find(taken.begin(), taken.end(), drawn) != taken.end());
  return drawn;
}

void PopulationSearcher::clip_to_box(LaneIndividual& individual) const {
  clip(problem_->tree(), *query_, individual.q);
}

}  // namespace memetik

#include "memetik/search/starts.hpp"

#include <algorithm>
#include <utility>

namespace memetik {

namespace {

constexpr int random_candidates = 16;  // of which the one with the lowest cost is taken

}  // namespace

Starts::Starts(const Problem& problem, const StartSources& sources)
    : problem_(&problem),
      sources_(&sources),
      scout_(problem),
      packed_(static_cast<std::size_t>(problem.tree().dof())),
      candidates_(static_cast<std::size_t>(random_candidates * problem.tree().dof())) {}

void Starts::get(StartList& list, int attempt, double* q) {
  const Query& query = *list.query;
  std::copy(query.start.begin(), query.start.end(), q);
  // a table knows better than the neutral posture
  int index = attempt;
  if (query.start_given || !sources_->table) {
    if (attempt == 0) return;
    --index;
  }
  if (sources_->table) {
    if (!std::exchange(list.looked_up, true))
      list.place = sources_->table->find(sources_->table_goal, query.parameters);
    if (index < list.table_count) {
      if (sources_->table->get(list.place, index, q)) return;
      list.table_count = sources_->table->count(list.place);
    }
    index -= list.table_count;
  }
  if (!sources_->pool.empty() && index < StartPool::best_count) {
    if (!std::exchange(list.ranked, true)) list.best = sources_->pool.best(query.parameters);
    return sources_->pool.get(list.best[index], *problem_, q);
  }
  best_of_random(query, attempt, q);
}

void Starts::best_of_random(const Query& query, int attempt, double* q) {
  const RandomStream random = RandomStream(query.random_seed).branch(static_cast<std::uint64_t>(attempt));
  if (problem_->has_external()) return sources_->sampler.sample(random, query.start.data(), q);
  const std::size_t dof = query.start.size();
  scout_.set_parameters(query.parameters);
  double lowest = HUGE_VAL;
  int best = 0;
  for (int first = 0; first < random_candidates; first += pack_lanes) {
    for (int l = 0; l < pack_lanes; ++l) {
      double* candidate = candidates_.data() + static_cast<std::size_t>(first + l) * dof;
      std::copy_n(q, dof, candidate);
      sources_->sampler.sample(random.branch(static_cast<std::uint64_t>(first + l)), query.start.data(),
                               candidate);
      for (std::size_t i = 0; i < dof; ++i) packed_[i].set(l, candidate[i]);
    }
    scout_.evaluate(packed_.data(), Scope::primary);
    for (int l = 0; l < pack_lanes; ++l)
      if (scout_.cost()[l] < lowest) {
        lowest = scout_.cost()[l];
        best = first + l;
      }
  }
  std::copy_n(candidates_.data() + static_cast<std::size_t>(best) * dof, dof, q);
}

}  // namespace memetik

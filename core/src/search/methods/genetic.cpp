#include "memetik/search/methods/genetic.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

constexpr double finest = 16;

bool is_better(const Candidate& a, const Candidate& b) { return a.cost < b.cost; }

}  // namespace

GeneticSearcher::GeneticSearcher(const Problem& problem, const Sampler& sampler,
                                 const GeneticOptions& options)
    : PopulationSearcher(problem, sampler, options.population, options.restarts),
      options_(options),
      elites_(static_cast<std::size_t>(options.elites)) {}

// Elites have no newcomers to make room for: they are evaluated already.
void GeneticSearcher::breed() {
  std::partial_sort(population_.begin(), population_.begin() + static_cast<std::ptrdiff_t>(elites_),
                    population_.end(), is_better);
  for (std::size_t i = elites_; i < size(); ++i) {
    Candidate& child = newcomers_[i - elites_];
    const Candidate& first = win_tournament();
    child.q = first.q;
    child.born(Operator::bred, first.row);
    if (random_.uniform() < options_.crossover) cross(first, win_tournament(), child);
    mutate(child);
    clip_to_box(child);
  }
  newcomers_.renew(size() - elites_);
}

void GeneticSearcher::select() {
  for (std::size_t i = 0; i < elites_; ++i) population_[i].born(Operator::survived, population_[i].row);
  for (std::size_t i = elites_; i < size(); ++i) population_[i] = newcomers_[i - elites_];
}

const Candidate& GeneticSearcher::win_tournament() {
  const auto draw = [&] { return random_.below(static_cast<int>(size())); };
  std::size_t best = static_cast<std::size_t>(draw());
  for (int k = 1; k < options_.tournament; ++k) {
    const auto rival = static_cast<std::size_t>(draw());
    if (is_better(population_[rival], population_[best])) best = rival;
  }
  return population_[best];
}

// BLX-alpha: every gene anywhere between its parents', or a little beyond.
void GeneticSearcher::cross(const Candidate& first, const Candidate& second, Candidate& child) {
  child.parents[1] = second.row;
  for (const int variable : active()) {
    const auto v = static_cast<std::size_t>(variable);
    const double share = random_.uniform(-options_.blend, 1 + options_.blend);
    child.q[v] = first.q[v] + share * (second.q[v] - first.q[v]);
  }
}

// By sizes of all orders of magnitude down to 2^-16: mostly finer ones (breeder genetic algorithm).
void GeneticSearcher::mutate(Candidate& child) {
  for (std::size_t c = 0; c < active().size(); ++c) {
    if (random_.uniform() >= options_.mutation) continue;
    const double size = options_.mutation_size * span(c) * std::exp2(-finest * random_.uniform());
    child.q[static_cast<std::size_t>(active()[c])] += random_.below(2) ? size : -size;
  }
}

}  // namespace memetik

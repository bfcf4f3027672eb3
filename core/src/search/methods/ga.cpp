#include "memetik/search/methods/ga.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

namespace {

constexpr double finest = 16;

bool is_better(const LaneIndividual& a, const LaneIndividual& b) { return a.cost < b.cost; }

}  // namespace

GeneticSearcher::GeneticSearcher(const Problem& problem, const Sampler& sampler,
                                 const GeneticOptions& options)
    : PopulationSearcher(problem, sampler, options.population, options.restarts),
      options_(options),
      elites_(static_cast<std::size_t>(options.elites)),
      mutation_(options.mutation.value_or(1 / std::max(static_cast<double>(problem.active().size()), 1.0))) {}

// Elites survive unchanged, so children are bred only for the other places.
void GeneticSearcher::breed() {
  std::partial_sort(population_.begin(), population_.begin() + static_cast<std::ptrdiff_t>(elites_),
                    population_.end(), is_better);
  for (std::size_t i = elites_; i < size(); ++i) {
    LaneIndividual& child = children_[i - elites_];
    const LaneIndividual& first = win_tournament();
    child.q = first.q;
    child.set_origin(Operator::bred, first.row);
    if (random_.uniform() < options_.crossover) cross(first, win_tournament(), child);
    mutate(child);
    clip_to_box(child);
  }
  children_.mark_unevaluated(size() - elites_);
}

void GeneticSearcher::select() {
  for (std::size_t i = 0; i < elites_; ++i) population_[i].set_origin(Operator::survived, population_[i].row);
  for (std::size_t i = elites_; i < size(); ++i) population_[i] = children_[i - elites_];
}

const LaneIndividual& GeneticSearcher::win_tournament() {
  const auto draw = [&] { return random_.below(static_cast<int>(size())); };
  std::size_t best = static_cast<std::size_t>(draw());
  for (int k = 1; k < options_.tournament; ++k) {
    const auto rival = static_cast<std::size_t>(draw());
    if (is_better(population_[rival], population_[best])) best = rival;
  }
  return population_[best];
}

// BLX-alpha: every gene is drawn from its parents' interval, widened by `blend` on both sides.
void GeneticSearcher::cross(const LaneIndividual& first, const LaneIndividual& second,
                            LaneIndividual& child) {
  child.parents[1] = second.row;
  for (const int variable : active()) {
    const auto v = static_cast<std::size_t>(variable);
    const double share = random_.uniform(-options_.blend, 1 + options_.blend);
    child.q[v] = first.q[v] + share * (second.q[v] - first.q[v]);
  }
}

// Mutation sizes are log-uniform down to 2^-16 of the largest (breeder genetic algorithm).
void GeneticSearcher::mutate(LaneIndividual& child) {
  for (std::size_t c = 0; c < active().size(); ++c) {
    if (random_.uniform() >= mutation_) continue;
    const double size = options_.mutation_size * width(c) * std::exp2(-finest * random_.uniform());
    child.q[static_cast<std::size_t>(active()[c])] += random_.below(2) ? size : -size;
  }
}

namespace {

void describe(OptionVisitor& option, GeneticOptions& o) {
  option("population", o.population, 1, 100'000);
  option("elites", o.elites, 0, 100'000);
  option("tournament", o.tournament, 1, 1000);
  option("crossover", o.crossover, 0, 1);
  option("blend", o.blend, 0, 10);
  option("mutation", o.mutation, 0, 1);
  option("mutation_size", o.mutation_size, 0, 1);
  describe_restarts(option, o);
  expect_less("elites", o.elites, "population", o.population);
}

}  // namespace

namespace methods {
SearchMethod ga() { return race_of<GeneticSearcher, &GeneticOptions::runners>(describe); }
}  // namespace methods

}  // namespace memetik

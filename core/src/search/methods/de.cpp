#include "memetik/search/methods/de.hpp"

#include "memetik/search/methods/shared/race_of.hpp"

namespace memetik {

// Makes a trial for every individual: some of its genes, at least one, come from the mutant a + F (b - c) of
// three other individuals a, b, c; the rest are the individual's own.
void DifferentialSearcher::breed() {
  const auto count = static_cast<int>(active().size());
  for (std::size_t i = 0; i < size(); ++i) {
    const std::size_t a = other_than({i}), b = other_than({i, a}), c = other_than({i, a, b});
    LaneIndividual& trial = children_[i];
    trial.q = population_[i].q;
    trial.set_origin(Operator::bred, population_[i].row, population_[a].row);
    const int certain = count > 0 ? random_.below(count) : 0;
    for (int k = 0; k < count; ++k) {
      if (k != certain && random_.uniform() >= options_.crossover) continue;
      const auto v = static_cast<std::size_t>(active()[static_cast<std::size_t>(k)]);
      trial.q[v] = population_[a].q[v] + options_.factor * (population_[b].q[v] - population_[c].q[v]);
    }
    clip_to_box(trial);
  }
  children_.mark_unevaluated();
}

// A trial replaces its individual if it is not worse.
void DifferentialSearcher::select() {
  for (std::size_t i = 0; i < size(); ++i) {
    if (children_[i].cost <= population_[i].cost)
      population_[i] = children_[i];
    else
      population_[i].set_origin(Operator::survived, population_[i].row);
  }
}

namespace {

constexpr int fewest = 4;  // an individual and the three others of its mutant

void describe(OptionVisitor& option, DifferentialOptions& o) {
  option("population", o.population, fewest, 100'000);
  option("factor", o.factor, 0, 2);
  option("crossover", o.crossover, 0, 1);
  describe_restarts(option, o);
}

}  // namespace

namespace methods {
SearchMethod de() { return race_of<DifferentialSearcher, &DifferentialOptions::runners>(describe); }
}  // namespace methods

}  // namespace memetik

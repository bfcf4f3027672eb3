#include <algorithm>
#include <cmath>
#include <set>

#include "check.hpp"
#include "memetik/search/methods/bioik2/children.hpp"

using namespace memetik;

namespace {

constexpr std::size_t genes = 3;
const std::vector<GeneRange> ranges{{-1, 1, 2}, {-0.5, HUGE_VAL, 6}, {0.25, 0.25, 0}};

BioIk2Population population_of(std::size_t count) {
  BioIk2Population population(count);
  for (std::size_t j = 0; j < count; ++j) {
    const auto number = static_cast<double>(j);
    population[j] = {
        .genes = {0.1 * number, 1 + number, 0.25}, .momentum = {0.01 * number, 0.02, 0}, .cost = 10 + number};
  }
  return population;
}

struct Nursery {
  BioIk2Options options;
  BioIk2Children children;
  LaneRandom lanes{RandomStream(1)};
  RandomStream random{2};

  explicit Nursery(const BioIk2Options& chosen) : options(chosen), children(chosen, genes) {}

  void breed(const BioIk2Population& population) { children.breed(population, ranges, lanes, random); }
  double gene(std::size_t child, std::size_t c) { return children.genes()[c * children.stride() + child]; }
};

}  // namespace

TEST(children_of_a_parent_without_momentum_are_near_it_and_within_limits) {
  Nursery nursery({.population = 1, .children = 37});
  BioIk2Population population = population_of(1);
  population[0].momentum.assign(genes, 0);
  population[0].genes[0] = 0.999;  // next to its limit
  std::set<double> different;
  for (int i = 0; i < 50; ++i) {
    nursery.breed(population);
    for (std::size_t k = 0; k < 37; ++k) {
      for (std::size_t c = 0; c < genes; ++c) {
        const double gene = nursery.gene(k, c);
        CHECK(gene >= ranges[c].lower && gene <= ranges[c].upper);
        CHECK(std::abs(gene - population[0].genes[c]) <= 3.5 * ranges[c].width / 256);
      }
      different.insert(nursery.gene(k, 1));
    }
  }
  CHECK(different.size() > 50 * 30);
}

// The genes of a child change by similar amounts relative to their intervals, or by individual amounts, whose
// ratio then spans many powers of two.
TEST(a_child_has_one_size_of_mutation_or_one_per_gene) {
  for (const bool per_gene : {false, true}) {
    Nursery nursery({.population = 1,
                     .children = 16,
                     .mutation = per_gene ? MutationSize::gene : MutationSize::individual});
    BioIk2Population population = population_of(1);
    population[0].momentum.assign(genes, 0);
    int far_apart = 0;
    for (int i = 0; i < 100; ++i) {
      nursery.breed(population);
      for (std::size_t k = 0; k < 16; ++k) {
        const double one = nursery.gene(k, 0) / 2, other = (nursery.gene(k, 1) - 1) / 6;
        far_apart += std::abs(std::log2(std::abs(one / other))) > 6;
      }
    }
    CHECK(per_gene ? far_apart > 400 : far_apart < 100);
  }
}

// Children 1, 2, 4, ... get the momentum of their parent once, twice, once, ...; every third gets none.
TEST(momentum_is_dropped_kept_or_doubled) {
  Nursery nursery({.population = 1, .children = 30});
  const BioIk2Population population = population_of(1);  // its momentum is 0.02 in the second gene
  BioIk2Population fast = population;
  fast[0].momentum[1] = 10;
  nursery.breed(fast);
  for (std::size_t k = 0; k < 30; ++k)
    CHECK_NEAR(nursery.gene(k, 1), 1 + 10 * static_cast<double>(k % 3), 0.1);
  Nursery still({.population = 1, .children = 30, .momentum = false});
  still.breed(fast);
  for (std::size_t k = 0; k < 30; ++k) CHECK_NEAR(still.gene(k, 1), 1, 0.1);
}

TEST(the_best_of_children_and_parents_survive) {
  RandomStream draw(3);
  for (const std::size_t size : {1u, 2u, 5u}) {
    Nursery nursery({.population = static_cast<int>(size), .children = 9});
    BioIk2Population population = population_of(size);
    for (int i = 0; i < 50; ++i) {
      const BioIk2Population before = population;
      nursery.breed(population);
      std::vector<double> costs;
      for (const auto& individual : before) costs.push_back(individual.cost);
      for (std::size_t k = 0; k < 9; ++k) costs.push_back(nursery.children.costs()[k] = draw.uniform(0, 30));
      std::sort(costs.begin(), costs.end());
      nursery.children.select(population, false, nursery.random);
      for (std::size_t j = 0; j < size; ++j) CHECK(population[j].cost == costs[j]);
    }
  }
}

// g' = 0.7 g + 0.3 (x' - x)
TEST(survivors_keep_part_of_their_momentum) {
  Nursery nursery({.population = 1, .children = 4});
  BioIk2Population population = population_of(1);
  const BioIk2Individual parent = population[0];
  nursery.breed(population);
  for (std::size_t k = 0; k < 4; ++k) nursery.children.costs()[k] = k == 2 ? 1 : 20;
  nursery.children.select(population, false, nursery.random);
  for (std::size_t c = 0; c < genes; ++c) {
    CHECK(population[0].genes[c] == nursery.gene(2, c));
    CHECK_NEAR(population[0].momentum[c],
               0.7 * parent.momentum[c] + 0.3 * (population[0].genes[c] - parent.genes[c]), 1e-15);
  }
}

// A random number of children, at least 1, is kept: always the one with the lowest secondary cost, rarely the
// one with the highest.
TEST(secondary_goals_choose_some_of_the_children) {
  Nursery nursery({.population = 1, .children = 8});
  int last = 0;
  for (int i = 0; i < 800; ++i) {
    BioIk2Population population = population_of(1);
    nursery.breed(population);
    for (std::size_t k = 0; k < 8; ++k) {
      nursery.children.costs()[k] = 8 - static_cast<double>(k);  // the last is the best
      nursery.children.secondary()[k] = static_cast<double>(k);  // but in this the first is best
    }
    nursery.children.select(population, true, nursery.random);
    CHECK(population[0].cost <= 8);
    last += population[0].cost == 1;
  }
  CHECK(last > 50 && last < 150);  // 100 of 800 are expected
}

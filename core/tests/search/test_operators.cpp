#include <numeric>
#include <vector>

#include "check.hpp"
#include "memetik/search/evolve/operators.hpp"

using namespace memetik;

TEST(rank_selection_takes_the_i_th_as_often_as_its_share_says) {
  for (const int n : {1, 2, 3, 7, 20}) {
    constexpr int draws = 200'000;
    std::vector<int> taken(static_cast<std::size_t>(n));
    RandomStream random(5);
    for (int k = 0; k < draws; ++k) ++taken[static_cast<std::size_t>(select_by_rank(n, random))];
    for (int i = 0; i < n; ++i) {
      const double share = 2.0 * (n - i) / (n * (n + 1));
      CHECK_NEAR(taken[static_cast<std::size_t>(i)] / static_cast<double>(draws), share, 0.005);
    }
  }
}

TEST(extinction_is_none_for_the_best_all_for_the_worst_and_grows_in_between) {
  const std::vector<double> fitness{0.2, 0.2, 0.5, 0.5, 2, 7};
  double before = -1;
  for (std::size_t i = 0; i < fitness.size(); ++i) {
    const double e = extinction(fitness[i], fitness.front(), fitness.back(), i, fitness.size());
    CHECK(e > before);
    before = e;
  }
  CHECK(extinction(0.2, 0.2, 7, 0, 6) == 0 && extinction(7, 0.2, 7, 5, 6) == 1);
  // if all have the same fitness, by rank
  CHECK(extinction(0, 0, 0, 2, 5) == 0.5 && extinction(1, 1, HUGE_VAL, 2, 5) == 0.5);
  CHECK(extinction(3, 3, 3, 0, 1) == 0);
}

namespace {

struct Body {
  std::vector<double> genes, momentum;
  Motion motion() { return {genes, momentum}; }
  ConstMotion seen() const { return {genes, momentum}; }
};

}  // namespace

// Without momentum children are between their parents, and adoption moves them at most to the prototype or
// between the parents.
TEST(recombination_and_adoption_stay_between_those_they_are_drawn_to) {
  RandomStream random(1);
  const Body one{{0, 1, -2}, {0, 0, 0}}, other{{1, 3, -5}, {0, 0, 0}};
  const std::vector<double> prototype{-1, 2, -3};
  for (int k = 0; k < 1000; ++k) {
    Body child{std::vector<double>(3), std::vector<double>(3)};
    recombine(one.seen(), other.seen(), random, child.motion());
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(child.genes[i] >= std::min(one.genes[i], other.genes[i]));
      CHECK(child.genes[i] <= std::max(one.genes[i], other.genes[i]));
      CHECK(child.momentum[i] == 0);
    }
    const std::vector<double> before = child.genes;
    adopt(one.genes, other.genes, prototype, random, child.motion());
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(child.genes[i] >= std::min({one.genes[i], other.genes[i], prototype[i]}));
      CHECK(child.genes[i] <= std::max({one.genes[i], other.genes[i], prototype[i]}));
      CHECK_NEAR(child.momentum[i], child.genes[i] - before[i], 1e-15);
    }
  }
}

// On average e (n - 1) + 1 of n genes change, by at most e times their range; the change is the momentum.
TEST(mutation_changes_as_many_genes_as_far_as_extinction_says) {
  RandomStream random(2);
  const std::vector<double> widths{1, 2, 3, 4, 5};
  for (const double e : {0.0, 0.1, 0.5, 1.0}) {
    int changed = 0;
    constexpr int draws = 20'000;
    for (int k = 0; k < draws; ++k) {
      Body child{std::vector<double>(5), std::vector<double>(5)};
      mutate(e, widths, random, child.motion());
      for (std::size_t i = 0; i < 5; ++i) {
        CHECK(std::abs(child.genes[i]) <= e * widths[i] && child.momentum[i] == child.genes[i]);
        changed += child.genes[i] != 0;
      }
    }
    CHECK_NEAR(changed / static_cast<double>(draws), e > 0 ? e * 4 + 1 : 0, 0.05);
  }
}

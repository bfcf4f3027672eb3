#include "check.hpp"
#include "memetik/search/compromise.hpp"
#include "search/narrowed.hpp"
#include "search/query_case.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

// The searches of an attempt in every lane: the one that finds its start, and the one that settles it.
constexpr std::int64_t round_of_lanes = pack_lanes * (Starts::max_evaluations + 60);

struct Example : QueryCase {
  StartSources sources{problem};

  Example(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& first)
      : QueryCase(tree, goals, first, 5) {}

  Solution at_start() const {
    Solution solution;
    solution.q = start;
    solution.cost = evaluate(start).cost;
    return solution;
  }
};

// Two goals of any kind that are met at different configurations or at the same one.
template <class Visit>
void for_each_pair(unsigned count, Visit visit) {
  for_each_example(count, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto& start) {
    const auto others = goals_met_at(random, tree, inside_limits(random, tree));
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const NameOnFailure name_on_failure(goals[i]);
      const auto other = static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())));
      visit(random, Example(tree, {goals[i].goal, (random.integer(2) ? goals : others)[other].goal}, start));
    }
  });
}

}  // namespace

TEST(a_compromise_is_never_worse_than_the_known_solution) {
  int better = 0, met = 0;
  for_each_pair(10, [&](Random&, const Example& example) {
    Compromise compromise(example.problem, example.sources, false);
    Solution solution = example.at_start();
    for (int round = 0; round < 3; ++round) {
      const Solution before = solution;
      Stop stop;
      const bool found = compromise.run(example.query, solution, 100, stop);
      const Evaluation at_end = example.evaluate(solution.q);
      CHECK_NEAR(solution.cost, at_end.cost, 1e-9 * (1 + at_end.cost));
      CHECK(found || solution.cost <= before.cost);
      if (found) CHECK(at_end.accepted);
      CHECK(within_limits(example.problem.tree(), solution.q, 1e-14));
      CHECK(solution.evaluations > before.evaluations &&
            solution.evaluations < before.evaluations + 100 + round_of_lanes);
      CHECK(solution.starts > before.starts && (solution.starts - before.starts) % pack_lanes == 0);
      for (std::size_t i = 0; i < solution.q.size(); ++i)
        if (example.problem.columns()[i] < 0) CHECK(solution.q[i] == example.start[i]);
      better += solution.cost < before.cost;
      met += found;
      if (found) break;
    }
  });
  CHECK(better > 100 && met > 20);
}

TEST(compromises_are_the_same_for_the_same_seed_and_can_be_continued) {
  for_each_pair(3, [](Random&, const Example& example) {
    Compromise first(example.problem, example.sources, false),
        second(example.problem, example.sources, false);
    Solution whole = example.at_start(), parts = whole;
    Stop stop;
    if (first.run(example.query, whole, 1, stop)) return;
    const bool found = first.run(example.query, whole, 1, stop);
    second.run(example.query, parts, 1, stop);
    CHECK(second.run(example.query, parts, 1, stop) == found);
    CHECK(whole.q == parts.q && whole.evaluations == parts.evaluations && whole.starts == parts.starts);
  });
}

TEST(without_budget_or_when_stopped_nothing_is_compromised) {
  const Tree tree = panda().tree();
  Random random(1);
  const auto q = inside_limits(random, tree);
  const Example example(tree, {tip_goal(panda(), tree, inside_limits(random, tree))}, q);
  Compromise compromise(example.problem, example.sources, false);
  Solution solution = example.at_start();
  Stop stop, late{Stop::Clock::now()};
  CHECK(!compromise.run(example.query, solution, 0, stop) && solution.q == q && solution.evaluations == 0);
  CHECK(!compromise.run(example.query, solution, 1000, late) && solution.q == q && solution.evaluations == 0);
}

TEST(compromises_are_in_the_box_of_their_query) {
  for_each_pair(15, [](Random& random, const Example& example) {
    const Narrowed narrowed = random_narrowed(random, example.problem.tree());
    Query query = example.query;
    query.start = narrowed.start;
    query.max_change = narrowed.max_change;
    Compromise compromise(example.problem, example.sources, false);
    Solution solution;
    solution.q = narrowed.start;
    solution.cost = HUGE_VAL;
    Stop stop;
    compromise.run(query, solution, 200, stop);
    CHECK(allowed(example.problem.tree(), narrowed, solution.q, 1e-7));
  });
}

#include "check.hpp"
#include "memetik/search/compromise.hpp"
#include "search/narrowed.hpp"
#include "search/query_case.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

// Maximum evaluations of one descent per lane, with those that choose its start, and of the exact descent
// from the best result.
constexpr std::int64_t round_of_lanes = pack_lanes * (Starts::max_evaluations + 60) + 256;

struct Example : QueryCase {
  StartSources sources{problem};

  Example(const Tree& tree, const std::vector<Goal>& goals, const std::vector<double>& first)
      : QueryCase(tree, goals, first, 5) {}
};

// A search that has descended from its start.
struct Search {
  const Example& example;
  Verifier verifier{example.problem};
  Compromise compromise{example.problem, example.sources, verifier, false};
  Solution solution;
  int attempts = 1;
  Stop stop;

  explicit Search(const Example& own, std::int64_t quota = 200) : example(own) {
    verifier.begin(example.query, solution, false);
    compromise.begin(example.query, solution, quota, stop);
  }
  void run(std::int64_t quota) { compromise.run(example.query, solution, attempts, quota, quota, stop); }
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
    Search search(example);
    for (int round = 0; round < 3 && search.solution.status != Status::solved; ++round) {
      const Solution before = search.solution;
      const int attempts = search.attempts;
      if (search.compromise.converged()) return;
      search.run(100);
      const Solution& solution = search.solution;
      const Evaluation at_end = example.evaluate(solution.q);
      CHECK_NEAR(solution.cost, at_end.cost, 1e-9 * (1 + at_end.cost));
      CHECK(solution.status == Status::solved || solution.cost <= 1.001 * before.cost + 1e-9);
      CHECK((solution.status == Status::solved) == at_end.accepted);
      CHECK(within_limits(example.problem.tree(), solution.q, 1e-14));
      CHECK(solution.evaluations > before.evaluations &&
            solution.evaluations < before.evaluations + 100 + round_of_lanes);
      CHECK(search.attempts > attempts && (search.attempts - attempts) % pack_lanes == 0);
      for (std::size_t i = 0; i < solution.q.size(); ++i)
        if (example.problem.columns()[i] < 0) CHECK(solution.q[i] == example.start[i]);
      better += solution.cost < before.cost;
      met += solution.status == Status::solved;
    }
  });
  CHECK(better > 5 && met > 0);
}

TEST(compromises_are_the_same_for_the_same_seed) {
  for_each_pair(3, [](Random&, const Example& example) {
    Search first(example), second(example);
    first.run(500);
    second.run(500);
    CHECK(first.solution.q == second.solution.q && first.attempts == second.attempts);
    CHECK(first.solution.evaluations == second.solution.evaluations);
  });
}

TEST(without_budget_or_when_stopped_nothing_is_compromised) {
  const Tree tree = panda().tree();
  Random random(1);
  const auto q = inside_limits(random, tree);
  const Example example(tree, {out_of_reach(tip_goal(panda(), tree, inside_limits(random, tree)))}, q);
  Search search(example);
  const Solution before = search.solution;
  search.run(0);
  search.stop = Stop(Stop::Clock::now());
  search.run(1000);
  CHECK(search.solution.q == before.q && search.solution.evaluations == before.evaluations);
}

// More variables need more patience, but never the whole budget.
TEST(a_search_for_what_cannot_be_reached_converges) {
  for_each_arm(5, 6, [](Random& random, const Tree& tree, const Arm& arm) {
    const auto target = out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)));
    const Example example(tree, {target}, inside_limits(random, tree));
    Search search(example);
    search.run(20'000);
    CHECK(search.compromise.converged() && search.solution.evaluations < 10'000);
    CHECK(!search.compromise.is_flat());
  });
}

TEST(compromises_are_in_the_box_of_their_query) {
  for_each_pair(15, [](Random& random, const Example& example) {
    const Narrowed narrowed = random_narrowed(random, example.problem.tree());
    Query query = example.query;
    query.start = narrowed.start;
    query.max_change = narrowed.max_change;
    Verifier verifier(example.problem);
    Compromise compromise(example.problem, example.sources, verifier, false);
    Solution solution;
    Stop stop;
    int attempts = 1;
    verifier.begin(query, solution, false);
    compromise.begin(query, solution, 100, stop);
    compromise.run(query, solution, attempts, 200, 200, stop);
    CHECK(allowed(example.problem.tree(), narrowed, solution.q, 1e-7));
  });
}

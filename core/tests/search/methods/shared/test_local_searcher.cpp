#include "memetik/search/local/jacobian_step.hpp"
#include "memetik/search/local/newton_step.hpp"
#include "memetik/search/methods/lbfgsb.hpp"
#include "memetik/search/methods/shared/local_searcher.hpp"
#include "search/stepping.hpp"

using namespace memetik;

namespace {

LocalSearcher newton(const QueryCase& query_case, const Sampler& sampler, const Attempts& attempts) {
  return {query_case.problem, sampler, attempts, std::make_unique<NewtonStep>(query_case.problem)};
}

// Calls check(tree, query_case, sampler, stop) with 20 reachable poses of each arm.
template <class Check>
void for_queries(const std::vector<Arm>& robots, Check check) {
  for (const Arm& arm : robots) {
    const Tree tree = arm.tree();
    Random random(1);
    for (int i = 0; i < 20; ++i) {
      const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                                 inside_limits(random, tree));
      const Sampler sampler(query_case.problem);
      Stop stop;
      check(tree, query_case, sampler, stop);
    }
  }
}

}  // namespace

TEST(local_searches_begin_again_until_solved_or_not_at_all) {
  int failed = 0;
  for_queries(arms(), [&](const Tree& tree, const QueryCase& query_case, const Sampler& sampler, Stop& stop) {
    LocalSearcher again = newton(query_case, sampler, {}),
                  once = newton(query_case, sampler, {.restarts = false});
    again.begin(query_case.query, {}, stop);
    again.advance(20'000, stop);
    CHECK(again.solved() && query_case.evaluate(again.best()).accepted);
    CHECK(within_limits(tree, again.best(), 0));
    once.begin(query_case.query, {}, stop);
    once.advance(20'000, stop);
    CHECK(once.starts() == 1);
    failed += !once.solved();
  });
  CHECK(failed > 5);
}

// The length of the turns does not change the configurations.
TEST(local_searches_are_the_same_in_any_turns) {
  int turn = 0;
  for_queries({panda()}, [&](const Tree&, const QueryCase& query_case, const Sampler& sampler, Stop& stop) {
    ++turn;
    LocalSearcher whole = newton(query_case, sampler, {}), parts = newton(query_case, sampler, {});
    whole.begin(query_case.query, {}, stop);
    parts.begin(query_case.query, {}, stop);
    whole.advance(20'000, stop);
    while (!parts.solved()) parts.advance(turn, stop);
    CHECK(whole.best() == parts.best() && whole.evaluations() == parts.evaluations());
  });
}

TEST(searchers_other_than_the_first_begin_at_random_unless_all_at_start) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(1);
  const auto start = inside_limits(random, tree);
  const QueryCase query_case(tree, {tip_goal(arm, tree, start)}, start);
  const Sampler sampler(query_case.problem);
  Stop stop;
  for (const bool all_at_start : {false, true})
    for (const int number : {0, 1}) {
      LocalSearcher searcher = newton(query_case, sampler, {.all_at_start = all_at_start});
      searcher.begin(query_case.query, {.number = number}, stop);
      searcher.advance(1, stop);
      CHECK(searcher.solved() == (all_at_start || number == 0));
    }
}

TEST(searches_that_stop_at_limits_never_leave_them) {
  int ended = 0;
  for_queries(arms(), [&](const Tree& tree, const QueryCase& query_case, const Sampler& sampler, Stop& stop) {
    LbfgsbSearcher searcher(query_case.problem, sampler, {.restarts = false}, true);
    searcher.begin(query_case.query, {}, stop);
    while (!searcher.solved() && !searcher.exhausted()) searcher.advance(50, stop);
    CHECK(within_limits(tree, searcher.best(), 0));
    ended += searcher.exhausted();
  });
  CHECK(ended > 10 && ended < 55);
}

TEST(where_nothing_may_move_searches_end) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(1);
  const QueryCase query_case(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                             inside_limits(random, tree), 0, std::vector<bool>(6, false));
  const Sampler sampler(query_case.problem);
  Stop stop;
  LocalSearcher searcher = newton(query_case, sampler, {});
  searcher.begin(query_case.query, {}, stop);
  searcher.advance(100, stop);
  CHECK(searcher.exhausted() && searcher.best() == query_case.start);
}

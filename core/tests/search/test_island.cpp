#include <algorithm>
#include <set>

#include "check.hpp"
#include "search/goal_pairs.hpp"
#include "search/island_example.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;
using namespace island_tests;

namespace {

// The maximum number of evaluations: for the children of every species, for local search, and for new
// populations.
constexpr int generation = 4 * (12 + 24 + 16);

bool same(const Island& a, const Island& b) {
  return a.solved() == b.solved() && a.cost() == b.cost() && a.best() == b.best() &&
         a.evaluations() == b.evaluations();
}

// A goal that is never met and that cancels the search after a number of calls.
struct Canceller {
  std::atomic<bool> cancelled = false;
  long asked = 0, max_calls;

  explicit Canceller(long count) : max_calls(count) {}

  // The goal is that the link's x is -2 m.
  GoalSpec goal(int link) {
    GoalSpec goal;
    goal.kind = GoalKind::external;
    goal.links = {link};
    goal.rows = 1;
    goal.knows_derivative = true;
    goal.function = [](std::int64_t n, const double* poses, const double*, double* out, double* jacobian,
                       void* user) {
      auto& self = *static_cast<Canceller*>(user);
      for (std::int64_t i = 0; i < n; ++i) {
        out[i] = 2 + poses[16 * i + 3];
        for (int c = 0; c < 6; ++c) jacobian[6 * i + c] = c == 0;
      }
      self.asked += n;
      if (self.asked >= self.max_calls) self.cancelled = true;
    };
    goal.user = this;
    return goal;
  }
};

}  // namespace

TEST(an_island_finds_what_can_be_reached) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(1);
    int solved = 0;
    for (unsigned i = 0; i < 40; ++i) {
      const auto target = inside_limits(random, tree), start = inside_limits(random, tree);
      const Example example(tree, {tip_goal(arm, tree, target)}, start, i);
      Island island = example.begun();
      run(island, 2000);
      CHECK(island.solved() == example.evaluate(island.best()).accepted);
      CHECK(within_limits(tree, island.best(), 0));
      solved += island.solved();
    }
    CHECK(solved >= 38);
  }
}

TEST(an_island_never_forgets_its_best_nor_leaves_the_limits) {
  for_each_pair(15, 8, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Example example(tree, goals, start);
    for (const bool eased : {false, true}) {
      Island island = example.begun({}, eased);
      double before = HUGE_VAL;
      for (int round = 0; round < 4 && !island.solved(); ++round) {
        const double cost = example.evaluate(island.best(), eased).cost;
        CHECK_NEAR(island.cost(), cost, 1e-9 * (1 + cost));
        CHECK(island.cost() <= before);
        CHECK(within_limits(tree, island.best(), 1e-14));
        before = island.cost();
        run(island, 50);
      }
      CHECK(within_limits(tree, island.best(), 1e-14));
    }
  });
}

TEST(an_island_starts_no_worse_than_the_given_configuration) {
  for_each_pair(10, 8, [](Random&, const Tree& tree, const auto& goals, const auto& start) {
    const Example example(tree, goals, start);
    Island island = example.island();
    Random random(5);
    const auto found = inside_limits(random, tree);
    example.begin(island, found);
    CHECK(island.solved() || island.cost() <= example.evaluate(found).cost * (1 + 1e-9));
    for (std::size_t v = 0; v < found.size(); ++v)
      if (example.problem.columns()[v] < 0) CHECK(island.best()[v] == found[v]);
  });
}

TEST(the_same_random_seed_gives_the_same_island) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(2);
  int differ = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const GoalSpec goal = out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)));
    const Example example(tree, {goal}, inside_limits(random, tree), seed);
    const Example other(tree, {goal}, example.start, seed + 100);
    const Example easy(tree, {tip_goal(arm, tree, inside_limits(random, tree))}, example.start);
    Island first = example.island(), second = example.island(), third = other.island();
    easy.begin(second);  // its earlier query must not matter
    run(second, 2000);
    CHECK(second.solved());
    example.begin(first, 1);
    example.begin(second, 1);
    other.begin(third, 1);
    for (int round = 0; round < 3; ++round) {
      CHECK(same(first, second));
      differ += first.best() != third.best();
      run(first, 200);
      run(second, 200);
      run(third, 200);
    }
  }
  CHECK(differ > 20);  // of 30; sometimes the start is the best
}

TEST(islands_have_populations_of_their_own) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(3);
  const auto target = inside_limits(random, tree), start = inside_limits(random, tree);
  const Example example(tree, {out_of_reach(tip_goal(arm, tree, target))}, start);
  std::set<std::vector<double>> bests;
  for (int number = 0; number < 10; ++number) {
    Island island = example.island();
    example.begin(island, number);
    bests.insert(island.best());
  }
  CHECK(bests.size() >= 9);  // for some the start may be the best
}

TEST(an_island_keeps_its_quota_but_for_a_generation) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(4);
  const auto target = inside_limits(random, tree), start = inside_limits(random, tree);
  const Example example(tree, {out_of_reach(tip_goal(arm, tree, target))}, start);
  for (const int quota : {0, 1, 50, 100, 500}) {
    Island island = example.begun();
    for (int round = 0; round < 5; ++round) {
      const std::int64_t end = island.evaluations() + quota;
      run(island, quota);
      CHECK(island.evaluations() >= end && island.evaluations() < end + generation);
    }
  }
}

TEST(an_island_ends_within_a_generation_of_being_stopped) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(5);
  const auto start = inside_limits(random, tree);
  for (const long max_calls : {1, 300, 1000}) {
    Canceller canceller(max_calls);
    const Example example(tree, {canceller.goal(arm.tip())}, start);
    Island island = example.begun();
    const long before = canceller.cancelled ? canceller.asked : 0;
    Stop stop(Stop::Clock::time_point::max(), &canceller.cancelled);
    island.run(1'000'000, 1'000'000, stop);
    CHECK(stop.reason() == StopReason::cancelled);
    CHECK(before ? canceller.asked == before : canceller.asked <= max_calls + generation);
    CHECK(!island.solved() && within_limits(tree, island.best(), 0));
  }
}

TEST(where_nothing_can_move_an_island_stays_at_the_start) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(6);
  const auto start = inside_limits(random, tree);
  for (const auto& target : {start, inside_limits(random, tree)}) {
    const Example example(tree, {tip_goal(arm, tree, target)}, start, 0, std::vector<bool>(7, false));
    Island island = example.begun();
    run(island, 200);
    CHECK(island.best() == start);
    CHECK(island.solved() == (target == start));
  }
}

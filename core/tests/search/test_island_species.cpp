#include <algorithm>
#include <set>

#include "check.hpp"
#include "search/island_example.hpp"
#include "search/narrowed.hpp"
#include "search/slides.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;
using namespace island_tests;

namespace {

constexpr Exploitation exploitations[] = {Exploitation::levenberg_marquardt, Exploitation::lbfgsb,
                                          Exploitation::none};

// Two primary goals of any kind and a secondary one.
template <class Visit>
void for_each_conflict(unsigned count, Visit visit) {
  for_each_example(count, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto& start) {
    const auto others = goals_met_at(random, tree, inside_limits(random, tree));
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const NameOnFailure name_on_failure(goals[i]);
      const auto any = [&] {
        return static_cast<std::size_t>(random.integer(static_cast<int>(goals.size())));
      };
      const GoalSpec beside = secondary(others[any()].goal);
      visit(random, Example(tree, {goals[i].goal, beside, others[any()].goal}, start, i));
    }
  });
}

}  // namespace

TEST(islands_report_their_best_within_limits_with_every_exploitation) {
  for_each_conflict(6, [](Random&, const Example& example) {
    for (const Exploitation exploitation : exploitations)
      for (const bool eased : {false, true}) {
        Island island = example.begun({.exploitation = exploitation}, eased);
        double before = HUGE_VAL;
        std::int64_t spent = 0;
        for (int round = 0; round < 3; ++round) {
          const double cost = example.evaluate(island.best(), eased).cost;
          CHECK_NEAR(island.cost(), cost, 1e-9 * (1 + cost));  // the cost of the primary goals alone
          CHECK(island.solved() || island.cost() <= before);
          CHECK(island.solved() == example.evaluate(island.best()).accepted);
          CHECK(within_limits(example.problem.tree(), island.best(), 1e-14));
          CHECK(island.evaluations() > spent || island.solved());
          before = island.cost();
          spent = island.evaluations();
          run(island, 60);
        }
      }
  });
}

TEST(islands_of_the_same_seed_are_the_same_whatever_exploits_and_with_secondary_goals) {
  for_each_conflict(4, [](Random&, const Example& example) {
    for (const Exploitation exploitation : exploitations) {
      Island first = example.begun({.exploitation = exploitation}),
             second = example.begun({.exploitation = exploitation});
      run(first, 300);
      run(second, 100);
      run(first, 1);  // solved islands do nothing more
      while (second.evaluations() < first.evaluations() && !second.solved()) run(second, 1);
      if (first.evaluations() != second.evaluations()) continue;  // the two ended in different generations
      CHECK(first.best() == second.best() && first.cost() == second.cost() &&
            first.starts() == second.starts());
    }
  });
}

// The cost of the primary goals decides, however secondary goals are weighted.
TEST(losses_of_secondary_goals_do_not_change_what_primary_ones_cost) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(7);
  for (const LossKind kind : {LossKind::quadratic, LossKind::huber, LossKind::absolute}) {
    Goal close = secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal);
    close.losses = {Loss{.kind = kind, .d = 0.1}};
    const Example example(tree, {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree))), close},
                          inside_limits(random, tree));
    Island island = example.begun();
    for (int round = 0; round < 3; ++round) {
      const double cost = example.evaluate(island.best()).cost;
      CHECK_NEAR(island.cost(), cost, 1e-9 * (1 + cost));
      run(island, 200);
    }
  }
}

TEST(secondary_goals_that_cost_much_more_hide_no_progress_of_primary_ones) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(8);
  int solved = 0;
  for (unsigned i = 0; i < 10; ++i) {
    GoalSpec close = secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal);
    close.weight = 1e8;
    const Example example(tree, {tip_goal(arm, tree, inside_limits(random, tree)), close},
                          inside_limits(random, tree), i);
    Island island = example.begun();
    run(island, 3000);
    CHECK(island.cost() >= 0);
    solved += island.solved();
  }
  CHECK(solved >= 9);
}

TEST(a_rejected_island_finds_another_solution) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  Random random(1);
  int elsewhere = 0, found = 0;
  for (unsigned i = 0; i < 10; ++i) {
    const Example example(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                          inside_limits(random, tree), i);
    Island island = example.begun();
    run(island, 3000);
    std::set<std::vector<double>> seen;
    for (int round = 0; round < 4 && island.solved(); ++round) {
      CHECK(example.evaluate(island.best()).accepted);
      ++found;
      auto rounded = island.best();
      for (double& value : rounded) value = std::round(10 * std::remainder(value, 2 * M_PI));
      elsewhere += seen.insert(rounded).second;
      const std::int64_t starts = island.starts();
      Stop stop;
      island.reject(stop);
      CHECK(island.starts() == starts + 4);
      CHECK(!island.solved() || example.evaluate(island.best()).accepted);
      CHECK(std::isfinite(island.cost()));
      run(island, 3000);
    }
  }
  CHECK(found >= 35 && elsewhere > found / 2);
}

TEST(an_island_without_progress_begins_anew) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(2);
  for (const Exploitation exploitation : exploitations) {
    const Example example(tree, {out_of_reach(tip_goal(arm, tree, inside_limits(random, tree)))},
                          inside_limits(random, tree));
    Island island = example.begun({.exploitation = exploitation});
    CHECK(island.starts() == 3);  // all species except the given one
    run(island, 1500);
    const std::int64_t early = island.starts();
    run(island, 1500);
    CHECK(early > 3 && island.starts() > early);
  }
}

// All species find the valley at once and meet there, so all but one are replaced.
TEST(species_that_meet_are_wiped_out) {
  const Tree tree = slides({-1}, {1});
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {1};
  goal.target = {0.3, 0, 0};  // not on the line of the slide
  const Example example(tree, {goal}, {0.9});
  Island island = example.begun();
  CHECK(island.starts() == 3);
  run(island, 100);
  CHECK(island.starts() >= 4);
  run(island, 500);
  CHECK_NEAR(island.best()[0], 0, 1e-5);
  CHECK_NEAR(island.cost(), 0.09, 1e-9);
}

TEST(islands_stay_in_the_box_whatever_exploits) {
  for_each_conflict(6, [](Random& random, const Example& example) {
    const Tree& tree = example.problem.tree();
    const Narrowed narrowed = random_narrowed(random, tree);
    Query query = example.query;
    query.start = narrowed.start;
    query.max_change = narrowed.max_change;
    for (const Exploitation exploitation : exploitations) {
      Island island(example.problem, example.sampler, {.exploitation = exploitation}, false);
      Stop stop;
      island.begin(query, narrowed.start.data(), 0, stop);
      for (int round = 0; round < 3; ++round) {
        CHECK(allowed(tree, narrowed, island.best(), 1e-7));
        run(island, 80);
      }
    }
  });
}

TEST(an_island_of_one_species_and_one_child_evolves) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(3);
  const Example example(tree, {tip_goal(arm, tree, inside_limits(random, tree))},
                        inside_limits(random, tree));
  for (const Exploitation exploitation : exploitations) {
    Island island = example.begun({.species = 1, .children = 1, .exploitation = exploitation});
    const double before = island.cost();
    run(island, 500);
    CHECK(island.cost() < before && within_limits(tree, island.best(), 0));
  }
}

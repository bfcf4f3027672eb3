#include <algorithm>
#include <atomic>

#include "check.hpp"
#include "memetik/goals/keep_distance.hpp"
#include "memetik/search/ladder.hpp"
#include "search/evaluation.hpp"
#include "search/slides.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr Method methods[] = {Method::automatic, Method::restarts, Method::memetic};

struct Settings {
  Method method = Method::automatic;
  std::int64_t max_evaluations = 4000;
  int threads = 1;
  Stop stop = Stop();
};

Solution solve(const Problem& problem, const std::vector<double>& start, Settings settings = {}) {
  const StartSources sources(problem);
  Ladder ladder(problem, sources, {.method = settings.method});
  Solution solution;
  const Query query{.parameters = problem.parameters(),
                    .start = start,
                    .options = {.max_evaluations = settings.max_evaluations}};
  ladder.solve(query, solution, settings.stop, settings.threads);
  return solution;
}

// For every arm, `count` problems with a random pose, each with a start.
template <class Visit>
void for_each_pose(int count, Visit visit) {
  for_each_arm(count, 1, [&](Random& random, const Tree& tree, const Arm& arm) {
    const GoalSpec goal = tip_goal(arm, tree, inside_limits(random, tree));
    visit(tree, goal, inside_limits(random, tree));
  });
}

GoalSpec place_on_slide(double place, double tolerance) {
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {1};
  goal.target = {0, 0, place};
  goal.tolerance[0] = tolerance;
  return goal;
}

}  // namespace

TEST(an_answer_is_called_solved_where_every_primary_goal_is_met_and_only_there) {
  int solved = 0, unsolved = 0;
  for_each_example(40, 8, [&](Random& random, const Tree& tree, const auto& goals, const auto& start) {
    const auto others = goals_met_at(random, tree, inside_limits(random, tree));
    const auto any = [&] { return static_cast<std::size_t>(random.integer(static_cast<int>(goals.size()))); };
    for (const Method method : methods)
      for (const bool contradict : {false, true}) {
        const auto first = any(), second = any(), third = any();
        const Problem problem(tree, {goals[first].goal, (contradict ? others : goals)[second].goal,
                                     secondary(others[third].goal)});
        const Solution solution = solve(problem, start, {.method = method, .max_evaluations = 1000});
        const Evaluation at_end(problem, solution.q);
        CHECK((solution.status == Status::solved) == at_end.accepted);
        CHECK_NEAR(solution.cost, at_end.cost, 1e-9 * (1 + at_end.cost));
        CHECK(within_limits(tree, solution.q, 1e-14));
        (at_end.accepted ? solved : unsolved) += 1;
      }
  });
  CHECK(solved > 100 && unsolved > 20);
}

TEST(every_method_alone_reaches_poses_of_arms) {
  for (const Method method : methods) {
    int solved = 0, tried = 0;
    for_each_pose(20, [&](const Tree& tree, const GoalSpec& goal, const auto& start) {
      const Solution solution = solve(Problem(tree, {goal}), start, {.method = method});
      solved += solution.status == Status::solved;
      ++tried;
      CHECK((solution.stage == Stage::memetic) == (method == Method::memetic));
    });
    CHECK(solved >= 0.95 * tried);
  }
}

TEST(an_answer_is_the_same_on_any_number_of_threads) {
  for_each_pose(2, [](const Tree& tree, const GoalSpec& goal, const auto& start) {
    for (const GoalSpec& own : {goal, out_of_reach(goal)})
      for (const Method method : {Method::automatic, Method::memetic}) {
        const Problem problem(tree, {own});
        const Solution expected = solve(problem, start, {.method = method});
        for (const int threads : {2, 3, 4}) {
          const Solution solution = solve(problem, start, {.method = method, .threads = threads});
          CHECK(solution.q == expected.q && solution.cost == expected.cost);
          CHECK(solution.status == expected.status && solution.stage == expected.stage);
          CHECK(solution.evaluations == expected.evaluations);
        }
      }
  });
}

TEST(a_target_out_of_reach_gets_a_good_approximation) {
  for_each_pose(5, [](const Tree& tree, const GoalSpec& goal, const auto& start) {
    const Problem problem(tree, {out_of_reach(goal)});
    for (const Method method : methods) {
      const Solution solution = solve(problem, start, {.method = method});
      CHECK(solution.status == Status::unreachable);
      CHECK(within_limits(tree, solution.q, 0));  // so they are not NaN
      auto settled = start;
      Objective<double> objective(problem);
      Settle<double> settle(problem);
      Stop stop;
      CHECK(solution.cost <= 1.01 * settle.run({}, objective, settled.data(), 1000, stop).cost);
    }
  });
}

// An attempt, the islands' first populations and generations, and the settling of the solution are completed
// once they have begun.
TEST(the_budget_is_exceeded_only_to_complete_a_step_of_the_search) {
  constexpr int attempt = 36, settling = 200, population = 65, generation = 4 * (12 + 24 + 16), islands = 4;
  constexpr std::int64_t begun = attempt + settling + islands * (population + generation);
  for_each_pose(2, [](const Tree& tree, const GoalSpec& goal, const auto& start) {
    GoalSpec loose = goal;
    loose.tolerance[0] = 0.01;  // searched without and with easing
    for (const GoalSpec& own : {goal, out_of_reach(goal), out_of_reach(loose)})
      for (const Method method : methods)
        for (const std::int64_t budget : {1, 10, 100, 2000}) {
          const Solution solution =
              solve(Problem(tree, {own}), start, {.method = method, .max_evaluations = budget});
          CHECK(solution.evaluations <= budget + (own.tolerance[0] > 1e-3 ? 2 : 1) * begun);
          if (solution.stopped_by == StoppedBy::budget) CHECK(solution.evaluations >= budget - begun);
        }
  });
}

TEST(a_deadline_or_a_cancellation_leaves_the_best_so_far) {
  std::atomic<bool> cancelled = true;
  for_each_pose(2, [&](const Tree& tree, const GoalSpec& goal, const auto& start) {
    const Problem problem(tree, {out_of_reach(goal)});
    for (const Method method : methods)
      for (const bool by_deadline : {true, false}) {
        Settings settings{.method = method, .max_evaluations = 1'000'000, .threads = 2};
        settings.stop =
            by_deadline ? Stop(Stop::Clock::now()) : Stop(Stop::Clock::time_point::max(), &cancelled);
        const Solution solution = solve(problem, start, settings);
        CHECK(solution.status == Status::unreachable);
        CHECK(solution.stopped_by == (by_deadline ? StoppedBy::deadline : StoppedBy::cancelled));
        CHECK(solution.evaluations < 500);
        CHECK(within_limits(tree, solution.q, 0));
        const Evaluation at_end(problem, solution.q);
        CHECK_NEAR(solution.cost, at_end.cost, 1e-9 * at_end.cost);
        CHECK(at_end.cost <= Evaluation(problem, start).cost);
      }
  });
}

// The slide cannot be at both positions, but at one of them it is within the tolerance of the other.
TEST(a_loose_goal_makes_room_for_a_strict_one) {
  const Tree tree = slides({-1}, {1});
  for (const double gap : {0.02, 0.09, 0.15, 0.19, -0.19}) {
    const Problem problem(tree, {place_on_slide(0, 1e-5), place_on_slide(gap, 0.2)});
    for (const Method method : methods) {
      const Solution solution = solve(problem, {0.9}, {.method = method});
      CHECK(solution.status == Status::solved);
      CHECK_NEAR(solution.q[0], 0, 1e-5);
    }
  }
  const Problem hopeless(tree, {place_on_slide(0, 1e-5), place_on_slide(0.3, 0.2)});
  for (const Method method : methods)
    CHECK(solve(hopeless, {0.9}, {.method = method}).status == Status::approximate);
}

TEST(strict_goals_end_on_their_targets_not_at_the_edge_of_their_tolerance) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    Random random(2);
    std::vector<double> errors;
    for (int i = 0; i < 40; ++i) {
      const GoalSpec goal = tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position);
      const Solution solution = solve(Problem(tree, {goal}), inside_limits(random, tree));
      CHECK(solution.status == Status::solved);
      errors.push_back(evaluate_goal(tree, goal, solution.q).errors[0]);
    }
    std::sort(errors.begin(), errors.end());
    CHECK(errors[errors.size() / 2] < 1e-6);  // a tenth of the tolerance
  }
}

TEST(secondary_goals_improve_an_answer_that_stays_solved) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(3);
  int better = 0;
  for (int i = 0; i < 20; ++i) {
    const GoalSpec pose = tip_goal(arm, tree, inside_limits(random, tree));
    const GoalSpec posture = secondary(random_stay_close(random, tree, inside_limits(random, tree)).goal);
    const auto start = inside_limits(random, tree);
    const Problem both(tree, {pose, posture});
    const Solution alone = solve(Problem(tree, {pose}), start), solution = solve(both, start);
    CHECK(alone.status == Status::solved && solution.status == Status::solved);
    const double before = Evaluation(both, alone.q).secondary_cost,
                 after = Evaluation(both, solution.q).secondary_cost;
    CHECK(after <= before * (1 + 1e-9));
    better += after < 0.95 * before;
  }
  CHECK(better > 5);
}

TEST(whole_turns_towards_the_start_do_not_lead_away_from_secondary_goals) {
  const Arm arm = ur5();
  const Tree tree = arm.tree();
  const std::vector<double> start{0.1, -1, 1, -0.5, 0.7, 0};
  GoalSpec place, close;
  place.kind = GoalKind::position;
  place.links = {arm.tip()};
  place.target = target_met_at(tree, place, start);
  close.kind = GoalKind::stay_close;
  close.priority = Priority::secondary;
  close.variables = {5};
  close.variable_weights = {1};
  close.target = {6};
  const Solution solution = solve(Problem(tree, {place, close}), start);
  CHECK(solution.status == Status::solved);
  CHECK_NEAR(solution.q[5], 6, 0.01);
}

// Python rejects such numbers; if they reach the core, a configuration with NaN must not count as solved.
TEST(goals_of_infinite_numbers_are_not_solved_and_the_answer_stays_within_limits) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Goal far;
  far.kernel = find_kernel("keep_distance");
  far.links = {arm.tip()};
  far.target = {0, 0, 1};
  far.data =
      std::make_shared<goals::KeepDistance::Data>(goals::KeepDistance::Data{HUGE_VAL, HUGE_VAL, {0, 0, 0}});
  far.tolerance = {1e-5};
  Random random(1);
  for (const Method method : {Method::automatic, Method::restarts, Method::memetic}) {
    const Solution solution = solve(Problem(tree, {far}), inside_limits(random, tree), {.method = method});
    CHECK(solution.status == Status::approximate);
    CHECK(within_limits(tree, solution.q, 0));
  }
}

TEST(goals_of_joints_more_than_half_a_turn_away_are_met_at_once) {
  const Tree tree = ur5().tree();
  GoalSpec close;
  close.kind = GoalKind::stay_close;
  close.variables = {5};
  close.variable_weights = {1};
  close.target = {6};
  const Solution solution =
      solve(Problem(tree, {close}), std::vector<double>(6, 0.0), {.method = Method::restarts});
  CHECK(solution.status == Status::solved && solution.evaluations < 100);
}

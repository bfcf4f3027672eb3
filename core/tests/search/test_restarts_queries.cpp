#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "question_desk.hpp"

using namespace memetik;
using namespace restarts_tests;

TEST(the_budget_is_exceeded_by_no_more_than_an_attempt) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  for (const std::int64_t budget : {0, 1, 5, 20, 21, 50, 300}) {
    Desk desk = questions(problem, 6, 24, budget);
    for (const Answer& answer : desk.solve(restarts)) {
      CHECK(answer.evaluations >= 1 && answer.evaluations <= budget + 20);
      if (answer.status == Status::approximate) CHECK(answer.evaluations >= budget);  // and it is used up
    }
  }
}

TEST(of_two_budgets_the_smaller_counts) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Desk whole = questions(problem, 7, 24, 100), half = questions(problem, 7, 24, 50);
  const auto a = whole.solve(restarts, 50), b = half.solve(restarts);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(same(a[i], b[i]));
}

TEST(the_same_random_seed_gives_the_same_answer) {
  const Tree tree = ur5().tree();
  const Problem problem(tree, {tip_pose(ur5(), tree)});
  const StartSources sources(problem), others(problem);
  Restarts restarts(problem, sources), another(problem, others);
  Desk desk = questions(problem, 8, 24, 400);
  const auto a = desk.solve(restarts), b = desk.solve(another);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(same(a[i], b[i]));
  for (std::size_t i = 0; i < desk.size(); ++i) desk.query(i).random_seed += 100;
  const auto c = desk.solve(restarts);
  bool differ = false;
  for (std::size_t i = 0; i < a.size(); ++i) differ |= !same(a[i], c[i]);
  CHECK(differ);
}

TEST(a_deadline_that_has_passed_ends_the_search_at_once) {
  const Tree tree = panda().tree();
  Random random(9);
  const auto target = inside_limits(random, tree);
  RandomGoal impossible = random_external(random, tree, target, true);
  impossible.example->at_target[0] += 100;
  const Problem problem(tree, {impossible.goal});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  std::atomic<bool> cancelled = true;
  for (const bool by_deadline : {true, false}) {
    Desk desk;
    for (int i = 0; i < 10; ++i)
      desk.ask(problem, {problem.parameters().begin(), problem.parameters().end()},
               inside_limits(random, tree), 1'000'000);
    Stop stop(by_deadline ? Stop::Clock::now() : Stop::Clock::time_point::max(),
              by_deadline ? nullptr : &cancelled);
    impossible.example->calls = 0;
    desk.solve(restarts, desk.in_order(), stop);
    CHECK(impossible.example->calls <= 12);  // the clock is read on every eighth step
    const auto begun = std::count(desk.given.begin(), desk.given.end(), true);
    CHECK(begun >= 1 && begun <= pack_lanes);
    for (std::size_t i = 0; i < desk.size(); ++i) {
      if (!desk.given[i]) continue;
      CHECK(desk.answers[i].status == (by_deadline ? Status::timed_out : Status::cancelled));
      CHECK(within_limits(tree, desk.answers[i].q, 0));
    }
  }
  // and the next search is none the worse for it
  Desk desk;
  desk.ask(problem, {problem.parameters().begin(), problem.parameters().end()}, target, 100);
  CHECK(desk.solve(restarts)[0].status == Status::approximate);
}

TEST(answers_stand_as_few_turns_from_the_start_as_possible) {
  Arm arm = ur5();
  for (const double limit : {HUGE_VAL, 12.0}) {
    arm.lower.assign(6, -limit);
    arm.upper.assign(6, limit);
    const Tree tree = arm.tree();
    const Problem problem(tree, {tip_pose(arm, tree)});
    const StartSources sources(problem);
    Restarts restarts(problem, sources);
    Random random(10);
    Desk desk;
    std::vector<std::vector<double>> starts;
    for (int i = 0; i < 40; ++i) {
      starts.push_back(inside_limits(random, tree));
      for (double& value : starts.back()) value += std::isinf(limit) ? random.uniform(-40, 40) : 0;
      desk.ask(problem, parameters_for(problem, inside_limits(random, tree)), starts.back());
    }
    desk.solve(restarts);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      CHECK(desk.answers[i].status == Status::solved);
      auto nearest = desk.answers[i].q;
      unwind(tree, starts[i], nearest);
      CHECK(nearest == desk.answers[i].q);
      for (std::size_t k = 0; k < 6; ++k)
        if (std::isinf(limit)) CHECK(std::abs(nearest[k] - starts[i][k]) <= std::numbers::pi + 1e-9);
    }
  }
}

TEST(variables_that_may_not_move_stay_at_the_start) {
  const Tree tree = panda().tree();
  std::vector<bool> movable(7, true);
  movable[2] = false;
  const Problem problem(tree, {tip_pose(panda(), tree)}, movable);
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(11);
  Desk desk;
  std::vector<double> held;
  for (int i = 0; i < 30; ++i) {
    auto target = inside_limits(random, tree), start = inside_limits(random, tree);
    target[2] = start[2];
    held.push_back(start[2]);
    desk.ask(problem, parameters_for(problem, target), start);
  }
  int solved = 0;
  desk.solve(restarts);
  for (std::size_t i = 0; i < held.size(); ++i) {
    CHECK(desk.answers[i].q[2] == held[i]);
    solved += desk.answers[i].status == Status::solved;
  }
  CHECK(solved >= 27);
}

TEST(where_nothing_can_move_the_start_is_the_answer) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)}, std::vector<bool>(7, false));
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(12);
  const auto start = inside_limits(random, tree);
  Desk desk;
  desk.ask(problem, parameters_for(problem, inside_limits(random, tree)), start, 100);
  desk.ask(problem, parameters_for(problem, start), start, 100);
  desk.solve(restarts);
  CHECK(desk.answers[0].status == Status::approximate && desk.answers[0].q == start);
  CHECK(desk.answers[1].status == Status::solved && desk.answers[1].q == start);
}

#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "query_list.hpp"

using namespace memetik;
using namespace restarts_tests;

namespace {

// Whether a goal is met, from forward kinematics and the definition of the goal alone.
bool met(const Tree& tree, const GoalSpec& goal, const std::vector<double>& target,
         const std::vector<double>& q) {
  constexpr double slack = 1e-10;
  const auto within = [&](double error, std::size_t i) { return error <= goal.tolerance[i] + slack; };
  switch (goal.kind) {
    case GoalKind::position:
      return within(norm(placed(tree, goal, q).p - Vec3<double>{target[0], target[1], target[2]}), 0);
    case GoalKind::pose: {
      const Frame<double> here = placed(tree, goal, q), there = frame_of(target);
      return within(norm(here.p - there.p), 0) && within(angle_between(here, there), 1);
    }
    case GoalKind::orientation: {
      const auto a = quaternion_of(placed(tree, goal, q));
      const double cosine = std::inner_product(a.begin(), a.end(), target.begin(), 0.0);
      const double size = std::sqrt(std::inner_product(target.begin(), target.end(), target.begin(), 0.0));
      return within(2 * std::acos(std::min(1.0, std::abs(cosine) / size)), 0);
    }
    case GoalKind::look_at: {
      const Frame<double> link = pose_at(tree, goal.links[0], q);
      Vec3<double> place{target[0], target[1], target[2]};
      if (goal.frame >= 0) place = apply(pose_at(tree, goal.frame, q), place);
      const Vec3<double> way = place - apply(link, goal.offset.p), axis = rotate(link, goal.axis);
      return within(std::atan2(norm(cross(axis, way)), dot(axis, way)), 0);
    }
    case GoalKind::external: {
      std::vector<double> poses, values, residuals(static_cast<std::size_t>(goal.rows));
      for (const int link : goal.links)
        for (const double entry : matrix_of(pose_at(tree, link, q))) poses.push_back(entry);
      for (const int i : goal.variables) values.push_back(q[static_cast<std::size_t>(i)]);
      goal.function(1, poses.data(), values.data(), residuals.data(), nullptr, goal.user);
      return within(std::sqrt(std::inner_product(residuals.begin(), residuals.end(), residuals.begin(), 0.0)),
                    0);
    }
    case GoalKind::stay_close: break;
  }
  return false;
}

}  // namespace

TEST(solved_answers_meet_their_goals_within_the_limits) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    const Problem problem(tree, {tip_pose(arm, tree)});
    const StartSources sources(problem);
    Restarts restarts(problem, sources);
    Random random(1);
    QueryList list;
    std::vector<std::vector<double>> targets;
    for (int i = 0; i < 100; ++i) {
      const auto q = inside_limits(random, tree);
      targets.push_back(target_met_at(tree, problem.goals()[0], q));
      list.add(problem, parameters_for(problem, q), inside_limits(random, tree));
    }
    list.solve(restarts);
    int solved = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Solution& solution = list.solutions[i];
      CHECK(list.received[i] && within_limits(tree, solution.q, 0));
      const bool reached = met(tree, problem.goals()[0], targets[i], solution.q);
      CHECK(reached == (solution.status == Status::solved));
      solved += reached;
    }
    CHECK(solved >= 98);
  }
}

TEST(several_goals_of_any_kind_are_met_together_or_the_answer_is_not_called_solved) {
  int solved = 0, asked = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() < 4) continue;
    const auto target = inside_limits(random, tree);
    const auto all = goals_met_at(random, tree, target);
    std::vector<Goal> goals;
    for (const std::size_t i : {std::size_t(random.integer(2) * 3), std::size_t(6),
                                std::size_t(9 + random.integer(2)), std::size_t(12 + random.integer(2))})
      if (random.integer(2)) goals.push_back(all[i].goal);
    if (goals.empty()) continue;
    const Problem problem(tree, goals);
    const StartSources sources(problem);
    Restarts restarts(problem, sources);
    QueryList list;
    const std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    for (int i = 0; i < 3; ++i) list.add(problem, parameters, inside_limits(random, tree), 1000);
    list.solve(restarts);
    for (const Solution& solution : list.solutions) {
      CHECK(within_limits(tree, solution.q, 1e-14));
      bool reached = true;
      for (const Goal& goal : goals) reached &= met(tree, goal, goal.target, solution.q);
      if (solution.status == Status::solved) CHECK(reached);
      solved += solution.status == Status::solved;
      ++asked;
    }
  }
  CHECK(asked > 60 && solved > asked / 2);
}

TEST(an_answer_is_the_same_alone_in_a_batch_and_in_a_shuffled_one) {
  for (const Arm& arm : {ur5(), panda()}) {
    const Tree tree = arm.tree();
    GoalSpec position = tip_pose(arm, tree);
    position.kind = GoalKind::position;
    for (const GoalSpec& goal : {tip_pose(arm, tree), position}) {
      const Problem problem(tree, {goal});
      const StartSources sources(problem);
      Restarts restarts(problem, sources), another(problem, sources);
      QueryList list = queries(problem, 2, 40, 150);
      const std::vector<Solution> batch = list.solve(restarts);
      CHECK(std::any_of(batch.begin(), batch.end(),
                        [](const Solution& a) { return a.status != Status::solved; }));
      CHECK(
          std::any_of(batch.begin(), batch.end(), [](const Solution& a) { return a.stage == Stage::start; }));
      CHECK(std::any_of(batch.begin(), batch.end(), [](const Solution& a) {
        return a.status == Status::solved && a.stage == Stage::restarts;
      }));
      for (unsigned seed = 0; seed < 3; ++seed) {
        auto order = list.in_order();
        std::shuffle(order.begin(), order.end(), std::mt19937(seed));
        Stop stop;
        const auto shuffled = list.solve(seed == 0 ? another : restarts, order, stop);
        for (std::size_t i = 0; i < list.size(); ++i) CHECK(same(shuffled[i], batch[i]));
      }
      for (std::size_t i = 0; i < list.size(); ++i) {
        Stop stop;
        const auto alone = list.solve(i % 2 ? another : restarts, {i}, stop);
        CHECK(same(alone[i], batch[i]));
      }
    }
  }
}

// All attempts end at a limit with exactly the same cost and differ in a joint that costs nothing. The first
// attempt has to win, not the first to end.
TEST(equally_good_answers_are_the_same_alone_and_in_a_batch) {
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  goal.variables = {0, 1};
  goal.variable_weights = {1, 0};
  goal.target = {2.95, 0};
  const Problem problem(tree, {goal});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(3);
  QueryList list;
  const std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (int i = 0; i < 30; ++i) list.add(problem, parameters, inside_limits(random, tree), 100);
  const auto batch = list.solve(restarts);
  for (std::size_t i = 0; i < list.size(); ++i) {
    CHECK(batch[i].q[0] == panda().upper[0]);
    Stop stop;
    CHECK(same(list.solve(restarts, {i}, stop)[i], batch[i]));
  }
}

// Far from zero, whole turns cost digits: an accepted attempt may no longer be accepted after it is unwound.
TEST(delivered_answers_are_verified) {
  Arm arm = ur5();
  arm.lower.assign(6, -HUGE_VAL);
  arm.upper.assign(6, HUGE_VAL);
  const Tree tree = arm.tree();
  GoalSpec goal = tip_pose(arm, tree);
  goal.tolerance[0] = goal.tolerance[1] = 8e-12;
  const Problem problem(tree, {goal});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Objective<double> exact(problem);
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    auto start = inside_limits(random, tree);
    for (double& value : start) value += 60000;
    const auto parameters = parameters_for(problem, inside_limits(random, tree));
    QueryList list;
    list.add(problem, parameters, start);
    const Solution solution = list.solve(restarts)[0];
    exact.set_parameters(parameters);
    exact.evaluate(solution.q.data(), Scope::primary);
    if (solution.status == Status::solved) CHECK(exact.accepted());
  }
}

TEST(a_query_source_may_keep_the_solution_that_it_receives) {
  struct Keeper : QuerySource {
    const Query* query;
    Solution kept;
    const Query* next() override { return std::exchange(query, nullptr); }
    void receive(const Query&, Solution& solution) override { std::swap(kept, solution); }
  };
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(13);
  for (int i = 0; i < 3; ++i) {
    const auto parameters = parameters_for(problem, inside_limits(random, tree));
    const auto start = inside_limits(random, tree);
    const Query query{.parameters = parameters, .start = start, .options = {.max_evaluations = 1000}};
    Keeper keeper;
    keeper.query = &query;
    Stop stop;
    restarts.run(keeper, {.budget = 1000}, stop);
    CHECK(keeper.kept.status == Status::solved && keeper.kept.q.size() == 7);
  }
}

TEST(the_stage_is_start_where_the_first_attempt_alone_succeeds) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(4);
  QueryList full, first;
  for (int i = 0; i < 60; ++i) {
    const auto target = inside_limits(random, tree);
    auto start = target;
    for (double& value : start) value += random.uniform(-0.8, 0.8);
    clip(tree, start);
    full.add(problem, parameters_for(problem, target), start, 3000);
    first.add(problem, parameters_for(problem, target), start,
              1);  // one attempt only
  }
  const auto solutions = full.solve(restarts), alone = first.solve(restarts);
  int from_start = 0;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    const bool succeeds = alone[i].status == Status::solved;
    CHECK((solutions[i].stage == Stage::start) == succeeds);
    if (succeeds) CHECK(solutions[i].q == alone[i].q && solutions[i].evaluations == alone[i].evaluations);
    from_start += succeeds;
  }
  CHECK(from_start > 10 && from_start < 60);
}

TEST(a_start_that_meets_the_goals_is_the_answer) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    const Problem problem(tree, {tip_pose(arm, tree)});
    const StartSources sources(problem);
    Restarts restarts(problem, sources);
    Random random(5);
    QueryList list;
    std::vector<std::vector<double>> starts;
    for (int i = 0; i < 10; ++i) {
      starts.push_back(inside_limits(random, tree));
      list.add(problem, parameters_for(problem, starts.back()), starts.back());
    }
    list.solve(restarts);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Solution& solution = list.solutions[i];
      CHECK(solution.status == Status::solved && solution.stage == Stage::start && solution.evaluations == 1);
      CHECK(solution.q == starts[i]);
    }
  }
}

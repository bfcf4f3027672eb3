#include <algorithm>
#include <deque>
#include <numbers>
#include <numeric>
#include <utility>

#include "check.hpp"
#include "memetik/search/restarts.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// Queries in a row, and the answers to them.
class Desk : public Restarts::Desk {
 public:
  void ask(const Problem& problem, std::vector<double> parameters, std::vector<double> start,
           std::int64_t max_evaluations = 2000, std::uint64_t random_seed = 0) {
    CHECK(within_limits(problem.tree(), start, 0));
    parameters_.push_back(std::move(parameters));
    starts_.push_back(std::move(start));
    queries_.push_back({parameters_.back(), starts_.back(), true, random_seed, max_evaluations});
    order_.push_back(order_.size());
  }

  const Query* next() override { return next_ < order_.size() ? &queries_[order_[next_++]] : nullptr; }
  void take(const Query& query, Answer& answer) override {
    const auto i = index_of(query);
    CHECK(!given[i]);
    given[i] = true;
    answers[i] = answer;
  }

  // Answers all queries, in the given order.
  std::vector<Answer> solve(Restarts& restarts, std::vector<std::size_t> order, Stop& stop,
                            double share = 1) {
    order_ = std::move(order);
    next_ = 0;
    answers.assign(queries_.size(), {});
    given.assign(queries_.size(), false);
    restarts.run(*this, share, stop);
    return answers;
  }
  std::vector<Answer> solve(Restarts& restarts, double share = 1) {
    Stop stop;
    return solve(restarts, in_order(), stop, share);
  }

  std::vector<std::size_t> in_order() const {
    std::vector<std::size_t> order(queries_.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
  }
  std::size_t size() const { return queries_.size(); }
  Query& query(std::size_t i) { return queries_[i]; }

  std::vector<Answer> answers;
  std::vector<bool> given;

 private:
  std::size_t index_of(const Query& query) const {
    for (std::size_t i = 0; i < queries_.size(); ++i)
      if (&queries_[i] == &query) return i;
    CHECK(false);
    return 0;
  }

  std::deque<Query> queries_;
  std::deque<std::vector<double>> parameters_, starts_;
  std::vector<std::size_t> order_;
  std::size_t next_ = 0;
};

std::vector<double> parameters_for(const Problem& problem, const std::vector<double>& q) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (const Goal& goal : problem.goals())
    set_target(goal, target_met_at(problem.tree(), goal, q).data(), parameters.data() + goal.parameter);
  return parameters;
}

GoalSpec tip_pose(const Arm& arm, const Tree& tree) {
  GoalSpec goal;
  goal.links = {arm.tip()};
  goal.rotation_scale = 0.2 * tree.reach();
  return goal;
}

// Targets that are reached somewhere and, here and there, one that is too far away.
Desk questions(const Problem& problem, unsigned seed, int count, std::int64_t max_evaluations) {
  Random random(seed);
  Desk desk;
  for (int i = 0; i < count; ++i) {
    auto parameters = parameters_for(problem, inside_limits(random, problem.tree()));
    if (i % 8 == 5) parameters[10] += 10;  // a coordinate of the target's origin
    desk.ask(problem, parameters, inside_limits(random, problem.tree()), max_evaluations,
             static_cast<std::uint64_t>(i));
  }
  return desk;
}

bool same(const Answer& a, const Answer& b) {
  return a.status == b.status && a.stage == b.stage && a.evaluations == b.evaluations && a.cost == b.cost &&
         a.q == b.q;
}

// Whether a goal is met, by nothing but forward kinematics and the definition of the goal.
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
    Desk desk;
    std::vector<std::vector<double>> targets;
    for (int i = 0; i < 100; ++i) {
      const auto q = inside_limits(random, tree);
      targets.push_back(target_met_at(tree, problem.goals()[0], q));
      desk.ask(problem, parameters_for(problem, q), inside_limits(random, tree));
    }
    desk.solve(restarts);
    int solved = 0;
    for (std::size_t i = 0; i < desk.size(); ++i) {
      const Answer& answer = desk.answers[i];
      CHECK(desk.given[i] && within_limits(tree, answer.q, 0));
      const bool reached = met(tree, problem.goals()[0], targets[i], answer.q);
      CHECK(reached == (answer.status == Status::solved));
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
    Desk desk;
    const std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    for (int i = 0; i < 3; ++i) desk.ask(problem, parameters, inside_limits(random, tree), 1000);
    desk.solve(restarts);
    for (const Answer& answer : desk.answers) {
      CHECK(within_limits(tree, answer.q, 1e-14));
      bool reached = true;
      for (const Goal& goal : goals) reached &= met(tree, goal, goal.target, answer.q);
      if (answer.status == Status::solved) CHECK(reached);
      solved += answer.status == Status::solved;
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
      Desk desk = questions(problem, 2, 40, 150);
      const std::vector<Answer> batch = desk.solve(restarts);
      CHECK(std::any_of(batch.begin(), batch.end(),
                        [](const Answer& a) { return a.status == Status::approximate; }));
      CHECK(std::any_of(batch.begin(), batch.end(), [](const Answer& a) { return a.stage == Stage::start; }));
      CHECK(std::any_of(batch.begin(), batch.end(), [](const Answer& a) {
        return a.status == Status::solved && a.stage == Stage::restarts;
      }));
      for (unsigned seed = 0; seed < 3; ++seed) {
        auto order = desk.in_order();
        std::shuffle(order.begin(), order.end(), std::mt19937(seed));
        Stop stop;
        const auto shuffled = desk.solve(seed == 0 ? another : restarts, order, stop);
        for (std::size_t i = 0; i < desk.size(); ++i) CHECK(same(shuffled[i], batch[i]));
      }
      for (std::size_t i = 0; i < desk.size(); ++i) {
        Stop stop;
        const auto alone = desk.solve(i % 2 ? another : restarts, {i}, stop);
        CHECK(same(alone[i], batch[i]));
      }
    }
  }
}

// All attempts end at a limit with the very same cost, and differ in a joint that costs nothing: the first
// of them has to count, not the first to end.
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
  Desk desk;
  const std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (int i = 0; i < 30; ++i) desk.ask(problem, parameters, inside_limits(random, tree), 100);
  const auto batch = desk.solve(restarts);
  for (std::size_t i = 0; i < desk.size(); ++i) {
    CHECK(batch[i].q[0] == panda().upper[0]);
    Stop stop;
    CHECK(same(desk.solve(restarts, {i}, stop)[i], batch[i]));
  }
}

// Far from zero, whole turns cost digits: an attempt that is accepted may no longer be when wound back.
TEST(answers_are_verified_as_they_are_handed_in) {
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
    Desk desk;
    desk.ask(problem, parameters, start);
    const Answer answer = desk.solve(restarts)[0];
    exact.set_parameters(parameters);
    exact.evaluate(answer.q.data(), Scope::primary);
    if (answer.status == Status::solved) CHECK(exact.accepted());
  }
}

TEST(a_desk_may_keep_the_answer_it_is_given) {
  struct Keeper : Restarts::Desk {
    const Query* query;
    Answer kept;
    const Query* next() override { return std::exchange(query, nullptr); }
    void take(const Query&, Answer& answer) override { std::swap(kept, answer); }
  };
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(13);
  for (int i = 0; i < 3; ++i) {
    const auto parameters = parameters_for(problem, inside_limits(random, tree));
    const auto start = inside_limits(random, tree);
    const Query query{parameters, start, true, 0, 1000};
    Keeper keeper;
    keeper.query = &query;
    Stop stop;
    restarts.run(keeper, 1, stop);
    CHECK(keeper.kept.status == Status::solved && keeper.kept.q.size() == 7);
  }
}

TEST(the_stage_is_start_where_the_first_attempt_alone_succeeds) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Random random(4);
  Desk full, first;
  for (int i = 0; i < 60; ++i) {
    const auto target = inside_limits(random, tree);
    auto start = target;
    for (double& value : start) value += random.uniform(-0.8, 0.8);
    clip(tree, start);
    full.ask(problem, parameters_for(problem, target), start, 3000);
    first.ask(problem, parameters_for(problem, target), start, 1);  // an attempt is finished, none follows
  }
  const auto answers = full.solve(restarts), alone = first.solve(restarts);
  int from_start = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const bool succeeds = alone[i].status == Status::solved;
    CHECK((answers[i].stage == Stage::start) == succeeds);
    if (succeeds) CHECK(answers[i].q == alone[i].q && answers[i].evaluations == alone[i].evaluations);
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
    Desk desk;
    std::vector<std::vector<double>> starts;
    for (int i = 0; i < 10; ++i) {
      starts.push_back(inside_limits(random, tree));
      desk.ask(problem, parameters_for(problem, starts.back()), starts.back());
    }
    desk.solve(restarts);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Answer& answer = desk.answers[i];
      CHECK(answer.status == Status::solved && answer.stage == Stage::start && answer.evaluations == 1);
      CHECK(answer.q == starts[i]);
    }
  }
}

TEST(the_budget_is_exceeded_by_no_more_than_an_attempt) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  for (const std::int64_t budget : {0, 1, 5, 20, 21, 50, 300}) {
    Desk desk = questions(problem, 6, 24, budget);
    for (const Answer& answer : desk.solve(restarts)) {
      CHECK(answer.evaluations >= 1 && answer.evaluations <= budget + 20);
      if (answer.status != Status::solved) CHECK(answer.evaluations >= budget);  // and it is used up
    }
  }
}

TEST(a_share_of_a_budget_is_a_smaller_budget) {
  const Tree tree = panda().tree();
  const Problem problem(tree, {tip_pose(panda(), tree)});
  const StartSources sources(problem);
  Restarts restarts(problem, sources);
  Desk whole = questions(problem, 7, 24, 100), half = questions(problem, 7, 24, 50);
  const auto a = whole.solve(restarts, 0.5), b = half.solve(restarts);
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
    CHECK(std::count(desk.given.begin(), desk.given.end(), true) == pack_lanes);
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

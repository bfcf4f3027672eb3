#include <algorithm>
#include <set>

#include "check.hpp"
#include "memetik/search/start_pool.hpp"
#include "memetik/search/starts.hpp"
#include "random_goals.hpp"
#include "search/arm_on_vehicle.hpp"
#include "search/simple_queries.hpp"

using namespace memetik;

namespace {

struct Pool {
  Problem problem;
  Sampler sampler{problem};
  StartPool pool{problem, sampler};

  Pool(const Tree& tree, const std::vector<Goal>& goals, const std::vector<bool>& movable = {})
      : problem(tree, goals, movable) {}
  Pool(const Pool&) = delete;

  // The poses of the pool's bases at a start.
  std::vector<Frame<double>> places(const std::vector<double>& start) const {
    std::vector<Frame<double>> poses;
    for (const int base : pool.bases()) poses.push_back(pose_at(problem.tree(), base, start));
    return poses;
  }
};

std::vector<double> parameters_for(const Problem& problem, const std::vector<double>& q) {
  std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
  for (const Goal& goal : problem.goals())
    set_target(goal, target_met_at(problem.tree(), goal, q).data(), parameters.data() + goal.parameter);
  return parameters;
}

GoalSpec goal_of(GoalKind kind, int link) {
  GoalSpec goal;
  goal.kind = kind;
  goal.links = {link};
  goal.rotation_scale = 0.2;
  return goal;
}

Tree on_a_cart(double limit) {
  std::vector<JointSpec> joints(2);
  joints[0].kind = JointKind::prismatic;
  joints[0].variable = 0;
  joints[1].kind = JointKind::revolute;
  joints[1].parent_link = 1;
  joints[1].variable = 1;
  joints[1].origin.p = {0, 1, 0};
  return Tree(joints, std::vector<LinkMass>(3), std::vector{-limit, -1.0}, std::vector{limit, 1.0});
}

}  // namespace

TEST(the_pool_s_best_are_nearer_than_random_ones_and_come_nearest_first) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    for (const GoalKind kind : {GoalKind::pose, GoalKind::position, GoalKind::orientation}) {
      GoalSpec goal = goal_of(kind, arm.tip());
      goal.offset = Random(3).frame();
      const Pool pool(tree, {goal, goal_of(GoalKind::position, arm.tip() / 2)});
      Objective<double> objective(pool.problem);
      Random random(1);
      double of_best = 0, of_random = 0, of_nearest = 0;
      for (std::uint64_t i = 0; i < 40; ++i) {
        const auto parameters = parameters_for(pool.problem, inside_limits(random, tree));
        objective.set_parameters(parameters);
        std::vector<double> q(static_cast<std::size_t>(tree.dof()));
        const auto cost = [&] {
          CHECK(within_limits(tree, q, 0));
          objective.evaluate(q.data(), Scope::primary);
          return objective.cost();
        };
        double before = 0;
        StartPool::Best best = pool.pool.best(parameters, pool.places(q));
        std::set<int> seen;
        for (int rank = 0; rank < StartPool::best_count; ++rank) {
          const int index = best[rank];
          seen.insert(index);
          pool.pool.get(index, q.data());
          const double own = cost();
          CHECK(own >= before - 1e-4 * (1 + before));  // compared in single precision
          if (rank == 0) of_nearest += own;
          before = own;
          of_best += own / StartPool::best_count;
          pool.sampler.sample(RandomStream(i).branch(static_cast<std::uint64_t>(index)), query_with_start(q),
                              q.data());
          of_random += cost() / StartPool::best_count;
        }
        CHECK(seen.size() == StartPool::best_count);
      }
      CHECK(of_best < 0.5 * of_random);
      CHECK(of_nearest < 0.25 * of_random);
    }
  }
}

TEST(starts_of_the_pool_are_within_the_limits_of_any_tree) {
  int filled = 0;
  for_each_example(60, 8, [&](Random& random, const Tree& tree, const auto&, const auto& q) {
    const Pool pool(tree, {random_pose(random, tree, q, GoalKind::pose, false, false).goal});
    if (pool.pool.empty()) return;
    ++filled;
    StartPool::Best best = pool.pool.best(pool.problem.parameters(), pool.places(q));
    for (int rank = 0; rank < StartPool::best_count; ++rank) {
      auto start = q;
      pool.pool.get(best[rank], start.data());
      CHECK(within_limits(tree, start, 1e-15));
      for (std::size_t v = 0; v < q.size(); ++v)
        if (pool.problem.columns()[v] < 0) CHECK(start[v] == q[v]);
    }
  });
  CHECK(filled > 5);
}

TEST(there_is_no_pool_where_starts_depend_on_more_than_the_target) {
  const GoalSpec goal = goal_of(GoalKind::position, 2);
  const Tree limited = on_a_cart(2), unlimited = on_a_cart(HUGE_VAL);
  CHECK(!Pool(limited, {goal}).pool.empty());
  CHECK(Pool(unlimited, {goal}).pool.empty());
  // the place of a cart at rest is known to each query, the angle of a joint on a moving cart is not
  CHECK(!Pool(unlimited, {goal}, {false, true}).pool.empty());
  CHECK(Pool(limited, {goal}, {true, false}).pool.empty());
}

// Relative to the arm's base, the targets of an arm on a vehicle are those of the arm alone.
TEST(the_pool_of_an_arm_on_a_vehicle_at_rest_serves_it_wherever_the_vehicle_is) {
  for (const Arm& arm : arms()) {
    const ArmOnVehicle whole(arm);
    const Tree alone = arm.tree();
    GoalSpec goal = goal_of(GoalKind::pose, whole.tip());
    goal.offset = Random(3).frame();
    const Pool pool(whole.tree, {goal}, whole.only_arm());
    goal.links = {arm.tip()};
    const Pool own(alone, {goal});
    Objective<double> objective(own.problem);
    Random random(2);
    for (int i = 0; i < 40; ++i) {
      auto start = inside_limits(random, whole.tree);
      const auto wanted = inside_limits(random, alone);
      const auto parameters = parameters_for(pool.problem, whole.with_arm(start, wanted));
      const std::vector places{pose_at(whole.tree, pool.pool.bases()[0], start)};
      const auto best = pool.pool.best(parameters, places);
      const auto expected = own.pool.best(parameters_for(own.problem, wanted), {});
      objective.set_parameters(parameters_for(own.problem, wanted));
      const auto cost = [&](std::span<const double> q) {
        objective.evaluate(q.data(), Scope::primary);
        return objective.cost();
      };
      for (std::size_t rank = 0; rank < best.size(); ++rank) {
        auto q = start;
        std::vector<double> other(wanted.size());
        pool.pool.get(best[rank], q.data());
        own.pool.get(expected[rank], other.data());
        CHECK(whole.with_arm(start, whole.arm_of(q)) == q);  // the vehicle does not move
        const double expected_cost = cost(other);
        CHECK_NEAR(cost(whole.arm_of(q)), expected_cost, 1e-4 * (1 + expected_cost));
      }
    }
  }
}

TEST(there_is_no_pool_without_a_target_to_compare_with) {
  Random random(1);
  const Tree tree = panda().tree();
  const auto q = inside_limits(random, tree);
  CHECK(Pool(tree, {random_look_at(random, tree, q, false).goal}).pool.empty());
  CHECK(Pool(tree, {random_stay_close(random, tree, q).goal}).pool.empty());
  CHECK(Pool(tree, {random_external(random, tree, q, true).goal}).pool.empty());
  CHECK(Pool(tree, {random_pose(random, tree, q, GoalKind::pose, true, true).goal}).pool.empty());
  GoalSpec secondary = goal_of(GoalKind::pose, panda().tip());
  secondary.priority = Priority::secondary;
  CHECK(Pool(tree, {secondary}).pool.empty());
}

TEST(the_first_attempt_begins_at_the_start_and_all_others_are_reproducible) {
  for (const auto kind : {GoalKind::pose, GoalKind::look_at}) {
    const Tree tree = panda().tree();
    Random random(2);
    const auto start = inside_limits(random, tree), target = inside_limits(random, tree);
    const Problem problem(tree,
                          {kind == GoalKind::pose ? random_pose(random, tree, target, kind, false, false).goal
                                                  : random_look_at(random, tree, target, false).goal});
    const StartSources sources(problem);
    const Query query{.parameters = problem.parameters(), .start = start, .options = {.random_seed = 7}};
    Starts forwards(problem, sources), backwards(problem, sources);
    StartList list, other;
    list.query = other.query = &query;
    constexpr int attempts = 20;
    Stop stop;
    std::vector<std::vector<double>> starts;
    for (int i = 0; i < attempts; ++i) {
      starts.emplace_back(start.size());
      forwards.get(list, i, starts.back().data(), stop);
      CHECK(within_limits(tree, starts.back(), 0));
    }
    CHECK(starts[0] == start);
    CHECK(std::set<std::vector<double>>(starts.begin(), starts.end()).size() == attempts);
    for (int i = attempts; i-- > 0;) {
      std::vector<double> q(start.size());
      backwards.get(other, i, q.data(), stop);
      CHECK(q == starts[static_cast<std::size_t>(i)]);
    }
  }
}

TEST(random_starts_follow_the_random_seed) {
  const Tree tree = panda().tree();
  Random random(3);
  const auto start = inside_limits(random, tree);
  const Problem problem(tree, {random_look_at(random, tree, inside_limits(random, tree), false).goal});
  const StartSources sources(problem);
  const auto third = [&](std::uint64_t seed) {
    const Query query{.parameters = problem.parameters(), .start = start, .options = {.random_seed = seed}};
    StartList list;
    list.query = &query;
    std::vector<double> q(start.size());
    Stop stop;
    Starts(problem, sources).get(list, 3, q.data(), stop);
    return q;
  };
  CHECK(third(1) == third(1) && third(1) != third(2));
}

TEST(a_pool_that_copies_from_another_equals_a_new_one) {
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    const GoalSpec pose = goal_of(GoalKind::pose, arm.tip()), place = goal_of(GoalKind::position, arm.tip());
    GoalSpec shifted = pose;
    shifted.offset = Random(3).frame();
    const GoalSpec middle = goal_of(GoalKind::position, arm.tip() / 2);
    const std::vector<std::vector<Goal>> sets{{pose}, {shifted, middle}, {place, shifted}, {middle}};
    for (const auto& before : sets)
      for (const auto& after : sets) {
        const Pool known(tree, before), fresh(tree, after);
        const StartPool copied(fresh.problem, fresh.sampler, &known.pool);
        std::vector<double> q(static_cast<std::size_t>(tree.dof())), same = q;
        const auto places = fresh.places(q);
        StartPool::Best expected = fresh.pool.best(fresh.problem.parameters(), places);
        StartPool::Best best = copied.best(fresh.problem.parameters(), places);
        for (int rank = 0; rank < StartPool::best_count; ++rank) {
          CHECK(best[rank] == expected[rank]);
          copied.get(best[rank], q.data());
          fresh.pool.get(expected[rank], same.data());
          CHECK(q == same);
        }
      }
  }
}

#include <bit>

#include "check.hpp"
#include "memetik/search/local/moving_link.hpp"
#include "memetik/search/local/pose_descent.hpp"
#include "memetik/search/local/reach.hpp"
#include "memetik/search/local/revolute_chain.hpp"
#include "random_goals.hpp"
#include "search/arm_on_vehicle.hpp"
#include "search/serial_chains.hpp"
#include "search/simple_queries.hpp"

using namespace memetik;

namespace {

// Poses on arms and on random trees with random weights and offsets, and a secondary goal.
template <class Check>
int for_each_pose(Check check) {
  int examples = 0;
  const auto add = [&](Random& random, const Tree& tree, int link) {
    GoalSpec goal;
    goal.links = {link};
    goal.offset = random.frame();
    goal.weight = random.uniform(0.2, 3);
    goal.rotation_scale = random.uniform(0.1, 1);
    GoalSpec secondary = goal;
    secondary.priority = Priority::secondary;
    secondary.kind = GoalKind::position;
    secondary.links = {random.integer(tree.link_count())};
    goal.target = target_met_at(tree, goal, inside_limits(random, tree));
    secondary.target = {0.1, 0.2, 0.3};
    const Problem problem(tree, {goal, secondary});
    if (!only_pose(problem)) return;
    ++examples;
    check(random, problem);
  };
  for (const Arm& arm : arms()) {
    const Tree tree = arm.tree();
    for (unsigned seed = 0; seed < 5; ++seed) {
      Random random(seed);
      add(random, tree, arm.tip());
    }
  }
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(14).tree();
    add(random, tree, tree.link_count() - 1);
  }
  return examples;
}

std::vector<Pack> some_configurations(Random& random, const Tree& tree) {
  std::vector<Pack> q(static_cast<std::size_t>(tree.dof()), Pack(0));
  for (int l = 0; l < pack_lanes; ++l) {
    const auto own = inside_limits(random, tree);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].set(l, own[i]);
  }
  return q;
}

}  // namespace

TEST(pose_descent_has_the_cost_and_steps_of_any_goal) {
  const int examples = for_each_pose([](Random& random, const Problem& problem) {
    Objective<Pack> objective(problem);
    ReachStep<Pack> step(problem);
    const auto descent = make_pose_descent(problem);
    auto expected = some_configurations(random, problem.tree()), q = expected;
    for (int i = 0; i < 3; ++i) {
      objective.linearize(expected.data(), Scope::primary);
      step.apply(objective, expected.data());
      descent->evaluate(q.data(), Pack(0) > Pack(0));
      descent->step(q.data());
      for (int l = 0; l < pack_lanes; ++l) {
        CHECK_NEAR(descent->cost()[l], objective.cost()[l], 1e-9 * objective.cost()[l] + 1e-15);
        for (std::size_t v = 0; v < q.size(); ++v) CHECK_NEAR(q[v][l], expected[v][l], 1e-6);
      }
      CHECK(lane_bits(descent->accepted()) == lane_bits(objective.accepted()));
      q = expected;  // rounding decides on which side of a bound a variable ends
    }
  });
  CHECK(examples > 25);
}

TEST(at_its_target_a_pose_is_accepted) {
  for_each_pose([](Random& random, const Problem& problem) {
    const auto descent = make_pose_descent(problem);
    auto q = some_configurations(random, problem.tree());
    std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    for (int l = 0; l < pack_lanes; ++l) {
      std::vector<double> own;
      for (const Pack& value : q) own.push_back(value[l]);
      const Goal& goal = problem.goals()[0];
      set_target(goal, target_met_at(problem.tree(), goal, own).data(), parameters.data() + goal.parameter);
      descent->set_lane_query(l, query_with_parameters(parameters));
    }
    descent->evaluate(q.data(), Pack(0) > Pack(0));
    CHECK(all(descent->accepted()));
    for (int l = 0; l < pack_lanes; ++l) CHECK(descent->cost()[l] < 1e-20);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = some_configurations(random, problem.tree())[i];
    descent->evaluate(q.data(), Pack(0) > Pack(0));
    CHECK(!any(descent->accepted()));
  });
}

TEST(a_pose_without_weight_is_always_accepted) {
  for_each_pose([](Random& random, const Problem& problem) {
    const auto descent = make_pose_descent(problem);
    std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
    const Goal& goal = problem.goals()[0];
    set_weight(0, parameters.data() + goal.parameter);
    descent->set_query(query_with_parameters(parameters));
    const auto q = some_configurations(random, problem.tree());
    descent->evaluate(q.data(), Pack(0) > Pack(0));
    CHECK(all(descent->accepted()));
  });
}

TEST(a_lane_of_a_pose_descent_is_independent_of_the_others) {
  for_each_pose([](Random& random, const Problem& problem) {
    const int mine = random.integer(pack_lanes);
    const auto own = inside_limits(random, problem.tree());
    std::vector<std::uint64_t> expected;
    for (const double other : {0.3, std::nan(""), HUGE_VAL, 1e300}) {
      const auto descent = make_pose_descent(problem);
      std::vector<Pack> q(own.begin(), own.end());
      for (int l = 0; l < pack_lanes; ++l)
        if (l != mine) q[static_cast<std::size_t>(random.integer(problem.tree().dof()))].set(l, other);
      for (int i = 0; i < 3; ++i) {
        descent->evaluate(q.data(), Pack(0) > Pack(0));
        descent->step(q.data());
      }
      std::vector<std::uint64_t> bits;
      for (const Pack& value : q) bits.push_back(std::bit_cast<std::uint64_t>(value[mine]));
      if (expected.empty()) expected = bits;
      CHECK(bits == expected);
    }
  });
}

// At exactly half a turn the slope of 2 sin(angle/2) vanishes; steps stay finite and within limits.
TEST(half_a_turn_away_steps_are_finite) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    GoalSpec goal;
    goal.links = {arm.tip()};
    auto q = inside_limits(random, tree);
    goal.target = target_met_at(tree, goal, q);
    for (const int entry : {0, 1, 4, 5, 8, 9}) goal.target[static_cast<std::size_t>(entry)] *= -1;  // about z
    const Problem problem(tree, {goal});
    const auto descent = make_pose_descent(problem);
    std::vector<Pack> packed(q.begin(), q.end());
    descent->evaluate(packed.data(), Pack(0) > Pack(0));
    descent->step(packed.data());
    for (std::size_t v = 0; v < q.size(); ++v) q[v] = packed[v][0];
    CHECK(within_limits(tree, q, 0));
  }
}

// The descent that knows its joints computes the same as the one for any joints, up to rounding.
TEST(a_chain_of_revolute_joints_descends_like_any_link) {
  int chains = 0;
  const auto compare = [&](Random& random, const Problem& problem, Descent& chain) {
    ++chains;
    PoseDescent<MovingLink> link(problem);
    auto q = some_configurations(random, problem.tree());
    for (int i = 0; i < 10; ++i) {
      auto other = q;
      chain.evaluate(q.data(), Pack(0) > Pack(0));
      link.evaluate(other.data(), Pack(0) > Pack(0));
      chain.step(q.data());
      link.step(other.data());
      for (int l = 0; l < pack_lanes; ++l) {
        CHECK_NEAR(chain.cost()[l], link.cost()[l], 1e-12 * (1 + link.cost()[l]));
        for (std::size_t v = 0; v < q.size(); ++v) CHECK_NEAR(q[v][l], other[v][l], 1e-7);
      }
      CHECK(lane_bits(chain.accepted()) == lane_bits(link.accepted()));
    }
  };
  for_each_pose([&](Random& random, const Problem& problem) {
    const int link = only_pose(problem)->links[0];
    if (RevoluteChain<6>::supports(problem, link)) {
      PoseDescent<RevoluteChain<6>> chain(problem);
      compare(random, problem, chain);
    } else if (RevoluteChain<7>::supports(problem, link)) {
      PoseDescent<RevoluteChain<7>> chain(problem);
      compare(random, problem, chain);
    }
  });
  CHECK(chains >= 15);
  const auto add_turning_joints = [&](std::size_t joints, unsigned seed) {
    const Tree tree = serial(std::vector<JointKind>(joints, turning), seed).tree();
    Random random(seed);
    GoalSpec goal;
    goal.links = {tree.link_count() - 1};
    goal.offset = random.frame();
    goal.rotation_scale = random.uniform(0.1, 1);
    goal.weight = random.uniform(0.2, 3);
    goal.target = target_met_at(tree, goal, inside_limits(random, tree));
    const Problem problem(tree, {goal});
    if (joints == 6) {
      PoseDescent<RevoluteChain<6>> chain(problem);
      compare(random, problem, chain);
    } else {
      PoseDescent<RevoluteChain<7>> chain(problem);
      compare(random, problem, chain);
    }
  };
  for (unsigned seed = 0; seed < 30; ++seed) {  // axes and places are arbitrary
    add_turning_joints(6, seed);
    add_turning_joints(7, seed);
  }
}

// Each lane has the place of its own query.
TEST(a_chain_on_a_body_at_rest_descends_like_any_link) {
  const auto compare = [](const ArmOnVehicle& whole, const Problem& problem, Descent& chain) {
    PoseDescent<MovingLink> link(problem);
    Random random(6);
    for (int repeat = 0; repeat < 5; ++repeat) {
      std::vector<Pack> q(static_cast<std::size_t>(whole.tree.dof()), Pack(0));
      for (int l = 0; l < pack_lanes; ++l) {
        const auto start = inside_limits(random, whole.tree);
        const auto wanted = whole.with_arm(start, whole.arm_of(inside_limits(random, whole.tree)));
        std::vector<double> parameters(problem.parameters().begin(), problem.parameters().end());
        const Goal& goal = problem.goals()[0];
        set_target(goal, target_met_at(whole.tree, goal, wanted).data(), parameters.data() + goal.parameter);
        const Query query{.parameters = parameters, .start = start};
        for (Descent* descent : {&chain, static_cast<Descent*>(&link)})
          repeat == 0 ? descent->set_query(query) : descent->set_lane_query(l, query);
        for (std::size_t i = 0; i < q.size(); ++i)
          if (repeat == 0)
            q[i] = Pack(start[i]);
          else
            q[i].set(l, start[i]);
      }
      auto other = q;
      for (int i = 0; i < 10; ++i) {
        chain.evaluate(q.data(), Pack(0) > Pack(0));
        link.evaluate(other.data(), Pack(0) > Pack(0));
        for (int l = 0; l < pack_lanes; ++l)
          CHECK_NEAR(chain.cost()[l], link.cost()[l], 1e-9 * (1 + link.cost()[l]));
        CHECK(lane_bits(chain.accepted()) == lane_bits(link.accepted()));
        chain.step(q.data());
        link.step(other.data());
        for (int l = 0; l < pack_lanes; ++l)
          for (std::size_t v = 0; v < q.size(); ++v) CHECK_NEAR(q[v][l], other[v][l], 1e-6);
        q = other;
      }
    }
  };
  for (const Arm& arm : arms()) {
    const ArmOnVehicle whole(arm);
    GoalSpec goal;
    goal.links = {whole.tip()};
    goal.offset = Random(3).frame();
    goal.rotation_scale = 0.3;
    const Problem problem(whole.tree, {goal}, whole.only_arm());
    CHECK(RevoluteChain<6>::supports(problem, whole.tip()) ||
          RevoluteChain<7>::supports(problem, whole.tip()));
    const auto chain = make_pose_descent(problem);
    compare(whole, problem, *chain);
  }
}

#include <array>
#include <numbers>

#include "check.hpp"
#include "memetik/search/reach_bound.hpp"
#include "random_goals.hpp"
#include "search/serial_chains.hpp"

using namespace memetik;

namespace {

bool excludes(const Tree& tree, const GoalSpec& goal) {
  const Problem problem(tree, {goal});
  return ReachBound(problem).excludes(problem.parameters());
}

// Every variable that has limits is at one of them; slides are mostly extended.
std::vector<double> at_limits(Random& random, const Tree& tree) {
  auto q = inside_limits(random, tree);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Variable& v = tree.variables()[i];
    if (std::isfinite(v.lower) && random.integer(3) > 0) q[i] = random.integer(2) ? v.lower : v.upper;
  }
  clip(tree, q);
  return q;
}

GoalSpec place_of(Random& random, const Tree& tree, int link, GoalKind kind, const std::vector<double>& q) {
  GoalSpec goal;
  goal.kind = kind;
  goal.links = {link};
  if (random.integer(3) > 0) goal.offset = random.frame();
  goal.weight = random.uniform(0.1, 2);
  for (double& tolerance : goal.tolerance) tolerance = std::pow(10, random.uniform(-8, 0.5));
  goal.target = target_met_at(tree, goal, q);
  return goal;
}

void move(GoalSpec& goal, const Vec3<double>& by) {
  const bool pose = goal.kind == GoalKind::pose;
  goal.target[pose ? 3 : 0] += by.x;
  goal.target[pose ? 7 : 1] += by.y;
  goal.target[pose ? 11 : 2] += by.z;
}

// Two hinges with an arbitrary base frame.
struct Planar {
  double first, second;
  Frame<double> base;

  Tree tree() const {
    std::vector<JointSpec> joints(3);
    joints[0].kind = joints[1].kind = JointKind::revolute;
    for (int i = 0; i < 3; ++i) joints[static_cast<std::size_t>(i)].parent_link = i;
    joints[0].variable = 0;
    joints[1].variable = 1;
    joints[0].origin = base;
    joints[1].origin.p = {first, 0, 0};
    joints[2].origin.p = {second, 0, 0};
    return Tree(joints, std::vector<LinkMass>(4), std::vector<double>(2, -HUGE_VAL),
                std::vector<double>(2, HUGE_VAL));
  }
};

}  // namespace

TEST(a_reachable_target_is_never_excluded) {
  int excluded_when_far = 0, tried = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(1 + random.integer(12)).tree();
    for (const GoalKind kind : {GoalKind::pose, GoalKind::position})
      for (int k = 0; k < 10; ++k) {
        const auto q = k % 2 ? at_limits(random, tree) : inside_limits(random, tree);
        GoalSpec goal = place_of(random, tree, random.integer(tree.link_count()), kind, q);
        CHECK(!excludes(tree, goal));
        // nor is a target that is missed by less than the tolerance
        move(goal, (0.99 * goal.tolerance[0]) * random.axis());
        CHECK(!excludes(tree, goal));
        move(goal, {1e4, 0, 0});
        excluded_when_far += excludes(tree, goal);
        ++tried;
      }
  }
  CHECK(excluded_when_far > tried / 4);  // the others have slides without limits
}

TEST(chains_of_hinges_and_slides_reach_what_they_reach_when_stretched) {
  Random random(1);
  for (const auto& kinds :
       {std::vector{turning, turning, turning}, std::vector{turning, sliding, turning},
        std::vector{sliding, sliding}, std::vector{turning, turning, turning, sliding, turning}})
    for (int k = 0; k < 200; ++k) {
      const Tree tree = serial(kinds).tree();
      const int tip = tree.link_count() - 1;
      CHECK(!excludes(tree, place_of(random, tree, tip, GoalKind::position, at_limits(random, tree))));
      CHECK(!excludes(tree, place_of(random, tree, tip, GoalKind::pose, at_limits(random, tree))));
    }
  // in line: the sum of all lengths is reached exactly
  const Planar arm{0.7, 0.4, identity_frame};
  const Tree tree = arm.tree();
  for (const double angle : {0.0, std::numbers::pi})
    for (const GoalKind kind : {GoalKind::pose, GoalKind::position}) {
      GoalSpec goal;
      goal.kind = kind;
      goal.links = {3};
      goal.tolerance.fill(1e-12);
      goal.target = target_met_at(tree, goal, {0.3, angle});
      CHECK(!excludes(tree, goal));
    }
}

// A slide may mimic a hinge: its travel is a multiple of an angle.
TEST(mimics_of_another_joint_kind_are_not_excluded) {
  for (const bool slide_follows : {true, false})
    for (const double multiplier : {0.5, -2.0, 0.0}) {
      std::vector<JointSpec> joints(2);
      joints[0].kind = slide_follows ? turning : sliding;
      joints[1].kind = slide_follows ? sliding : turning;
      joints[0].variable = joints[1].variable = 0;
      joints[1].parent_link = 1;
      joints[1].is_mimic = true;
      joints[1].multiplier = multiplier;
      joints[1].offset = 0.3;
      joints[1].origin.p = {0.5, 0, 0};
      const Tree tree(joints, std::vector<LinkMass>(3), std::vector<double>{-1}, std::vector<double>{1.5});
      for (const double q : {-1.0, -0.3, 0.0, 0.8, 1.5})
        for (const GoalKind kind : {GoalKind::pose, GoalKind::position}) {
          GoalSpec goal;
          goal.kind = kind;
          goal.links = {2};
          goal.offset.p = {0.1, 0.2, 0};
          goal.target = target_met_at(tree, goal, {q});
          CHECK(!excludes(tree, goal));
          move(goal, {10, 0, 0});
          CHECK(excludes(tree, goal));
        }
    }
}

TEST(of_two_hinges_exactly_the_ring_is_not_excluded) {
  Random random(2);
  int inside = 0, too_near = 0, too_far = 0;
  for (int k = 0; k < 500; ++k) {
    const Planar arm{random.uniform(0.1, 1), random.uniform(0.1, 1), random.frame()};
    const Tree tree = arm.tree();
    GoalSpec goal;
    goal.kind = GoalKind::position;
    goal.links = {3};
    goal.tolerance[0] = random.integer(2) ? 1e-5 : 0.05;
    const double min_radius = std::abs(arm.first - arm.second) - goal.tolerance[0];
    const double max_radius = arm.first + arm.second + goal.tolerance[0];
    const double angle = random.uniform(-3, 3);
    for (const double radius : {random.uniform(0, 2.5), min_radius + 1e-7, min_radius - 1e-7,
                                max_radius + 1e-7, max_radius - 1e-7}) {
      if (radius < 0) continue;
      const Vec3<double> p =
          apply(arm.base, Vec3<double>{radius * std::cos(angle), radius * std::sin(angle), 0});
      goal.target = {p.x, p.y, p.z};
      CHECK(excludes(tree, goal) == (radius < min_radius || radius > max_radius));
      inside += radius >= min_radius && radius <= max_radius;
      too_near += radius < min_radius;
      too_far += radius > max_radius;
    }
  }
  CHECK(inside > 300 && too_near > 300 && too_far > 300);
}

TEST(the_excess_is_the_distance_from_the_ring) {
  Random random(5);
  for (int k = 0; k < 200; ++k) {
    const Planar arm{random.uniform(0.1, 1), random.uniform(0.1, 1), random.frame()};
    const Tree tree = arm.tree();
    GoalSpec near, goal;
    near.kind = goal.kind = GoalKind::position;
    near.links = goal.links = {3};
    near.tolerance[0] = goal.tolerance[0] = 0.01;
    near.target = target_met_at(tree, near, std::vector<double>{0.1, 0.2});
    const double min_radius = std::abs(arm.first - arm.second) - 0.01;
    const double max_radius = arm.first + arm.second + 0.01, radius = random.uniform(0, 3);
    const Vec3<double> p = apply(arm.base, Vec3<double>{0, radius, 0});
    goal.target = {p.x, p.y, p.z};
    const Problem problem(tree, {near, goal});
    const ReachBound bound(problem);
    const auto excesses = bound.excesses(problem.parameters());
    CHECK(bound.excludes(problem.parameters()) == !excesses.empty());
    const double expected = std::max(radius - max_radius, min_radius - radius);
    CHECK(excesses.size() == (expected > 0 ? 1 : 0));
    for (const ReachBound::Excess& excess : excesses) {
      CHECK(excess.goal == 1);
      CHECK(excess.too_near == (radius < min_radius));
      CHECK_NEAR(excess.distance, expected, 1e-7);
    }
  }
}

// The target's rotation determines the position of the last hinge; with two hinges, it is on a circle.
TEST(of_two_hinges_poses_are_excluded_by_the_place_of_the_second) {
  Random random(3);
  for (int k = 0; k < 300; ++k) {
    const Planar arm{random.uniform(0.1, 1), random.uniform(0.1, 1), random.frame()};
    const Tree tree = arm.tree();
    GoalSpec goal;
    goal.links = {3};
    goal.tolerance = {1e-4, 1e-4, 0, 0, 0, 0};
    const std::vector<double> q{random.uniform(-3, 3), random.uniform(-3, 3)};
    goal.target = target_met_at(tree, goal, q);
    CHECK(!excludes(tree, goal));
    const Frame<double> elbow = pose_at(tree, 2, q);
    const Vec3<double> outward = (1 / arm.first) * (elbow.p - arm.base.p);
    const double slack = goal.tolerance[0] + goal.tolerance[1] * arm.second;
    for (const double by : {0.9 * slack, 1.1 * slack, -0.9 * slack, -1.1 * slack, 0.05, -0.05}) {
      GoalSpec moved = goal;
      move(moved, by * outward);
      CHECK(excludes(tree, moved) == (std::abs(by) > slack));
    }
    goal.tolerance[1] = 0.5;  // a loose rotation tolerance gives no information
    move(goal, -0.05 * outward);
    GoalSpec place = goal;
    place.kind = GoalKind::position;
    place.target = {goal.target[3], goal.target[7], goal.target[11]};
    CHECK(excludes(tree, goal) == excludes(tree, place));
  }
}

TEST(arms_cannot_reach_farther_than_their_shoulder_is_from_their_wrist) {
  GoalSpec goal;
  goal.links = {iiwa14().tip()};
  const Tree tree = iiwa14().tree();
  goal.target = target_met_at(tree, goal, std::vector<double>(7, 0.0));  // straight up
  CHECK(!excludes(tree, goal));
  move(goal, {0, 0, 2e-5});
  CHECK(excludes(tree, goal));
}

TEST(unsupported_goals_are_never_excluded) {
  const Arm arm = panda();
  const Tree tree = arm.tree();
  GoalSpec far;
  far.links = {arm.tip()};
  far.target = target_met_at(tree, far, std::vector<double>(7, 0.1));
  move(far, {5, 0, 0});
  CHECK(excludes(tree, far));
  GoalSpec weightless = far, beside = far, by_axis = far, tolerances = far, moving = far;
  weightless.weight = 0;
  beside.priority = Priority::secondary;
  by_axis.by_axis = true;
  by_axis.axes = {0, 1, 1, 1, 1, 1};
  tolerances.by_axis = tolerances.tolerance_by_axis = true;
  tolerances.tolerance.fill(1e-5);
  moving.frame = 3;
  for (const GoalSpec& goal : {weightless, beside, by_axis, tolerances, moving}) CHECK(!excludes(tree, goal));
  Goal lossy = far;
  lossy.losses.assign(2, Loss{.kind = LossKind::hinge, .lower = 0, .upper = 9});
  const Problem problem(tree, {lossy});
  CHECK(!ReachBound(problem).excludes(problem.parameters()));
  for (const GoalKind kind : {GoalKind::orientation, GoalKind::look_at}) {
    GoalSpec other;
    other.kind = kind;
    other.links = {arm.tip()};
    other.target = target_met_at(tree, other, std::vector<double>(7, 0.1));
    CHECK(!excludes(tree, other));
  }
  // one goal out of reach suffices
  GoalSpec near = far;
  near.target = target_met_at(tree, near, std::vector<double>(7, 0.1));
  const Problem both(tree, {near, far});
  CHECK(ReachBound(both).excludes(both.parameters()));
}

TEST(slides_and_floating_joints_without_limits_reach_everything) {
  Random random(4);
  for (const JointKind kind :
       {JointKind::prismatic, JointKind::cylindrical, JointKind::planar, JointKind::floating})
    for (const bool half : {false, true}) {
      RandomTree chain = serial({turning, kind, turning});
      const auto count = static_cast<std::size_t>(variable_count(kind));
      for (std::size_t c = 1; c <= count; ++c) {
        chain.upper[c] = HUGE_VAL;
        if (!half || c > 3) chain.lower[c] = -HUGE_VAL;
      }
      const Tree tree = chain.tree();
      GoalSpec goal = place_of(random, tree, 3, GoalKind::position, inside_limits(random, tree));
      move(goal, random.vector(100));
      CHECK(!excludes(tree, goal));
    }
}

TEST(a_fixed_link_reaches_only_its_own_position) {
  const Tree tree = panda().tree();
  GoalSpec goal;
  goal.kind = GoalKind::position;
  goal.links = {0};
  goal.offset.p = {0.1, 0.2, 0.3};
  goal.target = {0.1, 0.2, 0.3 + 0.9e-5};
  CHECK(!excludes(tree, goal));
  goal.target[2] = 0.3 + 1.1e-5;
  CHECK(excludes(tree, goal));
}

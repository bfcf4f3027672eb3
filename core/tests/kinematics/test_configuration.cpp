#include <numbers>
#include <tuple>

#include "check.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

Tree one_joint(JointKind kind, double limit) {
  JointSpec joint;
  joint.kind = kind;
  joint.variable = 0;
  const auto n = static_cast<std::size_t>(variable_count(kind));
  return Tree(std::span(&joint, 1), std::vector<LinkMass>(2), std::vector<double>(n, -limit),
              std::vector<double>(n, limit));
}

}  // namespace

TEST(clipping_ends_within_limits_and_changes_nothing_twice) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(15).tree();
    std::vector<double> q;
    for (int i = 0; i < tree.dof(); ++i) q.push_back(random.uniform(-9, 9));
    clip(tree, q);
    CHECK(within_limits(tree, q, 0));
    const auto once = q;
    clip(tree, q);
    for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(q[i], once[i], 1e-15);
  }
}

TEST(a_spherical_limit_is_an_angle_not_a_box) {
  const Tree tree = one_joint(JointKind::spherical, 1.0);
  const std::vector<double> corner{0.9, 0.9, 0.0}, inside{0.7, 0.7, 0.0};
  CHECK(!within_limits(tree, corner, 0) && within_limits(tree, inside, 0));
  auto clipped = corner;
  clip(tree, clipped);
  CHECK_NEAR(std::hypot(clipped[0], clipped[1]), 1.0, 1e-15);
  CHECK_NEAR(clipped[0], clipped[1], 1e-15);
}

TEST(unlimited_angles_differ_the_short_way_and_limited_ones_as_they_are) {
  const std::vector<double> from{3.0}, to{-3.0};
  std::vector<double> d(1);
  difference(one_joint(JointKind::revolute, INFINITY), from, to, d);
  CHECK_NEAR(d[0], 2 * std::numbers::pi - 6, 1e-15);
  difference(one_joint(JointKind::revolute, 6.0), from, to, d);
  CHECK_NEAR(d[0], -6, 0);
  difference(one_joint(JointKind::prismatic, INFINITY), from, to, d);
  CHECK_NEAR(d[0], -6, 0);
}

TEST(an_angle_is_not_periodic_if_its_mimics_differ_after_a_turn) {
  for (const auto& [kind, multiplier, periodic] : {std::tuple{JointKind::revolute, 2.0, true},
                                                   {JointKind::revolute, 0.5, false},
                                                   {JointKind::prismatic, 1.0, false}}) {
    std::vector<JointSpec> joints(2);
    joints[0].kind = JointKind::revolute;
    joints[0].variable = joints[1].variable = 0;
    joints[1].parent_link = 1;
    joints[1].kind = kind;
    joints[1].is_mimic = true;
    joints[1].multiplier = multiplier;
    const Tree tree(joints, std::vector<LinkMass>(3), std::vector{-HUGE_VAL}, std::vector{HUGE_VAL});
    CHECK(tree.variables()[0].periodic == periodic);
  }
}

TEST(the_difference_of_rotations_leads_from_one_to_the_other) {
  const Tree tree = one_joint(JointKind::spherical, INFINITY);
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const auto from = random.configuration(tree), to = random.configuration(tree);
    std::vector<double> d(3);
    difference(tree, from, to, d);
    const Frame<double> there = exp_rotation({from[0], from[1], from[2]}) * exp_rotation({d[0], d[1], d[2]});
    const Frame<double> expected = exp_rotation({to[0], to[1], to[2]});
    CHECK_NEAR(norm(there.x - expected.x) + norm(there.y - expected.y), 0, 1e-13);
    CHECK(norm(Vec3<double>{d[0], d[1], d[2]}) <= std::numbers::pi + 1e-12);
  }
}

#include <algorithm>
#include <numbers>

#include "check.hpp"
#include "memetik/search/closed_form/free_joint_arm.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

// E_1 ... E_n tip
Frame<double> pose(ChainAxes arm, const std::vector<double>& q) {
  for (const double angle : q) arm = arm.held(0, angle);
  return arm.tip;
}

double error_of(const Frame<double>& a, const Frame<double>& b) {
  return norm(a.p - b.p) + norm(a.x - b.x) + norm(a.y - b.y) + norm(a.z - b.z);
}

// Shoulder at 0, elbow at `elbow` from the arm, wrist at (0, 0, 2); the last axis is `offset` from the wrist.
ChainAxes arm_with(double elbow, double offset) {
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, middle{elbow, 0, 1}, wrist{0, 0, 2};
  return {{{z, {0, 0, 0}},
           {y, {0, 0, 0}},
           {z, {0, 0, 0}},
           {y, middle},
           {z, wrist},
           {y, wrist},
           {x, wrist + Vec3<double>{0, 0, offset}}},
          {x, y, z, {0.1, 0.2, 2.3}}};
}

std::vector<double> random_angles(Random& random) {
  std::vector<double> q(FreeJointArm::joints);
  for (double& angle : q) angle = random.uniform(-std::numbers::pi, std::numbers::pi);
  return q;
}

}  // namespace

TEST(a_held_joint_moves_what_is_behind_it) {
  Random random(1);
  const ChainAxes arm = arm_with(0.1, 0.05);
  for (int k = 0; k < 20; ++k) {
    const std::vector<double> q = random_angles(random);
    for (std::size_t joint = 0; joint < q.size(); ++joint) {
      std::vector<double> others = q;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(joint));
      CHECK(error_of(pose(arm.held(joint, q[joint]), others), pose(arm, q)) < 1e-12);
    }
  }
}

TEST(the_free_joint_moves_while_the_pose_stays) {
  CHECK(FreeJointArm(arm_with(0, 0)).free_joint() == 0);       // spherical shoulder and wrist
  CHECK(FreeJointArm(arm_with(0.1, 0)).free_joint() == 0);     // as a PR2
  CHECK(FreeJointArm(arm_with(0.1, 0.08)).free_joint() == 6);  // as a panda
}

TEST(other_arms_have_no_free_joint) {
  ChainAxes arm = arm_with(0.1, 0.08);
  for (std::size_t i = 0; i < arm.axes.size(); ++i) {
    const double t = static_cast<double>(i);
    arm.axes[i].point =
        arm.axes[i].point + Vec3<double>{0.03 * std::sin(t), 0.05 * std::cos(2 * t), 0.02 * t};
  }
  CHECK(!FreeJointArm(arm).found());
  arm.axes.pop_back();
  CHECK(!FreeJointArm(arm).found());
}

TEST(every_configuration_is_among_the_branches_of_its_free_angle) {
  Random random(2);
  for (const double offset : {0.0, 0.08}) {
    const ChainAxes chain = arm_with(0.1, offset);
    const FreeJointArm arm(chain);
    for (int k = 0; k < 50; ++k) {
      const std::vector<double> q = random_angles(random);
      std::vector<double> others = q;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(arm.free_joint()));
      ClosedForm::Branches branches;
      arm.at(q[arm.free_joint()]).solve(pose(chain, q), {}, {1e-9, 1e-9}, branches);
      double nearest = HUGE_VAL;
      for (std::size_t i = 0; i < static_cast<std::size_t>(branches.count); ++i) {
        double largest = 0;
        for (std::size_t j = 0; j < others.size(); ++j)
          largest = std::max(
              largest, std::abs(std::remainder(branches.branch[i].q[j] - others[j], 2 * std::numbers::pi)));
        nearest = std::min(nearest, largest);
      }
      CHECK(nearest < 1e-5);
    }
  }
}

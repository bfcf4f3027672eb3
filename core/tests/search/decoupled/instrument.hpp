// An arm that holds an instrument with three joints, among balls that leave it room at a known posture.
#pragma once

#include <memory>
#include <vector>

#include "memetik/goals/keep_clear.hpp"
#include "random_goals.hpp"

namespace memetik {

struct Instrument {
  static constexpr int split = 6, tip = 10;  // links; joint i leads to link i + 1

  Arm arm = with_instrument();
  Tree tree = arm.tree();

  static Arm with_instrument() {
    Arm arm = ur5();
    arm.a.insert(arm.a.end(), {0, 0, 0});
    arm.twist.insert(arm.twist.end(), {1, -1, 1});
    arm.d.back() = 0.4;
    arm.d.insert(arm.d.end(), {0, 0.15, 0.1});
    arm.lower.insert(arm.lower.end(), {-2, -3, -1.5});
    arm.upper.insert(arm.upper.end(), {2, 3, 1.5});
    return arm;
  }

  // The pose of the tip at q.
  GoalSpec pose(const std::vector<double>& q) const {
    GoalSpec goal;
    goal.links = {tip};
    goal.rotation_scale = 0.2;
    goal.target = target_met_at(tree, goal, q);
    return goal;
  }

  // Balls that are clear of the robot at q. Its spheres are on the arm's second link, and on the instrument.
  Goal clear_of_balls(Random& random, const std::vector<double>& q, int count = 12) const {
    goals::KeepClear::Data data{.form = goals::KeepClear::Form::margin,
                                .over = goals::KeepClear::Over::sum,
                                .margin = 0.001,
                                .scale = 0.01,
                                .robot = nullptr,
                                .obstacles = {}};
    std::vector<LinkSphere> spheres{{0, {-0.2, 0, 0}, 0.05}};
    for (int k = 0; k < 8; ++k) spheres.push_back({1, {0, -0.05 * k, 0}, 0.02});
    for (int k = 0; k < 3; ++k) spheres.push_back({2, {0, -0.05 * k, 0}, 0.02});
    Goal goal;
    goal.links = {3, 7, 9};
    goal.priority = Priority::required;
    goal.kernel = find_kernel("keep_clear");
    goal.tolerance = {1e-5};
    while (count > 0) {
      constexpr double radius = 0.06;
      const Vec3<double> p = pose_at(tree, tip, q).p + random.vector(0.5);
      const bool touches = std::any_of(spheres.begin(), spheres.end(), [&](const LinkSphere& s) {
        const int link = goal.links[static_cast<std::size_t>(s.link)];
        return norm(apply(pose_at(tree, link, q), s.center) - p) < s.radius + radius + 0.01;
      });
      if (touches) continue;
      data.obstacles.push_back({PrimitiveKind::sphere, {radius, 0, 0}, {}});
      Frame<double> frame = identity_frame;
      frame.p = p;
      for (const double number : matrix_of(frame)) goal.target.push_back(number);
      --count;
    }
    data.robot = std::make_shared<SphereRobot>(std::move(spheres), std::vector<std::array<int, 2>>{{0, 1}});
    goal.data = std::make_shared<goals::KeepClear::Data>(data);
    return goal;
  }
};

}  // namespace memetik

#include <algorithm>
#include <array>

#include "check.hpp"
#include "memetik/search/decoupled/turned_part.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

// q, and the variables that place the tip where it is at q.
std::vector<double> with_place(const Tree& robot, int tip, std::vector<double> q) {
  const Frame<double> pose = pose_at(robot, tip, q);
  const Vec3<double> w = log_rotation(pose);
  q.insert(q.end(), {pose.p.x, pose.p.y, pose.p.z, w.x, w.y, w.z});
  return q;
}

// The links on the way from the root to a link, each with the kinds of the joints that follow.
struct Split {
  int link;
  std::vector<JointKind> beyond;
};
std::vector<Split> splits(const Tree& robot, int tip) {
  std::vector<Split> found;
  std::vector<JointKind> beyond;
  for (int s = robot.link(tip).segment; s >= 0; s = robot.segment(s).parent) {
    for (int k = 0; k < robot.link_count(); ++k)
      if (robot.link(k).segment == s && !beyond.empty()) found.push_back({k, beyond});
    beyond.push_back(robot.segment(s).kind);
  }
  return found;
}

bool can_turn(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::cylindrical;
}

}  // namespace

TEST(the_links_of_a_turned_part_are_where_those_of_the_robot_are) {
  int compared = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree robot = random.tree(9).tree();
    for (int tip = 0; tip < robot.link_count(); ++tip)
      for (const auto& [split, beyond] : splits(robot, tip)) {
        if (!std::all_of(beyond.begin(), beyond.end(), can_turn)) continue;
        const TurnedPart part(robot, split, tip);
        CHECK(part.place_variable() == robot.dof());
        CHECK(part.link(split) != TurnedPart::absent && part.link(tip) != TurnedPart::absent);
        const std::vector<double> q = inside_limits(random, robot);
        const std::vector<double> turned = with_place(robot, tip, q);
        for (int k = 0; k < robot.link_count(); ++k) {
          if (part.link(k) == TurnedPart::absent) continue;
          CHECK_NEAR(distance(pose_at(part.tree(), part.link(k), turned), pose_at(robot, k, q)), 0, 1e-9);
          ++compared;
        }
      }
  }
  CHECK(compared > 500);
}

TEST(a_turned_part_has_all_that_the_joints_beyond_the_split_move) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const Tree robot = random.tree(9).tree();
    for (int tip = 0; tip < robot.link_count(); ++tip)
      for (const auto& [split, beyond] : splits(robot, tip)) {
        if (!std::all_of(beyond.begin(), beyond.end(), can_turn)) continue;
        const TurnedPart part(robot, split, tip);
        const int base = robot.link(split).segment;
        int first = robot.link(tip).segment;  // the first segment beyond the split
        while (robot.segment(first).parent != base) first = robot.segment(first).parent;
        for (int k = 0; k < robot.link_count(); ++k) {
          const int s = robot.link(k).segment;
          const bool own = s == base || (s >= first && s < robot.segment(first).subtree_end);
          CHECK((part.link(k) != TurnedPart::absent) == own);
        }
      }
  }
}

TEST(what_cannot_be_turned_is_refused) {
  int refused = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Tree robot = Random(seed).tree(9).tree();
    for (int tip = 0; tip < robot.link_count(); ++tip) {
      for (const auto& [split, beyond] : splits(robot, tip)) {
        if (std::all_of(beyond.begin(), beyond.end(), can_turn)) continue;
        CHECK_THROWS(TurnedPart(robot, split, tip), std::invalid_argument);
        ++refused;
      }
      CHECK_THROWS(TurnedPart(robot, tip, tip), std::invalid_argument);
      CHECK_THROWS(TurnedPart(robot, 0, tip), std::invalid_argument);
    }
  }
  CHECK(refused > 20);
  const Tree arm = ur5().tree();
  CHECK_THROWS(TurnedPart(arm, 6, 3), std::invalid_argument);  // the split is beyond the tip
}

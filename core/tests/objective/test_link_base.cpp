// The base of a link is the last body on the way to it that stays in its place, whatever active variables do.
#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "memetik/objective/link_base.hpp"
#include "random_goals.hpp"
#include "search/arm_on_vehicle.hpp"

using namespace memetik;

namespace {

// Calls visit(random, problem, link) for poses of links of random trees, of whose joints some may not move.
template <class Visit>
void for_each_limb(Visit visit) {
  for_each_example(60, 12, [&](Random& random, const Tree& tree, const auto&, const auto& q) {
    std::vector<bool> movable(q.size(), true);
    for (int i = 0; i < tree.segment_count(); ++i) {
      const Segment& s = tree.segment(i);
      if (random.integer(3) == 0) std::fill_n(movable.begin() + s.variable, variable_count(s.kind), false);
    }
    GoalSpec goal = random_pose(random, tree, q, GoalKind::pose, false, false).goal;
    visit(random, Problem(tree, {goal}, movable), goal.links[0]);
  });
}

std::vector<double> with_others_active(Random& random, const Problem& problem, std::vector<double> q) {
  const auto other = inside_limits(random, problem.tree());
  for (const int v : problem.active()) q[static_cast<std::size_t>(v)] = other[static_cast<std::size_t>(v)];
  return q;
}

}  // namespace

TEST(the_base_of_a_link_does_not_move_and_the_next_body_does) {
  int limbs = 0;
  for_each_limb([&](Random& random, const Problem& problem, int link) {
    const Tree& tree = problem.tree();
    const int base = problem.base_of(link), body = tree.link(base).segment;
    limbs += base != 0;
    const auto q = inside_limits(random, tree), other = with_others_active(random, problem, q);
    CHECK(distance(pose_at(tree, base, q), pose_at(tree, base, other)) == 0);
    int next = tree.link(link).segment;
    while (next != body && tree.segment(next).parent != body) next = tree.segment(next).parent;
    if (next == body) return;  // nothing moves the link
    const int first = tree.segment(next).variable, count = variable_count(tree.segment(next).kind);
    bool moves = false;
    for (int v = first; v < first + count; ++v) moves |= problem.columns()[static_cast<std::size_t>(v)] >= 0;
    CHECK(moves);
  });
  CHECK(limbs > 10);
}

TEST(the_pose_of_a_base_is_that_at_the_start) {
  for_each_limb([&](Random& random, const Problem& problem, int link) {
    const Tree& tree = problem.tree();
    LinkBase base(tree, problem.base_of(link));
    CHECK(base.is_root() == (base.link() == 0));
    for (int i = 0; i < 5; ++i) {
      auto start = inside_limits(random, tree);
      for (int repeat = 0; repeat < 2; ++repeat) {
        CHECK(distance(base.pose(start), pose_at(tree, base.link(), start)) < 1e-15);
        start = with_others_active(random, problem, start);
      }
    }
  });
}

TEST(the_reach_of_a_limb_is_measured_from_its_base) {
  for (const Arm& arm : arms()) {
    const ArmOnVehicle whole(arm);
    GoalSpec goal;
    goal.links = {whole.tip()};
    CHECK(Problem(whole.tree, {goal}).reach() == whole.tree.reach());
    CHECK_NEAR(Problem(whole.tree, {goal}, whole.only_arm()).reach(), arm.tree().reach(), 1e-12);
  }
  for_each_limb([&](Random& random, const Problem& problem, int link) {
    const Tree& tree = problem.tree();
    const bool unlimited =
        std::any_of(tree.variables().begin(), tree.variables().end(), [](const Variable& v) {
          return v.kind == VariableKind::translation && !(std::isfinite(v.lower) && std::isfinite(v.upper));
        });
    if (unlimited) return;  // left out, see Tree::reach
    const auto q = inside_limits(random, tree);
    const Frame<double> base = pose_at(tree, problem.base_of(link), q), end = pose_at(tree, link, q);
    CHECK(norm(end.p - base.p) <= problem.reach() + 1e-9 || problem.base_of(link) == 0);
  });
}

TEST(goals_read_the_active_variables_and_those_above_their_links) {
  for_each_limb([&](Random& random, const Problem& problem, int link) {
    const auto read = problem.variables();
    CHECK(std::includes(read.begin(), read.end(), problem.active().begin(), problem.active().end()));
    const auto q = inside_limits(random, problem.tree());
    auto other = inside_limits(random, problem.tree());
    for (const int v : read) other[static_cast<std::size_t>(v)] = q[static_cast<std::size_t>(v)];
    CHECK(distance(pose_at(problem.tree(), link, q), pose_at(problem.tree(), link, other)) == 0);
  });
}

#include <numbers>

#include "check.hpp"
#include "memetik/kinematics/configuration.hpp"
#include "random_goals.hpp"

using namespace memetik;

namespace {

constexpr double turn = 2 * std::numbers::pi;

// Joints without limits, with a range of several turns, of one turn, and of less.
RandomTree random_turns(Random& random) {
  RandomTree description = random.tree(12);
  const Tree tree = description.tree();
  for (std::size_t i = 0; i < description.lower.size(); ++i) {
    if (tree.variables()[i].kind != VariableKind::angle) continue;
    const double width[] = {HUGE_VAL, 11, 2 * turn, turn / 2, 2};
    const double limit = width[random.integer(5)], shift = std::isinf(limit) ? 0 : random.uniform(-5, 5);
    description.lower[i] = shift - limit;
    description.upper[i] = shift + limit;
  }
  return description;
}

std::vector<double> anywhere(Random& random, const Tree& tree) {
  std::vector<double> q;
  for (const Variable& v : tree.variables()) {
    const double lower = std::max(v.lower, -30.), upper = std::min(v.upper, 30.);
    q.push_back(v.kind == VariableKind::angle ? random.uniform(lower, upper) : random.uniform(-0.5, 0.5));
  }
  return q;
}

}  // namespace

TEST(unwinding_keeps_poses_limits_and_other_variables) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random_turns(random).tree();
    const auto reference = anywhere(random, tree), q = anywhere(random, tree);
    auto unwound = q;
    const bool shifted = unwind(tree, reference, unwound);
    CHECK(shifted == (unwound != q));
    for (int link = 0; link < tree.link_count(); ++link)
      CHECK_NEAR(distance(pose_at(tree, link, q), pose_at(tree, link, unwound)), 0, 1e-12);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Variable& v = tree.variables()[i];
      if (!v.repeats_after_turn) CHECK(unwound[i] == q[i]);
      CHECK(unwound[i] >= v.lower && unwound[i] <= v.upper);
      CHECK_NEAR(std::remainder(unwound[i] - q[i], turn), 0, 1e-13);
    }
  }
}

TEST(no_other_whole_turn_within_the_limits_is_nearer_to_the_reference) {
  int limited = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random_turns(random).tree();
    const auto reference = anywhere(random, tree);
    auto q = anywhere(random, tree);
    unwind(tree, reference, q);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Variable& v = tree.variables()[i];
      if (!v.repeats_after_turn) continue;
      const double own = std::abs(q[i] - reference[i]);
      limited += own > turn / 2 + 1e-9;
      for (int k = -8; k <= 8; ++k) {
        const double other = q[i] + k * turn;
        if (other >= v.lower && other <= v.upper) CHECK(own <= std::abs(other - reference[i]) + 1e-12);
      }
    }
  }
  CHECK(limited > 10);  // limits had an effect
}

TEST(unwinding_twice_or_towards_itself_changes_nothing) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Tree tree = random_turns(random).tree();
    const auto reference = anywhere(random, tree);
    auto q = anywhere(random, tree);
    auto itself = q;
    CHECK(!unwind(tree, q, itself) && itself == q);
    unwind(tree, reference, q);
    auto again = q;
    unwind(tree, reference, again);
    CHECK(again == q);
  }
}

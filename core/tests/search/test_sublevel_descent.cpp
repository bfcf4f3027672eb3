#include <algorithm>

#include "check.hpp"
#include "memetik/search/local/settle.hpp"
#include "memetik/search/local/sublevel_descent.hpp"
#include "search/evaluation.hpp"
#include "search/tip_goals.hpp"

using namespace memetik;

namespace {

constexpr int plenty = 400;

GoalSpec far_away(GoalSpec goal) {
  goal.target[0] += 3;  // [m]
  return goal;
}

// A compromise of an arm whose target is out of reach, with another configuration that it should be close to.
struct Stretched {
  Problem problem;
  std::vector<double> q;
  double primary, secondary, limit;

  Stretched(Random& random, const Arm& arm, const Tree& tree)
      : problem(tree, {far_away(tip_goal(arm, tree, inside_limits(random, tree), GoalKind::position)),
                       stay_close_to(inside_limits(random, tree))}),
        q(inside_limits(random, tree)) {
    Objective<double> objective(problem);
    Settle<double> settle(problem);
    Stop stop;
    settle.run({}, objective, q.data(), 1000, stop);
    const Evaluation at(problem, q);
    secondary = at.secondary_cost;
    primary = at.cost;
    limit = (1 + 1e-3) * primary;
  }

  int descend(std::vector<double>& from, int max_evaluations) const {
    Objective<double> objective(problem);
    SublevelDescent descent(problem);
    Stop stop;
    return descent.run({}, objective, from.data(), limit, max_evaluations, stop);
  }
};

template <class Visit>
void for_each_stretched(int count, Visit visit) {
  Random random(31);
  const Arm arm = panda();
  const Tree tree = arm.tree();
  for (int i = 0; i < count; ++i) visit(random, Stretched(random, arm, tree));
}

}  // namespace

TEST(the_secondary_cost_falls_and_the_primary_cost_stays_below_the_limit) {
  int lower = 0, count = 0;
  for_each_stretched(40, [&](Random&, const Stretched& example) {
    auto q = example.q;
    example.descend(q, plenty);
    const Evaluation after(example.problem, q);
    CHECK(after.secondary_cost <= example.secondary);
    CHECK(after.cost <= example.limit * (1 + 1e-12));
    CHECK(within_limits(example.problem.tree(), q, 0));
    lower += after.secondary_cost < 0.9 * example.secondary;
    ++count;
  });
  CHECK(lower > count / 2);  // a stretched arm can still turn about the line to its target
}

// Small random changes within the limit of the primary cost lower the secondary cost only slightly further.
TEST(a_sublevel_descent_ends_near_a_minimum) {
  for_each_stretched(15, [&](Random& random, const Stretched& example) {
    auto q = example.q;
    example.descend(q, plenty);
    const double found = Evaluation(example.problem, q).secondary_cost;
    double lowest = found;
    for (int i = 0; i < 3000; ++i) {
      auto trial = q;
      const double size = std::pow(10.0, random.uniform(-4, -1.5));
      for (double& value : trial) value += random.uniform(-size, size);
      clip(example.problem.tree(), trial);
      const Evaluation at(example.problem, trial);
      if (at.cost > example.limit || at.secondary_cost >= lowest) continue;
      lowest = at.secondary_cost;
      q = trial;
    }
    CHECK(found <= 1.05 * lowest + 1e-6);
  });
}

TEST(more_evaluations_never_raise_the_secondary_cost) {
  for_each_stretched(15, [&](Random&, const Stretched& example) {
    double before = example.secondary;
    for (const int most : {1, 5, 10, 20, 40, 80, 160}) {
      auto q = example.q;
      const int spent = example.descend(q, most);
      CHECK(spent <= most + static_cast<int>(example.problem.active().size()));
      const double now = Evaluation(example.problem, q).secondary_cost;
      CHECK(now <= before);
      before = now;
    }
  });
}

#include "arms.hpp"
#include "check.hpp"
#include "memetik/search/local/step_bounds.hpp"
#include "search/narrowed.hpp"

using namespace memetik;

namespace {

constexpr double rounding = 1e-7;  // rounding of angles near half a turn

Problem all_variables(Random& random, const Tree& tree) {
  return Problem(tree, {random_stay_close(random, tree, inside_limits(random, tree)).goal});
}

std::vector<double> random_step(Random& random, const Problem& problem, double size) {
  std::vector<double> step;
  for (std::size_t c = 0; c < problem.active().size(); ++c) step.push_back(random.uniform(-size, size));
  return step;
}

}  // namespace

TEST(steps_end_in_the_box_of_each_lane) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(10).tree();
    if (tree.dof() == 0) continue;
    const Problem problem = all_variables(random, tree);
    StepBounds<Pack> lanes(problem);
    StepBounds<double> single(problem);
    std::vector<Narrowed> own;
    std::vector<Pack> q(static_cast<std::size_t>(tree.dof()), Pack(0)),
        step(problem.active().size(), Pack(0));
    for (int l = 0; l < pack_lanes; ++l) {
      own.push_back(random_narrowed(random, tree));
      if (l == 1) own.back().max_change.assign(q.size(), HUGE_VAL);
      lanes.set_lane_query(l, own.back().query());
      for (std::size_t i = 0; i < q.size(); ++i) q[i].set(l, own.back().start[i]);
    }
    for (int k = 0; k < 20; ++k) {
      const auto before = q;
      std::vector<std::vector<double>> steps;
      for (int l = 0; l < pack_lanes; ++l) {
        steps.push_back(random_step(random, problem, k % 2 ? 0.3 : 4));
        for (std::size_t c = 0; c < step.size(); ++c) step[c].set(l, steps.back()[c]);
      }
      lanes.apply(step.data(), q.data());
      for (int l = 0; l < pack_lanes; ++l) {
        const auto n = static_cast<std::size_t>(l);
        std::vector<double> here, expected;
        for (std::size_t i = 0; i < q.size(); ++i) here.push_back(q[i][l]), expected.push_back(before[i][l]);
        CHECK(allowed(tree, own[n], here, rounding));
        single.set_query(own[n].query());
        single.apply(steps[n].data(), expected.data());
        for (std::size_t i = 0; i < q.size(); ++i) CHECK_NEAR(here[i], expected[i], 1e-9);
      }
    }
  }
}

TEST(a_query_without_max_change_widens_the_bounds_again) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(8).tree();
    if (tree.dof() == 0) continue;
    const Problem problem = all_variables(random, tree);
    const StepBounds<Pack> fresh(problem);
    StepBounds<Pack> used(problem);
    used.set_query(random_narrowed(random, tree).query());
    const auto start = inside_limits(random, tree);
    for (int l = 0; l < pack_lanes; ++l) used.set_lane_query(l, {.start = start});
    std::vector<Pack> a(start.begin(), start.end()), b = a, step;
    for (const double s : random_step(random, problem, 3)) step.emplace_back(s);
    fresh.apply(step.data(), a.data());
    used.apply(step.data(), b.data());
    for (std::size_t c = 0; c < problem.active().size(); ++c) {
      CHECK(used.lower(c)[0] == fresh.lower(c)[0] && used.upper(c)[0] == fresh.upper(c)[0]);
      const auto i = static_cast<std::size_t>(problem.active()[c]);
      CHECK(a[i][pack_lanes - 1] == b[i][pack_lanes - 1]);
    }
  }
}

TEST(variables_are_held_at_bounds_that_descent_would_cross) {
  Random random(1);
  const Tree tree = panda().tree();
  const Problem problem = all_variables(random, tree);
  StepBounds<double> bounds(problem);
  Narrowed narrowed{inside_limits(random, tree), std::vector<double>(7, 0.2)};
  narrowed.max_change[3] = 0;
  bounds.set_query(narrowed.query());
  for (std::size_t c = 0; c < 7; ++c) {
    const auto [lower, upper] = interval_of(tree, narrowed.query(), c);
    CHECK(bounds.lower(c) == lower && bounds.upper(c) == upper);
    CHECK(bounds.holds(c, lower, 1) && bounds.holds(c, upper, -1));
    if (lower < upper) {
      CHECK(!bounds.holds(c, lower, -1) && !bounds.holds(c, upper, 1));
      CHECK(!bounds.holds(c, 0.5 * (lower + upper), 1) && !bounds.holds(c, 0.5 * (lower + upper), -1));
    }
  }
  // a locked variable is always held; one that the gradient does not push never is
  const std::vector<double> gradient{1, -1, 0, 1, 0, -1, 1};
  std::vector<double> free(7);
  bounds.find_free(narrowed.start.data(), gradient.data(), free.data());
  for (std::size_t c = 0; c < 7; ++c) CHECK(free[c] == (c == 3 ? 0 : 1));
}

TEST(no_variable_goes_farther_in_a_step_than_it_may_and_proportions_are_kept) {
  Arm arm = ur5();
  arm.lower.assign(6, -HUGE_VAL);
  arm.upper.assign(6, HUGE_VAL);
  const Tree tree = arm.tree();
  Random random(2);
  const Problem problem = all_variables(random, tree);
  const StepBounds<double> bounds(problem);
  for (int k = 0; k < 100; ++k) {
    const auto step = random_step(random, problem, 10);
    std::vector<double> q(6, 0.0);
    bounds.apply(step.data(), q.data());
    double largest = 0;
    for (const double value : q) largest = std::max(largest, std::abs(value));
    CHECK(largest <= 1.8 + 1e-12);
    for (std::size_t i = 0; i < 6; ++i) CHECK_NEAR(q[i] * step[0], q[0] * step[i], 1e-9);
  }
}

// A step leaves the box if and only if the box changes its end.
TEST(steps_lead_out_where_they_would_be_clipped) {
  int out = 0, tried = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Tree tree = random.tree(4).tree();
    if (tree.dof() == 0) continue;
    const Problem problem = all_variables(random, tree);
    StepBounds<double> bounds(problem);
    auto q = inside_limits(random, tree);
    const auto step = random_step(random, problem, 0.3);
    const bool leads_out = bounds.leads_out(step.data(), q.data());
    const auto before = q;
    bounds.apply(step.data(), q.data());
    bool wrapped = false, clipped = false;
    for (std::size_t i = 0; i < q.size(); ++i)
      wrapped |= is_rotation_vector(tree, i) && tree.variables()[i].upper > 3;
    for (std::size_t c = 0; c < step.size(); ++c) {
      const auto i = static_cast<std::size_t>(problem.active()[c]);
      clipped |= std::abs(before[i] + step[c] - q[i]) > 1e-12;
    }
    CHECK(wrapped || leads_out == clipped);
    out += leads_out;
    ++tried;
  }
  CHECK(out > 5 && out < tried - 5);
}

// A step that leads an angle out of bounds which are at least a whole turn apart arrives all the same: a
// whole turn back. Other angles are not touched.
TEST(winding_angles_arrive_where_the_step_leads_but_for_a_whole_turn) {
  Random random(1);
  const Tree tree = ur5().tree();
  const Problem problem = all_variables(random, tree);
  StepBounds<double> bounds(problem);
  int wound = 0;
  for (int k = 0; k < 2000; ++k) {
    std::vector<double> q, step = random_step(random, problem, 1);
    for (const Variable& v : tree.variables()) q.push_back(random.uniform(v.lower, v.upper));
    std::vector<double> to = q;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] += step[i];
    const auto before = q;
    bounds.wind(step.data(), q.data(), 1);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Variable& v = tree.variables()[i];
      const bool leaves = to[i] < v.lower || to[i] > v.upper, wide = v.upper - v.lower >= 2 * M_PI;
      CHECK((q[i] != before[i]) == (leaves && wide));
      wound += q[i] != before[i];
    }
    bounds.apply(step.data(), q.data(), 1);
    for (std::size_t i = 0; i < q.size(); ++i) {
      const Variable& v = tree.variables()[i];
      if (v.upper - v.lower >= 2 * M_PI) CHECK_NEAR(std::remainder(q[i] - to[i], 2 * M_PI), 0, 1e-12);
      CHECK(q[i] >= v.lower && q[i] <= v.upper);
    }
  }
  CHECK(wound > 100);
}

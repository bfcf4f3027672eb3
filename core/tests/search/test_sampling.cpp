#include <numbers>

#include "check.hpp"
#include "memetik/search/sampling.hpp"
#include "random_goals.hpp"
#include "search/simple_queries.hpp"

using namespace memetik;

namespace {

constexpr double pi = std::numbers::pi;

Tree one_joint(JointKind kind, double lower, double upper, double length) {
  JointSpec joint;
  joint.kind = kind;
  joint.variable = 0;
  joint.origin.p = {length, 0, 0};
  const auto n = static_cast<std::size_t>(variable_count(kind));
  return Tree(std::span(&joint, 1), std::vector<LinkMass>(2), std::vector<double>(n, lower),
              std::vector<double>(n, upper));
}

Problem all_variables(const Tree& tree) {
  Random random(0);
  return Problem(tree, {random_stay_close(random, tree, random.configuration(tree)).goal});
}

// Mean, variance and range of one variable over many samples.
struct Statistics {
  double mean = 0, variance = 0, lowest = HUGE_VAL, highest = -HUGE_VAL;
};

Statistics statistics(const Tree& tree, std::vector<double> start) {
  constexpr int n = 20000;
  const Problem problem = all_variables(tree);
  const Sampler sampler(problem);
  const RandomStream random(1);
  Statistics s;
  double squares = 0;
  std::vector<double> q(start.size());
  for (std::uint64_t i = 0; i < n; ++i) {
    sampler.sample(random.branch(i), query_with_start(start), q.data());
    s.mean += q[0] / n;
    squares += q[0] * q[0] / n;
    s.lowest = std::min(s.lowest, q[0]);
    s.highest = std::max(s.highest, q[0]);
  }
  s.variance = squares - s.mean * s.mean;
  return s;
}

void check_uniform(const Statistics& s, double lower, double upper) {
  const double width = upper - lower;
  CHECK(s.lowest >= lower && s.highest <= upper);
  CHECK(s.lowest < lower + 0.01 * width && s.highest > upper - 0.01 * width);
  CHECK_NEAR(s.mean, (lower + upper) / 2, 0.01 * width);
  CHECK_NEAR(s.variance, width * width / 12, 0.01 * width * width);
}

}  // namespace

TEST(samples_are_within_limits_and_leave_other_variables_alone) {
  for_each_example(40, 15, [](Random& random, const Tree& tree, const auto&, const auto& start) {
    const RandomGoal goal = random_pose(random, tree, start, GoalKind::pose, false, false);
    const Problem problem(tree, {goal.goal});
    const Sampler sampler(problem);
    for (std::uint64_t i = 0; i < 50; ++i) {
      std::vector<double> q = start;
      sampler.sample(RandomStream(i), query_with_start(start), q.data());
      CHECK(within_limits(tree, q, 1e-15));
      for (std::size_t v = 0; v < q.size(); ++v)
        if (problem.columns()[v] < 0) CHECK(q[v] == start[v]);
    }
  });
}

TEST(a_sample_is_a_function_of_stream_and_start) {
  for_each_example(20, 15, [](Random&, const Tree& tree, const auto&, const auto& start) {
    const Problem problem = all_variables(tree);
    const Sampler sampler(problem), another(problem);
    std::vector<double> a(start.size()), b(start.size()), c(start.size());
    sampler.sample(RandomStream(5), query_with_start(start), a.data());
    sampler.sample(RandomStream(6), query_with_start(start), c.data());
    another.sample(RandomStream(5), query_with_start(start), b.data());
    CHECK(a == b && a != c);
  });
}

TEST(limited_variables_are_uniform_between_their_limits) {
  check_uniform(statistics(one_joint(JointKind::revolute, -1, 2.5, 0.4), {0}), -1, 2.5);
  check_uniform(statistics(one_joint(JointKind::prismatic, 0.1, 0.3, 0.4), {0.2}), 0.1, 0.3);
}

TEST(unlimited_angles_are_uniform_over_the_turn_around_the_start) {
  check_uniform(statistics(one_joint(JointKind::revolute, -HUGE_VAL, HUGE_VAL, 0.4), {7}), 7 - pi, 7 + pi);
}

TEST(unlimited_translations_are_as_far_around_the_start_as_the_robot_reaches) {
  check_uniform(statistics(one_joint(JointKind::prismatic, -HUGE_VAL, HUGE_VAL, 0.4), {-3}), -3.4, -2.6);
  // a single slide has no reach, so it is sampled within a metre
  check_uniform(statistics(one_joint(JointKind::prismatic, -HUGE_VAL, HUGE_VAL, 0), {-3}), -4, -2);
  check_uniform(statistics(one_joint(JointKind::planar, -HUGE_VAL, HUGE_VAL, 0.5), {2, 0, 0}), 1.5, 2.5);
}

TEST(one_limit_is_where_the_interval_begins_or_ends) {
  check_uniform(statistics(one_joint(JointKind::revolute, 0.5, HUGE_VAL, 0.4), {1}), 0.5, 0.5 + 2 * pi);
  check_uniform(statistics(one_joint(JointKind::revolute, -HUGE_VAL, 0.5, 0.4), {0}), 0.5 - 2 * pi, 0.5);
  check_uniform(statistics(one_joint(JointKind::prismatic, -HUGE_VAL, 2, 0.4), {0}), 1.2, 2);
}

// Haar measure: the angle has density proportional to 1 - cos t, and no direction is preferred.
TEST(rotations_are_uniform_among_those_within_their_limit) {
  constexpr int n = 20000;
  for (const double limit : {HUGE_VAL, pi, 2.0, 0.5, 1e-3}) {
    const Tree tree = one_joint(JointKind::spherical, -limit, limit, 0.4);
    const Problem problem = all_variables(tree);
    const Sampler sampler(problem);
    const RandomStream random(2);
    const double start[3] = {0.1, 0, 0}, t = std::min(limit, pi);
    double q[3], mean = 0;
    Vec3<double> direction{0, 0, 0}, column{0, 0, 0};
    for (std::uint64_t i = 0; i < n; ++i) {
      sampler.sample(random.branch(i), query_with_start(start), q);
      const Vec3<double> w{q[0], q[1], q[2]};
      CHECK(norm(w) <= t * (1 + 1e-15));
      mean += norm(w) / n;
      direction = direction + (1 / (n * norm(w))) * w;
      column = column + (1. / n) * exp_rotation(w).x;
    }
    // integral of t (1 - cos t) over that of 1 - cos t
    const double moment = t * t / 2 - t * std::sin(t) - std::cos(t) + 1, size = t - std::sin(t);
    const double expected = t < 0.01 ? 0.75 * t : moment / size;
    CHECK_NEAR(mean, expected, 0.01 * t);
    CHECK_NEAR(norm(direction), 0, 0.03);
    if (limit >= pi) CHECK_NEAR(norm(column), 0, 0.03);
  }
}

TEST(search_intervals_bound_the_samples) {
  for_each_example(20, 15, [](Random&, const Tree& tree, const auto&, const auto& start) {
    const Problem problem = all_variables(tree);
    const Sampler sampler(problem);
    std::vector<double> q(start.size());
    for (std::uint64_t i = 0; i < 50; ++i) {
      sampler.sample(RandomStream(i), query_with_start(start), q.data());
      for (std::size_t c = 0; c < q.size(); ++c)
        if (tree.variables()[c].kind != VariableKind::rotation_vector)
          CHECK(q[c] >= sampler.interval(c, query_with_start(start)).lower &&
                q[c] <= sampler.interval(c, query_with_start(start)).upper);
    }
  });
}

TEST(only_unlimited_travel_depends_on_the_start) {
  const auto depends = [](JointKind kind, double lower, double upper) {
    const Tree tree = one_joint(kind, lower, upper, 0.4);
    const Problem problem = all_variables(tree);
    return Sampler(problem).depends_on_start();
  };
  CHECK(depends(JointKind::prismatic, -HUGE_VAL, HUGE_VAL));
  CHECK(depends(JointKind::floating, -HUGE_VAL, HUGE_VAL));
  CHECK(!depends(JointKind::prismatic, -1, 1));
  CHECK(!depends(JointKind::prismatic, -HUGE_VAL, 1));
  CHECK(!depends(JointKind::revolute, -HUGE_VAL, HUGE_VAL));
  CHECK(!depends(JointKind::spherical, -HUGE_VAL, HUGE_VAL));
}

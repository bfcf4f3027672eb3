#include "memetik/goals/pass_through.hpp"
#include "memetik/search/hinted_restarts.hpp"
#include "search/query_list.hpp"

using namespace memetik;
using namespace restarts_tests;

namespace {

const Vec3<double> center{0.3, 0.2, 0.4};

// The segment between two links passes through `center`.
Goal hint(const Arm& arm, std::optional<HintRegion> region) {
  goals::PassThrough::Data data;
  data.points.assign(2, Vec3<double>{0, 0, 0});
  Goal goal;
  goal.kernel = find_kernel("pass_through");
  goal.data = std::make_shared<const goals::PassThrough::Data>(std::move(data));
  goal.priority = Priority::hint;
  goal.links = {3, arm.tip()};
  goal.target = {center.x, center.y, center.z};
  goal.tolerance = {1e-3};
  goal.region = region;
  return goal;
}

struct Example {
  Arm arm = ur5();
  Tree tree = arm.tree();
  Problem problem;
  StartSources sources{problem};
  HintedRestarts restarts{problem, sources};

  explicit Example(std::optional<HintRegion> region)
      : problem(tree, {tip_pose(arm, tree), hint(arm, region)}) {}
};

// The parameters of a target pose.
std::vector<double> placed(const Example& example, const Frame<double>& target) {
  std::vector<double> parameters(example.problem.parameters().begin(), example.problem.parameters().end());
  const Goal& pose = example.problem.goals()[0];
  set_target(pose, matrix_of(target).data(), parameters.data() + pose.parameter);
  return parameters;
}

std::vector<double> placed(const Example& example, const Vec3<double>& place) {
  Frame<double> target = identity_frame;
  target.p = place;
  return placed(example, target);
}

}  // namespace

TEST(a_hint_without_a_region_is_for_all_targets) {
  Example example(std::nullopt);
  const std::vector<double> start(6, 0.1);
  const auto parameters = placed(example, Vec3<double>{9, 9, 9});
  CHECK(example.restarts.begin({.parameters = parameters, .start = start}));
}

TEST(a_hint_with_a_region_is_for_targets_within_its_depth_only) {
  const Vec3<double> axis{0, 0.6, 0.8};
  Example example(HintRegion{axis, 0.5});
  const std::vector<double> start(6, 0.1);
  Random random(1);
  for (const auto& [along, inside] : {std::pair{-0.1, false}, {0.01, true}, {0.49, true}, {0.51, false}}) {
    const Vec3<double> side = cross(axis, random.axis());
    const auto parameters = placed(example, center + along * axis + side);
    CHECK(example.restarts.begin({.parameters = parameters, .start = start}) == inside);
  }
}

TEST(a_hint_that_is_switched_off_is_for_no_target) {
  Example example(std::nullopt);
  const std::vector<double> start(6, 0.1);
  auto parameters = placed(example, Vec3<double>{0.3, 0.2, 0.3});
  set_weight(0, parameters.data() + example.problem.goals()[1].parameter);
  CHECK(!example.restarts.begin({.parameters = parameters, .start = start}));
}

TEST(solutions_meet_the_goals_and_say_that_hints_found_them) {
  Example example(std::nullopt);
  Random random(2);
  Stop stop;
  Objective<double> objective(example.problem);
  int solved = 0;
  for (int i = 0; i < 30; ++i) {
    const auto reached = inside_limits(random, example.tree);
    auto parameters = placed(example, pose_at(example.tree, example.arm.tip(), reached));
    const Goal& through = example.problem.goals()[1];
    const Vec3<double> ends =
        pose_at(example.tree, 3, reached).p + pose_at(example.tree, example.arm.tip(), reached).p;
    const std::array<double, 3> middle{0.5 * ends.x, 0.5 * ends.y, 0.5 * ends.z};
    set_target(through, middle.data(), parameters.data() + through.parameter);
    const auto start = inside_limits(random, example.tree);
    Query query{.parameters = parameters, .start = start};
    query.options.max_evaluations = 20000;
    CHECK(example.restarts.begin(query));
    const Solution found = example.restarts.run({.budget = 5000, .first_attempt = 1}, stop);
    if (found.status != Status::solved) continue;
    ++solved;
    CHECK(found.stage == Stage::hints);
    objective.set_parameters(parameters);
    objective.evaluate(found.q.data(), Scope::primary);
    CHECK(objective.accepted());
  }
  CHECK(solved >= 25);
}

TEST(hints_have_no_rows_and_all_problems_have_the_same_parameters) {
  Example example(std::nullopt);
  const Problem without(example.tree, {tip_pose(example.arm, example.tree)});
  CHECK(example.problem.rows() == without.rows());
  CHECK(example.problem.primary_rows() == without.primary_rows());
  CHECK(example.problem.all_rows() == without.rows() + 3);
  CHECK(example.problem.has_hints() && !without.has_hints());
}

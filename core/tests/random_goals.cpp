#include "random_goals.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace memetik;

Frame<double> placed(const Tree& tree, const GoalSpec& goal, const std::vector<double>& q) {
  const Frame<double> own = pose_at(tree, goal.links[0], q) * goal.offset;
  return goal.frame < 0 ? own : inverse(pose_at(tree, goal.frame, q)) * own;
}

std::vector<double> quaternion_of(const Frame<double>& frame) {
  const Vec3<double> w = log_rotation(frame);
  const double angle = norm(w), s = angle > 0 ? std::sin(angle / 2) / angle : 0;
  return {std::cos(angle / 2), s * w.x, s * w.y, s * w.z};
}

std::vector<double> target_at(const Frame<double>& frame, GoalKind kind) {
  if (kind == GoalKind::position) return {frame.p.x, frame.p.y, frame.p.z};
  return kind == GoalKind::pose ? matrix_of(frame) : quaternion_of(frame);
}

std::vector<double> target_met_at(const Tree& tree, const GoalSpec& goal, const std::vector<double>& q) {
  std::vector<double> target;
  switch (goal.kind) {
    case GoalKind::pose:
    case GoalKind::position:
    case GoalKind::orientation: return target_at(placed(tree, goal, q), goal.kind);
    case GoalKind::look_at: {
      Vec3<double> place = apply(pose_at(tree, goal.links[0], q), goal.offset.p + 0.8 * goal.axis);
      if (goal.frame >= 0) place = apply(inverse(pose_at(tree, goal.frame, q)), place);
      return {place.x, place.y, place.z};
    }
    case GoalKind::stay_close:
      for (const int i : goal.variables) target.push_back(q[static_cast<std::size_t>(i)]);
      break;
    case GoalKind::external: break;
  }
  return target;
}

int moving_link(Random& random, const Tree& tree) {
  int link = 0;
  for (int i = 0; i < 50 && tree.link(link).segment < 0; ++i) link = random.integer(tree.link_count());
  return link;
}

RandomGoal random_pose(Random& random, const Tree& tree, const std::vector<double>& q, GoalKind kind,
                       bool by_axis, bool moving) {
  const char* names[] = {"pose", "position", "orientation"};
  RandomGoal result{names[static_cast<int>(kind)], {}, {}};
  GoalSpec& goal = result.goal;
  goal.kind = kind;
  goal.links = {moving_link(random, tree)};
  if (random.integer(3) > 0) goal.offset = random.frame();
  goal.weight = random.uniform(0.3, 3);
  goal.rotation_scale = random.uniform(0.2, 1);
  if (by_axis || moving) {
    result.name += " by axis";
    goal.by_axis = true;
    goal.tolerance_by_axis = random.integer(2) == 0;
    goal.tolerance.fill(1e-5);
    for (double& axis : goal.axes) axis = random.integer(3) > 0 ? 1 : 0;
  }
  if (moving) {
    result.name += " in a moving frame";
    goal.frame = moving_link(random, tree);
  }
  goal.target = target_met_at(tree, goal, q);
  return result;
}

RandomGoal random_look_at(Random& random, const Tree& tree, const std::vector<double>& q, bool moving) {
  RandomGoal result{moving ? "look_at in a moving frame" : "look_at", {}, {}};
  GoalSpec& goal = result.goal;
  goal.kind = GoalKind::look_at;
  goal.links = {moving_link(random, tree)};
  goal.offset.p = random.vector(0.3);
  goal.axis = random.axis();
  goal.weight = random.uniform(0.3, 3);
  if (moving) goal.frame = moving_link(random, tree);
  goal.target = target_met_at(tree, goal, q);
  return result;
}

RandomGoal random_stay_close(Random& random, const Tree& tree, const std::vector<double>& q) {
  GoalSpec goal;
  goal.kind = GoalKind::stay_close;
  goal.weight = random.uniform(0.3, 3);
  for (int i = 0; i < tree.dof(); ++i) {
    goal.variables.push_back(i);
    goal.variable_weights.push_back(random.uniform(0.1, 2));
  }
  goal.target = target_met_at(tree, goal, q);
  return {"stay_close", goal, {}};
}

RandomGoal random_external(Random& random, const Tree& tree, const std::vector<double>& q,
                           bool knows_derivative) {
  auto example = std::make_shared<ExternalExample>();
  GoalSpec goal;
  goal.kind = GoalKind::external;
  goal.rows = ExternalExample::rows;
  goal.weight = random.uniform(0.3, 3);
  for (int k = random.integer(3); k >= 0; --k) goal.links.push_back(random.integer(tree.link_count()));
  for (int i = 0; i < tree.dof();) {  // all three entries of a rotation vector together
    const bool rotation_vector =
        tree.variables()[static_cast<std::size_t>(i)].kind == VariableKind::rotation_vector;
    const bool read = random.integer(3) == 0;
    for (const int end = i + (rotation_vector ? 3 : 1); i < end; ++i)
      if (read) goal.variables.push_back(i);
  }
  example->links = static_cast<int>(goal.links.size());
  example->variables = static_cast<int>(goal.variables.size());
  std::vector<double> poses, values;
  for (const int link : goal.links)
    for (const double entry : matrix_of(pose_at(tree, link, q))) poses.push_back(entry);
  for (const int i : goal.variables) values.push_back(q[static_cast<std::size_t>(i)]);
  double here[ExternalExample::rows];
  example->residuals(poses.data(), values.data(), here);
  std::copy_n(here, ExternalExample::rows, example->at_target);
  goal.function = ExternalExample::call;
  goal.user = example.get();
  goal.knows_derivative = knows_derivative;
  return {knows_derivative ? "external with its derivative" : "external", goal, example};
}

std::vector<RandomGoal> goals_met_at(Random& random, const Tree& tree, const std::vector<double>& q) {
  std::vector<RandomGoal> goals;
  for (const auto kind : {GoalKind::pose, GoalKind::position, GoalKind::orientation}) {
    goals.push_back(random_pose(random, tree, q, kind, false, false));
    goals.push_back(random_pose(random, tree, q, kind, true, false));
    goals.push_back(random_pose(random, tree, q, kind, true, true));
  }
  goals.push_back(random_look_at(random, tree, q, false));
  goals.push_back(random_look_at(random, tree, q, true));
  goals.push_back(random_stay_close(random, tree, q));
  goals.push_back(random_external(random, tree, q, false));
  goals.push_back(random_external(random, tree, q, true));
  return goals;
}

std::vector<Goal> plain(const std::vector<RandomGoal>& goals) {
  std::vector<Goal> result;
  for (const RandomGoal& g : goals) result.push_back(g.goal);
  return result;
}

std::vector<double> inside_limits(Random& random, const Tree& tree) {
  std::vector<double> q = random.configuration(tree);
  clip(tree, q);
  return q;
}

GoalEvaluation evaluate_goal(const Tree& tree, const GoalSpec& goal, const std::vector<double>& q) {
  const Problem problem(tree, {goal});
  Objective<double> objective(problem);
  std::vector<double> errors(goal.kind == GoalKind::pose ? 2 : 1);
  objective.measure(q.data(), errors.data());
  return {objective.accepted(),
          objective.cost(),
          {objective.residuals(), objective.residuals() + problem.rows()},
          errors};
}

NameOnFailure::NameOnFailure(const RandomGoal& goal) : name_(goal.name), before_(check::failures()) {}

NameOnFailure::~NameOnFailure() {
  if (check::failures() > before_ && before_ < check::shown) std::printf("  of %s\n", name_.c_str());
}

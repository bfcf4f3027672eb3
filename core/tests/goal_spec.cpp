#include "goal_spec.hpp"

#include <algorithm>
#include <cmath>

using namespace memetik;

GoalSpec::GoalSpec(const Goal& goal)
    : primary(goal.primary),
      weight(goal.weight),
      links(goal.links),
      frame(goal.frame),
      variables(goal.variables),
      target(goal.target),
      follows_start(goal.follows_start),
      rows(goal.rows),
      function(goal.function),
      user(goal.user),
      knows_derivative(goal.knows_derivative),
      on_calling_thread(goal.on_calling_thread) {
  while (!is_kind(goal, name())) kind = static_cast<GoalKind>(static_cast<int>(kind) + 1);
  const bool orientation = kind == GoalKind::orientation;
  tolerance_by_axis = is_placement() && goals::has_tolerance_by_axis(goal);
  std::copy(goal.tolerance.begin(), goal.tolerance.end(),
            tolerance.begin() + (tolerance_by_axis && orientation ? 3 : 0));
  const double* c = goal.constants.data();
  if (is_placement()) {
    offset = goals::offset_of(goal);
    rotation_scale = c[goals::PlacementConstants::rotation_scale];
    by_axis = goals::is_by_axis(goal);
    if (by_axis) std::copy_n(c + goals::PlacementConstants::factors, 6, axes.begin());
  } else if (kind == GoalKind::look_at) {
    offset.p = vec3_at(c);
    axis = vec3_at(c + 3);
  } else if (kind == GoalKind::stay_close) {
    for (const double factor : goal.constants) variable_weights.push_back(factor * factor);
  }
}

GoalSpec::operator Goal() const {
  Goal goal = is_placement() ? placement() : other();
  goal.primary = primary;
  goal.weight = weight;
  goal.links = links;
  goal.frame = frame;
  goal.variables = variables;
  if (!target.empty()) goal.target = target;
  goal.follows_start = follows_start;
  goal.rows = rows;
  goal.function = function;
  goal.user = user;
  goal.knows_derivative = knows_derivative;
  goal.on_calling_thread = on_calling_thread;
  return goal;
}

const char* GoalSpec::name() const {
  static constexpr const char* names[] = {"pose",    "position",   "orientation",
                                          "look_at", "stay_close", "external"};
  return names[static_cast<int>(kind)];
}

Goal GoalSpec::placement() const {
  Goal goal = goals::placement_goal(name(), links[0], rotation_scale, offset);
  if (by_axis || frame >= 0) goal.constants.insert(goal.constants.end(), axes.begin(), axes.end());
  const bool has_position = kind != GoalKind::orientation, has_rotation = kind != GoalKind::position;
  if (tolerance_by_axis)
    goal.tolerance.assign(tolerance.begin() + (has_position ? 0 : 3),
                          tolerance.end() - (has_rotation ? 0 : 3));
  else
    goal.tolerance.assign(tolerance.begin(), tolerance.begin() + (has_position && has_rotation ? 2 : 1));
  return goal;
}

Goal GoalSpec::other() const {
  Goal goal;
  goal.kernel = find_kernel(name());
  goal.tolerance = {tolerance[0]};
  if (kind == GoalKind::look_at) {
    goal.target = {0, 0, 0};
    goal.constants = {offset.p.x, offset.p.y, offset.p.z, axis.x, axis.y, axis.z};
  }
  if (kind == GoalKind::stay_close) {
    goal.target.assign(variables.size(), 0.0);
    for (const double w : variable_weights) goal.constants.push_back(std::sqrt(w));
  }
  return goal;
}

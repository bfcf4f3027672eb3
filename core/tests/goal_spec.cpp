#include "goal_spec.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/goals/external.hpp"
#include "memetik/goals/look_at.hpp"
#include "memetik/goals/stay_close.hpp"

using namespace memetik;

GoalSpec::GoalSpec(const Goal& goal)
    : priority(goal.priority),
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
  while (goal.kernel->name != name()) kind = static_cast<GoalKind>(static_cast<int>(kind) + 1);
  const bool orientation = kind == GoalKind::orientation;
  tolerance_by_axis = is_placement() && goals::has_tolerance_by_axis(goal);
  std::copy(goal.tolerance.begin(), goal.tolerance.end(),
            tolerance.begin() + (tolerance_by_axis && orientation ? 3 : 0));
  if (is_placement()) {
    const goals::PlacementData& placed = goals::placement_of(goal);
    offset = placed.offset;
    rotation_scale = placed.rotation_scale;
    by_axis = placed.by_axis;
    axes = {placed.along.x, placed.along.y, placed.along.z, placed.about.x, placed.about.y, placed.about.z};
  } else if (kind == GoalKind::look_at) {
    offset.p = data_of<goals::LookAt>(goal).offset;
    axis = data_of<goals::LookAt>(goal).axis;
  } else if (kind == GoalKind::stay_close) {
    for (const double factor : data_of<goals::StayClose>(goal).factors)
      variable_weights.push_back(factor * factor);
  }
}

GoalSpec::operator Goal() const {
  Goal goal = is_placement() ? placement() : other();
  goal.priority = priority;
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
  Goal goal = goals::placement_goal(name(), links[0]);
  goal.data = std::make_shared<goals::PlacementData>(goals::PlacementData{
      offset, rotation_scale, by_axis || frame >= 0, vec3_at(axes.data()), vec3_at(axes.data() + 3)});
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
    goal.data = std::make_shared<goals::LookAt::Data>(goals::LookAt::Data{offset.p, axis});
  } else if (kind == GoalKind::stay_close) {
    goals::StayClose::Data data;
    for (const double w : variable_weights) data.factors.push_back(std::sqrt(w));
    goal.target.assign(variables.size(), 0.0);
    goal.data = std::make_shared<goals::StayClose::Data>(data);
  } else {
    goal.data = std::make_shared<goals::External::Data>();
  }
  return goal;
}

// Goals in a user's terms, as tests write them; they become records where a problem needs them.
#pragma once

#include <array>
#include <vector>

#include "memetik/goals/shared/placement.hpp"

enum class GoalKind { pose, position, orientation, look_at, stay_close, external };

struct GoalSpec {
  GoalKind kind = GoalKind::pose;
  bool primary = true;
  double weight = 1;
  std::vector<int> links;
  int frame = -1;
  memetik::Frame<double> offset = memetik::identity_frame;
  bool by_axis = false;            // pose: rows along the target's axes
  bool tolerance_by_axis = false;  // and a tolerance for each
  double rotation_scale = 1;
  std::array<double, 6> axes = {1, 1, 1, 1, 1, 1};             // by axis: 0 where free
  std::array<double, 6> tolerance = {1e-5, 1e-5, 0, 0, 0, 0};  // by axis: x y z rx ry rz
  memetik::Vec3<double> axis = {0, 0, 1};                      // look_at
  std::vector<int> variables;
  std::vector<double> variable_weights;  // stay_close: one per variable
  std::vector<double> target;
  bool follows_start = false;
  int rows = 0;  // external
  memetik::ExternalFunction function = nullptr;
  void* user = nullptr;
  bool knows_derivative = false;
  bool on_calling_thread = false;

  GoalSpec() = default;
  GoalSpec(const memetik::Goal& goal)  // NOLINT: implicit, as the way back
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
    while (!memetik::is_kind(goal, name())) kind = static_cast<GoalKind>(static_cast<int>(kind) + 1);
    const bool orientation = kind == GoalKind::orientation;
    tolerance_by_axis = is_placement() && memetik::goals::has_tolerance_by_axis(goal);
    std::copy(goal.tolerance.begin(), goal.tolerance.end(),
              tolerance.begin() + (tolerance_by_axis && orientation ? 3 : 0));
    const double* c = goal.constants.data();
    if (is_placement()) {
      offset = memetik::goals::offset_of(goal);
      rotation_scale = c[memetik::goals::PlacementConstants::rotation_scale];
      by_axis = memetik::goals::is_by_axis(goal);
      if (by_axis) std::copy_n(c + memetik::goals::PlacementConstants::factors, 6, axes.begin());
    } else if (kind == GoalKind::look_at) {
      offset.p = memetik::vec3_at(c);
      axis = memetik::vec3_at(c + 3);
    } else if (kind == GoalKind::stay_close) {
      for (const double factor : goal.constants) variable_weights.push_back(factor * factor);
    }
  }

  bool is_placement() const { return kind <= GoalKind::orientation; }

  operator memetik::Goal() const {  // NOLINT: implicit, so that tests read like the library's users write
    memetik::Goal goal = is_placement() ? placement() : other();
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

 private:
  static constexpr const char* names[] = {"pose",    "position",   "orientation",
                                          "look_at", "stay_close", "external"};
  const char* name() const { return names[static_cast<int>(kind)]; }

  memetik::Goal placement() const {
    memetik::Goal goal = memetik::goals::placement_goal(name(), links[0], rotation_scale, offset);
    if (by_axis || frame >= 0) goal.constants.insert(goal.constants.end(), axes.begin(), axes.end());
    const bool has_position = kind != GoalKind::orientation, has_rotation = kind != GoalKind::position;
    if (tolerance_by_axis)
      goal.tolerance.assign(tolerance.begin() + (has_position ? 0 : 3),
                            tolerance.end() - (has_rotation ? 0 : 3));
    else
      goal.tolerance.assign(tolerance.begin(), tolerance.begin() + (has_position && has_rotation ? 2 : 1));
    return goal;
  }

  memetik::Goal other() const {
    memetik::Goal goal;
    goal.kernel = memetik::find_kernel(name());
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
};

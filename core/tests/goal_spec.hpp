// Goals as tests write them, in the user's terms. They convert to Goal, which Problem takes.
#pragma once

#include <array>
#include <vector>

#include "memetik/goals/shared/placement.hpp"

enum class GoalKind { pose, position, orientation, look_at, stay_close, external };

struct GoalSpec {
  GoalKind kind = GoalKind::pose;
  memetik::Priority priority = memetik::Priority::primary;
  double weight = 1;
  std::vector<int> links;
  int frame = -1;
  memetik::Frame<double> offset = memetik::identity_frame;
  bool by_axis = false;            // pose: the rows are along the target's axes
  bool tolerance_by_axis = false;  // each axis has its own tolerance
  double rotation_scale = 1;
  std::array<double, 6> axes = {1, 1, 1, 1, 1, 1};             // by axis: 0 for free axes
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
  GoalSpec(const memetik::Goal& goal);  // NOLINT: implicit, like the conversion to Goal
  operator memetik::Goal() const;  // NOLINT: implicit, so that tests pass a GoalSpec where a Goal is needed

  bool is_placement() const { return kind <= GoalKind::orientation; }

 private:
  const char* name() const;
  memetik::Goal placement() const;
  memetik::Goal other() const;
};

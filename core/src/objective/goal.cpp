#include "memetik/objective/goal.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/goals/look_at.hpp"
#include "memetik/goals/pose.hpp"

namespace memetik {

namespace {

void store(const Vec3<double>& v, double* out) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

void store_axes(const Frame<double>& f, double* out) {
  store(f.x, out);
  store(f.y, out + 3);
  store(f.z, out + 6);
}

Frame<double> frame_of(const double* m) {
  return {{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}};
}

// From (w, x, y, z) of any length but zero.
Frame<double> frame_of_quaternion(const double* q) {
  const double k = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {{1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y)},
          {k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x)},
          {k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y)},
          {0, 0, 0}};
}

// The link itself meets the target's axes times the inverse of the offset's.
void set_pose_target(const Goal& goal, const double* target, double* p) {
  using P = goals::PoseParameters;
  Frame<double> wanted = identity_frame;
  if (goal.kind == GoalKind::position)
    wanted.p = goals::vec3_at(target);
  else
    wanted = goal.kind == GoalKind::pose ? frame_of(target) : frame_of_quaternion(target);
  Frame<double> turn = goal.offset;
  turn.p = {0, 0, 0};
  const Frame<double> of_link = wanted * inverse(turn);
  store_axes(of_link, p + P::target);
  store(wanted.p, p + P::target + 9);
  if (goal.by_axis) store_axes(wanted, p + P::axes);
}

void set_pose_weight(const Goal& goal, double root, double* p) {
  using P = goals::PoseParameters;
  const double rotation = root * (goal.kind == GoalKind::pose ? goal.rotation_scale : 1);
  store(goal.offset.p, p + P::point);
  p[P::position] = root;
  p[P::rotation] = rotation;
  if (!goal.by_axis) return;
  for (std::size_t i = 0; i < 6; ++i) p[P::factors + i] = goal.axes[i] * (i < 3 ? root : rotation);
}

// Those that a goal of this kind has and uses.
template <class Visit>
void for_each_tolerance(const Goal& goal, Visit visit) {
  if (!goal.tolerance_by_axis) {
    visit(goal.tolerance[0]);
    if (goal.kind == GoalKind::pose) visit(goal.tolerance[1]);
    return;
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const bool has_row = goal.kind == GoalKind::pose || (goal.kind == GoalKind::position) == (i < 3);
    if (has_row && goal.axes[i] > 0) visit(goal.tolerance[i]);
  }
}

}  // namespace

int target_size(const Goal& goal) {
  switch (goal.kind) {
    case GoalKind::pose: return 16;
    case GoalKind::orientation: return 4;
    case GoalKind::position:
    case GoalKind::look_at: return 3;
    case GoalKind::stay_close: return static_cast<int>(goal.variables.size());
    case GoalKind::external: return 0;
  }
  return 0;
}

double tightest_tolerance(const Goal& goal) {
  double tightest = HUGE_VAL;
  for_each_tolerance(goal, [&](double tolerance) { tightest = std::min(tightest, tolerance); });
  return tightest;
}

double loosest_tolerance(const Goal& goal) {
  double loosest = 0;
  for_each_tolerance(goal, [&](double tolerance) { loosest = std::max(loosest, tolerance); });
  return loosest;
}

void set_target(const Goal& goal, const double* target, double* parameters) {
  switch (goal.kind) {
    case GoalKind::pose:
    case GoalKind::position:
    case GoalKind::orientation: set_pose_target(goal, target, parameters); break;
    case GoalKind::look_at: std::copy_n(target, 3, parameters + goals::LookAtParameters::target); break;
    case GoalKind::stay_close: std::copy_n(target, goal.rows, parameters); break;
    case GoalKind::external: break;
  }
}

void set_weight(const Goal& goal, double weight, double* parameters) {
  const double root = std::sqrt(weight);
  switch (goal.kind) {
    case GoalKind::pose:
    case GoalKind::position:
    case GoalKind::orientation: set_pose_weight(goal, root, parameters); break;
    case GoalKind::look_at:
      store(goal.offset.p, parameters + goals::LookAtParameters::point);
      store(goal.axis, parameters + goals::LookAtParameters::axis);
      parameters[goals::LookAtParameters::factor] = root;
      break;
    case GoalKind::stay_close:
      for (std::size_t i = 0; i < goal.variables.size(); ++i)
        parameters[goal.variables.size() + i] = root * std::sqrt(goal.variable_weights[i]);
      parameters[2 * goal.variables.size()] = root;
      break;
    case GoalKind::external: parameters[0] = root; break;
  }
}

}  // namespace memetik

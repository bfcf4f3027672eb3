// A goal as the core knows it: a record of what is wanted, with its numbers kept apart in a block of
// parameters that retargeting and re-weighting overwrite.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memetik/math/frame.hpp"

namespace memetik {

enum class GoalKind : std::uint8_t { pose, position, orientation, look_at, stay_close, external };

// A user's goal: n evaluations at once. `poses` are n x links 4x4 matrices, `q` n x variables values;
// `residuals` n x rows to be written and, where the goal knows its derivative, `jacobian` n x rows x
// (6 links + variables): by the velocity of every link's origin, its angular velocity, and the variables.
using ExternalFunction = void (*)(std::int64_t n, const double* poses, const double* q, double* residuals,
                                  double* jacobian, void* user);

struct Goal {
  GoalKind kind = GoalKind::pose;
  bool primary = true;                    // decides success; secondary goals never do
  std::vector<int> links;                 // of the tree: the one that is placed; external: those it reads
  int frame = -1;                         // link in whose frame the target is given; -1: the root's
  Frame<double> offset = identity_frame;  // the point and axes that are placed, in the link's frame
  bool by_axis = false;                   // rows along the target's axes, each with its own factor
  bool tolerance_by_axis = false;         // by_axis: a tolerance for each, instead of for their norm
  double weight = 1;
  double rotation_scale = 1;                        // [m/rad] pose: what a radian weighs beside a metre
  std::array<double, 6> axes = {1, 1, 1, 1, 1, 1};  // by_axis: 0 where free
  // [m], [rad]; by axis: x y z rx ry rz. Joint-space and external goals: the first, for the norm.
  std::array<double, 6> tolerance = {1e-5, 1e-5, 0, 0, 0, 0};
  Vec3<double> axis = {0, 0, 1};         // look_at: the axis that points, in the link's frame
  std::vector<int> variables;            // stay_close, external: entries of q
  std::vector<double> variable_weights;  // stay_close: one per variable
  std::vector<double> target;            // pose: 4x4, row-major; orientation: (w, x, y, z); position,
                                         // look_at: 3; stay_close: one per variable
  bool follows_start = false;            // stay_close: the target is the start of each query
  ExternalFunction function = nullptr;
  void* user = nullptr;
  bool knows_derivative = false;
  bool on_calling_thread = false;  // the function is Python's

  // Set by Problem.
  int rows = 0;
  int row = 0;        // of the problem's residual vector
  int parameter = 0;  // of the problem's parameter block
  int parameter_count = 0;
  int factor = 0;                 // of its parameters, the one that is zero if the goal has no weight
  std::array<double, 6> limit{};  // tolerance, squared; of an angle the square of 2 sin(tolerance / 2)
  bool accumulates = false;       // several joints or links contribute to one entry of its Jacobian
};

// How many numbers the user gives as target.
int target_size(const Goal& goal);

// How many errors in human units a goal has: [m] and [rad] of a pose, one of all others.
constexpr int error_count(GoalKind kind) { return kind == GoalKind::pose ? 2 : 1; }

// [m], [rad] or, of joint-space and external goals, of their norm.
double tightest_tolerance(const Goal& goal);
double loosest_tolerance(const Goal& goal);

// Writes the target, or the weight, into the goal's parameters.
void set_target(const Goal& goal, const double* target, double* parameters);
void set_weight(const Goal& goal, double weight, double* parameters);

}  // namespace memetik

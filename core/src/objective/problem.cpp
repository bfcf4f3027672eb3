#include "memetik/objective/problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "memetik/goals/look_at.hpp"
#include "memetik/goals/pose.hpp"

namespace memetik {

namespace {

double squared(double x) { return x * x; }

// An angle of the tolerance is a chord of 2 sin(tolerance / 2); half a turn and more accepts anything.
double chord_squared(double tolerance) {
  return tolerance >= 3.14159 ? 5.0 : squared(2 * std::sin(0.5 * tolerance));
}

int row_count(const Goal& goal) {
  switch (goal.kind) {
    case GoalKind::pose: return 6;
    case GoalKind::position:
    case GoalKind::orientation:
    case GoalKind::look_at: return 3;
    case GoalKind::stay_close: return static_cast<int>(goal.variables.size());
    case GoalKind::external: return goal.rows;
  }
  return 0;
}

void lay_out_parameters(Goal& goal) {
  using Pose = goals::PoseParameters;
  switch (goal.kind) {
    case GoalKind::pose:
    case GoalKind::position:
    case GoalKind::orientation:
      goal.parameter_count = goal.by_axis ? Pose::count_by_axis : Pose::count;
      goal.factor = Pose::position;
      break;
    case GoalKind::look_at:
      goal.parameter_count = goals::LookAtParameters::count;
      goal.factor = goals::LookAtParameters::factor;
      break;
    case GoalKind::stay_close:  // values, factors, and the factor of them all
      goal.parameter_count = 2 * goal.rows + 1;
      goal.factor = 2 * goal.rows;
      break;
    case GoalKind::external: goal.parameter_count = 1; break;
  }
}

void set_limits(Goal& goal) {
  for (std::size_t i = 0; i < 6; ++i) goal.limit[i] = squared(goal.tolerance[i]);
  switch (goal.kind) {
    case GoalKind::orientation:
    case GoalKind::look_at: goal.limit[0] = chord_squared(goal.tolerance[0]); break;
    case GoalKind::pose: goal.limit[1] = chord_squared(goal.tolerance[1]); break;
    default: break;
  }
  if (!goal.tolerance_by_axis) return;
  for (std::size_t i = 0; i < 3; ++i) goal.limit[i] = squared(goal.tolerance[i]);
  for (std::size_t i = 3; i < 6; ++i) goal.limit[i] = chord_squared(goal.tolerance[i]);
}

// Whether two joints between the link and the root follow one variable.
bool has_followers(const Tree& tree, int link) {
  std::vector<int> seen;
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent) {
    const int variable = tree.segment(i).variable;
    if (std::find(seen.begin(), seen.end(), variable) != seen.end()) return true;
    seen.push_back(variable);
  }
  return false;
}

}  // namespace

Problem::Problem(const Tree& tree, std::vector<Goal> goals, const std::vector<bool>& movable)
    : tree_(&tree), goals_(std::move(goals)) {
  for (const bool primary : {true, false}) {
    for (Goal& goal : goals_)
      if (goal.primary == primary) lay_out(goal);
    if (primary) primary_rows_ = rows_;
  }
  find_links();
  find_active(movable);
  for (const Goal& goal : goals_) {
    double* own = parameters_.data() + goal.parameter;
    set_weight(goal, goal.weight, own);
    if (!goal.target.empty()) set_target(goal, goal.target.data(), own);
  }
}

void Problem::lay_out(Goal& goal) {
  goal.rows = row_count(goal);
  goal.row = rows_;
  rows_ += goal.rows;
  goal.parameter = static_cast<int>(parameters_.size());
  lay_out_parameters(goal);
  parameters_.resize(parameters_.size() + static_cast<std::size_t>(goal.parameter_count), 0.0);
  set_limits(goal);
  goal.accumulates = goal.frame >= 0 || goal.kind == GoalKind::external ||
                     std::any_of(goal.links.begin(), goal.links.end(),
                                 [&](int link) { return has_followers(*tree_, link); });
  has_external_ |= goal.kind == GoalKind::external;
  has_python_ |= goal.on_calling_thread;
  follows_start_ |= goal.follows_start;
}

void Problem::find_links() {
  const auto add = [&](int link) {
    if (std::find(links_.begin(), links_.end(), link) == links_.end()) links_.push_back(link);
  };
  for (const Goal& goal : goals_) {
    for (const int link : goal.links) add(link);
    if (goal.frame >= 0) add(goal.frame);
  }
}

void Problem::find_active(const std::vector<bool>& movable) {
  const auto dof = static_cast<std::size_t>(tree_->dof());
  if (!movable.empty() && movable.size() != dof) throw std::invalid_argument("movable has the wrong size");
  std::vector<bool> moves(dof, false);
  for (const int link : links_)
    for (int i = tree_->link(link).segment; i >= 0; i = tree_->segment(i).parent) {
      const Segment& s = tree_->segment(i);
      for (int c = 0; c < variable_count(s.kind); ++c) moves[static_cast<std::size_t>(s.variable + c)] = true;
    }
  for (const Goal& goal : goals_)
    for (const int variable : goal.variables) moves[static_cast<std::size_t>(variable)] = true;
  column_.assign(dof, -1);
  for (std::size_t i = 0; i < dof; ++i) {
    const Variable& v = tree_->variables()[i];
    const bool free = v.lower < v.upper && (movable.empty() || movable[i]);
    if (!moves[i] || !free) continue;
    column_[i] = static_cast<int>(active_.size());
    active_.push_back(static_cast<int>(i));
  }
}

void Problem::aim_at_start(std::span<const double> start, std::span<double> parameters) const {
  if (!follows_start_) return;
  for (const Goal& goal : goals_)
    for (std::size_t k = 0; goal.follows_start && k < goal.variables.size(); ++k)
      parameters[static_cast<std::size_t>(goal.parameter) + k] =
          start[static_cast<std::size_t>(goal.variables[k])];
}

}  // namespace memetik

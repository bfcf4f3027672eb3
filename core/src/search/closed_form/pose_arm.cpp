#include "memetik/search/closed_form/pose_arm.hpp"

#include <algorithm>
#include <cmath>

#include "memetik/goals/shared/placement.hpp"

namespace memetik {

namespace {

constexpr double largest_angle = 1;  // [rad] tolerances beyond it let the link turn almost freely

}  // namespace

PoseArm::PoseArm(const Problem& problem) : problem_(&problem) {}

bool PoseArm::is_suitable(const Goal& goal) {
  return goals::is_whole_pose(goal) && goal.frame < 0 && !goals::has_tolerance_by_axis(goal) &&
         goal.losses.empty() && std::isfinite(goal.tolerance[0]) && goal.tolerance[1] < largest_angle;
}

bool PoseArm::may_suit(const Problem& problem) {
  return problem.active().size() >= ClosedForm::joints &&
         std::any_of(problem.goals().begin(), problem.goals().end(),
                     [](const Goal& goal) { return goal.decides_success() && is_suitable(goal); });
}

// The deciding goal that is switched on, if there is only one.
const Goal* PoseArm::only_pose(const Query& query) const {
  const Goal* only = nullptr;
  for (const Goal& goal : problem_->goals()) {
    if (!goal.decides_success() || !(query.parameters[static_cast<std::size_t>(goal.parameter)] > 0))
      continue;
    if (only) return nullptr;
    only = &goal;
  }
  return only && is_suitable(*only) ? only : nullptr;
}

bool PoseArm::may_move(const Query& query, int variable) const {
  const auto i = static_cast<std::size_t>(variable);
  if (problem_->columns()[i] < 0) return false;
  if (query.max_change.empty()) return true;
  const auto [lower, upper] = interval_of(problem_->tree(), query, i);
  return lower < upper;
}

void PoseArm::find_chain() {
  const Tree& tree = problem_->tree();
  Kinematics<double> kinematics(tree, goal_->links);
  const std::vector<double> zero(static_cast<std::size_t>(tree.dof()), 0.0);
  kinematics.update(zero.data());
  chain_.clear();
  kinematics.for_each_column(goal_->links[0], {0, 0, 0},
                             [&](int variable, const Vec3<double>&, const Vec3<double>&) {
                               chain_.push_back({variable, false, 0});
                             });
  std::reverse(chain_.begin(), chain_.end());
}

bool PoseArm::is_known(const Query& query) const {
  return std::all_of(chain_.begin(), chain_.end(), [&](const Link& link) {
    return may_move(query, link.variable) == link.moves &&
           (link.moves || query.start[static_cast<std::size_t>(link.variable)] == link.value);
  });
}

// Finds out which joints move. Returns whether the query is a pose.
bool PoseArm::read(const Query& query) {
  const Goal* goal = only_pose(query);
  if (!goal) return false;
  if (goal == goal_ && is_known(query)) return true;
  if (goal != goal_) {
    goal_ = goal;
    find_chain();
  }
  moving_.clear();
  for (Link& link : chain_) {
    link.moves = may_move(query, link.variable);
    link.value = query.start[static_cast<std::size_t>(link.variable)];
    if (link.moves) moving_.push_back(link.variable);
  }
  form_.reset();
  redundant_.reset();
  return true;
}

std::optional<ChainAxes> PoseArm::read_axes(const Query& query) const {
  const Vec3<double>& point = goals::placement_of(*goal_).offset.p;
  return chain_of(problem_->tree(), goal_->links[0], point, moving_, query.start);
}

bool PoseArm::suits(const Query& query) {
  if (!read(query) || moving_.size() != ClosedForm::joints) return false;
  if (!form_) {
    const auto axes = read_axes(query);
    form_.emplace(axes ? arm_of(*axes) : ArmAxes{});
    variables_ = moving_;
  }
  return form_->found();
}

bool PoseArm::is_redundant(const Query& query) {
  if (!read(query) || moving_.size() != FreeJointArm::joints) return false;
  if (!redundant_) {
    const auto axes = read_axes(query);
    redundant_.emplace(axes ? *axes : ChainAxes{});
    if (!redundant_->found()) return false;
    variables_ = moving_;
    const auto free = variables_.begin() + static_cast<std::ptrdiff_t>(redundant_->free_joint());
    free_variable_ = *free;
    variables_.erase(free);
  }
  return redundant_->found();
}

Frame<double> PoseArm::target(const Query& query) const {
  return frame_at(query.parameters.data() + goal_->parameter + 1 + goals::PlacementParameters::target);
}

bool PoseArm::excludes(const Query& query) {
  if (!query.max_change.empty() || !suits(query)) return false;
  std::array<Interval, ClosedForm::joints> limits;
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const Variable& v = problem_->tree().variables()[static_cast<std::size_t>(variables_[i])];
    limits[i] = {v.lower, v.upper};
  }
  return form_->excludes(target(query), tolerance(), limits);
}

}  // namespace memetik

#include "memetik/search/decoupled/decoupling.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "memetik/goals/shared/placement.hpp"
#include "memetik/math/rotation_vector.hpp"
#include "memetik/objective/kernel.hpp"

namespace memetik {

namespace {

using P = goals::PlacementParameters;

std::size_t find_pose(const Problem& problem) {
  const auto is_pose = [](const Goal& goal) {
    return goal.kernel->places_position && goal.kernel->places_rotation && goal.decides_success() &&
           goal.frame < 0;
  };
  const auto goals = problem.goals();
  const auto found = std::find_if(goals.begin(), goals.end(), is_pose);
  if (found == goals.end()) throw std::invalid_argument("there is no pose to decouple");
  return static_cast<std::size_t>(found - goals.begin());
}

// The active variables of the whole that move something in a tree.
std::vector<int> active_in(const Tree& tree, const Problem& whole) {
  std::vector<bool> moves(static_cast<std::size_t>(tree.dof()), false);
  for (int i = 0; i < tree.segment_count(); ++i) {
    const Segment& s = tree.segment(i);
    std::fill_n(moves.begin() + s.variable, variable_count(s.kind), true);
  }
  std::vector<int> active;
  for (const int v : whole.active())
    if (moves[static_cast<std::size_t>(v)]) active.push_back(v);
  return active;
}

// Reduces a goal to the links of a part. Returns false if it needs others.
bool reduce(Goal& goal, const TurnedPart& part) {
  std::vector<int> kept, links;
  for (std::size_t i = 0; i < goal.links.size(); ++i)
    if (const int link = part.link(goal.links[i]); link != TurnedPart::absent) {
      kept.push_back(static_cast<int>(i));
      links.push_back(link);
    }
  const bool whole = kept.size() == goal.links.size();
  if (!whole && (kept.empty() || !goal.kernel->data_of_links)) return false;
  if (!whole) goal.data = goal.kernel->data_of_links(goal, kept);
  goal.links = std::move(links);
  return whole || goal.data;
}

}  // namespace

Decoupling::Decoupling(const Problem& whole, const DecouplingOptions& options)
    : whole_(&whole),
      options_(options),
      pose_(find_pose(whole)),
      part_(whole.tree(), options.split, tip()),
      distal_variables_(active_in(part_.tree(), whole)),
      distal_(part_.tree(), distal_goals(), movable_distal()),
      arm_(whole.tree(), {arm_goal()}, movable_arm()),
      arm_sources_(arm_),
      pool_(*this) {}

std::vector<Goal> Decoupling::distal_goals() {
  const auto is_distal = [&](int v) {
    return std::find(distal_variables_.begin(), distal_variables_.end(), v) != distal_variables_.end();
  };
  std::vector<Goal> goals;
  for (std::size_t g = 0; g < whole_->goals().size(); ++g) {
    Goal goal = whole_->goals()[g];
    const bool is_plain = g != pose_ && goal.decides_success() && !goal.function && goal.frame < 0 &&
                          !goal.kernel->reads_masses && !goal.kernel->reads_rates;
    if (!is_plain || !std::all_of(goal.variables.begin(), goal.variables.end(), is_distal)) continue;
    if (!reduce(goal, part_)) continue;
    goals.push_back(std::move(goal));
    origins_.push_back(g);
  }
  return goals;
}

std::vector<bool> Decoupling::movable_distal() const {
  std::vector<bool> movable(static_cast<std::size_t>(part_.tree().dof()), false);
  for (const int v : distal_variables_) movable[static_cast<std::size_t>(v)] = true;
  return movable;
}

std::vector<bool> Decoupling::movable_arm() const {
  std::vector<bool> movable(static_cast<std::size_t>(whole_->tree().dof()), false);
  for (const int v : whole_->active()) movable[static_cast<std::size_t>(v)] = true;
  for (const int v : distal_variables_) movable[static_cast<std::size_t>(v)] = false;
  return movable;
}

// Errors of d [m] and a [rad] at the split are one of at most d + a length at the tip.
Goal Decoupling::arm_goal() const {
  constexpr double share = 0.3;  // of the tip's tolerance, for each
  Goal goal = goals::placement_goal("pose", options_.split, goals::placement_of(pose()).rotation_scale);
  const double tolerance = share * *std::min_element(pose().tolerance.begin(), pose().tolerance.end());
  goal.tolerance = {tolerance, tolerance / std::max(part_.tree().reach(), 1.0)};
  return goal;
}

bool Decoupling::has_free_axes() const {
  const auto& [offset, scale, by_axis, along, about] = goals::placement_of(pose());
  return by_axis && along.x * along.y * along.z * about.x * about.y * about.z == 0;
}

Frame<double> Decoupling::wanted_tip(std::span<const double> parameters, const Frame<double>& free) const {
  const goals::PlacementData& placement = goals::placement_of(pose());
  const double* own = parameters.data() + pose().parameter + 1;
  Frame<double> wanted = frame_at(own + P::target);
  if (has_free_axes()) {
    const Vec3<double> axes[] = {vec3_at(own + P::axes), vec3_at(own + P::axes + 3),
                                 vec3_at(own + P::axes + 6)};
    // the components of v along the axes that do not matter
    const auto part = [&](const Vec3<double>& v, const Vec3<double>& matters) {
      const double counts[] = {matters.x, matters.y, matters.z};
      Vec3<double> sum{0, 0, 0};
      for (std::size_t k = 0; k < 3; ++k)
        if (counts[k] == 0) sum = sum + dot(axes[k], v) * axes[k];
      return sum;
    };
    const Vec3<double> p = wanted.p + part(apply(free, placement.offset.p) - wanted.p, placement.along);
    wanted = exp_rotation(part(log_rotation(free * inverse(wanted)), placement.about)) * wanted;
    wanted.p = p;
  }
  wanted.p = wanted.p - rotate(wanted, placement.offset.p);
  return wanted;
}

void Decoupling::place_tip(const Frame<double>& tip, std::span<double> q) const {
  const Vec3<double> w = log_rotation(tip);
  const std::array place{tip.p.x, tip.p.y, tip.p.z, w.x, w.y, w.z};
  std::copy(place.begin(), place.end(), q.begin() + part_.place_variable());
}

void Decoupling::distal_parameters(std::span<const double> parameters, std::span<double> out) const {
  for (std::size_t k = 0; k < origins_.size(); ++k) {
    const Goal &from = whole_->goals()[origins_[k]], &to = distal_.goals()[k];
    std::copy_n(parameters.begin() + from.parameter, to.parameter_count, out.begin() + to.parameter);
  }
}

void Decoupling::arm_parameters(const Frame<double>& split, std::span<double> out) const {
  const auto& [x, y, z, p] = split;
  const double target[] = {x.x, y.x, z.x, p.x, x.y, y.y, z.y, p.y, x.z, y.z, z.z, p.z, 0, 0, 0, 1};
  std::copy(arm_.parameters().begin(), arm_.parameters().end(), out.begin());
  set_target(arm_.goals()[0], target, out.data() + arm_.goals()[0].parameter);
}

}  // namespace memetik

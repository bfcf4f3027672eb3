#include "memetik/search/start_table_chain.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "memetik/kinematics/batch.hpp"

namespace memetik {

namespace {

constexpr int min_joints = 3;

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument("no start table for this link: " + reason);
}

// The segments from the root to the link.
std::vector<const Segment*> segments_to(const Tree& tree, int link) {
  if (link < 0 || link >= tree.link_count()) refuse("there is no link " + std::to_string(link));
  std::vector<const Segment*> segments;
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent)
    segments.push_back(&tree.segment(i));
  std::reverse(segments.begin(), segments.end());
  return segments;
}

void check_end_joint(const Tree& tree, const std::vector<const Segment*>& segments, const Segment& end,
                     const std::string& name) {
  if (end.kind != JointKind::revolute) refuse("its " + name + " joint is not revolute");
  const auto users = std::count_if(segments.begin(), segments.end(),
                                   [&](const Segment* s) { return s->variable == end.variable; });
  const Variable& v = tree.variables()[static_cast<std::size_t>(end.variable)];
  if (users > 1 || end.multiplier != 1 || v.kind != VariableKind::angle)
    refuse("its " + name + " joint does not have a variable of its own");
}

void check_joints(const Tree& tree, const std::vector<const Segment*>& segments) {
  if (segments.size() < min_joints)
    refuse("joints that move it: " + std::to_string(segments.size()) + ", needed: at least " +
           std::to_string(min_joints));
  for (const Segment* s : segments)
    if (variable_count(s->kind) != 1) refuse("a joint that moves it has several variables");
  check_end_joint(tree, segments, *segments.front(), "first");
  check_end_joint(tree, segments, *segments.back(), "last");
}

StartTableChain::Variable with_search_interval(const Tree& tree, int index) {
  constexpr double turn = 2 * std::numbers::pi;
  const Variable& v = tree.variables()[static_cast<std::size_t>(index)];
  double lower = v.lower, upper = v.upper;
  if (std::isinf(lower) || std::isinf(upper)) {
    if (v.kind != VariableKind::angle)
      refuse("variable " + std::to_string(index) + " travels without limits");
    if (std::isinf(lower)) lower = std::isinf(upper) ? -0.5 * turn : upper - turn;
    upper = lower + turn;
  }
  const double excess = v.repeats_after_turn ? std::max(0.0, upper - lower - turn) : 0;
  return {index, lower + 0.5 * excess, upper - 0.5 * excess};
}

// The position along the last axis where it is nearest to the preceding axis: the foot of their common
// normal. This is the point of the last axis that the preceding joint moves least.
double foot_of_common_normal(const Segment& last) {
  const Vec3<double>&p = last.placement.p, &z = last.placement.z;
  const double sine_squared = z.x * z.x + z.y * z.y;
  return sine_squared > 1e-6 ? -(p.x * z.x + p.y * z.y) / sine_squared : 0;  // parallel axes: any point
}

}  // namespace

StartTableChain::StartTableChain(const Tree& tree, int link) : tree_(&tree), link_(link) {
  const auto segments = segments_to(tree, link);
  check_joints(tree, segments);
  for (const Segment* s : segments) {
    const bool known = std::any_of(variables_.begin(), variables_.end(),
                                   [&](const Variable& v) { return v.index == s->variable; });
    if (!known) variables_.push_back(with_search_interval(tree, s->variable));
  }
  base_ = segments.front()->placement;
  Frame<double> foot = identity_frame;
  foot.p.z = foot_of_common_normal(*segments.back());
  tip_ = inverse(tree.link(link).offset) * foot;
}

StartTableChain::Draws StartTableChain::draw(std::size_t count, RandomStream& random) const {
  const auto dof = static_cast<std::size_t>(tree_->dof());
  Draws draws{std::vector<double>(count * dof, 0.0), {}};
  for (std::size_t i = 0; i < count; ++i)
    for (const Variable& v : variables_)
      draws.q[i * dof + static_cast<std::size_t>(v.index)] = random.uniform(v.lower, v.upper);
  std::vector<double> matrices(count * 16);
  double* const out = matrices.data();
  forward_batch(*tree_, draws.q.data(), count, std::span(&link_, 1), std::span(&out, 1));
  for (const double* m = matrices.data(); draws.poses.size() < count; m += 16)
    draws.poses.push_back({{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}, {m[3], m[7], m[11]}});
  return draws;
}

void StartTableChain::encode(const double* q, double first, double last, float* start) const {
  for (std::size_t i = 0; i < variables_.size(); ++i)
    start[i] = static_cast<float>(q[variables_[i].index] - variables_[i].middle());
  start[0] -= static_cast<float>(first);
  start[variables_.size() - 1] -= static_cast<float>(last);
}

// A start that fits can still exceed the limits by the rounding of floats, so values are clamped.
void StartTableChain::decode(const float* start, double first, double last, double* q) const {
  const auto set = [&](const Variable& v, double from_middle) {
    q[v.index] = std::clamp(v.middle() + from_middle, v.lower, v.upper);
  };
  const std::size_t end = variables_.size() - 1;
  set(variables_[0], wrapped(start[0] + first));
  for (std::size_t i = 1; i < end; ++i) set(variables_[i], start[i]);
  set(variables_[end], wrapped(start[end] + last));
}

}  // namespace memetik

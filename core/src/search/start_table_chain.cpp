#include "memetik/search/start_table_chain.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

namespace memetik {

namespace {

constexpr int fewest_joints = 3;
constexpr double half_turn = std::numbers::pi;
constexpr double beyond_limits = 0.1;  // [rad] that a start may be brought back to them

[[noreturn]] void refuse(const std::string& reason) {
  throw std::invalid_argument("no start table for this link: " + reason);
}

// From the root to the link.
std::vector<const Segment*> segments_to(const Tree& tree, int link) {
  std::vector<const Segment*> segments;
  for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent)
    segments.push_back(&tree.segment(i));
  std::reverse(segments.begin(), segments.end());
  return segments;
}

StartTableChain::Variable search_interval(const Tree& tree, int index) {
  const Variable& v = tree.variables()[static_cast<std::size_t>(index)];
  if (std::isfinite(v.lower) && std::isfinite(v.upper)) return {index, v.lower, v.upper};
  if (v.kind != VariableKind::angle) refuse("variable " + std::to_string(index) + " travels without limits");
  if (std::isfinite(v.lower)) return {index, v.lower, v.lower + 2 * half_turn};
  if (std::isfinite(v.upper)) return {index, v.upper - 2 * half_turn, v.upper};
  return {index, -half_turn, half_turn};
}

void check_joint_at_end(const Tree& tree, const std::vector<const Segment*>& segments, const Segment& own,
                        const std::string& name) {
  if (own.kind != JointKind::revolute) refuse("its " + name + " joint is not revolute");
  const Variable& v = tree.variables()[static_cast<std::size_t>(own.variable)];
  const auto users = std::count_if(segments.begin(), segments.end(),
                                   [&](const Segment* s) { return s->variable == own.variable; });
  if (own.multiplier != 1 || v.kind != VariableKind::angle || users > 1)
    refuse("its " + name + " joint does not have a variable of its own");
}

// How far along the last axis it is nearest to the axis before it: the foot of their common normal, the
// point of the last axis that the joints before it move least.
double foot_of_common_normal(const Segment& last) {
  const Vec3<double>&p = last.placement.p, &z = last.placement.z;
  const double square = z.x * z.x + z.y * z.y;
  return square > 1e-6 ? -(p.x * z.x + p.y * z.y) / square : 0;
}

double middle(const StartTableChain::Variable& v) { return 0.5 * (v.lower + v.upper); }

// Within half a turn to both sides, from at most three.
double wrapped(double angle) {
  const double down = angle > half_turn ? angle - 2 * half_turn : angle;
  return down < -half_turn ? down + 2 * half_turn : down;
}

bool fits_in(const StartTableChain::Variable& v, double from_middle) {
  return std::fabs(from_middle) <= 0.5 * (v.upper - v.lower) + beyond_limits;
}

}  // namespace

StartTableChain::StartTableChain(const Tree& tree, int link) {
  if (link < 0 || link >= tree.link_count()) refuse("there is no link " + std::to_string(link));
  const auto segments = segments_to(tree, link);
  if (segments.size() < fewest_joints)
    refuse(std::to_string(segments.size()) + " joints move it, " + std::to_string(fewest_joints) +
           " are needed");
  for (const Segment* s : segments)
    if (variable_count(s->kind) != 1) refuse("a joint between it and the root has several variables");
  check_joint_at_end(tree, segments, *segments.front(), "first");
  check_joint_at_end(tree, segments, *segments.back(), "last");
  for (const Segment* s : segments) {
    const bool known = std::any_of(variables.begin(), variables.end(),
                                   [&](const Variable& v) { return v.index == s->variable; });
    if (!known) variables.push_back(search_interval(tree, s->variable));
  }
  base = segments.front()->placement;
  const Frame<double> foot{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, foot_of_common_normal(*segments.back())}};
  tip = inverse(tree.link(link).offset) * foot;
}

void StartTableChain::sample(RandomStream& random, double* q) const {
  for (const Variable& v : variables) q[v.index] = random.uniform(v.lower, v.upper);
}

void StartTableChain::detach(const double* q, double first, double last, float* start) const {
  for (const Variable& v : variables) {
    const double turn = &v == &variables.front() ? first : &v == &variables.back() ? last : 0;
    const bool turns = &v == &variables.front() || &v == &variables.back();
    const double value = q[v.index] - middle(v);
    *start++ = static_cast<float>(turns ? std::remainder(value - turn, 2 * half_turn) : value);
  }
}

bool StartTableChain::fits(const float* start, double first, double last) const {
  return fits_in(variables.front(), wrapped(start[0] + first)) &&
         fits_in(variables.back(), wrapped(start[variables.size() - 1] + last));
}

void StartTableChain::attach(const float* start, double first, double last, double* q) const {
  const auto set = [&](const Variable& v, double from_middle) {
    q[v.index] = std::clamp(middle(v) + from_middle, v.lower, v.upper);
  };
  const std::size_t end = variables.size() - 1;
  set(variables[0], wrapped(start[0] + first));
  for (std::size_t i = 1; i < end; ++i) set(variables[i], start[i]);
  set(variables[end], wrapped(start[end] + last));
}

}  // namespace memetik

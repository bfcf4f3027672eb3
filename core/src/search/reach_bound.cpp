#include "memetik/search/reach_bound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "memetik/goals/shared/placement.hpp"

namespace memetik {

namespace {

constexpr int sweeps = 100;        // maximum passes that choose points, which hardly move after a few
constexpr double rounding = 1e-9;  // safety margin for rounding errors, relative to the chain's length

// A joint between two bodies: a point fixed to each body, and the largest distance between the two points.
struct Node {
  Frame<double> placement;     // the joint's frame in the preceding body
  Vec3<double> before, after;  // in the joint's frame, and in the frame of the following body
  double travel = 0;
  bool slides_along = false;  // the points may be anywhere on the axis
};

double place(const Segment& s, double q) { return (s.multiplier == 0 ? 0 : s.multiplier * q) + s.offset; }

Node node_of(const Tree& tree, const Segment& s) {
  Node node{s.placement, {0, 0, 0}, {0, 0, 0}};
  node.slides_along = s.kind == JointKind::revolute;
  for (int c = 0; c < variable_count(s.kind); ++c) {
    const Variable& v = tree.variables()[static_cast<std::size_t>(s.variable + c)];
    // the variable of a mimic may be an angle where the mimic is prismatic, and the reverse
    const bool slides = s.kind == JointKind::prismatic;
    if (!slides && (s.kind == JointKind::revolute || v.kind != VariableKind::translation)) continue;
    const double one = place(s, v.lower), other = place(s, v.upper);
    if (!std::isfinite(one) || !std::isfinite(other)) {
      node.travel = HUGE_VAL;
    } else if (slides) {
      node.before.z = 0.5 * (one + other);
      node.travel = 0.5 * std::abs(other - one);
    } else {
      node.travel = std::hypot(node.travel, std::max(std::abs(one), std::abs(other)));
    }
  }
  return node;
}

// The z of the point on the axis that minimises the sum of its distances to a and b (the law of reflection).
double shortest_detour(const Vec3<double>& a, const Vec3<double>& b) {
  const double to_a = std::hypot(a.x, a.y), to_b = std::hypot(b.x, b.y);
  return to_a + to_b > 0 ? (a.z * to_b + b.z * to_a) / (to_a + to_b) : 0.5 * (a.z + b.z);
}

// Chooses the points of all nodes; `end` is in the last body's frame, or null if it is the last node's point.
void choose_points(std::vector<Node>& nodes, const Vec3<double>* end) {
  bool moved = true;
  for (int sweep = 0; sweep < sweeps && std::exchange(moved, false); ++sweep)
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (!nodes[i].slides_along) continue;
      const bool has_before = i > 0, has_after = i + 1 < nodes.size() || end;
      const Vec3<double> before =
          has_before ? apply(inverse(nodes[i].placement), nodes[i - 1].after) : Vec3<double>{0, 0, 0};
      const Vec3<double> after = i + 1 < nodes.size() ? apply(nodes[i + 1].placement, nodes[i + 1].before)
                                 : end                ? *end
                                                      : Vec3<double>{0, 0, 0};
      double z = nodes[i].after.z;
      if (has_before && has_after)
        z = shortest_detour(before, after);
      else if (has_before || has_after)
        z = has_before ? before.z : after.z;
      moved |= z != nodes[i].after.z;
      nodes[i].before.z = nodes[i].after.z = z;
    }
}

}  // namespace

ReachBound::ReachBound(const Problem& problem) {
  for (std::size_t i = 0; i < problem.goals().size(); ++i) add(problem, static_cast<int>(i));
}

void ReachBound::add(const Problem& problem, int index) {
  const Goal& goal = problem.goals()[static_cast<std::size_t>(index)];
  if (!goal.decides_success() || !goal.kernel->places_position || goal.frame >= 0) return;
  const goals::PlacementData& placement = goals::placement_of(goal);
  if (placement.by_axis || goals::has_tolerance_by_axis(goal) || !goal.losses.empty()) return;
  const Tree& tree = problem.tree();
  const LinkPlacement& link = tree.link(goal.links[0]);
  std::vector<Node> nodes;
  for (int i = link.segment; i >= 0; i = tree.segment(i).parent)
    nodes.push_back(node_of(tree, tree.segment(i)));
  std::reverse(nodes.begin(), nodes.end());
  const Vec3<double> point = placement.offset.p, end = apply(link.offset, point);
  // the target fixes the last axis if it fixes the rotation
  const bool to_axis = goal.kernel->places_rotation && !nodes.empty() && goal.tolerance[1] < 0.1;
  choose_points(nodes, to_axis ? nullptr : &end);

  double sum = 0, longest = 0, free = 0;  // sum of distances, longest distance, sum of travel
  Vec3<double> last{0, 0, 0};
  Chain chain{index, goal.parameter, {0, 0, 0}, {0, 0, 0}, 0, 0};
  const auto add_distance = [&](double distance) {
    sum += distance;
    longest = std::max(longest, distance);
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Vec3<double> here = apply(nodes[i].placement, nodes[i].before);
    if (i == 0)
      chain.base = here;
    else
      add_distance(norm(here - last));
    free += nodes[i].travel;
    last = nodes[i].after;
  }
  if (to_axis)
    chain.end = apply(inverse(link.offset), last) - point;
  else if (nodes.empty())
    chain.base = end;
  else
    add_distance(norm(end - last));
  const double slack = goal.tolerance[0] + (to_axis ? goal.tolerance[1] * norm(chain.end) : 0) +
                       rounding * (sum + free + norm(chain.base));
  chain.max_distance = sum + free + slack;
  chain.min_distance = longest - (sum - longest) - free - slack;
  if (std::isfinite(chain.max_distance)) chains_.push_back(chain);
}

double ReachBound::excess(const Chain& chain, std::span<const double> parameters) {
  const double* p = parameters.data() + chain.parameter;
  if (p[0] <= 0) return 0;  // the goal's weight is zero
  const Frame<double> target = frame_at(p + 1 + goals::PlacementParameters::target);
  const double distance = norm(apply(target, chain.end) - chain.base);
  return std::max(distance - chain.max_distance, 0.0) - std::max(chain.min_distance - distance, 0.0);
}

bool ReachBound::excludes(std::span<const double> parameters) const {
  return std::any_of(chains_.begin(), chains_.end(),
                     [&](const Chain& chain) { return excess(chain, parameters) != 0; });
}

std::vector<ReachBound::Excess> ReachBound::excesses(std::span<const double> parameters) const {
  std::vector<Excess> found;
  for (const Chain& chain : chains_)
    if (const double by = excess(chain, parameters); by != 0)
      found.push_back({chain.goal, std::abs(by), by < 0});
  return found;
}

}  // namespace memetik

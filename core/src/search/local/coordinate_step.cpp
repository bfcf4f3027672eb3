#include "memetik/search/local/coordinate_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "memetik/goals/shared/placement.hpp"

namespace memetik {

namespace {

constexpr double probe = 1e-4;        // [rad, m] distance of the outer points of a parabola
constexpr double longest_probed = 1;  // [rad, m]
constexpr double min_change = 1e-13;  // [rad, m]

// The angle within a range where a cos + b sin is largest.
double best_angle(double a, double b, const Interval& range) {
  const double turn = 2 * std::numbers::pi, best = std::atan2(b, a);
  for (const double angle : {best, best - turn, best + turn})
    if (angle >= range.lower && angle <= range.upper) return angle;
  const auto height = [&](double angle) { return a * std::cos(angle) + b * std::sin(angle); };
  return height(range.lower) > height(range.upper) ? range.lower : range.upper;
}

}  // namespace

CoordinateStep::CoordinateStep(const Problem& problem)
    : LocalStep(problem, Scope::primary, WideAngles::stop), kinematics_(problem.tree()) {
  for (const int variable : problem.active()) coordinates_.push_back(coordinate_of(variable));
  for (const Goal& goal : problem.goals())
    if (goal.decides_success()) places_.push_back({goal.links[0], 0, {0, 0, 0}, {0, 0, 0}});
}

void CoordinateStep::begin_query() {
  using P = goals::PlacementParameters;
  std::size_t i = 0;
  for (const Goal& goal : problem_->goals()) {
    if (!goal.decides_success()) continue;
    const double *factor = query_->parameters.data() + goal.parameter, *own = factor + 1;
    Place& place = places_[i++];
    place.weight = *factor * *factor;
    place.point = goals::placement_of(goal).offset.p;
    place.target = frame_at(own + P::target).p;
  }
}

CoordinateStep::Coordinate CoordinateStep::coordinate_of(int variable) const {
  const Tree& tree = problem_->tree();
  Coordinate result{variable, Way::other, -1, 1};
  for (int i = 0; i < tree.segment_count(); ++i) {
    const Segment& s = tree.segment(i);
    const int place = variable - s.variable;
    if (place < 0 || place >= variable_count(s.kind)) continue;
    if (result.segment >= 0) return {variable, Way::other, -1, 1};  // several joints use this variable
    const bool turns = s.kind == JointKind::revolute || (s.kind == JointKind::cylindrical && place == 1) ||
                       (s.kind == JointKind::planar && place == 2);
    const bool slides = s.kind == JointKind::prismatic || (s.kind == JointKind::cylindrical && place == 0);
    result = {variable, turns ? Way::turn : slides ? Way::slide : Way::other, i, s.multiplier};
  }
  return result;
}

bool CoordinateStep::moves(const Coordinate& coordinate, const Place& place) const {
  const Tree& tree = problem_->tree();
  const int segment = tree.link(place.link).segment;
  return segment >= coordinate.segment && segment < tree.segment(coordinate.segment).subtree_end;
}

void CoordinateStep::evaluate(const double* q) {
  objective_.evaluate(q, Scope::primary);
  cost_ = objective_.cost();
  evaluations_ = 1;
}

// Returns the change of the joint's angle within `range`.
double CoordinateStep::best_turn(const Coordinate& coordinate, const Interval& range) {
  const Frame<double> frame = to_frame(kinematics_.segment_pose(coordinate.segment));
  double sine = 0, cosine = 0;
  for (const Place& place : places_) {
    if (!moves(coordinate, place)) continue;
    const Vec3<double> p = apply(kinematics_.link(place.link), place.point) - frame.p;
    const Vec3<double> t = place.target - frame.p;
    sine += place.weight * dot(frame.z, cross(p, t));
    cosine += place.weight * (dot(p, t) - dot(p, frame.z) * dot(t, frame.z));
  }
  return sine == 0 && cosine == 0 ? 0 : best_angle(cosine, sine, range);
}

double CoordinateStep::best_slide(const Coordinate& coordinate, const Interval& range) {
  const Frame<double> frame = to_frame(kinematics_.segment_pose(coordinate.segment));
  double way = 0, weight = 0;
  for (const Place& place : places_) {
    if (!moves(coordinate, place)) continue;
    const Vec3<double> p = apply(kinematics_.link(place.link), place.point);
    way += place.weight * dot(frame.z, place.target - p);
    weight += place.weight;
  }
  return weight > 0 ? std::clamp(way / weight, range.lower, range.upper) : 0;
}

double CoordinateStep::cost_after(int variable, double value) {
  ++evaluations_;
  double cost = 0;
  for (const Place& place : places_) {
    const Vec3<double> error =
        apply(kinematics_.link_after(place.link, variable, value), place.point) - place.target;
    cost += place.weight * dot(error, error);
  }
  return cost;
}

double CoordinateStep::best_by_parabola(int variable, const Interval& range) {
  const double value = kinematics_.at(variable);
  const double before = cost_after(variable, value - probe), here = cost_after(variable, value),
               after = cost_after(variable, value + probe);
  const double slope = 0.5 * (after - before), bend = before - 2 * here + after;
  const double lowest = bend > 0 ? -slope / bend * probe : (slope > 0 ? -longest_probed : longest_probed);
  const double nearby = std::clamp(lowest, -longest_probed, longest_probed);
  const double change = std::clamp(nearby, range.lower, range.upper);
  return cost_after(variable, value + change) < here ? change : 0;
}

bool CoordinateStep::step(double* q) {
  const std::span<double> all(q, static_cast<std::size_t>(problem_->tree().dof()));
  kinematics_.update(all);
  bool moved = false;
  for (std::size_t c = coordinates_.size(); c-- > 0;) {
    const Coordinate& coordinate = coordinates_[c];
    const double value = q[coordinate.variable],
                 scale = coordinate.way == Way::other ? 1 : coordinate.multiplier;
    const double first = scale * (bounds_.lower(c) - value), last = scale * (bounds_.upper(c) - value);
    const Interval range{std::min(first, last), std::max(first, last)};
    if (range.lower == range.upper) continue;
    ++evaluations_;
    const double change = coordinate.way == Way::turn    ? best_turn(coordinate, range)
                          : coordinate.way == Way::slide ? best_slide(coordinate, range)
                                                         : best_by_parabola(coordinate.variable, range);
    if (!(std::abs(change) > min_change)) continue;
    moved = true;
    q[coordinate.variable] = std::clamp(value + change / scale, bounds_.lower(c), bounds_.upper(c));
    kinematics_.set(coordinate.variable, q[coordinate.variable]);
  }
  clip(problem_->tree(), *query_, all);
  return moved;
}

}  // namespace memetik

#include "memetik/kinematics/tree.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace memetik {

namespace {

constexpr double rounding = 1e-15;

// Tests the sines y and z: the cosine x rounds to 1 for angles up to 1e-8.
bool is_x(const Vec3<double>& axis) {
  return axis.x > 0 && std::abs(axis.y) < rounding && std::abs(axis.z) < rounding;
}

}  // namespace

Twist Segment::twist() const {
  if (kind != JointKind::revolute || !is_x(placement.x)) return Twist::general;
  if (placement.z.z > 0 && std::abs(placement.y.z) < rounding) return Twist::none;
  return placement.y.z > 0 && std::abs(placement.z.z) < rounding ? Twist::quarter_turn : Twist::about_x;
}

namespace {

VariableKind variable_kind(JointKind joint, int component) {
  switch (joint) {
    case JointKind::revolute: return VariableKind::angle;
    case JointKind::cylindrical: return component == 1 ? VariableKind::angle : VariableKind::translation;
    case JointKind::planar: return component == 2 ? VariableKind::angle : VariableKind::translation;
    case JointKind::spherical: return VariableKind::rotation_vector;
    case JointKind::floating:
      return component >= 3 ? VariableKind::rotation_vector : VariableKind::translation;
    default: return VariableKind::translation;
  }
}

// The rotation about z that undoes a turn by `angle`.
Frame<double> turned_back(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{c, -s, 0}, {s, c, 0}, {0, 0, 1}, {0, 0, 0}};
}

// Rotation vectors are given in the joint frame itself; all other joints act along or about the joint's axis.
Frame<double> alignment(const JointSpec& joint) {
  const bool axial = joint.kind != JointKind::spherical && joint.kind != JointKind::floating;
  return axial ? rotation_from_z_to(joint.axis) : identity_frame;
}

}  // namespace

Tree::Tree(std::span<const JointSpec> joints, std::span<const LinkMass> masses, std::span<const double> lower,
           std::span<const double> upper) {
  if (masses.size() != joints.size() + 1) throw std::invalid_argument("one mass per link is needed");
  if (lower.size() != upper.size()) throw std::invalid_argument("as many lower as upper limits are needed");
  for (std::size_t i = 0; i < lower.size(); ++i)
    variables_.push_back({VariableKind::translation, lower[i], upper[i], false, false});
  links_.push_back({-1, identity_frame});
  for (const JointSpec& joint : joints) add_joint(joint);
  add_masses(masses);
  find_subtree_ends();
  mark_periodic_variables();
  normalize();
  mark_parallel_links();
  measure_reach();
}

void Tree::add_joint(const JointSpec& joint) {
  if (joint.parent_link < 0 || joint.parent_link >= link_count())
    throw std::invalid_argument("joints must come after their parents");
  const LinkPlacement& parent = link(joint.parent_link);
  const Frame<double> origin = parent.offset * joint.origin;
  if (joint.kind == JointKind::fixed) {
    links_.push_back({parent.segment, origin});
    return;
  }
  const int size = variable_count(joint.kind);
  if (joint.variable < 0 || joint.variable + size > dof())
    throw std::invalid_argument("a joint's variables are outside of q");
  for (int c = 0; c < size && !joint.is_mimic; ++c)
    variables_[static_cast<std::size_t>(joint.variable + c)].kind = variable_kind(joint.kind, c);
  const Frame<double> align = alignment(joint);
  segments_.push_back({parent.segment,
                       joint.kind,
                       joint.variable,
                       joint.multiplier,
                       joint.offset,
                       origin * align,
                       0,
                       {0, 0, 0},
                       0});
  links_.push_back({segment_count() - 1, inverse(align)});
}

void Tree::add_masses(std::span<const LinkMass> masses) {
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto& [segment, offset, parallel] = links_[i];
    const Vec3<double> moment = masses[i].mass * apply(offset, masses[i].center);
    mass_ += masses[i].mass;
    if (segment < 0) {
      root_moment_ = root_moment_ + moment;
    } else {
      Segment& owner = segments_[static_cast<std::size_t>(segment)];
      owner.mass += masses[i].mass;
      owner.moment = owner.moment + moment;
    }
  }
}

void Tree::find_subtree_ends() {
  for (int i = segment_count() - 1; i >= 0; --i) {
    Segment& segment = segments_[static_cast<std::size_t>(i)];
    segment.subtree_end = std::max(segment.subtree_end, i + 1);
    if (segment.parent < 0) continue;
    Segment& parent = segments_[static_cast<std::size_t>(segment.parent)];
    parent.subtree_end = std::max(parent.subtree_end, segment.subtree_end);
  }
  // In depth-first order a segment's parent is the previous segment or one of its ancestors.
  for (int i = 1; i < segment_count(); ++i) {
    for (int a = i - 1; a != segment(i).parent; a = segment(a).parent)
      if (a < 0) throw std::invalid_argument("joints must come in depth-first order");
  }
}

// The zero of a revolute joint's angle is arbitrary, so its frame may be rotated about z. The rotation of a
// placement is Rz(g) Rx(twist) Rz(b); b is added to the joint's own offset and g to its parent's. So only the
// twist remains in the placement of the first revolute child of every revolute joint, and so in every serial
// chain.
void Tree::normalize() {
  std::vector<bool> turned(segments_.size(), false);
  std::vector<double> turn(segments_.size());
  for (int i = 0; i < segment_count(); ++i) {
    Segment& s = segments_[static_cast<std::size_t>(i)];
    if (s.kind != JointKind::revolute || s.parent < 0) continue;
    const Vec3<double> z = s.placement.z;
    const double sine = std::hypot(z.x, z.y);
    const double g = sine > 0 ? std::atan2(z.x, -z.y) : 0;
    const auto parent = static_cast<std::size_t>(s.parent);
    if (turned[parent] || segments_[parent].kind != JointKind::revolute) continue;
    turned[parent] = true;
    turn[parent] = g;
    turn_segment(s.parent, g);
    const Vec3<double> x = s.placement.x;  // (cos(b), cos(twist) sin(b), sin(twist) sin(b))
    const Vec3<double> y_twisted{0, z.z, sine};
    s.offset += std::atan2(dot(x, y_twisted), x.x);
    s.placement = {{1, 0, 0}, y_twisted, {0, -sine, z.z}, s.placement.p};
  }
  for (LinkPlacement& link : links_) {
    const auto segment = static_cast<std::size_t>(link.segment);
    if (link.segment >= 0 && turned[segment]) link.offset = turned_back(turn[segment]) * link.offset;
  }
}

// Rotates the frame of a revolute segment about its z axis by `angle`, and its mass and its children back.
void Tree::turn_segment(int segment, double angle) {
  const Frame<double> back = turned_back(angle);
  Segment& turned = segments_[static_cast<std::size_t>(segment)];
  turned.offset += angle;
  turned.moment = rotate(back, turned.moment);
  for (int i = segment + 1; i < turned.subtree_end; i = segments_[static_cast<std::size_t>(i)].subtree_end) {
    Segment& child = segments_[static_cast<std::size_t>(i)];
    child.placement = back * child.placement;
  }
}

void Tree::mark_periodic_variables() {
  for (Variable& v : variables_) v.repeats_after_turn = v.kind == VariableKind::angle;
  for (const Segment& s : segments_) {
    const bool returns = s.kind != JointKind::prismatic && s.multiplier == std::round(s.multiplier);
    if (!returns) variables_[static_cast<std::size_t>(s.variable)].repeats_after_turn = false;
  }
  for (Variable& v : variables_)
    v.periodic = v.repeats_after_turn && std::isinf(v.lower) && std::isinf(v.upper);
}

void Tree::mark_parallel_links() {
  for (LinkPlacement& link : links_)
    link.parallel = is_x(link.offset.x) && link.offset.y.y > 0 && std::abs(link.offset.y.z) < rounding;
}

void Tree::measure_reach() {
  length_.resize(segments_.size());
  for (int i = 0; i < segment_count(); ++i) {
    const Segment& s = segment(i);
    double travel = 0;
    for (int c = 0; c < variable_count(s.kind); ++c) {
      const Variable& v = variables_[static_cast<std::size_t>(s.variable + c)];
      if (variable_kind(s.kind, c) != VariableKind::translation) continue;
      // avoids 0 * inf: a mimic with multiplier 0 is at its offset
      const auto place = [&](double q) { return (s.multiplier == 0 ? 0 : s.multiplier * q) + s.offset; };
      const double farthest = std::max(std::abs(place(v.lower)), std::abs(place(v.upper)));
      if (std::isfinite(farthest)) travel += farthest;
    }
    length_[static_cast<std::size_t>(i)] = length_of(s.parent) + norm(s.placement.p) + travel;
  }
  for (const LinkPlacement& l : links_) reach_ = std::max(reach_, length_of(l.segment) + norm(l.offset.p));
}

double Tree::reach_from(int from, int link_index) const {
  const LinkPlacement& l = link(link_index);
  return length_of(l.segment) - length_of(link(from).segment) + norm(l.offset.p);
}

}  // namespace memetik

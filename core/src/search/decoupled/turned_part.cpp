#include "memetik/search/decoupled/turned_part.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace memetik {

namespace {

bool has_inverse_of_its_kind(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::prismatic || kind == JointKind::cylindrical;
}

JointSpec fixed_joint(int parent, const Frame<double>& origin) {
  return {.kind = JointKind::fixed, .parent_link = parent, .origin = origin};
}

// Collects the joints of the part, and the links that have the frames of the robot's segments.
class Builder {
 public:
  explicit Builder(const Tree& robot)
      : robot_(&robot), link_of_(static_cast<std::size_t>(robot.segment_count()), TurnedPart::absent) {}

  std::vector<JointSpec> joints;

  // Returns the link that the joint leads to.
  int add(const JointSpec& joint) {
    joints.push_back(joint);
    return static_cast<int>(joints.size());
  }
  int link_of(int segment) const {
    return segment < 0 ? TurnedPart::absent : link_of_[static_cast<std::size_t>(segment)];
  }
  void set_link(int segment, int link) { link_of_[static_cast<std::size_t>(segment)] = link; }

  // Adds the joint of a segment, from its parent.
  void add_forwards(int segment) {
    const Segment& s = robot_->segment(segment);
    set_link(segment, add(joint_of(s, link_of(s.parent), s.placement)));
  }
  // Adds the joint of a segment, from the segment to its parent.
  void add_backwards(int segment) {
    const Segment& s = robot_->segment(segment);
    JointSpec joint = joint_of(s, link_of(segment), identity_frame);
    joint.axis = {0, 0, -1};
    const int turned = add(joint);
    set_link(s.parent, add(fixed_joint(turned, inverse(s.placement))));
  }

 private:
  JointSpec joint_of(const Segment& s, int parent, const Frame<double>& origin) const {
    const bool turns = robot_->variables()[static_cast<std::size_t>(s.variable)].kind == VariableKind::angle;
    // the master has another kind, which decides what the variable is
    const bool is_mimic = variable_count(s.kind) == 1 && turns != (s.kind == JointKind::revolute);
    return {.kind = s.kind,
            .parent_link = parent,
            .origin = origin,
            .variable = s.variable,
            .is_mimic = is_mimic,
            .multiplier = s.multiplier,
            .offset = s.offset};
  }

  const Tree* robot_;
  std::vector<int> link_of_;  // per segment
};

}  // namespace

TurnedPart::TurnedPart(const Tree& robot, int split, int tip)
    : links_(static_cast<std::size_t>(robot.link_count()), absent), tree_(turned(robot, split, tip)) {}

Tree TurnedPart::turned(const Tree& robot, int split, int tip) {
  const int base = robot.link(split).segment;
  int segment = robot.link(tip).segment, next = absent;
  if (base < 0 || segment == base) throw std::invalid_argument("no joint is before or beyond the split");
  Builder builder(robot);
  const int placed = builder.add({.kind = JointKind::floating, .variable = robot.dof()});
  builder.set_link(segment, builder.add(fixed_joint(placed, inverse(robot.link(tip).offset))));
  while (segment != base) {
    if (segment < 0) throw std::invalid_argument("the split is not on the way to the tip");
    const Segment& s = robot.segment(segment);
    if (!has_inverse_of_its_kind(s.kind)) throw std::invalid_argument("a joint cannot be turned around");
    for (int i = segment + 1; i < s.subtree_end; ++i) {
      if (i == next)
        i = robot.segment(next).subtree_end - 1;
      else
        builder.add_forwards(i);
    }
    if (s.parent >= 0) builder.add_backwards(segment);
    next = segment;
    segment = s.parent;
  }
  for (int k = 0; k < robot.link_count(); ++k)
    if (const int link = builder.link_of(robot.link(k).segment); link != absent)
      links_[static_cast<std::size_t>(k)] = builder.add(fixed_joint(link, robot.link(k).offset));
  std::vector<double> lower, upper;
  for (const Variable& v : robot.variables()) {
    lower.push_back(v.lower);
    upper.push_back(v.upper);
  }
  for (const double limit : {HUGE_VAL, std::numbers::pi})
    for (int c = 0; c < 3; ++c) {
      lower.push_back(-limit);
      upper.push_back(limit);
    }
  return {builder.joints, std::vector<LinkMass>(builder.joints.size() + 1), lower, upper};
}

}  // namespace memetik

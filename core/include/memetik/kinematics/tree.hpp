// The immutable kinematic tree: what is known of a robot once, shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/math/frame.hpp"

namespace memetik {

// Continuous joints are revolute ones with infinite limits.
enum class JointKind : std::uint8_t { fixed, revolute, prismatic, cylindrical, planar, spherical, floating };

// Number of variables of a joint, in the order: translations, then rotations.
constexpr int variable_count(JointKind kind) {
  constexpr int counts[] = {0, 1, 1, 2, 3, 3, 6};
  return counts[static_cast<int>(kind)];
}

// A joint as the user describes it. Joint k leads from `parent_link` to link k + 1; link 0 is the root;
// joints come in depth-first order.
struct JointSpec {
  JointKind kind = JointKind::fixed;
  int parent_link = 0;
  Frame<double> origin = identity_frame;  // joint frame in the parent link's frame
  Vec3<double> axis = {0, 0, 1};          // unit vector, in the joint frame
  int variable = -1;                      // index in q of the joint's first variable
  bool follows = false;                   // a mimic joint: the variable is another joint's
  double multiplier = 1, offset = 0;      // it stands at multiplier * q + offset
};

struct LinkMass {
  double mass = 0;
  Vec3<double> center = {0, 0, 0};  // in the link's frame
};

enum class VariableKind : std::uint8_t { translation, angle, rotation_vector };

// One entry of q. A rotation vector takes three entries in a row; its limit is a maximum angle.
struct Variable {
  VariableKind kind;
  double lower, upper;
  bool turns;     // an angle of which a full turn changes nothing, nor does it for its followers
  bool periodic;  // such an angle without limits
};

// How a revolute joint's placement turns, if only about x: not at all, by a right angle, by some angle.
// The fewer, the fewer products in the inner loop. Everything else is `general`.
enum class Twist : std::uint8_t { none, right, some, general };

// A moving part: everything between two moving joints folded into one body. Its frame is turned so
// that the joint acts along and about z, and where possible so that `placement` turns about x only.
struct Segment {
  int parent;  // segment, or -1: fixed to the root
  JointKind kind;
  int variable;
  double multiplier, offset;
  Frame<double> placement;  // S_i: this segment's frame in its parent segment's, at q = 0
  double mass;
  Vec3<double> moment;  // sum of mass * centre over the links of this segment, in its frame
  int subtree_end;      // segments [i, subtree_end) hang on segment i, itself included

  Twist twist() const;
};

// Where a link sits: rigidly on a segment (or on the root, -1).
struct LinkPlacement {
  int segment;
  Frame<double> offset;
  bool parallel = false;  // the axes are the segment's: offset is a translation
};

class Tree {
 public:
  Tree(std::span<const JointSpec> joints, std::span<const LinkMass> masses, std::span<const double> lower,
       std::span<const double> upper);

  int dof() const { return static_cast<int>(variables_.size()); }
  int link_count() const { return static_cast<int>(links_.size()); }
  int segment_count() const { return static_cast<int>(segments_.size()); }
  const Segment& segment(int i) const { return segments_[static_cast<std::size_t>(i)]; }
  const LinkPlacement& link(int i) const { return links_[static_cast<std::size_t>(i)]; }
  std::span<const Variable> variables() const { return variables_; }
  double mass() const { return mass_; }
  // Mass moment of the links that never move.
  const Vec3<double>& root_moment() const { return root_moment_; }
  // An upper bound of the distance from the root to any link's origin; unlimited travel counts as none.
  double reach() const { return reach_; }

 private:
  void add_joint(const JointSpec& joint);
  void add_masses(std::span<const LinkMass> masses);
  void close_subtrees();
  void mark_periodic_variables();
  void normalize();
  void mark_parallel_links();
  void turn_segment(int segment, double angle);
  void measure_reach();

  std::vector<Segment> segments_;
  std::vector<LinkPlacement> links_;
  std::vector<Variable> variables_;
  double mass_ = 0;
  Vec3<double> root_moment_ = {0, 0, 0};
  double reach_ = 0;
};

}  // namespace memetik

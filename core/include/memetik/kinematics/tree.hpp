// The immutable kinematic tree of a robot, shared by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memetik/math/frame.hpp"

namespace memetik {

// Continuous joints are revolute joints with infinite limits.
enum class JointKind : std::uint8_t { fixed, revolute, prismatic, cylindrical, planar, spherical, floating };

// The number of variables of a joint. Translations come before rotations.
constexpr int variable_count(JointKind kind) {
  constexpr int counts[] = {0, 1, 1, 2, 3, 3, 6};
  return counts[static_cast<int>(kind)];
}

// The description of a joint. Joint k connects `parent_link` with link k + 1; link 0 is the root. Joints come
// in depth-first order.
struct JointSpec {
  JointKind kind = JointKind::fixed;
  int parent_link = 0;
  Frame<double> origin = identity_frame;  // joint frame in the parent link's frame
  Vec3<double> axis = {0, 0, 1};          // unit vector, in the joint frame
  int variable = -1;                      // index in q of the joint's first variable
  bool is_mimic = false;                  // whether the variable belongs to another joint
  double multiplier = 1, offset = 0;      // the joint's value is multiplier * q + offset
};

struct LinkMass {
  double mass = 0;
  Vec3<double> center = {0, 0, 0};  // in the link's frame
};

enum class VariableKind : std::uint8_t { translation, angle, rotation_vector };

// One entry of q. A rotation vector takes three consecutive entries; its upper limit is a maximum angle.
struct Variable {
  VariableKind kind;
  double lower, upper;
  bool repeats_after_turn;  // an angle; a full turn of it, and of its mimics, leaves all link poses unchanged
  bool periodic;            // `repeats_after_turn`, and it has no limits
};

// The rotation of a revolute joint's placement: none, by a quarter turn about x, by another angle about x, or
// about other axes (`general`). The simpler it is, the fewer products the inner loop needs.
enum class Twist : std::uint8_t { none, quarter_turn, about_x, general };

// A moving body: all links between two moving joints, joined rigidly. Its frame is chosen so that the joint
// acts along and about z, and if possible so that `placement` rotates about x only.
struct Segment {
  int parent;  // a segment; -1: the root
  JointKind kind;
  int variable;
  double multiplier, offset;
  Frame<double> placement;  // S_i: this segment's frame in its parent segment's, at q = 0
  double mass;
  Vec3<double> moment;  // sum of mass * centre over the links of this segment, in its frame
  int subtree_end;      // the subtree of segment i, itself included, is [i, subtree_end)

  Twist twist() const;
};

// The constant pose of a link in the frame of a segment (-1: the root).
struct LinkPlacement {
  int segment;
  Frame<double> offset;
  bool parallel = false;  // the offset is a pure translation
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
  // The mass moment of the links that are fixed to the root.
  const Vec3<double>& root_moment() const { return root_moment_; }
  // An upper bound of the distance of any link's origin from the root; unlimited translations are left out.
  double reach() const { return reach_; }
  // The same of one link from a body on its way to the root, given by a link that is fixed to it.
  double reach_from(int from, int link) const;

 private:
  void add_joint(const JointSpec& joint);
  void add_masses(std::span<const LinkMass> masses);
  void find_subtree_ends();
  void mark_periodic_variables();
  void normalize();
  void mark_parallel_links();
  void turn_segment(int segment, double angle);
  void measure_reach();
  double length_of(int segment) const {
    return segment < 0 ? 0.0 : length_[static_cast<std::size_t>(segment)];
  }

  std::vector<Segment> segments_;
  std::vector<LinkPlacement> links_;
  std::vector<Variable> variables_;
  double mass_ = 0;
  Vec3<double> root_moment_ = {0, 0, 0};
  std::vector<double> length_;  // per segment: an upper bound of its origin's distance from the root
  double reach_ = 0;
};

}  // namespace memetik

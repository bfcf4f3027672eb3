// Forward kinematics by full sweeps over the tree, Jacobians and the centre of mass.
#pragma once

#include <cassert>
#include <span>
#include <vector>

#include "memetik/kinematics/incremental.hpp"
#include "memetik/kinematics/tree.hpp"

namespace memetik {

// The forward kinematics of one thread. T is double, or Pack, with one configuration per lane. Only
// construction and `assign` allocate. The tree must outlive it, or its use of the tree.
template <class T>
class Kinematics {
 public:
  // For the whole tree, or only for the segments that move the given links. Of these, the ones that are moved
  // only by variables which `columns` has no index for (-1; empty: none) are computed again only if their
  // variables have changed: in a search these keep their values.
  explicit Kinematics(const Tree& tree);
  Kinematics(const Tree& tree, std::span<const int> links, std::span<const int> columns = {});
  Kinematics() = default;  // for no tree, until `assign`

  // As if constructed anew, in the memory that it has.
  void assign(const Tree& tree);
  void assign(const Tree& tree, std::span<const int> links, std::span<const int> columns = {});

  const Tree& tree() const { return *tree_; }

  // Computes all poses at the configuration q[0 .. dof): R_i = R_parent L_i from the root down, where
  // L_i = S_i T(q) is the joint's own transform.
  void update(const T* q);

  // For T = double: copies the poses that these links would have if one variable of `other` changed. Other
  // results of `update` keep their values.
  void copy_poses_after_change(IncrementalKinematics<>& other, std::span<const int> links, int variable,
                               double value);

  // The pose of a link in the root's frame.
  MEMETIK_INLINE Frame<T> link(int link) const;

  // Calls visit(variable, linear, angular) for every variable that moves the link, with the velocity [m and
  // rad per unit of the variable] of `point`, fixed to the link, in the root's axes. A variable that drives
  // several joints is visited once per joint: the contributions add up.
  template <class Visit>
  MEMETIK_INLINE void for_each_column(int link, const Vec3<T>& point, Visit&& visit) const;

  // The moving bodies between the root and the links, parents first, for sums over subtrees. A link that
  // does not move has node -1, and so has the parent of a node that moves relative to the root.
  int node_count() const { return static_cast<int>(nodes_.size()); }
  int node_of(int link) const {
    const int segment = tree_->link(link).segment;
    return segment < 0 ? -1 : node_of_segment_[static_cast<std::size_t>(segment)];
  }
  int parent(int node) const { return nodes_[static_cast<std::size_t>(node)].parent; }
  // As for_each_column, for the variables of one node's joint only.
  template <class Visit>
  MEMETIK_INLINE void for_each_joint_column(int node, const Vec3<T>& point, Visit&& visit) const {
    visit_node(static_cast<std::size_t>(node), point, visit);
  }

  // d(pose of the link)/dq, 6 x dof row-major: linear velocity of the link's origin, then angular.
  void jacobian(int link, T* out) const;

  // These need the kinematics of the whole tree. A massless robot has its centre of mass at the root.
  Vec3<T> center_of_mass() const;
  void center_of_mass_jacobian(T* out) const;  // 3 x dof row-major
  // Calls visit(variable, velocity of the centre of mass), as for_each_column.
  template <class Visit>
  void for_each_mass_column(Visit&& visit) const;

 private:
  // A segment that `update` computes; `parent` is an index into nodes_.
  struct Node {
    int parent;
    JointKind kind;
    Twist twist;
    int variable;
    int rotation_vector;  // index into rotation_vectors_ of a spherical or floating joint, else -1
    double multiplier, offset;
    Frame<double> placement;
  };
  // For a joint with a rotation vector, in the coordinates of the rotated body: the joint's base frame, and
  // the angular velocity per unit of the vector (the right Jacobian of the exponential map).
  struct RotationVector {
    Frame<T> base, rate;
  };

  static constexpr int unused = -1, used = 0;  // in node_of_segment_, before the nodes are laid out
  void lay_out(const Tree& tree, std::span<const int> columns = {});
  bool has_moved(const T* q);
  void sweep(const T* q, std::size_t first, std::size_t end);
  T angle(const Node& node, const T* q) const;
  void place(std::size_t node, const T* own);
  void place_rotation_vector(std::size_t node, const Frame<T>& placement, const Vec3<T>& w);
  template <class Visit>
  MEMETIK_INLINE void visit_node(std::size_t i, const Vec3<T>& point, Visit& visit) const;

  const Tree* tree_ = nullptr;
  std::vector<Node> nodes_;               // parents first, before them those at rest
  std::size_t resting_ = 0;               // how many are at rest
  std::vector<int> held_;                 // the variables of those
  std::vector<T> values_;                 // their values at the last update
  std::vector<int> node_of_segment_;      // `unused`: not computed
  std::vector<Frame<T>> local_;           // per node, in its parent's frame
  std::vector<Frame<T>> world_;           // per node, in the root's frame
  std::vector<T> angle_, sine_, cosine_;  // per node, padded to whole packs
  std::vector<RotationVector> rotation_vectors_;
  // Scratch memory of for_each_mass_column, per node.
  mutable std::vector<Vec3<T>> subtree_moment_;
  mutable std::vector<double> subtree_mass_;
};

template <class T>
Frame<T> Kinematics<T>::link(int link) const {
  const LinkPlacement& placement = tree_->link(link);
  if (placement.segment < 0) return broadcast<T>(placement.offset);
  const int node = node_of_segment_[static_cast<std::size_t>(placement.segment)];
  assert(node >= 0 && "a link that is not swept");
  const Frame<T>& segment = world_[static_cast<std::size_t>(node)];
  if (placement.parallel) return {segment.x, segment.y, segment.z, apply(segment, placement.offset.p)};
  return segment * placement.offset;
}

template <class T>
template <class Visit>
void Kinematics<T>::for_each_column(int link, const Vec3<T>& point, Visit&& visit) const {
  const int segment = tree_->link(link).segment;
  if (segment < 0) return;
  for (int i = node_of_segment_[static_cast<std::size_t>(segment)]; i >= 0;) {
    const auto node = static_cast<std::size_t>(i);
    visit_node(node, point, visit);
    i = nodes_[node].parent;
  }
}

template <class T>
template <class Visit>
void Kinematics<T>::visit_node(std::size_t i, const Vec3<T>& point, Visit& visit) const {
  const Node& node = nodes_[i];
  const Frame<T>& frame = world_[i];
  const Vec3<T> zero{T(0), T(0), T(0)};
  const int variable = node.variable;
  if (node.kind == JointKind::revolute && node.multiplier == 1) [[likely]] {
    visit(variable, cross(frame.z, point - frame.p), frame.z);
    return;
  }
  switch (node.kind) {
    case JointKind::fixed: break;
    case JointKind::revolute: {
      const Vec3<T> axis = T(node.multiplier) * frame.z;
      visit(variable, cross(axis, point - frame.p), axis);
      break;
    }
    case JointKind::prismatic: visit(variable, T(node.multiplier) * frame.z, zero); break;
    case JointKind::cylindrical:
      visit(variable, frame.z, zero);
      visit(variable + 1, cross(frame.z, point - frame.p), frame.z);
      break;
    case JointKind::planar: {
      // the directions of translation do not rotate with the joint
      const T s = sine_[i], c = cosine_[i];
      visit(variable, c * frame.x - s * frame.y, zero);
      visit(variable + 1, s * frame.x + c * frame.y, zero);
      visit(variable + 2, cross(frame.z, point - frame.p), frame.z);
      break;
    }
    case JointKind::spherical:
    case JointKind::floating: {
      const auto& [base, rate] = rotation_vectors_[static_cast<std::size_t>(node.rotation_vector)];
      int next = variable;
      if (node.kind == JointKind::floating)
        for (const Vec3<T>& direction : {base.x, base.y, base.z})
          visit(next++, rotate(frame, direction), zero);
      for (const Vec3<T>& direction : {rate.x, rate.y, rate.z}) {
        const Vec3<T> axis = rotate(frame, direction);
        visit(next++, cross(axis, point - frame.p), axis);
      }
      break;
    }
  }
}

// A joint moves its whole subtree as one rigid body. Its column is the velocity of that body's centre of
// mass, times the body's share of the total mass. With M the body's mass and S its mass moment (Sugihara
// 2002):
//   d(com)/dq = (M v(0) + w x S) / M_total, where v(0) is the body's velocity at the root's origin.
template <class T>
template <class Visit>
void Kinematics<T>::for_each_mass_column(Visit&& visit) const {
  if (tree_->mass() <= 0) return;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Segment& s = tree_->segment(static_cast<int>(i));
    subtree_mass_[i] = s.mass;
    subtree_moment_[i] = T(s.mass) * world_[i].p + rotate(world_[i], s.moment);
  }
  const Vec3<T> origin{T(0), T(0), T(0)};
  const T share(1 / tree_->mass());
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const double mass = subtree_mass_[i];
    const Vec3<T> moment = subtree_moment_[i];
    if (nodes_[i].parent >= 0) {
      const auto parent = static_cast<std::size_t>(nodes_[i].parent);
      subtree_mass_[parent] += mass;
      subtree_moment_[parent] = subtree_moment_[parent] + moment;
    }
    auto add = [&](int variable, const Vec3<T>& linear, const Vec3<T>& angular) {
      visit(variable, share * (T(mass) * linear + cross(angular, moment)));
    };
    visit_node(i, origin, add);
  }
}

// Written separately for both types: latency decides for one configuration, throughput for lanes.
template <>
void Kinematics<double>::sweep(const double* q, std::size_t first, std::size_t end);
template <>
void Kinematics<Pack>::sweep(const Pack* q, std::size_t first, std::size_t end);
template <>
void Kinematics<double>::copy_poses_after_change(IncrementalKinematics<>& other, std::span<const int> links,
                                                 int variable, double value);

extern template class Kinematics<double>;
extern template class Kinematics<Pack>;

}  // namespace memetik

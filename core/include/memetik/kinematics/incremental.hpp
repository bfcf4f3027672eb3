// Forward kinematics that recomputes changed transforms only: the OFKT, optimised forward kinematics tree
// (Starke, Hendrich, Zhang: A Forward Kinematics Data Structure for Efficient Evolutionary Inverse
// Kinematics). It is for changes of few variables: mutations of few genes, finite differences, hill climbing.
//
// Each segment i stores its local transform L_i = S_i T(q_j) and its pose in the root's frame, R_i = R_parent
// L_i. An update recomputes L_i where q_j changed and R_i below the first change. The number of transforms
// is, for serial chains of n joints:
//   j changes, the first at index i:         n - i + j + 1 instead of 2 n + 1
//   one change, seen at one tip:             5, by R_parent L'_i R_i^-1 R_tip
//   n single changes in turn:                n^2/2 + 5 n/2 instead of 2 n^2 + n
//   k tips of n joints sharing s:            k (2 n + 1) - 2 (k - 1) s
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "memetik/kinematics/tree.hpp"
#include "memetik/math/columns.hpp"
#include "memetik/math/rotation_vector.hpp"
#include "memetik/math/sincos.hpp"

namespace memetik {

// Default policy for counting computed transforms; tests pass one that counts.
struct CountNothing {
  void transform() {}
};

template <class Count = CountNothing>
class IncrementalKinematics {
 public:
  // Only construction allocates. The tree must outlive this object.
  explicit IncrementalKinematics(const Tree& tree, const Frame<double>& world_from_root = identity_frame)
      : tree_(&tree),
        world_from_root_(to_columns(world_from_root)),
        q_(static_cast<std::size_t>(tree.dof()), 0.0),
        nodes_(static_cast<std::size_t>(tree.segment_count())),
        driven_begin_(static_cast<std::size_t>(tree.dof()) + 1, 0) {
    index_driven_segments();
    Chain chain;
    for (int i = 0; i < tree.segment_count(); ++i) {
      node(i).placement = to_columns(tree.segment(i).placement);
      node(i).local = local(i, q_.data());
      update_reference(i, chain);
    }
  }

  // Moves to the configuration q[0 .. dof).
  void update(std::span<const double> q) {
    const int end = tree_->segment_count();
    int first = end;
    for (std::size_t v = 0; v < q_.size(); ++v) {
      if (q[v] == q_[v]) continue;
      q_[v] = q[v];
      for (const int i : driven(static_cast<int>(v))) {
        node(i).changed = true;
        first = std::min(first, i);
      }
    }
    Chain chain;
    for (int i = first; i < end; ++i) {
      const int parent = tree_->segment(i).parent;
      if (node(i).changed) node(i).local = local(i, q_.data());
      node(i).moved = node(i).changed || (parent >= first && node(parent).moved);
      if (node(i).moved) update_reference(i, chain);
      node(i).changed = false;
    }
  }

  // Changes one variable and recomputes only the subtrees that it moves.
  void set(int variable, double value) {
    if (at(variable) == value) return;
    q_[static_cast<std::size_t>(variable)] = value;
    for (const int i : driven(variable)) node(i).local = local(i, q_.data());
    int done = 0;  // segments below this index are up to date
    for (const int i : driven(variable)) {
      const int end = tree_->segment(i).subtree_end;
      Chain chain;
      for (int k = std::max(i, done); k < end; ++k) update_reference(k, chain);
      done = std::max(end, done);
    }
  }

  double at(int variable) const { return q_[static_cast<std::size_t>(variable)]; }

  // The pose of a segment in the world.
  Columns segment_pose(int segment) { return compose(world_from_root_, in_root(segment)); }

  // The pose a segment would have with one variable changed; the configuration stays as it is.
  Columns segment_pose_after(int segment, int variable, double value) {
    Columns pose = in_root(segment);
    const auto segments = driven(variable);
    const double current = at(variable);
    q_[static_cast<std::size_t>(variable)] = value;
    for (std::size_t k = segments.size(); k-- > 0;) {  // with mimics there are several: the deepest first
      const int i = segments[k];
      if (segment < i || segment >= tree_->segment(i).subtree_end) continue;
      const Columns moved = compose(in_root(tree_->segment(i).parent), local(i, q_.data()));
      pose = compose(moved, compose(inverse(node(i).reference), pose));
    }
    q_[static_cast<std::size_t>(variable)] = current;
    return compose(world_from_root_, pose);
  }

  // Poses of a link, which has a constant offset from its segment.
  Frame<double> link(int link) {
    const LinkPlacement& placement = tree_->link(link);
    return to_frame(segment_pose(placement.segment)) * placement.offset;
  }
  Frame<double> link_after(int link, int variable, double value) {
    const LinkPlacement& placement = tree_->link(link);
    return to_frame(segment_pose_after(placement.segment, variable, value)) * placement.offset;
  }

  Count& count() { return count_; }

 private:
  struct Node {
    Columns placement, local, reference;
    bool changed = false;  // one of its variables changed since `local` was computed
    bool moved = false;    // the segment or an ancestor changed in the last update
  };

  Node& node(int i) { return nodes_[static_cast<std::size_t>(i)]; }

  Columns in_root(int segment) { return segment < 0 ? to_columns(identity_frame) : node(segment).reference; }

  Columns compose(const Columns& a, const Columns& b) {
    count_.transform();
    return a * b;
  }

  // The reference computed last. Along a chain it is the parent of the next one, and still in registers.
  struct Chain {
    int segment = -2;
    Columns reference;
  };

  // R_i = R_parent L_i
  MEMETIK_INLINE void update_reference(int i, Chain& chain) {
    const int parent = tree_->segment(i).parent;
    if (parent != chain.segment) chain.reference = in_root(parent);
    chain = {i, compose(chain.reference, node(i).local)};
    node(i).reference = chain.reference;
  }

  // L_i = S_i T(q)
  Columns local(int i, const double* q) {
    count_.transform();
    const Segment& s = tree_->segment(i);
    const Columns& placement = node(i).placement;
    const double* own = q + s.variable;
    const auto turned = [](const Columns& a, double angle) {
      double sine, cosine;
      sincos(angle, sine, cosine);
      return turn_about_z(a, sine, cosine);
    };
    const auto moved = [&](double x, double y, double z) {
      return Columns{placement.x, placement.y, placement.z,
                     placement.p + rotate(placement, Column{x, y, z, 0})};
    };
    const auto rotation_vector = [](const Columns& a, const double* w) {
      return a * to_columns(exp_rotation({w[0], w[1], w[2]}));
    };
    switch (s.kind) {
      case JointKind::fixed: return placement;
      case JointKind::revolute: return turned(placement, s.multiplier * own[0] + s.offset);
      case JointKind::prismatic: return moved(0, 0, s.multiplier * own[0] + s.offset);
      case JointKind::cylindrical: return turned(moved(0, 0, own[0]), own[1]);
      case JointKind::planar: return turned(moved(own[0], own[1], 0), own[2]);
      case JointKind::spherical: return rotation_vector(placement, own);
      case JointKind::floating: return rotation_vector(moved(own[0], own[1], own[2]), own + 3);
    }
    return placement;
  }

  // The segments whose joints depend on the variable, ascending; several if it has mimics.
  std::span<const int> driven(int variable) const {
    const auto v = static_cast<std::size_t>(variable);
    return std::span(driven_).subspan(driven_begin_[v], driven_begin_[v + 1] - driven_begin_[v]);
  }

  void index_driven_segments() {
    for (std::size_t v = 0; v < q_.size(); ++v) {
      for (int i = 0; i < tree_->segment_count(); ++i) {
        const Segment& s = tree_->segment(i);
        const int c = static_cast<int>(v) - s.variable;
        if (c >= 0 && c < variable_count(s.kind)) driven_.push_back(i);
      }
      driven_begin_[v + 1] = driven_.size();
    }
  }

  const Tree* tree_;
  Columns world_from_root_;
  std::vector<double> q_;  // the configuration of the stored transforms
  std::vector<Node> nodes_;
  std::vector<int> driven_;
  std::vector<std::size_t> driven_begin_;
  [[no_unique_address]] Count count_;
};

}  // namespace memetik

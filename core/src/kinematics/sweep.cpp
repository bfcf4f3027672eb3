#include "memetik/kinematics/sweep.hpp"

#include <algorithm>

#include "memetik/math/columns.hpp"
#include "memetik/math/rotation_vector.hpp"
#include "memetik/math/sincos.hpp"

namespace memetik {

namespace {

bool has_rotation_vector(JointKind kind) {
  return kind == JointKind::spherical || kind == JointKind::floating;
}

// Which segments are moved by no variable that has a column; empty if all have.
std::vector<bool> at_rest(const Tree& tree, std::span<const int> columns) {
  if (columns.empty()) return {};
  std::vector<bool> resting(static_cast<std::size_t>(tree.segment_count()));
  for (int i = 0; i < tree.segment_count(); ++i) {
    const Segment& s = tree.segment(i);
    bool rests = s.parent < 0 || resting[static_cast<std::size_t>(s.parent)];
    for (int c = 0; c < variable_count(s.kind); ++c)
      rests = rests && columns[static_cast<std::size_t>(s.variable + c)] < 0;
    resting[static_cast<std::size_t>(i)] = rests;
  }
  return resting;
}

template <class T>
MEMETIK_INLINE Frame<T> turn_about_z(const Frame<T>& a, const T& sine, const T& cosine) {
  return {cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z, a.p};
}

}  // namespace

template <class T>
Kinematics<T>::Kinematics(const Tree& tree) {
  assign(tree);
}

template <class T>
Kinematics<T>::Kinematics(const Tree& tree, std::span<const int> links, std::span<const int> columns) {
  assign(tree, links, columns);
}

template <class T>
void Kinematics<T>::assign(const Tree& tree) {
  node_of_segment_.assign(static_cast<std::size_t>(tree.segment_count()), used);
  lay_out(tree);
}

template <class T>
void Kinematics<T>::assign(const Tree& tree, std::span<const int> links, std::span<const int> columns) {
  node_of_segment_.assign(static_cast<std::size_t>(tree.segment_count()), unused);
  for (const int link : links)
    for (int i = tree.link(link).segment; i >= 0; i = tree.segment(i).parent) {
      if (node_of_segment_[static_cast<std::size_t>(i)] == used) break;
      node_of_segment_[static_cast<std::size_t>(i)] = used;
    }
  lay_out(tree, columns);
}

template <class T>
void Kinematics<T>::lay_out(const Tree& tree, std::span<const int> columns) {
  tree_ = &tree;
  const auto count =
      static_cast<std::size_t>(std::count(node_of_segment_.begin(), node_of_segment_.end(), used));
  nodes_.clear();
  nodes_.reserve(count);
  held_.clear();
  values_.clear();
  int rotation_vectors = 0;
  const auto add = [&](int i) {
    int& node = node_of_segment_[static_cast<std::size_t>(i)];
    if (node == unused) return;
    const Segment& s = tree.segment(i);
    const int parent = s.parent < 0 ? -1 : node_of_segment_[static_cast<std::size_t>(s.parent)];
    node = static_cast<int>(nodes_.size());
    const int rotation_vector = has_rotation_vector(s.kind) ? rotation_vectors++ : -1;
    nodes_.push_back(
        {parent, s.kind, s.twist(), s.variable, rotation_vector, s.multiplier, s.offset, s.placement});
  };
  const std::vector<bool> resting = at_rest(tree, columns);
  for (int i = 0; i < tree.segment_count() && !resting.empty(); ++i)
    if (resting[static_cast<std::size_t>(i)]) add(i);
  resting_ = nodes_.size();
  for (int i = 0; i < tree.segment_count(); ++i)
    if (resting.empty() || !resting[static_cast<std::size_t>(i)]) add(i);
  for (std::size_t i = 0; i < resting_; ++i)
    for (int c = 0; c < variable_count(nodes_[i].kind); ++c) held_.push_back(nodes_[i].variable + c);
  local_.resize(count);
  world_.resize(count);
  rotation_vectors_.resize(static_cast<std::size_t>(rotation_vectors));
  const std::size_t padded = (count + pack_lanes - 1) / pack_lanes * pack_lanes + pack_lanes;
  angle_.resize(padded, T(0));
  sine_.resize(padded);
  cosine_.resize(padded);
  subtree_moment_.resize(count);
  subtree_mass_.resize(count);
}

// The rotation angle of a joint, whose sine and cosine `update` needs.
template <class T>
MEMETIK_INLINE T Kinematics<T>::angle(const Node& node, const T* q) const {
  const T* own = q + node.variable;
  if (node.kind == JointKind::revolute) [[likely]]
    return node.multiplier * own[0] + node.offset;
  switch (node.kind) {
    case JointKind::cylindrical: return own[1];
    case JointKind::planar: return own[2];
    case JointKind::spherical: return norm(Vec3<T>{own[0], own[1], own[2]});
    case JointKind::floating: return norm(Vec3<T>{own[3], own[4], own[5]});
    default: return T(0);
  }
}

// Computes L_i of a joint of any kind.
template <class T>
void Kinematics<T>::place(std::size_t i, const T* own) {
  const Node& node = nodes_[i];
  Frame<T> still = broadcast<T>(node.placement);
  switch (node.kind) {
    case JointKind::fixed: break;
    case JointKind::prismatic:
      still.p = still.p + (node.multiplier * own[0] + node.offset) * still.z;
      local_[i] = still;
      break;
    case JointKind::cylindrical: still.p = still.p + own[0] * still.z; [[fallthrough]];
    case JointKind::revolute: local_[i] = turn_about_z(still, sine_[i], cosine_[i]); break;
    case JointKind::planar:
      still.p = still.p + own[0] * still.x + own[1] * still.y;
      local_[i] = turn_about_z(still, sine_[i], cosine_[i]);
      break;
    case JointKind::floating:
      still.p = apply(still, Vec3<T>{own[0], own[1], own[2]});
      own += 3;
      [[fallthrough]];
    case JointKind::spherical: place_rotation_vector(i, still, {own[0], own[1], own[2]}); break;
  }
}

template <class T>
void Kinematics<T>::place_rotation_vector(std::size_t i, const Frame<T>& placement, const Vec3<T>& w) {
  const auto k = rotation_coefficients(dot(w, w), sine_[i], cosine_[i]);
  local_[i] = placement * skew_polynomial(w, k.a, k.b);
  // in the coordinates of the rotated body: exp(-w), and exp(-w) V(w) = V(-w)
  rotation_vectors_[static_cast<std::size_t>(nodes_[i].rotation_vector)] = {skew_polynomial(w, -k.a, k.b),
                                                                            skew_polynomial(w, -k.b, k.c)};
}

// For one configuration the latency of the chain of products dominates. So all other work is done before: the
// sines of all joints, in packs, and the L_i. In the chain, a column is one vector, and the parent stays in
// registers.
template <>
void Kinematics<double>::sweep(const double* q, std::size_t first, std::size_t end) {
  for (std::size_t i = first; i < end; ++i) angle_[i] = angle(nodes_[i], q);
  const std::size_t packs = (end - first + pack_lanes - 1) / pack_lanes;
  sincos_array(angle_.data() + first, sine_.data() + first, cosine_.data() + first,
               static_cast<int>(packs * pack_lanes));
  for (std::size_t i = first; i < end; ++i) {
    const Node& node = nodes_[i];
    if (node.kind == JointKind::revolute) [[likely]]
      local_[i] = turn_about_z(node.placement, sine_[i], cosine_[i]);
    else
      place(i, q + node.variable);
  }
  Columns frame{};
  for (std::size_t i = first; i < end; ++i) {
    const int parent = nodes_[i].parent;
    if (parent < 0)
      frame = to_columns(identity_frame);
    else if (parent + 1 != static_cast<int>(i) || i == first)
      frame = to_columns(world_[static_cast<std::size_t>(parent)]);
    const auto rotated = [&](const Vec3<double>& v) { return frame.x * v.x + frame.y * v.y + frame.z * v.z; };
    const auto& [x, y, z, p] = local_[i];
    frame = {rotated(x), rotated(y), rotated(z), frame.p + rotated(p)};
    world_[i] = to_frame(frame);
  }
}

// In lanes throughput dominates: the sines of the next joints fill the gaps in the chain of products, and the
// most common joints need the fewest products.
template <>
void Kinematics<Pack>::sweep(const Pack* q, std::size_t first, std::size_t end) {
  const Frame<Pack> root = broadcast<Pack>(identity_frame);
  for (std::size_t i = first; i < end; ++i) {
    const Node& node = nodes_[i];
    const Frame<Pack>& parent = node.parent < 0 ? root : world_[static_cast<std::size_t>(node.parent)];
    Pack s, c;
    sincos(angle(node, q), s, c);
    const auto turn = [&](const Vec3<Pack>& y, const Vec3<Pack>& z) {
      world_[i] = {c * parent.x + s * y, c * y - s * parent.x, z, apply(parent, node.placement.p)};
    };
    if (node.twist == Twist::quarter_turn) {
      turn(parent.z, -parent.y);
    } else if (node.twist == Twist::none) {
      turn(parent.y, parent.z);
    } else if (node.twist == Twist::about_x) {
      const Pack ct(node.placement.z.z), st(node.placement.y.z);
      turn(ct * parent.y + st * parent.z, ct * parent.z - st * parent.y);
    } else if (node.kind == JointKind::revolute) {
      world_[i] = turn_about_z(parent * node.placement, s, c);
    } else {
      sine_[i] = s;
      cosine_[i] = c;
      place(i, q + node.variable);
      world_[i] = parent * local_[i];
    }
  }
}

template <class T>
void Kinematics<T>::update(const T* q) {
  if (resting_ > 0 && has_moved(q)) sweep(q, 0, resting_);
  sweep(q, resting_, nodes_.size());
}

// Whether a variable of those at rest has changed since the last update.
template <class T>
bool Kinematics<T>::has_moved(const T* q) {
  bool moved = values_.empty();
  values_.resize(held_.size());
  for (std::size_t k = 0; k < held_.size(); ++k) {
    const T& value = q[held_[k]];
    moved = moved || !all((value <= values_[k]) & (value >= values_[k]));
    values_[k] = value;
  }
  return moved;
}

template <class T>
void Kinematics<T>::jacobian(int link_index, T* out) const {
  const int dof = tree_->dof();
  std::fill(out, out + 6 * dof, T(0));
  for_each_column(link_index, link(link_index).p,
                  [&](int variable, const Vec3<T>& linear, const Vec3<T>& angular) {
                    T* column = out + variable;
                    column[0 * dof] += linear.x;
                    column[1 * dof] += linear.y;
                    column[2 * dof] += linear.z;
                    column[3 * dof] += angular.x;
                    column[4 * dof] += angular.y;
                    column[5 * dof] += angular.z;
                  });
}

template <class T>
Vec3<T> Kinematics<T>::center_of_mass() const {
  if (tree_->mass() <= 0) return {T(0), T(0), T(0)};
  Vec3<T> moment = broadcast<T>(tree_->root_moment());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Segment& s = tree_->segment(static_cast<int>(i));
    moment = moment + (T(s.mass) * world_[i].p + rotate(world_[i], s.moment));
  }
  return T(1 / tree_->mass()) * moment;
}

template <class T>
void Kinematics<T>::center_of_mass_jacobian(T* out) const {
  const int dof = tree_->dof();
  std::fill(out, out + 3 * dof, T(0));
  for_each_mass_column([&](int variable, const Vec3<T>& velocity) {
    T* column = out + variable;
    column[0 * dof] += velocity.x;
    column[1 * dof] += velocity.y;
    column[2 * dof] += velocity.z;
  });
}

template <>
void Kinematics<double>::copy_poses_after_change(IncrementalKinematics<>& other, std::span<const int> links,
                                                 int variable, double value) {
  values_.clear();  // the next update computes all poses
  for (const int link : links) {
    const int segment = tree_->link(link).segment;
    if (segment < 0) continue;
    const int node = node_of_segment_[static_cast<std::size_t>(segment)];
    world_[static_cast<std::size_t>(node)] = to_frame(other.segment_pose_after(segment, variable, value));
  }
}

template class Kinematics<double>;
template class Kinematics<Pack>;

}  // namespace memetik

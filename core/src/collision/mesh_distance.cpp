#include "memetik/collision/mesh_distance.hpp"

#include <utility>

#include "memetik/math/frame.hpp"

namespace memetik {

namespace {

// The squared distances of a point from the boxes of four children.
template <class T>
MEMETIK_INLINE T squared_distance_to_box(const Vec3<T>& p, const Vec3<T>& lower, const Vec3<T>& upper) {
  const auto outside = [](const T& x, const T& low, const T& high) {
    return max(max(low - x, x - high), T(0));
  };
  const Vec3<T> d{outside(p.x, lower.x, upper.x), outside(p.y, lower.y, upper.y),
                  outside(p.z, lower.z, upper.z)};
  return dot(d, d);
}

// The vector from the nearest point of a segment, from `start` along `edge`, to p.
template <class T>
MEMETIK_INLINE Vec3<T> from_segment(const Vec3<T>& p, const Vec3<T>& start, const Vec3<T>& edge,
                                    const T& inverse) {
  const Vec3<T> r = p - start;
  return r - min(max(dot(r, edge) * inverse, T(0)), T(1)) * edge;
}

// The nearest point of a triangle is that of one of its edges, unless p is above its face.
template <class T>
struct FromTriangle {
  Vec3<T> ab, bc, ca;  // vectors from the nearest points of the edges
  T height;            // above the face
  typename Lanes<T>::Truth above;

  MEMETIK_INLINE FromTriangle(const Vec3<T>& p, const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c,
                              const Vec3<T>& normal, const Vec3<T>& inverse)
      : ab(from_segment(p, a, b - a, inverse.x)),
        bc(from_segment(p, b, c - b, inverse.y)),
        ca(from_segment(p, c, a - c, inverse.z)),
        height(dot(normal, p - a)) {
    // Strictly, so that no point is above a triangle without area, whose normal is zero.
    const auto left_of = [&](const Vec3<T>& from, const Vec3<T>& to) {
      return dot(cross(to - from, p - from), normal) > T(0);
    };
    above = left_of(a, b) & left_of(b, c) & left_of(c, a);
  }

  MEMETIK_INLINE T squared_distance() const {
    return select(above, height * height, min(dot(ab, ab), min(dot(bc, bc), dot(ca, ca))));
  }

  // The vector from the nearest point of the triangle.
  MEMETIK_INLINE Vec3<T> offset(const Vec3<T>& normal) const {
    const T to_ab = dot(ab, ab), to_bc = dot(bc, bc), to_ca = dot(ca, ca);
    const Vec3<T> from_bc_or_ca = select(to_bc < to_ca, bc, ca);
    return select(above, height * normal, select(to_ab < min(to_bc, to_ca), ab, from_bc_or_ca));
  }
};

// Nodes and leaves that are still to be visited, the nearest child of a node first.
class Stack {
 public:
  struct Entry {
    double squared_distance;  // of its box
    std::int32_t child;
  };

  Stack() : entries_{{0, 0}}, size_(1) {}  // the root
  bool empty() const { return size_ == 0; }
  Entry pop() { return entries_[--size_]; }
  int size() const { return size_; }

  // Keeps the entries from `first` on in order.
  MEMETIK_INLINE void insert(int first, const Entry& entry) {
    int place = size_++;
    for (; place > first && entries_[place - 1].squared_distance < entry.squared_distance; --place)
      entries_[place] = entries_[place - 1];
    entries_[place] = entry;
  }

 private:
  Entry entries_[3 * 16 + 1];  // the tree has at most 16 levels
  int size_;
};

double smallest(const Pack& a) {
  double result = a[0];
  for (int lane = 1; lane < pack_lanes; ++lane) result = min(result, a[lane]);
  return result;
}
double largest(const Pack& a) { return -smallest(-a); }

}  // namespace

MeshDistance::MeshDistance(const RepairedMesh& repaired)
    : tree_(repaired.mesh), winding_(tree_), report_(repaired.report), closed_(repaired.closed) {}

MeshDistance::Found MeshDistance::search(const Vec3<double>& point, double squared_bound) const {
  const Vec3<Pack> p = broadcast<Pack>(point);
  Found best{squared_bound};
  Stack stack;
  while (!stack.empty()) {
    const auto [box_distance, child] = stack.pop();
    if (box_distance >= best.squared_distance) continue;
    if (child < 0) {
      const MeshTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(~child)];
      for (int lane = 0; lane < MeshTree::width; lane += pack_lanes) {
        const Pack squared = FromTriangle<Pack>(p, leaf.a.load(lane), leaf.b.load(lane), leaf.c.load(lane),
                                                leaf.normal.load(lane), leaf.inverse.load(lane))
                                 .squared_distance();
        if (!any(squared < Pack(best.squared_distance))) continue;
        for (int i = 0; i < pack_lanes; ++i)
          if (squared[i] < best.squared_distance) best = {squared[i], ~child, lane + i};
      }
      continue;
    }
    const MeshTree::Node& node = tree_.nodes[static_cast<std::size_t>(child)];
    const int first = stack.size();
    for (int lane = 0; lane < MeshTree::width; lane += pack_lanes) {
      const Pack squared = squared_distance_to_box(p, node.lower.load(lane), node.upper.load(lane));
      int near = lane_bits(squared < Pack(best.squared_distance));
      for (int i = 0; near != 0; ++i, near >>= 1)
        if ((near & 1) != 0) stack.insert(first, {squared[i], node.child[lane + i]});
    }
  }
  return best;
}

MeshDistance::Nearest MeshDistance::nearest(const Vec3<double>& point) const {
  const Found found = search(point, HUGE_VAL);
  if (found.leaf < 0) return {HUGE_VAL, point, 0};
  const MeshTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(found.leaf)];
  const int lane = found.lane;
  const FromTriangle<double> from(point, leaf.a.at(lane), leaf.b.at(lane), leaf.c.at(lane),
                                  leaf.normal.at(lane), leaf.inverse.at(lane));
  return {sqrt(found.squared_distance), point - from.offset(leaf.normal.at(lane)), leaf.triangle[lane]};
}

Pack MeshDistance::nearest_points(const Vec3<Pack>& points, Vec3<Pack>& nearest) const {
  Vec3<Pack> offset = points - nearest;
  Pack best = dot(offset, offset);
  double farthest = largest(best);
  Stack stack;
  while (!stack.empty()) {
    const auto [box_distance, child] = stack.pop();
    if (box_distance >= farthest) continue;
    if (child < 0) {
      const MeshTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(~child)];
      for (int i = 0; i < leaf.count; ++i) {
        const Vec3<Pack> normal = broadcast<Pack>(leaf.normal.at(i));
        const FromTriangle<Pack> from(points, broadcast<Pack>(leaf.a.at(i)), broadcast<Pack>(leaf.b.at(i)),
                                      broadcast<Pack>(leaf.c.at(i)), normal,
                                      broadcast<Pack>(leaf.inverse.at(i)));
        const Pack squared = from.squared_distance();
        const Mask nearer = squared < best;
        if (!any(nearer)) continue;
        best = select(nearer, squared, best);
        offset = select(nearer, from.offset(normal), offset);
        farthest = largest(best);
      }
      continue;
    }
    const MeshTree::Node& node = tree_.nodes[static_cast<std::size_t>(child)];
    const int first = stack.size();
    for (int i = 0; i < MeshTree::width; ++i) {
      const Pack squared = squared_distance_to_box(points, broadcast<Pack>(node.lower.at(i)),
                                                   broadcast<Pack>(node.upper.at(i)));
      if (any(squared < best)) stack.insert(first, {smallest(squared), node.child[i]});
    }
  }
  nearest = points - offset;
  return sqrt(best);
}

double MeshDistance::unsigned_distance(const Vec3<double>& point, double upper_bound) const {
  return sqrt(search(point, upper_bound * upper_bound).squared_distance);
}

bool MeshDistance::is_inside(const Vec3<double>& point) const {
  // Outside the box a mesh subtends at most half of all directions, so its winding number is at most 0.5.
  return tree_.box.contains(point) && winding(point) > 0.5;
}

double MeshDistance::signed_distance(const Vec3<double>& point) const {
  const double distance = unsigned_distance(point);
  return is_inside(point) ? -distance : distance;
}

}  // namespace memetik

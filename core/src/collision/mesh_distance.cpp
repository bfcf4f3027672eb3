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
};

}  // namespace

MeshDistance::MeshDistance(const RepairedMesh& repaired)
    : tree_(repaired.mesh), winding_(tree_), report_(repaired.report), closed_(repaired.closed) {}

MeshDistance::Found MeshDistance::search(const Vec3<double>& point, double squared_bound) const {
  const Vec3<Pack> p = broadcast<Pack>(point);
  Found best{squared_bound};
  struct Entry {
    double squared_distance;  // of the child's box
    std::int32_t child;
  };
  Entry stack[3 * 32];  // the tree has at most 16 levels
  int size = 0;
  stack[size++] = {0, 0};
  while (size > 0) {
    const Entry entry = stack[--size];
    if (entry.squared_distance >= best.squared_distance) continue;
    if (entry.child < 0) {
      const MeshTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(~entry.child)];
      for (int lane = 0; lane < MeshTree::width; lane += pack_lanes) {
        const Pack squared = FromTriangle<Pack>(p, leaf.a.load(lane), leaf.b.load(lane), leaf.c.load(lane),
                                                leaf.normal.load(lane), leaf.inverse.load(lane))
                                 .squared_distance();
        if (!any(squared < Pack(best.squared_distance))) continue;
        for (int i = 0; i < pack_lanes; ++i)
          if (squared[i] < best.squared_distance) best = {squared[i], ~entry.child, lane + i};
      }
      continue;
    }
    const MeshTree::Node& node = tree_.nodes[static_cast<std::size_t>(entry.child)];
    const int first = size;
    for (int lane = 0; lane < MeshTree::width; lane += pack_lanes) {
      const Pack squared = squared_distance_to_box(p, node.lower.load(lane), node.upper.load(lane));
      int near = lane_bits(squared < Pack(best.squared_distance));
      for (int i = 0; near != 0; ++i, near >>= 1)
        if ((near & 1) != 0) {  // inserted so that the nearest child is on top
          int place = size++;
          for (; place > first && stack[place - 1].squared_distance < squared[i]; --place)
            stack[place] = stack[place - 1];
          stack[place] = {squared[i], node.child[lane + i]};
        }
    }
  }
  return best;
}

MeshDistance::Nearest MeshDistance::located(const Vec3<double>& point, const Found& found) const {
  const MeshTree::Leaf& leaf = tree_.leaves[static_cast<std::size_t>(found.leaf)];
  const int lane = found.lane;
  const Vec3<double> normal = leaf.normal.at(lane);
  const FromTriangle<double> from(point, leaf.a.at(lane), leaf.b.at(lane), leaf.c.at(lane), normal,
                                  leaf.inverse.at(lane));
  Vec3<double> shortest = from.ab;
  for (const Vec3<double>& other : {from.bc, from.ca})
    if (dot(other, other) < dot(shortest, shortest)) shortest = other;
  if (from.above) shortest = from.height * normal;
  return {sqrt(found.squared_distance), point - shortest, leaf.triangle[lane]};
}

double MeshDistance::unsigned_distance(const Vec3<double>& point, double upper_bound) const {
  return sqrt(search(point, upper_bound * upper_bound).squared_distance);
}

MeshDistance::Nearest MeshDistance::nearest(const Vec3<double>& point) const {
  return located(point, search(point, HUGE_VAL));
}

MeshDistance::Nearest MeshDistance::nearest(const Vec3<double>& point, const Nearest& guess) const {
  const Vec3<double> way = point - guess.point;
  const Found found = search(point, dot(way, way));
  return found.leaf < 0 ? Nearest{norm(way), guess.point, guess.triangle} : located(point, found);
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

#include "memetik/collision/mesh_winding.hpp"

#include <cmath>
#include <numbers>

#include "memetik/collision/solid_angle.hpp"
#include "memetik/math/frame.hpp"

namespace memetik {

namespace {

// Calls visit(leaf, lane) for each triangle below a child.
template <class Visit>
void for_each_triangle(const MeshTree& tree, std::int32_t child, Visit visit) {
  if (child < 0) {
    const MeshTree::Leaf& leaf = tree.leaves[static_cast<std::size_t>(~child)];
    for (int lane = 0; lane < leaf.count; ++lane) visit(leaf, lane);
    return;
  }
  for (const std::int32_t next : tree.nodes[static_cast<std::size_t>(child)].child)
    if (next != 0) for_each_triangle(tree, next, visit);
}

// One child's part of MeshWinding::Dipoles.
struct Dipole {
  Vec3<double> centre{0, 0, 0}, moment{0, 0, 0}, diagonal{0, 0, 0}, off_diagonal{0, 0, 0};
  double radius = 0;

  Dipole(const MeshTree& tree, std::int32_t child) {
    double total = 0;
    for_each_triangle(tree, child, [&](const MeshTree::Leaf& leaf, int i) {
      const Vec3<double> a = area(leaf, i);
      total += norm(a) + smallest_area;
      centre = centre + (norm(a) + smallest_area) * middle(leaf, i);
      moment = moment + a;
    });
    centre = (1 / total) * centre;
    for_each_triangle(tree, child, [&](const MeshTree::Leaf& leaf, int i) {
      const Vec3<double> a = area(leaf, i), d = middle(leaf, i) - centre;
      diagonal = diagonal + Vec3<double>{a.x * d.x, a.y * d.y, a.z * d.z};
      off_diagonal = off_diagonal +
                     0.5 * Vec3<double>{a.y * d.z + a.z * d.y, a.z * d.x + a.x * d.z, a.x * d.y + a.y * d.x};
      for (const MeshTree::Vectors* corner : {&leaf.a, &leaf.b, &leaf.c})
        radius = max(radius, norm(corner->at(i) - centre));
    });
  }

 private:
  static constexpr double smallest_area = 1e-300;  // so that triangles without area have a centre

  static Vec3<double> area(const MeshTree::Leaf& leaf, int i) {
    return 0.5 * cross(leaf.b.at(i) - leaf.a.at(i), leaf.c.at(i) - leaf.a.at(i));
  }
  static Vec3<double> middle(const MeshTree::Leaf& leaf, int i) {
    return (1.0 / 3) * (leaf.a.at(i) + leaf.b.at(i) + leaf.c.at(i));
  }
};

Pack first_lanes(int lane, int count) {  // 1 in lanes below count, which begin at lane
  Pack result(0);
  for (int i = 0; i < pack_lanes; ++i) set_lane(result, i, lane + i < count ? 1 : 0);
  return result;
}

double sum(const Pack& a) {
  double result = 0;
  for (int i = 0; i < pack_lanes; ++i) result += a[i];
  return result;
}

// The sum over the triangles of a leaf.
double leaf_winding(const MeshTree::Leaf& leaf, const Vec3<Pack>& point) {
  Pack winding(0);
  for (int lane = 0; lane < leaf.count; lane += pack_lanes)
    winding += first_lanes(lane, leaf.count) *
               winding_share(leaf.a.load(lane) - point, leaf.b.load(lane) - point, leaf.c.load(lane) - point);
  return sum(winding);
}

}  // namespace

MeshWinding::MeshWinding(const MeshTree& tree) : dipoles_(tree.nodes.size()) {
  for (std::size_t node = 0; node < tree.nodes.size(); ++node)
    for (int lane = 0; lane < MeshTree::width; ++lane) {
      Dipoles& dipoles = dipoles_[node];
      dipoles.far[lane] = HUGE_VAL;
      const std::int32_t child = tree.nodes[node].child[lane];
      if (child == 0) continue;
      const Dipole dipole(tree, child);
      dipoles.centre.set(lane, dipole.centre);
      dipoles.moment.set(lane, dipole.moment);
      dipoles.diagonal.set(lane, dipole.diagonal);
      dipoles.off_diagonal.set(lane, dipole.off_diagonal);
      dipoles.far[lane] = accuracy * accuracy * dipole.radius * dipole.radius;
    }
}

// With r = centre - point, a triangle at r + d adds A . g(r + d) / 4 pi, where g(r) = r / |r|^3, and
// A . g(r + d) = A . g(r) + A . d / |r|^3 - 3 (A . r) (d . r) / |r|^5 + ...
double MeshWinding::at(const MeshTree& tree, const Vec3<double>& point) const {
  const Vec3<Pack> p = broadcast<Pack>(point);
  double winding = 0;
  Pack far_sum(0);
  std::int32_t stack[3 * 32];  // the tree has at most 16 levels
  int size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const auto index = static_cast<std::size_t>(stack[--size]);
    const MeshTree::Node& node = tree.nodes[index];
    const Dipoles& dipoles = dipoles_[index];
    for (int lane = 0; lane < MeshTree::width; lane += pack_lanes) {
      const Vec3<Pack> r = dipoles.centre.load(lane) - p, d = dipoles.diagonal.load(lane),
                       o = dipoles.off_diagonal.load(lane);
      const Pack squared = dot(r, r);
      const Mask far = squared > Pack::load(dipoles.far + lane);
      const Pack inverse = Pack(1) / max(squared, Pack(1e-300)), cube = inverse * sqrt(inverse);
      const Pack bent = d.x * r.x * r.x + d.y * r.y * r.y + d.z * r.z * r.z +
                        2.0 * (o.x * r.y * r.z + o.y * r.z * r.x + o.z * r.x * r.y);
      const Pack sum_of_far =
          cube * (dot(dipoles.moment.load(lane), r) + d.x + d.y + d.z - 3.0 * inverse * bent);
      far_sum += select(far, sum_of_far, Pack(0));
      const int bits = lane_bits(far);
      for (int i = 0; i < pack_lanes; ++i) {
        const std::int32_t child = node.child[lane + i];
        if ((bits >> i & 1) != 0 || child == 0) continue;
        if (child > 0)
          stack[size++] = child;
        else
          winding += leaf_winding(tree.leaves[static_cast<std::size_t>(~child)], p);
      }
    }
  }
  return winding + sum(far_sum) / (4 * std::numbers::pi);
}

}  // namespace memetik

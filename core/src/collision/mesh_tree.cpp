#include "memetik/collision/mesh_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace memetik {

namespace {

constexpr std::size_t width = MeshTree::width;
constexpr Vec3<double> infinite{HUGE_VAL, HUGE_VAL, HUGE_VAL};

// a b - c d, accurate to two roundings (Kahan): normals of thin triangles need it.
double difference_of_products(double a, double b, double c, double d) {
  const double cd = c * d;
  return std::fma(a, b, -cd) + std::fma(-c, d, cd);
}

Vec3<double> accurate_normal(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> n{difference_of_products(a.y, b.z, a.z, b.y), difference_of_products(a.z, b.x, a.x, b.z),
                       difference_of_products(a.x, b.y, a.y, b.x)};
  const double largest = max(abs(n.x), max(abs(n.y), abs(n.z)));  // its square may be too small
  if (!(largest > 0)) return {0, 0, 0};
  const Vec3<double> scaled = (1 / largest) * n;
  return (1 / norm(scaled)) * scaled;
}

class Builder {
 public:
  Builder(const Mesh& mesh, MeshTree& tree) : mesh_(mesh), tree_(tree), order_(mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    for (const Triangle& t : mesh.triangles)
      centres_.push_back((1.0 / 3) * (vertex(t[0]) + vertex(t[1]) + vertex(t[2])));
    tree.nodes.emplace_back();
    fill(0, order_);
  }

 private:
  using Range = std::span<std::size_t>;  // of triangles

  const Vec3<double>& vertex(int index) const { return mesh_.vertices[static_cast<std::size_t>(index)]; }

  BoundingBox box_of(Range range) const {
    BoundingBox box;
    for (const std::size_t t : range)
      for (const int v : mesh_.triangles[t]) box.add(vertex(v));
    return box;
  }

  // Splits at the median along the longest axis, so that the first part fills its leaves.
  std::array<Range, 2> split(Range range) {
    const std::size_t leaves = (range.size() + width - 1) / width;
    if (leaves < 2) return {range, {}};
    BoundingBox box;
    for (const std::size_t t : range) box.add(centres_[t]);
    const Vec3<double> size = box.size();
    const auto axis = size.x >= size.y && size.x >= size.z ? &Vec3<double>::x
                      : size.y >= size.z                   ? &Vec3<double>::y
                                                           : &Vec3<double>::z;
    const std::size_t half = (leaves + 1) / 2 * width;
    std::nth_element(range.begin(), range.begin() + static_cast<std::ptrdiff_t>(half), range.end(),
                     [&](std::size_t a, std::size_t b) {
                       return centres_[a].*axis != centres_[b].*axis ? centres_[a].*axis < centres_[b].*axis
                                                                     : a < b;
                     });
    return {range.first(half), range.subspan(half)};
  }

  void fill(std::size_t node, Range range) {
    const auto [left, right] = split(range);
    const auto [a, b] = split(left);
    const auto [c, d] = split(right);
    int lane = 0;
    for (const Range part : {a, b, c, d}) {
      const BoundingBox box = part.empty() ? BoundingBox{infinite, infinite} : box_of(part);
      const std::int32_t child = part.empty() ? 0 : part.size() > width ? add_node() : ~add_leaf(part);
      tree_.nodes[node].lower.set(lane, box.lower);
      tree_.nodes[node].upper.set(lane, box.upper);
      tree_.nodes[node].child[lane] = child;
      if (child > 0) fill(static_cast<std::size_t>(child), part);
      ++lane;
    }
  }

  std::int32_t add_node() {
    tree_.nodes.emplace_back();
    return static_cast<std::int32_t>(tree_.nodes.size() - 1);
  }

  std::int32_t add_leaf(Range range) {
    MeshTree::Leaf& leaf = tree_.leaves.emplace_back();
    leaf.count = static_cast<std::int32_t>(range.size());
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t triangle = range[std::min(i, range.size() - 1)];
      const Triangle& t = mesh_.triangles[triangle];
      const Vec3<double> a = vertex(t[0]), b = vertex(t[1]), c = vertex(t[2]);
      const auto inverse = [](const Vec3<double>& v) { return 1 / dot(v, v); };
      const int lane = static_cast<int>(i);
      leaf.a.set(lane, a);
      leaf.b.set(lane, b);
      leaf.c.set(lane, c);
      leaf.normal.set(lane, accurate_normal(b - a, c - a));
      leaf.inverse.set(lane, {inverse(b - a), inverse(c - b), inverse(a - c)});
      leaf.triangle[i] = static_cast<std::int32_t>(triangle);
    }
    return static_cast<std::int32_t>(tree_.leaves.size() - 1);
  }

  const Mesh& mesh_;
  MeshTree& tree_;
  std::vector<std::size_t> order_;
  std::vector<Vec3<double>> centres_;
};

}  // namespace

MeshTree::MeshTree(const Mesh& mesh) {
  Builder(mesh, *this);
  for (const Vec3<double>& v : mesh.vertices) box.add(v);
}

}  // namespace memetik

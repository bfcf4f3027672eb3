// A bounding volume hierarchy of a mesh's triangles. Every node has four children and every leaf four
// triangles, laid out in lanes, so that packs test them together.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/collision/bounding_box.hpp"
#include "memetik/collision/mesh.hpp"

namespace memetik {

struct MeshTree {
  static constexpr int width = 4;

  // Vectors of four children or triangles.
  struct alignas(32) Vectors {
    double x[width], y[width], z[width];

    Vec3<double> at(int lane) const { return {x[lane], y[lane], z[lane]}; }
    void set(int lane, const Vec3<double>& v) {
      x[lane] = v.x;
      y[lane] = v.y;
      z[lane] = v.z;
    }
    Vec3<Pack> load(int lane) const {
      return {Pack::load(x + lane), Pack::load(y + lane), Pack::load(z + lane)};
    }
  };

  struct Node {
    Vectors lower, upper;       // boxes of the children; that of a missing child is at infinity
    std::int32_t child[width];  // the index of a node, or ~ the index of a leaf
  };

  struct Leaf {
    Vectors a, b, c;               // corners
    Vectors normal;                // a unit vector, or zero if the corners are collinear
    Vectors inverse;               // 1 / the squared lengths of ab, bc and ca
    std::int32_t triangle[width];  // the last triangle is repeated if there are fewer than four
    std::int32_t count;
  };

  explicit MeshTree(const Mesh& mesh);

  std::vector<Node> nodes;  // the first is the root
  std::vector<Leaf> leaves;
  BoundingBox box;
};

}  // namespace memetik

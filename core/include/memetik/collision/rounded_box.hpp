// Boxes with rounded edges, which contain shapes, and how far apart they are at least.
#pragma once

#include <span>

#include "memetik/math/frame.hpp"

namespace memetik {

// The points within `radius` of a box, whose axes and middle are those of `frame`, with these half edges. It
// may be infinite.
struct RoundedBox {
  Frame<double> frame;
  Vec3<double> half;
  double radius = 0;

  bool is_bounded() const;
};

// The points x with dot(normal, x) <= offset, for a unit vector `normal`.
struct HalfSpaceFace {
  Vec3<double> normal;
  double offset;
};

// The signed distance of two convex shapes is the largest gap between them along any axis. These functions
// return the largest one along a few axes: a lower bound of it. It is -infinity if a box is not bounded.

// Of the axes of the boxes, and of their products. `relative` is the frame of b in that of a.
double separation(const RoundedBox& a, const RoundedBox& b, const Frame<double>& relative);

// Of the normals of half-spaces that contain the first shape. `relative` is the frame of the box in theirs.
double separation(std::span<const HalfSpaceFace> faces, const RoundedBox& box, const Frame<double>& relative);

}  // namespace memetik

// Boxes with rounded edges, which contain shapes, and how far apart they are at least.
#pragma once

#include <cmath>

#include "memetik/math/frame.hpp"

namespace memetik {

// The points within `radius` of a box, whose axes and middle are those of `frame`, with these half edges. It
// may be infinite.
struct RoundedBox {
  Frame<double> frame;
  Vec3<double> half;
  double radius = 0;

  // Whether its axes are those of the frame around it.
  bool is_aligned() const { return frame.x.x == 1 && frame.y.y == 1 && frame.z.z == 1; }
  bool is_bounded() const { return std::isfinite(half.x + half.y + half.z); }
};

// A lower bound of the signed distance of what is in two boxes: the largest gap between them along the axes
// of either, and along the products of these axes; negative if they overlap along all of them. -infinity if a
// box is not bounded. What is not below `limit` need not be accurate. `relative` is the frame of b in that of
// a.
double separation(const RoundedBox& a, const RoundedBox& b, const Frame<double>& relative, double limit);

}  // namespace memetik

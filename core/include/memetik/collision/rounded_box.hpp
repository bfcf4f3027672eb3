// Boxes with rounded edges, which contain shapes, and how far apart they are at least.
#pragma once

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

// A lower bound of the signed distance of what is in two boxes: the largest gap between them along the axes of
// either, and along the products of these axes; negative if they overlap along all of them. -infinity if a box
// is not bounded. `relative` is the frame of b in that of a.
double separation(const RoundedBox& a, const RoundedBox& b, const Frame<double>& relative);

}  // namespace memetik

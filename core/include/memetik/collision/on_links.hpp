// Solids fixed to links, as goals get them.
#pragma once

#include "memetik/collision/primitive.hpp"

namespace memetik {

// `link` is a place in the goal's list of links, -1: the root.
struct LinkSphere {
  int link;
  Vec3<double> center;  // in the link's frame
  double radius;
};

struct LinkSolid {
  int link;
  Primitive solid;  // in the link's frame
};

// A round disc, inflated by `rounding`. The convex hull of some is a solid: a disc without radius is a point
// or a ball, two make a cylinder.
struct Disc {
  Vec3<double> center, axis;  // the axis is a unit vector
  double radius, rounding;
};

}  // namespace memetik

// Solids that are fixed to links: data of goals.
#pragma once

#include "memetik/collision/primitive.hpp"

namespace memetik {

// `link` is an index into the goal's list of links; -1: the root.
struct LinkSphere {
  int link;
  Vec3<double> center;  // in the link's frame
  double radius;
};

struct LinkSolid {
  int link;
  Primitive solid;  // in the link's frame
};

// A disc, inflated by `rounding`. The convex hull of several discs is a solid: a disc of radius 0 is a point
// or a sphere, two discs make a cylinder.
struct Disc {
  Vec3<double> center, axis;  // the axis is a unit vector
  double radius, rounding;
};

}  // namespace memetik

// Convex parts of shapes, and how far apart they are at least.
#pragma once

#include <memory>
#include <vector>

#include "memetik/collision/rounded_box.hpp"

namespace memetik {

// The convex hull of `corners`, which is inside all half-spaces of `faces`. Either may be empty.
struct Hull {
  // The points x with dot(normal, x) <= offset, for a unit vector `normal`.
  struct Face {
    Vec3<double> normal;
    double offset;
  };
  std::vector<Face> faces;
  std::vector<Vec3<double>> corners;
};

// What is in the box and, in the frame of the box, in the hull.
struct ConvexPart {
  RoundedBox box;
  std::shared_ptr<const Hull> hull;
};

// A lower bound of the signed distance of two parts, accurate to a few micrometres if it is positive, and
// both parts have corners or are equal to their boxes. `bound` is a lower bound that is known; what is not
// below `limit` need not be accurate. `relative` is the frame of b's box in that of a's.
double separation(const ConvexPart& a, const ConvexPart& b, const Frame<double>& relative, double bound,
                  double limit);

}  // namespace memetik

// Polygons as triangles.
#pragma once

#include <vector>

#include "memetik/collision/mesh.hpp"

namespace memetik {

// The n - 2 triangles of a planar polygon with n corners, as indices of its corners, oriented like the
// polygon. It may be concave and have collinear or repeated corners; small deviations from a plane do not
// matter. Triangles do not overlap, unlike those of a fan, which cover dents of a concave polygon. Throws
// std::invalid_argument if the polygon has fewer than three corners, no area, or intersects itself.
std::vector<Triangle> triangulate(const std::vector<Vec3<double>>& polygon);

}  // namespace memetik

// Signed distance fields: distances stored at the nodes of a regular grid.
#pragma once

#include <cstdint>
#include <vector>

#include "memetik/math/vec3.hpp"

namespace memetik {

struct Field {
  static constexpr std::int64_t max_nodes = std::int64_t{1} << 30;

  Vec3<double> origin;        // of the node (0, 0, 0) [m]
  double spacing;             // of the nodes [m]
  double padding;             // the surface keeps at least this distance from the sides of the grid [m]
  int nx, ny, nz;             // numbers of nodes, at least 2
  std::vector<float> values;  // at the node (x, y, z): [(x ny + y) nz + z]
};

// A sphere of this radius does not touch the surface if the value at its centre exceeds the radius by this.
//
// Interpolation can exceed the true distance D of a point p. Let s be the nearest point of the surface, and
// n_i = p + d_i the corners of a cell of size h with the weights w_i. Then sum w_i d_i = 0 and
// sum w_i |d_i|^2 <= 3 h^2 / 4, so the interpolated value v is bounded by
//     v^2 <= (sum w_i |n_i - s|)^2 <= sum w_i |n_i - s|^2 = D^2 + sum w_i |d_i|^2 <= D^2 + 3 h^2 / 4.
// Beyond the grid the square of the value and that of the bound of D grow by the same amount, so the same
// holds. Inside the surface, where D < 0, v <= D + sum w_i |d_i| <= sqrt(3) h / 2, because a signed distance
// changes by at most the way. So a value above sqrt(radius^2 + 3 h^2 / 4) means D > radius. The excess over
// the radius is at most sqrt(3) h / 2 and about 3 h^2 / (8 radius) for large radii.
double overestimate(double spacing, double radius);

}  // namespace memetik

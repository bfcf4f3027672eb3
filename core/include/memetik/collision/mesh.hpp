// Triangle meshes, and their repair into surfaces that have an inside.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "memetik/math/vec3.hpp"

namespace memetik {

using Triangle = std::array<int, 3>;  // indices of vertices, counter-clockwise seen from outside

struct Mesh {
  std::vector<Vec3<double>> vertices;
  std::vector<Triangle> triangles;
};

// Whether a mesh may have holes.
enum class Open : std::uint8_t { refused, allowed };

struct RepairReport {
  int merged_vertices = 0;       // that coincided with another
  int degenerate_triangles = 0;  // removed: two of their corners coincide
  int duplicate_triangles = 0;   // removed: another triangle has the same corners
  int collinear_triangles = 0;   // kept: without them, edges of their neighbours would not meet
  int flipped_triangles = 0;     // whose orientation changed
  int components = 0;            // sets of triangles that are connected by edges
  int boundary_edges = 0;        // edges of a single triangle: the rims of holes
  int crowded_edges = 0;         // edges of more than two triangles
};

// A mesh whose components are oriented. If it is closed, its winding number is an integer everywhere: 0
// outside, 1 inside, more inside several overlapping components.
struct RepairedMesh {
  Mesh mesh;
  RepairReport report;
  bool closed = true;
};

// Merges vertices that coincide within 1e-9 of the extent, removes unused vertices and degenerate and
// duplicate triangles, and orients the triangles of each component like their neighbours. A closed component
// is then turned outwards, or inwards if it lies inside an odd number of other components: it is the inner
// surface of a hollow body. Where more than two triangles meet at an edge, the given orientations decide
// which of them belong together: the wall between two touching bodies is removed. Throws
// std::invalid_argument with the reason if the mesh is empty, has non-finite or missing vertices, is not
// orientable, or does not separate an inside from an outside.
//
// With Open::allowed the mesh may have holes. Its inside is then where the generalised winding number
// (Jacobson, Kavan and Sorkine-Hornung 2013) exceeds 0.5: holes are closed by a surface that depends on the
// shape around them.
RepairedMesh repair(const Mesh& mesh, Open open = Open::refused);

}  // namespace memetik

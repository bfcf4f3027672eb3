// The orientation of a mesh's triangles: a part of its repair.
#pragma once

#include <string>

#include "memetik/collision/mesh.hpp"

namespace memetik {

// Edges along which more triangles run in one direction than in the other. A mesh without them is closed.
struct OpenEdges {
  int count = 0;
  int crowded = 0;              // of them, those with more than two triangles
  Vec3<double> first{0, 0, 0};  // the middle of one
};

// Whether as many triangles run along each edge in one direction as in the other.
bool is_closed(const std::vector<Triangle>& triangles);

// Orients all triangles as documented at `repair`, and counts flipped triangles, components, boundary edges
// and crowded edges. No two triangles may have the same corners. Throws std::invalid_argument if the mesh is
// not orientable.
OpenEdges orient(Mesh& mesh, RepairReport& report);

std::string place_text(const Vec3<double>& p);  // "near (x, y, z)"

}  // namespace memetik

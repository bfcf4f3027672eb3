// The signed distance field of a mesh.
#pragma once

#include "memetik/collision/field.hpp"
#include "memetik/collision/mesh_distance.hpp"
#include "memetik/runtime/stop.hpp"

namespace memetik {

// A grid of nodes around the mesh that keeps at least the padding from its box. The values at the nodes are
// the exact signed distances, rounded down to the next float but one at most. They do not depend on the
// number of threads. Throws std::invalid_argument if the grid would have more than Field::max_nodes nodes, or
// if the spacing is not positive. If `stop` asks to stop, the field has no values.
Field make_field(const MeshDistance& mesh, double spacing, double padding, int threads, Stop& stop);
Field make_field(const MeshDistance& mesh, double spacing, double padding, int threads = 1);

}  // namespace memetik

// Solids that robots keep clear of.
#pragma once

#include <cmath>
#include <vector>

#include "memetik/collision/primitive.hpp"

namespace memetik {

// A solid in its own frame. Its pose is a parameter of the goal, so that a query can move it.
struct Obstacle {
  PrimitiveKind kind;
  Vec3<double> size;            // as in Primitive
  std::vector<int> touched_by;  // links whose spheres may touch it, as in LinkSphere

  // The radius of its bounding sphere, which is centred; infinite for a half-space.
  double radius() const {
    switch (kind) {
      case PrimitiveKind::half_space: return HUGE_VAL;
      case PrimitiveKind::sphere: return size.x;
      case PrimitiveKind::box: return norm(size);
      case PrimitiveKind::cylinder: return std::hypot(size.x, size.z);
      case PrimitiveKind::capsule: break;
    }
    return size.x + size.z;
  }
};

}  // namespace memetik

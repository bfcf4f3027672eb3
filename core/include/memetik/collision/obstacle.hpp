// Solids that robots keep clear of.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "memetik/collision/field.hpp"
#include "memetik/collision/primitive.hpp"

namespace memetik {

// A solid in its own frame: a primitive, or a distance field. Its pose is a parameter of the goal, so that a
// query can move it.
struct Obstacle {
  PrimitiveKind kind;
  Vec3<double> size;                             // as in Primitive
  std::vector<int> touched_by;                   // links whose spheres may touch it, as in LinkSphere
  std::shared_ptr<const Field> field = nullptr;  // instead of a primitive

  // The middle and the radius of its bounding sphere; the radius of a half-space is infinite.
  Vec3<double> middle() const;
  double radius() const;
};

}  // namespace memetik

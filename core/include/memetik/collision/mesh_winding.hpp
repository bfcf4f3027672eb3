// The winding number of a mesh, by a hierarchy of dipoles.
#pragma once

#include <vector>

#include "memetik/collision/mesh_tree.hpp"

namespace memetik {

// How often a mesh winds around a point: 1 inside a closed mesh and 0 outside, and in between near holes. Far
// triangles act together like a dipole and its first derivative (Barill, Dickson, Schmidt, Levin and Jacobson
// 2018, "Fast winding numbers for soups and clouds"), near ones by their solid angles.
class MeshWinding {
 public:
  // Children are far if their distance exceeds their radius by this factor. On meshes of tests the error is
  // then below 0.03, so that rounding at 0.5 is safe for closed meshes.
  static constexpr double accuracy = 3;

  explicit MeshWinding(const MeshTree& tree);

  double at(const MeshTree& tree, const Vec3<double>& point) const;

 private:
  // The triangles of a node's four children, each as a sum over its triangles with area vector A, whose
  // length is the area, and centre c.
  struct Dipoles {
    MeshTree::Vectors centre;                 // weighted by area
    MeshTree::Vectors moment;                 // sum of A
    MeshTree::Vectors diagonal;               // xx, yy, zz of the symmetric part of sum A (c - centre)^T
    MeshTree::Vectors off_diagonal;           // its yz, zx, xy
    alignas(32) double far[MeshTree::width];  // the squared distance from which on they act together
  };

  std::vector<Dipoles> dipoles_;  // one for each node of the tree
};

}  // namespace memetik

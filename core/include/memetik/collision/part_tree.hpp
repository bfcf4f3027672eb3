// The convex parts of a shape, in a tree of boxes.
#pragma once

#include <span>
#include <vector>

#include "memetik/collision/rounded_box.hpp"

namespace memetik {

// A convex part is inside `box`, whose frame is in that of the shape, and inside half-spaces in the frame of
// the box, those from `first_face` up to `last_face`.
struct ConvexPart {
  RoundedBox box;
  int first_face, last_face;
};

class PartTree {
 public:
  // The box of a part, or a box around the two nodes from `child` on.
  struct Node {
    RoundedBox box;
    int child;  // -1: none
    int part;   // -1: none
  };

  // The parts are at least one.
  PartTree(std::vector<ConvexPart> parts, std::vector<HalfSpaceFace> faces);

  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }  // 0: the root
  std::span<const HalfSpaceFace> faces(int part) const;
  // A sphere around the middle of the root's box that contains all.
  double radius() const { return radius_; }

 private:
  void build(std::size_t node, std::span<int> members);

  std::vector<ConvexPart> parts_;
  std::vector<HalfSpaceFace> faces_;
  std::vector<Node> nodes_;
  double radius_;
};

}  // namespace memetik

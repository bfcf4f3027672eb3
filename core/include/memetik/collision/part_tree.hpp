// The convex parts of a shape, in a tree of boxes.
#pragma once

#include <span>
#include <vector>

#include "memetik/collision/convex_part.hpp"

namespace memetik {

class PartTree {
 public:
  // The box of a part, or a box around the two nodes from `child` on.
  struct Node {
    RoundedBox box;
    int child;  // -1: none
    int part;   // -1: none
  };

  // The frames of the parts' boxes are in that of the shape. There is at least one part.
  explicit PartTree(std::vector<ConvexPart> parts);

  const Node& node(int index) const { return nodes_[static_cast<std::size_t>(index)]; }  // 0: the root
  const ConvexPart& part(int index) const { return parts_[static_cast<std::size_t>(index)]; }
  // A sphere around the middle of the root's box that contains all.
  double radius() const { return radius_; }

 private:
  void build(std::size_t node, std::span<int> members);
  RoundedBox box_of_node(std::span<const int> members) const;

  std::vector<ConvexPart> parts_;
  std::vector<Node> nodes_;
  double radius_;
};

}  // namespace memetik

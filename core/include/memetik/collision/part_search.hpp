// Finds the convex parts of a robot and of its surroundings that may be near each other.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "memetik/collision/part_tree.hpp"
#include "memetik/kinematics/sweep.hpp"

namespace memetik {

// The workspace of one thread. The robot is a list of elements: shapes that are fixed to links. Calls
// allocate only if the queue is longer than ever before. The tree must outlive it.
class PartSearch {
 public:
  struct Element {
    int link;
    Frame<double> pose;  // of the shape in the link's frame
    std::shared_ptr<const PartTree> shape;
  };
  // A pair of shapes, and a part of each of them.
  struct Found {
    int pair, part, other_part;
  };

  // `pairs` has the number of an element, and that of another element or ~ that of an obstacle.
  PartSearch(const Tree& tree, std::vector<Element> elements,
             std::vector<std::shared_ptr<const PartTree>> obstacles, std::vector<std::array<int, 2>> pairs);

  std::size_t dof() const { return static_cast<std::size_t>(kinematics_.tree().dof()); }
  std::size_t element_count() const { return elements_.size(); }
  std::size_t obstacle_count() const { return obstacles_.size(); }
  std::size_t pair_count() const { return pairs_.size(); }
  // Sets the poses of the obstacles, one for each.
  void place_obstacles(std::vector<Frame<double>> poses) { obstacle_frames_ = std::move(poses); }

  // Begins a search for parts that are nearer than `limit` at the configuration q. Returns the poses of the
  // elements in the root's frame.
  std::span<const Frame<double>> begin(const double* q, double limit);
  // The parts with the smallest lower bound of their distance among those that were not returned yet; nothing
  // if no bound is below `limit`, which may be smaller than before.
  std::optional<Found> next(double limit);
  // From now on, parts of this pair are returned only if their bound is below `limit`.
  void limit_pair(int pair, double limit) { limits_[static_cast<std::size_t>(pair)] = limit; }

 private:
  // What the bound of two nodes is that of: spheres around the shapes, boxes, or parts, if need be only
  // roughly. The next one is computed only for what is the nearest by the last.
  enum class Stage : unsigned char { spheres, boxes, rough, parts };
  struct Entry {
    double bound;
    int pair, node, other_node;
    Stage stage;

    bool operator<(const Entry& other) const { return bound > other.bound; }  // the nearest is the first
  };

  const PartTree& other_shape(int other) const;
  const Frame<double>& other_frame(int other) const;
  // Whether it is below the limits, so that it is in the queue now.
  bool push(const Entry& entry, double limit);
  void push_boxes(int pair, int node, int other_node, double limit);
  Frame<double> relative_frame(int pair, const RoundedBox& box, const RoundedBox& other) const;
  double bound_of_parts(const Entry& entry, double limit) const;
  void split(const Entry& entry, double limit);

  Kinematics<double> kinematics_;
  std::vector<Element> elements_;
  std::vector<std::shared_ptr<const PartTree>> obstacles_;
  std::vector<std::array<int, 2>> pairs_;
  std::vector<Frame<double>> frames_, obstacle_frames_;  // in the root's frame
  std::vector<Frame<double>> relative_;                  // per pair: the other's frame in the element's
  std::vector<Vec3<double>> middles_;  // of the spheres around elements, and then around obstacles
  std::vector<double> limits_;         // per pair
  std::vector<Entry> queue_;           // a heap
  // The lowest bound of parts since the last that were returned: others need only be rough above it.
  double nearest_ = 0;
};

}  // namespace memetik

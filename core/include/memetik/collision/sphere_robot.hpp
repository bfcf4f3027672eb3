// A robot as spheres that are fixed to its links.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "memetik/collision/on_links.hpp"

namespace memetik {

// A sphere around spheres of one link. What it does not touch, none of them touches.
struct BoundingSphere {
  Vec3<double> center;  // in the link's frame
  double radius;
  int first, last;  // it contains [first, last): spheres of a cluster, or clusters of a body
};

// All spheres of a link.
struct SphereBody {
  int link;  // as in LinkSphere
  BoundingSphere bound;
};

// Immutable, shared by all threads.
class SphereRobot {
 public:
  // `pairs`: the pairs of links whose spheres must not touch each other.
  SphereRobot(std::vector<LinkSphere> spheres, std::span<const std::array<int, 2>> pairs);

  std::span<const LinkSphere> spheres() const { return spheres_; }        // sorted by cluster
  std::span<const BoundingSphere> clusters() const { return clusters_; }  // sorted by body
  std::span<const SphereBody> bodies() const { return bodies_; }
  std::span<const std::array<int, 2>> pairs() const { return pairs_; }  // of bodies

 private:
  void split(std::span<LinkSphere> part);
  void add_pair(const std::array<int, 2>& links);

  std::vector<LinkSphere> spheres_;
  std::vector<BoundingSphere> clusters_;
  std::vector<SphereBody> bodies_;
  std::vector<std::array<int, 2>> pairs_;
};

}  // namespace memetik

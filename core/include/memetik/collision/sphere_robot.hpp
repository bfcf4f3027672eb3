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
  static constexpr std::size_t cluster_size = 8;  // spheres of a cluster, at most

  // `pairs` and `never_pairs` are the pairs of links whose spheres must not touch each other. The links of
  // never_pairs hardly ever come near each other: descents leave them out, what accepts an answer does not.
  SphereRobot(std::vector<LinkSphere> spheres, std::span<const std::array<int, 2>> pairs,
              std::span<const std::array<int, 2>> never_pairs = {});

  std::span<const LinkSphere> spheres() const { return spheres_; }        // sorted by cluster
  std::span<const BoundingSphere> clusters() const { return clusters_; }  // sorted by body
  std::span<const SphereBody> bodies() const { return bodies_; }
  // Pairs of bodies: all, those of descents, and the others.
  std::span<const std::array<int, 2>> pairs() const { return pairs_; }
  std::span<const std::array<int, 2>> descent_pairs() const { return pairs().first(descent_pairs_); }
  std::span<const std::array<int, 2>> never_pairs() const { return pairs().subspan(descent_pairs_); }

 private:
  void split(std::span<LinkSphere> part);
  void add_pair(const std::array<int, 2>& links);

  std::vector<LinkSphere> spheres_;
  std::vector<BoundingSphere> clusters_;
  std::vector<SphereBody> bodies_;
  std::vector<std::array<int, 2>> pairs_;  // never_pairs last
  std::size_t descent_pairs_;
};

}  // namespace memetik

#include "memetik/collision/sphere_robot.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

struct Box {
  Vec3<double> lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  explicit Box(std::span<const LinkSphere> spheres) {
    for (const auto& [link, p, r] : spheres) {
      lower = {min(lower.x, p.x - r), min(lower.y, p.y - r), min(lower.z, p.z - r)};
      upper = {max(upper.x, p.x + r), max(upper.y, p.y + r), max(upper.z, p.z + r)};
    }
  }
  Vec3<double> middle() const { return 0.5 * (lower + upper); }
  double Vec3<double>::* longest_axis() const {
    const Vec3<double> size = upper - lower;
    if (size.x >= size.y && size.x >= size.z) return &Vec3<double>::x;
    return size.y >= size.z ? &Vec3<double>::y : &Vec3<double>::z;
  }
};

BoundingSphere bound(std::span<const LinkSphere> spheres, std::size_t first, std::size_t last) {
  BoundingSphere bound{Box(spheres).middle(), 0, static_cast<int>(first), static_cast<int>(last)};
  for (const LinkSphere& sphere : spheres)
    bound.radius = std::fmax(bound.radius, norm(sphere.center - bound.center) + sphere.radius);
  return bound;
}

}  // namespace

SphereRobot::SphereRobot(std::vector<LinkSphere> spheres, std::span<const std::array<int, 2>> pairs,
                         std::span<const std::array<int, 2>> never_pairs)
    : spheres_(std::move(spheres)) {
  std::stable_sort(spheres_.begin(), spheres_.end(),
                   [](const LinkSphere& a, const LinkSphere& b) { return a.link < b.link; });
  for (auto first = spheres_.begin(); first != spheres_.end();) {
    const auto last =
        std::find_if(first, spheres_.end(), [&](const LinkSphere& s) { return s.link != first->link; });
    const std::size_t cluster = clusters_.size();
    split({first, last});
    bodies_.push_back({first->link, bound({first, last}, cluster, clusters_.size())});
    first = last;
  }
  for (const std::array<int, 2>& pair : pairs) add_pair(pair);
  descent_pairs_ = pairs_.size();
  for (const std::array<int, 2>& pair : never_pairs) add_pair(pair);
}

// Halves the spheres of a link along their longest axis until they make clusters.
void SphereRobot::split(std::span<LinkSphere> part) {
  if (part.size() <= cluster_size) {
    const auto first = static_cast<std::size_t>(part.data() - spheres_.data());
    clusters_.push_back(bound(part, first, first + part.size()));
    return;
  }
  const auto axis = Box(part).longest_axis();
  std::stable_sort(part.begin(), part.end(),
                   [&](const LinkSphere& a, const LinkSphere& b) { return a.center.*axis < b.center.*axis; });
  split(part.first(part.size() / 2));
  split(part.subspan(part.size() / 2));
}

void SphereRobot::add_pair(const std::array<int, 2>& links) {
  const auto body_of = [&](int link) {
    return std::find_if(bodies_.begin(), bodies_.end(), [&](const SphereBody& b) { return b.link == link; });
  };
  const auto one = body_of(links[0]), other = body_of(links[1]);
  if (one == bodies_.end() || other == bodies_.end() || one == other) return;
  pairs_.push_back({static_cast<int>(one - bodies_.begin()), static_cast<int>(other - bodies_.begin())});
}

}  // namespace memetik

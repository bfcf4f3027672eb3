#include "memetik/collision/part_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "memetik/collision/bounding_box.hpp"

namespace memetik {

namespace {

// Half the edges of the box along the axes of the shape.
Vec3<double> extent(const RoundedBox& box) {
  const auto& [x, y, z, p] = box.frame;
  const auto along = [&](double a, double b, double c) {
    return box.half.x * std::abs(a) + box.half.y * std::abs(b) + box.half.z * std::abs(c) + box.radius;
  };
  return {along(x.x, y.x, z.x), along(x.y, y.y, z.y), along(x.z, y.z, z.z)};
}

}  // namespace

PartTree::PartTree(std::vector<ConvexPart> parts) : parts_(std::move(parts)) {
  std::vector<int> members(parts_.size());
  std::iota(members.begin(), members.end(), 0);
  nodes_.reserve(2 * parts_.size());
  nodes_.emplace_back();
  build(0, members);
  const RoundedBox& box = nodes_[0].box;
  radius_ = box.is_bounded() ? norm(box.half) + box.radius : HUGE_VAL;
}

void PartTree::build(std::size_t node, std::span<int> members) {
  const auto box_of = [&](int part) -> const RoundedBox& {
    return parts_[static_cast<std::size_t>(part)].box;
  };
  if (members.size() == 1) {
    nodes_[node] = {box_of(members[0]), -1, members[0]};
    return;
  }
  BoundingBox around, middles;
  bool bounded = true;
  for (const int part : members) {
    const RoundedBox& box = box_of(part);
    const Vec3<double> reach = extent(box);
    around.add(box.frame.p - reach);
    around.add(box.frame.p + reach);
    middles.add(box.frame.p);
    bounded = bounded && box.is_bounded();
  }
  RoundedBox box{identity_frame, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  if (bounded) {
    box.frame.p = around.middle();
    box.half = 0.5 * around.size();
  }
  const Vec3<double> spread = middles.size();
  const auto before = [&](int a, int b) {
    const Vec3<double>&one = box_of(a).frame.p, &other = box_of(b).frame.p;
    if (spread.x >= spread.y && spread.x >= spread.z) return one.x < other.x;
    return spread.y >= spread.z ? one.y < other.y : one.z < other.z;
  };
  const auto half = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
  std::nth_element(members.begin(), half, members.end(), before);
  const std::size_t child = nodes_.size();
  nodes_[node] = {box, static_cast<int>(child), -1};
  nodes_.resize(child + 2);
  build(child, members.first(members.size() / 2));
  build(child + 1, members.subspan(members.size() / 2));
}

}  // namespace memetik

#include "memetik/collision/part_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <ranges>

#include "memetik/collision/bounding_box.hpp"

namespace memetik {

namespace {

Vec3<double> absolute(const Vec3<double>& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }

// A box around others, which are bounded, along the axes of a frame.
template <class Boxes>
RoundedBox box_around(const Boxes& boxes, const Frame<double>& axes) {
  BoundingBox around;
  for (const RoundedBox& box : boxes) {
    const auto extent = [&](const Vec3<double>& axis) {
      return dot(box.half, absolute(rotate_back(box.frame, axis))) + box.radius;
    };
    const Vec3<double> reach{extent(axes.x), extent(axes.y), extent(axes.z)};
    const Vec3<double> middle = rotate_back(axes, box.frame.p);
    around.add(middle - reach);
    around.add(middle + reach);
  }
  return {{axes.x, axes.y, axes.z, rotate(axes, around.middle())}, 0.5 * around.size(), 0};
}

double surface(const RoundedBox& box) {
  const auto& [x, y, z] = box.half;
  return x * y + y * z + z * x;
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
  BoundingBox middles;
  for (const int part : members) middles.add(box_of(part).frame.p);
  const Vec3<double> spread = middles.size();
  const auto before = [&](int a, int b) {
    const Vec3<double>&one = box_of(a).frame.p, &other = box_of(b).frame.p;
    if (spread.x >= spread.y && spread.x >= spread.z) return one.x < other.x;
    return spread.y >= spread.z ? one.y < other.y : one.z < other.z;
  };
  const auto half = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
  std::nth_element(members.begin(), half, members.end(), before);
  const std::size_t child = nodes_.size();
  nodes_[node] = {box_of_node(members), static_cast<int>(child), -1};
  nodes_.resize(child + 2);
  build(child, members.first(members.size() / 2));
  build(child + 1, members.subspan(members.size() / 2));
}

// Along the axes of the shape or of the part in the middle, whichever box is smaller: parts around an axis
// are rotated with it.
RoundedBox PartTree::box_of_node(std::span<const int> members) const {
  const auto boxes = members | std::views::transform([&](int part) -> const RoundedBox& {
                       return parts_[static_cast<std::size_t>(part)].box;
                     });
  if (!std::ranges::all_of(boxes, &RoundedBox::is_bounded))
    return {identity_frame, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  const RoundedBox aligned = box_around(boxes, identity_frame);
  const RoundedBox& middle = *std::ranges::min_element(
      boxes, {}, [&](const RoundedBox& box) { return norm(box.frame.p - aligned.frame.p); });
  const RoundedBox rotated = box_around(boxes, middle.frame);
  return surface(rotated) < surface(aligned) ? rotated : aligned;
}

}  // namespace memetik

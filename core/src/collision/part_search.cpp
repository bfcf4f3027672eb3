#include "memetik/collision/part_search.hpp"

#include <algorithm>
#include <cmath>

namespace memetik {

namespace {

// [m]: parts with a face in one plane have equal bounds until they are accurate.
constexpr double clearly_farther = 1e-5;

std::vector<int> links_of(const std::vector<PartSearch::Element>& elements) {
  std::vector<int> links;
  for (const PartSearch::Element& element : elements) links.push_back(element.link);
  return links;
}

}  // namespace

PartSearch::PartSearch(const Tree& tree, std::vector<Element> elements,
                       std::vector<std::shared_ptr<const PartTree>> obstacles,
                       std::vector<std::array<int, 2>> pairs)
    : kinematics_(tree, links_of(elements)),
      elements_(std::move(elements)),
      obstacles_(std::move(obstacles)),
      pairs_(std::move(pairs)),
      frames_(elements_.size(), identity_frame),
      obstacle_frames_(obstacles_.size(), identity_frame),
      relative_(pairs_.size(), identity_frame),
      middles_(elements_.size() + obstacles_.size()),
      limits_(pairs_.size()) {
  queue_.reserve(pairs_.size());
}

const PartTree& PartSearch::other_shape(int other) const {
  return other < 0 ? *obstacles_[static_cast<std::size_t>(~other)]
                   : *elements_[static_cast<std::size_t>(other)].shape;
}

const Frame<double>& PartSearch::other_frame(int other) const {
  return other < 0 ? obstacle_frames_[static_cast<std::size_t>(~other)]
                   : frames_[static_cast<std::size_t>(other)];
}

std::span<const Frame<double>> PartSearch::begin(const double* q, double limit) {
  kinematics_.update(q);
  for (std::size_t e = 0; e < elements_.size(); ++e)
    frames_[e] = kinematics_.link(elements_[e].link) * elements_[e].pose;
  std::fill(limits_.begin(), limits_.end(), HUGE_VAL);
  const auto middle = [](const Frame<double>& frame, const PartTree& shape) {
    return apply(frame, shape.node(0).box.frame.p);
  };
  for (std::size_t e = 0; e < elements_.size(); ++e) middles_[e] = middle(frames_[e], *elements_[e].shape);
  for (std::size_t o = 0; o < obstacles_.size(); ++o)
    middles_[elements_.size() + o] = middle(obstacle_frames_[o], *obstacles_[o]);
  nearest_ = HUGE_VAL;
  queue_.clear();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const auto first = static_cast<std::size_t>(pairs_[k][0]);
    const int other = pairs_[k][1];
    const std::size_t second =
        other < 0 ? elements_.size() + static_cast<std::size_t>(~other) : static_cast<std::size_t>(other);
    const double radii = elements_[first].shape->radius() + other_shape(other).radius();
    const double bound = norm(middles_[first] - middles_[second]) - radii;
    if (bound < limit) queue_.push_back({bound, static_cast<int>(k), 0, 0, Stage::spheres});
  }
  std::make_heap(queue_.begin(), queue_.end());
  return frames_;
}

std::optional<PartSearch::Found> PartSearch::next(double limit) {
  while (!queue_.empty()) {
    Entry entry = queue_.front();
    if (entry.bound >= limit) break;
    std::pop_heap(queue_.begin(), queue_.end());
    queue_.pop_back();
    const auto pair = static_cast<std::size_t>(entry.pair);
    if (entry.bound >= limits_[pair]) continue;
    if (entry.stage == Stage::spheres) {
      const auto [element, other] = pairs_[pair];
      relative_[pair] = inverse(frames_[static_cast<std::size_t>(element)]) * other_frame(other);
      push_boxes(entry.pair, 0, 0, limit);
      continue;
    }
    const auto [element, other] = pairs_[pair];
    const int part = elements_[static_cast<std::size_t>(element)].shape->node(entry.node).part;
    const int other_part = other_shape(other).node(entry.other_node).part;
    if (part < 0 || other_part < 0) {
      split(entry, limit);
    } else if (entry.stage != Stage::parts) {
      const double enough = entry.stage == Stage::boxes ? nearest_ + clearly_farther : HUGE_VAL;
      entry.bound = bound_of_parts(entry, std::min({limit, limits_[pair], enough}));
      entry.stage = entry.bound >= enough ? Stage::rough : Stage::parts;
      if (push(entry, limit) && entry.stage == Stage::parts) nearest_ = std::min(nearest_, entry.bound);
    } else {
      nearest_ = HUGE_VAL;
      return Found{entry.pair, part, other_part};
    }
  }
  queue_.clear();
  return {};
}

bool PartSearch::push(const Entry& entry, double limit) {
  if (entry.bound >= std::min(limit, limits_[static_cast<std::size_t>(entry.pair)])) return false;
  queue_.push_back(entry);
  std::push_heap(queue_.begin(), queue_.end());
  return true;
}

void PartSearch::push_boxes(int pair, int node, int other_node, double limit) {
  const auto [element, other] = pairs_[static_cast<std::size_t>(pair)];
  const RoundedBox& box = elements_[static_cast<std::size_t>(element)].shape->node(node).box;
  const RoundedBox& second = other_shape(other).node(other_node).box;
  const double bound = separation(box, second, relative_frame(pair, box, second), limit);
  push({bound, pair, node, other_node, Stage::boxes}, limit);
}

// The frame of a box of the other shape in that of one of the element.
Frame<double> PartSearch::relative_frame(int pair, const RoundedBox& box, const RoundedBox& other) const {
  const Frame<double>& relative = relative_[static_cast<std::size_t>(pair)];
  const Frame<double> placed =
      other.is_aligned() ? Frame<double>{relative.x, relative.y, relative.z, apply(relative, other.frame.p)}
                         : relative * other.frame;
  if (!box.is_aligned()) return inverse(box.frame) * placed;
  return {placed.x, placed.y, placed.z, placed.p - box.frame.p};
}

// Of the parts of two leaves.
double PartSearch::bound_of_parts(const Entry& entry, double limit) const {
  const auto [element, other] = pairs_[static_cast<std::size_t>(entry.pair)];
  const PartTree &shape = *elements_[static_cast<std::size_t>(element)].shape, &second = other_shape(other);
  const ConvexPart& part = shape.part(shape.node(entry.node).part);
  const ConvexPart& other_part = second.part(second.node(entry.other_node).part);
  const Frame<double> relative = relative_frame(entry.pair, part.box, other_part.box);
  return separation(part, other_part, relative, entry.bound, limit);
}

// Replaces one of two nodes, at least one of which has children, by its children: the larger one if both
// have.
void PartSearch::split(const Entry& entry, double limit) {
  const auto [element, other] = pairs_[static_cast<std::size_t>(entry.pair)];
  const PartTree::Node& node = elements_[static_cast<std::size_t>(element)].shape->node(entry.node);
  const PartTree::Node& second = other_shape(other).node(entry.other_node);
  const bool both = node.child >= 0 && second.child >= 0;
  if (both ? norm(node.box.half) >= norm(second.box.half) : node.child >= 0) {
    push_boxes(entry.pair, node.child, entry.other_node, limit);
    push_boxes(entry.pair, node.child + 1, entry.other_node, limit);
  } else {
    push_boxes(entry.pair, entry.node, second.child, limit);
    push_boxes(entry.pair, entry.node, second.child + 1, limit);
  }
}

}  // namespace memetik

#include "memetik/goals/keep_clear.hpp"

namespace memetik::goals {

std::shared_ptr<const void> KeepClear::data_of_links(const Goal& goal, std::span<const int> kept) {
  auto data = std::make_shared<Data>(data_of<KeepClear>(goal));
  const SphereRobot& robot = *data->robot;
  const auto number_of = [&](int link) {  // -1: not kept
    const auto found = std::find(kept.begin(), kept.end(), link);
    return found == kept.end() ? -1 : static_cast<int>(found - kept.begin());
  };
  std::vector<LinkSphere> spheres;
  for (const LinkSphere& s : robot.spheres())
    if (const int link = number_of(s.link); link >= 0) spheres.push_back({link, s.center, s.radius});
  const auto pairs_of = [&](std::span<const std::array<int, 2>> bodies) {
    std::vector<std::array<int, 2>> pairs;
    for (const auto& [one, other] : bodies) {
      const int a = number_of(robot.bodies()[static_cast<std::size_t>(one)].link);
      const int b = number_of(robot.bodies()[static_cast<std::size_t>(other)].link);
      if (a >= 0 && b >= 0) pairs.push_back({a, b});
    }
    return pairs;
  };
  if (spheres.empty()) return nullptr;
  for (Obstacle& obstacle : data->obstacles) {
    for (int& link : obstacle.touched_by) link = number_of(link);
    std::erase(obstacle.touched_by, -1);
  }
  const auto pairs = pairs_of(robot.descent_pairs()), never_pairs = pairs_of(robot.never_pairs());
  data->robot = std::make_shared<SphereRobot>(std::move(spheres), pairs, never_pairs);
  return data;
}

}  // namespace memetik::goals

#include "memetik/collision/collision_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace memetik {

CollisionCheck::CollisionCheck(const Tree& tree, std::vector<int> links,
                               std::shared_ptr<const SphereRobot> robot, std::vector<Obstacle> obstacles,
                               std::vector<Frame<double>> poses)
    : links_(std::move(links)),
      robot_(std::move(robot)),
      obstacles_(std::move(obstacles)),
      poses_(std::move(poses)),
      single_{Kinematics<double>(tree, links_), ContactSearch<double>(*robot_, obstacles_)},
      lanes_{Kinematics<Pack>(tree, links_), ContactSearch<Pack>(*robot_, obstacles_)},
      q_(static_cast<std::size_t>(tree.dof())) {}

template <class T>
template <class World, class Itself>
void CollisionCheck::Work<T>::search_at(const CollisionCheck& check, const T* q, const double& reach,
                                        const World& world, const Itself& itself) {
  kinematics.update(q);
  search.place([&](int link) {
    return link < 0 ? broadcast<T>(identity_frame)
                    : kinematics.link(check.links_[static_cast<std::size_t>(link)]);
  });
  bool goes_on = true;
  search.near_obstacles([&](std::size_t o) { return broadcast<T>(check.poses_[o]); }, reach,
                        [&](int sphere, int obstacle, const T& clearance, const auto& normal) {
                          return goes_on = world(sphere, obstacle, clearance, normal);
                        });
  if (goes_on) search.near_itself(check.robot_->pairs(), reach, itself);
}

std::size_t CollisionCheck::load(const double* rows, std::size_t count) {
  const std::size_t dof = q_.size(), used = std::min(static_cast<std::size_t>(Pack::lanes), count);
  for (std::size_t i = 0; i < dof; ++i)
    for (int lane = 0; lane < Pack::lanes; ++lane)
      q_[i].set(lane, rows[std::min(static_cast<std::size_t>(lane), used - 1) * dof + i]);
  return used;
}

void CollisionCheck::are_free(const double* rows, std::size_t count, double margin, bool* out) {
  for (std::size_t first = 0; first < count;) {
    const std::size_t used = load(rows + first * q_.size(), count - first);
    Mask free{Pack(0) <= Pack(0)};
    const auto note = [&](int, int, const Pack& clearance, const auto&) {
      free = free & (clearance >= Pack(margin));
      lanes_.search.count_only(free);
      return any(free);
    };
    lanes_.search_at(*this, q_.data(), margin, note, note);
    for (std::size_t lane = 0; lane < used; ++lane) out[first + lane] = lane_bits(free) >> lane & 1;
    first += used;
  }
}

void CollisionCheck::count_touching(const double* rows, std::size_t count, std::int64_t* out) {
  const std::size_t links = links_.size();
  std::vector<int> touching(links * links);  // lanes of the pair
  const auto link_of = [&](int sphere) {
    return static_cast<std::size_t>(robot_->spheres()[static_cast<std::size_t>(sphere)].link);
  };
  for (std::size_t first = 0; first < count;) {
    const std::size_t used = load(rows + first * q_.size(), count - first);
    std::fill(touching.begin(), touching.end(), 0);
    lanes_.search_at(
        *this, q_.data(), 0.0, [](int, int, const Pack&, const auto&) { return true; },
        [&](int sphere, int other, const Pack& clearance, const auto&) {
          const auto [low, high] = std::minmax({link_of(sphere), link_of(other)});
          touching[high * links + low] |= lane_bits(clearance < Pack(0));
          return true;
        });
    for (std::size_t i = 0; i < touching.size(); ++i)
      out[i] += std::popcount(static_cast<unsigned>(touching[i] & ((1 << used) - 1)));
    first += used;
  }
}

double CollisionCheck::clearance(const double* q) {
  double smallest = HUGE_VAL;
  const auto lower = [&](int, int, double clearance, const auto&) {
    smallest = std::fmin(smallest, clearance);
    return true;
  };
  single_.search_at(*this, q, smallest, lower, lower);
  return smallest;
}

std::vector<Contact> CollisionCheck::contacts(const double* q, double margin) {
  std::vector<Contact> found;
  const auto add = [&](int sphere, int other, int obstacle, double clearance, const Vec3<double>& normal) {
    const LinkSphere& own = robot_->spheres()[static_cast<std::size_t>(sphere)];
    const Vec3<double> point = single_.search.center(sphere) - (clearance + own.radius) * normal;
    found.push_back({own.link, other, obstacle, clearance, point, normal});
    return true;
  };
  single_.search_at(
      *this, q, margin,
      [&](int sphere, int obstacle, double clearance, const auto& normal) {
        return add(sphere, -1, obstacle, clearance, normal());
      },
      [&](int sphere, int other, double clearance, const auto& normal) {
        return add(sphere, robot_->spheres()[static_cast<std::size_t>(other)].link, -1, clearance, normal());
      });
  std::stable_sort(found.begin(), found.end(),
                   [](const Contact& a, const Contact& b) { return a.clearance < b.clearance; });
  return found;
}

}  // namespace memetik

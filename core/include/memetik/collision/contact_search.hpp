// Finds where the spheres of a robot come near obstacles and near each other.
#pragma once

#include <algorithm>

#include "memetik/collision/obstacle.hpp"
#include "memetik/collision/sphere_robot.hpp"

namespace memetik {

// The workspace of one thread. T is double, or Pack, where every lane has its own configuration and its own
// poses of the obstacles. Only construction allocates. Robot and obstacles must outlive it.
//
// Bounding spheres are tested first: of the robot, of a body, then of its clusters, then single spheres are.
// What is skipped is farther away than `reach` in all lanes, so results do not depend on the lanes beside
// them.
template <class T>
class ContactSearch {
 public:
  using Truth = typename Lanes<T>::Truth;

  ContactSearch(const SphereRobot& robot, std::span<const Obstacle> obstacles);

  // Sets the poses of the robot's bodies: frame_of(link) returns the pose of a link in the root's frame.
  template <class FrameOf>
  void place(const FrameOf& frame_of);

  // Calls visit(sphere, obstacle, clearance, normal) for all pairs whose clearance is below `reach` in some
  // lane, until it returns false; it may lower `reach`. `normal()` returns the unit vector from the obstacle
  // to the sphere, in the root's frame. pose_of(obstacle) returns the obstacle's pose.
  template <class PoseOf, class Visit>
  void near_obstacles(const PoseOf& pose_of, const double& reach, const Visit& visit) const;

  // Calls visit(sphere, other, clearance, normal) for the spheres of pairs of bodies.
  template <class Visit>
  void near_itself(std::span<const std::array<int, 2>> pairs, const double& reach, const Visit& visit) const;

  // The centre of a sphere in the root's frame.
  MEMETIK_INLINE Vec3<T> center(int sphere) const {
    return apply(frames_[static_cast<std::size_t>(body_of_[static_cast<std::size_t>(sphere)])],
                 robot_->spheres()[static_cast<std::size_t>(sphere)].center);
  }

 private:
  void find_bound();
  template <class Distance, class Safe, class SafeRadius, class Report>
  bool near_obstacle(std::size_t body, const Frame<T>& pose, const double& reach, const Distance& distance,
                     const Safe& safe, const SafeRadius& safe_radius, const Report& report) const;
  bool may_touch(std::size_t body, std::size_t obstacle) const {
    return may_touch_[obstacle * robot_->bodies().size() + body];
  }

  const SphereRobot* robot_;
  std::span<const Obstacle> obstacles_;
  // A sphere around an obstacle: its centre in the obstacle's frame, and its radius. Those of all obstacles
  // are read at every configuration, so they are apart from the rest.
  struct ObstacleBound {
    Vec3<double> center;
    double radius;
    bool at_origin;  // the centre is the origin of the obstacle's frame
  };

  std::vector<ObstacleBound> bounds_;      // per obstacle
  std::vector<std::vector<double>> safe_;  // per obstacle with a field: the value that spheres need
  std::vector<bool> may_touch_;            // per obstacle and body
  std::vector<int> body_of_;               // per sphere
  std::vector<Frame<T>> frames_;           // per body
  Vec3<T> center_;                         // of a sphere around the whole robot, of this radius
  T radius_;
  std::vector<Vec3<T>> body_centers_;  // in the root's frame
};

template <class T>
ContactSearch<T>::ContactSearch(const SphereRobot& robot, std::span<const Obstacle> obstacles)
    : robot_(&robot),
      obstacles_(obstacles),
      body_of_(robot.spheres().size()),
      frames_(robot.bodies().size()),
      body_centers_(robot.bodies().size()) {
  for (const Obstacle& obstacle : obstacles) {
    bounds_.push_back({obstacle.middle(), obstacle.radius(), !obstacle.field});
    auto& safe = safe_.emplace_back();
    if (obstacle.field)
      for (const LinkSphere& sphere : robot.spheres())
        safe.push_back(sphere.radius + overestimate(obstacle.field->spacing, sphere.radius));
    for (const SphereBody& body : robot.bodies())
      may_touch_.push_back(std::find(obstacle.touched_by.begin(), obstacle.touched_by.end(), body.link) !=
                           obstacle.touched_by.end());
  }
  for (std::size_t b = 0; b < robot.bodies().size(); ++b)
    for (int c = robot.bodies()[b].bound.first; c < robot.bodies()[b].bound.last; ++c) {
      const BoundingSphere& cluster = robot.clusters()[static_cast<std::size_t>(c)];
      for (int s = cluster.first; s < cluster.last; ++s)
        body_of_[static_cast<std::size_t>(s)] = static_cast<int>(b);
    }
}

template <class T>
template <class FrameOf>
void ContactSearch<T>::place(const FrameOf& frame_of) {
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    const SphereBody& body = robot_->bodies()[b];
    frames_[b] = frame_of(body.link);
    body_centers_[b] = apply(frames_[b], body.bound.center);
  }
  find_bound();
}

template <class T>
void ContactSearch<T>::find_bound() {
  center_ = {T(0), T(0), T(0)};
  for (const Vec3<T>& center : body_centers_) center_ = center_ + center;
  center_ = T(1 / static_cast<double>(body_centers_.size())) * center_;
  radius_ = T(0);
  for (std::size_t b = 0; b < body_centers_.size(); ++b)
    radius_ = max(radius_, norm(body_centers_[b] - center_) + T(robot_->bodies()[b].bound.radius));
}

template <class T>
template <class PoseOf, class Visit>
void ContactSearch<T>::near_obstacles(const PoseOf& pose_of, const double& reach, const Visit& visit) const {
  for (std::size_t o = 0; o < obstacles_.size(); ++o) {
    const ObstacleBound& bound = bounds_[o];
    // The rest of the pose is not loaded for an obstacle that is far away: there may be many of them.
    const Vec3<T> middle = bound.at_origin ? pose_of(o).p : apply(pose_of(o), bound.center);
    const auto is_near = [&](const Vec3<T>& center, const T& radius) {
      const Vec3<T> apart = center - middle;
      const T limit = radius + T(bound.radius + reach);
      return any(dot(apart, apart) < limit * limit);
    };
    if (!is_near(center_, radius_)) continue;
    const Obstacle& obstacle = obstacles_[o];
    const Frame<T> pose = pose_of(o);
    for (std::size_t b = 0; b < frames_.size(); ++b) {
      if (!is_near(body_centers_[b], T(robot_->bodies()[b].bound.radius)) || may_touch(b, o)) continue;
      const auto report = [&](int sphere, const T& clearance, const Vec3<T>& normal) {
        return visit(sphere, static_cast<int>(o), clearance, [&] { return rotate(pose, normal); });
      };
      bool goes_on;
      if (obstacle.field) {
        const double spacing = obstacle.field->spacing;
        goes_on = near_obstacle(
            b, pose, reach, [&](const Vec3<T>& p) { return signed_distance(*obstacle.field, p); },
            [&](double radius) { return radius + overestimate(spacing, radius); },
            [&](int sphere) { return safe_[o][static_cast<std::size_t>(sphere)]; }, report);
      } else {
        goes_on = visit_kind(obstacle.kind, [&]<PrimitiveKind kind>() {
          return near_obstacle(
              b, pose, reach, [&](const Vec3<T>& p) { return local_distance<kind>(obstacle.size, p); },
              [](double radius) { return radius; },
              [&](int sphere) { return robot_->spheres()[static_cast<std::size_t>(sphere)].radius; }, report);
        });
      }
      if (!goes_on) return;
    }
  }
}

// `distance` returns the signed distance of a point in the obstacle's frame. safe(radius) is the value that
// it exceeds if a sphere of this radius does not touch the obstacle, safe_radius(s) that of the s-th sphere.
template <class T>
template <class Distance, class Safe, class SafeRadius, class Report>
MEMETIK_INLINE bool ContactSearch<T>::near_obstacle(std::size_t b, const Frame<T>& pose, const double& reach,
                                                    const Distance& distance, const Safe& safe,
                                                    const SafeRadius& safe_radius,
                                                    const Report& report) const {
  const BoundingSphere& body = robot_->bodies()[b].bound;
  const auto is_near = [&](const Vec3<T>& center, double radius) {
    return any(distance(center).value < T(safe(radius + reach)));
  };
  if (!is_near(rotate_back(pose, body_centers_[b] - pose.p), body.radius)) return true;
  // the body's frame in the obstacle's
  const Frame<T>& f = frames_[b];
  const Frame<T> frame{rotate_back(pose, f.x), rotate_back(pose, f.y), rotate_back(pose, f.z),
                       rotate_back(pose, f.p - pose.p)};
  for (int c = body.first; c < body.last; ++c) {
    const BoundingSphere& cluster = robot_->clusters()[static_cast<std::size_t>(c)];
    if (body.last - body.first > 1 && !is_near(apply(frame, cluster.center), cluster.radius)) continue;
    for (int s = cluster.first; s < cluster.last; ++s) {
      const LinkSphere& sphere = robot_->spheres()[static_cast<std::size_t>(s)];
      const SignedDistance<T> found = distance(apply(frame, sphere.center));
      const T clearance = found.value - T(safe_radius(s));
      if (any(clearance < T(reach)) && !report(s, clearance, found.normal)) return false;
    }
  }
  return true;
}

template <class T>
template <class Visit>
void ContactSearch<T>::near_itself(std::span<const std::array<int, 2>> pairs, const double& reach,
                                   const Visit& visit) const {
  const auto is_near = [&](const Vec3<T>& apart, double radii) {
    const double limit = radii + reach;
    return any(dot(apart, apart) < T(limit * limit)) && limit > 0;
  };
  for (const auto& [one, other] : pairs) {
    const auto a = static_cast<std::size_t>(one), b = static_cast<std::size_t>(other);
    const BoundingSphere &first = robot_->bodies()[a].bound, &second = robot_->bodies()[b].bound;
    if (!is_near(body_centers_[a] - body_centers_[b], first.radius + second.radius)) continue;
    for (int c = first.first; c < first.last; ++c) {
      const BoundingSphere& cluster = robot_->clusters()[static_cast<std::size_t>(c)];
      const Vec3<T> middle = apply(frames_[a], cluster.center);
      if (!is_near(middle - body_centers_[b], cluster.radius + second.radius)) continue;
      for (int d = second.first; d < second.last; ++d) {
        const BoundingSphere& part = robot_->clusters()[static_cast<std::size_t>(d)];
        const Vec3<T> part_middle = apply(frames_[b], part.center);
        if (!is_near(middle - part_middle, cluster.radius + part.radius)) continue;
        for (int s = cluster.first; s < cluster.last; ++s) {
          const LinkSphere& sphere = robot_->spheres()[static_cast<std::size_t>(s)];
          const Vec3<T> p = apply(frames_[a], sphere.center);
          if (!is_near(p - part_middle, sphere.radius + part.radius)) continue;
          for (int t = part.first; t < part.last; ++t) {
            const LinkSphere& partner = robot_->spheres()[static_cast<std::size_t>(t)];
            const Vec3<T> apart = p - apply(frames_[b], partner.center);
            if (!is_near(apart, sphere.radius + partner.radius)) continue;
            const SignedDistance<T> found = detail::length_and_direction(apart);
            const T clearance = found.value - T(sphere.radius + partner.radius);
            if (!visit(s, t, clearance, [&] { return found.normal; })) return;
          }
        }
      }
    }
  }
}

}  // namespace memetik

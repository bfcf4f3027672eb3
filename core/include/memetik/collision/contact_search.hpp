// Finds where the spheres of a robot come near obstacles and near each other.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "memetik/collision/field_lookup.hpp"
#include "memetik/collision/obstacle.hpp"
#include "memetik/collision/sphere_robot.hpp"

namespace memetik {

// The workspace of one thread. T is double, or Pack, where every lane has its own configuration and its own
// poses of the obstacles. Only construction allocates. Robot and obstacles must outlive it.
//
// Bounding spheres are tested first: of the robot, of a body, then of its clusters, then single spheres are.
// What one of them excludes in a lane does not count in this lane, even if another lane needs it: distances
// of fields are lower bounds, and that of a sphere may be less than its cluster's suggests. So results do not
// depend on the lanes beside them.
template <class T>
class ContactSearch {
 public:
  using Truth = typename Lanes<T>::Truth;

  ContactSearch(const SphereRobot& robot, std::span<const Obstacle> obstacles);
  ContactSearch(const ContactSearch&) = delete;  // it has pointers into itself

  // Sets the poses of the robot's bodies: frame_of(link) returns the pose of a link in the root's frame.
  template <class FrameOf>
  void place(const FrameOf& frame_of);

  // From now on, until the next `place`, only these lanes are looked at.
  void count_only(const Truth& lanes) { counting_ = lanes; }
  // Has to be called after the pose of an obstacle has changed.
  void obstacles_moved() { horizon_ = -1; }

  // Calls visit(sphere, obstacle, clearance, normal) for all pairs whose clearance is below `reach` in some
  // lane, until it returns false; it may lower `reach`. `normal()` returns the gradient of the clearance: the
  // unit vector from the obstacle to the sphere, in the root's frame. pose_of(obstacle) returns the
  // obstacle's pose.
  template <class PoseOf, class Visit>
  void near_obstacles(const PoseOf& pose_of, const double& reach, const Visit& visit);

  // Calls visit(sphere, other, clearance, normal) for the spheres of pairs of bodies.
  template <class Visit>
  void near_itself(std::span<const std::array<int, 2>> pairs, const double& reach, const Visit& visit) const;

  // The centre of a sphere in the root's frame.
  MEMETIK_INLINE Vec3<T> center(int sphere) const {
    const auto s = static_cast<std::size_t>(sphere);
    return apply(frames_[static_cast<std::size_t>(body_of_[s])], robot_->spheres()[s].center);
  }

 private:
  // The distance from an obstacle at which something of the robot is clear of it: the radius, and for a field
  // what the field may overestimate.
  struct ClearDistances {
    std::vector<double> spheres, clusters, bodies;

    ClearDistances(const SphereRobot& robot, const Field* field);
  };
  // Of a primitive: the same as FieldLookup of a field.
  template <PrimitiveKind kind>
  struct PrimitiveLookup {
    Vec3<double> size;

    MEMETIK_INLINE T distance(const Vec3<T>& p) const { return local_distance<kind>(size, p).value; }
    MEMETIK_INLINE SignedDistance<T> signed_distance(const Vec3<T>& p) const {
      return local_distance<kind>(size, p);
    }
  };
  // A sphere around an obstacle: its centre in the obstacle's frame, and its radius. Those of all obstacles
  // are read at every configuration, so they are apart from the rest.
  struct ObstacleBound {
    Vec3<double> center;
    double radius;
    bool at_origin;  // the centre is the origin of the obstacle's frame

    template <class PoseOf>
    MEMETIK_INLINE Vec3<T> placed(const PoseOf& pose_of, std::size_t obstacle) const {
      // The rest of the pose is not loaded for an obstacle that is far away: there may be many of them.
      return at_origin ? pose_of(obstacle).p : apply(pose_of(obstacle), center);
    }
  };

  void find_bound();
  template <class PoseOf>
  void look_as_far_as_needed(const PoseOf& pose_of, double reach);
  template <class Lookup, class Report>
  bool near_obstacle(std::size_t body, const Frame<T>& pose, Truth near, const double& reach,
                     const Lookup& lookup, const ClearDistances& clear, const Report& report);
  bool may_touch(std::size_t body, std::size_t obstacle) const {
    return may_touch_[obstacle * robot_->bodies().size() + body];
  }
  std::size_t body_count() const { return frames_.size(); }
  const BoundingSphere& body(std::size_t b) const { return robot_->bodies()[b].bound; }
  const BoundingSphere& cluster(std::size_t c) const { return robot_->clusters()[c]; }

  const SphereRobot* robot_;
  std::span<const Obstacle> obstacles_;
  std::vector<ObstacleBound> bounds_;             // per obstacle
  std::vector<ClearDistances> clear_;             // of primitives, then of each field
  std::vector<const ClearDistances*> clear_of_;   // per obstacle
  std::vector<FieldLookup<T>> lookups_;           // of each field
  std::vector<const FieldLookup<T>*> lookup_of_;  // per obstacle; null for a primitive
  std::vector<bool> may_touch_;                   // per obstacle and body
  std::vector<int> body_of_;                      // per sphere
  std::vector<Frame<T>> frames_;                  // per body
  Truth counting_ = T(0) <= T(0);
  Vec3<T> center_;  // of a sphere around the whole robot, of this radius
  T radius_;
  std::vector<Vec3<T>> body_centers_;  // in the root's frame
  // The obstacles that are nearer to the root's origin than the horizon, in their order. The horizon recedes
  // where the robot comes nearer to it; obstacles beyond it are not looked at.
  double horizon_ = -1;
  std::vector<std::size_t> within_horizon_;
};

template <class T>
ContactSearch<T>::ClearDistances::ClearDistances(const SphereRobot& robot, const Field* field) {
  // The bound for any radius serves what contains spheres.
  const double slack = field ? overestimate(field->spacing, 0) : 0;
  for (const LinkSphere& sphere : robot.spheres())
    spheres.push_back(sphere.radius + (field ? overestimate(field->spacing, sphere.radius) : 0));
  for (const BoundingSphere& cluster : robot.clusters()) clusters.push_back(cluster.radius + slack);
  for (const SphereBody& body : robot.bodies()) bodies.push_back(body.bound.radius + slack);
}

template <class T>
ContactSearch<T>::ContactSearch(const SphereRobot& robot, std::span<const Obstacle> obstacles)
    : robot_(&robot),
      obstacles_(obstacles),
      body_of_(robot.spheres().size()),
      frames_(robot.bodies().size()),
      body_centers_(robot.bodies().size()) {
  clear_.reserve(1 + obstacles.size());  // pointers to its elements stay valid
  lookups_.reserve(obstacles.size());
  clear_.emplace_back(robot, nullptr);
  within_horizon_.reserve(obstacles.size());
  for (const Obstacle& obstacle : obstacles) {
    bounds_.push_back({obstacle.middle(), obstacle.radius(), !obstacle.field});
    if (obstacle.field) {
      clear_.emplace_back(robot, obstacle.field.get());
      lookups_.emplace_back(*obstacle.field);
    }
    clear_of_.push_back(obstacle.field ? &clear_.back() : &clear_.front());
    lookup_of_.push_back(obstacle.field ? &lookups_.back() : nullptr);
    for (const SphereBody& body : robot.bodies())
      may_touch_.push_back(std::find(obstacle.touched_by.begin(), obstacle.touched_by.end(), body.link) !=
                           obstacle.touched_by.end());
  }
  for (std::size_t b = 0; b < body_count(); ++b)
    for (int c = body(b).first; c < body(b).last; ++c) {
      const BoundingSphere& own = cluster(static_cast<std::size_t>(c));
      for (int s = own.first; s < own.last; ++s) body_of_[static_cast<std::size_t>(s)] = static_cast<int>(b);
    }
}

template <class T>
template <class FrameOf>
void ContactSearch<T>::place(const FrameOf& frame_of) {
  for (std::size_t b = 0; b < body_count(); ++b) {
    frames_[b] = frame_of(robot_->bodies()[b].link);
    body_centers_[b] = apply(frames_[b], body(b).center);
  }
  counting_ = T(0) <= T(0);
  find_bound();
}

template <class T>
void ContactSearch<T>::find_bound() {
  center_ = {T(0), T(0), T(0)};
  for (const Vec3<T>& center : body_centers_) center_ = center_ + center;
  center_ = T(1 / static_cast<double>(body_count())) * center_;
  radius_ = T(0);
  for (std::size_t b = 0; b < body_count(); ++b)
    radius_ = max(radius_, norm(body_centers_[b] - center_) + T(body(b).radius));
}

template <class T>
template <class PoseOf>
void ContactSearch<T>::look_as_far_as_needed(const PoseOf& pose_of, double reach) {
  const T room = T(horizon_ - reach) - radius_;
  if (all((room > T(0)) & (dot(center_, center_) <= room * room))) return;
  constexpr double surplus = 1.25;  // so that it recedes a few times at most
  const T needed = surplus * (norm(center_) + radius_ + T(reach));
  horizon_ = 0;
  for (int i = 0; i < Lanes<T>::count; ++i) horizon_ = std::fmax(horizon_, lane(needed, i));
  within_horizon_.clear();
  for (std::size_t o = 0; o < obstacles_.size(); ++o) {
    const auto is_beyond = norm(bounds_[o].placed(pose_of, o)) - T(bounds_[o].radius) > T(horizon_);
    if (!all(is_beyond)) within_horizon_.push_back(o);
  }
}

template <class T>
template <class PoseOf, class Visit>
void ContactSearch<T>::near_obstacles(const PoseOf& pose_of, const double& reach, const Visit& visit) {
  look_as_far_as_needed(pose_of, reach);
  for (const std::size_t o : within_horizon_) {
    const Vec3<T> middle = bounds_[o].placed(pose_of, o);
    const auto is_near = [&](const Vec3<T>& center, const T& radius) {
      const Vec3<T> apart = center - middle;
      const T limit = radius + T(bounds_[o].radius + reach);
      return counting_ & (dot(apart, apart) < limit * limit);
    };
    const Truth robot_is_near = is_near(center_, radius_);
    if (!any(robot_is_near)) continue;
    const Obstacle& obstacle = obstacles_[o];
    const Frame<T> pose = pose_of(o);
    const auto report = [&](int sphere, const T& clearance, const auto& normal) {
      return visit(sphere, static_cast<int>(o), clearance, [&] { return rotate(pose, normal()); });
    };
    for (std::size_t b = 0; b < body_count(); ++b) {
      const Truth near = robot_is_near & is_near(body_centers_[b], T(body(b).radius));
      if (!any(near) || may_touch(b, o)) continue;
      const auto look = [&](const auto& lookup) {
        return near_obstacle(b, pose, near, reach, lookup, *clear_of_[o], report);
      };
      const bool goes_on =
          lookup_of_[o] ? look(*lookup_of_[o]) : visit_kind(obstacle.kind, [&]<PrimitiveKind kind>() {
            return look(PrimitiveLookup<kind>{obstacle.size});
          });
      if (!goes_on) return;
    }
  }
}

template <class T>
template <class Lookup, class Report>
MEMETIK_INLINE bool ContactSearch<T>::near_obstacle(std::size_t b, const Frame<T>& pose, Truth near,
                                                    const double& reach, const Lookup& lookup,
                                                    const ClearDistances& clear, const Report& report) {
  const auto is_near = [&](const Vec3<T>& center, double radius) {
    return lookup.distance(center) < T(radius + reach);
  };
  near = near & is_near(rotate_back(pose, body_centers_[b] - pose.p), clear.bodies[b]);
  if (!any(near)) return true;
  // the body's frame in the obstacle's
  const Frame<T>& f = frames_[b];
  const Frame<T> frame{rotate_back(pose, f.x), rotate_back(pose, f.y), rotate_back(pose, f.z),
                       rotate_back(pose, f.p - pose.p)};
  const bool has_clusters = body(b).last - body(b).first > 1;
  for (auto c = static_cast<std::size_t>(body(b).first); c < static_cast<std::size_t>(body(b).last); ++c) {
    Truth cluster_is_near = near;
    if (has_clusters) {
      cluster_is_near = near & is_near(apply(frame, cluster(c).center), clear.clusters[c]);
      if (!any(cluster_is_near)) continue;
    }
    for (auto s = static_cast<std::size_t>(cluster(c).first); s < static_cast<std::size_t>(cluster(c).last);
         ++s) {
      const Vec3<T> center = apply(frame, robot_->spheres()[s].center);
      const T clearance = lookup.distance(center) - T(clear.spheres[s]);
      if (!any(cluster_is_near & (clearance < T(reach)))) continue;
      const auto normal = [&] { return lookup.signed_distance(center).normal; };
      if (!report(static_cast<int>(s), select(cluster_is_near, clearance, T(HUGE_VAL)), normal)) return false;
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
    return any(counting_ & (dot(apart, apart) < T(limit * limit))) && limit > 0;
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

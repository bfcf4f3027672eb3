// Checks configurations for collisions, without a goal.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "memetik/collision/contact_search.hpp"
#include "memetik/kinematics/sweep.hpp"

namespace memetik {

// Two spheres, or a sphere and an obstacle, that are nearer to each other than allowed.
struct Contact {
  int link, other;  // links of the robot as in LinkSphere; other: -1 if it is an obstacle
  int obstacle;     // -1 if it is a link
  double clearance;
  // The nearest point of the other's surface, and the direction from the other to the sphere, in the root's
  // frame.
  Vec3<double> point, normal;
};

// The workspace of one thread. `links` are the links of the tree that the robot's spheres refer to. The tree
// must outlive it.
class CollisionCheck {
 public:
  CollisionCheck(const Tree& tree, std::vector<int> links, std::shared_ptr<const SphereRobot> robot,
                 std::vector<Obstacle> obstacles, std::vector<Frame<double>> poses);

  std::size_t obstacle_count() const { return obstacles_.size(); }
  // Moves the obstacles to other poses, one for each.
  void place(std::vector<Frame<double>> poses) { poses_ = std::move(poses); }

  // Writes for `count` configurations, one after the other, whether all clearances are at least `margin`.
  void are_free(const double* rows, std::size_t count, double margin, bool* out);
  // Adds for every two links in how many configurations they touch to out[link * links + other], link >
  // other.
  void count_touching(const double* rows, std::size_t count, std::int64_t* out);
  // The smallest clearance; infinite if there is nothing to touch.
  double clearance(const double* q);
  // All pairs with a clearance below `margin`, the deepest first.
  std::vector<Contact> contacts(const double* q, double margin);

 private:
  template <class T>
  struct Work {
    Kinematics<T> kinematics;
    ContactSearch<T> search;

    // Calls visit as ContactSearch does, for obstacles, and then for pairs of spheres.
    template <class World, class Itself>
    void search_at(const CollisionCheck& check, const T* q, const double& reach, const World& world,
                   const Itself& itself);
  };

  // Loads configurations into the lanes, and returns how many they are; other lanes repeat the last one.
  std::size_t load(const double* rows, std::size_t count);

  std::vector<int> links_;
  std::shared_ptr<const SphereRobot> robot_;
  std::vector<Obstacle> obstacles_;
  std::vector<Frame<double>> poses_;
  Work<double> single_;
  Work<Pack> lanes_;
  std::vector<Pack> q_;
};

}  // namespace memetik

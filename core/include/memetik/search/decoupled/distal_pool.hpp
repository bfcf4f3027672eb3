// A pool of random configurations of the distal part, with the poses of its bodies relative to the tip. For a
// place of the tip it finds those that penetrate obstacles least and that the arm may reach, without
// evaluating forward kinematics again.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "memetik/collision/contact_search.hpp"
#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

class Decoupling;

// Immutable, shared by all threads.
class DistalPool {
 public:
  // The pool is empty if the distal part has no obstacles, or if random configurations depend on the start.
  explicit DistalPool(const Decoupling& parts);

  bool empty() const { return clearances_.empty(); }
  // Writes the configuration with this index into the distal variables of q.
  void get(std::size_t index, double* q) const;

 private:
  friend class DistalRanking;

  // In a tank with a mouth of 35 mm, one of 5000 random configurations is free, and one of about 300 leads to
  // a free one. 512 are too few there, 2048 take longer to compare than they save.
  static constexpr std::size_t size = 1024;
  // Every fourth sphere shows well enough where the others are, every eighth does not.
  static constexpr std::size_t spacing = 4;

  // A KeepClear of the distal part.
  struct Clearance {
    const Goal* goal;
    SphereRobot robot;                  // some of its spheres
    std::vector<Frame<double>> bodies;  // per configuration, per body
  };

  void add(const Decoupling& parts, std::span<const double> q, Kinematics<double>& kinematics);

  std::vector<int> variables_;
  std::vector<double> q_;  // per configuration, per variable
  std::vector<Clearance> clearances_;
  std::vector<Vec3<double>> ends_;  // per configuration: the point that the arm has to reach
  // The arm reaches points that are so far from its base; see ReachBound.
  Vec3<double> base_{0, 0, 0}, end_{0, 0, 0};
  double min_distance_ = 0, max_distance_ = HUGE_VAL;
};

// Ranks the configurations of a pool; one thread's workspace.
class DistalRanking {
 public:
  explicit DistalRanking(const DistalPool& pool);

  // Writes the indices of configurations that the arm may reach, the best first, and returns how many there
  // are. `parameters` are those of the distal part.
  std::size_t rank(std::span<const double> parameters, const Frame<double>& tip,
                   std::span<std::uint16_t> best);

 private:
  struct Rank {
    double cost;
    std::uint16_t index;
  };

  void add_cost(const DistalPool::Clearance& clearance, ContactSearch<Pack>& search,
                std::span<const double> parameters, const Frame<double>& tip);
  void place(const DistalPool::Clearance& clearance, std::size_t first);

  const DistalPool* pool_;
  std::vector<std::unique_ptr<ContactSearch<Pack>>> searches_;  // per clearance
  std::vector<Frame<Pack>> obstacles_, bodies_;                 // relative to the tip
  std::vector<Rank> ranks_;                                     // of configurations that the arm may reach
};

}  // namespace memetik

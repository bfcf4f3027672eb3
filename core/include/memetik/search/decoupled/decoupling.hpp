// A problem in two parts: the distal part of the robot, beyond a split, is solved backwards from the tip's
// target; the arm brings the split to where the distal part begins (Engelke 2024, 8.10).
#pragma once

#include <span>
#include <vector>

#include "memetik/search/decoupled/distal_pool.hpp"
#include "memetik/search/decoupled/turned_part.hpp"
#include "memetik/search/starts.hpp"

namespace memetik {

struct DecouplingOptions {
  int split = 0;               // a link between the arm and its tip
  int part_evaluations = 100;  // about the number that each part gets for a start
};

// Immutable; the problem must outlive it.
class Decoupling {
 public:
  // Throws std::invalid_argument if the problem has no pose in the root's frame that decides success, or if
  // it cannot be split there: see TurnedPart.
  Decoupling(const Problem& whole, const DecouplingOptions& options);
  Decoupling(const Decoupling&) = delete;  // its parts refer to each other

  const Problem& whole() const { return *whole_; }
  int part_evaluations() const { return options_.part_evaluations; }
  // The goals that decide success and read nothing but the distal part, of a KeepClear the spheres on its
  // links. The pose is none of them: the tip is in its place. Variables have the same indices as in the
  // whole; six more are the tip's place.
  const Problem& distal() const { return distal_; }
  // The active variables of the distal part.
  std::span<const int> distal_variables() const { return distal_variables_; }
  // The split link in the tree of the distal part.
  int distal_split() const { return part_.link(options_.split); }
  const DistalPool& pool() const { return pool_; }
  // The pose of the split link, by the other variables.
  const Problem& arm() const { return arm_; }
  const StartSources& arm_sources() const { return arm_sources_; }

  // The link whose pose is wanted, and where. The pose's free components are those of `free`, a pose of the
  // link.
  int tip() const { return pose().links[0]; }
  bool has_free_axes() const;
  Frame<double> wanted_tip(std::span<const double> parameters, const Frame<double>& free) const;
  // Puts the tip into a configuration of the distal part.
  void place_tip(const Frame<double>& tip, std::span<double> q) const;
  // The parameters of the parts for those of the whole, and for a pose of the split link.
  void distal_parameters(std::span<const double> parameters, std::span<double> out) const;
  void arm_parameters(const Frame<double>& split, std::span<double> out) const;

 private:
  const Goal& pose() const { return whole_->goals()[pose_]; }
  std::vector<Goal> distal_goals();
  std::vector<bool> movable_distal() const;
  std::vector<bool> movable_arm() const;
  Goal arm_goal() const;

  const Problem* whole_;
  DecouplingOptions options_;
  std::size_t pose_;  // index of the goal
  TurnedPart part_;
  std::vector<int> distal_variables_;
  std::vector<std::size_t> origins_;  // per goal of the distal part: its index in the whole
  Problem distal_, arm_;
  StartSources arm_sources_;
  DistalPool pool_;
};

}  // namespace memetik

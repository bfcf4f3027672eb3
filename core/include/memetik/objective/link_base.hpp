// The base of a link: the last body on the way from the root to the link that no active variable moves. It is
// in the same place throughout a query, so what is known about the link relative to its base holds for all
// starts. Limbs of whole robots have such bases.
#pragma once

#include <span>
#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/problem.hpp"

namespace memetik {

// The workspace of one thread. The tree must outlive it.
class LinkBase {
 public:
  // The base is represented by a link that is fixed to it, see Problem::base_of.
  LinkBase(const Tree& tree, int base);

  bool is_root() const { return variables_.empty(); }
  int link() const { return link_; }
  // The pose of link() where a query has this start.
  const Frame<double>& pose(std::span<const double> start);

 private:
  int link_;
  Kinematics<double> kinematics_;
  std::vector<int> variables_;  // that move the base
  std::vector<double> values_;  // of these at the last call of pose(): many queries differ in others only
  Frame<double> pose_ = identity_frame;
};

}  // namespace memetik

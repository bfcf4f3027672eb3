// L-BFGS with bounds by projection, in lanes that never wait for each other.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// The two-loop recursion (Nocedal 1980) over the variables that no bound holds, its step projected into the
// box, with backtracking to sufficient decrease (Armijo). Simpler than Lbfgsb, which minimises its model
// within the bounds, but made of nothing that depends on a lane's way: every trial is one evaluation, and a
// lane that has ended can be loaded with another start while the others go on.
class LaneLbfgs {
 public:
  LaneLbfgs(const Problem& problem, int most_iterations);

  // All lanes rest.
  void begin(const Query& query);
  // A lane begins at q, which is in the query's box.
  void load(int lane, const double* q);
  // A trial in every lane that has not ended.
  void step(Objective<Pack>& objective);

  const Pack& cost() const { return cost_; }
  const Mask& accepted() const { return accepted_; }  // every primary goal within its tolerance
  const Mask& ended() const { return ended_; }        // accepted, or there is nothing to gain
  void read(int lane, double* q) const;               // where it is

 private:
  static constexpr std::size_t memory = 6;  // pairs
  // A step s and the change y of the gradient along it; weight 1 / (s y), 0 if there is none.
  struct Pair {
    std::vector<Pack> s, y;
    Pack weight;
  };

  void learn(const Mask& where);
  void forget(const Mask& where);
  void propose();
  void find_direction();
  Pack dot(const std::vector<Pack>& a, const std::vector<Pack>& b) const;

  const Problem* problem_;
  double most_iterations_;
  StepBounds<Pack> bounds_;
  std::vector<Pack> q_, trial_;                                    // all variables
  std::vector<Pack> gradient_, change_, free_, direction_, step_;  // per active variable
  std::vector<bool> may_wrap_;                                     // the same: of a rotation vector
  Pair pairs_[memory];                                             // the newest first
  Pack cost_, slope_;                                              // the latter along step_
  Pack share_;                                                     // of the direction that step_ is
  Pack curvature_;                                                 // inverse, of the newest pair: s y / y y
  Pack iterations_;
  Mask accepted_, ended_;
};

}  // namespace memetik

// L-BFGS with bounds by projection, in independent lanes.
#pragma once

#include <vector>

#include "memetik/objective/objective.hpp"
#include "memetik/search/local/step_bounds.hpp"

namespace memetik {

// The two-loop recursion (Nocedal 1980) over the variables that no bound holds. Its step is projected into
// the box, with backtracking to sufficient decrease (Armijo). Lbfgsb, by contrast, minimises its model within
// the bounds. This simpler method has the same control flow in all lanes: every trial is one evaluation, and
// a lane that has ended can be loaded with another start while the others continue.
class LaneLbfgs {
 public:
  LaneLbfgs(const Problem& problem, int max_iterations);

  // Begins a query with all lanes ended.
  void begin(const Query& query);
  // Starts a lane at q, which is in the query's box.
  void load(int lane, const double* q);
  // Evaluates one trial in every lane that has not ended.
  void step(Objective<Pack>& objective);

  const Pack& cost() const { return cost_; }
  const Mask& accepted() const { return accepted_; }  // every primary goal within its tolerance
  const Mask& ended() const { return ended_; }        // accepted, or no progress is possible
  void read(int lane, double* q) const;               // copies the lane's configuration

 private:
  static constexpr std::size_t memory = 6;  // pairs
  // A step s, the change y of the gradient along it, and the weight 1 / (s y); weight 0 if the pair is
  // unused.
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
  double max_iterations_;
  StepBounds<Pack> bounds_;
  std::vector<Pack> q_, trial_;                                    // all variables
  std::vector<Pack> gradient_, change_, free_, direction_, step_;  // per active variable
  std::vector<bool> may_wrap_;  // per active variable: of a rotation vector
  Pair pairs_[memory];          // newest first
  Pack cost_, slope_;           // slope of the cost along step_
  Pack share_;                  // step_ = share_ * direction_
  Pack curvature_;              // s y / y y of the newest pair
  Pack iterations_;
  Mask accepted_, ended_;
};

}  // namespace memetik

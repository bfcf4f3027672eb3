// Newton's method as KDL's solver has it since 2019 (EBIKE 3.1.1).
#pragma once

#include "memetik/math/thin_svd.hpp"
#include "memetik/search/local/local_step.hpp"

namespace memetik {

// dq = -W (J W)^+ r, clipped at the bounds. A variable that was clipped weighs little in W for the next step.
// Where the error grew, a fraction of the last step is taken instead; where no step is left that would move
// anything, as in a singularity, all variables are wiggled at random.
class NewtonStep final : public LocalStep {
 public:
  explicit NewtonStep(const Problem& problem);

  void begin(RandomStream random) override;
  bool step(double* q) override;
  int patience() const override { return 8; }

 private:
  void find_step();
  double clip_step(const double* q);
  void wiggle(const double* q);

  ThinSvd svd_;
  RandomStream random_{0};
  std::vector<double> weights_, step_, clipped_;
  std::vector<double> here_;  // where the error fell to last
  double least_ = 0;          // cost there
  double share_ = 1;          // of the step from there
};

}  // namespace memetik

// Newton's method as in KDL's solver since 2019 (Engelke 2024, 3.1.1).
#pragma once

#include "memetik/math/thin_svd.hpp"
#include "memetik/search/local/local_step.hpp"

namespace memetik {

// dq = -W (J W)^+ r, clipped at the bounds. A variable that was clipped gets a small weight in W for the next
// step. If the error grew, a fraction of the last step is taken instead. If the step is negligible, as in a
// singularity, all variables are perturbed at random.
class NewtonStep final : public LocalStep {
 public:
  explicit NewtonStep(const Problem& problem);

  void begin(RandomStream random) override;
  bool step(double* q) override;
  int patience() const override { return 8; }

 private:
  void find_step();
  double clip_step(const double* q);
  void perturb(const double* q);

  ThinSvd svd_;
  RandomStream random_{0};
  std::vector<double> weights_, step_, clipped_;
  std::vector<double> here_;  // the last configuration that lowered the error
  double best_cost_ = 0;      // its cost
  double share_ = 1;          // fraction of the step from it
};

}  // namespace memetik

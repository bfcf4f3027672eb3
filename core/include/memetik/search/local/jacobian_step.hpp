// Steps by a generalised inverse of the Jacobian, towards all primary goals at once.
#pragma once

#include <optional>

#include "memetik/math/thin_svd.hpp"
#include "memetik/search/local/damped_step.hpp"
#include "memetik/search/local/local_step.hpp"

namespace memetik {

enum class JacobianInverse : unsigned char {
  damped,     // J^T (J J^T + lambda^2 I)^-1
  transpose,  // alpha J^T
  pseudo,     // Moore-Penrose pseudoinverse
  selective,  // selectively damped: large motions along singular directions are damped (Buss and Kim 2005)
};

struct JacobianOptions {
  JacobianInverse inverse = JacobianInverse::damped;
  double damping = 0.005;       // lambda, as a share of the Jacobian's Frobenius norm
  double nullspace_gain = 0.1;  // gain of the secondary goals' gradient
  bool stop_at_limits = false;  // a step beyond a bound ends the attempt; otherwise it is clipped
  double longest_step = StepBounds<double>::longest_step;  // [rad], see StepBounds
};

// dq = z - J# (r + J z), with the generalised inverse J#. The step goes towards the primary goals, r + J dq =
// 0, and in their null space, (I - J# J) z, down the gradient of the secondary goals' cost, z = -gain grad.
// The gain decreases with every step of an attempt; otherwise limits and curvature could prevent convergence
// of the primary goals.
class JacobianStep final : public LocalStep {
 public:
  JacobianStep(const Problem& problem, const JacobianOptions& options);

  void begin(RandomStream) override { share_ = 1; }
  void evaluate(const double* q) override;
  bool step(double* q) override;
  int patience() const override;

 private:
  const double* column(int c) const { return objective_.column(c); }
  void find_secondary_step();  // computes secondary_step_, error_ and gradient_
  void set_matrix();
  double squared_norm() const;
  void apply_damped();
  void apply_transpose();
  void apply_pseudo();
  void apply_selective();
  double max_motion(int i) const;

  JacobianOptions options_;
  int rows_;                                               // primary rows
  std::vector<double> error_, gradient_, secondary_step_;  // r + J z, J^T (r + J z), z
  std::vector<double> step_, part_;
  double share_ = 1;  // remaining share of the gain
  DampedStep<double> damped_;
  std::optional<ThinSvd> svd_;
};

}  // namespace memetik

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
  pseudo,     // of Moore and Penrose
  selective,  // the same, damped where a singular value would lead far (Buss and Kim 2005)
};

struct JacobianOptions {
  JacobianInverse inverse = JacobianInverse::damped;
  double damping = 0.005;       // lambda, as a share of the Jacobian's Frobenius norm
  double nullspace_gain = 0.1;  // of the secondary goals
  bool stop_at_limits = false;  // a step beyond a bound is the end; else it is clipped
  double longest_step = StepBounds<double>::longest_step;  // as there
};

// dq = z - J# (r + J z), with the generalised inverse J#: towards the goals, r + J dq = 0, and besides in the
// null space, as (I - J# J) z, down the gradient of the secondary goals' cost, z = -gain grad. With every
// step of an attempt the gain fades, or limits and curvature would keep primary goals from being met.
class JacobianStep final : public LocalStep {
 public:
  JacobianStep(const Problem& problem, const JacobianOptions& options);

  void begin(RandomStream) override { share_ = 1; }
  void look(const double* q) override;
  bool step(double* q) override;
  int patience() const override;

 private:
  const double* column(int c) const { return objective_.column(c); }
  void aim();  // error_ and wish_
  void set_matrix();
  double squared_norm() const;
  void apply_damped();
  void apply_transpose();
  void apply_pseudo();
  void apply_selective();
  double longest_turn(int i) const;

  JacobianOptions options_;
  int rows_;                                     // primary
  std::vector<double> error_, gradient_, wish_;  // r + J z, J^T (r + J z), z
  std::vector<double> step_, part_;
  double share_ = 1;  // of the gain that is left
  DampedStep<double> damped_;
  std::optional<ThinSvd> svd_;
};

}  // namespace memetik

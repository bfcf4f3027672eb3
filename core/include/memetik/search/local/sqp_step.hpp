// Sequential quadratic programming within bounds.
#pragma once

#include "memetik/search/local/local_step.hpp"

namespace memetik {

// Minimises the cost f = r^T r by the quadratic programs
//   min g^T d + d^T B d / 2,  lower <= x + d <= upper,
// where B approximates the Hessian by BFGS updates, damped so that it stays positive definite (Powell 1978).
// A backtracking line search along d finds a sufficient decrease (Armijo 1966) by parabolic interpolation.
class SqpStep final : public LocalStep {
 public:
  explicit SqpStep(const Problem& problem);

  void begin(RandomStream) override;
  bool step(double* q) override;
  int patience() const override { return 15; }

 private:
  void learn(const double* q);
  bool find_direction();
  void solve_program();
  void solve_free();
  bool exchange_bounds();
  void forget();
  bool backtrack();

  double& hessian(std::size_t i, std::size_t j) { return hessian_[i * step_.size() + j]; }

  std::vector<double> hessian_, matrix_;           // count x count
  std::vector<double> here_, gradient_;            // x and g of the last point that lowered the cost
  std::vector<double> direction_, lower_, upper_;  // d and its bounds
  std::vector<double> moves_;                      // 0 if d is on a bound, otherwise 1
  std::vector<double> change_, slopes_, product_;  // s, y, B s
  std::vector<double> step_;
  double best_cost_ = 0, slope_ = 0, share_ = 1;
  int updates_ = 0;
};

}  // namespace memetik

// The limited-memory BFGS approximation of a Hessian (Byrd, Nocedal and Schnabel 1994).
#pragma once

#include <span>
#include <vector>

#include "memetik/math/small_matrix.hpp"

namespace memetik {

// B = theta I - W M W^T from the last steps s and changes y of the gradient, W = [Y, S]. In the paper
// W has the factor theta at S; here M has it.
class LbfgsModel {
 public:
  static constexpr std::size_t memory = 8;
  using Row = SmallVector<2 * memory>;  // a variable's row of W: its entries of all y, then of all s

  explicit LbfgsModel(std::size_t variables);

  void forget();
  // Adds the step from x0 to x1, unless the curvature along it is not positive. Drops the oldest step if the
  // memory is full.
  void learn(std::span<const double> x0, std::span<const double> gradient0, std::span<const double> x1,
             std::span<const double> gradient1);

  bool empty() const { return count_ == 0; }
  double theta() const { return theta_; }
  const Row& row(std::size_t variable) const { return w_[variable]; }
  Row times_m(const Row& x) const { return transposed_product(m_, x); }  // M is symmetric
  Row project(std::span<const double> direction) const;                  // W^T direction

  // Computes the step from a point with gradient r to the model's minimum over some variables F: the step is
  // -r / theta - W v / theta^2. `sum` is W_F^T r; `held` are all variables not in F. Returns false if
  // rounding errors have made the model indefinite.
  bool solve_free(std::span<const int> held, const Row& sum, Row& v) const;

 private:
  using Half = SmallVector<memory>;
  using Square = SmallMatrix<memory>;

  void make_room();
  bool update_m();

  std::vector<Row> w_;
  Square sy_, ss_, yy_;  // S^T Y, S^T S, Y^T Y; unused entries are those of identities and zero
  SmallMatrix<2 * memory> m_{};
  std::size_t count_ = 0;  // steps remembered
  double theta_ = 1;
};

}  // namespace memetik

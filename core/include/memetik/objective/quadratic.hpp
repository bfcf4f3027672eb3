// The sum of any number of squared residuals, as a quadratic function of the active variables.
#pragma once

#include <vector>

#include "memetik/math/pack.hpp"

namespace memetik {

// |r + J dq|^2 = cost + 2 g . dq + dq . H dq with H = J^T J and g = J^T r. n + 1 rows represent it, however
// many residuals were added: with H = L L^T, the rows L^T dq + L^-1 g, and a constant one for the rest of the
// cost. Their squares add up to the cost, and their derivatives give the same g and H.
template <class T>
class Quadratic {
 public:
  explicit Quadratic(int count);

  int count() const { return count_; }
  static int rows(int count) { return count + 1; }

  void clear();
  T& cost() { return cost_; }
  T& gradient(int i) { return gradient_[static_cast<std::size_t>(i)]; }
  T& hessian(int i, int j) { return hessian_[static_cast<std::size_t>(i * count_ + j)]; }  // j <= i

  // Multiplies all residuals by `share`, where it is not zero without changing their derivatives.
  void ease(const T& share);
  // Computes L and the residuals. The Hessian is overwritten.
  void factor();
  const T* residuals() const { return residuals_.data(); }  // rows(count)
  // The derivatives of rows 0 .. i with respect to the i-th variable; it changes no other row.
  const T* column(int i) const { return hessian_.data() + i * count_; }

 private:
  int count_;
  T cost_ = T(0);
  std::vector<T> hessian_, gradient_, residuals_;
};

extern template class Quadratic<double>;
extern template class Quadratic<Pack>;

}  // namespace memetik

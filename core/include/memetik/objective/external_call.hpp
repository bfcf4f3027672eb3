// Users' goals: lanes and finite differences pooled into one call of the user's function.
#pragma once

#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

// What a residual counts as that is undefined somewhere (NaN, infinite): no search will stay there.
inline constexpr double undefined_residual = 1e6;

// One external goal of one workspace: residuals and their derivative by the velocity of its links and by
// its variables. Where the function does not know its derivative it is taken by central differences in
// that same space: 6 per link and 1 per variable, however many joints there are.
template <class T>
class ExternalCall {
 public:
  explicit ExternalCall(const Goal& goal);

  void call(const Kinematics<T>& kinematics, const T* q, bool with_derivative);

  const T& residual(int row) const { return residuals_[static_cast<std::size_t>(row)]; }
  // By coordinate: link k's origin x y z, its angular velocity x y z, then the variables.
  const T* derivative(int row) const { return derivative_.data() + row * coordinates_; }
  int coordinates() const { return coordinates_; }

 private:
  void gather(const Frame<T>* frames, const T* q, int samples);
  void displace(double* poses, double* q, int coordinate, double step) const;
  void scatter(int samples, bool with_derivative);

  const Goal* goal_;
  int coordinates_;
  std::vector<Frame<T>> frames_;
  std::vector<T> residuals_, derivative_;
  std::vector<double> poses_, q_, out_, jacobian_;  // samples of all lanes, lane after lane
};

}  // namespace memetik

// User-defined goals: one call of the user's function evaluates all lanes and all finite differences.
#pragma once

#include <vector>

#include "memetik/kinematics/sweep.hpp"
#include "memetik/objective/goal.hpp"

namespace memetik {

// Replaces a residual that is NaN or infinite. It is so large that searches leave such configurations.
inline constexpr double undefined_residual = 1e6;

// One external goal of one workspace: residuals and their derivative with respect to the velocities of its
// links and to its variables. If the function does not provide its derivative, central differences in these
// coordinates replace it: 6 per link and 1 per variable, independent of the number of joints.
template <class T>
class ExternalCall {
 public:
  explicit ExternalCall(const Goal& goal);

  void call(const Kinematics<T>& kinematics, const T* q, bool with_derivative);

  const T& residual(int row) const { return residuals_[static_cast<std::size_t>(row)]; }
  // One number per coordinate: for every link the velocity of its origin (x y z) and its angular velocity
  // (x y z), then the variables.
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

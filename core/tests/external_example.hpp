// A user's function of links and variables whose derivative is known.
#pragma once

#include <cstdint>

#include "memetik/math/vec3.hpp"

// Of links at p with first axis x and variables v, less what it is at the target:
//   r0 = sum |p|^2 + sum sin v,  r1 = sum x . b + 0.3 sum v^2,  r2 = sum p . x
struct ExternalExample {
  static constexpr int rows = 3;
  int links = 0, variables = 0;
  double at_target[rows] = {0, 0, 0};
  long calls = 0, samples = 0;

  static constexpr memetik::Vec3<double> b{0.3, -0.8, 0.5};

  void residuals(const double* poses, const double* v, double* out) const;
  void derivative(const double* poses, const double* v, double* out) const;

  // The ExternalFunction, with an example as its user.
  static void call(std::int64_t n, const double* poses, const double* v, double* residuals, double* jacobian,
                   void* user);
};

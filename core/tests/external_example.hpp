// A user-defined goal function of links and variables, with its derivative.
#pragma once

#include <cstdint>

#include "memetik/math/vec3.hpp"

// For links at p with first axis x and for variables v, the residuals are these, minus their values at the
// target:
//   r0 = sum |p|^2 + sum sin v,  r1 = sum x . b + 0.3 sum v^2,  r2 = sum p . x
struct ExternalExample {
  static constexpr int rows = 3;
  int links = 0, variables = 0;
  double at_target[rows] = {0, 0, 0};
  long calls = 0, samples = 0;

  static constexpr memetik::Vec3<double> b{0.3, -0.8, 0.5};

  void residuals(const double* poses, const double* v, double* out) const;
  void derivative(const double* poses, const double* v, double* out) const;

  // The ExternalFunction; `user` points to an ExternalExample.
  static void call(std::int64_t n, const double* poses, const double* v, double* residuals, double* jacobian,
                   void* user);
};

// The damping of reach steps: lambda = damping * cost + min_damping (Sugihara 2011).
#pragma once

namespace memetik {

// Found by random search over the nine arms of `memetik bench ik`; results are
// insensitive to the exact value.
inline constexpr double damping = 0.05;  // [1/rad^2]

// The minimum damping, which scales with the square of the problem's size.
inline double min_damping(double reach) {
  const double size = reach > 0 ? reach : 1;
  return 1e-9 * size * size;
}

}  // namespace memetik

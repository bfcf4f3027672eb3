#include "memetik/collision/field.hpp"

#include <cmath>
#include <numbers>

namespace memetik {

double overestimate(double spacing, double radius) {
  const double h = spacing, equal = std::numbers::sqrt3 / 4 * h;
  if (radius <= equal) return std::numbers::sqrt3 / 2 * h;
  return max(3 * h * h / (8 * radius), 3 * equal - radius);
}

}  // namespace memetik

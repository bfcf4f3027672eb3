#include "memetik/collision/field.hpp"

namespace memetik {

double overestimate(double spacing, double radius) {
  const double squared = 0.75 * spacing * spacing;
  return squared / (sqrt(radius * radius + squared) + radius);  // sqrt(radius^2 + squared) - radius
}

}  // namespace memetik

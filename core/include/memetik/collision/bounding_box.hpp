// The smallest box along the axes around points.
#pragma once

#include <cmath>

#include "memetik/math/vec3.hpp"

namespace memetik {

struct BoundingBox {
  Vec3<double> lower{HUGE_VAL, HUGE_VAL, HUGE_VAL}, upper{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};  // empty

  void add(const Vec3<double>& p) {
    lower = {min(lower.x, p.x), min(lower.y, p.y), min(lower.z, p.z)};
    upper = {max(upper.x, p.x), max(upper.y, p.y), max(upper.z, p.z)};
  }
  Vec3<double> size() const { return upper - lower; }
  Vec3<double> middle() const { return 0.5 * (lower + upper); }
  bool contains(const Vec3<double>& p) const {
    return lower.x <= p.x && lower.y <= p.y && lower.z <= p.z && upper.x >= p.x && upper.y >= p.y &&
           upper.z >= p.z;
  }
  bool contains(const BoundingBox& other) const { return contains(other.lower) && contains(other.upper); }
};

}  // namespace memetik

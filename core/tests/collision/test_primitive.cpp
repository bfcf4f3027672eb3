#include <cmath>

#include "check.hpp"
#include "memetik/collision/primitive.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

const Vec3<double> size{0.3, 0.4, 0.5};

Primitive placed(PrimitiveKind kind, Random& random) { return {kind, size, random.frame()}; }

// Whether a point, in the primitive's own frame, is inside; from the definition of the primitive.
bool contains(PrimitiveKind kind, const Vec3<double>& p) {
  const double radial = std::hypot(p.x, p.y);
  switch (kind) {
    case PrimitiveKind::half_space: return p.z <= 0;
    case PrimitiveKind::sphere: return norm(p) <= size.x;
    case PrimitiveKind::box:
      return std::fabs(p.x) <= size.x && std::fabs(p.y) <= size.y && std::fabs(p.z) <= size.z;
    case PrimitiveKind::cylinder: return radial <= size.x && std::fabs(p.z) <= size.z;
    case PrimitiveKind::capsule: return std::hypot(radial, std::fmax(0, std::fabs(p.z) - size.z)) <= size.x;
  }
  return false;
}

constexpr PrimitiveKind kinds[] = {PrimitiveKind::half_space, PrimitiveKind::sphere, PrimitiveKind::box,
                                   PrimitiveKind::cylinder, PrimitiveKind::capsule};

}  // namespace

TEST(the_distance_to_a_solid_is_negative_inside_and_its_gradient_the_normal) {
  Random random(1);
  for (const PrimitiveKind kind : kinds)
    for (int i = 0; i < 500; ++i) {
      const Primitive solid = placed(kind, random);
      const Vec3<double> p{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
      const Vec3<double> point = apply(solid.frame, p);
      const auto [value, normal] = signed_distance(solid, point);
      CHECK((value <= 0) == contains(kind, p));
      CHECK_NEAR(norm(normal), 1, 1e-12);
      const double h = 1e-6;
      const Vec3<double> steps[] = {{h, 0, 0}, {0, h, 0}, {0, 0, h}};
      const double components[] = {normal.x, normal.y, normal.z};
      for (int k = 0; k < 3; ++k) {
        const double slope = (signed_distance(solid, point + steps[k]).value -
                              signed_distance(solid, point - steps[k]).value) /
                             (2 * h);
        CHECK_NEAR(components[k], slope, 1e-4);
      }
      // from outside, a step of the distance along the normal ends on the surface
      if (value > 0) CHECK_NEAR(signed_distance(solid, point - value * normal).value, 0, 1e-12);
      const SignedDistance<Pack> lanes =
          signed_distance(solid, Vec3<Pack>{Pack(point.x), Pack(point.y), Pack(point.z)});
      CHECK_NEAR(lanes.value[pack_lanes - 1], value, 1e-14);
      CHECK_NEAR(lanes.normal.y[0], normal.y, 1e-12);
    }
}

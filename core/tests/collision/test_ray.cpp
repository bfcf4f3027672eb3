#include <cmath>

#include "check.hpp"
#include "memetik/collision/ray.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

constexpr PrimitiveKind kinds[] = {PrimitiveKind::half_space, PrimitiveKind::sphere, PrimitiveKind::box,
                                   PrimitiveKind::cylinder};

// Finds the first point on the surface by marching along the ray in steps of the signed distance; -1 if none.
double march(const Primitive& solid, const Vec3<double>& from, const Vec3<double>& direction, double length) {
  double t = 0;
  for (int i = 0; i < 100000 && t <= length; ++i) {
    const double d = signed_distance(solid, from + t * direction).value;
    if (d < 1e-10) return t;
    t += d;
  }
  return -1;
}

}  // namespace

TEST(a_ray_enters_where_marching_along_it_does) {
  Random random(1);
  int hits = 0;
  for (const PrimitiveKind kind : kinds)
    for (int i = 0; i < 1000; ++i) {
      const Primitive solid{kind, {0.3, 0.4, 0.5}, random.frame()};
      const Vec3<double> from = apply(
          solid.frame, Vec3<double>{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)});
      const Vec3<double> way = apply(solid.frame, random.vector(0.5)) - from,
                         direction = (1 / norm(way)) * way;
      if (signed_distance(solid, from).value <= 1e-6) continue;
      const Hit<double> hit = cast_ray(solid, from, direction, 3.0);
      const double expected = march(solid, from, direction, 3.0);
      if (expected >= 0 && hit.distance > 3.0) {  // marching may report a near miss as a hit
        CHECK_NEAR(signed_distance(solid, from + expected * direction).value, 0, 1e-9);
        continue;
      }
      CHECK((hit.distance < 3.0) == (expected >= 0));
      if (expected < 0) continue;
      ++hits;
      CHECK_NEAR(hit.distance, expected, 1e-4);
      const Vec3<double> at = from + hit.distance * direction;
      CHECK_NEAR(signed_distance(solid, at).value, 0, 1e-12);
      const Vec3<double> just_outside = at + 1e-7 * hit.normal;
      CHECK_NEAR(dot(signed_distance(solid, just_outside).normal, hit.normal), 1, 1e-5);
    }
  CHECK(hits > 300);
}

TEST(a_ray_from_inside_has_a_negative_distance) {
  Random random(2);
  for (const PrimitiveKind kind : kinds) {
    const Primitive solid{kind, {0.3, 0.4, 0.5}, identity_frame};
    const Vec3<double> from{0, 0, -0.1};
    Vec3<double> direction = random.frame().x;
    if (direction.z > 0) direction = -direction;
    const Hit<double> hit = cast_ray(solid, from, direction, 1e9);
    CHECK(hit.distance < 0);
    CHECK_NEAR(signed_distance(solid, from + hit.distance * direction).value, 0, 1e-12);
  }
}

TEST(a_ray_hits_neither_solids_behind_it_nor_solids_without_volume) {
  for (const PrimitiveKind kind : {PrimitiveKind::sphere, PrimitiveKind::box, PrimitiveKind::cylinder}) {
    const Vec3<double> from{0, 0, -2}, down{0, 0, -1}, up{0, 0, 1};
    CHECK(cast_ray(Primitive{kind, {0.3, 0.4, 0.5}, identity_frame}, from, down, 9.0).distance ==
          Hit<double>::none);
    if (kind != PrimitiveKind::box)
      CHECK(cast_ray(Primitive{kind, {0, 0, 0}, identity_frame}, from, up, 9.0).distance ==
            Hit<double>::none);
  }
}

#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "memetik/collision/convex_part.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

constexpr double inf = HUGE_VAL;
const auto no_hull = std::make_shared<const Hull>();

double separation_of(const ConvexPart& a, const ConvexPart& b, double bound = -inf, double limit = inf) {
  return separation(a, b, inverse(a.box.frame) * b.box.frame, bound, limit);
}

// A box, and the same box by its corners and faces in a box that is too large.
ConvexPart random_box(Random& random) {
  const auto edge = [&] { return random.uniform(0.05, 0.4); };
  return {{random.frame(), {edge(), edge(), edge()}, 0}, no_hull};
}

ConvexPart by_corners(const ConvexPart& box, bool with_faces) {
  const auto& [x, y, z] = box.box.half;
  Hull hull;
  for (const double i : {-x, x})
    for (const double j : {-y, y})
      for (const double k : {-z, z}) hull.corners.push_back({i, j, k});
  if (with_faces)
    hull.faces = {{{1, 0, 0}, x}, {{-1, 0, 0}, x}, {{0, 1, 0}, y}, {{0, -1, 0}, y}, {{0, 0, 1}, z}};
  ConvexPart part{box.box, std::make_shared<Hull>(hull)};
  part.box.half = {2 * x, 2 * y, 2 * z};
  return part;
}

// The distance of two boxes, by alternating projections.
double distance(const ConvexPart& a, const ConvexPart& b) {
  const auto nearest = [](const RoundedBox& box, const Vec3<double>& point) {
    const Vec3<double> own = rotate_back(box.frame, point - box.frame.p);
    return apply(box.frame, Vec3<double>{std::clamp(own.x, -box.half.x, box.half.x),
                                         std::clamp(own.y, -box.half.y, box.half.y),
                                         std::clamp(own.z, -box.half.z, box.half.z)});
  };
  Vec3<double> on_a = a.box.frame.p, on_b = b.box.frame.p;
  for (int step = 0; step < 3000; ++step) on_b = nearest(b.box, on_a = nearest(a.box, on_b));
  return norm(on_a - on_b) - a.box.radius - b.box.radius;
}

}  // namespace

TEST(parts_that_are_apart_have_their_distance_as_separation) {
  Random random(3);
  int apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    ConvexPart a = random_box(random), b = random_box(random);
    const double expected = distance(a, b);
    if (expected < 1e-3) continue;
    ++apart;
    for (const ConvexPart& first : {a, by_corners(a, false), by_corners(a, true)})
      for (const ConvexPart& second : {b, by_corners(b, false), by_corners(b, true)}) {
        const double bound = separation_of(first, second);
        CHECK(bound <= expected + 1e-9);
        CHECK_NEAR(bound, expected, 5e-6);
      }
    a.box.radius = 0.3;
    b.box.radius = 0.1;
    CHECK_NEAR(separation_of(a, b), expected - 0.4, 5e-6);
  }
  CHECK(apart > 100);
}

TEST(parts_that_overlap_have_no_positive_separation) {
  Random random(4);
  for (int trial = 0; trial < 300; ++trial) {
    const ConvexPart a = random_box(random);
    ConvexPart b = random_box(random);
    b.box.frame.p = a.box.frame.p + random.vector(0.02);
    for (const ConvexPart& first : {a, by_corners(a, true)})
      for (const ConvexPart& second : {b, by_corners(b, true)}) CHECK(separation_of(first, second) <= 0);
  }
}

TEST(rods_and_balls_have_their_distance_as_separation) {
  const ConvexPart ball{{identity_frame, {0, 0, 0}, 0.25}, no_hull};
  ConvexPart other = ball;
  other.box.frame.p = {0.3, -0.4, 1.2};
  CHECK_NEAR(separation_of(ball, other), 1.3 - 0.5, 5e-6);
  other.box.half = {0, 0, 1};
  CHECK_NEAR(separation_of(ball, other), std::hypot(0.3, 0.4, 0.2) - 0.5, 5e-6);
  CHECK(separation_of(ball, ball) <= -0.5);
}

TEST(a_half_space_bounds_the_height_above_it) {
  const ConvexPart floor{{identity_frame, {inf, inf, inf}},
                         std::make_shared<Hull>(Hull{{{{0, 0, 1}, 0.5}}, {}})};
  ConvexPart ball{{identity_frame, {0, 0, 0}, 0.25}, no_hull};
  for (const double height : {2.0, 0.6}) {
    ball.box.frame.p = {7, -3, height};
    CHECK_NEAR(separation_of(floor, ball), height - 0.75, 1e-12);
    CHECK_NEAR(separation_of(ball, floor), height - 0.75, 1e-12);
  }
  CHECK(separation_of(floor, floor) == -inf);
}

TEST(a_known_bound_is_not_lowered) {
  Random random(5);
  for (int trial = 0; trial < 100; ++trial) {
    const ConvexPart a = random_box(random), b = random_box(random);
    const double limit = random.uniform(-0.2, 0.6), limited = separation_of(a, b, -0.1, limit);
    CHECK(limited >= -0.1);
    CHECK(limited <= std::max(-0.1, distance(a, b)) + 1e-9);
    CHECK(limited >= limit || std::abs(limited - separation_of(a, b, -0.1)) < 1e-12);
  }
}

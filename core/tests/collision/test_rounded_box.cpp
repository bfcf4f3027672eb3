#include <algorithm>
#include <cmath>

#include "check.hpp"
#include "memetik/collision/rounded_box.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

RoundedBox random_box(Random& random) {
  const auto edge = [&] { return std::max(0.0, random.uniform(-0.2, 0.5)); };  // some are 0
  return {random.frame(), {edge(), edge(), edge()}, std::max(0.0, random.uniform(-0.1, 0.2))};
}

double separation_of(const RoundedBox& a, const RoundedBox& b, double limit = HUGE_VAL) {
  return separation(a, b, inverse(a.frame) * b.frame, limit);
}

Vec3<double> random_point(Random& random, const RoundedBox& box) {
  const auto along = [&](double half) { return random.uniform(-half, half); };
  return apply(box.frame, Vec3<double>{along(box.half.x), along(box.half.y), along(box.half.z)}) +
         random.uniform(0, box.radius) * random.axis();
}

}  // namespace

TEST(points_of_two_boxes_are_not_nearer_than_their_separation) {
  Random random(1);
  int apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const RoundedBox a = random_box(random), b = random_box(random);
    const double bound = separation_of(a, b);
    apart += bound > 0;
    CHECK_NEAR(bound, separation_of(b, a), 1e-12);
    for (int k = 0; k < 100; ++k)
      CHECK(norm(random_point(random, a) - random_point(random, b)) >= bound - 1e-12);
  }
  CHECK(apart > 50 && apart < 300);
}

TEST(boxes_along_an_axis_have_their_distance_as_separation) {
  const RoundedBox a{identity_frame, {1, 2, 3}, 0.1};
  RoundedBox b = a;
  b.frame.p = {0.3, -0.2, 7};
  CHECK_NEAR(separation_of(a, b), 7 - 6 - 0.2, 1e-12);
  b.frame.p = {0.3, 3.5, 1};
  CHECK_NEAR(separation_of(a, b), 3.5 - 4 - 0.2, 1e-12);  // a depth
}

TEST(crossing_rods_have_their_distance_as_separation) {
  const RoundedBox a{identity_frame, {0, 0, 1}, 0.1};
  const RoundedBox b{{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}, {0.5, 0.2, 0.3}}, {0, 0, 1}, 0.2};
  CHECK_NEAR(separation_of(a, b), 0.5 - 0.3, 1e-12);
}

TEST(a_separation_that_is_not_below_the_limit_is_still_a_bound) {
  Random random(2);
  for (int trial = 0; trial < 300; ++trial) {
    const RoundedBox a = random_box(random), b = random_box(random);
    const double bound = separation_of(a, b), limit = random.uniform(-0.5, 1);
    const double limited = separation_of(a, b, limit);
    CHECK(limited <= bound);
    CHECK(limited >= limit || limited == bound);
  }
}

TEST(boxes_without_bounds_have_no_separation) {
  const RoundedBox a{identity_frame, {1, 1, 1}}, b{identity_frame, {HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  CHECK(separation_of(a, b) == -HUGE_VAL && separation_of(b, a) == -HUGE_VAL);
}

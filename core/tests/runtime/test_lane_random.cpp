#include <cmath>
#include <map>

#include "check.hpp"
#include "memetik/runtime/lane_random.hpp"

using namespace memetik;

// Compares with a scalar implementation of the generator.
TEST(every_lane_is_xoshiro_on_its_own) {
  RandomStream seed(5), same(5);
  LaneRandom lanes(seed);
  std::uint64_t s[4][pack_lanes];
  for (auto& word : s)
    for (std::uint64_t& lane : word) lane = same.bits();
  for (int i = 0; i < 100; ++i) {
    const LaneRandom::Bits bits = lanes.bits();
    for (int l = 0; l < pack_lanes; ++l) {
      CHECK(bits[l] == s[0][l] + s[3][l]);
      const std::uint64_t t = s[1][l] << 17;
      s[2][l] ^= s[0][l];
      s[3][l] ^= s[1][l];
      s[1][l] ^= s[2][l];
      s[0][l] ^= s[3][l];
      s[2][l] ^= t;
      s[3][l] = s[3][l] << 45 | s[3][l] >> 19;
    }
  }
}

TEST(approximate_normals_have_the_moments_of_a_normal_number) {
  LaneRandom lanes(RandomStream(1));
  constexpr int count = 100'000;
  double sum = 0, squares = 0, cubes = 0, fourths = 0, largest = 0;
  for (int i = 0; i < count; i += pack_lanes) {
    const Pack normals = lanes.approximate_normal();
    for (int l = 0; l < pack_lanes; ++l) {
      const double x = normals[l];
      sum += x;
      squares += x * x;
      cubes += x * x * x;
      fourths += x * x * x * x;
      largest = std::fmax(largest, std::abs(x));
    }
  }
  CHECK_NEAR(sum / count, 0, 0.02);
  CHECK_NEAR(squares / count, 1, 0.02);
  CHECK_NEAR(cubes / count, 0, 0.05);
  CHECK_NEAR(fourths / count, 2.7, 0.1);  // the kurtosis of a sum of four: 3 - 6/5 / 4
  CHECK(largest > 3 && largest < 3.4642);
}

TEST(powers_of_two_are_equally_likely) {
  LaneRandom lanes(RandomStream(2));
  std::map<double, int> seen;
  constexpr int count = 16'000;
  for (int i = 0; i < count; i += pack_lanes) {
    const Pack power = lanes.power_of_two(-23, 4);
    for (int l = 0; l < pack_lanes; ++l) ++seen[power[l]];
  }
  CHECK(seen.size() == 16);
  for (int k = -23; k < -7; ++k) CHECK(std::abs(seen[std::exp2(k)] - count / 16) < 150);
}

#include <cmath>
#include <set>
#include <vector>

#include "check.hpp"
#include "memetik/runtime/random.hpp"

using namespace memetik;

namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

}  // namespace

// Reference outputs of SplitMix64 for the seeds 1234567 (Rosetta Code) and 0 (Vigna's splitmix64.c).
TEST(mixed_bits_are_those_of_splitmix64) {
  const std::uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                    4593380528125082431u, 16408922859458223821u};
  for (std::uint64_t k = 0; k < 5; ++k) CHECK(mix_bits(1234567 + (k + 1) * golden) == expected[k]);
  const std::uint64_t of_zero[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu};
  for (std::uint64_t k = 0; k < 3; ++k) CHECK(mix_bits((k + 1) * golden) == of_zero[k]);
}

// A stream is SplitMix64 seeded with the first output for its key.
TEST(a_stream_is_splitmix64_from_a_mixed_key) {
  for (const std::uint64_t key : {0ull, 1ull, 1234567ull, ~0ull}) {
    RandomStream stream(key);
    std::uint64_t state = mix_bits(key + golden);
    for (int i = 0; i < 10; ++i) CHECK(stream.bits() == mix_bits(state += golden));
  }
}

TEST(a_stream_is_a_function_of_its_key) {
  static_assert(RandomStream(5).bits() == RandomStream(5).bits());
  RandomStream a(7), b(7);
  for (int i = 0; i < 100; ++i) CHECK(a.bits() == b.bits());
  const RandomStream parent(7);
  RandomStream c = parent.branch(3), d = parent.branch(3);
  for (int i = 0; i < 100; ++i) CHECK(c.bits() == d.bits());
}

TEST(branches_share_no_numbers_with_each_other_nor_with_their_parent) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  const auto draw = [&](RandomStream stream) {
    for (int i = 0; i < 50; ++i, ++drawn) seen.insert(stream.bits());
  };
  for (const std::uint64_t key : {0u, 1u, 2u}) {
    const RandomStream parent(key);
    draw(parent);
    for (std::uint64_t i = 0; i < 100; ++i) {
      draw(parent.branch(i));
      draw(parent.branch(i).branch(i));
    }
  }
  CHECK(seen.size() == drawn);
}

TEST(uniform_numbers_have_their_range_mean_and_variance) {
  constexpr int n = 100000;
  RandomStream random(1);
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform();
    CHECK(u >= 0 && u < 1);
    sum += u;
    squares += (u - 0.5) * (u - 0.5);
  }
  CHECK_NEAR(sum / n, 0.5, 4 * std::sqrt(1. / 12 / n));
  CHECK_NEAR(squares / n, 1. / 12, 4 * std::sqrt(1. / 180 / n));
  for (int i = 0; i < 1000; ++i) {
    const double u = random.uniform(-3, 5);
    CHECK(u >= -3 && u <= 5);
  }
}

// One number from each of consecutive branches is as random as the numbers of one stream.
TEST(first_numbers_of_branches_are_uniform_and_uncorrelated) {
  constexpr int n = 20000;
  const RandomStream parent(2);
  double sum = 0, product = 0, before = 0;
  for (std::uint64_t i = 0; i < n; ++i) {
    const double u = parent.branch(i).uniform() - 0.5;
    sum += u;
    product += u * before;
    before = u;
  }
  CHECK_NEAR(sum / n, 0, 4 * std::sqrt(1. / 12 / n));
  CHECK_NEAR(product / n, 0, 4 * std::sqrt(1. / 144 / n));
}

TEST(numbers_below_n_are_all_met_equally_often) {
  RandomStream random(3);
  for (const int n : {1, 2, 3, 10, 1000}) {
    std::vector<int> count(static_cast<std::size_t>(n));
    for (int i = 0; i < 100 * n; ++i) {
      const int k = random.below(n);
      CHECK(k >= 0 && k < n);
      if (k >= 0 && k < n) ++count[static_cast<std::size_t>(k)];
    }
    for (const int c : count) CHECK(c > 50 && c < 150);
  }
  CHECK(random.below(0x7fffffff) >= 0);
}

TEST(approximate_normals_have_mean_zero_and_variance_one) {
  constexpr int n = 100000;
  RandomStream random(4);
  double sum = 0, squares = 0;
  int beyond_two = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.approximate_normal();
    CHECK(std::abs(x) <= 3);
    sum += x;
    squares += x * x;
    beyond_two += std::abs(x) > 2;
  }
  CHECK_NEAR(sum / n, 0, 4 / std::sqrt(n));
  CHECK_NEAR(squares / n, 1, 4 * std::sqrt(2. / n));
  CHECK_NEAR(beyond_two / double(n), 1. / 24, 0.003);
}

#include <cmath>

#include "check.hpp"
#include "memetik/math/exp.hpp"
#include "random_tree.hpp"

using namespace memetik;

TEST(the_exponential_less_one_is_that_of_the_standard_library) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double size = std::pow(10, random.uniform(-20, 2.84));
    const double x = random.uniform(-1, 1) < 0 ? -size : size, expected = std::expm1(x);
    CHECK_NEAR(memetik::expm1(x) / expected, 1, 2e-15);
    CHECK_NEAR(memetik::expm1(Pack(x))[pack_lanes - 1] / expected, 1, 2e-15);
  }
}

TEST(the_exponential_of_zero_and_of_the_far_ends_is_finite) {
  CHECK(memetik::expm1(0.0) == 0.0);
  CHECK(memetik::expm1(-1e300) == -1.0);
  CHECK(std::isfinite(memetik::expm1(1e300)));
}

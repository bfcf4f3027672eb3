#include <cmath>

#include "check.hpp"
#include "memetik/math/atan2.hpp"
#include "random_tree.hpp"

using namespace memetik;

TEST(the_angle_of_a_vector_is_that_of_the_standard_library) {
  Random random(1);
  for (int i = 0; i < 100000; ++i) {
    const double size = std::pow(10, random.uniform(-100, 100));
    const double x = size * random.uniform(-1, 1), y = size * random.uniform(-1, 1);
    CHECK_NEAR(memetik::atan2(y, x), std::atan2(y, x), 1e-15);
    CHECK_NEAR(memetik::atan2(Pack(y), Pack(x))[pack_lanes - 1], std::atan2(y, x), 1e-15);
  }
}

TEST(the_angle_is_exact_along_the_axes_and_zero_at_zero) {
  for (const double x : {-2.0, -1.0, 0.0, 1.0, 3.0})
    for (const double y : {-2.0, -1.0, 0.0, 1.0, 3.0})
      CHECK_NEAR(memetik::atan2(y, x), std::atan2(y, x), 1e-15);
}

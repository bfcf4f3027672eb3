#include "check.hpp"
#include "memetik/math/rotation_vector.hpp"
#include "random_tree.hpp"

using namespace memetik;

namespace {

Vec3<double> random_vector(Random& random, double angle) {
  const Vec3<double> v = random.vector(1);
  return (angle / norm(v)) * v;
}

}  // namespace

TEST(log_undoes_exp_up_to_half_a_turn) {
  Random random(1);
  for (const double angle : {0.0, 1e-9, 1e-4, 0.09, 0.11, 1.0, 3.0, 3.1415}) {
    for (int i = 0; i < 50; ++i) {
      const Vec3<double> w = random_vector(random, angle);
      CHECK_NEAR(norm(log_rotation(exp_rotation(w)) - w), 0, 1e-13);
    }
  }
}

TEST(exp_of_parallel_vectors_composes) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> w = random.vector(1.5);
    const Frame<double> twice = exp_rotation(0.3 * w) * exp_rotation(0.7 * w);
    CHECK_NEAR(distance(twice, exp_rotation(w)), 0, 1e-14);
  }
}

TEST(wrapping_keeps_the_rotation_and_bounds_the_angle) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> w = random.vector(10), wrapped = wrap_rotation_vector(w);
    CHECK(norm(wrapped) <= std::numbers::pi + 1e-15);
    CHECK_NEAR(distance(exp_rotation(w), exp_rotation(wrapped)), 0, 1e-13);
  }
}

// exp(w + d) = exp(V(w) d) exp(w) to first order
TEST(left_jacobian_is_the_derivative_of_exp) {
  Random random(4);
  for (const double angle : {1e-6, 0.05, 0.0999, 0.1001, 1.0, 3.0}) {
    for (int i = 0; i < 20; ++i) {
      const Vec3<double> w = random_vector(random, angle), d = random_vector(random, 1e-5);
      const auto k = rotation_coefficients(dot(w, w), std::sin(norm(w)), std::cos(norm(w)));
      const Vec3<double> turned = rotate(skew_polynomial(w, k.b, k.c), d);
      const Vec3<double> ahead = log_rotation(exp_rotation(w + d) * inverse(exp_rotation(w)));
      const Vec3<double> behind = log_rotation(exp_rotation(w - d) * inverse(exp_rotation(w)));
      CHECK_NEAR(norm(0.5 * (ahead - behind) - turned), 0, 1e-13);
    }
  }
}

TEST(rotation_coefficients_join_smoothly_where_the_series_takes_over) {
  const auto at = [](double t) { return rotation_coefficients(t * t, std::sin(t), std::cos(t)); };
  const auto below = at(0.1 - 1e-12), above = at(0.1 + 1e-12);
  CHECK_NEAR(below.a, above.a, 1e-13);
  CHECK_NEAR(below.b, above.b, 1e-13);
  CHECK_NEAR(below.c, above.c, 1e-13);
}
